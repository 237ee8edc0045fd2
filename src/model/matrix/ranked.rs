//! Rank and select in the columns of a matrix.

use super::rows::Rows;
use crate::model::width::wide;
use std::ops::Range;

/// Rows whose columns can be counted up to any row without going through all of them.
pub trait Ranked: Rows {
    /// How many units a column has in the rows before `row`, which may be the number of rows.
    fn rank(&self, row: usize, column: u32) -> u64;

    /// The row of the unit of a column that has `before` units of the column before it; `None` if there are
    /// not so many.
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

    /// The entry of a row and column.
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

/// The sums of all columns before every so many rows of a stored matrix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Snapshots {
    columns: usize,
    /// Rows between two snapshots: at least 512, and so many that the snapshots take no more than an eighth
    /// of a full matrix of bytes.
    step: usize,
    /// Snapshots before rows 0, `step`, …, each m numbers.
    before: Vec<u64>,
}

impl Snapshots {
    pub(in crate::model) fn new(columns: u32) -> Self {
        let columns = wide(columns);
        Self { columns, step: columns.max(512), before: Vec::new() }
    }

    /// Called before row `row` is appended, with the sums of the rows before it.
    pub(super) fn note(&mut self, row: usize, sums: &[u64]) {
        if row == self.step * (self.before.len() / self.columns.max(1)) {
            self.before.extend_from_slice(sums);
        }
    }

    fn at(&self, index: usize) -> &[u64] {
        &self.before[index * self.columns..(index + 1) * self.columns]
    }

    /// Adds the sums of some rows to `counts`; `count` does it row by row, for what lies outside two
    /// snapshots.
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

    /// The units of a column before a row.
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
