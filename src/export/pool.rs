//! Cells for packets that stay with a node for some slots, used again.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// A pool of cells. Packets that come by increasing slot get the least cell that is free, so that there are
/// no more cells than packets at one time: an interval graph is coloured greedily.
#[derive(Debug, Default)]
pub(super) struct Pool {
    cells: u32,
    free: BTreeSet<u32>,
    /// Cells that are taken, with the last slot in which they are.
    taken: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Pool {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// A cell from a slot, not before that of the last call, up to and including another: in both a message
    /// is on its way into it or out of it.
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

    /// How many cells there are.
    pub(super) fn cells(&self) -> u32 {
        self.cells
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;

    #[test]
    fn there_are_as_many_cells_as_packets_at_one_time() {
        let mut pool = Pool::new();
        let cells = [(0, 3), (0, 1), (1, 1), (2, 2), (2, 5), (3, 3), (4, 4)]
            .map(|(from, until)| pool.cell(from, until));
        // In slot 1 three cells are taken, in slot 3 as well.
        assert_eq!(cells, [0, 1, 2, 1, 2, 1, 0]);
        assert_eq!(pool.cells(), 3);
    }
}
