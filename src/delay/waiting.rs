//! The rest of a task matrix while it is served, slot by slot.

use crate::model::{TaskMatrix, count_of, wide};
use std::collections::{BTreeSet, btree_set};

/// A row with units left; the nearest to its destination comes first, among equals the one of least index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Packet {
    /// Units left.
    pub(super) residual: u64,
    /// Index of the row.
    pub(super) row: usize,
}

#[derive(Debug)]
struct Entry {
    column: usize,
    left: u64,
    /// The next unit of the entry, counted over the whole matrix.
    unit: usize,
}

/// The matrix that is left, with the rows of every column ordered by their residual.
#[derive(Debug)]
pub(super) struct Waiting {
    row_start: Vec<usize>,
    entries: Vec<Entry>,
    residual: Vec<u64>,
    column_left: Vec<u64>,
    /// For every column the rows that need it.
    queues: Vec<BTreeSet<Packet>>,
    total: u64,
}

impl Waiting {
    /// Creates the state in which nothing of the matrix is served.
    pub(super) fn new(matrix: &TaskMatrix) -> Self {
        let mut row_start = Vec::with_capacity(matrix.rows() + 1);
        let mut entries = Vec::with_capacity(matrix.nonzeros());
        let mut queues: Vec<Vec<Packet>> = vec![Vec::new(); wide(matrix.columns())];
        let mut residual = Vec::with_capacity(matrix.rows());
        let mut unit = 0;
        row_start.push(0);
        for row in 0..matrix.rows() {
            let packet = Packet { residual: matrix.row_sum(row), row };
            for (column, left) in matrix.row(row) {
                let column = wide(column);
                entries.push(Entry { column, left, unit });
                queues[column].push(packet);
                unit += usize::try_from(left).expect("the units fit memory");
            }
            residual.push(packet.residual);
            row_start.push(entries.len());
        }
        Self {
            row_start,
            entries,
            residual,
            column_left: matrix.column_sums().to_vec(),
            queues: queues.into_iter().map(BTreeSet::from_iter).collect(),
            total: matrix.total(),
        }
    }

    /// Returns the number of columns m.
    pub(super) fn columns(&self) -> usize {
        self.queues.len()
    }

    /// Returns the number of units left in all.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Returns the number of units left in a row.
    pub(super) fn residual(&self, row: usize) -> u64 {
        self.residual[row]
    }

    /// Returns the columns that a row still needs, in increasing order.
    pub(super) fn needs(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let entries = &self.entries[self.row_start[row]..self.row_start[row + 1]];
        entries.iter().filter(|entry| entry.left > 0).map(|entry| entry.column)
    }

    /// Returns the rows that need a column, the nearest to their destination first.
    pub(super) fn queue(&self, column: usize) -> btree_set::Iter<'_, Packet> {
        self.queues[column].iter()
    }

    /// Returns the least number of slots that clears the rest, max(h, ⌈σ/k⌉) (P1 Theorem 7).
    pub(super) fn least_slots(&self, ports: usize) -> u64 {
        let longest_row = self.queues.iter().filter_map(BTreeSet::last).map(|packet| packet.residual).max();
        let longest_column = self.column_left.iter().copied().max();
        let shared = self.total.div_ceil(count_of(ports));
        shared.max(longest_row.unwrap_or(0)).max(longest_column.unwrap_or(0))
    }

    /// Returns the columns with exactly `sum` units left, in increasing order.
    pub(super) fn columns_of_sum(&self, sum: u64) -> Vec<usize> {
        (0..self.columns()).filter(|&column| self.column_left[column] == sum).collect()
    }

    /// Returns the rows with exactly `greatest` units left, in increasing order, if no row has more.
    ///
    /// O(m · n) time for n such rows.
    pub(super) fn rows_of_greatest_sum(&self, greatest: u64) -> Vec<usize> {
        let mut rows: Vec<usize> = self
            .queues
            .iter()
            .flat_map(|queue| queue.iter().rev().take_while(|packet| packet.residual == greatest))
            .map(|packet| packet.row)
            .collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    /// Serves one unit and returns its index.
    pub(super) fn serve(&mut self, row: usize, column: usize) -> usize {
        let before = Packet { residual: self.residual[row], row };
        let after = Packet { residual: before.residual - 1, row };
        let mut served = None;
        for entry in &mut self.entries[self.row_start[row]..self.row_start[row + 1]] {
            if entry.left == 0 {
                continue;
            }
            let queue = &mut self.queues[entry.column];
            queue.remove(&before);
            if entry.column == column {
                served = Some(entry.unit);
                entry.unit += 1;
                entry.left -= 1;
            }
            if entry.left > 0 {
                queue.insert(after);
            }
        }
        self.residual[row] -= 1;
        self.column_left[column] -= 1;
        self.total -= 1;
        served.expect("a row is served only in a column that it needs")
    }
}
