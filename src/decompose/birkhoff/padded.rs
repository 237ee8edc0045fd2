//! Computes the terms of a matrix from those of its perfect matrix.

use super::error::BirkhoffError;
use super::gathered::Gathered;
use crate::decompose::peel;
use crate::model::{TaskMatrix, count_of, wide};
use crate::wire::{MatrixEntry, MatrixTerm};
use nalgebra::DMatrix;

/// Peels the perfect matrix M + E and keeps the part of every term that belongs to M. The first units of a
/// cell are those of M, the others those of E, so a term is cut where a cell of M is done.
///
/// No piece of a term is empty. If T = h, a critical line of M has no units of E, and M serves it in every
/// slot. Otherwise T = ⌈σ/k⌉, every slot has k units inside, and E has fewer than k of them there in all.
pub(super) fn terms(matrix: &TaskMatrix, perfect: &DMatrix<u64>) -> Result<Vec<MatrixTerm>, BirkhoffError> {
    let mut left: DMatrix<u64> = matrix.into();
    let mut gathered = Gathered::default();
    for term in peel(perfect) {
        let inside = term.column_of.iter().enumerate().take(matrix.rows());
        let columns = wide(matrix.columns());
        let mut cells: Vec<(usize, usize)> = inside
            .map(|(row, &column)| (row, column))
            .filter(|&(row, column)| column < columns && left[(row, column)] > 0)
            .collect();
        let mut weight = term.weight;
        while weight > 0 && !cells.is_empty() {
            let least = cells.iter().map(|&cell| left[cell]).fold(weight, u64::min);
            let entry = |&(row, column): &(usize, usize)| MatrixEntry {
                row: count_of(row),
                column: count_of(column),
            };
            gathered.add(least, cells.iter().map(entry).collect())?;
            for &cell in &cells {
                left[cell] -= least;
            }
            cells.retain(|&cell| left[cell] > 0);
            weight -= least;
        }
    }
    Ok(gathered.finish())
}
