//! Text inside SVG and HTML.

use crate::model::{plain, xml_text};

/// Text that stands between tags or between quotation marks, whatever it holds: nothing in it is markup.
pub(super) fn escape(text: &str) -> String {
    xml_text(text).replace('"', "&quot;").replace('\'', "&#39;")
}

/// The text of a JSON document in a place of a page that a person may change: nothing in it is markup, and
/// the page hands it back as it was, but for control characters and marks that turn the direction of
/// writing, which stand inside strings and become escapes of JSON.
pub(super) fn escape_json(document: &str) -> String {
    let mut out = String::with_capacity(document.len());
    for letter in document.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // A page that is read makes a line feed of a carriage return that is not written so.
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            '\n' => out.push('\n'),
            letter if plain(letter) == letter => out.push(letter),
            letter => out.extend(["\\u", &format!("{:04x}", u32::from(letter))]),
        }
    }
    out
}
