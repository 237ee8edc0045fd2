//! Text of lines and columns: encodings, separators, names of columns, numbers with units.

pub(super) mod amount;
pub(super) mod columns;
pub(super) mod ends;
pub(super) mod fields;
pub(super) mod number;
pub(super) mod text;

use thiserror::Error;

/// Why a text has no lines of fields.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TableFault {
    /// The bytes are not UTF-8.
    #[error(
        "line {line}: bytes that are not UTF-8, expected plain text; of text from Windows: iconv -f WINDOWS-1252 -t UTF-8 FILE"
    )]
    NotText {
        /// The line, from 1.
        line: usize,
    },
    /// The text is in UTF-16.
    #[error("text in UTF-16, expected UTF-8: iconv -f UTF-16 -t UTF-8 FILE")]
    Encoding,
    /// A quotation mark or bracket is not closed.
    #[error("line {line}: a quotation mark or bracket is not closed")]
    Unclosed {
        /// The line, from 1.
        line: usize,
    },
}
