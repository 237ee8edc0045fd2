//! Reuse of buffer cells for packets that stay at a node for some slots.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// A pool of cells. Packets that arrive in order of slots get the least free cell, so that there are no more
/// cells than packets at one time: this is greedy colouring of an interval graph.
#[derive(Debug, Default)]
pub(super) struct Pool {
    cells: u32,
    free: BTreeSet<u32>,
    /// Cells in use, with the last slot of their use.
    taken: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Pool {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Takes a cell from slot `from` up to and including slot `until`: in both a message is on its way into
    /// it or out of it. Calls must come in order of `from`.
    pub(super) fn cell(&mut self, from: u64, until: u64) -> u32 {
        while let Some(&Reverse((last, cell))) = self.taken.peek() {
            if last >= from {
                break;
            }
            self.taken.pop();
            self.free.insert(cell);
        }
        let cell = self.free.pop_first().unwrap_or_else(|| {
            self.cells += 1;
            self.cells - 1
        });
        self.taken.push(Reverse((until, cell)));
        cell
    }

    /// Returns the number of cells.
    pub(super) fn cells(&self) -> u32 {
        self.cells
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;

    #[test]
    fn a_pool_has_as_many_cells_as_there_are_packets_at_one_time() {
        let mut pool = Pool::new();
        let cells = [(0, 3), (0, 1), (1, 1), (2, 2), (2, 5), (3, 3), (4, 4)]
            .map(|(from, until)| pool.cell(from, until));
        // Three cells are taken in slot 1, and three in slot 3.
        assert_eq!(cells, [0, 1, 2, 1, 2, 1, 0]);
        assert_eq!(pool.cells(), 3);
    }
}
