//! What can be wrong with a text before its numbers are looked at, and where.

use super::Document;
use serde_json::error::Category;
use thiserror::Error;

/// The kind of a fault; its name is the reason of refusal in `models/reject`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireErrorKind {
    /// The bytes are not UTF-8.
    NotUtf8,
    /// The text ends before the document does.
    Truncated,
    /// The text is not JSON.
    Syntax,
    /// Lists or objects are nested deeper than any document of ours.
    TooDeep,
    /// The key `format` holds another format.
    WrongFormat,
    /// A key that the object does not have.
    UnknownKey,
    /// A key that the object needs.
    MissingKey,
    /// A key that stands twice.
    RepeatedKey,
    /// A value of the wrong type, or a number outside the type.
    WrongValue,
}

impl WireErrorKind {
    /// The reason as it stands in file names and in `--json`.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::NotUtf8 => "not-utf8",
            Self::Truncated => "truncated",
            Self::Syntax => "syntax",
            Self::TooDeep => "too-deep",
            Self::WrongFormat => "wrong-format",
            Self::UnknownKey => "unknown-key",
            Self::MissingKey => "missing-key",
            Self::RepeatedKey => "repeated-key",
            Self::WrongValue => "wrong-value",
        }
    }
}

/// A fault of a text with its place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}{}: {message}", place(.path))]
#[non_exhaustive]
pub struct WireError {
    /// The kind of the fault.
    pub kind: WireErrorKind,
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1; 0 at the very end of a line.
    pub column: usize,
    /// JSON path such as `task.packets[3].count`, empty for the document as a whole.
    pub path: String,
    /// What was found and what was expected.
    pub message: String,
}

fn place(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!(", at {path}") }
}

/// Refuses bytes that are not UTF-8 text, and a byte order mark.
pub(super) fn require_text(bytes: &[u8]) -> Result<(), WireError> {
    let at = |offset: usize, kind, message: &str| {
        let before = &bytes[..offset];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let column = offset - before.iter().rposition(|&b| b == b'\n').map_or(0, |p| p + 1) + 1;
        WireError { kind, line, column, path: String::new(), message: message.to_owned() }
    };
    if bytes.starts_with(&[0xEF, 0xBB, 0xBF]) {
        return Err(at(0, WireErrorKind::Syntax, "byte order mark; expected plain UTF-8 text"));
    }
    match std::str::from_utf8(bytes) {
        Ok(_) => Ok(()),
        Err(fault) => Err(at(
            fault.valid_up_to(),
            WireErrorKind::NotUtf8,
            "bytes that are not UTF-8; expected a JSON text in UTF-8",
        )),
    }
}

/// Reads the faulty document once more, keeping track of the JSON path.
pub(super) fn locate<T: Document>(bytes: &[u8], fault: &serde_json::Error) -> WireError {
    let plain = locate_plain(fault);
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    match serde_path_to_error::deserialize::<_, T>(&mut reader) {
        Ok(_) => plain,
        Err(tracked) => {
            let path = tracked.path().to_string();
            WireError { path: if path == "." { String::new() } else { path }, ..plain }
        }
    }
}

/// Translates serde_json's error, without a path.
pub(super) fn locate_plain(fault: &serde_json::Error) -> WireError {
    let text = fault.to_string();
    let message = text.split(" at line ").next().unwrap_or(&text).to_owned();
    WireError {
        kind: classify(fault.classify(), &message),
        line: fault.line(),
        column: fault.column(),
        path: String::new(),
        message,
    }
}

/// serde reports the kind of a data error only in its text; the tests hold these beginnings fast.
fn classify(category: Category, message: &str) -> WireErrorKind {
    let begins = |start: &str| message.starts_with(start);
    match category {
        Category::Eof => WireErrorKind::Truncated,
        Category::Io => WireErrorKind::Syntax,
        Category::Syntax if begins("recursion limit") => WireErrorKind::TooDeep,
        Category::Syntax => WireErrorKind::Syntax,
        Category::Data if begins("wrong format") => WireErrorKind::WrongFormat,
        Category::Data if begins("unknown field") => WireErrorKind::UnknownKey,
        Category::Data if begins("missing field") => WireErrorKind::MissingKey,
        Category::Data if begins("duplicate field") => WireErrorKind::RepeatedKey,
        Category::Data => WireErrorKind::WrongValue,
    }
}
