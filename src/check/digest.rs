//! The SHA-256 digest by which a document is cited.

use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::io::{self, Read};

/// Computes the SHA-256 of a document, in hexadecimal; a citation of a certificate identifies it by this
/// digest.
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
    hexadecimal(Sha256::digest(bytes))
}

fn hexadecimal(digest: impl IntoIterator<Item = u8>) -> String {
    let mut text = String::with_capacity(64);
    for byte in digest {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// A source whose digest is computed while it is read.
#[derive(Debug)]
pub struct Digested<R> {
    source: R,
    digest: Sha256,
}

impl<R> Digested<R> {
    /// Wraps a source of which nothing has been read yet.
    pub fn new(source: R) -> Self {
        Self { source, digest: Sha256::new() }
    }

    /// Returns the SHA-256 of what was read, in hexadecimal.
    #[must_use]
    pub fn sha256(self) -> String {
        hexadecimal(self.digest.finalize())
    }
}

impl<R: Read> Read for Digested<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.source.read(buffer)?;
        self.digest.update(buffer.get(..bytes).unwrap_or_default());
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_in_parts_gives_all_bytes_and_their_digest() {
        let bytes: Vec<u8> = (0..100_000_u32).map(|number| number.to_le_bytes()[1]).collect();
        let mut source = Digested::new(bytes.as_slice().take(70_000).chain(&bytes[70_000..]));
        let mut read = Vec::new();
        assert_eq!(source.read_to_end(&mut read).expect("memory"), bytes.len());
        assert_eq!(read, bytes);
        assert_eq!(source.sha256(), sha256(&bytes));
    }
}
