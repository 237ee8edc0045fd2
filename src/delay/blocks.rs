//! Builds schedules from blocks: square submatrices whose lines all have equal sums.

use super::layout::{Entries, Layout, decompose, merge};
use super::orbits::{RowOrbit, row_orbits};
use super::packing::pack;
use crate::model::{Coloring, IsotropicTask, LinkTurn, TaskMatrix, count_of, wide};
use crate::route::{Directions, task_matrix};
use thiserror::Error;

/// The reason why a task has no schedule of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BlocksError {
    /// No symmetry turns the links cyclically.
    #[error("blocks need a hypercube or a torus of equal odd radices; the method octr takes any network")]
    NoTurn,
    /// The packets are not invariant under the symmetry.
    #[error("blocks need packets that are the same along every link; the method octr takes any packets")]
    NotInvariant,
    /// Not all links may be used at once.
    #[error("blocks need ports \"all\"; the method octr takes any ports")]
    Ports,
}

/// A schedule built from blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockSchedule {
    /// The task matrix along the shorter ways.
    pub matrix: TaskMatrix,
    /// A slot for every unit.
    pub coloring: Coloring,
}

/// Schedules a task block by block, nearest packets first.
///
/// A *block* is m rows of equal sum k whose m × m submatrix has all column sums k: k slots clear it, all
/// links busy, all packets arrive together. A sequence of blocks in the order of k reaches the pooled bound,
/// and the critical sum. The network's turn (bit rotation; signed cyclic shift) provides them: an orbit of m
/// rows is a block, and shorter orbits of one k, whose sizes divide m, combine into blocks when their sizes
/// add up to m, because each is balanced: its columns sum to (its size)·k/m. What remains of a k are r < m
/// rows with column sums e = rk/m. They join the last block of that k in k + e slots. Of its k permutation
/// matrices e fill the last e slots; the others, whose lines together with the r rows sum to at most k, are
/// coloured with these rows in the first k slots. The r packets arrive after k slots, the m others after k +
/// e, all links busy. Rows of a k without a block join the part before them.
///
/// For prime d this is P1's order of classes (P1 §6); on tori it answers for every dimension what P1 §8 shows
/// for one and two. On total exchange the completion time is the critical sum. ΣC is the pooled bound when no
/// orbit is short, and close to it otherwise.
///
/// # Errors
/// [`BlocksError`] when the network or the task lacks the symmetry, or not all ports may be used.
///
/// # Complexity
/// O(units · log units) time, O(units) space; and a small decomposition for each combined block.
///
/// # Panics
/// If the task has more units than memory; callers ask for the size before.
pub fn blocks(task: &IsotropicTask) -> Result<BlockSchedule, BlocksError> {
    let (turn, orbits) = symmetry(task)?;
    let matrix = task_matrix(task, &Directions::Default).expect("default directions fit any task");
    let mut sequence = Sequence { layout: Layout::new(&matrix), links: matrix.columns(), start: 0 };
    for part in parts(&orbits, wide(matrix.columns())) {
        sequence.lay(&turn, part);
    }
    let coloring = Coloring { slots: sequence.layout.into_slots() };
    Ok(BlockSchedule { matrix, coloring })
}

/// Refuses a network without the turn that blocks need, and ports that do not serve all links.
pub(crate) fn require_turn(task: &IsotropicTask) -> Result<(), BlocksError> {
    if task.ports() < task.network().links() {
        return Err(BlocksError::Ports);
    }
    LinkTurn::new(task.network()).map(|_| ()).ok_or(BlocksError::NoTurn)
}

/// Returns the turn of a task's network and the orbits of its rows.
pub(super) fn symmetry(task: &IsotropicTask) -> Result<(LinkTurn, Vec<RowOrbit>), BlocksError> {
    if task.ports() < task.network().links() {
        return Err(BlocksError::Ports);
    }
    let turn = LinkTurn::new(task.network()).ok_or(BlocksError::NoTurn)?;
    let orbits = row_orbits(task, &turn).ok_or(BlocksError::NotInvariant)?;
    Ok((turn, orbits))
}

/// Rows that are scheduled together, one part after the other.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    /// A whole orbit, each row the turn of the one before: m rows of sum k in k slots.
    Orbit { rows: Vec<usize>, sum: u64 },
    /// Short orbits that make m rows of sum k: k slots.
    Block { rows: Vec<usize>, sum: u64 },
    /// A block and r < m further rows of sum k: k + rk/m slots.
    Extended { block: Vec<usize>, rest: Vec<usize>, sum: u64 },
    /// Any rows, in as many slots as their critical sum.
    Joined { rows: Vec<usize> },
}

impl Part {
    fn into_rows(self) -> Vec<usize> {
        match self {
            Self::Orbit { rows, .. } | Self::Block { rows, .. } | Self::Joined { rows } => rows,
            Self::Extended { block, rest, .. } => [block, rest].concat(),
        }
    }
}

/// Divides the orbits into parts, distance by distance.
fn parts(orbits: &[RowOrbit], links: usize) -> Vec<Part> {
    let mut parts = Vec::new();
    for shell in orbits.chunk_by(|a, b| a.distance == b.distance) {
        let sum = shell[0].distance;
        let (whole, short): (Vec<&RowOrbit>, Vec<&RowOrbit>) =
            shell.iter().partition(|orbit| orbit.rows.len() == links);
        let packing = pack(&short, links);
        let has_block = !whole.is_empty() || !packing.bins.is_empty();
        parts.extend(whole.into_iter().map(|orbit| Part::Orbit { rows: orbit.rows.clone(), sum }));
        parts.extend(packing.bins.into_iter().map(|rows| Part::Block { rows, sum }));
        let rest = packing.rest;
        if rest.is_empty() {
            continue;
        }
        let last = parts.pop();
        parts.push(match last {
            Some(last) if has_block && rest.len() < links => {
                Part::Extended { block: last.into_rows(), rest, sum }
            }
            Some(last) => Part::Joined { rows: [last.into_rows(), rest].concat() },
            None => Part::Joined { rows: rest },
        });
    }
    parts
}

/// A schedule that grows part by part.
struct Sequence<'a> {
    layout: Layout<'a>,
    links: u32,
    /// The next slot.
    start: u64,
}

impl Sequence<'_> {
    fn lay(&mut self, turn: &LinkTurn, part: Part) {
        let start = self.start;
        self.start += match part {
            Part::Orbit { rows, sum } => {
                self.layout.lay_orbit(turn, &rows, |_, step| start + step);
                sum
            }
            Part::Block { rows, .. } | Part::Joined { rows } => {
                self.layout.lay_rows(&rows, |_, step| start + step)
            }
            Part::Extended { block, rest, sum } => self.lay_extended(&block, &rest, sum),
        };
    }

    fn lay_extended(&mut self, block: &[usize], rest: &[usize], sum: u64) -> u64 {
        let entries: Vec<Entries> = block.iter().map(|&row| self.layout.row(row)).collect();
        let (placed, length) = decompose(&entries, self.links);
        assert_eq!(length, sum, "a block of line sum k takes k slots");
        let late = count_of(rest.len()) * sum / count_of(block.len());
        // The last `late` permutation matrices of the block end the part; the others are decomposed anew,
        // with the rest.
        let early = sum - late;
        let mut mixed: Vec<Entries> = placed
            .iter()
            .map(|units| merge(units.iter().filter(|unit| unit.1 < early).map(|unit| unit.0)))
            .collect();
        mixed.extend(rest.iter().map(|&row| self.layout.row(row)));
        let (mut colored, length) = decompose(&mixed, self.links);
        assert_eq!(length, sum, "rows and columns sum to at most k");
        for (units, before) in colored.iter_mut().zip(&placed) {
            units.extend(
                before.iter().filter(|unit| unit.1 >= early).map(|&(link, slot)| (link, slot + late)),
            );
        }
        for (&row, mut units) in block.iter().chain(rest).zip(colored) {
            for unit in &mut units {
                unit.1 += self.start;
            }
            self.layout.place(row, &mut units);
        }
        sum + late
    }
}
