//! The fields of a line of two nodes: separators, quotation marks, brackets and arrows.

use super::TableFault;
use super::text::Line;

/// What stands between the fields of all lines of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::grammar) enum Separator {
    Comma,
    Semicolon,
    Tab,
    Blanks,
}

/// A line, parted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::grammar) struct Fields {
    pub(in crate::grammar) words: Vec<String>,
    /// Whether an arrow between the first two says that the link leads one way, or both.
    pub(in crate::grammar) arrow: Option<Arrow>,
    /// Whether the whole line stood in brackets, as Python prints a pair.
    pub(in crate::grammar) is_bracketed: bool,
}

/// An arrow between two nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::grammar) enum Arrow {
    OneWay,
    BothWays,
}

const ONE_WAY: [&str; 5] = ["->", "-->", "=>", "→", ">"];
const BOTH_WAYS: [&str; 8] = ["--", "---", "-", "<->", "<-->", "↔", "–", "—"];

impl Separator {
    /// Chooses by the first line that holds a link.
    pub(in crate::grammar) fn of(line: &str) -> Self {
        let inside = unbracketed(line).unwrap_or(line);
        let tabbed = parts(inside, Self::Tab).unwrap_or_default();
        if parts(inside, Self::Semicolon).is_ok_and(|parts| parts.len() > 1 && !parts[1].is_empty()) {
            Self::Semicolon
        } else if tabbed.len() > 1 && tabbed.iter().any(|part| part.contains(' ')) {
            Self::Tab
        } else if parts(inside, Self::Comma).is_ok_and(|parts| parts.len() > 1) {
            Self::Comma
        } else {
            Self::Blanks
        }
    }

    fn splits(self, letter: char) -> bool {
        match self {
            Self::Comma => letter == ',',
            Self::Semicolon => letter == ';',
            Self::Tab => letter == '\t',
            Self::Blanks => letter.is_whitespace(),
        }
    }
}

/// Parts a line into fields.
///
/// # Errors
/// [`TableFault::Unclosed`] of a quotation mark or bracket that is not closed.
pub(in crate::grammar) fn fields(line: Line<'_>, separator: Separator) -> Result<Fields, TableFault> {
    let text = line.text.strip_suffix(';').unwrap_or(line.text);
    let inside = unbracketed(text);
    let unclosed = || TableFault::Unclosed { line: line.number };
    let mut words = parts(inside.unwrap_or(text), separator).map_err(|()| unclosed())?;
    let mut arrow = None;
    if separator == Separator::Blanks {
        arrow = take_arrow(&mut words);
    }
    for word in &mut words {
        *word = unquoted(word);
    }
    Ok(Fields { words, arrow, is_bracketed: inside.is_some() })
}

/// Takes an arrow out of `a -> b`, or out of `a->b`.
fn take_arrow(words: &mut Vec<String>) -> Option<Arrow> {
    let kind = |word: &str| {
        if ONE_WAY.contains(&word) {
            Some(Arrow::OneWay)
        } else {
            BOTH_WAYS.contains(&word).then_some(Arrow::BothWays)
        }
    };
    if let Some(found) = words.get(1).and_then(|word| kind(word)) {
        words.remove(1);
        return Some(found);
    }
    let first = words.first()?.clone();
    let joined = ["<->", "-->", "->", "--", "→", "↔"]
        .iter()
        .find_map(|arrow| Some((first.split_once(arrow)?, *arrow)));
    let ((from, to), arrow) = joined.filter(|((from, to), _)| !from.is_empty() && !to.is_empty())?;
    words.splice(..1, [from.to_owned(), to.to_owned()]);
    kind(arrow)
}

/// The inside of a line that stands in brackets as a whole.
fn unbracketed(line: &str) -> Option<&str> {
    let line = line.strip_suffix(',').unwrap_or(line).trim();
    let pairs = [('(', ')'), ('[', ']'), ('{', '}')];
    let inside = pairs.iter().find_map(|&(open, close)| line.strip_prefix(open)?.strip_suffix(close))?;
    // The first bracket is closed by the last.
    let mut depth = 0_i32;
    for letter in inside.chars() {
        depth += i32::from(matches!(letter, '(' | '[' | '{')) - i32::from(matches!(letter, ')' | ']' | '}'));
        if depth < 0 {
            return None;
        }
    }
    (depth == 0 && inside.contains(',')).then_some(inside)
}

/// Parts a text where a separator stands outside quotation marks and brackets.
fn parts(text: &str, separator: Separator) -> Result<Vec<String>, ()> {
    if !text.contains(['"', '\'', '(', ')', '[', ']', '{', '}']) {
        let words = text.split(|letter| separator.splits(letter)).map(str::trim);
        let is_field = |word: &&str| separator != Separator::Blanks || !word.is_empty();
        return Ok(words.filter(is_field).map(str::to_owned).collect());
    }
    let (mut parts, mut part) = (Vec::new(), String::new());
    let (mut quote, mut depth) = (None, 0_u32);
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), _) => quote = Some(open).filter(|_| letter != open),
            (None, '"') => quote = Some('"'),
            (None, '\'') if part.trim().is_empty() => quote = Some('\''),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.checked_sub(1).ok_or(())?,
            (None, _) if depth == 0 && separator.splits(letter) => {
                parts.push(std::mem::take(&mut part));
                continue;
            }
            (None, _) => {}
        }
        part.push(letter);
    }
    if quote.is_some() || depth > 0 {
        return Err(());
    }
    parts.push(part);
    for part in &mut parts {
        part.truncate(part.trim_end().len());
        part.drain(..part.len() - part.trim_start().len());
    }
    if separator == Separator::Blanks {
        parts.retain(|part| !part.is_empty());
    }
    Ok(parts)
}

/// A field without the quotation marks around it; two of them inside are one. A pair of coordinates has no
/// blanks.
fn unquoted(word: &str) -> String {
    for quote in ['"', '\''] {
        let inside = word.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        if let Some(inside) = inside {
            return inside.replace(&format!("{quote}{quote}"), &quote.to_string());
        }
    }
    if word.starts_with('(') && word.ends_with(')') {
        return word.chars().filter(|letter| !letter.is_whitespace()).collect();
    }
    word.to_owned()
}

/// Whether a word looks like the name of a node, and not like a mark that was left beside it.
pub(in crate::grammar) fn is_plausible(word: &str) -> bool {
    let balanced = |open, close| word.matches(open).count() == word.matches(close).count();
    word.chars().any(char::is_alphanumeric)
        && !word.contains('"')
        && !word.starts_with(['=', '-', '<', '>', '*', ';', '@', '?', '!', '&', '|'])
        && !word.ends_with([':', ';', ',', '='])
        && balanced('(', ')')
        && balanced('[', ']')
        && balanced('{', '}')
}
