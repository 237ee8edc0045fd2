//! Matrices of zeros and ones, a bit for each entry.

use super::bits::{count_masks, ones, visit_mask};
use super::ranked::Snapshots;
use super::rows::{Cursors, Rows, Turn};
use super::stored::{Stored, StoredStream};
use super::width::wide;
use super::{MatrixError, TaskMatrix};
use std::ops::Range;

/// A matrix of zeros and ones with at most 64 columns: bit j of a row's mask is the entry of column j.
///
/// A mask takes 4 bytes with at most 32 columns, else 8.
///
/// # Examples
/// ```
/// use isotask::decompose::{color, quotient};
/// use isotask::model::{MaskMatrix, Rows};
/// let matrix = MaskMatrix::new(2, [0b01, 0b10, 0b11])?;
/// assert_eq!((matrix.critical_sum(), matrix.total()), (2, 4));
/// assert_eq!(color(&matrix, &quotient(&matrix, 2)).length(), 2);
/// # Ok::<(), isotask::model::MatrixError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MaskMatrix {
    columns: u32,
    masks: Masks,
    /// Units before every `STEP`-th row.
    before: Vec<u64>,
    column_sums: Vec<u64>,
    snapshots: Snapshots,
    greatest_row_sum: u64,
}

/// Rows between two sums that are stored; at most 64 columns make snapshots as often.
const STEP: usize = 512;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Masks {
    Narrow(Vec<u32>),
    Wide(Vec<u64>),
}

impl MaskMatrix {
    /// Most columns.
    pub const MOST_COLUMNS: u32 = 64;

    /// Stores masks as rows.
    ///
    /// # Errors
    /// [`MatrixError::TooManyColumns`] beyond 64 columns, [`MatrixError::ColumnOutOfRange`] for a bit beyond
    /// the last column.
    ///
    /// # Panics
    /// Never: bits are compared with the columns before masks are narrowed.
    pub fn new(columns: u32, masks: impl IntoIterator<Item = u64>) -> Result<Self, MatrixError> {
        if columns > Self::MOST_COLUMNS {
            return Err(MatrixError::TooManyColumns { columns });
        }
        let allowed = u64::MAX.checked_shr(64 - columns).unwrap_or(0);
        let masks = masks.into_iter().enumerate().map(|(row, mask)| match mask & !allowed {
            0 => Ok(mask),
            beyond => Err(MatrixError::ColumnOutOfRange { row, column: beyond.trailing_zeros(), columns }),
        });
        let masks = if columns <= 32 {
            let narrow = |mask| u32::try_from(mask).expect("no bit beyond 32 columns");
            Masks::Narrow(masks.map(|mask| mask.map(narrow)).collect::<Result<_, _>>()?)
        } else {
            Masks::Wide(masks.collect::<Result<_, _>>()?)
        };
        let mut matrix = Self {
            columns,
            masks,
            before: Vec::new(),
            column_sums: vec![0; wide(columns)],
            snapshots: Snapshots::new(columns),
            greatest_row_sum: 0,
        };
        matrix.measure();
        Ok(matrix)
    }

    fn measure(&mut self) {
        let rows = Rows::rows(self);
        let mut sums = vec![0; wide(self.columns)];
        for first in (0..rows).step_by(STEP) {
            self.snapshots.note(first, &sums);
            self.count_rows(first..(first + STEP).min(rows), &mut sums);
        }
        self.column_sums = sums;
        let mut units = 0;
        for row in 0..rows {
            if row % STEP == 0 {
                self.before.push(units);
            }
            let here = ones(self.mask(row));
            units += here;
            self.greatest_row_sum = self.greatest_row_sum.max(here);
        }
    }

    /// The mask of a row.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn mask(&self, row: usize) -> u64 {
        match &self.masks {
            Masks::Narrow(masks) => u64::from(masks[row]),
            Masks::Wide(masks) => masks[row],
        }
    }
}

impl TryFrom<&TaskMatrix> for MaskMatrix {
    type Error = MatrixError;

    fn try_from(matrix: &TaskMatrix) -> Result<Self, MatrixError> {
        if matrix.columns() > Self::MOST_COLUMNS {
            return Err(MatrixError::TooManyColumns { columns: matrix.columns() });
        }
        let masks = (0..matrix.rows()).map(|row| {
            matrix.row(row).try_fold(0, |mask, (column, units)| match units {
                1 => Ok(mask | 1_u64 << column),
                _ => Err(MatrixError::EntryTooLarge { row, column }),
            })
        });
        Self::new(matrix.columns(), masks.collect::<Result<Vec<u64>, _>>()?)
    }
}

impl Rows for MaskMatrix {
    fn rows(&self) -> usize {
        match &self.masks {
            Masks::Narrow(masks) => masks.len(),
            Masks::Wide(masks) => masks.len(),
        }
    }

    fn columns(&self) -> u32 {
        self.columns
    }

    fn column_sums(&self) -> &[u64] {
        &self.column_sums
    }

    fn greatest_row_sum(&self) -> u64 {
        self.greatest_row_sum
    }

    fn greatest_entry(&self) -> u64 {
        self.greatest_row_sum.min(1)
    }

    fn fit(&self, first: usize, most: u64) -> usize {
        let step = first / STEP;
        let mut units: u64 = (step * STEP..first).map(|row| ones(self.mask(row))).sum();
        // Units before `first`, then the last stored sum from which the limit is not yet passed.
        units += self.before[step];
        let limit = units.saturating_add(most);
        let far = step + self.before[step..].partition_point(|&before| before <= limit) - 1;
        let (mut row, mut units) = if far > step { (far * STEP, self.before[far]) } else { (first, units) };
        while row < Rows::rows(self) {
            units += ones(self.mask(row));
            if units > limit {
                break;
            }
            row += 1;
        }
        row
    }

    fn count(&self, rows: Range<usize>, counts: &mut [u64]) {
        self.count_from_snapshots(rows, counts);
    }

    type Stream<'a> = StoredStream<'a, Self>;

    fn stream(&self, first: usize) -> StoredStream<'_, Self> {
        StoredStream::new(self, first)
    }
}

impl Stored for MaskMatrix {
    fn snapshots(&self) -> &Snapshots {
        &self.snapshots
    }

    fn count_rows(&self, rows: Range<usize>, counts: &mut [u64]) {
        match &self.masks {
            Masks::Narrow(masks) => count_masks(&masks[rows], counts),
            Masks::Wide(masks) => count_masks(&masks[rows], counts),
        }
    }

    fn visit_rows(&self, rows: Range<usize>, mut f: impl FnMut(usize, u32, u64)) {
        for row in rows {
            visit_mask(self.mask(row), |column| f(row, column, 1));
        }
    }

    fn take_rows(
        &self,
        rows: Range<usize>,
        cursors: &mut Cursors,
        turn: &mut impl Turn,
        slots: &mut [u32],
    ) -> usize {
        let width = wide(self.columns);
        match &self.masks {
            Masks::Narrow(masks) => {
                cursors.take_masks(width, masks[rows].iter().map(|&mask| u64::from(mask)), turn, slots)
            }
            Masks::Wide(masks) => cursors.take_masks(width, masks[rows].iter().copied(), turn, slots),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::count_of;

    #[test]
    fn bad_masks_are_refused_with_their_place() {
        assert_eq!(
            MaskMatrix::new(3, [0b100, 0b1000]),
            Err(MatrixError::ColumnOutOfRange { row: 1, column: 3, columns: 3 })
        );
        assert_eq!(MaskMatrix::new(65, []), Err(MatrixError::TooManyColumns { columns: 65 }));
        let twice = TaskMatrix::from_dense(&[vec![1, 0], vec![0, 2]]).expect("good");
        assert_eq!(MaskMatrix::try_from(&twice), Err(MatrixError::EntryTooLarge { row: 1, column: 1 }));
        assert!(MaskMatrix::new(64, [u64::MAX]).is_ok() && MaskMatrix::new(0, [0]).is_ok());
    }

    #[test]
    fn runs_of_rows_are_the_longest_that_fit() {
        let masks: Vec<u64> = (1_u64..5000).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24).collect();
        let matrix = MaskMatrix::new(40, masks.iter().copied()).expect("40 bits");
        let sum = |rows: Range<usize>| masks[rows].iter().map(|&mask| ones(mask)).sum::<u64>();
        for first in [0, 1, 511, 512, 1500, 4998] {
            for most in [0, 39, 1000, 50_000, u64::MAX] {
                let end = matrix.fit(first, most);
                assert!(sum(first..end) <= most, "{first} {most}");
                assert!(end == masks.len() || sum(first..end + 1) > most, "{first} {most}");
            }
        }
        assert_eq!(matrix.total(), count_of(masks.iter().map(|m| wide(m.count_ones())).sum::<usize>()));
    }
}
