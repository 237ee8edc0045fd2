//! The text of a file: its encoding, and its lines.

use super::TableFault;

/// A file as text, without a byte order mark.
#[derive(Debug, Clone, Copy)]
pub(in crate::grammar) struct Text<'a> {
    pub(in crate::grammar) whole: &'a str,
}

/// A line that is neither empty nor a comment.
#[derive(Debug, Clone, Copy)]
pub(in crate::grammar) struct Line<'a> {
    /// From 1.
    pub(in crate::grammar) number: usize,
    /// Without blanks around it.
    pub(in crate::grammar) text: &'a str,
}

impl<'a> Text<'a> {
    /// Takes bytes as UTF-8, with or without a byte order mark.
    ///
    /// # Errors
    /// [`TableFault::NotText`] with the line of the first byte that is no UTF-8, and [`TableFault::Encoding`]
    /// of UTF-16.
    pub(in crate::grammar) fn new(bytes: &'a [u8]) -> Result<Self, TableFault> {
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) || is_utf16(bytes) {
            return Err(TableFault::Encoding);
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        match std::str::from_utf8(bytes) {
            Ok(whole) => Ok(Self { whole }),
            Err(fault) => {
                let before = std::str::from_utf8(&bytes[..fault.valid_up_to()]).unwrap_or_default();
                Err(TableFault::NotText { line: line_ends(before) + 1 })
            }
        }
    }

    /// Returns the nonempty lines, without those that begin with `#` or `%`.
    pub(in crate::grammar) fn lines(self) -> impl Iterator<Item = Line<'a>> + Clone {
        self.lines_but(&['#', '%'])
    }

    /// Returns the nonempty lines, without those that begin with one of these letters.
    pub(in crate::grammar) fn lines_but(
        self,
        comments: &'static [char],
    ) -> impl Iterator<Item = Line<'a>> + Clone {
        // Concatenated files have a byte order mark at the beginning of each.
        let bare = |line: &'a str| line.trim().trim_start_matches('\u{feff}').trim();
        let lines = (1..).zip(raw_lines(self.whole).map(bare));
        let lines = lines.filter(move |(_, text)| !text.is_empty() && !text.starts_with(comments));
        lines.map(|(number, text)| Line { number, text })
    }

    /// Returns the first nonempty line, which may be a comment.
    pub(in crate::grammar) fn first_line(self) -> &'a str {
        raw_lines(self.whole).map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
    }
}

/// Splits a text at the ends of lines: a line feed, a carriage return, or both.
pub(in crate::grammar) fn raw_lines(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// Counts the ends of lines in a text.
pub(in crate::grammar) fn line_ends(text: &str) -> usize {
    raw_lines(text).count() - 1
}

/// Returns whether every second byte at the beginning is 0, as in UTF-16 without a byte order mark.
fn is_utf16(bytes: &[u8]) -> bool {
    let start = bytes.get(..8).unwrap_or_default();
    let zeros = |first: usize| start.iter().skip(first).step_by(2).all(|&byte| byte == 0);
    !start.is_empty() && (zeros(0) != zeros(1))
}

/// Returns the name of a line in messages.
pub(in crate::grammar) fn place(line: usize) -> String {
    format!("line {line}")
}
