//! Builds the task matrix of a task and its directions.

use super::Directions;
use crate::model::{Dimension, IsotropicTask, Link, MatrixError, TaskMatrix, Way, Ways, count_of, wide};
use crate::wire::Route;
use std::convert::Infallible;

/// Builds the task matrix: a row for every packet in the order of increasing offset, a column for every link.
///
/// # Errors
/// [`MatrixError`] only if the directions are not those of the task.
///
/// # Complexity
/// O(N · D) time and O(entries) space for N packets and D dimensions.
///
/// # Panics
/// If the task has more packets than the address space; callers ask for the size before.
pub fn task_matrix(task: &IsotropicTask, directions: &Directions) -> Result<TaskMatrix, MatrixError> {
    let rows = usize::try_from(task.rows()).expect("the caller has compared the size");
    let mut matrix = TaskMatrix::with_capacity(task.network().links(), rows, nonzeros(task));
    if is_by_bits(task.network().dimensions()) {
        for class in task.classes() {
            (0..class.count).try_for_each(|_| matrix.push_ones(class.offset.0))?;
        }
    } else {
        visit_rows(task, directions, |row| matrix.push_row(row.iter().copied()))?;
    }
    Ok(matrix)
}

/// Returns whether the bits of an offset are its links, as on a hypercube, where every dimension has one way
/// only.
fn is_by_bits(rings: &[Dimension]) -> bool {
    let of_bit = |(bit, ring): (u32, &Dimension)| {
        ring.is_single_link()
            && ring.stride().checked_shr(bit) == Some(1)
            && ring.link(Way::Plus) == Link(bit)
    };
    (0..).zip(rings).all(of_bit)
}

/// Returns the rows of a task matrix that do not take their default route, as documents write them.
///
/// # Complexity
/// O(N · D) time for N packets and D dimensions.
pub(crate) fn own_routes(task: &IsotropicTask, chosen: &TaskMatrix) -> Vec<Route> {
    let (mut routes, mut row) = (Vec::new(), 0);
    let visit = |default: &[(u32, u64)]| -> Result<(), Infallible> {
        if !chosen.row(row).eq(default.iter().copied()) {
            let mut uses = vec![0; wide(chosen.columns())];
            for (link, units) in chosen.row(row) {
                uses[wide(link)] = units;
            }
            routes.push(Route { row: count_of(row), uses });
        }
        row += 1;
        Ok(())
    };
    match visit_rows(task, &Directions::Default, visit) {
        Ok(()) => routes,
        Err(never) => match never {},
    }
}

/// Calls `visit` for every packet in turn with its links, increasing, and how often it uses each.
fn visit_rows<E>(
    task: &IsotropicTask,
    directions: &Directions,
    mut visit: impl FnMut(&[(u32, u64)]) -> Result<(), E>,
) -> Result<(), E> {
    let rings = task.network().dimensions();
    let alternating = match directions {
        Directions::Default => u64::MAX,
        Directions::PerClass { alternating, .. } => *alternating,
    };
    let mut ways = Ways::new(rings.len(), alternating);
    let mut entries: Vec<(u32, u64)> = Vec::with_capacity(rings.len());
    for (index, class) in task.classes().enumerate() {
        let mut place = |minus: Option<u64>| {
            entries.clear();
            for (dimension, ring) in rings.iter().enumerate() {
                let x = ring.coordinate(class.offset);
                if x > 0 {
                    let way = ways.next(ring, dimension, x, minus);
                    entries.push((ring.link(way).0, ring.hops(x, way)));
                }
            }
            visit(&entries)
        };
        match directions {
            Directions::Default => (0..class.count).try_for_each(|_| place(None))?,
            Directions::PerClass { runs, .. } => {
                for run in &runs[index] {
                    (0..run.count).try_for_each(|_| place(Some(run.minus)))?;
                }
            }
        }
    }
    Ok(())
}

/// Returns the number of nonzero entries: a packet has one in every dimension in which it has a coordinate.
fn nonzeros(task: &IsotropicTask) -> usize {
    let entries: u64 = (0..task.network().dimensions().len())
        .flat_map(|index| task.coordinate_counts(index).iter().map(|c| c.packets))
        .sum();
    usize::try_from(entries).expect("the caller has compared the size")
}
