//! Where packets start and go, what becomes of them when they are sent, and how many there may be.

use crate::refusal::rejection::Rejection;

/// Where a packet starts and where it goes; a copied packet goes everywhere, a combined one starts
/// everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ends {
    pub(crate) from: Option<u64>,
    pub(crate) to: Option<u64>,
}

/// What becomes of a packet that is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// It moves: the sender has it no more.
    Personal,
    /// A copy goes.
    Copied,
    /// It takes along what the sender has combined so far.
    Combined,
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
