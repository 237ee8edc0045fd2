//! The faults that reading finds in a text before its numbers are interpreted, with their places.

use super::document::Document;
use crate::reading::hint::suggest;
use crate::reading::strict;
use crate::reading::track::{Step, Track, Written};
use serde_json::error::Category;
use thiserror::Error;

/// Levels of lists and objects that a document may have; ours have at most eight.
const MAX_LEVELS: usize = 128;

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
    /// Returns the reason as it stands in file names and in `--json`.
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
    /// Column in bytes, from 1.
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
        let (line, column) = line_and_column(bytes, offset);
        WireError { kind, line, column, path: String::new(), message: message.to_owned() }
    };
    if bytes.starts_with(&[0xEF, 0xBB, 0xBF]) {
        return Err(at(0, WireErrorKind::Syntax, "found a byte order mark, expected plain UTF-8 text"));
    }
    match std::str::from_utf8(bytes) {
        Ok(_) => Ok(()),
        Err(fault) => Err(at(
            fault.valid_up_to(),
            WireErrorKind::NotUtf8,
            "found bytes that are not UTF-8, expected a JSON text in UTF-8",
        )),
    }
}

/// Reads the faulty document once more, keeping track of the JSON path.
pub(super) fn locate<T: Document>(bytes: &[u8], fault: &serde_json::Error) -> WireError {
    let track = Track::default();
    match read_tracked::<T>(bytes, &track) {
        Err(_) => describe_at(bytes, fault, &track.path()),
        Ok(_) => locate_plain(bytes, fault),
    }
}

/// Reads a document, keeping track of the JSON path.
pub(super) fn read_tracked<T: Document>(bytes: &[u8], track: &Track) -> Result<T, serde_json::Error> {
    track.restart();
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = strict::read(&mut reader, Some(track))?;
    reader.end()?;
    Ok(value)
}

/// Translates `serde_json`'s error at a place.
pub(super) fn describe_at(bytes: &[u8], fault: &serde_json::Error, place: &[Step]) -> WireError {
    let plain = locate_plain(bytes, fault);
    if plain.kind == WireErrorKind::TooDeep {
        return plain;
    }
    let path = Written(place).to_string();
    WireError { path: visible(&shortened(path.trim_end_matches('.'), 200)), ..plain }
}

/// Translates `serde_json`'s error, without a path.
pub(super) fn locate_plain(bytes: &[u8], fault: &serde_json::Error) -> WireError {
    if let Some(place) = too_deep(bytes) {
        return place;
    }
    let (mut line, mut column) = (fault.line(), fault.column());
    let text = fault.to_string();
    let place = format!(" at line {line} column {column}");
    let text = text.strip_suffix(&place).unwrap_or(&text);
    if line == 0 {
        // A fault of the document as a whole is found, like that of any object, at its closing brace.
        let end = bytes.trim_ascii_end().len().saturating_sub(1);
        (line, column) = line_and_column(bytes, end);
    }
    let kind = classify(fault.classify(), text);
    // serde_json counts the bytes it has taken, so nothing taken yet is column 0.
    let column = column.max(1);
    WireError { kind, line, column, path: String::new(), message: visible(&with_hint(text)) }
}

/// Returns line and column, both from 1, of the byte at `offset`.
fn line_and_column(bytes: &[u8], offset: usize) -> (usize, usize) {
    let before = &bytes[..offset];
    let line = before.split(|&b| b == b'\n').count();
    let column = offset - before.iter().rposition(|&b| b == b'\n').map_or(0, |p| p + 1) + 1;
    (line, column)
}

/// Looks for a bracket that opens more than [`MAX_LEVELS`] levels. No valid document is as deep, so only
/// faulty ones are searched.
fn too_deep(bytes: &[u8]) -> Option<WireError> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (offset, &byte) in bytes.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_LEVELS {
            let (line, column) = line_and_column(bytes, offset);
            let message = format!("found lists and objects too deep, expected at most {MAX_LEVELS} levels");
            let kind = WireErrorKind::TooDeep;
            return Some(WireError { kind, line, column, path: String::new(), message });
        }
    }
    None
}

/// Classifies an error of serde, which tells the kind of a data error only in its text; tests check these.
fn classify(category: Category, text: &str) -> WireErrorKind {
    let begins = |start: &str| text.starts_with(start);
    match category {
        Category::Eof => WireErrorKind::Truncated,
        Category::Syntax if begins("number out of range") => WireErrorKind::WrongValue,
        Category::Io | Category::Syntax => WireErrorKind::Syntax,
        Category::Data if begins("wrong format") => WireErrorKind::WrongFormat,
        Category::Data if begins("unknown field") => WireErrorKind::UnknownKey,
        Category::Data if begins("missing field") => WireErrorKind::MissingKey,
        Category::Data if begins("duplicate field") => WireErrorKind::RepeatedKey,
        Category::Data => WireErrorKind::WrongValue,
    }
}

/// Returns a message in plain words, with the word that was probably meant.
fn with_hint(text: &str) -> String {
    let plain = plain_words(text);
    match text.rsplit_once(", expected ").and_then(|(found, expected)| hint(found, expected)) {
        Some(meant) => format!("{plain}; did you mean {meant}?"),
        None => plain,
    }
}

/// Returns the word that was probably meant by one that stands between quotation marks or backticks.
fn hint(found: &str, expected: &str) -> Option<String> {
    let known: Vec<&str> = expected.split(['`', '"']).skip(1).step_by(2).collect();
    if known.len() < 2 {
        return None;
    }
    let word = found.split(['`', '"']).nth(1)?;
    let is_word = ["unknown field ", "unknown variant ", "invalid value: string "];
    is_word.iter().any(|start| found.starts_with(start)).then(|| suggest(word, &known)).flatten()
}

/// Translates a message of serde or `serde_json`, which is for programmers, into words for everybody.
fn plain_words(text: &str) -> String {
    if let Some(rest) = text.strip_prefix("unknown field ") {
        let (key, expected) = rest.rsplit_once(", expected ").unwrap_or((rest, "no further key"));
        return format!("found the unknown key {}, expected {}", quoted(key), requoted(expected));
    }
    if let Some(key) = text.strip_prefix("missing field ") {
        return format!("missing key, expected {}", requoted(key));
    }
    if let Some(key) = text.strip_prefix("duplicate field ") {
        return format!("found the key {} a second time, expected it once", requoted(key));
    }
    if let Some(rest) = text.strip_prefix("unknown variant ") {
        let (word, expected) = rest.rsplit_once(", expected ").unwrap_or((rest, "another word"));
        return format!("found {}, expected {}", quoted(word), requoted(expected));
    }
    if let Some(rest) = text.strip_prefix("wrong format ") {
        let (found, expected) = rest.rsplit_once(", expected ").unwrap_or((rest, "another"));
        return format!("found the format {}, expected {}", quoted(found), requoted(expected));
    }
    if let Some(rest) = text.strip_prefix("invalid length ") {
        return format!("found a list of {rest}");
    }
    let mismatch = text.strip_prefix("invalid type: ").or(text.strip_prefix("invalid value: "));
    if let Some((found, expected)) = mismatch.and_then(|rest| rest.rsplit_once(", expected ")) {
        return format!("found {}, expected {expected}", plain_value(found));
    }
    if let Some((_, plain)) = SYNTAX_MESSAGES.iter().find(|(theirs, _)| *theirs == text) {
        return (*plain).to_owned();
    }
    text.to_owned()
}

/// Translates a value as serde names it, such as ``integer `-1` ``.
fn plain_value(found: &str) -> String {
    let inside = |start: &str| found.strip_prefix(start).map(|rest| rest.trim_matches('`'));
    match found {
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        _ => {
            if let Some(number) = inside("integer ").or(inside("floating point ")) {
                // serde has rounded this number to a double.
                if number.contains('e') {
                    format!("a number of about {number}")
                } else {
                    format!("the number {number}")
                }
            } else if let Some(word) = inside("boolean ") {
                word.to_owned()
            } else if let Some(string) = inside("string ") {
                format!("the string {}", shortened(string, 60))
            } else {
                found.to_owned()
            }
        }
    }
}

/// Puts quotation marks in place of the backticks around keys or words.
fn requoted(text: &str) -> String {
    text.replace('`', "\"")
}

/// Puts quotation marks in place of the backticks around a key or word, which may be followed by a remark.
fn quoted(text: &str) -> String {
    match text.strip_prefix('`').and_then(|rest| rest.rsplit_once('`')) {
        Some((word, remark)) => format!("\"{}\"{remark}", shortened(word, 60)),
        None => text.to_owned(),
    }
}

/// Returns a text, cut behind `letters` letters.
fn shortened(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Escapes the characters of a text that a terminal would obey instead of showing them.
fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '"' | '\'' | '\\' => shown.push(letter),
            _ => shown.extend(letter.escape_debug()),
        }
    }
    shown
}

/// The messages of `serde_json` for faults of syntax, and those of Isotask.
const SYNTAX_MESSAGES: [(&str, &str); 19] = [
    ("EOF while parsing a list", "the text ends inside a list"),
    ("EOF while parsing an object", "the text ends inside an object"),
    ("EOF while parsing a string", "the text ends inside a string"),
    ("EOF while parsing a value", "the text ends where a value is expected"),
    ("expected `:`", "expected a colon after the key"),
    ("expected `,` or `]`", "expected a comma or the end of the list"),
    ("expected `,` or `}`", "expected a comma or the end of the object"),
    ("expected ident", "found a word without quotation marks, expected a JSON value"),
    ("expected value", "expected a JSON value"),
    ("invalid escape", "found an escape that JSON does not have"),
    ("invalid number", "found a number that JSON does not allow"),
    ("number out of range", "found a number beyond all bounds, expected an integer in plain digits"),
    ("invalid unicode code point", "found an escape that is not a Unicode character"),
    (
        "control character (\\u0000-\\u001F) found while parsing a string",
        "found a control character in a string, expected its escape",
    ),
    ("key must be a string", "expected a key between quotation marks"),
    ("trailing comma", "found a comma before a closing bracket, expected none"),
    ("trailing characters", "found more text after the document, expected its end"),
    ("unexpected end of hex escape", "found half of a surrogate pair, expected both"),
    ("lone leading surrogate in hex escape", "found half of a surrogate pair, expected both"),
];
