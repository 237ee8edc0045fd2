//! Reads lists of neighbours: `rank: neighbour neighbour …`, each with `*count` behind it if more than one
//! message goes there.

use super::text::{MAX_LINES, MatrixTextFault, ReadMatrix, add, shown};
use crate::grammar::packet::Unit;
use crate::grammar::table::text::raw_lines;
use crate::model::count_of;
use crate::wire::{MatrixDocument, MatrixUnits};

/// A message from the rank of a line: to which rank, how often, and where it stands.
struct Neighbour {
    rank: u64,
    count: u64,
    column: usize,
}

/// Whether the first line that says something is a number before a colon.
pub(super) fn is_list(text: &str) -> bool {
    let first = lines(text).map(|(_, line)| line.trim_start()).next().unwrap_or_default();
    first.split_once(':').is_some_and(|(rank, rest)| {
        let rank = rank.trim_end();
        // A time of day has no blank behind its colon.
        let is_apart = rest.is_empty() || rest.starts_with(char::is_whitespace);
        is_apart && !rank.is_empty() && rank.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Reads the lists of all ranks that send something, in any order, each rank once.
///
/// # Complexity
/// O(text · log) time and O(text + ranks) space.
pub(super) fn read(text: &str, unit: Option<Unit>) -> Result<ReadMatrix, MatrixTextFault> {
    if unit.is_some() {
        let message = "lists of neighbours count messages, expected no unit";
        return Err(MatrixTextFault::new(1, 1, message));
    }
    let mut units = Vec::new();
    let (mut total, mut ranks) = (0, 0);
    let mut first_line = std::collections::BTreeMap::new();
    for (number, line) in lines(text) {
        let fault = |column, message: String| MatrixTextFault::new(number, column, message);
        let Some((head, rest)) = line.split_once(':') else {
            return Err(fault(
                1,
                format!("found {}, expected rank: neighbour neighbour …", shown(line.trim())),
            ));
        };
        let rank = rank(head.trim(), number, 1 + head.len() - head.trim_start().len())?;
        if let Some(first) = first_line.insert(rank, number) {
            return Err(fault(1, format!("rank {rank} again, whose list stands in line {first}")));
        }
        ranks = ranks.max(rank + 1);
        for word in rest.split([' ', '\t', ',', '\r']).filter(|word| !word.is_empty()) {
            let column = word.as_ptr().addr() - line.as_ptr().addr() + 1;
            let Neighbour { rank: to, count, column } = neighbour(word, number, column)?;
            add(&mut total, count, number, column)?;
            ranks = ranks.max(to + 1);
            units.push(MatrixUnits { row: rank, column: to, units: count });
        }
    }
    let document = MatrixDocument::of_units((ranks, ranks), units);
    Ok(ReadMatrix { document, read_as: "lists of neighbours".to_owned() })
}

/// Returns the lines with their numbers, but empty ones and comments.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..)
        .zip(raw_lines(text))
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
}

fn neighbour(word: &str, line: usize, column: usize) -> Result<Neighbour, MatrixTextFault> {
    let (to, count) = word.split_once('*').unwrap_or((word, "1"));
    let rank = rank(to, line, column)?;
    let count = count.parse().map_err(|_| {
        let column = column + to.len() + 1;
        MatrixTextFault::new(line, column, format!("found {}, expected a count of messages", shown(count)))
    })?;
    Ok(Neighbour { rank, count, column })
}

fn rank(word: &str, line: usize, column: usize) -> Result<u64, MatrixTextFault> {
    let found = word.parse::<u64>().ok().filter(|&rank| rank < count_of(MAX_LINES));
    found.ok_or_else(|| {
        let message = format!("found {}, expected a rank from 0 to {}", shown(word), MAX_LINES - 1);
        MatrixTextFault::new(line, column, message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_neighbour_is_an_entry() {
        let text = "# halo of a ring of 3\n2: 0, 1\n\n0: 1*3 2 1\r\n";
        assert!(is_list(text));
        let read = read(text, None).unwrap();
        assert_eq!(
            read.document.dense().unwrap(),
            [[0, 4, 1], [0, 0, 0], [1, 1, 0]].map(Vec::from).as_slice()
        );
    }

    #[test]
    fn tables_with_colons_in_names_are_no_lists() {
        assert!(!is_list("a:1,2\n"));
        assert!(!is_list(":1\n"));
        assert!(!is_list("09:00,1,2\n"));
        assert!(!is_list("1 2\n3 4\n"));
    }

    #[test]
    fn faults_have_their_place() {
        for (text, place, part) in [
            ("0: 1\n0: 2\n", (2, 1), "rank 0 again, whose list stands in line 1"),
            ("0: 1 x\n", (1, 6), "found \"x\", expected a rank from 0 to 4194303"),
            ("0: 4194304\n", (1, 4), "expected a rank from 0 to 4194303"),
            ("0: 1*-2\n", (1, 6), "found \"-2\", expected a count of messages"),
            ("0: 1\n1 2\n", (2, 1), "expected rank: neighbour neighbour …"),
            ("0: 1*9223372036854775807 2\n", (1, 26), "2^63 or more"),
        ] {
            let fault = read(text, None).unwrap_err();
            assert_eq!((fault.line, fault.column), place, "{text:?}: {fault}");
            assert!(fault.message.contains(part), "{text:?}: {fault}");
        }
    }
}
