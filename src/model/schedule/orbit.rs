//! Schedules that are invariant under a group of automorphisms: the moves of one packet of each orbit.

use super::Packet;
use super::copies::copy_numbers;
use crate::model::{Link, Network, Node, Subgroup, wide};

/// A packet of a schedule under a group is sent from a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct OrbitStep {
    /// Index of the packet.
    pub packet: u32,
    /// Where it is sent from.
    pub node: Node,
    /// The link over which it is sent.
    pub link: Link,
}

/// The moves of one packet of each orbit, slot by slot; the others do the translates.
///
/// With one class of nodes it is symmetric, under the trivial group explicit. If no link of a class is used
/// twice in a slot, no link is used twice: moves of one node are moves of one class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrbitSchedule {
    /// The group.
    pub group: Subgroup,
    /// One packet of each orbit.
    pub packets: Vec<Packet>,
    /// The moves of each slot.
    pub slots: Vec<Vec<OrbitStep>>,
}

impl OrbitSchedule {
    /// Returns ΣC over all packets of the network, C being the number of slots up to and including the last
    /// move.
    ///
    /// # Panics
    /// If a move names no packet.
    #[must_use]
    pub fn total_delay(&self) -> u64 {
        let mut last = vec![0; self.packets.len()];
        for (slot, moves) in (1_u64..).zip(&self.slots) {
            for step in moves {
                last[wide(step.packet)] = slot;
            }
        }
        last.iter().sum::<u64>() * self.group.order()
    }

    /// Returns the number of each packet among those with ends in one orbit, from 0; none for a packet that
    /// is alone.
    pub(super) fn copies(&self, network: &Network) -> Vec<Option<u64>> {
        let key = |packet: &Packet| match *packet {
            Packet::Personal { from, to } => {
                (self.group.class(from), self.group.seen_from(network, from, to))
            }
            Packet::Copied { from: node } | Packet::Combined { to: node } => {
                (self.group.class(node), Node(0))
            }
            Packet::Summed { .. } => unreachable!("orbits are of packets that have a home"),
        };
        copy_numbers(&self.packets.iter().map(key).collect::<Vec<_>>())
    }
}
