//! The result of reading a matrix from text, and its errors.

use crate::wire::MatrixDocument;
use thiserror::Error;

/// Most cells of a matrix that is read with all its entries.
pub(super) const MAX_CELLS: usize = 1 << 24;
/// Most rows, and most columns, of a matrix of which only the entries that are not 0 are read.
pub(super) const MAX_LINES: usize = 1 << 22;

/// A matrix, and how its text was interpreted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadMatrix {
    /// The matrix.
    pub document: MatrixDocument,
    /// The format that was recognized, such as `table with commas, header, row names`.
    pub read_as: String,
}

/// Why a text is no matrix of nonnegative integers.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
#[non_exhaustive]
pub struct MatrixTextFault {
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
    /// A message with what was found and expected.
    pub message: String,
}

impl MatrixTextFault {
    pub(in crate::grammar) fn new(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self { line, column, message: message.into() }
    }
}

/// Returns the first 40 characters of a word, quoted for a message.
pub(super) fn shown(word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((end, _)) => format!("{:?}…", &word[..end]),
        None => format!("{word:?}"),
    }
}

/// Adds an entry to a sum that must stay below 2⁶³.
pub(super) fn add(total: &mut u64, entry: u64, line: usize, column: usize) -> Result<(), MatrixTextFault> {
    let sum = total.checked_add(entry).filter(|&sum| sum < 1 << 63);
    let message = "the entries up to here add up to 2^63 or more, expected less";
    *total = sum.ok_or_else(|| MatrixTextFault::new(line, column, message))?;
    Ok(())
}
