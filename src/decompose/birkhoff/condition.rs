//! Shows to people why a perfect matrix has a perfect matching and how one is found.

use nalgebra::DMatrix;
use std::collections::VecDeque;

/// Greatest side of a matrix for which all sets of rows are tried.
const MAX_ENUMERATED_SIDE: usize = 14;

/// A perfect matching of a perfect matrix, and the first row for which others had to change theirs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstMatching {
    /// For every row its column.
    pub column_of: Vec<usize>,
    /// The alternating path of the first row that found no free column: each entry `(row, column)` says which
    /// column a row takes, the next row being the one that had it; the last column was free.
    pub path: Option<Vec<(usize, usize)>>,
}

/// Finds a perfect matching as a person would: every row in order takes its first free column, or else a
/// shortest alternating path makes one free (Hall 1935; König 1916).
///
/// # Complexity
/// O(n³) for side n.
///
/// # Panics
/// If the matrix is not perfect.
#[must_use]
pub fn first_matching(perfect: &DMatrix<u64>) -> FirstMatching {
    let side = perfect.nrows();
    let (mut column_of, mut row_of) = (vec![None; side], vec![None; side]);
    let mut first = None;
    for start in 0..side {
        let path =
            alternating_path(perfect, &row_of, start).expect("Hall's theorem: a perfect matrix has one");
        for &(row, column) in &path {
            column_of[row] = Some(column);
            row_of[column] = Some(row);
        }
        if path.len() > 1 {
            first.get_or_insert(path);
        }
    }
    let column_of = column_of.into_iter().map(|column| column.expect("every row was matched"));
    FirstMatching { column_of: column_of.collect(), path: first }
}

/// Finds a shortest alternating path from a row to a free column, by breadth-first search.
fn alternating_path(
    perfect: &DMatrix<u64>,
    row_of: &[Option<usize>],
    start: usize,
) -> Option<Vec<(usize, usize)>> {
    let side = perfect.nrows();
    let mut came_from = vec![None; side];
    let mut queue = VecDeque::from([start]);
    while let Some(row) = queue.pop_front() {
        for column in (0..side).filter(|&column| perfect[(row, column)] > 0) {
            if came_from[column].is_some() {
                continue;
            }
            came_from[column] = Some(row);
            match row_of[column] {
                Some(holder) => queue.push_back(holder),
                None => return Some(walk_back(&came_from, row_of, start, column)),
            }
        }
    }
    None
}

/// Returns the path that ends at a column, in order from its start.
fn walk_back(
    came_from: &[Option<usize>],
    row_of: &[Option<usize>],
    start: usize,
    end: usize,
) -> Vec<(usize, usize)> {
    let mut path = Vec::new();
    let mut column = end;
    while let Some(row) = came_from[column] {
        path.push((row, column));
        if row == start {
            break;
        }
        let had = row_of.iter().position(|&holder| holder == Some(row));
        column = had.expect("a row on the path has a column, but for the first");
    }
    path.reverse();
    path
}

/// Returns the nonempty proper subset of rows that meets the fewest columns in excess of its own size, and
/// these columns; in a tie the first of the smallest. Returns none for a matrix of fewer than 2 rows or more
/// than 14.
///
/// # Complexity
/// O(2ⁿ · n) for side n.
#[must_use]
pub fn tightest_rows(perfect: &DMatrix<u64>) -> Option<(Vec<usize>, Vec<usize>)> {
    let side = perfect.nrows();
    if !(2..=MAX_ENUMERATED_SIDE).contains(&side) {
        return None;
    }
    let places = |set: u32| (0..side).filter(move |&place| set >> place & 1 == 1);
    let meets: Vec<u32> = (0..side)
        .map(|row| {
            (0..side).filter(|&column| perfect[(row, column)] > 0).fold(0, |set, column| set | 1 << column)
        })
        .collect();
    let columns_of = |set: u32| places(set).fold(0, |columns, row| columns | meets[row]);
    let slack = |set: u32| (columns_of(set).count_ones() - set.count_ones(), set.count_ones(), set);
    let tightest = (1..(1_u32 << side) - 1).min_by_key(|&set| slack(set))?;
    Some((places(tightest).collect(), places(columns_of(tightest)).collect()))
}

#[cfg(test)]
mod tests {
    use super::{first_matching, tightest_rows};
    use nalgebra::DMatrix;

    #[test]
    fn a_row_without_a_free_column_takes_the_column_of_another_row() {
        let perfect = DMatrix::from_row_slice(3, 3, &[1_u64, 1, 0, 1, 0, 1, 0, 1, 1]);
        let found = first_matching(&perfect);
        assert_eq!((found.column_of, found.path), (vec![0, 2, 1], None));
        let perfect = DMatrix::from_row_slice(2, 2, &[1_u64, 1, 2, 0]);
        let found = first_matching(&perfect);
        assert_eq!((found.column_of, found.path), (vec![1, 0], Some(vec![(1, 0), (0, 1)])));
    }

    #[test]
    fn the_tightest_rows_of_a_perfect_matrix_are_found_unless_it_has_one_row() {
        let perfect = DMatrix::from_row_slice(3, 3, &[2_u64, 0, 0, 0, 1, 1, 0, 1, 1]);
        assert_eq!(tightest_rows(&perfect), Some((vec![0], vec![0])));
        assert_eq!(tightest_rows(&DMatrix::from_element(1, 1, 3_u64)), None);
    }
}
