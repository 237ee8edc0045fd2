//! The reasons why no rate is computed.

use std::fmt;

/// The reason why no rate is computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RateFault {
    /// The task is an allreduce, whose sums are no packets.
    Allreduce,
    /// The packets differ in length or start.
    Parcels,
    /// A port sends or receives, but not both, and the moves of a period need more slots than they fill.
    HalfDuplex,
    /// There are no packets.
    NoPackets,
    /// The network is too large: nodes with packets, times links, of all that no symmetry takes to one
    /// another.
    TooManyLooks {
        /// This product.
        found: u64,
        /// The most.
        most: u64,
    },
    /// The numbers of packets or capacities are too large.
    TooLarge,
}

impl fmt::Display for RateFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Allreduce => out.write_str(
                "an allreduce, which has no rate here, expected reduce-scatter and allgather, one after the other",
            ),
            Self::Parcels => out.write_str(
                "packets that differ in length or start, expected equal ones",
            ),
            Self::HalfDuplex => out.write_str(
                "one half-duplex port, expected ports that send and receive in the same slot: all, one or a number",
            ),
            Self::NoPackets => out.write_str("a task without packets, expected one or more"),
            Self::TooManyLooks { found, most } => write!(
                out,
                "senders times links are about {found}, expected at most {most}: senders of copies, or those that no symmetry takes to one another"
            ),
            Self::TooLarge => out.write_str(
                "a network, packets or capacities that are too large for a rate, expected smaller ones",
            ),
        }
    }
}

impl RateFault {
    /// Names the reason in one word.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Allreduce => "allreduce",
            Self::Parcels => "parcels",
            Self::HalfDuplex => "half-duplex",
            Self::NoPackets => "no-packets",
            Self::TooManyLooks { .. } | Self::TooLarge => "too-large",
        }
    }
}

impl std::error::Error for RateFault {}
