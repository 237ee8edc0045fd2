//! Rank and select in the columns of a matrix.

use super::rows::Rows;
use crate::model::width::wide;
use std::ops::Range;

/// Rows whose columns can be counted up to any row without going through all of them.
pub trait Ranked: Rows {
    /// Returns how many units a column has in the rows before `row`, which may be the number of rows.
    fn rank(&self, row: usize, column: u32) -> u64;

    /// Returns the row of the unit of a column that has `before` units of the column before it; `None` if the
    /// column has no more units than that.
    fn select(&self, column: u32, before: u64) -> Option<usize> {
        let (mut low, mut high) = (0, self.rows());
        if before >= self.rank(high, column) {
            return None;
        }
        // The greatest row with rank(row) ≤ before.
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.rank(middle, column) <= before {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(low)
    }

    /// Returns the entry of a row and column.
    fn entry(&self, row: usize, column: u32) -> u64 {
        let mut entry = 0;
        self.visit(row..row + 1, |_, here, units| {
            if here == column {
                entry = units;
            }
        });
        entry
    }
}

/// The sums of all columns of a stored matrix before every `step`-th row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Snapshots {
    columns: usize,
    /// Rows between two snapshots: at least 512, and enough for the snapshots to take at most an eighth of a
    /// full matrix of bytes.
    step: usize,
    /// Snapshots before rows 0, `step`, …, each m numbers.
    before: Vec<u64>,
}

impl Snapshots {
    pub(in crate::model) fn new(columns: u32) -> Self {
        let columns = wide(columns);
        Self { columns, step: columns.max(512), before: Vec::new() }
    }

    /// Stores a snapshot if one is due; called before row `row` is appended, with the sums of the rows before
    /// it.
    pub(super) fn record(&mut self, row: usize, sums: &[u64]) {
        if row == self.step * (self.before.len() / self.columns.max(1)) {
            self.before.extend_from_slice(sums);
        }
    }

    fn at(&self, index: usize) -> &[u64] {
        &self.before[index * self.columns..(index + 1) * self.columns]
    }

    /// Adds the sums of some rows to `counts`; `count` does so row by row, for rows that do not lie between
    /// two snapshots.
    pub(in crate::model) fn count(
        &self,
        rows: Range<usize>,
        counts: &mut [u64],
        count: impl Fn(Range<usize>, &mut [u64]),
    ) {
        let (first, last) = (rows.start.div_ceil(self.step), rows.end / self.step);
        if first >= last || last * self.columns >= self.before.len() {
            count(rows, counts);
            return;
        }
        count(rows.start..first * self.step, counts);
        for ((count, end), start) in counts.iter_mut().zip(self.at(last)).zip(self.at(first)) {
            *count += end - start;
        }
        count(last * self.step..rows.end, counts);
    }

    /// Returns the units of a column before a row.
    pub(in crate::model) fn rank(&self, rows: &impl Rows, row: usize, column: u32) -> u64 {
        if self.before.is_empty() {
            return 0;
        }
        let index = (row / self.step).min(self.before.len() / self.columns - 1);
        let mut rank = self.at(index)[wide(column)];
        rows.visit(index * self.step..row, |_, here, units| {
            if here == column {
                rank += units;
            }
        });
        rank
    }
}
