//! Faults of a matrix, and of the terms and claims of its certificate.

use crate::matrix::sums::MatrixSums;
use crate::refusal::located::located;
use isotask_wire::MatrixQuantity;
use std::fmt;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// The place of a cell in a matrix document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellPlace {
    /// In its row, where all rows are written.
    Cell {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
    },
    /// In the list of entries.
    Entry(usize),
    /// Not in the list of entries, as the cell is 0.
    Unlisted,
}

impl fmt::Display for CellPlace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell { row, column } => write!(out, "rows[{row}][{column}]"),
            Self::Entry(entry) => write!(out, "entries[{entry}]"),
            Self::Unlisted => out.write_str("entries"),
        }
    }
}

located! {
    /// The reason why a matrix or its certificate is refused.
    #[derive(Debug, Clone, PartialEq, Eq, Error, IntoStaticStr, VariantNames)]
    #[strum(serialize_all = "kebab-case")]
    #[non_exhaustive]
    #[expect(missing_docs, reason = "the message of every variant says what its fields mean")]
    pub enum MatrixFault {
        #[error("a row of {found} entries, expected {expected} as in the first row")]
        Ragged { row: usize, found: usize, expected: usize } at "matrix.rows[{row}]",
        #[error("entries that add up to 2^63 or more, expected less")]
        #[strum(serialize = "matrix-too-large")]
        TotalTooLarge { place: CellPlace } at "matrix.{place}",
        #[error("{found} rows or columns, expected at most {most} where entries are listed")]
        TooManyLines { found: u64, most: u64 } at "matrix.shape",
        #[error("an entry outside the shape of {rows} × {columns}")]
        OutsideShape { entry: usize, rows: usize, columns: usize } at "matrix.entries[{entry}]",
        #[error("an entry of 0, expected only those that are not 0")]
        ZeroListed { entry: usize } at "matrix.entries[{entry}]",
        #[error("an entry that does not follow the one before, expected increasing rows, and in a row increasing columns")]
        NotIncreasing { entry: usize } at "matrix.entries[{entry}]",
        #[error("{found} names, expected one for each of the {lines} {}", .key.trim_end_matches("_names").to_owned() + "s")]
        NameCount { key: &'static str, found: usize, lines: usize } at "matrix.{key}",
        #[error("0 entries in a term, expected at least 1")]
        #[strum(serialize = "ports-zero")]
        NoPorts at "ports.at-most",
        #[error("one half-duplex port, and {rows} rows and {columns} columns; expected a row and a column for each node")]
        NotSquare { rows: u64, columns: u64 } at "ports",
        #[error("a unit from node {node} to itself, which takes no slot with one half-duplex port; expected 0")]
        OwnMessage { node: usize, place: CellPlace } at "matrix.{place}",
        #[error("node {node} in two entries of a term (see also entry {first}), expected one with one half-duplex port")]
        NodeTwice { term: usize, entry: usize, node: usize, first: usize } at "terms[{term}].entries[{entry}]",
        #[error("a term that occurs 0 times, expected at least once")]
        #[strum(serialize = "times-zero")]
        ZeroTimes { term: usize } at "terms[{term}].times",
        #[error("an entry outside the matrix of {} × {}", .sums.rows, .sums.columns)]
        EntryOutside { term: usize, entry: usize, sums: MatrixSums } at "terms[{term}].entries[{entry}]",
        #[error("a second entry in {line} {index} (see also entry {first}), expected one in a term")]
        LineTwice { term: usize, entry: usize, line: &'static str, index: usize, first: usize }
            at "terms[{term}].entries[{entry}]",
        #[error("{found} entries in a term, expected at most {ports}")]
        TooManyEntries { term: usize, found: u64, ports: u64 } at "terms[{term}].entries",
        #[error("the terms add up to {found} in row {row}, column {column}, expected {expected}")]
        SumDiffers { row: usize, column: usize, found: u128, expected: u64, place: Box<CellPlace> }
            at "matrix.{place}",
        #[error("the terms cover {found} in row {row}, column {column}, expected at least {expected}")]
        NotCovered { row: usize, column: usize, found: u128, expected: u64, place: Box<CellPlace> }
            at "matrix.{place}",
        #[error("a second claim for the quantity of claim {first}, expected one")]
        #[strum(serialize = "repeated-claim")]
        RepeatedQuantity { claim: usize, first: usize } at "claims[{claim}]",
        #[error("value {found}, but the terms attain {attained}")]
        #[strum(serialize = "value-mismatch")]
        ValueDiffers { claim: usize, found: u64, attained: u64 } at "claims[{claim}].value",
        #[error("a bound by {kind} on the {}, expected one that fits", .quantity.words())]
        BoundDoesNotFit { claim: usize, kind: &'static str, quantity: MatrixQuantity }
            at "claims[{claim}].lower.kind",
        #[error("{line} {index} of {lines}, expected an index below their number")]
        NoSuchLine { claim: usize, line: &'static str, index: u64, lines: usize }
            at "claims[{claim}].lower.{line}",
        #[error("a bound by {kind}, which does not fit the ports: node and odd-set bind one half-duplex port, searches others")]
        PortsDoNotFit { claim: usize, kind: &'static str } at "claims[{claim}].lower.kind",
        #[error("{found} nodes, expected an odd number, at least 3, each once and in increasing order")]
        NoOddSet { claim: usize, found: usize } at "claims[{claim}].lower.nodes",
        #[error("a claim of slots with switching, expected the key switching in the certificate")]
        NoSwitching { claim: usize } at "claims[{claim}].quantity",
        #[error("a bound on sums of at most {found} slots, but the terms take {attained}")]
        SlotsTooFew { claim: usize, found: u64, attained: u64 } at "claims[{claim}].lower.slots",
        #[error("{terms} terms of {slots} slots together are enough, which is less than the bound")]
        LessIsPossible { claim: usize, terms: u64, slots: u64 } at "claims[{claim}].lower.value",
    }
}
