//! The quotient method: contracts the rows, decomposes the small matrix, streams the rows.

use super::color::is_small;
use super::{pad_to_perfect, peel};
use crate::model::{IntervalForm, OwnedInterval, Rows, wide};
use nalgebra::DMatrix;
use rayon::prelude::*;

/// Decomposes a matrix into exactly max(h, ⌈σ/k⌉) partial permutation matrices of at most k entries, in
/// interval form.
///
/// 1. The rows are cut, in order, into groups whose total is at most H = max(h, ⌈σ/k⌉).
/// 2. Each group becomes one row of a small matrix of counts with line sums at most H; it is padded to a
///    perfect matrix ([`pad_to_perfect`]) and decomposed into weighted permutation matrices (`peel`).
/// 3. A term of weight w in which group g holds link j gives g the link j for w slots. Every unit of the rows
///    of g that uses j takes the next of these slots.
///
/// Fewer slots are impossible, as a slot serves a line once, and at most k units; H slots suffice by König's
/// theorem (1916; P1 Theorem 4, with k ports Theorem 7). The schedule is valid because inside a group each
/// slot belongs to one link only, so no row moves twice in it, and among groups each link belongs to one
/// group only. Two neighbouring groups exceed H together and σ ≤ m·h, so there are at most 2m + 1 groups. No
/// matrix of size N × N is built.
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
pub fn quotient(matrix: &impl Rows, ports: u32) -> IntervalForm {
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
    let intervals = intervals(&counts, &peel(&perfect));
    IntervalForm { groups, intervals, length }
}

/// Returns the first rows of groups with a total of at most `most`: a row that does not fit opens the next
/// group.
fn next_fit(matrix: &impl Rows, most: u64) -> Vec<usize> {
    let mut groups = Vec::new();
    let mut row = 0;
    while row < matrix.rows() {
        groups.push(row);
        // No row exceeds the critical sum.
        row = matrix.fit(row, most);
    }
    groups
}

/// Counts how often each group uses each column.
fn contract(matrix: &impl Rows, groups: &[usize]) -> DMatrix<u64> {
    let columns = wide(matrix.columns());
    let mut counts = vec![0; groups.len() * columns];
    let work = |(group, counts): (usize, &mut [u64])| {
        let end = groups.get(group + 1).copied().unwrap_or(matrix.rows());
        matrix.count(groups[group]..end, counts);
    };
    if is_small(matrix.total()) {
        counts.chunks_mut(columns).enumerate().for_each(work);
    } else {
        counts.par_chunks_mut(columns).enumerate().for_each(work);
    }
    DMatrix::from_row_slice(groups.len(), columns, &counts)
}

/// Lays the terms one after the other and returns the intervals. While a group keeps its link from term to
/// term, its interval continues; the padding takes the last of the slots that a group gets for a link.
fn intervals(needed: &DMatrix<u64>, terms: &[super::Term]) -> Vec<OwnedInterval> {
    let (groups, links) = needed.shape();
    let mut left = needed.clone();
    let mut intervals: Vec<OwnedInterval> = Vec::new();
    // For every group its column of the padded matrix, and the interval that it has there, if any.
    let mut column_of = vec![usize::MAX; groups];
    let mut latest = vec![usize::MAX; groups];
    let mut start = 0;
    for term in terms {
        for (group, &column) in term.column_of.iter().enumerate().take(groups) {
            if column == column_of[group] {
                continue;
            }
            end(intervals.get_mut(latest[group]), start, &mut left);
            (column_of[group], latest[group]) = (column, usize::MAX);
            if column < links && left[(group, column)] > 0 {
                latest[group] = intervals.len();
                intervals.push(OwnedInterval { start, width: 0, group: narrow(group), link: narrow(column) });
            }
        }
        start += term.weight;
    }
    for latest in latest {
        end(intervals.get_mut(latest), start, &mut left);
    }
    intervals
}

/// Ends an interval at `end`, or earlier if the group needs no more slots of the link.
fn end(interval: Option<&mut OwnedInterval>, end: u64, left: &mut DMatrix<u64>) {
    if let Some(owned) = interval {
        let left = &mut left[(wide(owned.group), wide(owned.link))];
        owned.width = (end - owned.start).min(*left);
        *left -= owned.width;
    }
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("a quotient has fewer than 2^32 lines")
}
