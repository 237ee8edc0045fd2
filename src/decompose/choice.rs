//! Chooses the way to decompose a matrix.

use super::{color, euler_split, quotient};
use crate::model::{Coloring, Rows};
use std::fmt;

/// A way to decompose a matrix, with the numbers that decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decomposition {
    /// [`quotient`]: few columns.
    Quotient {
        /// Number of columns m.
        columns: u32,
        /// Sum σ of the entries.
        units: u64,
    },
    /// [`euler_split`]: many columns, so that peeling a matrix of groups and columns would cost more than
    /// halving the units.
    EulerSplit {
        /// Number of columns m.
        columns: u32,
        /// Sum σ of the entries.
        units: u64,
    },
}

/// Columns up to which the quotient is always taken.
const MAX_COLUMNS_ALWAYS_QUOTIENT: u32 = 128;

impl Decomposition {
    /// Chooses by m columns and σ units alone. The quotient is taken if m ≤ 128 or m³ ≤ 16 σ, which is about
    /// where peeling a matrix of side m costs less than halving σ units. It is also taken if the units are
    /// too many to be split one by one.
    #[must_use]
    pub fn choose(matrix: &impl Rows) -> Self {
        let (columns, units) = (matrix.columns(), matrix.total());
        let cube = u128::from(columns).pow(3);
        if columns <= MAX_COLUMNS_ALWAYS_QUOTIENT || cube <= 16 * u128::from(units) || units >= 1 << 30 {
            Self::Quotient { columns, units }
        } else {
            Self::EulerSplit { columns, units }
        }
    }
}

impl fmt::Display for Decomposition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quotient { columns, units } => {
                write!(
                    formatter,
                    "quotient: m = {columns} columns are few for σ = {units} (m ≤ 128 or m³ ≤ 16 σ)"
                )
            }
            Self::EulerSplit { columns, units } => {
                write!(
                    formatter,
                    "Euler splits: m = {columns} columns are many for σ = {units} (m > 128 and m³ > 16 σ)"
                )
            }
        }
    }
}

/// Gives every unit of a matrix one of max(h, ⌈σ/k⌉) slots, by [`quotient`] or [`euler_split`] as
/// [`Decomposition::choose`] says.
///
/// # Complexity
/// That of the method.
///
/// # Panics
/// Those of the method.
///
/// # Examples
/// ```
/// use isotask::decompose::decompose;
/// use isotask::model::TaskMatrix;
/// // A ring of 200 rows and columns, each entry twice.
/// let mut matrix = TaskMatrix::new(200);
/// for row in 0..199 {
///     matrix.push_row([(row, 2), (row + 1, 2)])?;
/// }
/// matrix.push_row([(0, 2), (199, 2)])?;
/// assert_eq!(decompose(&matrix, 200).length(), 4);
/// # Ok::<(), isotask::model::MatrixError>(())
/// ```
#[must_use]
pub fn decompose(matrix: &impl Rows, ports: u32) -> Coloring {
    match Decomposition::choose(matrix) {
        Decomposition::Quotient { .. } => color(matrix, &quotient(matrix, ports)),
        Decomposition::EulerSplit { .. } => euler_split(matrix, ports),
    }
}
