//! The sums of a matrix.

use std::fmt;

/// The size and the sums of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MatrixSums {
    /// Number of rows.
    pub rows: u64,
    /// Number of columns.
    pub columns: u64,
    /// The critical sum h, the greatest sum of a row or column.
    pub critical_sum: u64,
    /// The sum σ of all entries.
    pub total: u64,
}

impl fmt::Display for MatrixSums {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, columns, critical_sum, total } = self;
        write!(formatter, "matrix of {rows} × {columns}, h = {critical_sum}, σ = {total}")
    }
}
