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
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            return Err(TableFault::Encoding);
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        match std::str::from_utf8(bytes) {
            Ok(whole) => Ok(Self { whole }),
            Err(fault) => {
                let line = bytes[..fault.valid_up_to()].split(|&byte| byte == b'\n').count();
                Err(TableFault::NotText { line })
            }
        }
    }

    /// Returns the lines that hold something, without those that begin with `#` or `%`.
    pub(in crate::grammar) fn lines(self) -> impl Iterator<Item = Line<'a>> + Clone {
        self.lines_but(&['#', '%'])
    }

    /// Returns the lines that hold something, without those that begin with one of these letters.
    pub(in crate::grammar) fn lines_but(
        self,
        comments: &'static [char],
    ) -> impl Iterator<Item = Line<'a>> + Clone {
        let lines = (1..).zip(self.whole.split('\n').map(str::trim));
        let lines = lines.filter(move |(_, text)| !text.is_empty() && !text.starts_with(comments));
        lines.map(|(number, text)| Line { number, text })
    }

    /// Returns the first line that holds something, comments too.
    pub(in crate::grammar) fn first_line(self) -> &'a str {
        self.whole.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
    }
}

/// Returns how a message names a line.
pub(in crate::grammar) fn place(line: usize) -> String {
    format!("line {line}")
}
