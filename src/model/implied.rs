//! The rows of total and neighbourhood exchange, never stored: counted in closed form, made when they are wanted.

use super::rows::{Cursors, Rows};
use super::shell::Shell;
use super::spheres::{Measure, Spheres};
use super::width::{count_of, wide};
use super::{IsotropicTask, Network, Node, Packets, Ranked};
use crate::wire;
use std::ops::Range;

/// The task matrix of a total or neighbourhood exchange along default directions: every packet takes its shorter way, ties
/// alternate in the order of the rows, the first going +.
///
/// Nothing is stored but tables of spheres, so that the 30-cube with its 16 billion entries takes some kilobytes.
/// Where a count of units is wanted, it is a sum over the digits of an offset.
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

    /// The offset of a row.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn offset(&self, row: usize) -> Node {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        self.spheres.node(&self.coordinates(row / self.copies))
    }

    /// The first row of an offset; `None` if the task has no such packet.
    #[must_use]
    pub fn first_row(&self, offset: Node) -> Option<usize> {
        if !(self.min..=self.max).contains(&self.network.distance(offset)) {
            return None;
        }
        let class = self.spheres.classes_before(&self.spheres.coordinates_of(offset));
        Some(usize::try_from(class).ok()? * self.copies)
    }

    /// The coordinates of an offset class, greatest stride first.
    fn coordinates(&self, class: usize) -> Vec<u64> {
        self.spheres.class(count_of(class))
    }

    /// How many rows before a row have some measure, weighed by it.
    fn measured(&self, row: usize, measure: Measure) -> u64 {
        let (class, copy) = (count_of(row / self.copies), count_of(row % self.copies));
        if row == self.rows {
            return self.spheres.all(measure) * count_of(self.copies);
        }
        let coordinates = self.spheres.class(class);
        let own = if copy == 0 { 0 } else { self.spheres.value(measure, &coordinates) * copy };
        self.spheres.before(measure, &coordinates) * count_of(self.copies) + own
    }

    /// For every column the units before a row.
    fn before(&self, row: usize) -> Vec<u64> {
        (0..self.network.links()).map(|column| self.rank(row, column)).collect()
    }

    /// Whether masks of bits are the rows: link j is bit j of the index.
    fn is_cube(&self) -> bool {
        matches!(self.network.kind(), wire::Network::Hypercube { .. })
    }

    fn masks(&self, rows: &Range<usize>) -> CubeMasks {
        let diameter = self.network.diameter();
        CubeMasks {
            mask: if rows.is_empty() { 0 } else { self.offset(rows.start).0 },
            min: u32::try_from(self.min).expect("at most 62"),
            max: u32::try_from(self.max).expect("at most 62"),
            all: self.min == 1 && self.max == diameter,
            left: rows.len(),
            copies: self.copies,
            here: if self.copies == 1 { 1 } else { self.copies - rows.start % self.copies },
        }
    }

    /// Goes through the entries of some rows of a torus.
    fn walk(&self, rows: Range<usize>, mut f: impl FnMut(usize, u32, u64)) {
        if rows.is_empty() {
            return;
        }
        let rings = self.network.dimensions();
        let mut ties: Vec<u64> = (0..rings.len())
            .map(|place| if rings[place].is_single_link() { 0 } else { self.measured(rows.start, Measure::Ties(place)) })
            .collect();
        let mut shell =
            Shell::starting_at(&self.network, self.min, self.max, self.coordinates(rows.start / self.copies));
        let mut row = rows.start;
        while row < rows.end {
            let here = (self.copies - row % self.copies).min(rows.end - row);
            for row in row..row + here {
                for ((ring, &x), ties) in rings.iter().zip(shell.coordinates()).zip(&mut ties) {
                    if x == 0 {
                        continue;
                    }
                    let rest = ring.radix() - x;
                    let first = ring.first_link();
                    if x < rest || ring.is_single_link() {
                        f(row, first, x);
                    } else if x > rest {
                        f(row, first + 1, rest);
                    } else {
                        f(row, first + u32::from(*ties % 2 == 1), x);
                        *ties += 1;
                    }
                }
            }
            row += here;
            shell.step();
        }
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
        let units = |row: usize| self.before(row).iter().sum::<u64>();
        let limit = units(first).saturating_add(most);
        let (mut low, mut high) = (first, self.rows);
        while low < high {
            let middle = high - (high - low) / 2;
            if units(middle) <= limit {
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

    fn visit(&self, rows: Range<usize>, mut f: impl FnMut(usize, u32, u64)) {
        if self.is_cube() {
            for (row, mut mask) in rows.clone().zip(self.masks(&rows)) {
                while mask != 0 {
                    f(row, mask.trailing_zeros(), 1);
                    mask &= mask - 1;
                }
            }
        } else {
            self.walk(rows, f);
        }
    }

    fn take(&self, rows: Range<usize>, cursors: &mut Cursors, slots: &mut [u32]) -> usize {
        if self.is_cube() {
            return cursors.take_masks(wide(self.columns()), self.masks(&rows), slots);
        }
        let mut at = 0;
        self.walk(rows, |_, column, units| at += cursors.take_run(column, units, &mut slots[at..]));
        at
    }
}

impl Ranked for ImpliedRows {
    fn rank(&self, row: usize, column: u32) -> u64 {
        let rings = self.network.dimensions();
        let place = rings.partition_point(|ring| ring.first_link() <= column) - 1;
        let ring = &rings[place];
        // The tables go by decreasing stride.
        let place = if self.is_cube() { rings.len() - 1 - place } else { place };
        if ring.is_single_link() {
            return self.measured(row, Measure::Plus(place));
        }
        let ties = if ring.radix() % 2 == 0 { self.measured(row, Measure::Ties(place)) } else { 0 };
        let tied = ring.radix() / 2;
        if column == ring.first_link() {
            self.measured(row, Measure::Plus(place)) + tied * ties.div_ceil(2)
        } else {
            self.measured(row, Measure::Minus(place)) + tied * (ties / 2)
        }
    }
}

/// The offsets of a hypercube with `min` to `max` ones, each as often as there are copies.
#[derive(Debug)]
struct CubeMasks {
    mask: u64,
    min: u32,
    max: u32,
    /// Whether every number from 1 on counts.
    all: bool,
    left: usize,
    copies: usize,
    /// Copies of the current mask that are left.
    here: usize,
}

impl Iterator for CubeMasks {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let mask = self.mask;
        self.here -= 1;
        if self.here == 0 {
            self.here = self.copies;
            self.mask = if self.all { mask + 1 } else { next_mask(mask + 1, self.min, self.max) };
        }
        Some(mask)
    }
}

/// The least number from `mask` on with `min` to `max` ones.
///
/// Too many ones stay too many until a carry out of the lowest of them; too few are mended by filling the lowest zeros.
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
