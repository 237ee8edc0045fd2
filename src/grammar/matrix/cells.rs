//! The fields of a table of numbers.

use crate::grammar::table::fields::{Part, unquoted};
use crate::grammar::table::number::{Word, word};

/// A field of a line.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) text: String,
    /// In bytes, from 1.
    pub(super) column: usize,
    pub(super) word: Word,
    pub(super) is_quoted: bool,
}

impl Field {
    pub(super) fn new(part: &Part<'_>) -> Self {
        let text = unquoted(part.text);
        let is_quoted = text.len() != part.text.len();
        Self { column: part.column, word: word(&text), text, is_quoted }
    }

    /// Returns whether it begins like a number but is none: `50%`, `1;2`, a date.
    pub(super) fn is_spoilt_number(&self) -> bool {
        !self.is_quoted
            && !self.word.is_number()
            && self.text.starts_with(|letter: char| letter.is_ascii_digit())
    }

    /// Returns whether it holds another separator and a digit: `a;1`.
    pub(super) fn is_cut_elsewhere(&self) -> bool {
        !self.is_quoted
            && self.text.contains([',', ';', '\t'])
            && self.text.contains(|letter: char| letter.is_ascii_digit())
    }
}

/// A line that is neither empty nor a comment.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) number: usize,
    pub(super) fields: Vec<Field>,
}
