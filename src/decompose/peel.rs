//! Weighted permutation matrices out of a perfect matrix.

use crate::model::wide;
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
/// Hall's theorem gives the support a perfect matching; it is removed as often as its least entry allows, and
/// only rows that lost their entry look for another one. Each term has an entry that no later term has, so
/// the terms are linearly independent. Permutation matrices of side n span a space of dimension (n − 1)² + 1
/// (Marcus & Ree 1959), so there are at most as many terms.
///
/// # Complexity
/// O(n² / 64 + n) for each entry that is cleared, O(n⁴ / 64 + n³) in all; far less on the matrices met here.
///
/// # Panics
/// If the matrix is not perfect.
///
/// # Examples
/// ```
/// use isotask::decompose::peel;
/// use nalgebra::DMatrix;
/// let terms = peel(&DMatrix::from_row_slice(2, 2, &[3_u64, 1, 1, 3]));
/// assert_eq!(terms.iter().map(|term| term.weight).collect::<Vec<_>>(), [3, 1]);
/// ```
#[must_use]
pub fn peel(matrix: &DMatrix<u64>) -> Vec<Term> {
    assert!(matrix.is_square(), "a perfect matrix is square");
    let side = matrix.nrows();
    let mut left: u64 = if side == 0 { 0 } else { matrix.row(0).iter().sum() };
    let mut terms = Vec::new();
    if left == 0 {
        return terms;
    }
    let mut matching = Matching::new(matrix);
    let mut cleared: Vec<usize> = (0..side).collect();
    loop {
        for &row in &cleared {
            matching.augment(row);
        }
        let weight = matching.least();
        terms.push(Term { weight, column_of: matching.column_of.clone() });
        left = left.checked_sub(weight).expect("every row of a perfect matrix has the same sum");
        if left == 0 {
            return terms;
        }
        matching.remove(weight, &mut cleared);
    }
}

/// A perfect matching in the support of the matrix that is being peeled.
struct Matching {
    /// The unmatched units of the matrix, row by row; those of matched entries stand in `matched`.
    entries: Vec<u64>,
    /// For every row its matched entry, 0 if the row is unmatched.
    matched: Vec<u64>,
    side: usize,
    /// For every row the columns of its nonzero entries, as bits.
    support: Vec<Vec<u64>>,
    column_of: Vec<usize>,
    row_of: Vec<usize>,
    /// The columns without a row, as bits.
    free: Vec<u64>,
    /// The columns that a search has not yet seen, as bits. `came_from` holds the row from which it saw each
    /// other column, and `queue` the rows that it has yet to look at.
    unseen: Vec<u64>,
    came_from: Vec<usize>,
    queue: Vec<usize>,
}

impl Matching {
    /// Starts with an empty matching.
    fn new(matrix: &DMatrix<u64>) -> Self {
        let side = matrix.nrows();
        let entries: Vec<u64> = matrix.transpose().as_slice().to_vec();
        let bits = |present: &dyn Fn(usize) -> bool| -> Vec<u64> {
            let word = |first| {
                (first..side.min(first + 64)).fold(0, |w, c| w | u64::from(present(c)) << (c - first))
            };
            (0..side).step_by(64).map(word).collect()
        };
        let support = entries.chunks(side).map(|row| bits(&|column| row[column] > 0)).collect();
        Self {
            entries,
            matched: vec![0; side],
            side,
            support,
            column_of: vec![0; side],
            row_of: vec![0; side],
            free: bits(&|_| true),
            unseen: bits(&|_| true),
            came_from: vec![0; side],
            queue: Vec::with_capacity(side),
        }
    }

    /// Returns the least matched entry.
    fn least(&self) -> u64 {
        self.matched.iter().copied().min().expect("the side is not 0")
    }

    /// Subtracts the matching `weight` times and unmatches the rows whose entry becomes 0.
    fn remove(&mut self, weight: u64, cleared: &mut Vec<usize>) {
        cleared.clear();
        for (row, matched) in self.matched.iter_mut().enumerate() {
            *matched -= weight;
            if *matched == 0 {
                let column = self.column_of[row];
                self.support[row][column / 64] &= !(1 << (column % 64));
                self.free[column / 64] |= 1 << (column % 64);
                cleared.push(row);
            }
        }
    }

    /// Finds a column for a row by an alternating path in breadth-first order.
    ///
    /// It does not use [`crate::graph`], because it looks at 64 columns at a time and ends at the greatest
    /// entry; a decomposition spends most of its time here.
    fn augment(&mut self, start: usize) {
        self.unseen.fill(u64::MAX);
        self.queue.clear();
        self.queue.push(start);
        let mut at = 0;
        while let Some(&row) = self.queue.get(at) {
            at += 1;
            for word in 0..self.free.len() {
                let fresh = self.support[row][word] & self.unseen[word];
                let ending = fresh & self.free[word];
                if ending != 0 {
                    // End at the greatest entry, so that terms are heavy and few.
                    let greatest =
                        |&column: &usize| (self.entries[row * self.side + column], usize::MAX - column);
                    let column = places(ending).map(|place| 64 * word + place).max_by_key(greatest);
                    let column = column.expect("a bit is set");
                    self.came_from[column] = row;
                    self.flip(start, column);
                    return;
                }
                self.unseen[word] &= !fresh;
                for column in places(fresh).map(|place| 64 * word + place) {
                    self.came_from[column] = row;
                    self.queue.push(self.row_of[column]);
                }
            }
        }
        unreachable!("Hall's theorem: what is left of a perfect matrix is perfect");
    }

    fn flip(&mut self, start: usize, end: usize) {
        self.free[end / 64] &= !(1 << (end % 64));
        let mut column = end;
        loop {
            let row = self.came_from[column];
            let before = std::mem::replace(&mut self.column_of[row], column);
            let entry = self.entries[row * self.side + column];
            let kept = std::mem::replace(&mut self.matched[row], entry);
            self.row_of[column] = row;
            if row == start {
                return;
            }
            self.entries[row * self.side + before] = kept;
            column = before;
        }
    }
}

/// Returns the positions of the set bits in increasing order.
fn places(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| wide(bits.trailing_zeros()));
        bits &= bits.wrapping_sub(1);
        place
    })
}
