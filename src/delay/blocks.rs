//! Schedules out of blocks: square submatrices whose lines all have the same sum.

use super::orbits::{RowOrbit, Turn, row_orbits};
use crate::decompose::{color, quotient};
use crate::model::{Coloring, IsotropicTask, TaskMatrix, count_of, wide};
use crate::route::{Directions, task_matrix};
use thiserror::Error;

/// Why a task has no blocks.
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

/// A schedule out of blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockSchedule {
    /// The task matrix along the shorter ways.
    pub matrix: TaskMatrix,
    /// A slot for every unit.
    pub coloring: Coloring,
}

/// Schedules a task block by block, nearest packets first.
///
/// A *block* is m rows of equal sum k whose m × m submatrix has all column sums k: k slots clear it, all links busy, all
/// packets arrive together. A sequence of blocks in the order of k reaches the pooled bound, and the critical sum. The network's turn
/// (bit rotation; signed cyclic shift) provides them: an orbit of m rows is a block, and shorter orbits of one k, whose sizes divide
/// m, combine into blocks when their sizes add up to m, because each is balanced: its columns sum to (its size)·k/m.
/// What remains of a k are r < m rows with column sums e = rk/m. They join the last block of that k: of its k
/// permutation matrices e are put into the last e of k + e slots, and the rest, whose lines sum to at most k, are coloured with the r rows in the
/// first k. The r packets arrive after k slots, the m others after k + e, all links busy. A k without a
/// block of its own joins what came before it.
///
/// For prime d this is P1's order of classes (P1 §6); on tori it answers for every dimension what P1 §8 shows for one and two.
/// On total exchange the completion time is the critical sum. ΣC is the pooled bound when no orbit is short, and close to it
/// otherwise.
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
    if task.ports() < task.network().links() {
        return Err(BlocksError::Ports);
    }
    let turn = Turn::new(task.network()).ok_or(BlocksError::NoTurn)?;
    let orbits = row_orbits(task, &turn).ok_or(BlocksError::NotInvariant)?;
    let matrix = task_matrix(task, &Directions::Default).expect("default directions fit any task");
    let mut layout = Layout::new(&matrix);
    for part in parts(&orbits, wide(matrix.columns())) {
        layout.lay(&turn, part);
    }
    let coloring = Coloring { slots: layout.slots };
    Ok(BlockSchedule { matrix, coloring })
}

/// Rows that are scheduled together, one part after the other.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    /// A whole orbit, each row the turn of the one before: m rows of sum k in k slots.
    Orbit { rows: Vec<usize>, sum: u64 },
    /// Short orbits that make m rows of sum k: k slots.
    Block { rows: Vec<usize>, sum: u64 },
    /// A block and r < m further rows of the same sum: k + rk/m slots.
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

/// Short orbits put together.
#[derive(Debug, Default)]
struct Packing {
    /// Rows of m each.
    bins: Vec<Vec<usize>>,
    /// The rows that remain; fewer than m whenever the search succeeds, as it does for all hypercubes up to dimension 62.
    rest: Vec<usize>,
}

/// Most steps of the search for an exact packing.
const MOST_PACKING_STEPS: u32 = 1_000_000;

/// Packs orbits, whose sizes divide m, into bins of exactly m rows such that fewer than m rows remain.
///
/// Orbits of one size fill bins by themselves; what then remains of every size is less than a bin and is packed by search.
fn pack(short: &[&RowOrbit], links: usize) -> Packing {
    let mut by_size: std::collections::BTreeMap<usize, Vec<&RowOrbit>> = std::collections::BTreeMap::new();
    for orbit in short {
        by_size.entry(orbit.rows.len()).or_default().push(orbit);
    }
    let mut packing = Packing::default();
    for (size, orbits) in &mut by_size {
        while orbits.len() * size >= links {
            packing.bins.push(rows_of(&orbits.split_off(orbits.len() - links / size)));
        }
    }
    let sizes: Vec<usize> = by_size.keys().rev().copied().collect();
    let counts: Vec<usize> = by_size.values().rev().map(Vec::len).collect();
    let bins = sizes.iter().zip(&counts).map(|(size, count)| size * count).sum::<usize>() / links;
    let mut search = BinSearch { sizes: &sizes, links, steps: MOST_PACKING_STEPS, bins: Vec::new() };
    let found = search.fill(&mut counts.clone(), bins);
    for bin in if found { search.bins } else { Vec::new() } {
        let mut chosen = Vec::new();
        for (size, count) in sizes.iter().zip(bin) {
            let orbits = by_size.get_mut(size).expect("a size of the search");
            chosen.extend(orbits.split_off(orbits.len() - count));
        }
        packing.bins.push(rows_of(&chosen));
    }
    packing.rest = by_size.values().flat_map(|orbits| rows_of(orbits)).collect();
    packing
}

fn rows_of(orbits: &[&RowOrbit]) -> Vec<usize> {
    orbits.iter().flat_map(|orbit| orbit.rows.iter().copied()).collect()
}

/// The search for bins: how many orbits of every size go into each.
struct BinSearch<'a> {
    /// Sizes of orbits, decreasing.
    sizes: &'a [usize],
    links: usize,
    steps: u32,
    bins: Vec<Vec<usize>>,
}

impl BinSearch<'_> {
    /// Fills `bins` more bins from the orbits left.
    fn fill(&mut self, left: &mut Vec<usize>, bins: usize) -> bool {
        bins == 0 || self.choose(left, &mut Vec::new(), self.links, bins)
    }

    /// Chooses how many orbits of the next size go into the bin that lacks `room` rows; many first.
    fn choose(&mut self, left: &mut Vec<usize>, bin: &mut Vec<usize>, room: usize, bins: usize) -> bool {
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        let place = bin.len();
        if place == self.sizes.len() {
            if room > 0 {
                return false;
            }
            self.bins.push(bin.clone());
            if self.fill(left, bins - 1) {
                return true;
            }
            self.bins.pop();
            return false;
        }
        for count in (0..=left[place].min(room / self.sizes[place])).rev() {
            left[place] -= count;
            bin.push(count);
            let found = self.choose(left, bin, room - count * self.sizes[place], bins);
            bin.pop();
            left[place] += count;
            if found {
                return true;
            }
        }
        false
    }
}

/// The schedule as it grows.
struct Layout<'a> {
    matrix: &'a TaskMatrix,
    /// For every row the place of its first unit.
    first_unit: Vec<usize>,
    slots: Vec<u32>,
    /// The next slot.
    start: u64,
}

/// A row's units with their slots, counted from the start of its part.
type Placed = Vec<(u32, u64)>;

impl<'a> Layout<'a> {
    fn new(matrix: &'a TaskMatrix) -> Self {
        let mut first_unit = Vec::with_capacity(matrix.rows());
        let mut units = 0;
        for row in 0..matrix.rows() {
            first_unit.push(units);
            units += usize::try_from(matrix.row_sum(row)).expect("the units fit memory");
        }
        Self { matrix, first_unit, slots: vec![0; units], start: 0 }
    }

    fn lay(&mut self, turn: &Turn<'_>, part: Part) {
        match part {
            Part::Orbit { rows, sum } => self.lay_orbit(turn, &rows, sum),
            Part::Block { rows, .. } | Part::Joined { rows } => self.lay_rows(&rows),
            Part::Extended { block, rest, sum } => self.lay_extended(&block, &rest, sum),
        }
    }

    /// In slot s the first row uses its s-th unit, and every other row the link that it has turned into.
    fn lay_orbit(&mut self, turn: &Turn<'_>, rows: &[usize], sum: u64) {
        let mut links: Vec<u32> =
            self.matrix.row(rows[0]).flat_map(|(link, units)| (0..units).map(move |_| link)).collect();
        for &row in rows {
            let placed = links.iter().copied().zip(0..).collect();
            self.place(row, placed);
            for link in &mut links {
                *link = turn.link(*link);
            }
        }
        self.start += sum;
    }

    /// A decomposition of the rows alone, in as many slots as their critical sum.
    fn lay_rows(&mut self, rows: &[usize]) {
        let entries: Vec<Placed> = rows.iter().map(|&row| self.matrix.row(row).collect()).collect();
        let (placed, length) = decompose(&entries, self.matrix.columns());
        for (&row, placed) in rows.iter().zip(placed) {
            self.place(row, placed);
        }
        self.start += length;
    }

    fn lay_extended(&mut self, block: &[usize], rest: &[usize], sum: u64) {
        let entries: Vec<Placed> = block.iter().map(|&row| self.matrix.row(row).collect()).collect();
        let (placed, length) = decompose(&entries, self.matrix.columns());
        assert_eq!(length, sum, "a block of line sum k takes k slots");
        let late = count_of(rest.len()) * sum / count_of(block.len());
        // The last `late` permutation matrices of the block end the part; the others are decomposed anew, with the rest.
        let early = sum - late;
        let mut mixed: Vec<Placed> = placed
            .iter()
            .map(|units| merge(units.iter().filter(|unit| unit.1 < early).map(|unit| unit.0)))
            .collect();
        mixed.extend(rest.iter().map(|&row| self.matrix.row(row).collect::<Placed>()));
        let (mut colored, length) = decompose(&mixed, self.matrix.columns());
        assert_eq!(length, sum, "rows and columns sum to at most k");
        for (units, before) in colored.iter_mut().zip(&placed) {
            units.extend(
                before.iter().filter(|unit| unit.1 >= early).map(|&(link, slot)| (link, slot + late)),
            );
        }
        for (&row, units) in block.iter().chain(rest).zip(colored) {
            self.place(row, units);
        }
        self.start += sum + late;
    }

    /// Writes the slots of a row, link by link.
    fn place(&mut self, row: usize, mut units: Placed) {
        units.sort_unstable();
        let first = self.first_unit[row];
        for (target, (_, slot)) in self.slots[first..].iter_mut().zip(units) {
            *target = u32::try_from(self.start + slot).expect("fewer than 2^32 slots");
        }
    }
}

/// Counts links that stand one after the other: `(link, units)`, links increasing.
fn merge(links: impl Iterator<Item = u32>) -> Placed {
    let mut merged: Placed = Vec::new();
    let mut links: Vec<u32> = links.collect();
    links.sort_unstable();
    for link in links {
        match merged.last_mut() {
            Some(last) if last.0 == link => last.1 += 1,
            _ => merged.push((link, 1)),
        }
    }
    merged
}

/// Decomposes rows of `(link, units)`: for every row its units as `(link, slot)`, and the number of slots.
fn decompose(rows: &[Placed], links: u32) -> (Vec<Placed>, u64) {
    let mut matrix = TaskMatrix::new(links);
    for row in rows {
        matrix.push_row(row.iter().copied()).expect("rows of a task matrix");
    }
    let form = quotient(&matrix, links);
    let mut slots = color(&matrix, &form).slots.into_iter().map(u64::from);
    let placed = rows
        .iter()
        .map(|row| {
            row.iter()
                .flat_map(|&(link, units)| (0..units).map(move |_| link))
                .map(|link| (link, slots.next().expect("a slot for every unit")))
                .collect()
        })
        .collect();
    (placed, form.length)
}
