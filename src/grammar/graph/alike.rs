//! Names of different nodes that look as if one were meant: `Oslo` and `oslo`, `01` and `1`.

use super::gathered::Id;
use crate::grammar::shown;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Returns a remark on the first two names that differ only in case, blanks, accents, leading zeros or a
/// sign.
pub(super) fn remark(names: &[String]) -> Option<String> {
    // Canonical numbers are different nodes.
    if names.iter().all(|name| matches!(Id::of(name), Id::Number(_))) {
        return None;
    }
    let mut seen: HashMap<String, &str> = HashMap::with_capacity(names.len());
    for name in names {
        match seen.entry(folded(name)) {
            Entry::Vacant(place) => drop(place.insert(name)),
            Entry::Occupied(other) => {
                let (first, second) = (shown(other.get()), shown(name));
                return Some(format!(
                    "{first} and {second} read as two nodes (write one name if they are one)"
                ));
            }
        }
    }
    None
}

/// Folds a name: without case, repeated blanks, accents, leading zeros, a plus sign or `.0` after digits.
fn folded(name: &str) -> String {
    let whole = name.strip_suffix(".0").filter(|start| start.bytes().all(|byte| byte.is_ascii_digit()));
    let name = whole.unwrap_or(name).trim_start_matches('+');
    let mut out = String::with_capacity(name.len());
    let mut letters = name.chars().flat_map(char::to_lowercase).peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        let is_zero_in_front =
            letter == '0' && !before.is_ascii_digit() && letters.peek().is_some_and(char::is_ascii_digit);
        let is_blank_again = letter.is_whitespace() && before.is_whitespace();
        if !is_zero_in_front && !is_blank_again {
            out.extend(without_accent(letter));
            before = letter;
        }
    }
    out
}

/// Returns a letter without its accent; none for a combining accent that follows its letter.
fn without_accent(letter: char) -> Option<char> {
    const PLAIN: [(&str, char); 12] = [
        ("àáâãäåāăą", 'a'),
        ("çćĉċč", 'c'),
        ("ďđ", 'd'),
        ("èéêëēĕėęě", 'e'),
        ("ìíîïĩīĭįı", 'i'),
        ("ñńņň", 'n'),
        ("òóôõöōŏő", 'o'),
        ("ùúûüũūŭůűų", 'u'),
        ("ýÿŷ", 'y'),
        ("śŝşš", 's'),
        ("ĝğġģ", 'g'),
        ("źżž", 'z'),
    ];
    if letter.is_ascii() {
        return Some(letter);
    }
    let found = PLAIN.iter().find(|(accented, _)| accented.contains(letter));
    let is_accent = matches!(letter, '\u{300}'..='\u{36F}');
    (!is_accent).then(|| found.map_or(letter, |&(_, plain)| plain))
}

#[cfg(test)]
mod tests {
    use super::remark;

    #[test]
    fn a_remark_names_two_nodes_that_look_like_one() {
        let of = |names: &[&str]| remark(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        for pair in [
            ["Oslo", "oslo"],
            ["01", "1"],
            ["1.0", "1"],
            ["n 1", "n  1"],
            ["Köln", "Ko\u{308}ln"],
            ["+1", "1"],
            ["n01", "n1"],
        ] {
            assert!(of(&pair).is_some(), "{pair:?}");
        }
        for pair in [["10", "1"], ["1.10", "1.1"], ["n10", "n1"], ["0.1", "1"], ["a b", "ab"], ["100", "1"]] {
            assert!(of(&pair).is_none(), "{pair:?}");
        }
    }
}
