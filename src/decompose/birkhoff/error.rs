//! Why a matrix is not decomposed.

use crate::decompose::hall::MAX_HALL_CELLS;
use thiserror::Error;

/// Most entries of all terms together.
pub(super) const MAX_ENTRIES: usize = 1 << 24;
/// Most units that are given their slots one by one.
pub(super) const MAX_UNITS: u64 = 1 << 24;

/// Why a matrix is not decomposed in the way that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BirkhoffError {
    /// No entry may be served.
    #[error("0 ports, expected at least 1")]
    NoPorts,
    /// The padded matrix would be too large.
    #[error(
        "the padded matrix would have {found} cells, expected at most {MAX_HALL_CELLS}; the method quotient has no such limit"
    )]
    TooManyCells {
        /// Its cells.
        found: u64,
    },
    /// Too many units to be given their slots one by one.
    #[error(
        "entries that add up to {found}, expected fewer than {MAX_UNITS}; the methods hall and quotient have no such limit"
    )]
    TooManyUnits {
        /// The sum of all entries.
        found: u64,
    },
    /// Too many messages with one half-duplex port.
    #[error("{found} messages with one half-duplex port, expected at most {most}")]
    TooManyMessages {
        /// The sum of all entries.
        found: u64,
        /// The most that are coloured.
        most: u64,
    },
    /// Too many messages and slots with one half-duplex port.
    #[error("{found} messages times slots with one half-duplex port, expected at most {most}")]
    TooManyTries {
        /// Messages times slots.
        found: u64,
        /// The most that are tried.
        most: u64,
    },
    /// Too many nodes and slots with one half-duplex port.
    #[error("{found} nodes times slots with one half-duplex port, expected at most {most}")]
    TooManyPlaces {
        /// Nodes times slots.
        found: u64,
        /// The most of a table.
        most: u64,
    },
    /// The slots and what the terms cost beside are too many.
    #[error("terms that cost {switching} slots each, expected fewer: together they cost 2^64 or more")]
    CostTooLarge {
        /// What a term costs beside its multiplicity.
        switching: u64,
    },
    /// The terms would be too long.
    #[error(
        "terms of more than {MAX_ENTRIES} entries together, expected fewer; a smaller matrix, or one of fewer nonzero entries"
    )]
    TooManyEntries,
}
