//! Schedules that list the sends of every node, and symmetric ones of packets that are copied or combined.

use crate::model::{Link, Network, Node, wide};
use std::collections::HashSet;

/// A packet of an explicit schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Packet {
    /// It goes from one node to another.
    Personal {
        /// Where it starts.
        from: Node,
        /// Where it goes.
        to: Node,
    },
    /// It is copied to all nodes: a send copies, any holder may send.
    Copied {
        /// Where it starts.
        from: Node,
    },
    /// Every node has a part of it, and a send carries all that was combined so far.
    Combined {
        /// Where the parts come together.
        to: Node,
    },
    /// A block of an allreduce: every node has a part of it and is to have the sum of all parts; a send
    /// carries the sum that the sender has so far, and the sender keeps it.
    Summed {
        /// Whether nodes keep apart what came from each neighbour: a send then carries the sum of the own
        /// part and of what came last from every neighbour but the receiver.
        apart: bool,
    },
}

impl Packet {
    /// Returns the node whose packet it is: the one that has it first, or that is to have the sum; none for a
    /// block of an allreduce, which all nodes have.
    #[must_use]
    pub fn home(self) -> Option<Node> {
        match self {
            Self::Personal { from, .. } | Self::Copied { from } => Some(from),
            Self::Combined { to } => Some(to),
            Self::Summed { .. } => None,
        }
    }

    /// Returns where the packet starts and where it goes, each if that is one node.
    #[must_use]
    pub fn ends(self) -> (Option<Node>, Option<Node>) {
        match self {
            Self::Personal { from, to } => (Some(from), Some(to)),
            Self::Copied { from } => (Some(from), None),
            Self::Combined { to } => (None, Some(to)),
            Self::Summed { .. } => (None, None),
        }
    }

    /// Returns whether it is carried from one node to another, neither copied nor combined.
    #[must_use]
    pub fn is_personal(self) -> bool {
        matches!(self, Self::Personal { .. })
    }

    /// Returns whether its parts are combined on the way.
    #[must_use]
    pub fn is_combined(self) -> bool {
        matches!(self, Self::Combined { .. } | Self::Summed { .. })
    }

    /// Names the packet by its ends, with `between` between them where it has two.
    #[must_use]
    pub fn named(self, network: &Network, between: &str) -> String {
        match self {
            Self::Personal { from, to } => {
                format!("{}{between}{}", network.node_name(from), network.node_name(to))
            }
            Self::Copied { from } => format!("of {}", network.node_name(from)),
            Self::Combined { to } => format!("for {}", network.node_name(to)),
            Self::Summed { .. } => "block".to_owned(),
        }
    }

    /// Returns the packet with each end replaced by its image.
    #[must_use]
    pub(crate) fn map(self, node: impl Fn(Node) -> Node) -> Self {
        match self {
            Self::Personal { from, to } => Self::Personal { from: node(from), to: node(to) },
            Self::Copied { from } => Self::Copied { from: node(from) },
            Self::Combined { to } => Self::Combined { to: node(to) },
            Self::Summed { apart } => Self::Summed { apart },
        }
    }

    /// Returns the packet with time reversed.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Personal { from, to } => Self::Personal { from: to, to: from },
            Self::Copied { from } => Self::Combined { to: from },
            Self::Combined { to } => Self::Copied { from: to },
            Self::Summed { apart } => Self::Summed { apart },
        }
    }
}

/// A packet goes from a node to a neighbour. Schedules hold millions of these, in 12 bytes each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sent {
    /// Index of the packet.
    pub packet: u32,
    from: u32,
    to: u32,
}

impl Sent {
    /// Creates the move of a packet, by its index, from a node to a neighbour.
    ///
    /// # Panics
    /// On a network of more than 2³² nodes, whose moves are too many to list.
    #[must_use]
    pub fn new(packet: u32, from: Node, to: Node) -> Self {
        Self { packet, from: from.narrow(), to: to.narrow() }
    }

    /// Returns the node that sends.
    #[must_use]
    pub fn from(self) -> Node {
        Node(self.from.into())
    }

    /// Returns the neighbour that receives.
    #[must_use]
    pub fn to(self) -> Node {
        Node(self.to.into())
    }
}

/// The sends of every node, slot by slot.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExplicitSchedule {
    /// The packets.
    pub packets: Vec<Packet>,
    /// The moves of each slot; by increasing packet, then sender.
    pub slots: Vec<Vec<Sent>>,
}

/// A packet of a multinode broadcast that started at node 0, or one of a multinode accumulation that goes to
/// node 0, is sent from a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct MultinodeSend {
    /// The number of the packet among those of its node, from 0.
    pub packet: u32,
    /// Where it is sent from.
    pub position: Node,
    /// The link over which it is sent.
    pub link: Link,
}

/// The moves of the packets of one node, slot by slot; every node does the translate.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MultinodeSchedule {
    /// The moves of each slot; by increasing packet, then position.
    pub slots: Vec<Vec<MultinodeSend>>,
}

/// Reverses the slots of a schedule of any kind in time: the moves of the last slot go back in the first (P2
/// §1).
///
/// `back` gives the move back. Reversing twice is the identity if `back` is its own inverse.
#[must_use]
pub fn reversed<M: Copy + Ord>(slots: &[Vec<M>], back: impl Fn(M) -> M) -> Vec<Vec<M>> {
    let turn = |slot: &Vec<M>| {
        let mut slot: Vec<M> = slot.iter().map(|&step| back(step)).collect();
        slot.sort_unstable();
        slot
    };
    slots.iter().rev().map(turn).collect()
}

impl ExplicitSchedule {
    /// Returns ΣC over all packets, C being the number of slots up to and including the last move; none where
    /// packets are copied or combined.
    ///
    /// # Panics
    /// If a move names no packet.
    #[must_use]
    pub fn total_delay(&self) -> Option<u128> {
        if !self.packets.iter().all(|packet| packet.is_personal()) {
            return None;
        }
        let mut last = vec![0_u64; self.packets.len()];
        for (slot, moves) in (1..).zip(&self.slots) {
            for sent in moves {
                last[wide(sent.packet)] = slot;
            }
        }
        Some(last.into_iter().map(u128::from).sum())
    }

    /// Removes copies for nodes that have them, and slots without a move.
    #[must_use]
    pub fn without_waste(mut self) -> Self {
        let home = |packet: u32| match self.packets.get(wide(packet)) {
            Some(Packet::Copied { from }) => Some(*from),
            _ => None,
        };
        let mut reached = HashSet::new();
        for slot in &mut self.slots {
            // A packet that is not copied needs all its moves.
            slot.retain(|step| match home(step.packet) {
                Some(from) => step.to() != from && reached.insert((step.packet, step.to())),
                None => true,
            });
        }
        self.slots.retain(|slot| !slot.is_empty());
        self
    }

    /// Returns the schedule of the dual task: broadcast for accumulation, scatter for gather, and back.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let back = |Sent { packet, from, to }| Sent { packet, from: to, to: from };
        let packets = self.packets.iter().map(|packet| packet.reversed()).collect();
        Self { packets, slots: reversed(&self.slots, back) }
    }
}

impl MultinodeSchedule {
    /// Removes copies for nodes that have them, and slots without a move, from the schedule of a broadcast.
    #[must_use]
    pub fn without_waste(mut self, network: &Network) -> Self {
        let mut reached = HashSet::new();
        for slot in &mut self.slots {
            slot.retain(|step| {
                let to = network.neighbor(step.position, step.link);
                to != Node(0) && reached.insert((step.packet, to))
            });
        }
        self.slots.retain(|slot| !slot.is_empty());
        self
    }

    /// Returns the schedule with the numbers of all packets increased by `by`.
    pub(crate) fn shifted(&self, by: u64) -> Self {
        let later = |packet: u32| u32::try_from(u64::from(packet) + by).expect("a packet has 32 bits");
        let step = |&step: &MultinodeSend| MultinodeSend { packet: later(step.packet), ..step };
        Self { slots: self.slots.iter().map(|slot| slot.iter().map(step).collect()).collect() }
    }

    /// Returns the schedule repeated `times` times, one after the other, each time for the next `packets`
    /// packets.
    pub(crate) fn repeated(&self, times: u64, packets: u64) -> Self {
        Self { slots: (0..times).flat_map(|time| self.shifted(time * packets).slots).collect() }
    }

    /// Returns the schedule of the dual task: multinode broadcast for multinode accumulation, and back.
    #[must_use]
    pub fn reversed(&self, network: &Network) -> Self {
        let back = |MultinodeSend { packet, position, link }| MultinodeSend {
            packet,
            position: network.neighbor(position, link),
            link: network.opposite(link),
        };
        Self { slots: reversed(&self.slots, back) }
    }
}
