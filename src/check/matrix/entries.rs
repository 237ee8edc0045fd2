//! The entries of a matrix that are not 0, row by row, whichever way a document lists them.

use super::fault::{CellPlace, MatrixFault};
use super::sums::MatrixSums;
use crate::number::{narrow, wide};
use isotask_wire::{Cells, MatrixDocument, MatrixUnits};

/// At most this many rows, and columns, of a matrix whose entries are listed: some numbers are kept for each.
const LINE_LIMIT: u64 = 1 << 22;

/// The entries of a matrix that are not 0.
#[derive(Debug)]
pub(super) struct Entries {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// For every row where its entries begin in `columns_of`, and the end.
    first: Vec<usize>,
    /// The columns, increasing in every row.
    columns_of: Vec<usize>,
    units: Vec<u64>,
    /// Whether the document lists entries, not rows.
    is_list: bool,
}

impl Entries {
    /// Reads the entries and checks that all rows have one length, or that the listed entries are inside, not
    /// 0, and in increasing order; and that they add up to less than 2⁶³.
    pub(super) fn read(document: &MatrixDocument) -> Result<(Self, MatrixSums), MatrixFault> {
        let entries = match &document.cells {
            Cells::Dense { rows } => Self::of_rows(rows)?,
            Cells::Sparse { shape, entries } => Self::of_list(*shape, entries)?,
        };
        let sums = entries.sums()?;
        Ok((entries, sums))
    }

    fn of_rows(rows: &[Vec<u64>]) -> Result<Self, MatrixFault> {
        let columns = rows.first().map_or(0, Vec::len);
        let mut read = Self::new(rows.len(), columns, false);
        for (row, units) in rows.iter().enumerate() {
            if units.len() != columns {
                return Err(MatrixFault::Ragged { row, found: units.len(), expected: columns });
            }
            for (column, &units) in units.iter().enumerate().filter(|&(_, &units)| units > 0) {
                read.columns_of.push(column);
                read.units.push(units);
            }
            read.first.push(read.units.len());
        }
        Ok(read)
    }

    fn of_list(shape: (u64, u64), entries: &[MatrixUnits]) -> Result<Self, MatrixFault> {
        let lines = |count: u64| {
            let few = usize::try_from(count).ok().filter(|_| count <= LINE_LIMIT);
            few.ok_or(MatrixFault::TooManyLines { found: count, most: LINE_LIMIT })
        };
        let (rows, columns) = (lines(shape.0)?, lines(shape.1)?);
        let mut read = Self::new(rows, columns, true);
        let mut last = None;
        for (entry, &MatrixUnits { row, column, units }) in entries.iter().enumerate() {
            let (Some(row), Some(column)) = (narrow(row, rows), narrow(column, columns)) else {
                return Err(MatrixFault::OutsideShape { entry, rows, columns });
            };
            if units == 0 {
                return Err(MatrixFault::ZeroListed { entry });
            }
            if last.is_some_and(|last| last >= (row, column)) {
                return Err(MatrixFault::NotIncreasing { entry });
            }
            last = Some((row, column));
            read.end_rows_before(row);
            read.columns_of.push(column);
            read.units.push(units);
        }
        read.end_rows_before(rows);
        Ok(read)
    }

    fn new(rows: usize, columns: usize, is_list: bool) -> Self {
        Self { rows, columns, first: vec![0], columns_of: Vec::new(), units: Vec::new(), is_list }
    }

    /// Ends all rows before a row at the entries so far.
    fn end_rows_before(&mut self, row: usize) {
        self.first.resize(row + 1, self.units.len());
    }

    /// Adds the entries up, in all and in every line.
    fn sums(&self) -> Result<MatrixSums, MatrixFault> {
        let (mut total, mut greatest) = (0_u64, 0_u64);
        let mut column_sums = vec![0_u64; self.columns];
        for row in 0..self.rows {
            let mut sum = 0_u64;
            for (entry, column, units) in self.row(row) {
                let fits = total.checked_add(units).filter(|&total| total < 1 << 63);
                // The sums of lines are parts of the total.
                total = fits.ok_or_else(|| MatrixFault::TotalTooLarge {
                    place: self.place(row, column, Some(entry)),
                })?;
                column_sums[column] += units;
                sum += units;
            }
            greatest = greatest.max(sum);
        }
        let critical_sum = column_sums.into_iter().fold(greatest, u64::max);
        Ok(MatrixSums { rows: wide(self.rows), columns: wide(self.columns), critical_sum, total })
    }

    /// Returns the number of entries.
    pub(super) fn len(&self) -> usize {
        self.units.len()
    }

    /// Returns the entries of a row: the index of each, its column and its units.
    pub(super) fn row(&self, row: usize) -> impl Iterator<Item = (usize, usize, u64)> + '_ {
        (self.first[row]..self.first[row + 1]).map(|entry| (entry, self.columns_of[entry], self.units[entry]))
    }

    /// Returns all entries, each as its row, column and units.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, usize, u64)> + '_ {
        (0..self.rows).flat_map(|row| self.row(row).map(move |(_, column, units)| (row, column, units)))
    }

    /// Returns the index of the entry at a place; none where the matrix is 0.
    pub(super) fn at(&self, row: usize, column: usize) -> Option<usize> {
        let of_row = self.first[row]..self.first[row + 1];
        self.columns_of[of_row.clone()].binary_search(&column).ok().map(|entry| of_row.start + entry)
    }

    /// Returns the place in the document of a cell, with the index of its entry unless it is 0.
    pub(super) fn place(&self, row: usize, column: usize, entry: Option<usize>) -> CellPlace {
        match entry {
            _ if !self.is_list => CellPlace::Cell { row, column },
            Some(entry) => CellPlace::Entry(entry),
            None => CellPlace::Unlisted,
        }
    }
}
