//! Euler splits: balanced matrices, of many columns and a small critical sum.

use super::fill::fill_corners;
use super::regular::Regular;
use crate::model::{Coloring, Rows, wide};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// Decomposes a matrix into exactly H = max(h, ⌈σ/k⌉) partial permutation matrices of at most k entries, by halving.
///
/// 1. Rows are merged, in order, while their units are at most H together, and so are columns; then at most 2σ/H + 1 of each are
///    left (Cole, Ost & Schirra 2001). What is a schedule of the merged lines is one of the lines.
/// 2. Units are added, few kinds of them, until every line has H and every perfect matching has exactly k entries
///    inside, as [`super::pad_to_perfect`] does it: a bipartite multigraph, regular of degree H.
/// 3. An even degree is halved: each edge has one mate at its left end and one at its right end, and halves are
///    dealt alternately round the cycles that mates make (Gabow 1976), which are never walked: they are put together out of paths
///    in one pass over the edges. From an odd degree one perfect matching is taken first, by random walks (Goel, Kapralov & Khanna 2010) from a fixed seed, or by [`super::hopcroft_karp`] if they take too long.
///
/// Halves are worked on in parallel; the slots do not depend on the threads.
///
/// # Complexity
/// O(σ log H + n log n · log H) expected time for n lines, O(σ) space.
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
    assert!(matrix.total() < MOST_UNITS, "{} units, expected fewer than 2^30", matrix.total());
    let length = matrix.least_slots(ports);
    let rows = merge(0..matrix.rows(), length, |row, fits| matrix.fit(row, fits));
    let sums = matrix.column_sums();
    let columns = merge(0..sums.len(), length, |column, fits| {
        let mut left = fits;
        let taken = sums[column..].iter().take_while(|&&sum| {
            let fits = sum <= left;
            left = left.saturating_sub(sum);
            fits
        });
        column + taken.count()
    });
    let ports = wide(ports).min(rows.len()).min(columns.len());
    let colors: Vec<AtomicU32> = (0..matrix.total()).map(|_| AtomicU32::new(0)).collect();
    let graph = padded(matrix, &rows, &columns, ports, length);
    graph.color(0, &|unit: u32, color: u32| {
        if let Some(slot) = colors.get(wide(unit)) {
            slot.store(color, Ordering::Relaxed);
        }
    });
    Coloring { slots: colors.into_iter().map(AtomicU32::into_inner).collect() }
}

/// Fewer units than this: an edge has 32 bits, and padding at most trebles their number.
const MOST_UNITS: u64 = 1 << 30;

/// The first lines of groups: `fit(line, most)` is the end of the longest run of lines that fits.
fn merge(lines: Range<usize>, most: u64, fit: impl Fn(usize, u64) -> usize) -> Vec<usize> {
    let mut firsts = Vec::new();
    let mut line = lines.start;
    while line < lines.end {
        firsts.push(line);
        line = fit(line, most);
    }
    firsts
}

/// The units of the matrix and those of the padding, as edges between merged lines; the units of the matrix come first in number.
fn padded(matrix: &impl Rows, rows: &[usize], columns: &[usize], ports: usize, length: u64) -> Regular {
    let side = rows.len() + columns.len() - ports;
    let column_group: Vec<u32> = {
        let mut groups = vec![0; wide(matrix.columns())];
        for (group, part) in (0_u32..).zip(0..columns.len()) {
            let end = columns.get(part + 1).copied().unwrap_or(groups.len());
            groups[columns[part]..end].fill(group);
        }
        groups
    };
    let rows_of = |group: usize| rows[group]..rows.get(group + 1).copied().unwrap_or(matrix.rows());
    let mut row_sums = vec![0; rows.len()];
    for (group, sum) in row_sums.iter_mut().enumerate() {
        matrix.visit(rows_of(group), |_, _, units| *sum += units);
    }
    let mut column_sums = vec![0; columns.len()];
    for (&group, &sum) in column_group.iter().zip(matrix.column_sums()) {
        column_sums[wide(group)] += sum;
    }
    let mut fillings = fill_corners(&row_sums, &column_sums, ports, length);
    fillings.sort_by_key(|filling| filling.row);
    let mut fillings = fillings.into_iter().peekable();
    let mut graph = Regular::with_capacity(side, usize::try_from(length).expect("below 2^30"));
    let mut unit = 0_u32;
    let mut padding = u32::try_from(matrix.total()).expect("below 2^30");
    for group in 0..side {
        if group < rows.len() {
            // Units lie row by row, so that those of one merged row lie side by side.
            matrix.visit(rows_of(group), |_, column, units| {
                for _ in 0..units {
                    graph.push(column_group[wide(column)], unit);
                    unit += 1;
                }
            });
        }
        while let Some(filling) = fillings.next_if(|filling| filling.row == group) {
            let end = u32::try_from(filling.column).expect("below 2^30");
            for _ in 0..filling.units {
                graph.push(end, padding);
                padding += 1;
            }
        }
    }
    graph
}
