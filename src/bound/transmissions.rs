//! Bounds the number of moves: a carried packet makes as many as its distance, and a copied or combined
//! packet crosses as many links as a spanning tree has.

use crate::wire::{Lower, Per};

/// A lower bound on the number of moves of a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TransmissionBound {
    /// Whether the moves are those of one node or of all nodes.
    pub per: Per,
    /// The least number of moves.
    pub value: u128,
    /// Whether packets are carried, so that moves are distances; otherwise packets reach all nodes by the
    /// links of trees.
    pub carried: bool,
}

impl TransmissionBound {
    /// Returns the bound as it is claimed: of all nodes if a schedule lists the moves of each (`per`).
    #[must_use]
    pub fn of(self, per: Per, nodes: u64) -> Lower {
        let every = self.per == Per::Node && per == Per::Network;
        let value = if every { self.value * u128::from(nodes) } else { self.value };
        if self.carried {
            return Lower::Distances { value };
        }
        Lower::Spanning { value: u64::try_from(value).unwrap_or(u64::MAX) }
    }
}
