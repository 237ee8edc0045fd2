//! A user's text without characters that could mislead its readers.

/// Returns the letter, or U+FFFD for control characters, line separators, and marks of writing direction
/// (Unicode Standard Annex 9).
pub(crate) fn plain(letter: char) -> char {
    let turns = matches!(
        letter,
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
    );
    // XML has no place for the last two.
    let is_plain = !letter.is_control()
        && !turns
        && !matches!(letter, '\u{2028}' | '\u{2029}' | '\u{FFFE}' | '\u{FFFF}');
    if is_plain { letter } else { '\u{FFFD}' }
}

/// Escapes a text so that nothing in it is markup between tags of XML.
pub(crate) fn xml_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars().map(plain) {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            other => out.push(other),
        }
    }
    out
}
