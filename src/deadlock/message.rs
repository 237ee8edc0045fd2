//! Messages, and what becomes of them.

use super::channels::{ChannelCycle, CycleStep};
use crate::model::Node;
use std::num::NonZeroU32;
use std::sync::Arc;

/// Where a message goes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Destination {
    /// To one node.
    Node(Node),
    /// To each of these nodes except its source: a broadcast, which is copied on the way.
    Nodes(Arc<[Node]>),
}

impl From<Node> for Destination {
    fn from(node: Node) -> Self {
        Self::Node(node)
    }
}

impl Destination {
    /// Returns the nodes that a message from a source has to reach.
    pub fn reached_from(&self, source: Node) -> impl Iterator<Item = Node> {
        let (one, several): (Option<Node>, &[Node]) = match self {
            Self::Node(node) => (Some(*node), &[]),
            Self::Nodes(nodes) => (None, nodes),
        };
        one.into_iter().chain(several.iter().copied().filter(move |&node| node != source))
    }
}

/// A message that a node wants to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Where it starts.
    pub source: Node,
    /// Where it goes.
    pub destination: Destination,
    /// The first slot in which it may start.
    pub slot: u64,
}

impl Message {
    /// Creates a message that may start in the first slot.
    pub fn new(source: Node, destination: impl Into<Destination>) -> Self {
        Self { source, destination: destination.into(), slot: 0 }
    }
}

/// The outcome of sending messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MessagesEnd {
    /// All arrive.
    Delivered {
        /// For every message the slot in which the last of its destinations reads it.
        read: Vec<u64>,
    },
    /// From some slot on no message moves.
    Deadlocked {
        /// The first slot, once every message could start, in which no message moves; none moves later.
        slot: u64,
        /// How many messages all of their destinations have read by then.
        read: usize,
        /// Channels whose messages wait for each other. With buffers each is full, and its first message
        /// waits for the next channel. Without, the message that is sent over each waits for the node that
        /// sends over the next.
        cycle: ChannelCycle,
        /// The messages that wait in, or without buffers for, these channels.
        messages: Vec<usize>,
    },
}

/// Returns messages that deadlock if all are sent in one slot, on a cycle of channels with K buffers each.
///
/// So a routing is free of deadlock if and only if its channels can be numbered (Dally and Seitz, 1987,
/// Theorem 1), whatever K is.
///
/// *Proof that they deadlock.* Let c₀ … cₗ₋₁ be the channels in the order of waiting, and let Fᵢ be messages
/// that take cᵢ first and then need the channel after it. The list has 2K−1 messages Fₗ₋₁, then K each of
/// Fₗ₋₂ … F₁, and one F₀. So for every channel but c₀ its own messages stand before those of the previous
/// channel.
///
/// 1. In slot 0 every channel takes a message of its own.
/// 2. In each of the slots 1 … K−1 all channels but c₀ take another of their own. So the first messages of
///    c₀ … cₗ₋₂ stay. The first of cₗ₋₁ moves to c₀ each time, as c₀ has no more of its own.
/// 3. From slot K on, c₀ … cₗ₋₂ are full: c₀ with F₀ in front of K−1 messages Fₗ₋₁, cᵢ with K messages Fᵢ.
///    The channel cₗ₋₁ holds one message. In the slots K … 2K−2 it takes its last K−1.
/// 4. From slot 2K−1 on, all are full, and the first message of each needs the next: none moves again.
#[must_use]
pub fn deadlocking_messages(cycle: &ChannelCycle, buffers: NonZeroU32) -> Vec<Message> {
    let capacity = usize::try_from(buffers.get()).expect("a number of messages of a list");
    let last = cycle.steps().len().saturating_sub(1);
    let own = |(place, step): (usize, &CycleStep)| {
        let count = match place {
            0 => 1,
            _ if place == last => 2 * capacity - 1,
            _ => capacity,
        };
        std::iter::repeat_n(Message::new(step.channel.from, step.destination), count)
    };
    cycle.steps().iter().enumerate().rev().flat_map(own).collect()
}
