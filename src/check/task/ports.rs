//! What a node may do in a slot.

use crate::network::topology::{Flow, Network};
use crate::number::wide;
use crate::refusal::rejection::Rejection;
use isotask_wire as wire;

/// At most this many nodes are gone through one by one.
const NODE_LIMIT: u64 = 1 << 24;

/// What a node may do in one slot; where there are switches, a node that is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ports {
    /// Sends, and receives, of a node in one slot, at most the number of links.
    pub(crate) each: u64,
    /// Whether one send or one receive is all; then `each` is 1.
    pub(crate) half_duplex: bool,
    /// What a switch may do.
    switches: Option<Rule>,
}

/// What one node may do in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rule {
    /// Sends, and receives, at most the greatest number of links.
    pub(crate) each: u64,
    /// Whether one send or one receive is all; then `each` is 1.
    pub(crate) half_duplex: bool,
}

impl Rule {
    fn new(ports: wire::Ports, links: u64) -> Self {
        let each = match ports {
            wire::Ports::All => links,
            wire::Ports::One | wire::Ports::OneHalfDuplex => 1,
            wire::Ports::AtMost(k) => k.min(links),
        };
        Self { each, half_duplex: ports == wire::Ports::OneHalfDuplex }
    }
}

impl Ports {
    /// The ports of a document.
    pub(crate) fn new(ports: wire::Ports, network: &Network) -> Result<Self, Rejection> {
        if ports == wire::Ports::AtMost(0) {
            return Err(Rejection::NoPorts);
        }
        let rule = |ports| Rule::new(ports, wide(network.links()));
        let Rule { each, half_duplex } = rule(ports);
        Ok(Self { each, half_duplex, switches: network.switch_ports().map(rule) })
    }

    /// What a node may do.
    pub(crate) fn of(self, network: &Network, node: u64) -> Rule {
        self.of_switches().filter(|_| network.is_switch(node)).unwrap_or(self.of_hosts())
    }

    /// What a node may do that is no switch.
    pub(crate) fn of_hosts(self) -> Rule {
        Rule { each: self.each, half_duplex: self.half_duplex }
    }

    /// What a switch may do, if there is one.
    pub(crate) fn of_switches(self) -> Option<Rule> {
        self.switches
    }

    /// Sends, or receives, of a node in one slot: its ports, if it has so many links.
    pub(crate) fn each_of(self, network: &Network, node: u64, way: Flow) -> u64 {
        self.of(network, node).each.min(network.degree(node, way))
    }

    /// Most sends of any node in a slot.
    pub(crate) fn most(self) -> u64 {
        self.switches.map_or(self.each, |rule| rule.each.max(self.each))
    }

    /// Whether one send or one receive is all that any node does.
    pub(crate) fn half_duplex_everywhere(self) -> bool {
        self.half_duplex && self.switches.is_none_or(|rule| rule.half_duplex)
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
        if self.half_duplex_everywhere() || network.is_symmetric() {
            return Ok(self.capacity(network.nodes));
        }
        require_few_nodes(network)?;
        network.spend_looks(2)?;
        let all = |way| -> u128 {
            (0..network.nodes).map(|node| u128::from(self.each_of(network, node, way))).sum()
        };
        let (sends, receives) = (all(Flow::Out), all(Flow::In));
        // Of a send and a receive a half-duplex port has one.
        let twice = |&node: &u64| self.of(network, node).half_duplex;
        let lost: u128 = (0..network.nodes).filter(twice).map(|_| 1).sum();
        // Every move is a send and a receive.
        Ok(sends.min(receives).min((sends + receives - lost) / 2))
    }
}

/// Refuses networks whose nodes are too many to go through one by one.
pub(crate) fn require_few_nodes(network: &Network) -> Result<(), Rejection> {
    if network.nodes <= NODE_LIMIT {
        return Ok(());
    }
    Err(Rejection::TooManyRows { place: "task.network.nodes".to_owned(), limit: NODE_LIMIT })
}
