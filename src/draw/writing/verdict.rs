//! The part of a page that says what the proved checker says of a certificate, and a page of it alone.

use super::markup::{escape, escape_json};
use serde_json::json;

/// The page around its parts, with places for its title and for them.
const PAGE: &str = include_str!("page.html");

/// The part that verifies, with places for the document, the checker, the moves, and why it has no document.
const PART: &str = include_str!("verdict.html");

/// The proved checker as JavaScript, generated from `src/check/proofs`.
const VERIFIER: &str = include_str!("verifier.js");

/// What moves in a certificate that is given by hand, and a picture of it.
const REPLAY: &str = include_str!("replay.js");

/// Bytes of the longest document that a page carries, as they are written in it.
const MAX_CARRIED: usize = 1 << 19;

/// The page of a title and its parts.
pub(super) fn page(title: &str, parts: &str) -> String {
    let title = escape(title);
    filled(PAGE, &[("@TITLE@", &title), ("@TITLE@", &title), ("@BODY@", parts)])
}

/// The part that verifies a document, or one that is given by hand.
pub(super) fn certified(document: Option<&str>) -> String {
    let text = document.map(escape_json).unwrap_or_default();
    let is_carried = text.len() <= MAX_CARRIED;
    let omitted = match document {
        Some(document) if !is_carried => format!(
            "The certificate has {} bytes, too many for a page to carry: drop its file on this page, or run \
             isotask-verify FILE.",
            document.len()
        ),
        _ => String::new(),
    };
    let carried = if is_carried { &text } else { "" };
    filled(
        PART,
        &[
            ("@CERTIFICATE@", carried),
            ("@VERIFIER@", VERIFIER),
            ("@REPLAY@", REPLAY),
            ("@OMITTED@", &json!(omitted).to_string()),
        ],
    )
}

/// A text with its places filled, which stand in it in this order.
///
/// # Panics
/// Never: the texts of this folder have the places that are filled.
pub(super) fn filled(text: &str, parts: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    for (place, part) in parts {
        let (before, after) = rest.split_once(place).expect("the text has the place");
        out.extend([before, part]);
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text of a script ends at the first of these, whatever it is a part of (HTML, script data states).
    #[test]
    fn the_checker_can_stand_inside_a_script() {
        let lower = VERIFIER.to_lowercase();
        for end in ["</script", "<script", "<!--"] {
            assert!(!lower.contains(end), "{end}");
        }
    }

    /// A document that says how a page ends ends none.
    #[test]
    fn a_document_is_text_of_the_page_whatever_it_holds() {
        let hostile =
            "{\"name\":\"</textarea></script><script>alert(1)</script>&amp;\\r\u{202e}\u{85}\"}\t\r\n";
        let page = page("<b>", &certified(Some(hostile)));
        let part = page.split_once("autocapitalize=\"off\">\n").expect("a place to write in").1;
        let text = part.split_once("</textarea>").expect("its end").0;
        assert!(
            !text.contains(|c: char| "<>\"\u{202e}".contains(c) || (c.is_control() && c != '\n')),
            "{text}"
        );
        let unescaped = [
            ("&lt;", "<"),
            ("&gt;", ">"),
            ("&quot;", "\""),
            ("&#13;", "\r"),
            ("&#9;", "\t"),
            ("\\u202e", "\u{202e}"),
            ("\\u0085", "\u{85}"),
            ("&amp;", "&"),
        ];
        let read = unescaped.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
        assert_eq!(read, hostile);
        assert!(page.contains("<title>&lt;b&gt;</title>") && page.contains("<h1>&lt;b&gt;</h1>"));
    }

    #[test]
    fn a_long_document_is_named_and_not_carried() {
        let long = " ".repeat(MAX_CARRIED + 1);
        let part = certified(Some(&long));
        assert!(part.contains(&format!("has {} bytes, too many", long.len())));
        assert!(part.len() < certified(Some(&long[1..])).len());
    }
}
