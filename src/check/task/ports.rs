//! What a node may do in a slot.

use crate::network::topology::{Flow, Network};
use crate::number::wide;
use crate::refusal::rejection::Rejection;
use isotask_wire as wire;

/// At most this many nodes are gone through one by one.
const NODE_LIMIT: u64 = 1 << 24;

/// What a node may do in one slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ports {
    /// Sends, and receives, of a node in one slot, at most the number of links.
    pub(crate) each: u64,
    /// Whether one send or one receive is all; then `each` is 1.
    pub(crate) half_duplex: bool,
}

impl Ports {
    /// The ports of a document.
    pub(crate) fn new(ports: wire::Ports, network: &Network) -> Result<Self, Rejection> {
        let links = wide(network.links());
        let each = match ports {
            wire::Ports::All => links,
            wire::Ports::One | wire::Ports::OneHalfDuplex => 1,
            wire::Ports::AtMost(0) => return Err(Rejection::NoPorts),
            wire::Ports::AtMost(k) => k.min(links),
        };
        Ok(Self { each, half_duplex: ports == wire::Ports::OneHalfDuplex })
    }

    /// Refuses half-duplex ports where every node sends and receives in the same slot.
    pub(crate) fn require_full_duplex(self) -> Result<(), Rejection> {
        if self.half_duplex { Err(Rejection::HalfDuplex) } else { Ok(()) }
    }

    /// Most moves in a slot of a network that looks the same from every node.
    pub(crate) fn capacity(self, nodes: u64) -> u128 {
        if self.half_duplex { u128::from(nodes / 2) } else { u128::from(nodes) * u128::from(self.each) }
    }

    /// Most moves in a slot of any network: those that the ports of all nodes allow, of a node with fewer
    /// links its links.
    ///
    /// # Complexity
    /// Time O(nodes · links) in an incomplete hypercube, which may have 2²⁴ nodes here, and in a graph.
    pub(crate) fn capacity_of(self, network: &Network) -> Result<u128, Rejection> {
        if self.half_duplex || network.is_symmetric() {
            return Ok(self.capacity(network.nodes));
        }
        require_few_nodes(network)?;
        let of = |way| -> u128 {
            (0..network.nodes).map(|node| u128::from(self.each.min(network.degree(node, way)))).sum()
        };
        // Every move is a send and a receive.
        Ok(of(Flow::Out).min(of(Flow::In)))
    }
}

/// Refuses networks whose nodes are too many to go through one by one.
pub(crate) fn require_few_nodes(network: &Network) -> Result<(), Rejection> {
    if network.nodes <= NODE_LIMIT {
        return Ok(());
    }
    Err(Rejection::TooManyRows { place: "task.network.nodes".to_owned(), limit: NODE_LIMIT })
}
