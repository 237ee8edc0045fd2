//! Shortens rows for the solver: a row that extends the sum of the row before is replaced by the difference.
//!
//! Rows that sum over all slots so far have as many entries as there are slots; their differences have a few.
//! With s' for the slack of the row before, `A·x ≥ b` becomes `(A − A')·x + s' − s = b − b'`, s ≥ 0. The
//! multiplier of such a row is that of its difference less that of the difference after it.

use super::form::NamedRow;

/// A row as it is handed to the solver.
#[derive(Debug)]
pub(super) struct ShortRow {
    /// Whether it is a difference from the row before.
    pub(super) continues: bool,
    /// Variable and factor.
    pub(super) terms: Vec<(usize, i64)>,
    /// The right side.
    pub(super) bound: i64,
}

/// The cost of the slacks of a difference, in entries of a row.
const SLACK_COST_IN_ENTRIES: usize = 2;

/// Returns every row by itself or as its difference from the one before, whichever has fewer entries.
///
/// # Complexity
/// O(entries of the rows · log of the longest) time and space.
pub(super) fn shortened(rows: &[NamedRow], variables: usize) -> Vec<ShortRow> {
    let mut factors = vec![0_i64; variables];
    let mut short = Vec::with_capacity(rows.len());
    let mut before: Option<&NamedRow> = None;
    for row in rows {
        let apart = before.map(|before| difference(row, before, &mut factors));
        let apart = apart.filter(|terms| terms.len() + SLACK_COST_IN_ENTRIES < row.terms.len());
        short.push(match (apart, before) {
            (Some(terms), Some(before)) => {
                ShortRow { continues: true, terms, bound: row.bound - before.bound }
            }
            _ => ShortRow { continues: false, terms: row.terms.clone(), bound: row.bound },
        });
        before = Some(row);
    }
    short
}

/// Returns the terms of a row less those of another; `factors` is all zeros before and after.
fn difference(row: &NamedRow, other: &NamedRow, factors: &mut [i64]) -> Vec<(usize, i64)> {
    let mut touched = Vec::with_capacity(row.terms.len() + other.terms.len());
    for (terms, sign) in [(&row.terms, 1), (&other.terms, -1)] {
        for &(variable, factor) in terms {
            factors[variable] += sign * factor;
            touched.push(variable);
        }
    }
    touched.sort_unstable();
    touched.dedup();
    let left = touched.into_iter().map(|variable| (variable, std::mem::take(&mut factors[variable])));
    left.filter(|term| term.1 != 0).collect()
}
