//! The construction of P1: pad a matrix to a perfect one, then remove one perfect matching for each slot.

use super::pad_to_perfect;
use crate::graph::hopcroft_karp;
use crate::model::{Coloring, TaskMatrix, count_of, wide};
use nalgebra::DMatrix;
use thiserror::Error;

/// Most cells of the padded matrix.
pub const MAX_HALL_CELLS: u64 = 1 << 22;
/// Most slots, each of which takes a matching.
const MAX_HALL_SLOTS: u64 = 1 << 14;

/// Why [`hall`] refuses a matrix.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HallError {
    /// The padded matrix would be too large.
    #[error(
        "the padded matrix would have {found} cells, expected at most {MAX_HALL_CELLS}; the method quotient has no such limit"
    )]
    TooLarge {
        /// Its cells.
        found: u64,
    },
    /// There would be too many matchings to remove.
    #[error(
        "{found} matchings would be removed, expected at most {MAX_HALL_SLOTS}; the method quotient has no such limit"
    )]
    TooManySlots {
        /// Their number.
        found: u64,
    },
}

/// Decomposes a matrix into exactly max(h, ⌈σ/k⌉) partial permutation matrices: pads it to a square perfect
/// matrix of the size of its rows (P1 Theorem 3) and removes one perfect matching after another (P1 Theorem
/// 4; Theorem 7 for k ports).
///
/// For cross-checks and teaching; [`super::quotient`] gives the same number of slots in linear time.
///
/// # Errors
/// [`HallError`] beyond the declared size.
///
/// # Complexity
/// O(T · n^2.5) time and O(n² + k · T) space for T slots, k ports and padded side n = max(N, k) + m − k.
///
/// # Panics
/// If `ports` is 0 while the matrix has columns.
///
/// # Examples
/// ```
/// use isotask::decompose::hall;
/// use isotask::model::TaskMatrix;
/// let matrix = TaskMatrix::from_dense(&[vec![1, 0], vec![0, 1], vec![1, 1]])?;
/// let coloring = hall(&matrix, 2)?;
/// assert_eq!(coloring.length(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hall(matrix: &TaskMatrix, ports: u32) -> Result<Coloring, HallError> {
    hall_with_progress(matrix, ports, &|_, _| ())
}

/// Decomposes a matrix like [`hall`], and before every slot calls `report(slots done, slots in all)`.
///
/// # Errors
/// [`HallError`] beyond the declared size.
///
/// # Complexity
/// That of [`hall`].
///
/// # Panics
/// If `ports` is 0 while the matrix has columns.
pub fn hall_with_progress(
    matrix: &TaskMatrix,
    ports: u32,
    report: &dyn Fn(u64, u64),
) -> Result<Coloring, HallError> {
    if matrix.total() == 0 {
        return Ok(Coloring { slots: Vec::new() });
    }
    let columns = wide(matrix.columns());
    let ports = wide(ports).min(columns);
    let side = count_of(matrix.rows().max(ports) + columns - ports);
    let cells = side.saturating_mul(side);
    if cells > MAX_HALL_CELLS {
        return Err(HallError::TooLarge { found: cells });
    }
    let length = matrix.least_slots(u32::try_from(ports).expect("at most the columns"));
    if length > MAX_HALL_SLOTS {
        return Err(HallError::TooManySlots { found: length });
    }
    let perfect = pad_to_perfect(&matrix.into(), ports, length)
        .expect("no line exceeds H = max(h, ⌈σ/k⌉), and the total is at most kH");
    Ok(remove_matchings(matrix, perfect, length, report))
}

/// Removes perfect matchings until nothing is left; slot t clears those entries of matching t that belong to
/// the unpadded matrix.
fn remove_matchings(
    matrix: &TaskMatrix,
    mut perfect: DMatrix<u64>,
    length: u64,
    report: &dyn Fn(u64, u64),
) -> Coloring {
    let side = perfect.nrows();
    let columns = wide(matrix.columns());
    let mut adjacent: Vec<Vec<usize>> =
        (0..side).map(|row| (0..side).filter(|&column| perfect[(row, column)] > 0).collect()).collect();
    // For every entry of the matrix the slots that clear it; if there are more than it has units, the first
    // ones count.
    let mut cleared: Vec<Vec<Vec<u32>>> = vec![vec![Vec::new(); columns]; matrix.rows()];
    for slot in 0..u32::try_from(length).expect("at most 2^14 slots") {
        report(slot.into(), length);
        for (row, partner) in hopcroft_karp(&adjacent, side).into_iter().enumerate() {
            let column = partner.expect("Hall's theorem: what is left of a perfect matrix is perfect");
            perfect[(row, column)] -= 1;
            if perfect[(row, column)] == 0 {
                adjacent[row].retain(|&other| other != column);
            }
            if row < matrix.rows() && column < columns {
                cleared[row][column].push(slot);
            }
        }
    }
    let mut slots = Vec::new();
    for (row, cleared) in cleared.iter().enumerate() {
        for (column, units) in matrix.row(row) {
            let column = wide(column);
            let units = usize::try_from(units).expect("at most 2^14 slots");
            slots.extend(&cleared[column][..units]);
        }
    }
    Coloring { slots }
}
