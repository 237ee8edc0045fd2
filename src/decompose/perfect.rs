//! Padding to a perfect matrix.

use nalgebra::DMatrix;
use thiserror::Error;

/// Why a matrix cannot be padded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PaddingError {
    /// A line exceeds the line sum asked for.
    #[error("a line of sum {found}, expected at most {line_sum}")]
    LineTooLong {
        /// Its sum.
        found: u64,
        /// The line sum asked for.
        line_sum: u64,
    },
    /// The total is more than H slots can clear, each of which clears at most k units.
    #[error("a total of {found}, expected at most {most}")]
    TotalTooLarge {
        /// The total.
        found: u64,
        /// Ports times line sum.
        most: u64,
    },
}

/// Pads a matrix to a perfect one (P1 Theorem 3) in which every perfect matching has exactly k entries
/// inside.
///
/// ```text
///        m columns   R − k columns
///      ┌───────────┬─────────────┐
///   R  │  matrix   │ fills rows  │
///      ├───────────┼─────────────┤      every line sums to H
/// m − k│ fills     │      0      │
///      │ columns   │             │
///      └───────────┴─────────────┘
/// ```
/// R is the number of rows, or k if that is more. First units are added inside until the total is exactly
/// k·H, which is possible: when nothing can be added any more, all rows or all columns are full. The border
/// then brings every line to H. A perfect matching has m − k entries in the lower rows and R − k in the right
/// columns, so k remain inside (Bongiovanni, Coppersmith & Wong 1981 for the case of k transponders).
///
/// # Errors
/// [`PaddingError`] if a line exceeds `line_sum`, or the total `ports` · `line_sum`.
///
/// # Complexity
/// O((R + m)²) time and space.
///
/// # Panics
/// If `ports` is 0 or more than the columns.
///
/// # Examples
/// ```
/// use isotask::decompose::pad_to_perfect;
/// use nalgebra::DMatrix;
/// let matrix = DMatrix::from_row_slice(3, 2, &[1_u64, 0, 0, 1, 1, 1]);
/// let perfect = pad_to_perfect(&matrix, 2, 2)?;
/// assert_eq!(perfect, DMatrix::from_row_slice(3, 3, &[1, 0, 1, 0, 1, 1, 1, 1, 0]));
/// # Ok::<(), isotask::decompose::PaddingError>(())
/// ```
pub fn pad_to_perfect(
    matrix: &DMatrix<u64>,
    ports: usize,
    line_sum: u64,
) -> Result<DMatrix<u64>, PaddingError> {
    let columns = matrix.ncols();
    assert!((1..=columns).contains(&ports), "ports {ports} of {columns} columns");
    let rows = matrix.nrows().max(ports);
    // Line sums have 63 bits, but k·H and the units of the border can have more.
    let most = u128::try_from(ports).expect("usize fits u128") * u128::from(line_sum);
    let found: u64 = matrix.iter().sum();
    if u128::from(found) > most {
        let most = u64::try_from(most).expect("less than a number of 64 bits");
        return Err(PaddingError::TotalTooLarge { found, most });
    }
    let side = rows + columns - ports;
    let mut perfect = DMatrix::zeros(side, side);
    perfect.view_mut((0, 0), matrix.shape()).copy_from(matrix);
    let mut row_missing = line_gaps(perfect.row_iter().map(|row| row.iter().sum()), line_sum)?;
    let mut column_missing = line_gaps(perfect.column_iter().map(|column| column.iter().sum()), line_sum)?;
    let mut missing = most - u128::from(found);
    fill(&mut perfect, (0..rows, 0..columns), &mut row_missing, &mut column_missing, &mut missing);
    assert!(missing == 0, "while units are missing some row and some column have room");
    let mut unlimited = u128::MAX;
    fill(&mut perfect, (0..rows, columns..side), &mut row_missing, &mut column_missing, &mut unlimited);
    fill(&mut perfect, (rows..side, 0..columns), &mut row_missing, &mut column_missing, &mut unlimited);
    assert!(
        row_missing.iter().chain(&column_missing).all(|&room| room == 0),
        "the border holds exactly what the lines lack"
    );
    Ok(perfect)
}

fn line_gaps(sums: impl Iterator<Item = u64>, line_sum: u64) -> Result<Vec<u64>, PaddingError> {
    sums.map(|found| line_sum.checked_sub(found).ok_or(PaddingError::LineTooLong { found, line_sum }))
        .collect()
}

/// Adds units to a block, each cell taking as many as its row, its column and the number still missing allow.
fn fill(
    matrix: &mut DMatrix<u64>,
    (rows, columns): (std::ops::Range<usize>, std::ops::Range<usize>),
    row_missing: &mut [u64],
    column_missing: &mut [u64],
    missing: &mut u128,
) {
    for row in rows {
        for column in columns.clone() {
            let wanted = u64::try_from(*missing).unwrap_or(u64::MAX);
            let units = row_missing[row].min(column_missing[column]).min(wanted);
            matrix[(row, column)] += units;
            row_missing[row] -= units;
            column_missing[column] -= units;
            *missing -= u128::from(units);
        }
    }
}
