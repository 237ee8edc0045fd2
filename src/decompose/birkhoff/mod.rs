//! A matrix as a sum of partial permutation matrices with multiplicities.

mod condition;
mod error;
mod gathered;
mod intervals;
mod padded;
mod units;

pub use condition::{FirstMatching, first_matching, tightest_rows};
pub use error::BirkhoffError;

use super::hall::MAX_HALL_CELLS;
use super::{Decomposition, euler_split, pad_to_perfect, quotient};
use crate::model::{TaskMatrix, count_of, wide};
use crate::wire::{
    MatrixCertificateDocument, MatrixClaim, MatrixDocument, MatrixLower, MatrixQuantity, MatrixTerm, Ports,
    Status,
};
use error::MAX_UNITS;
use nalgebra::DMatrix;

/// Greatest side of a padded matrix for which [`BirkhoffWay::choose`] chooses `Hall`.
const MAX_PEELED_SIDE: usize = 128;

/// How a matrix is decomposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BirkhoffWay {
    /// Padded to a perfect matrix, from which perfect matchings are removed, each as often as its least entry
    /// allows (P1 Theorems 3 and 4).
    Hall,
    /// Rows contracted to groups, the small matrix padded and peeled ([`quotient`]).
    Quotient,
    /// Halved along Euler circuits until one permutation matrix is left ([`euler_split`]).
    Euler,
}

impl BirkhoffWay {
    /// All ways.
    pub const EVERY: [Self; 3] = [Self::Hall, Self::Quotient, Self::Euler];

    /// Returns the word that names the way on the command line and in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Hall => "hall",
            Self::Quotient => "quotient",
            Self::Euler => "euler",
        }
    }

    /// Chooses by the size of the padded matrix, and if that is large, as [`Decomposition::choose`] does.
    #[must_use]
    pub fn choose(matrix: &TaskMatrix, ports: u32) -> Self {
        if padded_side(matrix, ports) <= MAX_PEELED_SIDE {
            return Self::Hall;
        }
        match Decomposition::choose(matrix) {
            Decomposition::EulerSplit { .. } if matrix.total() < MAX_UNITS => Self::Euler,
            _ => Self::Quotient,
        }
    }
}

/// A matrix M decomposed: M is the sum of the terms, each `times` times, and fewer slots are impossible.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Birkhoff {
    /// In which way it was decomposed.
    pub way: BirkhoffWay,
    /// The least number of slots T = max(h, ⌈σ/k⌉), the sum of all `times`.
    pub length: u64,
    /// The critical sum h, the greatest row or column sum.
    pub critical_sum: u64,
    /// The sum σ of all entries.
    pub total: u64,
    /// The rows whose sum is h.
    pub critical_rows: Vec<u64>,
    /// The columns whose sum is h.
    pub critical_columns: Vec<u64>,
    /// The matrix E that makes M, bordered by zeros, a perfect one of line sum T; none beyond 2²² cells.
    pub padding: Option<DMatrix<u64>>,
    /// The partial permutation matrices, in the order in which they are served.
    pub terms: Vec<MatrixTerm>,
    /// Why T is the least: a line of that sum, or ⌈σ/k⌉.
    pub lower: MatrixLower,
}

impl Birkhoff {
    /// Builds the certificate for the matrix with its names and the ports that were asked for.
    #[must_use]
    pub fn certificate(&self, matrix: MatrixDocument, ports: Ports) -> MatrixCertificateDocument {
        let claim = MatrixClaim {
            quantity: MatrixQuantity::CompletionTime,
            value: self.length,
            lower: self.lower.clone(),
            status: Status::Optimal,
        };
        MatrixCertificateDocument::new(matrix, ports, self.terms.clone(), vec![claim])
    }
}

/// Decomposes a matrix into partial permutation matrices of at most k = `ports` entries whose multiplicities
/// add up to T = max(h, ⌈σ/k⌉), the least possible (König 1916; Birkhoff 1946; P1 Theorems 4 and 7).
///
/// If `way` is none, [`BirkhoffWay::choose`] chooses it. The matrix need not be square; lines of zeros, no
/// entries and no lines at all are allowed. Equal terms are merged.
///
/// # Errors
/// [`BirkhoffError`] if there are no ports, or the matrix or its terms are too large for the way.
///
/// # Complexity
/// That of `peel`, `quotient` or `euler_split`, and O(entries of all terms · log) time and
/// space.
///
/// # Panics
/// Never: every way ends with the least number of slots.
///
/// # Examples
/// ```text
///        x  y
///   a    2  1    3          1 0       0 1
///   b    0  2    2    = 2 · 0 1 + 1 · 0 0
///   c    1  0    1          0 0       1 0
///        3  3    h = 3, σ = 6
/// ```
/// ```
/// use isotask::decompose::birkhoff;
/// use isotask::model::TaskMatrix;
/// let matrix = TaskMatrix::from_dense(&[vec![2, 1], vec![0, 2], vec![1, 0]])?;
/// let sum = birkhoff(&matrix, 2, None)?;
/// assert_eq!((sum.length, sum.critical_sum, sum.total), (3, 3, 6));
/// assert_eq!((sum.critical_rows, sum.critical_columns), (vec![0], vec![0, 1]));
/// assert_eq!(sum.terms.iter().map(|term| term.times).collect::<Vec<_>>(), [2, 1]);
/// // One port: an entry at a time.
/// assert_eq!(birkhoff(&matrix, 1, None)?.length, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn birkhoff(
    matrix: &TaskMatrix,
    ports: u32,
    way: Option<BirkhoffWay>,
) -> Result<Birkhoff, BirkhoffError> {
    if ports == 0 {
        return Err(BirkhoffError::NoPorts);
    }
    let ports = usable_ports(matrix, ports);
    let way = way.unwrap_or_else(|| BirkhoffWay::choose(matrix, ports));
    let length = if matrix.total() == 0 { 0 } else { matrix.least_slots(ports) };
    let padded = padded(matrix, ports, length);
    let terms = match way {
        _ if length == 0 => Vec::new(),
        BirkhoffWay::Hall => {
            let side = count_of(padded_side(matrix, ports));
            let found = side.saturating_mul(side);
            padded::terms(matrix, padded.as_ref().ok_or(BirkhoffError::TooManyCells { found })?)?
        }
        BirkhoffWay::Quotient => intervals::terms(matrix, &quotient(matrix, ports))?,
        BirkhoffWay::Euler if matrix.total() >= MAX_UNITS => {
            return Err(BirkhoffError::TooManyUnits { found: matrix.total() });
        }
        BirkhoffWay::Euler => units::terms(matrix, &euler_split(matrix, ports))?,
    };
    let padding = padded.map(|padded| subtract_matrix(padded, matrix));
    let (critical_rows, critical_columns) = critical_lines(matrix);
    Ok(Birkhoff {
        way,
        length,
        critical_sum: matrix.critical_sum(),
        total: matrix.total(),
        lower: lower(length, matrix, &critical_rows, &critical_columns),
        critical_rows,
        critical_columns,
        padding,
        terms,
    })
}

/// Returns how many entries a term can have: the least of the ports, the rows and the columns, but at least
/// 1.
fn usable_ports(matrix: &TaskMatrix, ports: u32) -> u32 {
    let rows = u32::try_from(matrix.rows()).unwrap_or(u32::MAX);
    ports.min(rows).min(matrix.columns()).max(1)
}

/// Returns the side of the padded matrix.
fn padded_side(matrix: &TaskMatrix, ports: u32) -> usize {
    let (rows, columns) = (matrix.rows(), wide(matrix.columns()));
    if matrix.total() == 0 { rows.max(columns) } else { rows + columns - wide(usable_ports(matrix, ports)) }
}

/// Returns the perfect matrix M + E; none if it would be too large.
fn padded(matrix: &TaskMatrix, ports: u32, length: u64) -> Option<DMatrix<u64>> {
    let side = padded_side(matrix, ports);
    let cells = count_of(side).checked_mul(count_of(side))?;
    if cells > MAX_HALL_CELLS {
        return None;
    }
    if length == 0 {
        return Some(DMatrix::zeros(side, side));
    }
    let perfect = pad_to_perfect(&matrix.into(), wide(ports), length);
    Some(perfect.expect("no line exceeds T = max(h, ⌈σ/k⌉), and the total is at most kT"))
}

/// Returns the padding alone: the padded matrix less the matrix itself.
fn subtract_matrix(mut padded: DMatrix<u64>, matrix: &TaskMatrix) -> DMatrix<u64> {
    for row in 0..matrix.rows() {
        for (column, units) in matrix.row(row) {
            padded[(row, wide(column))] -= units;
        }
    }
    padded
}

/// Returns the indices of the critical rows and columns.
fn critical_lines(matrix: &TaskMatrix) -> (Vec<u64>, Vec<u64>) {
    (matrix.critical_rows().map(count_of).collect(), matrix.critical_columns().map(u64::from).collect())
}

/// Returns the lower bound that equals the length: a critical line, or the total divided by the ports.
fn lower(length: u64, matrix: &TaskMatrix, rows: &[u64], columns: &[u64]) -> MatrixLower {
    let is_critical = length == matrix.critical_sum();
    match (columns.first(), rows.first()) {
        (Some(&column), _) if is_critical => MatrixLower::Column { value: length, column },
        (_, Some(&row)) if is_critical => MatrixLower::Row { value: length, row },
        _ => MatrixLower::Total { value: length },
    }
}
