//! The task matrix T₀: rows are packets, columns are links, entries are uses.

mod bits;
mod compress;
pub(super) mod implied;
pub(super) mod ranked;
pub(super) mod rows;
pub(super) mod ways;

use super::width::{count_of, wide};
use crate::wire::{Cells, MatrixDocument};
use bits::decode;
use nalgebra::DMatrix;
use ranked::{Ranked, Snapshots};
use rows::{Cursors, Pool, RowStream, Rows, count_bytes};
use std::ops::Range;
use thiserror::Error;

/// A matrix of nonnegative integers in compressed sparse rows: 1 byte for the column of an entry where there
/// are at most 256 columns, else 4; 8 bytes for a row; 8 bytes for the units of an entry unless all entries
/// are 1.
///
/// For a task it has a row for each packet of node 0 and a column for each link; the entry (i, j) says how
/// often packet i must use link j (P1 §2, §8). Any other matrix of counts will do as well.
///
/// # Examples
/// The total exchange on the 2-cube, packets 01, 10, 11:
/// ```text
///          bit 0  bit 1   sum
/// 01         1      0      1
/// 10         0      1      1
/// 11         1      1      2
/// sum        2      2          critical sum 2
/// ```
/// ```
/// use isotask::model::TaskMatrix;
/// let matrix = TaskMatrix::from_dense(&[vec![1, 0], vec![0, 1], vec![1, 1]])?;
/// assert_eq!((matrix.critical_sum(), matrix.total()), (2, 4));
/// assert_eq!(matrix.row(2).collect::<Vec<_>>(), [(0, 1), (1, 1)]);
/// # Ok::<(), isotask::model::MatrixError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskMatrix {
    columns: u32,
    row_start: Vec<usize>,
    column: Columns,
    /// One number for each entry; empty when every entry is 1.
    units: Vec<u64>,
    column_sums: Vec<u64>,
    snapshots: Snapshots,
    greatest_row_sum: u64,
    greatest_entry: u64,
    total: u64,
}

/// The columns of the entries.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Columns {
    /// Of a matrix of at most 256 columns.
    Bytes(Vec<u8>),
    Words(Vec<u32>),
}

impl Columns {
    fn len(&self) -> usize {
        match self {
            Self::Bytes(columns) => columns.len(),
            Self::Words(columns) => columns.len(),
        }
    }

    fn at(&self, entry: usize) -> u32 {
        match self {
            Self::Bytes(columns) => u32::from(columns[entry]),
            Self::Words(columns) => columns[entry],
        }
    }

    fn push(&mut self, column: u32) {
        match self {
            Self::Bytes(columns) => columns.push(u8::try_from(column).expect("less than 256 columns")),
            Self::Words(columns) => columns.push(column),
        }
    }

    fn truncate(&mut self, entries: usize) {
        match self {
            Self::Bytes(columns) => columns.truncate(entries),
            Self::Words(columns) => columns.truncate(entries),
        }
    }

    fn reserve_exact(&mut self, entries: usize) {
        match self {
            Self::Bytes(columns) => columns.reserve_exact(entries),
            Self::Words(columns) => columns.reserve_exact(entries),
        }
    }
}

/// Rows that make no matrix.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MatrixError {
    /// An entry beyond the last column.
    #[error("row {row}: column {column}, expected less than {columns}")]
    ColumnOutOfRange {
        /// The row.
        row: usize,
        /// The column.
        column: u32,
        /// The number of columns.
        columns: u32,
    },
    /// Entries out of order, or twice in one place.
    #[error("row {row}: column {column} does not follow in increasing order")]
    ColumnsNotIncreasing {
        /// The row.
        row: usize,
        /// The column.
        column: u32,
    },
    /// A stored zero.
    #[error("row {row}: a zero in column {column}, expected it to be left out")]
    ZeroEntry {
        /// The row.
        row: usize,
        /// The column.
        column: u32,
    },
    /// A sum beyond 63 bits.
    #[error("the entries add up to 2^63 or more")]
    Overflow,
    /// A row of another length.
    #[error("row {row} has {found} entries, expected {expected}")]
    Ragged {
        /// The row.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
}

impl TaskMatrix {
    /// Starts a matrix without rows.
    #[must_use]
    pub fn new(columns: u32) -> Self {
        let width = wide(columns);
        Self {
            columns,
            row_start: vec![0],
            column: if columns <= 256 { Columns::Bytes(Vec::new()) } else { Columns::Words(Vec::new()) },
            units: Vec::new(),
            column_sums: vec![0; width],
            snapshots: Snapshots::new(columns),
            greatest_row_sum: 0,
            greatest_entry: 0,
            total: 0,
        }
    }

    /// Makes room for rows and nonzero entries.
    #[must_use]
    pub fn with_capacity(columns: u32, rows: usize, entries: usize) -> Self {
        let mut matrix = Self::new(columns);
        matrix.row_start.reserve_exact(rows);
        matrix.column.reserve_exact(entries);
        matrix
    }

    /// Appends a row of nonzero entries `(column, units)` with increasing columns.
    ///
    /// # Errors
    /// [`MatrixError`]; the matrix is then unchanged.
    pub fn push_row(&mut self, entries: impl IntoIterator<Item = (u32, u64)>) -> Result<(), MatrixError> {
        let start = self.column.len();
        let greatest = self.greatest_entry;
        self.snapshots.record(self.rows(), &self.column_sums);
        match self.append(entries) {
            Ok(sum) => {
                self.greatest_row_sum = self.greatest_row_sum.max(sum);
                self.row_start.push(self.column.len());
                Ok(())
            }
            Err(fault) => {
                for entry in start..self.column.len() {
                    let units = self.units_of(entry);
                    self.column_sums[wide(self.column.at(entry))] -= units;
                    self.total -= units;
                }
                self.column.truncate(start);
                self.units.truncate(start);
                self.greatest_entry = greatest;
                Err(fault)
            }
        }
    }

    /// Appends a row of ones in the columns of a mask, faster than [`TaskMatrix::push_row`].
    pub(crate) fn push_ones(&mut self, mask: u64) -> Result<(), MatrixError> {
        let ones = u64::from(mask.count_ones());
        let is_plain = self.units.is_empty()
            && u64::BITS - mask.leading_zeros() <= self.columns
            && self.total + ones < 1 << 63;
        let rows = self.rows();
        let Columns::Bytes(columns) = &mut self.column else { return self.push_bits(mask) };
        if !is_plain {
            return self.push_bits(mask);
        }
        self.snapshots.record(rows, &self.column_sums);
        let mut room = [0; 72];
        let places = decode::<8>(mask, &mut room);
        for &column in &room[..places] {
            self.column_sums[usize::from(column)] += 1;
        }
        columns.extend_from_slice(&room[..places]);
        self.row_start.push(columns.len());
        self.total += ones;
        self.greatest_row_sum = self.greatest_row_sum.max(ones);
        self.greatest_entry = self.greatest_entry.max(ones.min(1));
        Ok(())
    }

    fn push_bits(&mut self, mask: u64) -> Result<(), MatrixError> {
        self.push_row((0..u64::BITS).filter(|bit| mask >> bit & 1 == 1).map(|bit| (bit, 1)))
    }

    fn append(&mut self, entries: impl IntoIterator<Item = (u32, u64)>) -> Result<u64, MatrixError> {
        let row = self.rows();
        let mut sum = 0;
        let mut next = 0;
        for (column, units) in entries {
            if column >= self.columns {
                let columns = self.columns;
                return Err(MatrixError::ColumnOutOfRange { row, column, columns });
            }
            if column < next {
                return Err(MatrixError::ColumnsNotIncreasing { row, column });
            }
            if units == 0 {
                return Err(MatrixError::ZeroEntry { row, column });
            }
            next = column + 1;
            let total = self.total.checked_add(units).filter(|&total| total < 1 << 63);
            self.total = total.ok_or(MatrixError::Overflow)?;
            if units != 1 && self.units.is_empty() {
                self.units = vec![1; self.column.len()];
            }
            if !self.units.is_empty() || units != 1 {
                self.units.push(units);
            }
            self.column.push(column);
            self.column_sums[wide(column)] += units;
            self.greatest_entry = self.greatest_entry.max(units);
            sum += units;
        }
        Ok(sum)
    }

    /// Builds a matrix from full rows, zeros included; no rows give a matrix without columns.
    ///
    /// # Errors
    /// [`MatrixError::Ragged`] or [`MatrixError::Overflow`].
    pub fn from_dense(rows: &[Vec<u64>]) -> Result<Self, MatrixError> {
        let expected = rows.first().map_or(0, Vec::len);
        let columns = u32::try_from(expected).map_err(|_| MatrixError::Overflow)?;
        let mut matrix = Self::new(columns);
        for (row, entries) in rows.iter().enumerate() {
            if entries.len() != expected {
                return Err(MatrixError::Ragged { row, found: entries.len(), expected });
            }
            matrix.push_row((0..columns).zip(entries.iter().copied()).filter(|entry| entry.1 > 0))?;
        }
        Ok(matrix)
    }

    /// Builds the matrix of a document that the checker accepts.
    ///
    /// # Errors
    /// [`MatrixError`] of a document that the checker would refuse, or of 2³² columns or more.
    pub fn from_document(document: &MatrixDocument) -> Result<Self, MatrixError> {
        if let Cells::Dense { rows } = &document.cells {
            return Self::from_dense(rows);
        }
        let (rows, columns) = document.shape();
        let narrow = |column: u64| u32::try_from(column).map_err(|_| MatrixError::Overflow);
        let mut matrix = Self::new(narrow(columns)?);
        let mut entries = document.entries().peekable();
        for row in 0..rows {
            let of_row = std::iter::from_fn(|| entries.next_if(|entry| entry.row == row));
            // A column of 2³² or more is none of the matrix either.
            matrix.push_row(of_row.map(|entry| (narrow(entry.column).unwrap_or(u32::MAX), entry.units)))?;
        }
        match entries.next() {
            Some(entry) => Err(MatrixError::ColumnsNotIncreasing {
                row: usize::try_from(entry.row).map_err(|_| MatrixError::Overflow)?,
                column: narrow(entry.column)?,
            }),
            None => Ok(matrix),
        }
    }

    /// Returns the number of rows N.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.row_start.len() - 1
    }

    /// Returns the number of columns m.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Returns the nonzero entries of a row as `(column, units)`, columns increasing.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (u32, u64)> + '_ {
        (self.row_start[row]..self.row_start[row + 1])
            .map(|entry| (self.column.at(entry), self.units_of(entry)))
    }

    /// Returns the sum r_i of a row.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn row_sum(&self, row: usize) -> u64 {
        let (start, end) = (self.row_start[row], self.row_start[row + 1]);
        if self.units.is_empty() {
            return u64::try_from(end - start).expect("a length fits 64 bits");
        }
        self.units[start..end].iter().sum()
    }

    /// Returns the sums c_j of the columns.
    #[must_use]
    pub fn column_sums(&self) -> &[u64] {
        &self.column_sums
    }

    /// Returns the greatest row sum h_r; 0 without rows.
    #[must_use]
    pub fn greatest_row_sum(&self) -> u64 {
        self.greatest_row_sum
    }

    /// Returns the greatest column sum h_c; 0 without columns.
    #[must_use]
    pub fn greatest_column_sum(&self) -> u64 {
        self.column_sums.iter().copied().max().unwrap_or(0)
    }

    /// Returns the critical sum h, the greatest of all `r_i` and `c_j` (P1 Definition 3).
    #[must_use]
    pub fn critical_sum(&self) -> u64 {
        self.greatest_row_sum.max(self.greatest_column_sum())
    }

    /// Returns the sum σ of all entries.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Returns the number of nonzero entries.
    #[must_use]
    pub fn nonzeros(&self) -> usize {
        self.column.len()
    }

    /// Returns the least number of slots, max(h, ⌈σ/k⌉), when at most `ports` columns may be served in a slot
    /// (P1 Theorem 7).
    ///
    /// # Panics
    /// If `ports` is 0.
    #[must_use]
    pub fn least_slots(&self, ports: u32) -> u64 {
        self.critical_sum().max(self.total.div_ceil(u64::from(ports)))
    }

    /// Returns the rows whose sum is the critical sum.
    pub fn critical_rows(&self) -> impl Iterator<Item = usize> + '_ {
        let critical = self.critical_sum();
        (0..self.rows()).filter(move |&row| self.row_sum(row) == critical)
    }

    /// Returns the columns whose sum is the critical sum.
    pub fn critical_columns(&self) -> impl Iterator<Item = u32> + '_ {
        let critical = self.critical_sum();
        (0..self.columns).filter(move |&column| self.column_sums[wide(column)] == critical)
    }

    fn units_of(&self, entry: usize) -> u64 {
        if self.units.is_empty() { 1 } else { self.units[entry] }
    }
}

/// All entries, zeros included: O(N · m) space.
///
/// # Examples
/// ```
/// use isotask::model::{MatrixError, TaskMatrix};
/// use nalgebra::DMatrix;
/// let full = DMatrix::from_row_slice(3, 2, &[1, 0, 0, 1, 1, 1]);
/// let matrix = TaskMatrix::try_from(&full)?;
/// assert_eq!((matrix.critical_sum(), matrix.nonzeros()), (2, 4));
/// assert_eq!(DMatrix::from(&matrix), full);
/// assert_eq!(TaskMatrix::try_from(&(full * (1 << 62))), Err(MatrixError::Overflow));
/// # Ok::<(), MatrixError>(())
/// ```
impl From<&TaskMatrix> for DMatrix<u64> {
    fn from(matrix: &TaskMatrix) -> Self {
        let mut full = Self::zeros(matrix.rows(), wide(matrix.columns()));
        for row in 0..matrix.rows() {
            for (column, units) in matrix.row(row) {
                full[(row, wide(column))] = units;
            }
        }
        full
    }
}

/// Leaves the zeros out; [`MatrixError::Overflow`] if the entries add up to 2⁶³ or there are 2³² columns.
impl TryFrom<&DMatrix<u64>> for TaskMatrix {
    type Error = MatrixError;

    fn try_from(full: &DMatrix<u64>) -> Result<Self, MatrixError> {
        let columns = u32::try_from(full.ncols()).map_err(|_| MatrixError::Overflow)?;
        let mut matrix = Self::new(columns);
        for row in full.row_iter() {
            matrix.push_row((0..columns).zip(row.iter().copied()).filter(|entry| entry.1 > 0))?;
        }
        Ok(matrix)
    }
}

impl Rows for TaskMatrix {
    fn rows(&self) -> usize {
        TaskMatrix::rows(self)
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
        self.greatest_entry
    }

    fn fit(&self, first: usize, most: u64) -> usize {
        if self.units.is_empty() {
            let start = count_of(self.row_start[first]);
            let last = self.row_start[first..].partition_point(|&end| count_of(end) - start <= most);
            return first + last - 1;
        }
        let mut left = most;
        let fits = |row: &usize| match left.checked_sub(self.row_sum(*row)) {
            Some(rest) => {
                left = rest;
                true
            }
            None => false,
        };
        first + (first..self.rows()).take_while(fits).count()
    }

    fn count(&self, rows: Range<usize>, counts: &mut [u64]) {
        self.snapshots.count(rows, counts, |rows, counts| self.count_rows(rows, counts));
    }

    type Stream<'a> = MatrixStream<'a>;

    fn stream(&self, first: usize) -> MatrixStream<'_> {
        MatrixStream { matrix: self, row: first }
    }
}

impl Ranked for TaskMatrix {
    fn rank(&self, row: usize, column: u32) -> u64 {
        self.snapshots.rank(self, row, column)
    }
}

impl TaskMatrix {
    /// Adds the units of each column in some rows to `counts`, row by row.
    fn count_rows(&self, rows: Range<usize>, counts: &mut [u64]) {
        let entries = self.row_start[rows.start]..self.row_start[rows.end];
        match (&self.column, self.units.is_empty()) {
            (Columns::Bytes(columns), true) => count_bytes(&columns[entries], counts),
            (Columns::Bytes(columns), false) => {
                for (&column, units) in columns[entries.clone()].iter().zip(&self.units[entries]) {
                    counts[usize::from(column)] += units;
                }
            }
            (Columns::Words(columns), _) => {
                for entry in entries {
                    counts[wide(columns[entry])] += self.units_of(entry);
                }
            }
        }
    }
}

/// Goes through the rows of a [`TaskMatrix`].
#[derive(Debug, Clone)]
pub struct MatrixStream<'a> {
    matrix: &'a TaskMatrix,
    row: usize,
}

impl MatrixStream<'_> {
    fn next(&mut self, rows: usize) -> Range<usize> {
        let first = self.row;
        self.row += rows;
        first..self.row
    }
}

impl RowStream for MatrixStream<'_> {
    fn visit(&mut self, rows: usize, mut f: impl FnMut(usize, u32, u64)) {
        let matrix = self.matrix;
        for row in self.next(rows) {
            let entries = matrix.row_start[row]..matrix.row_start[row + 1];
            match (&matrix.column, matrix.units.is_empty()) {
                (Columns::Bytes(columns), true) => {
                    columns[entries].iter().for_each(|&column| f(row, u32::from(column), 1));
                }
                (Columns::Words(columns), true) => {
                    columns[entries].iter().for_each(|&column| f(row, column, 1));
                }
                _ => matrix.row(row).for_each(|(column, units)| f(row, column, units)),
            }
        }
    }

    fn take(&mut self, rows: usize, cursors: &mut Cursors, pool: &mut impl Pool, slots: &mut [u32]) -> usize {
        let (rows, matrix) = (self.next(rows), self.matrix);
        let entries = matrix.row_start[rows.start]..matrix.row_start[rows.end];
        match (&matrix.column, matrix.units.is_empty()) {
            (Columns::Bytes(columns), true) => cursors.take_bytes(&columns[entries], pool, slots),
            (Columns::Bytes(columns), false) => {
                cursors.take_runs(&columns[entries.clone()], &matrix.units[entries], pool, slots)
            }
            (Columns::Words(columns), true) => cursors.take_words(&columns[entries], pool, slots),
            (Columns::Words(columns), false) => {
                cursors.take_runs(&columns[entries.clone()], &matrix.units[entries], pool, slots)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_row_leaves_the_matrix_as_it_was() {
        let mut matrix = TaskMatrix::new(3);
        matrix.push_row([(0, 1), (2, 1)]).expect("a good row");
        let before = matrix.clone();
        let fault = matrix.push_row([(0, 1), (1, 5), (1, 1)]);
        assert_eq!(fault, Err(MatrixError::ColumnsNotIncreasing { row: 1, column: 1 }));
        assert!(matches!(matrix.push_row([(3, 1)]), Err(MatrixError::ColumnOutOfRange { .. })));
        assert!(matches!(matrix.push_row([(1, 0)]), Err(MatrixError::ZeroEntry { .. })));
        assert_eq!(matrix.push_row([(0, u64::MAX)]), Err(MatrixError::Overflow));
        assert_eq!(matrix.column_sums(), before.column_sums());
        assert_eq!((matrix.rows(), matrix.total()), (before.rows(), before.total()));
        matrix.push_row([(1, 2)]).expect("a good row");
        assert_eq!(matrix.row(1).collect::<Vec<_>>(), [(1, 2)]);
        assert_eq!(matrix.row(0).collect::<Vec<_>>(), [(0, 1), (2, 1)]);
    }

    #[test]
    fn a_mask_adds_the_row_that_its_ones_add() {
        for columns in [3, 64, 300] {
            for units in [1, 2] {
                let (mut by_mask, mut by_row) = (TaskMatrix::new(columns), TaskMatrix::new(columns));
                for mask in [0b101, 0, 0b111, 0b10] {
                    by_mask.push_ones(mask).expect("a good row");
                    let ones = (0..columns.min(64)).filter(|bit| mask >> bit & 1 == 1);
                    by_row.push_row(ones.map(|bit| (bit, 1))).expect("a good row");
                    for matrix in [&mut by_mask, &mut by_row] {
                        matrix.push_row([(1, units)]).expect("a good row");
                    }
                }
                assert_eq!(by_mask, by_row);
            }
        }
        let beyond = TaskMatrix::new(3).push_ones(0b1001);
        assert_eq!(beyond, Err(MatrixError::ColumnOutOfRange { row: 0, column: 3, columns: 3 }));
    }

    #[test]
    fn sums_and_critical_lines_are_those_of_the_dense_matrix() {
        let matrix = TaskMatrix::from_dense(&[vec![2, 1], vec![0, 1], vec![0, 0]]).expect("good");
        assert_eq!((matrix.critical_sum(), matrix.total(), matrix.nonzeros()), (3, 4, 3));
        assert_eq!(matrix.critical_rows().collect::<Vec<_>>(), [0]);
        assert_eq!(matrix.critical_columns().count(), 0);
        assert_eq!((matrix.least_slots(2), matrix.least_slots(1)), (3, 4));
        let tall = TaskMatrix::from_dense(&[vec![0, 1, 1], vec![1, 0, 1], vec![0, 2, 1]]).expect("good");
        assert_eq!(tall.critical_rows().collect::<Vec<_>>(), [2]);
        assert_eq!(tall.critical_columns().collect::<Vec<_>>(), [1, 2]);
    }
}
