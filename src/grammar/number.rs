//! Numbers as people write them.

use super::error::GrammarError;

/// An integer; a fault is told of `what`.
///
/// # Errors
/// [`GrammarError::Number`].
pub fn number(word: &str, what: &str) -> Result<u64, GrammarError> {
    word.parse().map_err(|_| GrammarError::Number { what: what.to_owned(), word: word.to_owned() })
}
