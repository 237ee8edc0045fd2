//! What a document is known by.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Computes the SHA-256 of a document, in hexadecimal: who cites a certificate says by it which one is meant.
///
/// # Complexity
/// O(bytes).
///
/// # Examples
/// ```
/// let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
/// assert_eq!(isotask_check::sha256(b""), empty);
/// ```
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        // A string takes any text.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
