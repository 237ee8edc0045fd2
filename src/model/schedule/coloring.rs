//! Schedules of a task matrix: which unit of which entry is served in which slot.

use crate::model::{TaskMatrix, wide};
use crate::wire::Slots;
use thiserror::Error;

/// A slot for every unit of a matrix: an edge colouring of the bipartite multigraph that the matrix is.
///
/// The units stand row by row, inside a row by column, the units of one entry side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coloring {
    /// The slot of each unit.
    pub slots: Vec<u32>,
}

/// A group of rows owns a link for some slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct OwnedInterval {
    /// First slot.
    pub start: u64,
    /// Number of slots, at least 1.
    pub width: u64,
    /// Index of the group.
    pub group: u32,
    /// Index of the link.
    pub link: u32,
}

/// A schedule in compressed form, whose size does not grow with the number of units.
///
/// Each unit of a row takes the next slot of the pool of its (group, link), in the order of the rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct IntervalForm {
    /// First row of each group.
    pub groups: Vec<usize>,
    /// Which group owns which link when; sorted by start, then group.
    pub intervals: Vec<OwnedInterval>,
    /// Number of slots until the last unit is served.
    pub length: u64,
}

impl IntervalForm {
    /// Returns the rows of a group of a matrix with `rows` rows.
    ///
    /// # Panics
    /// If there is no such group.
    #[must_use]
    pub fn rows_of(&self, group: usize, rows: usize) -> std::ops::Range<usize> {
        self.groups[group]..self.groups.get(group + 1).copied().unwrap_or(rows)
    }
}

/// Why a colouring is no schedule of a matrix.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// Another number of units than the matrix has.
    #[error("{found} units have a slot, expected {expected}")]
    WrongNumberOfUnits {
        /// Units with a slot.
        found: usize,
        /// The sum of all entries.
        expected: u64,
    },
    /// Two units of one row in one slot.
    #[error("slot {slot}: row {row} moves twice")]
    RowTwice {
        /// The slot.
        slot: u32,
        /// The row.
        row: usize,
    },
    /// Two units of one column in one slot.
    #[error("slot {slot}: column {column} is used twice")]
    ColumnTwice {
        /// The slot.
        slot: u32,
        /// The column.
        column: u32,
    },
    /// More units in one slot than ports.
    #[error("slot {slot}: {found} units, expected at most {ports}")]
    TooManyPorts {
        /// The slot.
        slot: u32,
        /// Units in it.
        found: u32,
        /// The number of ports.
        ports: u32,
    },
}

impl Coloring {
    /// Returns the number of slots until the last unit is served.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.slots.iter().max().map_or(0, |&last| u64::from(last) + 1)
    }

    /// Returns ΣC over the rows of the matrix: for every row the number of slots up to its last unit.
    ///
    /// # Panics
    /// If the colouring is not one of the matrix.
    ///
    /// # Complexity
    /// O(units).
    #[must_use]
    pub fn total_delay(&self, matrix: &TaskMatrix) -> u64 {
        let mut units = self.slots.iter();
        let mut total = 0;
        for row in 0..matrix.rows() {
            let count = usize::try_from(matrix.row_sum(row)).expect("the units fit memory");
            let last = units.by_ref().take(count).max();
            total += last.map_or(0, |&slot| u64::from(slot) + 1);
        }
        total
    }

    /// Replays the colouring: every class is a partial permutation matrix of at most `ports` entries, and
    /// together they are the matrix.
    ///
    /// # Errors
    /// [`ReplayError`] with the first fault.
    ///
    /// # Panics
    /// If the slots outnumber the address space.
    ///
    /// # Complexity
    /// O(E + T · m / 64) time and O(T · m / 64) space for E units, T slots and m columns.
    pub fn replay(&self, matrix: &TaskMatrix, ports: u32) -> Result<(), ReplayError> {
        if u64::try_from(self.slots.len()) != Ok(matrix.total()) {
            let (found, expected) = (self.slots.len(), matrix.total());
            return Err(ReplayError::WrongNumberOfUnits { found, expected });
        }
        let words = wide(matrix.columns()).div_ceil(64);
        let length = usize::try_from(self.length()).expect("a slot fits the address space");
        let mut used = vec![0_u64; length * words];
        let mut load = vec![0_u32; length];
        let mut seen = vec![0_usize; length];
        let mut units = self.slots.iter();
        for row in 0..matrix.rows() {
            for (column, count) in matrix.row(row) {
                for _ in 0..count {
                    let &slot = units.next().expect("the number of units was compared");
                    let at = wide(slot);
                    if seen[at] == row + 1 {
                        return Err(ReplayError::RowTwice { slot, row });
                    }
                    seen[at] = row + 1;
                    let (word, bit) = (&mut used[at * words + wide(column) / 64], 1 << (column % 64));
                    if *word & bit != 0 {
                        return Err(ReplayError::ColumnTwice { slot, column });
                    }
                    *word |= bit;
                    load[at] += 1;
                    if load[at] > ports {
                        return Err(ReplayError::TooManyPorts { slot, found: load[at], ports });
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the moves `(row, link)` of every slot, rows increasing.
    ///
    /// # Panics
    /// If the colouring is not one of this matrix.
    ///
    /// # Complexity
    /// O(E + T) time and space.
    #[must_use]
    pub fn to_slots(&self, matrix: &TaskMatrix) -> Slots<(u32, u32)> {
        self.sorted(matrix, |row, column| (row, column))
    }

    /// Returns the moves of every slot, each built by `step` from row and column, rows increasing.
    pub(super) fn sorted<M: Copy>(&self, matrix: &TaskMatrix, step: impl Fn(u32, u32) -> M) -> Slots<M> {
        let length = usize::try_from(self.length()).expect("a slot fits the address space");
        assert_eq!(
            u64::try_from(self.slots.len()),
            Ok(matrix.total()),
            "a slot for every unit of the matrix"
        );
        let steps = (0..matrix.rows()).flat_map(|row| {
            let (packet, step) =
                (u32::try_from(row).expect("a written schedule has fewer than 2^32 rows"), &step);
            let times = move |(column, count)| (0..count).map(move |_| step(packet, column));
            matrix.row(row).flat_map(times)
        });
        Slots::sorted(length, self.slots.iter().map(|&slot| wide(slot)), steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> TaskMatrix {
        TaskMatrix::from_dense(&[vec![1, 0], vec![0, 1], vec![1, 1]]).expect("a good matrix")
    }

    #[test]
    fn the_replay_accepts_a_schedule_and_refuses_each_fault() {
        let matrix = square();
        let good = Coloring { slots: vec![0, 1, 1, 0] };
        assert_eq!(good.replay(&matrix, 2), Ok(()));
        assert_eq!(good.to_slots(&matrix), vec![vec![(0, 0), (2, 1)], vec![(1, 1), (2, 0)]].into());
        assert_eq!(good.replay(&matrix, 1), Err(ReplayError::TooManyPorts { slot: 1, found: 2, ports: 1 }));
        let twice = Coloring { slots: vec![0, 1, 2, 2] };
        assert_eq!(twice.replay(&matrix, 2), Err(ReplayError::RowTwice { slot: 2, row: 2 }));
        let shared = Coloring { slots: vec![0, 1, 0, 2] };
        assert_eq!(shared.replay(&matrix, 2), Err(ReplayError::ColumnTwice { slot: 0, column: 0 }));
        let short = Coloring { slots: vec![0, 1, 1] };
        assert!(matches!(short.replay(&matrix, 2), Err(ReplayError::WrongNumberOfUnits { .. })));
    }
}
