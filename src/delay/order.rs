//! The order in which a scheduler that breaks ties by the least row should meet the rows.

use super::orbits::{Turn, row_orbits};
use super::{Bias, octr};
use crate::model::{Coloring, IsotropicTask, TaskMatrix, wide};

/// Schedules as [`octr()`], the rows of one orbit under the network's turn side by side, nearest first and
/// whole orbits before short ones.
///
/// Ties among packets of equal residual go to the first row, and the rows of an orbit leave no link idle when
/// they go together; so the order decides much. Where the network has no turn, or the packets are not
/// invariant under it, the rows stay as they are.
///
/// # Complexity
/// As [`octr()`], and O(N log N + units) for N rows.
///
/// # Panics
/// If the matrix is not the task's.
#[must_use]
pub fn octr_by_orbits(task: &IsotropicTask, matrix: &TaskMatrix, bias: Bias) -> Coloring {
    match orbit_order(task) {
        Some(order) => in_order(matrix, &order, task.ports(), bias),
        None => octr(matrix, task.ports(), bias),
    }
}

/// The rows by distance, whole orbits first, orbit by orbit.
fn orbit_order(task: &IsotropicTask) -> Option<Vec<usize>> {
    let turn = Turn::new(task.network())?;
    let mut orbits = row_orbits(task, &turn)?;
    let links = wide(task.network().links());
    orbits.sort_by_key(|orbit| (orbit.distance, orbit.rows.len() < links, orbit.rows[0]));
    for orbit in &mut orbits {
        orbit.rows.sort_unstable();
    }
    Some(orbits.into_iter().flat_map(|orbit| orbit.rows).collect())
}

/// Schedules the rows in another order and puts their slots back in place.
fn in_order(matrix: &TaskMatrix, order: &[usize], ports: u32, bias: Bias) -> Coloring {
    let mut sorted = TaskMatrix::with_capacity(matrix.columns(), matrix.rows(), matrix.nonzeros());
    let mut first_unit = Vec::with_capacity(matrix.rows());
    let mut units = 0;
    for row in 0..matrix.rows() {
        first_unit.push(units);
        units += usize::try_from(matrix.row_sum(row)).expect("the units fit memory");
    }
    for &row in order {
        sorted.push_row(matrix.row(row)).expect("a row of a matrix");
    }
    let mut found = octr(&sorted, ports, bias).slots.into_iter();
    let mut slots = vec![0; units];
    for &row in order {
        let count = usize::try_from(matrix.row_sum(row)).expect("the units fit memory");
        for slot in &mut slots[first_unit[row]..first_unit[row] + count] {
            *slot = found.next().expect("a slot for every unit");
        }
    }
    Coloring { slots }
}
