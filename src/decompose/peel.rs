//! Weighted permutation matrices out of a perfect matrix.

use super::hopcroft_karp;
use nalgebra::DMatrix;

/// A permutation matrix with its weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// How often it occurs, at least 1.
    pub weight: u64,
    /// For every row its column.
    pub column_of: Vec<usize>,
}

/// Decomposes a perfect matrix into weighted permutation matrices (Birkhoff 1946, von Neumann 1953).
///
/// Hall's theorem gives the support a perfect matching; it is removed as often as its least entry allows, and only rows that lost
/// their entry look for another one. Each term clears an entry, so there are at most n² − 2n + 2 terms
/// (Marcus & Ree 1959) for side n.
///
/// # Complexity
/// O(n²) for each entry that is cleared, O(n⁴) in all; far less on the matrices met here.
///
/// # Panics
/// If the matrix is not perfect.
///
/// # Examples
/// ```
/// use isotask::decompose::peel;
/// use nalgebra::DMatrix;
/// let terms = peel(DMatrix::from_row_slice(2, 2, &[3_u64, 1, 1, 3]));
/// assert_eq!(terms.iter().map(|term| term.weight).collect::<Vec<_>>(), [3, 1]);
/// ```
#[must_use]
pub fn peel(mut matrix: DMatrix<u64>) -> Vec<Term> {
    assert!(matrix.is_square(), "a perfect matrix is square");
    let side = matrix.nrows();
    let mut left: u64 = if side == 0 { 0 } else { matrix.row(0).iter().sum() };
    let mut terms = Vec::new();
    if left == 0 {
        return terms;
    }
    let mut matching = Matching::new(&matrix);
    loop {
        let weight =
            (0..side).map(|row| matrix[(row, matching.column_of[row])]).min().expect("the side is not 0");
        terms.push(Term { weight, column_of: matching.column_of.clone() });
        left = left.checked_sub(weight).expect("every row of a perfect matrix has the same sum");
        if left == 0 {
            return terms;
        }
        let mut cleared = Vec::new();
        for row in 0..side {
            let entry = &mut matrix[(row, matching.column_of[row])];
            *entry -= weight;
            if *entry == 0 {
                cleared.push(row);
            }
        }
        matching.mend(&matrix, &cleared);
    }
}

/// A perfect matching in the support of the matrix that is being peeled.
struct Matching {
    column_of: Vec<usize>,
    row_of: Vec<Option<usize>>,
    /// The round in which a column was last seen by a search.
    seen: Vec<usize>,
    round: usize,
}

impl Matching {
    fn new(matrix: &DMatrix<u64>) -> Self {
        let side = matrix.nrows();
        let adjacent: Vec<Vec<usize>> =
            (0..side).map(|row| (0..side).filter(|&column| matrix[(row, column)] > 0).collect()).collect();
        let column_of: Vec<usize> = hopcroft_karp(&adjacent, side)
            .into_iter()
            .map(|partner| partner.expect("Hall's theorem: a perfect matrix has a perfect matching"))
            .collect();
        let mut row_of = vec![None; side];
        for (row, &column) in column_of.iter().enumerate() {
            row_of[column] = Some(row);
        }
        Self { column_of, row_of, seen: vec![0; side], round: 0 }
    }

    /// Finds new columns for rows whose entry is cleared, by alternating paths in breadth first order.
    fn mend(&mut self, matrix: &DMatrix<u64>, cleared: &[usize]) {
        for &row in cleared {
            self.row_of[self.column_of[row]] = None;
        }
        for &row in cleared {
            self.round += 1;
            self.augment(matrix, row);
        }
    }

    fn augment(&mut self, matrix: &DMatrix<u64>, start: usize) {
        let side = matrix.nrows();
        let mut came_from = vec![usize::MAX; side];
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(row) = queue.pop_front() {
            for column in 0..side {
                if matrix[(row, column)] == 0 || self.seen[column] == self.round {
                    continue;
                }
                self.seen[column] = self.round;
                came_from[column] = row;
                if let Some(next) = self.row_of[column] {
                    queue.push_back(next);
                    continue;
                }
                self.flip(&came_from, start, column);
                return;
            }
        }
        unreachable!("Hall's theorem: what is left of a perfect matrix is perfect");
    }

    fn flip(&mut self, came_from: &[usize], start: usize, end: usize) {
        let mut column = end;
        loop {
            let row = came_from[column];
            let before = self.column_of[row];
            self.column_of[row] = column;
            self.row_of[column] = Some(row);
            if row == start {
                return;
            }
            column = before;
        }
    }
}
