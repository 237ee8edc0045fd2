//! Orbits of offsets under a symmetry that turns the links of a node cyclically.

use crate::model::{IsotropicTask, LinkTurn};

/// An orbit of rows: the rows of one offset each, turned one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RowOrbit {
    /// Distance of its packets: the sum of each row.
    pub(super) distance: u64,
    /// Rows of the task matrix, each the turn of the one before.
    pub(super) rows: Vec<usize>,
}

/// The orbits of a task's rows by increasing distance, then by least row; `None` if the task is not invariant
/// under the turn.
pub(super) fn row_orbits(task: &IsotropicTask, turn: &LinkTurn) -> Option<Vec<RowOrbit>> {
    let mut offsets = Vec::new();
    let mut counts = Vec::new();
    let mut first_row = Vec::new();
    let mut row = 0;
    for class in task.classes() {
        let count = usize::try_from(class.count).ok()?;
        offsets.push(class.offset);
        counts.push(count);
        first_row.push(row);
        row += count;
    }
    let mut seen = vec![false; offsets.len()];
    let mut orbits = Vec::new();
    for class in 0..offsets.len() {
        if seen[class] {
            continue;
        }
        let members: Vec<usize> = turn
            .orbit(offsets[class])
            .iter()
            .map(|node| offsets.binary_search(node).ok())
            .collect::<Option<_>>()?;
        if members.iter().any(|&member| counts[member] != counts[class]) {
            return None;
        }
        let distance = task.network().distance(offsets[class]);
        for &member in &members {
            seen[member] = true;
        }
        for copy in 0..counts[class] {
            let rows = members.iter().map(|&member| first_row[member] + copy).collect();
            orbits.push(RowOrbit { distance, rows });
        }
    }
    orbits.sort_by_key(|orbit| (orbit.distance, orbit.rows[0]));
    Some(orbits)
}
