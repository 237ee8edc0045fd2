//! Moves that no schedule can do without: a packet that is carried makes as many as it is far, one that is
//! copied or combined crosses as many links as a spanning tree has.

use crate::wire::{Lower, Per};

/// Moves that no schedule can do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TransmissionBound {
    /// Whether they are those of one node or of all.
    pub per: Per,
    /// Their number.
    pub value: u128,
    /// Whether packets are carried, so that they are distances; else they reach all nodes, by the links of
    /// trees.
    pub carried: bool,
}

impl TransmissionBound {
    /// The bound as it is claimed, of all nodes of a network if a schedule says what each does.
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
