//! Broadcasts, accumulations, scatter and gather, rebuilt from their documents.

use crate::network::graph::NO_WAY;
use crate::network::topology::{Flow, Network};
use crate::number::narrow;
use crate::refusal::rejection::Rejection;
use crate::task::packets::{Ends, Mode, require_count};
use crate::task::ports::Ports;

/// `count` · nodes² must stay below 2⁶³.
const COUNT_TIMES_NODES_SQUARED_LIMIT: u128 = 1 << 63;

/// One of the problems of P2, total exchange aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Packets from the root, each copied to all other nodes.
    Broadcast { root: u64 },
    /// A part of each packet from every node to the root, combined on the way.
    Accumulation { root: u64 },
    /// Packets of its own from the root to each other node.
    Scatter { root: u64 },
    /// Packets of its own from each other node to the root.
    Gather { root: u64 },
    /// A broadcast from every node.
    MultinodeBroadcast,
    /// An accumulation at every node.
    MultinodeAccumulation,
}

impl Kind {
    /// Returns the effect of a send on its packets.
    pub(crate) fn mode(self) -> Mode {
        match self {
            Self::Scatter { .. } | Self::Gather { .. } => Mode::Personal,
            Self::Broadcast { .. } | Self::MultinodeBroadcast => Mode::Copied,
            Self::Accumulation { .. } | Self::MultinodeAccumulation => Mode::Combined,
        }
    }

    /// Returns whether its packets come together at the root, or at every node, rather than go out from
    /// there.
    pub(crate) fn is_collecting(self) -> bool {
        matches!(self, Self::Accumulation { .. } | Self::Gather { .. } | Self::MultinodeAccumulation)
    }

    /// Returns the root, if it has one.
    pub(crate) fn root(self) -> Option<u64> {
        match self {
            Self::Broadcast { root }
            | Self::Accumulation { root }
            | Self::Scatter { root }
            | Self::Gather { root } => Some(root),
            Self::MultinodeBroadcast | Self::MultinodeAccumulation => None,
        }
    }
}

/// A task whose numbers all make sense.
#[derive(Debug)]
pub(crate) struct Collective {
    /// The network.
    pub(crate) network: Network,
    /// The problem.
    pub(crate) kind: Kind,
    /// Packets per item, at least 1.
    pub(crate) count: u64,
    /// The ports of its nodes.
    pub(crate) ports: Ports,
}

impl Collective {
    /// Builds the task; refuses numbers that make none, and packets without a route.
    pub(crate) fn new(network: Network, kind: Kind, count: u64, ports: Ports) -> Result<Self, Rejection> {
        require_count(count, || "task.task.count".to_owned())?;
        require_size(&network, count)?;
        require_ways(&network, kind)?;
        Ok(Self { network, kind, count, ports })
    }

    /// Returns the most sends, or receives, of a node in one slot: its ports, or its links if they are fewer.
    pub(crate) fn ports_of(&self, node: u64, way: Flow) -> u64 {
        self.ports.each_of(&self.network, node, way)
    }

    /// Returns the ends of its packets in increasing order, each once; there are `count` packets of each.
    pub(crate) fn ends(&self) -> impl Iterator<Item = Ends> + '_ {
        let of = |node| match self.kind {
            Kind::Broadcast { root } => Ends { from: Some(root), to: None },
            Kind::Accumulation { root } => Ends { from: None, to: Some(root) },
            Kind::Scatter { root } => Ends { from: Some(root), to: Some(node) },
            Kind::Gather { root } => Ends { from: Some(node), to: Some(root) },
            Kind::MultinodeBroadcast => Ends { from: Some(node), to: None },
            Kind::MultinodeAccumulation => Ends { from: None, to: Some(node) },
        };
        let single = matches!(self.kind, Kind::Broadcast { .. } | Kind::Accumulation { .. });
        let nodes = if single { 1 } else { self.network.nodes };
        let alone = |ends: &Ends| ends.from != ends.to;
        (0..nodes).filter(move |&node| single || !self.network.is_switch(node)).map(of).filter(alone)
    }
}

/// Refuses a number of packets whose moves are too many to count.
pub(super) fn require_size(network: &Network, count: u64) -> Result<(), Rejection> {
    // At most 2¹²⁴ before the count.
    let size = u128::from(network.nodes).pow(2).checked_mul(u128::from(count));
    if size.is_none_or(|size| size >= COUNT_TIMES_NODES_SQUARED_LIMIT) {
        return Err(Rejection::TaskTooLarge);
    }
    Ok(())
}

/// Refuses a graph in which a packet has no route: from its root to some host, or, if its parts come together
/// at the root, from some host to it. With several roots the first pair in their order is reported. No route
/// is missing if the first host is connected with all others in both directions.
pub(super) fn require_ways(network: &Network, kind: Kind) -> Result<(), Rejection> {
    let Some(graph) = network.searched() else { return Ok(()) };
    network.spend_looks(2)?;
    let missing = |root: u64, towards: bool| {
        let hops = graph.all(root, if towards { Flow::In } else { Flow::Out });
        let is_apart = |&host: &u64| narrow(host, hops.len()).is_some_and(|at| hops[at] == NO_WAY);
        network.hosts().find(is_apart).map(|host| if towards { (host, root) } else { (root, host) })
    };
    let towards = kind.is_collecting();
    let (place, apart) = if let Some(root) = kind.root() {
        ("task.task.root", missing(root, towards))
    } else {
        // If the first host is connected with all others in both directions, every two hosts are.
        let first = network.hosts().next().unwrap_or(0);
        ("task.task.kind", missing(first, towards).or_else(|| missing(first, !towards)))
    };
    match apart {
        Some((from, to)) => Err(Rejection::NoWay { place: place.to_owned(), from, to }),
        None => Ok(()),
    }
}
