//! Splits a line of two nodes into fields: separators, quotation marks, brackets and arrows.

use super::TableFault;
use super::text::{Line, Text};

/// The separator between fields, which all lines of a file share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::grammar) enum Separator {
    Comma,
    Semicolon,
    Tab,
    Blanks,
}

/// The fields of a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::grammar) struct Fields {
    pub(in crate::grammar) words: Vec<String>,
    /// The arrow between the first two fields, if there is one.
    pub(in crate::grammar) arrow: Option<Arrow>,
    /// Whether the whole line was in brackets, as Python prints a pair.
    pub(in crate::grammar) is_bracketed: bool,
}

/// An arrow between two nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::grammar) enum Arrow {
    OneWay,
    BothWays,
}

const ONE_WAY_ARROWS: [&str; 5] = ["->", "-->", "=>", "→", ">"];
const BOTH_WAYS_ARROWS: [&str; 8] = ["--", "---", "-", "<->", "<-->", "↔", "–", "—"];

impl Separator {
    /// Chooses a separator by the first line. Blanks give way to tabs if tabs divide every line and some
    /// field then has a blank inside.
    pub(in crate::grammar) fn of_lines(text: Text<'_>) -> Self {
        let first = text.lines().next().map_or("", |line| line.text);
        let found = Self::of(first);
        let is_tabbed = |line: Line<'_>| {
            parts(line.text, Self::Tab)
                .is_ok_and(|parts| parts.len() > 1 && parts.iter().all(|part| !part.text.is_empty()))
        };
        let has_blank = |line: Line<'_>| {
            parts(line.text, Self::Tab).is_ok_and(|parts| parts.iter().any(|part| part.text.contains(' ')))
        };
        if found == Self::Blanks
            && first.contains('\t')
            && text.lines().any(has_blank)
            && text.lines().all(is_tabbed)
        {
            return Self::Tab;
        }
        found
    }

    /// Chooses a separator by the first line that holds a link.
    fn of(line: &str) -> Self {
        let inside = unbracketed(line).unwrap_or(line);
        let of = |separator| parts(inside, separator).unwrap_or_default();
        if of(Self::Semicolon).get(1).is_some_and(|second| !second.text.is_empty()) {
            Self::Semicolon
        } else if of(Self::Tab).len() > 1 && of(Self::Tab).iter().any(|part| part.text.contains(' ')) {
            Self::Tab
        } else if of(Self::Comma).len() > 1 {
            Self::Comma
        } else {
            Self::Blanks
        }
    }

    /// Chooses a separator by the first line of a table of cells, of which some may be empty.
    pub(in crate::grammar) fn of_cells(line: &str) -> Self {
        let parts_it = |separator: &Self| parts(line, *separator).is_ok_and(|parts| parts.len() > 1);
        [Self::Comma, Self::Semicolon, Self::Tab].into_iter().find(parts_it).unwrap_or(Self::Blanks)
    }

    /// Returns the name of the separator.
    pub(in crate::grammar) fn name(self) -> &'static str {
        match self {
            Self::Comma => "commas",
            Self::Semicolon => "semicolons",
            Self::Tab => "tabs",
            Self::Blanks => "blanks",
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

/// Splits a line into fields.
///
/// # Errors
/// [`TableFault::Unclosed`] if a quotation mark or bracket is not closed.
pub(in crate::grammar) fn fields(line: Line<'_>, separator: Separator) -> Result<Fields, TableFault> {
    let text = line.text.strip_suffix(';').unwrap_or(line.text);
    let inside = unbracketed(text);
    let unclosed = || TableFault::Unclosed { line: line.number };
    let found = parts(inside.unwrap_or(text), separator).map_err(|_| unclosed())?;
    let mut words: Vec<&str> = found.into_iter().map(|part| part.text).collect();
    let arrow = if separator == Separator::Blanks { take_arrow(&mut words) } else { None };
    let words = words.into_iter().map(name).collect();
    Ok(Fields { words, arrow, is_bracketed: inside.is_some() })
}

/// Removes the arrow from `a -> b` or from `a->b`, and returns its kind.
fn take_arrow(words: &mut Vec<&str>) -> Option<Arrow> {
    let kind = |word: &str| {
        if ONE_WAY_ARROWS.contains(&word) {
            Some(Arrow::OneWay)
        } else {
            BOTH_WAYS_ARROWS.contains(&word).then_some(Arrow::BothWays)
        }
    };
    if let Some(found) = words.get(1).and_then(|word| kind(word)) {
        words.remove(1);
        return Some(found);
    }
    let first = *words.first()?;
    let joined = ["<->", "-->", "->", "--", "→", "↔"]
        .iter()
        .find_map(|arrow| Some((first.split_once(arrow)?, *arrow)));
    let ((from, to), arrow) = joined.filter(|((from, to), _)| !from.is_empty() && !to.is_empty())?;
    words.splice(..1, [from, to]);
    kind(arrow)
}

/// Returns the inside of a line that is in brackets as a whole.
fn unbracketed(line: &str) -> Option<&str> {
    let line = line.strip_suffix(',').unwrap_or(line).trim();
    let pairs = [('(', ')'), ('[', ']'), ('{', '}')];
    let inside = pairs.iter().find_map(|&(open, close)| line.strip_prefix(open)?.strip_suffix(close))?;
    // The last bracket must close the first.
    let mut depth = 0_i32;
    for letter in inside.chars() {
        depth += i32::from(matches!(letter, '(' | '[' | '{')) - i32::from(matches!(letter, ')' | ']' | '}'));
        if depth < 0 {
            return None;
        }
    }
    (depth == 0 && inside.contains(',')).then_some(inside)
}

/// A field as it is in its line, with its quotation marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::grammar) struct Part<'a> {
    pub(in crate::grammar) text: &'a str,
    /// In bytes, from 1.
    pub(in crate::grammar) column: usize,
}

impl<'a> Part<'a> {
    /// Returns the part of a line between two places, without blanks around it.
    fn of(line: &'a str, start: usize, end: usize) -> Self {
        let text = &line[start..end];
        let column = start + text.len() - text.trim_start().len() + 1;
        Self { text: text.trim(), column }
    }
}

/// Splits a line at separators outside of quotation marks and brackets.
///
/// # Errors
/// Returns the column of a quotation mark that is not closed or has text behind it, or of an unmatched
/// bracket.
pub(in crate::grammar) fn parts(line: &str, separator: Separator) -> Result<Vec<Part<'_>>, usize> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let mut quote: Option<(char, usize)> = None;
    let (mut brackets, mut is_begun, mut is_closed) = (Vec::new(), false, false);
    for (at, letter) in line.char_indices() {
        let was_begun = is_begun;
        is_begun |= !letter.is_whitespace();
        match (quote, letter) {
            (Some((open, _)), _) => {
                quote = quote.filter(|_| letter != open);
                is_closed = quote.is_none() && brackets.is_empty();
            }
            (None, '"' | '\'') if !was_begun || letter == '"' => quote = Some((letter, at + 1)),
            (None, '(' | '[' | '{') => brackets.push(at + 1),
            (None, ')' | ']' | '}') => drop(brackets.pop().ok_or(at + 1)?),
            (None, _) if brackets.is_empty() && separator.splits(letter) => {
                parts.push(Part::of(line, start, at));
                start = at + letter.len_utf8();
                (is_begun, is_closed) = (false, false);
            }
            (None, _) if is_closed && !letter.is_whitespace() => return Err(at + 1),
            (None, _) => {}
        }
    }
    if let Some(open) = quote.map(|(_, at)| at).or(brackets.pop()) {
        return Err(open);
    }
    parts.push(Part::of(line, start, line.len()));
    if separator == Separator::Blanks {
        parts.retain(|part| !part.text.is_empty());
    }
    Ok(parts)
}

/// Returns a field without the quotation marks around it; a doubled mark inside becomes one.
pub(in crate::grammar) fn unquoted(word: &str) -> String {
    for quote in ['"', '\''] {
        let inside = word.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        if let Some(inside) = inside {
            return inside.replace(&format!("{quote}{quote}"), &quote.to_string());
        }
    }
    word.to_owned()
}

/// Returns the name in a field: without quotation marks, and with a pair of coordinates without blanks.
fn name(word: &str) -> String {
    if word.starts_with('(') && word.ends_with(')') {
        return word.chars().filter(|letter| !letter.is_whitespace()).collect();
    }
    unquoted(word)
}

/// Returns whether a word looks like the name of a node, without stray marks.
pub(in crate::grammar) fn is_plausible(word: &str) -> bool {
    let balanced = |open, close| word.matches(open).count() == word.matches(close).count();
    let is_mark = |part: &str| {
        let is_arrow = ONE_WAY_ARROWS.contains(&part) || BOTH_WAYS_ARROWS.contains(&part);
        is_arrow && !["-", "–", "—"].contains(&part) || part.starts_with(['=', '<', '>', '@', '|', '&'])
    };
    word.chars().any(char::is_alphanumeric)
        && !word.contains('"')
        && !word.split_whitespace().any(is_mark)
        && !word.starts_with(['=', '-', '<', '>', '*', ';', '@', '?', '!', '&', '|'])
        && !word.ends_with([':', ';', ',', '='])
        && balanced('(', ')')
        && balanced('[', ']')
        && balanced('{', '}')
}
