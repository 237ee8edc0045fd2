//! What can be wrong with a formula.

use thiserror::Error;

/// What is wrong with a formula, and how it begins where that is.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormulaFault {
    /// The text is no formula.
    #[error("expected {}, found {}", quoted(.expected), found(.at))]
    Syntax {
        /// The text from the fault on.
        at: String,
        /// What should stand there.
        expected: &'static str,
    },
    /// A name that nothing has.
    #[error("\"{0}\" is not known")]
    Unknown(String),
    /// A function with a wrong number of arguments.
    #[error("{name} takes {expected} arguments, found {found}")]
    Arguments {
        /// The function.
        name: String,
        /// How many it takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A value of the wrong kind.
    #[error("{expected} expected, found {found}")]
    Kind {
        /// What was expected.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// A value for which a function is not defined.
    #[error("{0}")]
    Undefined(String),
    /// A number of too many digits.
    #[error("a number of more than 65536 binary digits")]
    Digits,
    /// A formula that takes too long.
    #[error("more than {0} steps")]
    Steps(u64),
    /// Definitions that call each other too deep, or brackets in too many brackets.
    #[error("more than {0} levels")]
    Levels(usize),
}

/// A mark in quotes, so that it is not taken for one of the sentence; words as they are.
fn quoted(expected: &str) -> String {
    if expected.chars().any(char::is_alphabetic) { expected.to_owned() } else { format!("\"{expected}\"") }
}

/// How the rest of a formula begins.
fn found(at: &str) -> String {
    if at.is_empty() { "its end".to_owned() } else { format!("\"{at}\"") }
}
