//! Reads numbers.

use super::error::GrammarError;

/// Reads an integer; errors name it `what`.
///
/// # Errors
/// [`GrammarError::Number`].
pub fn number(word: &str, what: &str) -> Result<u64, GrammarError> {
    word.parse().map_err(|_| GrammarError::Number { what: what.to_owned(), word: word.to_owned() })
}
