//! What can be wrong with a matrix, and with the terms and claims of its certificate.

use crate::matrix::sums::MatrixSums;
use isotask_wire::MatrixQuantity;
use thiserror::Error;

/// Why a matrix or its certificate is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message of every variant says what its fields mean")]
pub enum MatrixFault {
    #[error("a row of {found} entries, expected {expected} as in the first row")]
    Ragged { row: usize, found: usize, expected: usize },
    #[error("entries that add up to 2^63 or more, expected less")]
    TotalTooLarge { row: usize, column: usize },
    #[error("{found} names, expected one for each of the {lines} {}", .key.trim_end_matches("_names").to_owned() + "s")]
    NameCount { key: &'static str, found: usize, lines: usize },
    #[error("0 entries in a term, expected at least 1")]
    NoPorts,
    #[error("one half-duplex port, which a matrix does not know; expected all, one or at most k")]
    HalfDuplex,
    #[error("a term that occurs 0 times, expected at least once")]
    ZeroTimes { term: usize },
    #[error("an entry outside the matrix of {} × {}", .sums.rows, .sums.columns)]
    EntryOutside { term: usize, entry: usize, sums: MatrixSums },
    #[error("a second entry in {line} {index} (see also entry {first}), expected one in a term")]
    LineTwice { term: usize, entry: usize, line: &'static str, index: usize, first: usize },
    #[error("{found} entries in a term, expected at most {ports}")]
    TooManyEntries { term: usize, found: u64, ports: u64 },
    #[error("the terms add up to {found} here, expected {expected}")]
    SumDiffers { row: usize, column: usize, found: u128, expected: u64 },
    #[error("the terms cover {found} here, expected at least {expected}")]
    NotCovered { row: usize, column: usize, found: u128, expected: u64 },
    #[error("a second claim for the quantity of claim {first}, expected one")]
    RepeatedQuantity { claim: usize, first: usize },
    #[error("value {found}, but the terms attain {attained}")]
    ValueDiffers { claim: usize, found: u64, attained: u64 },
    #[error("a bound by {kind} on the {}, expected one that fits", .quantity.words())]
    BoundDoesNotFit { claim: usize, kind: &'static str, quantity: MatrixQuantity },
    #[error("{line} {index} of {lines}, expected an index below their number")]
    NoSuchLine { claim: usize, line: &'static str, index: u64, lines: usize },
    #[error("a claim of slots with switching, expected the key switching in the certificate")]
    NoSwitching { claim: usize },
    #[error("a bound on sums of at most {found} slots, but the terms take {attained}")]
    SlotsTooFew { claim: usize, found: u64, attained: u64 },
    #[error("{terms} terms of {slots} slots together are enough, which is less than the bound")]
    LessIsPossible { claim: usize, terms: u64, slots: u64 },
}

impl MatrixFault {
    /// Names the reason in one word.
    pub(crate) fn reason(&self) -> &'static str {
        match self {
            Self::Ragged { .. } => "ragged",
            Self::TotalTooLarge { .. } => "matrix-too-large",
            Self::NameCount { .. } => "name-count",
            Self::NoPorts => "ports-zero",
            Self::HalfDuplex => "half-duplex",
            Self::ZeroTimes { .. } => "times-zero",
            Self::EntryOutside { .. } => "entry-outside",
            Self::LineTwice { .. } => "line-twice",
            Self::TooManyEntries { .. } => "too-many-entries",
            Self::SumDiffers { .. } => "sum-differs",
            Self::RepeatedQuantity { .. } => "repeated-claim",
            Self::ValueDiffers { .. } => "value-mismatch",
            Self::BoundDoesNotFit { .. } => "bound-does-not-fit",
            Self::NoSuchLine { .. } => "no-such-line",
            Self::NotCovered { .. } => "not-covered",
            Self::NoSwitching { .. } => "no-switching",
            Self::SlotsTooFew { .. } => "slots-too-few",
            Self::LessIsPossible { .. } => "less-is-possible",
        }
    }

    /// Gives the JSON path in a certificate.
    pub(crate) fn place(&self) -> String {
        match self {
            Self::Ragged { row, .. } => format!("matrix.rows[{row}]"),
            Self::TotalTooLarge { row, column }
            | Self::SumDiffers { row, column, .. }
            | Self::NotCovered { row, column, .. } => format!("matrix.rows[{row}][{column}]"),
            Self::NameCount { key, .. } => format!("matrix.{key}"),
            Self::NoPorts => "ports.at-most".to_owned(),
            Self::HalfDuplex => "ports".to_owned(),
            Self::ZeroTimes { term } => format!("terms[{term}].times"),
            Self::EntryOutside { term, entry, .. } | Self::LineTwice { term, entry, .. } => {
                format!("terms[{term}].entries[{entry}]")
            }
            Self::TooManyEntries { term, .. } => format!("terms[{term}].entries"),
            Self::RepeatedQuantity { claim, .. } => format!("claims[{claim}]"),
            Self::ValueDiffers { claim, .. } => format!("claims[{claim}].value"),
            Self::BoundDoesNotFit { claim, .. } => format!("claims[{claim}].lower.kind"),
            Self::NoSwitching { claim } => format!("claims[{claim}].quantity"),
            Self::SlotsTooFew { claim, .. } => format!("claims[{claim}].lower.slots"),
            Self::LessIsPossible { claim, .. } => format!("claims[{claim}].lower.value"),
            Self::NoSuchLine { claim, line, .. } => format!("claims[{claim}].lower.{line}"),
        }
    }
}
