//! Orders messages that all may start in the first slot.

use super::message::{Destination, Message};
use crate::graph::{Random, mix64};
use crate::model::Node;

/// An order of messages: if several messages want one buffer, the earliest in the order goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArrivalOrder {
    /// By source, then by destination.
    BySource,
    /// The other way round.
    Reversed,
    /// In rounds: first every node's broadcasts, then its message to the node that comes next, then to the
    /// one after it, and so on round.
    Rotating,
    /// In an arbitrary order that is reproducible from its seed.
    Random {
        /// The seed of the order.
        seed: u64,
    },
}

impl ArrivalOrder {
    /// Returns the word that stands in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BySource => "by-source",
            Self::Reversed => "reversed",
            Self::Rotating => "rotating",
            Self::Random { .. } => "random",
        }
    }

    /// Puts messages of a network of n nodes into this order; equal ones stay side by side, except in a
    /// random one.
    ///
    /// # Complexity
    /// O(M log M) for M messages.
    pub fn arrange(self, nodes: u64, messages: &mut [Message]) {
        messages.sort_by(|a, b| (a.source, &a.destination).cmp(&(b.source, &b.destination)));
        match self {
            Self::BySource => {}
            Self::Reversed => messages.reverse(),
            Self::Rotating => messages.sort_by_key(|message| {
                let ahead = |to: Node| (to.0 + nodes - message.source.0) % nodes;
                let round = match message.destination {
                    Destination::Node(to) => ahead(to),
                    Destination::Nodes(_) => 0,
                };
                (round, message.source)
            }),
            Self::Random { seed } => {
                let mut random = Random::new(mix64(seed));
                messages.sort_by_cached_key(|_| random.number());
            }
        }
    }
}
