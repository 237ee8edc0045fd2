//! What all rows that lie in memory have in common: sums of their columns at some places, and how they are
//! gone through.

use super::ranked::{Ranked, Snapshots};
use super::rows::{Cursors, RowStream, Rows, Turn};
use std::ops::Range;

/// Rows in memory, some of which can be reached directly.
pub(super) trait Stored: Rows {
    /// The sums of all columns before some rows.
    fn snapshots(&self) -> &Snapshots;

    /// Adds the units of each column in some rows to `counts`, row by row.
    fn count_rows(&self, rows: Range<usize>, counts: &mut [u64]);

    /// As [`RowStream::visit`], of these rows.
    fn visit_rows(&self, rows: Range<usize>, f: impl FnMut(usize, u32, u64));

    /// As [`RowStream::take`], of these rows.
    fn take_rows(
        &self,
        rows: Range<usize>,
        cursors: &mut Cursors,
        turn: &mut impl Turn,
        slots: &mut [u32],
    ) -> usize;

    /// As [`Rows::count`].
    fn count_from_snapshots(&self, rows: Range<usize>, counts: &mut [u64]) {
        self.snapshots().count(rows, counts, |rows, counts| self.count_rows(rows, counts));
    }
}

impl<M: Stored> Ranked for M {
    fn rank(&self, row: usize, column: u32) -> u64 {
        self.snapshots().rank(self, row, column)
    }
}

/// Goes through the rows of a [`super::TaskMatrix`] or [`super::MaskMatrix`].
#[derive(Debug, Clone)]
pub struct StoredStream<'a, M> {
    matrix: &'a M,
    row: usize,
}

impl<'a, M> StoredStream<'a, M> {
    /// Starts before a row.
    pub(super) fn new(matrix: &'a M, row: usize) -> Self {
        Self { matrix, row }
    }

    fn next(&mut self, rows: usize) -> Range<usize> {
        let first = self.row;
        self.row += rows;
        first..self.row
    }
}

impl<M: Stored> RowStream for StoredStream<'_, M> {
    fn visit(&mut self, rows: usize, f: impl FnMut(usize, u32, u64)) {
        self.matrix.visit_rows(self.next(rows), f);
    }

    fn take(&mut self, rows: usize, cursors: &mut Cursors, turn: &mut impl Turn, slots: &mut [u32]) -> usize {
        self.matrix.take_rows(self.next(rows), cursors, turn, slots)
    }
}
