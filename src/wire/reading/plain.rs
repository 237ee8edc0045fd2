//! Reads a document whose text is in memory.

use super::strict;
use crate::document::Document;
use crate::error::{self, WireError};
use serde::de::DeserializeOwned;

/// Reads one document by the strict reader, however long it is; the result is that of [`crate::parse`].
pub(crate) fn parse_plainly<T: Document>(bytes: &[u8]) -> Result<T, WireError> {
    error::require_text(bytes)?;
    match read(bytes) {
        Ok(document) => Ok(document),
        // Tracking the path costs time, so it is done only once the document is known to be faulty.
        Err(fault) => Err(error::locate::<T>(bytes, &fault)),
    }
}

/// Reads a value strictly, to the end of the text.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = strict::read(&mut reader, None)?;
    reader.end()?;
    Ok(value)
}
