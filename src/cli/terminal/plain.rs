//! Text that somebody else wrote, before it reaches a terminal.

/// Text without what could play tricks on a terminal: control characters, separators of lines, and marks that
/// turn the direction of writing (Unicode Standard Annex 9).
pub(crate) fn plain_text(text: &str) -> String {
    text.chars().map(|c| if is_plain(c) { c } else { '\u{FFFD}' }).collect()
}

/// The same for a text of our own with such words in it, whose lines stay.
pub(crate) fn plain_lines(text: &str) -> String {
    text.chars().map(|c| if c == '\n' || is_plain(c) { c } else { '\u{FFFD}' }).collect()
}

fn is_plain(c: char) -> bool {
    let turns =
        matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    !c.is_control() && !turns && !matches!(c, '\u{2028}' | '\u{2029}')
}
