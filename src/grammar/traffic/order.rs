//! Finds out whether nodes are in the order of their names, as a table without names assumes.

/// The first node that is not at its place in the order of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Misplaced<'a> {
    /// Its place, from 0.
    pub(super) at: usize,
    /// Its name.
    pub(super) found: &'a str,
    /// The name that belongs there.
    pub(super) by_name: &'a str,
}

/// A part of a name; numbers are compared by value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    /// The number of digits without leading zeros, and the digits.
    Number(usize, String),
    Letters(String),
}

impl<'a> Misplaced<'a> {
    /// Returns the first of these nodes that is not in the order of the names, with or without case.
    pub(super) fn of(names: &'a [String], nodes: &[u64]) -> Option<Self> {
        let found: Vec<&str> = names_of(names, nodes).collect();
        let sorted = |fold: fn(&str) -> String| {
            let mut sorted = found.clone();
            sorted.sort_by_cached_key(|name| pieces(&fold(name)));
            sorted
        };
        let (with_case, without) = (sorted(str::to_owned), sorted(str::to_lowercase));
        if found == with_case || found == without {
            return None;
        }
        let at = found.iter().zip(&without).position(|(found, by_name)| found != by_name)?;
        Some(Self { at, found: found[at], by_name: without[at] })
    }
}

/// Returns the names of nodes.
pub(super) fn names_of<'a>(names: &'a [String], nodes: &[u64]) -> impl Iterator<Item = &'a str> {
    let name = |&node: &u64| usize::try_from(node).ok().and_then(|at| names.get(at)).map(String::as_str);
    nodes.iter().filter_map(name)
}

/// Splits a name where digits begin or end.
fn pieces(name: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let is_digit = first.is_ascii_digit();
        let end = rest.find(|letter: char| letter.is_ascii_digit() != is_digit).unwrap_or(rest.len());
        let (piece, behind) = rest.split_at(end);
        let digits = piece.trim_start_matches('0');
        pieces.push(if is_digit {
            Piece::Number(digits.len(), digits.to_owned())
        } else {
            Piece::Letters(piece.to_owned())
        });
        rest = behind;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::Misplaced;

    #[test]
    fn numbers_in_names_are_compared_by_value() {
        let astray = |names: &str| {
            let names: Vec<String> = names.split(' ').map(str::to_owned).collect();
            let nodes: Vec<u64> = (0..).take(names.len()).collect();
            Misplaced::of(&names, &nodes).map(|node| (node.at, node.found.to_owned()))
        };
        for sorted in ["n0 n1 n2 n10", "a b c", "B a", "a B", "1 2 10", "r1.2 r1.10 r2.0", "n01 n2 n003"] {
            assert_eq!(astray(sorted), None, "{sorted}");
        }
        assert_eq!(astray("n0 n3 n1"), Some((1, "n3".to_owned())));
        assert_eq!(astray("n1 n10 n2"), Some((1, "n10".to_owned())));
        assert_eq!(astray("Oslo Bergen"), Some((0, "Oslo".to_owned())));
    }
}
