//! From a task and its directions to the task matrix.

use super::Directions;
use crate::model::{Dimension, IsotropicTask, MatrixError, Node, TaskMatrix, Way, count_of, wide};
use crate::wire::Route;

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
    let mut ways = Ways::new(task, directions);
    let mut entries: Vec<(u32, u64)> = Vec::with_capacity(rings.len());
    for (index, class) in task.classes().enumerate() {
        let mut place = |minus: Option<u64>, matrix: &mut TaskMatrix| {
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

/// Builds the matrix of rows in an order of their own, as a schedule in intervals lists them: rows named in
/// `routes`, increasing, use the links as these say, all others take the default route.
///
/// # Errors
/// [`MatrixError`] only if a route has more links than the network.
///
/// # Complexity
/// O(N · D) time and O(entries) space for N packets and D dimensions.
pub fn matrix_of_routes(
    task: &IsotropicTask,
    offsets: &[Node],
    routes: &[Route],
) -> Result<TaskMatrix, MatrixError> {
    let rings = task.network().dimensions();
    let mut matrix = TaskMatrix::new(task.network().links());
    let mut ways = Ways::new(task, &Directions::Default);
    let mut routes = routes.iter().peekable();
    let mut uses = vec![0; wide(task.network().links())];
    for (row, offset) in offsets.iter().enumerate() {
        uses.fill(0);
        // Ties alternate over all rows, those with a route of their own included.
        for (dimension, ring) in rings.iter().enumerate() {
            let x = ring.coordinate(*offset);
            if x > 0 {
                let way = ways.next(ring, dimension, x, None);
                uses[wide(ring.link(way).0)] = ring.hops(x, way);
            }
        }
        let own = routes.next_if(|route| route.row == count_of(row));
        let uses = own.map_or(&uses, |route| &route.uses);
        matrix.push_row((0..).zip(uses.iter().copied()).filter(|entry| entry.1 > 0))?;
    }
    Ok(matrix)
}

/// Tells the way of a packet, row after row.
struct Ways {
    /// Bit i: ties of dimension i alternate.
    alternating: u64,
    /// For every dimension, how many alternating ties there have been.
    ties: Vec<u64>,
}

impl Ways {
    fn new(task: &IsotropicTask, directions: &Directions) -> Self {
        let alternating = match directions {
            Directions::Default => u64::MAX,
            Directions::PerClass { alternating, .. } => *alternating,
        };
        Self { alternating, ties: vec![0; task.network().dimensions().len()] }
    }

    /// The way of the next row in a dimension in which its coordinate is x ≠ 0; `minus` as in [`super::Run`],
    /// `None` for the shorter way.
    fn next(&mut self, ring: &Dimension, dimension: usize, x: u64, minus: Option<u64>) -> Way {
        if ring.is_single_link() {
            return Way::Plus;
        }
        let goes_minus = if ring.is_tie(x) && self.alternating >> dimension & 1 == 1 {
            self.ties[dimension] += 1;
            self.ties[dimension].is_multiple_of(2)
        } else {
            minus.map_or(x * 2 > ring.radix(), |minus| minus >> dimension & 1 == 1)
        };
        if goes_minus { Way::Minus } else { Way::Plus }
    }
}

/// Number of nonzero entries: a packet has one in every dimension in which it has a coordinate.
fn nonzeros(task: &IsotropicTask) -> usize {
    let entries: u64 = (0..task.network().dimensions().len())
        .flat_map(|index| task.coordinate_counts(index).iter().map(|c| c.packets))
        .sum();
    usize::try_from(entries).expect("the caller has compared the size")
}
