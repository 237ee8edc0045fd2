//! Finds a step of a decomposition: a partial permutation matrix that may be served for some slots.

use crate::graph::{FlowNetwork, dinic};
use crate::model::count_of;

/// The rest of a matrix, and the number of slots in which it must be served.
#[derive(Debug, Clone)]
pub(super) struct Rest {
    pub(super) rows: Vec<Vec<u64>>,
    row_sums: Vec<u64>,
    column_sums: Vec<u64>,
    total: u64,
    pub(super) slots: u64,
    ports: u64,
}

/// A place of the matrix: row and column.
pub(super) type Place = (usize, usize);

impl Rest {
    pub(super) fn new(rows: &[Vec<u64>], ports: u64, slots: u64) -> Self {
        let columns = rows.first().map_or(0, Vec::len);
        let row_sums: Vec<u64> = rows.iter().map(|row| row.iter().sum()).collect();
        let column_sums = (0..columns).map(|column| rows.iter().map(|row| row[column]).sum()).collect();
        let total = row_sums.iter().sum();
        Self { rows: rows.to_vec(), row_sums, column_sums, total, slots, ports }
    }

    pub(super) fn is_done(&self) -> bool {
        self.total == 0
    }

    /// Returns the greatest number of slots for which a step can be served.
    ///
    /// A step that can be served for some slots can be served for fewer: more entries are large enough, and
    /// fewer lines must be served. One slot is always possible (König).
    pub(super) fn longest(&self) -> u64 {
        let (mut least, mut most) = (1, self.slots);
        while least < most {
            let middle = least + (most - least).div_ceil(2);
            if self.step(middle, &[]).is_some() {
                least = middle;
            } else {
                most = middle - 1;
            }
        }
        least
    }

    /// Returns a step, with the `forced` places in it, that can be served for `times` slots so that the rest
    /// fits the other slots. It serves every line that would be too long otherwise, and enough entries in all
    /// that the ports can serve the rest.
    pub(super) fn step(&self, times: u64, forced: &[Place]) -> Option<Vec<Place>> {
        let after = self.slots.checked_sub(times)?;
        let room = u128::from(self.ports) * u128::from(after);
        let needed = u128::from(self.total).saturating_sub(room).div_ceil(u128::from(times));
        let needed = u64::try_from(needed).ok().filter(|&needed| needed <= self.ports)?;
        let count = count_of(forced.len());
        let (needed, most) = (needed.saturating_sub(count), self.ports.checked_sub(count)?);
        let (rows, columns) = (self.row_sums.len(), self.column_sums.len());
        let is_free_row = |row: usize| forced.iter().all(|place| place.0 != row);
        let is_free_column = |column: usize| forced.iter().all(|place| place.1 != column);
        // Vertices: rows, columns, source and sink of the step, source and sink of the flow that lower bounds
        // demand.
        let (source, sink, from, to) =
            (rows + columns, rows + columns + 1, rows + columns + 2, rows + columns + 3);
        let mut bounded = Bounded { network: FlowNetwork::new(rows + columns + 4), from, to, owed: 0 };
        for row in (0..rows).filter(|&row| is_free_row(row)) {
            bounded.arc(source, row, u64::from(self.row_sums[row] > after), 1);
        }
        for column in (0..columns).filter(|&column| is_free_column(column)) {
            bounded.arc(rows + column, sink, u64::from(self.column_sums[column] > after), 1);
        }
        bounded.arc(sink, source, needed, most);
        let mut arcs = Vec::new();
        for row in (0..rows).filter(|&row| is_free_row(row)) {
            for column in (0..columns).filter(|&column| is_free_column(column)) {
                if self.rows[row][column] >= times {
                    arcs.push(((row, column), bounded.network.add_arc(row, rows + column, 1)));
                }
            }
        }
        let flow = dinic(&mut bounded.network, from, to, || false)?;
        if flow < bounded.owed {
            return None;
        }
        let served =
            arcs.into_iter().filter(|&(_, arc)| bounded.network.flow(arc) > 0).map(|(place, _)| place);
        let mut places: Vec<Place> = served.chain(forced.iter().copied()).collect();
        places.sort_unstable();
        Some(places)
    }

    /// Subtracts a step that is served for `times` slots.
    pub(super) fn serve(&mut self, times: u64, places: &[Place]) {
        self.slots -= times;
        for &(row, column) in places {
            self.rows[row][column] -= times;
            self.row_sums[row] -= times;
            self.column_sums[column] -= times;
            self.total -= times;
        }
    }
}

/// A flow network with lower bounds on arcs: the demanded flow goes from an additional source to an
/// additional sink.
struct Bounded {
    network: FlowNetwork,
    from: usize,
    to: usize,
    owed: u64,
}

impl Bounded {
    fn arc(&mut self, start: usize, end: usize, least: u64, most: u64) {
        self.network.add_arc(start, end, most.saturating_sub(least));
        if least > 0 {
            self.network.add_arc(self.from, end, least);
            self.network.add_arc(start, self.to, least);
            self.owed += least;
        }
    }
}
