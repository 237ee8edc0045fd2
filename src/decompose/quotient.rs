//! The quotient method: contract the rows, decompose the small matrix, stream the rows.

use super::{pad_to_perfect, peel};
use crate::model::{Coloring, IntervalForm, OwnedInterval, TaskMatrix, wide};
use nalgebra::DMatrix;

/// Decomposes a matrix into exactly max(h, ⌈σ/k⌉) partial permutation matrices of at most k entries, in interval form.
///
/// 1. The rows are cut, in order, into groups whose total is at most H = max(h, ⌈σ/k⌉).
/// 2. Each group becomes one row of a small matrix of counts with line sums at most H; it is padded to a perfect
///    matrix ([`pad_to_perfect`]) and decomposed into weighted permutation matrices ([`peel`]).
/// 3. A term of weight w in which group g holds link j gives g the link j for w slots. Every unit of the rows of g that uses j
///    takes the next of these slots.
///
/// It is right because inside a group each slot belongs to one link only, so no row moves twice in it, and among groups
/// each link belongs to one group only. Two neighbouring groups exceed H together and σ ≤ m·h, so there are at most 2m + 1
/// groups. Nothing of the size N × N is ever built.
///
/// # Complexity
/// O(entries + m⁴) time and O(m²) space for m columns.
///
/// # Panics
/// If `ports` is 0 while the matrix has columns.
///
/// # Examples
/// ```
/// use isotask::decompose::{color, quotient};
/// use isotask::model::TaskMatrix;
/// let matrix = TaskMatrix::from_dense(&[vec![2, 1], vec![0, 2], vec![1, 0]])?;
/// let intervals = quotient(&matrix, 2);
/// assert_eq!(intervals.length, 3);
/// assert_eq!(color(&matrix, &intervals).replay(&matrix, 2), Ok(()));
/// assert_eq!(quotient(&matrix, 1).length, 6);
/// # Ok::<(), isotask::model::MatrixError>(())
/// ```
#[must_use]
pub fn quotient(matrix: &TaskMatrix, ports: u32) -> IntervalForm {
    if matrix.total() == 0 {
        let groups = if matrix.rows() == 0 { Vec::new() } else { vec![0] };
        return IntervalForm { groups, ..IntervalForm::default() };
    }
    let length = matrix.least_slots(ports);
    let groups = next_fit(matrix, length);
    let counts = contract(matrix, &groups);
    let ports = wide(ports).min(counts.ncols());
    let perfect = pad_to_perfect(&counts, ports, length)
        .expect("no group and no column exceeds H, and the total is at most kH");
    let intervals = intervals(counts, &peel(perfect));
    IntervalForm { groups, intervals, length }
}

/// The first rows of groups with a total of at most `most`: a row that does not fit opens the next group.
fn next_fit(matrix: &TaskMatrix, most: u64) -> Vec<usize> {
    let mut groups = Vec::new();
    let mut sum = 0;
    for row in 0..matrix.rows() {
        let here = matrix.row_sum(row);
        if groups.is_empty() || sum + here > most {
            groups.push(row);
            sum = 0;
        }
        sum += here;
    }
    groups
}

/// How often each group uses each column.
fn contract(matrix: &TaskMatrix, groups: &[usize]) -> DMatrix<u64> {
    let columns = wide(matrix.columns());
    let mut counts = DMatrix::zeros(groups.len(), columns);
    for (group, &first) in groups.iter().enumerate() {
        let end = groups.get(group + 1).copied().unwrap_or(matrix.rows());
        for row in first..end {
            for (column, units) in matrix.row(row) {
                counts[(group, wide(column))] += units;
            }
        }
    }
    counts
}

/// Lays the terms one after the other; of the slots that a group gets for a link, the padding takes the last ones.
fn intervals(mut needed: DMatrix<u64>, terms: &[super::Term]) -> Vec<OwnedInterval> {
    let (groups, links) = needed.shape();
    let mut intervals: Vec<OwnedInterval> = Vec::new();
    let mut latest: DMatrix<Option<usize>> = DMatrix::from_element(groups, links, None);
    let mut start = 0;
    for term in terms {
        for (group, &link) in term.column_of.iter().enumerate().take(groups) {
            if link >= links {
                continue;
            }
            let width = term.weight.min(needed[(group, link)]);
            if width == 0 {
                continue;
            }
            needed[(group, link)] -= width;
            match latest[(group, link)].map(|at| &mut intervals[at]) {
                Some(before) if before.start + before.width == start => before.width += width,
                _ => {
                    latest[(group, link)] = Some(intervals.len());
                    intervals.push(OwnedInterval { start, width, group: narrow(group), link: narrow(link) });
                }
            }
        }
        start += term.weight;
    }
    intervals
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("a quotient has fewer than 2^32 lines")
}

/// Gives every unit of a matrix its slot by an interval form: the next slot of the pool of its group and column.
///
/// # Complexity
/// O(E + g·m) time for E units, g groups and m columns, E numbers of space for the result.
///
/// # Panics
/// If the intervals are not those of this matrix, or its schedule has 2³² slots or more.
#[must_use]
pub fn color(matrix: &TaskMatrix, form: &IntervalForm) -> Coloring {
    let columns = wide(matrix.columns());
    let mut pools: Vec<Vec<(u32, u32)>> = vec![Vec::new(); form.groups.len() * columns];
    for owned in &form.intervals {
        let at = wide(owned.group) * columns + wide(owned.link);
        let slot = |slot: u64| u32::try_from(slot).expect("fewer than 2^32 slots");
        pools[at].push((slot(owned.start), slot(owned.start + owned.width)));
    }
    let mut slots = Vec::with_capacity(usize::try_from(matrix.total()).expect("the units fit memory"));
    for (group, &first) in form.groups.iter().enumerate() {
        let end = form.groups.get(group + 1).copied().unwrap_or(matrix.rows());
        let pools = &pools[group * columns..(group + 1) * columns];
        // For every column the next free slot of its pool, the end of its interval, and the interval after it.
        let mut cursors = vec![Cursor::default(); columns];
        for row in first..end {
            for (column, units) in matrix.row(row) {
                let column = wide(column);
                let cursor = &mut cursors[column];
                for _ in 0..units {
                    if cursor.slot == cursor.end {
                        (cursor.slot, cursor.end) = pools[column][cursor.next];
                        cursor.next += 1;
                    }
                    slots.push(cursor.slot);
                    cursor.slot += 1;
                }
            }
        }
    }
    Coloring { slots }
}

#[derive(Debug, Clone, Copy, Default)]
struct Cursor {
    slot: u32,
    end: u32,
    next: usize,
}
