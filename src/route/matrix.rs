//! From a task and its directions to the task matrix.

use super::Directions;
use crate::model::{Dimension, IsotropicTask, Link, MatrixError, TaskMatrix, Way, Ways};

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
    let rings = task.network().dimensions();
    let rows = usize::try_from(task.rows()).expect("the caller has compared the size");
    let entries = nonzeros(task);
    let mut matrix = TaskMatrix::with_capacity(task.network().links(), rows, entries);
    let alternating = match directions {
        Directions::Default => u64::MAX,
        Directions::PerClass { alternating, .. } => *alternating,
    };
    let mut ways = Ways::new(rings.len(), alternating);
    let mut entries: Vec<(u32, u64)> = Vec::with_capacity(rings.len());
    let is_by_bits = is_by_bits(rings);
    for (index, class) in task.classes().enumerate() {
        let mut place = |minus: Option<u64>, matrix: &mut TaskMatrix| {
            if is_by_bits {
                return matrix.push_ones(class.offset.0);
            }
            entries.clear();
            for (dimension, ring) in rings.iter().enumerate() {
                let x = ring.coordinate(class.offset);
                if x > 0 {
                    let way = ways.next(ring, dimension, x, minus);
                    entries.push((ring.link(way).0, ring.hops(x, way)));
                }
            }
            matrix.push_row(entries.iter().copied())
        };
        match directions {
            Directions::Default => {
                for _ in 0..class.count {
                    place(None, &mut matrix)?;
                }
            }
            Directions::PerClass { runs, .. } => {
                for run in &runs[index] {
                    for _ in 0..run.count {
                        place(Some(run.minus), &mut matrix)?;
                    }
                }
            }
        }
    }
    Ok(matrix)
}

/// Whether the bits of an offset are its links, as on a hypercube, where there is but one way.
fn is_by_bits(rings: &[Dimension]) -> bool {
    let of_bit = |(bit, ring): (u32, &Dimension)| {
        ring.is_single_link()
            && ring.stride().checked_shr(bit) == Some(1)
            && ring.link(Way::Plus) == Link(bit)
    };
    (0..).zip(rings).all(of_bit)
}

/// Number of nonzero entries: a packet has one in every dimension in which it has a coordinate.
fn nonzeros(task: &IsotropicTask) -> usize {
    let entries: u64 = (0..task.network().dimensions().len())
        .flat_map(|index| task.coordinate_counts(index).iter().map(|c| c.packets))
        .sum();
    usize::try_from(entries).expect("the caller has compared the size")
}
