//! Orders the rows for a scheduler that breaks ties by the least row.

use super::orbits::row_orbits;
use super::{Bias, octr};
use crate::model::{Coloring, IsotropicTask, LinkTurn, TaskMatrix, wide};

/// Schedules as [`octr()`], but meets the rows in another order: by distance, orbits with a row for every
/// link first, the rows of an orbit next to each other. Orbits are those of the rotation that maps every link
/// to the next.
///
/// Among packets with equally many hops left `octr` prefers the first row, so the order matters much: the
/// rows of an orbit use all links equally, and leave no link idle when they are served together. Where the
/// network has no such rotation, or the packets are not invariant under it, the rows stay as they are.
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

/// Returns the rows by distance; at equal distance orbit by orbit, those with a row for every link first.
fn orbit_order(task: &IsotropicTask) -> Option<Vec<usize>> {
    let turn = LinkTurn::new(task.network())?;
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
