//! Euler splits: balanced matrices, of many columns and a small critical sum.

use super::fill::north_west_corner;
use super::regular::factor;
use crate::model::{Coloring, RowStream, Rows, wide};
use std::ops::Range;

/// Decomposes a matrix into exactly H = max(h, ⌈σ/k⌉) partial permutation matrices of at most k entries, by
/// halving.
///
/// 1. Rows are merged, in order, while their units are at most H together, and so are columns; then at most
///    2σ/H + 1 of each are left (Cole, Ost & Schirra 2001). A schedule of the merged lines is also one of the
///    lines.
/// 2. Units are added, in few cells, until every line has H and every perfect matching has exactly k entries
///    inside, as [`super::pad_to_perfect`] does it: a bipartite multigraph, regular of degree H.
/// 3. An even degree is halved: each edge has one mate at its left end and one at its right end, and the
///    edges go to the two halves alternately round the cycles that mates make (Gabow 1976). The cycles are
///    never walked: one pass over the edges puts them together out of paths. From an odd degree one perfect
///    matching is taken first, by random walks (Goel, Kapralov & Khanna 2010) from a fixed seed, or by
///    [`crate::graph::hopcroft_karp`] if they take too long.
///
/// Only the right end of an edge is stored, since edges between the same two merged lines can be exchanged:
/// once all edges are in perfect matchings, a unit takes the slot of any edge of its cell that no other unit
/// has taken. Halves are worked on in parallel; the slots do not depend on the threads.
///
/// # Complexity
/// O(σ · (log H + log n)) expected time for n merged lines, if a union–find step counts as O(1): a graph of
/// odd degree takes a matching in O(n log n) expected steps, and there are at most (H − 1)/2 such graphs.
/// Space is O(σ), and O(1) for each row and column. Beside the matrix and the output, on one thread at most:
/// - 4 bytes for each edge, of the matrix and of the padding: its right end. Halving and matching keep their
///   notes on edges in the space of the output, which for this is longer by 4 bytes for each edge of the
///   padding.
/// - 4 bytes for each merged column, while a graph is halved and again while slots are given to units.
/// - 4 bytes for each column if some are merged, and 8 for each merged row if some are.
///
/// Every further thread takes 4 bytes for each merged column, and [`crate::graph::hopcroft_karp`], if it
/// comes to that, 8 bytes for each edge of the graph that it works on and some for each node. Before the
/// edges are written there are 16 bytes for each merged line and 24 for each cell of the padding (at most two
/// of them for a line).
///
/// # Panics
/// If `ports` is 0 while the matrix has columns, or it has 2³⁰ units or more.
///
/// # Examples
/// ```
/// use isotask::decompose::euler_split;
/// use isotask::model::TaskMatrix;
/// let matrix = TaskMatrix::from_dense(&[vec![1, 2, 0], vec![0, 1, 2], vec![2, 0, 1]])?;
/// let coloring = euler_split(&matrix, 3);
/// assert_eq!((coloring.length(), coloring.replay(&matrix, 3)), (3, Ok(())));
/// # Ok::<(), isotask::model::MatrixError>(())
/// ```
#[must_use]
pub fn euler_split(matrix: &impl Rows, ports: u32) -> Coloring {
    if matrix.total() == 0 {
        return Coloring { slots: Vec::new() };
    }
    assert!(matrix.total() < UNITS_LIMIT, "{} units, expected fewer than 2^30", matrix.total());
    let merged = Merged::new(matrix, matrix.least_slots(ports));
    let (mut ends, side) = merged.padded(ports);
    // The space of the output serves first as scratch space for the graph.
    let mut slots = vec![0; ends.len()];
    factor(&mut ends, &mut slots, side);
    slots.truncate(to_usize(matrix.total()));
    merged.assign_slots(&ends, side, &mut slots);
    drop(ends);
    slots.shrink_to_fit();
    Coloring { slots }
}

/// A matrix must have fewer units than this: an edge has 32 bits, and padding at most trebles their number.
const UNITS_LIMIT: u64 = 1 << 30;
/// Units from which on several threads give the slots.
const MIN_PARALLEL_UNITS: usize = 1 << 15;

/// Converts a number of units, or of slots, to `usize`.
fn to_usize(count: u64) -> usize {
    usize::try_from(count).expect("below 2^30")
}

/// Divides lines into runs: `fit(line)` is the end of the longest run that begins at a line.
fn runs(lines: usize, fit: impl Fn(usize) -> usize) -> impl Iterator<Item = Range<usize>> {
    let mut first = 0;
    std::iter::from_fn(move || {
        let run = (first < lines).then(|| first..fit(first))?;
        first = run.end;
        Some(run)
    })
}

/// A matrix whose lines are merged as long as their units are at most `length`.
struct Merged<'a, M> {
    matrix: &'a M,
    length: u64,
    /// The number of merged rows.
    rows: usize,
    /// The number of merged columns.
    columns: usize,
    /// The first row of each merged row, unless no rows are merged.
    first_of: Option<Vec<usize>>,
    /// The merged column of each column, unless no columns are merged.
    column_of: Option<Vec<u32>>,
}

impl<'a, M: Rows> Merged<'a, M> {
    fn new(matrix: &'a M, length: u64) -> Self {
        let sums = matrix.column_sums();
        let merged = || {
            runs(sums.len(), |column| {
                let mut left = length;
                let taken = sums[column..].iter().take_while(|&&sum| {
                    let fits = sum <= left;
                    left = left.saturating_sub(sum);
                    fits
                });
                column + taken.count()
            })
        };
        let columns = merged().count();
        let rows = runs(matrix.rows(), |row| matrix.fit(row, length));
        let firsts: Vec<usize> = rows.map(|run| run.start).collect();
        let column_of = (columns < sums.len()).then(|| {
            let mut column_of = vec![0; sums.len()];
            (0..).zip(merged()).for_each(|(group, run)| column_of[run].fill(group));
            column_of
        });
        let rows = firsts.len();
        Self { matrix, length, rows, columns, first_of: (rows < matrix.rows()).then_some(firsts), column_of }
    }

    /// Returns the first row of a merged row, or the number of rows for the end.
    fn first(&self, group: usize) -> usize {
        let Some(firsts) = &self.first_of else { return group };
        firsts.get(group).copied().unwrap_or(self.matrix.rows())
    }

    /// Calls `f(merged row, merged column, units)` for the nonzero entries of merged rows, row by row.
    fn visit(&self, groups: Range<usize>, mut f: impl FnMut(usize, usize, u64)) {
        let mut stream = self.matrix.stream(self.first(groups.start));
        for group in groups {
            let rows = self.first(group + 1) - self.first(group);
            stream.visit(rows, |_, column, count| f(group, self.column(column), count));
        }
    }

    fn column(&self, column: u32) -> usize {
        wide(self.column_of.as_ref().map_or(column, |column_of| column_of[wide(column)]))
    }

    /// Returns the units of the matrix and of the padding as the right ends of edges, left node by left node,
    /// and the number of left nodes.
    fn padded(&self, ports: u32) -> (Vec<u32>, usize) {
        let mut column_sums = vec![0; self.columns];
        for (column, &sum) in (0..).zip(self.matrix.column_sums()) {
            column_sums[self.column(column)] += sum;
        }
        let mut row_sums = vec![0; self.rows];
        self.visit(0..self.rows, |group, _, count| row_sums[group] += count);
        let ports = wide(ports).min(self.rows).min(self.columns);
        let side = self.rows + self.columns - ports;
        let mut fillings = north_west_corner(&row_sums, &column_sums, ports, self.length);
        drop((row_sums, column_sums));
        fillings.sort_by_key(|filling| filling.row);
        let mut fillings = fillings.into_iter().peekable();
        let mut ends = Vec::with_capacity(side * to_usize(self.length));
        let mut push = |end: usize, count: u64| {
            let end = u32::try_from(end).expect("below 2^30");
            ends.extend(std::iter::repeat_n(end, to_usize(count)));
        };
        for group in 0..side {
            if group < self.rows {
                self.visit(group..group + 1, |_, column, count| push(column, count));
            }
            while let Some(filling) = fillings.next_if(|filling| filling.row == group) {
                push(filling.column, filling.units);
            }
        }
        (ends, side)
    }

    /// Gives every unit the number of a perfect matching with an edge in its cell; `ends` are perfect
    /// matchings one after the other.
    fn assign_slots(&self, ends: &[u32], side: usize, slots: &mut [u32]) {
        let threads = rayon::current_num_threads();
        if threads == 1 || slots.len() < MIN_PARALLEL_UNITS {
            return self.assign_slots_of_rows(0..self.rows, ends, side, slots);
        }
        let share = slots.len().div_ceil(threads);
        let (mut first, mut count, mut rest) = (0, 0, slots);
        rayon::scope(|scope| {
            for group in 0..self.rows {
                self.visit(group..group + 1, |_, _, more| count += to_usize(more));
                if count >= share || group + 1 == self.rows {
                    let (part, others) = std::mem::take(&mut rest).split_at_mut(count);
                    let groups = first..group + 1;
                    scope.spawn(move |_| self.assign_slots_of_rows(groups, ends, side, part));
                    (first, count, rest) = (group + 1, 0, others);
                }
            }
        });
    }

    fn assign_slots_of_rows(&self, groups: Range<usize>, ends: &[u32], side: usize, slots: &mut [u32]) {
        // For a merged column, `first` is the first matching with an edge there in this merged row; for a
        // matching, `next` is the next matching with an edge in that cell.
        let mut first = vec![NO_MATCHING; side];
        let mut next = vec![NO_MATCHING; to_usize(self.length)];
        let mut slots = slots.iter_mut();
        for group in groups {
            let row = || ends[group..].iter().step_by(side).map(|&end| wide(end));
            for (slot, end) in (0..).zip(row()) {
                next[wide(slot)] = std::mem::replace(&mut first[end], slot);
            }
            self.visit(group..group + 1, |_, column, count| {
                for slot in slots.by_ref().take(to_usize(count)) {
                    *slot = first[column];
                    first[column] = next[wide(*slot)];
                }
            });
            row().for_each(|end| first[end] = NO_MATCHING);
        }
    }
}

/// Marks the end of a list of matchings.
const NO_MATCHING: u32 = u32::MAX;
