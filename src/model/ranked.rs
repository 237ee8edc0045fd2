//! Rank and select in the columns of a matrix.

use super::rows::Rows;
use super::width::wide;
use std::ops::Range;

/// Rows whose columns can be counted up to any row without going through all of them.
pub trait Ranked: Rows {
    /// How many units a column has in the rows before `row`, which may be the number of rows.
    fn rank(&self, row: usize, column: u32) -> u64;

    /// The row of the unit of a column that has `before` units of the column before it; `None` if there are not so many.
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

/// Stored rows with the counts of all columns before every 512th row.
///
/// # Examples
/// ```
/// use isotask::model::{Indexed, Ranked, TaskMatrix};
/// let matrix = TaskMatrix::from_dense(&[vec![1, 0], vec![2, 1], vec![0, 1]])?;
/// let indexed = Indexed::new(&matrix);
/// assert_eq!((indexed.rank(1, 0), indexed.rank(3, 0)), (1, 3));
/// assert_eq!((indexed.select(0, 2), indexed.select(0, 3)), (Some(1), None));
/// # Ok::<(), isotask::model::MatrixError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Indexed<'a, R> {
    rows: &'a R,
    /// Counts before rows 0, `STEP`, …, each m numbers.
    before: Vec<u64>,
}

/// Rows between two counts that are stored.
const STEP: usize = 512;

impl<'a, R: Rows> Indexed<'a, R> {
    /// Counts the columns once.
    ///
    /// # Complexity
    /// O(entries) time and m · N / 64 bytes for m columns and N rows.
    #[must_use]
    pub fn new(rows: &'a R) -> Self {
        let columns = wide(rows.columns());
        let mut counts = vec![0; columns];
        let mut before = Vec::with_capacity((rows.rows() / STEP + 1) * columns);
        let mut row = 0;
        loop {
            before.extend_from_slice(&counts);
            if rows.rows() - row < STEP {
                return Self { rows, before };
            }
            rows.count(row..row + STEP, &mut counts);
            row += STEP;
        }
    }
}

impl<R: Rows> Ranked for Indexed<'_, R> {
    fn rank(&self, row: usize, column: u32) -> u64 {
        let step = row / STEP;
        let mut rank = self.before[step * wide(self.columns()) + wide(column)];
        self.rows.visit(step * STEP..row, |_, here, units| {
            if here == column {
                rank += units;
            }
        });
        rank
    }

    fn select(&self, column: u32, before: u64) -> Option<usize> {
        let columns = wide(self.columns());
        let at = |step: usize| self.before[step * columns + wide(column)];
        let (mut low, mut high) = (0, self.before.len() / columns.max(1));
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if at(middle) <= before {
                low = middle;
            } else {
                high = middle;
            }
        }
        let mut left = before - at(low);
        let mut found = None;
        self.rows.visit(low * STEP..(low * STEP + STEP).min(self.rows()), |row, here, units| {
            if here == column && found.is_none() {
                match left.checked_sub(units) {
                    Some(rest) => left = rest,
                    None => found = Some(row),
                }
            }
        });
        found
    }
}

impl<R: Rows> Rows for Indexed<'_, R> {
    fn rows(&self) -> usize {
        self.rows.rows()
    }

    fn columns(&self) -> u32 {
        self.rows.columns()
    }

    fn column_sums(&self) -> &[u64] {
        self.rows.column_sums()
    }

    fn greatest_row_sum(&self) -> u64 {
        self.rows.greatest_row_sum()
    }

    fn greatest_entry(&self) -> u64 {
        self.rows.greatest_entry()
    }

    fn fit(&self, first: usize, most: u64) -> usize {
        self.rows.fit(first, most)
    }

    fn count(&self, rows: Range<usize>, counts: &mut [u64]) {
        self.rows.count(rows, counts);
    }

    type Stream<'b>
        = R::Stream<'b>
    where
        Self: 'b;

    fn stream(&self, first: usize) -> R::Stream<'_> {
        self.rows.stream(first)
    }
}
