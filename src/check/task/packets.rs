//! Origins and destinations of packets, the effect of a send, and limits of counts and distances.

use crate::refusal::rejection::Rejection;

/// The origin and the destination of a packet; a copied packet goes everywhere, a combined one starts
/// everywhere, and a summed one does both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ends {
    pub(crate) from: Option<u64>,
    pub(crate) to: Option<u64>,
}

/// The effect of sending a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// It moves: the sender no longer has it.
    Personal,
    /// A copy moves: the sender keeps the packet.
    Copied,
    /// It takes along what the sender has combined so far.
    Combined,
    /// It takes along the sum that the sender has so far, and the sender keeps that sum.
    Summed,
}

/// Refuses a count of 0.
pub(crate) fn require_count(count: u64, place: impl Fn() -> String) -> Result<(), Rejection> {
    if count == 0 { Err(Rejection::ZeroCount { place: place() }) } else { Ok(()) }
}

/// Refuses distances that are not 1 ≤ K ≤ L ≤ diameter.
pub(crate) fn require_distances(min: u64, max: u64, diameter: u64) -> Result<(), Rejection> {
    if min == 0 {
        return Err(Rejection::MinZero);
    }
    if min > max {
        return Err(Rejection::MinAboveMax { min, max });
    }
    if max > diameter {
        return Err(Rejection::MaxAboveDiameter { max, diameter });
    }
    Ok(())
}
