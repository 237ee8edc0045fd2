//! Orbits of offsets under a symmetry that turns the links of a node cyclically.

use crate::model::{IsotropicTask, LinkTurn, Node, count_of};

/// An orbit of rows: the rows of one offset each, turned one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RowOrbit {
    /// Distance of its packets: the sum of each row.
    pub(super) distance: u64,
    /// Rows of the task matrix, each the turn of the one before.
    pub(super) rows: Vec<usize>,
}

/// Returns the orbits of a task's rows by increasing distance, then by least row; `None` if the task is not
/// invariant under the turn.
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
    let index_of = index_in(&offsets);
    let mut seen = vec![false; offsets.len()];
    let mut orbits = Vec::new();
    for class in 0..offsets.len() {
        if seen[class] {
            continue;
        }
        let orbit = turn.orbit(offsets[class]);
        let members: Vec<usize> = orbit.iter().map(|&node| index_of(node)).collect::<Option<_>>()?;
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

/// Returns a function that finds the index of a node among increasing nodes: by subtraction if they have no
/// gap, by search otherwise.
fn index_in(nodes: &[Node]) -> impl Fn(Node) -> Option<usize> {
    let first = nodes.first().map_or(0, |node| node.0);
    let is_whole = nodes.last().is_none_or(|last| count_of(nodes.len()) == last.0 - first + 1);
    move |node| {
        if is_whole {
            let index = usize::try_from(node.0.checked_sub(first)?).ok()?;
            return (index < nodes.len()).then_some(index);
        }
        nodes.binary_search(&node).ok()
    }
}
