//! Builds a schedule out of submatrices.

use crate::decompose::{color, quotient};
use crate::model::{LinkTurn, TaskMatrix};

/// A row's entries: `(link, units)`, links increasing.
pub(super) type Entries = Vec<(u32, u64)>;
/// A row's units: `(link, slot)`.
pub(super) type ColoredRow = Vec<(u32, u64)>;

/// The slots of a task matrix while they are assigned.
#[derive(Debug)]
pub(super) struct Layout<'a> {
    matrix: &'a TaskMatrix,
    /// For every row the place of its first unit.
    first_unit: Vec<usize>,
    slots: Vec<u32>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(matrix: &'a TaskMatrix) -> Self {
        let mut first_unit = Vec::with_capacity(matrix.rows());
        let mut units = 0;
        for row in 0..matrix.rows() {
            first_unit.push(units);
            units += usize::try_from(matrix.row_sum(row)).expect("the units fit memory");
        }
        Self { matrix, first_unit, slots: vec![0; units] }
    }

    /// Returns the slot of every unit of the matrix, row by row and link by link.
    pub(super) fn into_slots(self) -> Vec<u32> {
        self.slots
    }

    pub(super) fn row(&self, row: usize) -> Entries {
        self.matrix.row(row).collect()
    }

    /// Lays an orbit: in step s the first row uses its s-th unit, and every other row the link into which the
    /// turn maps that link. `slot(link, step)` is the slot in which a unit moves.
    pub(super) fn lay_orbit(&mut self, turn: &LinkTurn, rows: &[usize], slot: impl Fn(u32, u64) -> u64) {
        let mut links: Vec<u32> =
            self.matrix.row(rows[0]).flat_map(|(link, units)| (0..units).map(move |_| link)).collect();
        let mut placed = ColoredRow::new();
        for &row in rows {
            placed.clear();
            placed.extend(links.iter().zip(0..).map(|(&link, step)| (link, slot(link, step))));
            self.place(row, &mut placed);
            for link in &mut links {
                *link = turn.link(*link);
            }
        }
    }

    /// Decomposes the rows into as many steps as their critical sum and returns it; `slot(link, step)` is the
    /// slot in which a unit moves.
    pub(super) fn lay_rows(&mut self, rows: &[usize], slot: impl Fn(u32, u64) -> u64) -> u64 {
        let entries: Vec<Entries> = rows.iter().map(|&row| self.row(row)).collect();
        let (decomposed, length) = decompose(&entries, self.matrix.columns());
        for (&row, mut placed) in rows.iter().zip(decomposed) {
            for unit in &mut placed {
                unit.1 = slot(unit.0, unit.1);
            }
            self.place(row, &mut placed);
        }
        length
    }

    /// Writes the slots of a row, link by link.
    pub(super) fn place(&mut self, row: usize, units: &mut ColoredRow) {
        units.sort_unstable();
        let first = self.first_unit[row];
        for (target, &(_, slot)) in self.slots[first..].iter_mut().zip(units.iter()) {
            *target = u32::try_from(slot).expect("fewer than 2^32 slots");
        }
    }
}

/// Counts links: `(link, units)`, links increasing.
pub(super) fn merge(links: impl Iterator<Item = u32>) -> Entries {
    let mut merged = Entries::new();
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

/// Decomposes rows: for every row its units as `(link, slot)`, and the number of slots.
pub(super) fn decompose(rows: &[Entries], links: u32) -> (Vec<ColoredRow>, u64) {
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
