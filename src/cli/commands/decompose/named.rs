//! The names of the lines of a matrix.

use crate::model::{count_of, wide};
use crate::wire::{MatrixDocument, Ports};

/// The most names in a list.
const MAX_NAMES: usize = 12;

/// The names of all rows and columns; a line without a name has its index.
pub(crate) struct LineNames {
    pub(in crate::cli::commands) rows: Vec<String>,
    pub(in crate::cli::commands) columns: Vec<String>,
}

impl LineNames {
    pub(in crate::cli::commands) fn new(document: &MatrixDocument) -> Self {
        let names = |given: &Option<Vec<String>>, lines: usize| {
            let own = given.clone().filter(|names| names.len() == lines);
            own.unwrap_or_else(|| (0..lines).map(|line| line.to_string()).collect())
        };
        let (rows, columns) = document.shape();
        Self {
            rows: names(&document.row_names, index(rows)),
            columns: names(&document.column_names, index(columns)),
        }
    }

    pub(super) fn row_words(&self, index: u64) -> String {
        let name = usize::try_from(index).ok().and_then(|index| self.rows.get(index));
        format!("row {}", name.map_or("?", String::as_str))
    }

    /// Returns a node, whose row and column have one index.
    pub(in crate::cli::commands) fn node_words(&self, index: u64) -> String {
        let name = usize::try_from(index).ok().and_then(|index| self.rows.get(index));
        format!("node {}", name.map_or("?", String::as_str))
    }

    pub(super) fn column_words(&self, index: u64) -> String {
        let name = usize::try_from(index).ok().and_then(|index| self.columns.get(index));
        format!("column {}", name.map_or("?", String::as_str))
    }

    /// Returns the critical lines, all or the first ones.
    pub(super) fn critical_words(&self, sums: &Sums) -> String {
        let rows = listed("row", &self.rows, |row| sums.rows[row] == sums.critical);
        let columns = listed("column", &self.columns, |column| sums.columns[column] == sums.critical);
        let words: Vec<String> = [rows, columns].into_iter().flatten().collect();
        if words.is_empty() { "no line".to_owned() } else { words.join("; ") }
    }

    /// Returns the greatest number of messages of a node, and the nodes that have as many; row i and column i
    /// are one node.
    pub(super) fn busiest_words(&self, sums: &Sums) -> (u64, String) {
        let messages: Vec<u64> = sums.rows.iter().zip(&sums.columns).map(|(out, into)| out + into).collect();
        let most = messages.iter().copied().max().unwrap_or(0);
        let nodes = listed("node", &self.rows, |node| messages.get(node) == Some(&most));
        (most, nodes.unwrap_or_else(|| "no node".to_owned()))
    }
}

/// Returns the names for which something holds, all or the first ones; none if there are none.
fn listed(what: &str, names: &[String], holds: impl Fn(usize) -> bool) -> Option<String> {
    let found: Vec<&str> =
        names.iter().enumerate().filter(|(at, _)| holds(*at)).map(|(_, name)| name.as_str()).collect();
    match found.len() {
        0 => None,
        1 => Some(format!("{what} {}", found[0])),
        all if all == names.len() => Some(format!("all {all} {what}s")),
        all if all > MAX_NAMES => Some(format!("{all} {what}s {}, …", found[..MAX_NAMES].join(", "))),
        _ => Some(format!("{what}s {}", found.join(", "))),
    }
}

/// The line sums of a matrix that the checker has accepted.
pub(super) struct Sums {
    pub(super) rows: Vec<u64>,
    pub(super) columns: Vec<u64>,
    pub(super) critical: u64,
    pub(super) total: u64,
}

impl Sums {
    pub(super) fn new(document: &MatrixDocument) -> Self {
        let (rows, columns) = document.shape();
        let (mut rows, mut columns) = (vec![0; index(rows)], vec![0; index(columns)]);
        for entry in document.entries() {
            rows[index(entry.row)] += entry.units;
            columns[index(entry.column)] += entry.units;
        }
        let critical = rows.iter().chain(&columns).copied().max().unwrap_or(0);
        Self { total: rows.iter().sum(), rows, columns, critical }
    }
}

/// Returns a place of a matrix: the names of its lines, joined by a dash.
pub(super) fn place(named: &LineNames, row: u64, column: u64) -> String {
    let name = |names: &[String], index: u64| {
        let found = usize::try_from(index).ok().and_then(|index| names.get(index));
        found.cloned().unwrap_or_default()
    };
    format!("{}–{}", name(&named.rows, row), name(&named.columns, column))
}

/// Converts an index of a document that the checker has accepted.
pub(super) fn index(index: u64) -> usize {
    usize::try_from(index).expect("an index of the matrix")
}

/// Returns a number in subscript digits, as in S₁.
pub(super) fn subscript(number: usize) -> String {
    let digit = |digit: char| char::from_u32(u32::from(digit) - u32::from('0') + 0x2080);
    count_of(number).to_string().chars().filter_map(digit).collect()
}

/// Returns the most entries of a term.
pub(super) fn max_term_entries(named: &LineNames, ports: u32) -> usize {
    wide(ports).min(named.rows.len()).min(named.columns.len())
}

/// Returns the entries of a term that the ports allow, for a matrix of any size.
pub(super) fn ports_of(ports: Ports) -> u32 {
    match ports {
        Ports::All => u32::MAX,
        Ports::One | Ports::OneHalfDuplex => 1,
        Ports::AtMost(k) => u32::try_from(k).unwrap_or(u32::MAX),
    }
}
