//! Computes the terms of a matrix from the slots of its units.

use super::error::BirkhoffError;
use super::gathered::Gathered;
use crate::model::{Coloring, TaskMatrix, count_of, wide};
use crate::wire::{MatrixEntry, MatrixTerm};

/// Lists the entries that are served in every slot.
pub(super) fn terms(matrix: &TaskMatrix, coloring: &Coloring) -> Result<Vec<MatrixTerm>, BirkhoffError> {
    let mut slots = vec![Vec::new(); usize::try_from(coloring.length()).expect("the slots fit memory")];
    let mut next = coloring.slots.iter();
    for row in 0..matrix.rows() {
        for (column, units) in matrix.row(row) {
            let entry = MatrixEntry { row: count_of(row), column: column.into() };
            let units = usize::try_from(units).expect("the units fit memory");
            next.by_ref().take(units).for_each(|&slot| slots[wide(slot)].push(entry));
        }
    }
    let mut gathered = Gathered::default();
    for entries in slots {
        gathered.add(1, entries)?;
    }
    Ok(gathered.finish())
}
