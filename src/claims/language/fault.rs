//! The faults of formulas, with their places.

use super::{
    MAX_HELD_PLACES, MAX_LIST_DEPTH, MAX_LIST_ITEMS, MAX_NUMBER_BITS, MAX_OPERATORS_IN_ROW, MAX_ROOTS,
    MAX_TEXT_BYTES,
};
use thiserror::Error;

/// A fault of a formula.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormulaFault {
    /// The text is no formula.
    #[error("expected {}, found {}", quoted(.expected), found(.at))]
    Syntax {
        /// The text from the fault on.
        at: String,
        /// The expected text.
        expected: &'static str,
    },
    /// An unknown name.
    #[error("\"{0}\" is not known")]
    Unknown(String),
    /// A function with a wrong number of arguments.
    #[error("{name} takes {expected} arguments, found {found}")]
    Arguments {
        /// The function.
        name: String,
        /// The number that it takes.
        expected: usize,
        /// The number that is given.
        found: usize,
    },
    /// A value of the wrong kind.
    #[error("{expected} expected, found {found}")]
    Kind {
        /// The expected kind.
        expected: &'static str,
        /// The value that was found.
        found: String,
    },
    /// A value for which a function is not defined.
    #[error("{0}")]
    Undefined(String),
    /// A number of too many digits.
    #[error("a number of more than {MAX_NUMBER_BITS} binary digits")]
    Digits,
    /// A square root that cannot be represented.
    #[error("√({0}) is not taken: under a root stands less than 2^64, as a/b = ab/b², or a square")]
    Root(String),
    /// A sum of too many square roots.
    #[error("a sum of more than {MAX_ROOTS} square roots")]
    Roots,
    /// A formula that takes too long.
    #[error("more than {0} steps")]
    Steps(u64),
    /// Definitions that call each other too deep, or brackets in too many brackets.
    #[error("more than {0} levels")]
    Levels(usize),
    /// Too many operators in a row.
    #[error(
        "more than {MAX_OPERATORS_IN_ROW} operators in a row; brackets, sum(…) or a definition part them"
    )]
    Terms,
    /// A formula of too many letters.
    #[error("a formula of more than {MAX_TEXT_BYTES} bytes")]
    Length,
    /// Lists in too many lists.
    #[error("lists in lists to more than {MAX_LIST_DEPTH} levels")]
    Depth,
    /// A list of too many items.
    #[error("a list of more than {MAX_LIST_ITEMS} values")]
    Items,
    /// A text of too many letters.
    #[error("a text of more than {MAX_TEXT_BYTES} bytes")]
    Letters,
    /// Values that take too much memory together.
    #[error("values that take more than {MAX_HELD_PLACES} places of memory, of 32 bytes each")]
    Memory,
}

/// A fault at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::claims) struct FaultAt {
    pub(in crate::claims) fault: FormulaFault,
    /// The formula, as a path in its document; empty until it is known.
    pub(in crate::claims) place: String,
    /// The byte of the formula, from 1.
    pub(in crate::claims) column: usize,
}

impl From<FormulaFault> for Box<FaultAt> {
    fn from(fault: FormulaFault) -> Self {
        Self::new(FaultAt { fault, place: String::new(), column: 0 })
    }
}

impl FaultAt {
    /// Adds the place, unless the fault has one of an inner formula already.
    #[expect(clippy::unnecessary_box_returns, reason = "results are small so")]
    pub(in crate::claims) fn at(mut self: Box<Self>, place: &str, column: usize) -> Box<Self> {
        if self.column == 0 {
            (self.place, self.column) = (place.to_owned(), column);
        }
        self
    }
}

/// Puts a sign into quotes, so that it is not read as punctuation of the sentence; returns words unchanged.
fn quoted(expected: &str) -> String {
    if expected.chars().any(char::is_alphabetic) { expected.to_owned() } else { format!("\"{expected}\"") }
}

/// Quotes the beginning of the rest of a formula.
fn found(at: &str) -> String {
    if at.is_empty() { "its end".to_owned() } else { format!("\"{at}\"") }
}
