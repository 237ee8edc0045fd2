//! A move in a replay.

/// A move of a packet from a node to a neighbour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Hop {
    /// Its place in the slot.
    pub(crate) index: usize,
    /// Index of the packet.
    pub(crate) packet: usize,
    /// The node that sends.
    pub(crate) from: u64,
    /// The node that receives.
    pub(crate) to: u64,
}
