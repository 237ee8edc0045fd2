//! Numbers as people write them.

use crate::cli::terminal::failure::Failure;

/// An integer; a fault is told of `what`.
pub(crate) fn number(word: &str, what: &str) -> Result<u64, Failure> {
    word.parse()
        .map_err(|_| Failure::usage(format!("{what}: \"{word}\", expected an integer from 0 to 2^64 - 1")))
}
