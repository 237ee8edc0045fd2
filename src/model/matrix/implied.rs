//! The rows of total and neighbourhood exchange, never stored: they are counted in closed form and computed
//! on demand.

use super::bits::visit_mask;
use super::rows::{Cursors, Pool, RowStream, Rows};
use crate::model::network::shell::Shell;
use crate::model::network::spheres::{Measure, Spheres};
use crate::model::width::count_of;
use crate::model::{Dimension, IsotropicTask, Network, Node, Packets, Ranked};
use crate::wire;
use std::ops::Range;

/// The task matrix of a total or neighbourhood exchange along default directions: every packet takes its
/// shorter way, ties alternate in the order of the rows, the first going +.
///
/// Only tables of spheres are stored, so that the 30-cube with its 16 billion entries takes some kilobytes. A
/// count of units is a sum over the digits of an offset.
///
/// # Examples
/// ```
/// use isotask::decompose::quotient;
/// use isotask::model::{ImpliedRows, IsotropicTask, Ranked, Rows};
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":30},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// let task = IsotropicTask::new(&parse::<TaskDocument>(text)?)?;
/// let rows = ImpliedRows::new(&task).expect("packets by distance");
/// assert_eq!((rows.rows(), rows.total()), ((1 << 30) - 1, 30 << 29));
/// assert_eq!(quotient(&rows, 30).length, 1 << 29);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ImpliedRows {
    network: Network,
    min: u64,
    max: u64,
    /// Packets of each offset.
    copies: usize,
    rows: usize,
    spheres: Spheres,
    column_sums: Vec<u64>,
}

/// A row: the coordinates of its offset, and how many packets of that offset come before it.
#[derive(Debug)]
struct RowPlace {
    coordinates: Vec<u64>,
    copy: u64,
}

impl ImpliedRows {
    /// Makes the tables; `None` when the packets are listed, or the diameter is too large for tables.
    ///
    /// # Complexity
    /// O(D² · diameter · p) time and O(D² · diameter) space for D dimensions of radix p.
    #[must_use]
    pub fn new(task: &IsotropicTask) -> Option<Self> {
        let Packets::ByDistance { min, max, count } = *task.packets() else { return None };
        let network = task.network().clone();
        let spheres = Spheres::new(&network, min, max)?;
        let copies = usize::try_from(count).ok()?;
        let rows = usize::try_from(task.rows()).ok()?;
        let mut implied = Self { network, min, max, copies, rows, spheres, column_sums: Vec::new() };
        implied.column_sums = implied.before(rows);
        Some(implied)
    }

    /// Returns the number of packets of each offset, whose rows stand side by side.
    pub(crate) fn copies(&self) -> usize {
        self.copies
    }

    /// Returns the offset of a row.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn offset(&self, row: usize) -> Node {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        self.spheres.node(&self.coordinates(row / self.copies))
    }

    /// Returns the first row of an offset; `None` if the task has no such packet.
    #[must_use]
    pub fn first_row(&self, offset: Node) -> Option<usize> {
        if !(self.min..=self.max).contains(&self.network.distance(offset)) {
            return None;
        }
        let class = self.spheres.classes_before(&self.spheres.coordinates_of(offset));
        Some(usize::try_from(class).ok()? * self.copies)
    }

    /// Returns the coordinates of an offset class, greatest stride first.
    fn coordinates(&self, class: usize) -> Vec<u64> {
        self.spheres.class(count_of(class))
    }

    /// Returns the sum of a measure over the rows before a row; `None` stands for the end of the matrix.
    fn measured(&self, at: Option<&RowPlace>, measure: Measure) -> u64 {
        let copies = count_of(self.copies);
        let Some(RowPlace { coordinates, copy }) = at else { return self.spheres.all(measure) * copies };
        let own = if *copy == 0 { 0 } else { self.spheres.value(measure, coordinates) * copy };
        self.spheres.before(measure, coordinates) * copies + own
    }

    fn place(&self, row: usize) -> Option<RowPlace> {
        (row < self.rows).then(|| RowPlace {
            coordinates: self.coordinates(row / self.copies),
            copy: count_of(row % self.copies),
        })
    }

    /// Returns the units of every column before a row.
    fn before(&self, row: usize) -> Vec<u64> {
        let at = self.place(row);
        (0..self.network.links()).map(|column| self.rank_at(at.as_ref(), column)).collect()
    }

    /// Returns the units of a column before a row.
    fn rank_at(&self, at: Option<&RowPlace>, column: u32) -> u64 {
        let rings = self.network.dimensions();
        let index = rings.partition_point(|ring| ring.first_link() <= column) - 1;
        let ring = &rings[index];
        // The tables go by decreasing stride.
        let place = if self.is_cube() { rings.len() - 1 - index } else { index };
        if ring.is_single_link() {
            return self.measured(at, Measure::Plus(place));
        }
        let ties = self.measured(at, Measure::Ties(place));
        let half = ring.radix() / 2;
        if column == ring.first_link() {
            self.measured(at, Measure::Plus(place)) + half * ties.div_ceil(2)
        } else {
            self.measured(at, Measure::Minus(place)) + half * (ties / 2)
        }
    }

    /// Returns whether rows are masks of bits: link j is bit j of the index.
    fn is_cube(&self) -> bool {
        matches!(self.network.kind(), wire::Network::Hypercube { .. })
    }

    /// Returns the units before a row.
    fn units_before(&self, row: usize) -> u64 {
        self.measured(self.place(row).as_ref(), Measure::Hops)
    }
}

impl Rows for ImpliedRows {
    fn rows(&self) -> usize {
        self.rows
    }

    fn columns(&self) -> u32 {
        self.network.links()
    }

    fn column_sums(&self) -> &[u64] {
        &self.column_sums
    }

    fn greatest_row_sum(&self) -> u64 {
        if self.rows == 0 { 0 } else { self.max }
    }

    fn greatest_entry(&self) -> u64 {
        let longest = self.network.dimensions().iter().map(|ring| ring.radix() / 2).max();
        longest.unwrap_or(0).min(self.greatest_row_sum())
    }

    fn fit(&self, first: usize, most: u64) -> usize {
        let limit = self.units_before(first).saturating_add(most);
        let (mut low, mut high) = (first, self.rows);
        while low < high {
            let middle = high - (high - low) / 2;
            if self.units_before(middle) <= limit {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        low
    }

    fn count(&self, rows: Range<usize>, counts: &mut [u64]) {
        let ends = self.before(rows.end).into_iter().zip(self.before(rows.start));
        for (count, (end, start)) in counts.iter_mut().zip(ends) {
            *count += end - start;
        }
    }

    type Stream<'a> = ImpliedStream<'a>;

    fn stream(&self, first: usize) -> ImpliedStream<'_> {
        let at = if first == self.rows {
            At::End
        } else if self.is_cube() {
            At::Cube(self.masks(first))
        } else {
            At::Torus(self.steps(first))
        };
        ImpliedStream { row: first, at }
    }
}

/// Goes through the rows of [`ImpliedRows`].
#[derive(Debug)]
pub struct ImpliedStream<'a> {
    row: usize,
    at: At<'a>,
}

#[derive(Debug)]
enum At<'a> {
    Cube(Masks),
    Torus(Steps<'a>),
    End,
}

impl RowStream for ImpliedStream<'_> {
    fn visit(&mut self, rows: usize, mut f: impl FnMut(usize, u32, u64)) {
        let range = self.row..self.row + rows;
        self.row += rows;
        match &mut self.at {
            At::Cube(masks) => {
                for (row, mask) in range.zip(masks) {
                    visit_mask(mask, |column| f(row, column, 1));
                }
            }
            At::Torus(steps) => range.for_each(|row| steps.next(|column, units| f(row, column, units))),
            At::End => {}
        }
    }

    fn take(&mut self, rows: usize, cursors: &mut Cursors, pool: &mut impl Pool, slots: &mut [u32]) -> usize {
        self.row += rows;
        match &mut self.at {
            At::Cube(masks) => masks.give(rows, cursors, pool, slots),
            At::Torus(steps) => {
                let mut at = 0;
                for _ in 0..rows {
                    steps.next(|column, units| at += cursors.take_run(column, units, pool, &mut slots[at..]));
                }
                at
            }
            At::End => 0,
        }
    }
}

impl ImpliedRows {
    fn masks(&self, row: usize) -> Masks {
        Masks {
            mask: self.offset(row).0,
            width: self.network.dimensions().len(),
            min: u32::try_from(self.min).expect("at most 62"),
            max: u32::try_from(self.max).expect("at most 62"),
            all: self.min == 1 && self.max == self.network.diameter(),
            copies: self.copies,
            here: self.copies - row % self.copies,
        }
    }

    fn steps(&self, row: usize) -> Steps<'_> {
        let rings = self.network.dimensions();
        let at = self.place(row);
        let tied = |place: usize| self.measured(at.as_ref(), Measure::Ties(place));
        let coordinates = self.coordinates(row / self.copies);
        Steps {
            rings,
            ties: (0..rings.len()).map(tied).collect(),
            shell: Shell::starting_at(&self.network, self.min, self.max, coordinates),
            copies: self.copies,
            here: self.copies - row % self.copies,
        }
    }
}

/// The rows of a torus, whose dimensions stand by decreasing stride.
#[derive(Debug)]
struct Steps<'a> {
    rings: &'a [Dimension],
    /// For every dimension how many ties came before.
    ties: Vec<u64>,
    shell: Shell<'a>,
    copies: usize,
    /// Copies of the current offset that are left.
    here: usize,
}

impl Steps<'_> {
    #[inline]
    fn next(&mut self, mut f: impl FnMut(u32, u64)) {
        for ((ring, &x), ties) in self.rings.iter().zip(self.shell.coordinates()).zip(&mut self.ties) {
            if x == 0 {
                continue;
            }
            let (rest, first) = (ring.radix() - x, ring.first_link());
            if x < rest || ring.is_single_link() {
                f(first, x);
            } else if x > rest {
                f(first + 1, rest);
            } else {
                f(first + u32::from(*ties % 2 == 1), x);
                *ties += 1;
            }
        }
        self.here -= 1;
        if self.here == 0 {
            self.here = self.copies;
            self.shell.step();
        }
    }
}

impl Ranked for ImpliedRows {
    fn rank(&self, row: usize, column: u32) -> u64 {
        self.rank_at(self.place(row).as_ref(), column)
    }
}

/// The offsets of a hypercube with `min` to `max` ones from one on, each as often as there are copies;
/// without an end.
#[derive(Debug)]
struct Masks {
    mask: u64,
    /// Bits of a mask.
    width: usize,
    min: u32,
    max: u32,
    /// Whether every number from 1 on counts.
    all: bool,
    copies: usize,
    /// Copies of the current mask that are left.
    here: usize,
}

impl Masks {
    /// Does what [`RowStream::take`] does.
    fn give(&mut self, rows: usize, cursors: &mut Cursors, pool: &mut impl Pool, slots: &mut [u32]) -> usize {
        if !self.all || self.copies > 1 {
            return cursors.take_masks(self.width, self.take(rows), pool, slots);
        }
        // A range of consecutive masks takes half the time.
        let first = self.mask;
        self.mask += count_of(rows);
        cursors.take_masks(self.width, first..self.mask, pool, slots)
    }
}

impl Iterator for Masks {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        let mask = self.mask;
        self.here -= 1;
        if self.here == 0 {
            self.here = self.copies;
            self.mask = if self.all { mask + 1 } else { next_mask(mask + 1, self.min, self.max) };
        }
        Some(mask)
    }
}

/// Returns the least number from `mask` on with `min` to `max` ones.
///
/// Too many ones stay too many until there is a carry out of the lowest of them; too few are completed by
/// filling the lowest zeros.
fn next_mask(mut mask: u64, min: u32, max: u32) -> u64 {
    loop {
        let ones = mask.count_ones();
        if ones > max {
            mask += mask & mask.wrapping_neg();
        } else if ones < min {
            mask |= mask + 1;
        } else {
            return mask;
        }
    }
}
