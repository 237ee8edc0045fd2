//! Makes text from outside the program safe to print on a terminal.

/// Replaces characters that could control a terminal: control characters, line separators, and marks that
/// change the direction of writing (Unicode Standard Annex 9).
pub(crate) fn plain_text(text: &str) -> String {
    text.chars().map(|c| if is_plain(c) { c } else { '\u{FFFD}' }).collect()
}

/// Replaces the characters that [`plain_text`] replaces, but keeps line breaks: for our own text with foreign
/// words.
pub(crate) fn plain_lines(text: &str) -> String {
    text.chars().map(|c| if c == '\n' || is_plain(c) { c } else { '\u{FFFD}' }).collect()
}

fn is_plain(c: char) -> bool {
    let turns =
        matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    !c.is_control() && !turns && !matches!(c, '\u{2028}' | '\u{2029}')
}
