//! One slot: the rows to serve, the nearest to their destination first.

use super::waiting::{Packet, Waiting};
use crate::graph::{BreadthFirst, alternating_path};
use crate::model::wide;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The lines that a slot must serve, each list in increasing order.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lines<'a> {
    /// Rows.
    pub(super) rows: &'a [usize],
    /// Columns, at most as many as there are ports.
    pub(super) columns: &'a [usize],
}

/// A switching scheme of one slot while it is built: a matching of rows and columns.
///
/// Every asked-for column has a port of its own; the other columns share the rest of the k ports. A set of
/// rows is *free* if all of it can be served in this way. Free sets are the independent sets of a gammoid
/// (Perfect 1968, Mason 1972): there are disjoint paths row – column – port. So the greedy algorithm is exact
/// (Rado 1957, Edmonds 1971): taking the rows in their order, each one if an augmenting path lets it join
/// those taken before, gives a free set of most rows which place by place is no later in the order than any
/// other. No weights on entries are needed, since what a unit costs depends on its row alone.
///
/// Once k rows are taken all ports are used, so all columns asked for are served. If fewer can be taken,
/// [`Scheme::cover`] moves them there.
#[derive(Debug)]
pub(super) struct Scheme<'a> {
    waiting: &'a Waiting,
    /// For every column the row that it serves.
    row_of: Vec<Option<usize>>,
    /// Whether a column has a port of its own.
    own: Vec<bool>,
    /// Number of shared ports that are not in use.
    unused: usize,
    size: usize,
    /// Columns that a search without success has reached. The rows in them, and those in ports that they
    /// share, can go nowhere else and fill them, so no further row of a free set that holds these rows is
    /// served there.
    dead: Vec<bool>,
}

impl<'a> Scheme<'a> {
    /// Serves as many rows as possible on at most `ports` columns: the rows asked for, then the nearest ones.
    ///
    /// Of the rows that are not asked for only the first k of every column can matter. Suppose that the best
    /// scheme serves row i in column j, and k rows that need j come before i. At most k rows are served, and
    /// i is one of them, so some row before i is not. Serving that row in j instead of i gives a better
    /// scheme with as many rows in the same columns. So a merge of the first k of each column finds all
    /// candidates in their order; and a dead column can leave the merge.
    ///
    /// O(m · k · (m + log m)) time for the candidates that fail, O(m²) for each row that is taken, m columns.
    pub(super) fn choose(waiting: &'a Waiting, ports: usize, asked: Lines<'_>) -> Self {
        let columns = waiting.columns();
        let mut own = vec![false; columns];
        for &column in asked.columns {
            own[column] = true;
        }
        let mut scheme = Self {
            waiting,
            row_of: vec![None; columns],
            own,
            unused: ports.checked_sub(asked.columns.len()).expect("no more columns are asked for than ports"),
            size: 0,
            dead: vec![false; columns],
        };
        for &row in asked.rows {
            assert!(scheme.take(row), "the caller asks for rows that can be served together");
        }
        let mut queues: Vec<_> = (0..columns).map(|column| waiting.queue(column).take(ports)).collect();
        let mut heads: BinaryHeap<Reverse<(Packet, usize)>> = BinaryHeap::with_capacity(columns);
        let firsts = queues.iter_mut().enumerate();
        heads
            .extend(firsts.filter_map(|(column, queue)| queue.next().map(|&first| Reverse((first, column)))));
        let mut latest = None;
        while scheme.size < ports {
            let Some(Reverse((packet, column))) = heads.pop() else {
                break;
            };
            if scheme.dead[column] {
                continue;
            }
            heads.extend(queues[column].next().map(|&next| Reverse((next, column))));
            // Heads of one row leave the heap one directly after the other.
            if latest != Some(packet) && asked.rows.binary_search(&packet.row).is_err() {
                scheme.take(packet.row);
            }
            latest = Some(packet);
        }
        scheme
    }

    /// Returns the number of rows served.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Returns the sum of the residuals of the rows served.
    pub(super) fn cost(&self) -> u64 {
        self.row_of.iter().flatten().map(|&row| self.waiting.residual(row)).sum()
    }

    /// Returns whether a column is served.
    pub(super) fn serves(&self, column: usize) -> bool {
        self.row_of[column].is_some()
    }

    /// Returns for every column the row that it serves.
    pub(super) fn into_row_of(self) -> Vec<Option<usize>> {
        self.row_of
    }

    /// Adds a row along a shortest augmenting path, smallest columns first; returns `false` if there is none.
    ///
    /// The search goes over columns: from a column that serves a row to the columns that this row needs, and
    /// from an idle column without a port of its own to the columns that share ports, one of which would
    /// become idle. It starts at a virtual column after the last, which stands for the new row.
    fn take(&mut self, row: usize) -> bool {
        let columns = self.row_of.len();
        let start = narrow(columns);
        let mut search = BreadthFirst::new(columns + 1, [start]);
        let mut ports_reached = false;
        while let Some(here) = search.next() {
            let mover = if here == start { Some(row) } else { self.row_of[wide(here)] };
            let Some(mover) = mover else { continue };
            for column in self.waiting.needs(mover) {
                if self.dead[column] || !search.reach(here, narrow(column)) || self.row_of[column].is_some() {
                    continue;
                }
                if self.own[column] || self.unused > 0 {
                    self.unused -= usize::from(!self.own[column]);
                    self.size += 1;
                    self.move_along(&search, row, column);
                    return true;
                } else if !ports_reached {
                    ports_reached = true;
                    for sharer in (0..columns).filter(|&sharer| !self.own[sharer]) {
                        if self.row_of[sharer].is_some() {
                            search.reach(narrow(column), narrow(sharer));
                        }
                    }
                }
            }
        }
        for (column, dead) in self.dead.iter_mut().enumerate() {
            *dead |= search.has_reached(narrow(column)) || (ports_reached && !self.own[column]);
        }
        false
    }

    /// Moves the rows along a path, from its end back to the new row. An idle column on the path takes a port
    /// from the column after it.
    fn move_along(&mut self, search: &BreadthFirst, row: usize, end: usize) {
        let path: Vec<usize> = search.back(narrow(end)).map(wide).collect();
        for step in path.windows(2) {
            self.row_of[step[0]] = self.row_of.get(step[1]).map_or(Some(row), |&before| before);
        }
    }

    /// Serves as many of the given columns as the rows already taken allow, by moving rows from other
    /// columns; earlier columns have priority.
    ///
    /// The scheme must have the greatest possible number of rows. If some rows can serve all the columns, the
    /// rows taken can (Mendelsohn & Dulmage 1958).
    ///
    /// O(m² · s) time for s columns.
    pub(super) fn cover(&mut self, columns: &[usize]) {
        for &start in columns {
            if self.row_of[start].is_some() {
                continue;
            }
            // The row of each column of the path moves to the column after it; the first becomes idle.
            let could_take = |target, column: u32| {
                self.row_of[wide(column)]
                    .is_some_and(|row| self.waiting.needs(row).any(|c| c == wide(target)))
            };
            let is_spare = |column| columns.binary_search(&wide(column)).is_err();
            let path = alternating_path(self.row_of.len(), narrow(start), could_take, is_spare);
            let mut moved = None;
            for column in path.into_iter().flatten() {
                std::mem::swap(&mut self.row_of[wide(column)], &mut moved);
            }
        }
    }
}

fn narrow(column: usize) -> u32 {
    u32::try_from(column).expect("columns count in 32 bits")
}
