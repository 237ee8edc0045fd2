//! The packets of a task that a group of automorphisms takes into one another.

use crate::model::{DemandsTask, Load, Network, Node, Packet, Subgroup, count_of};

impl DemandsTask {
    /// Returns one packet of each orbit under a group: the one that goes to the least node of its class, or
    /// starts there if it is copied. Returns none unless the group maps the packets onto themselves, with
    /// their counts.
    ///
    /// # Panics
    /// If the group is not one of the network.
    ///
    /// # Complexity
    /// O(P log P) time for P different packets, O(P/|H|) space.
    #[must_use]
    pub fn orbits(&self, group: &Subgroup) -> Option<Vec<Load>> {
        let stands = |load: &&Load| is_least(group, load.packet());
        let found: Vec<Load> = self.loads().iter().filter(stands).copied().collect();
        // Every packet has a representative, and there are as many packets as translates of representatives.
        let is_there = |load: &Load| {
            let own = Load::new(standing(self.network(), group, load.packet()), load.count());
            found.binary_search(&own).is_ok()
        };
        let all = count_of(found.len()) * group.order() == count_of(self.loads().len());
        (all && self.loads().iter().all(is_there)).then_some(found)
    }

    /// Returns whether a node with one half-duplex port has a link to another of its class, over which it
    /// would send and receive in one slot.
    pub(crate) fn has_lost_links(&self, group: &Subgroup) -> bool {
        let graph = self.graph();
        let class = |node: u32| group.class(Node(node.into()));
        let is_lost = |arc: u32| {
            let (from, to) = (graph.from(arc), graph.to(arc));
            class(from) == class(to) && self.is_half_duplex(from)
        };
        (0..graph.arcs()).any(is_lost)
    }
}

/// Returns whether a packet is the one that stands for its orbit.
fn is_least(group: &Subgroup, packet: Packet) -> bool {
    let end = end(packet);
    group.least(group.class(end)) == end
}

/// Returns the end by which the packets of an orbit are distinguished.
fn end(packet: Packet) -> Node {
    match packet {
        Packet::Personal { to: node, .. } | Packet::Copied { from: node } | Packet::Combined { to: node } => {
            node
        }
        Packet::Summed { .. } => unreachable!("orbits are of packets that have a home"),
    }
}

/// Returns the packet that stands for the orbit of a packet.
fn standing(network: &Network, group: &Subgroup, packet: Packet) -> Packet {
    let end = end(packet);
    let least = group.least(group.class(end));
    match packet {
        Packet::Personal { from, .. } => {
            let by = group.shift_between(network, end, least);
            Packet::Personal { from: group.shift(network, by, from), to: least }
        }
        Packet::Copied { .. } => Packet::Copied { from: least },
        Packet::Combined { .. } => Packet::Combined { to: least },
        Packet::Summed { apart } => Packet::Summed { apart },
    }
}
