//! Normal form of the basis of a lattice of integer vectors, in which documents hold it.

use crate::grammar::error::GrammarError;
use crate::model::MAX_CAYLEY_NODES;
use num_integer::Integer;

/// A column, a vector of the lattice.
type Column = Vec<i128>;

/// Computes the column Hermite normal form of a matrix of rows: upper triangular, with a diagonal of at least
/// 1, and entries to the right of it from 0 to below it. It is the only such matrix whose columns generate
/// the lattice.
///
/// # Errors
/// [`GrammarError`] for a matrix that is not square or singular, and for one of a determinant beyond 2²².
///
/// # Complexity
/// O(D³ log n) for D rows and a determinant n.
pub(super) fn normal_form(rows: &[Vec<i64>]) -> Result<Vec<Vec<u64>>, GrammarError> {
    let expected = rows.len();
    if let Some(row) = rows.iter().position(|row| row.len() != expected) {
        return Err(GrammarError::NotSquare { row: row + 1, found: rows[row].len(), expected });
    }
    let large = GrammarError::LatticeTooLarge { most: MAX_CAYLEY_NODES };
    let nodes = determinant(rows).ok_or_else(|| large.clone())?.unsigned_abs();
    if nodes == 0 {
        return Err(GrammarError::Singular);
    }
    if nodes > u128::from(MAX_CAYLEY_NODES) {
        return Err(large);
    }
    let n = i128::try_from(nodes).expect("at most 2^22");
    // The lattice contains the multiples of n (Cramer's rule): they are the first basis, and the columns are
    // added.
    let unit = |j: usize| (0..expected).map(|i| if i == j { n } else { 0 }).collect();
    let mut basis: Vec<Column> = (0..expected).map(unit).collect();
    for j in 0..expected {
        insert(&mut basis, rows.iter().map(|row| i128::from(row[j]).rem_euclid(n)).collect());
    }
    let entry = |i: usize| basis.iter().map(move |column| u64::try_from(column[i]).expect("0 or more"));
    Ok((0..expected).map(|i| entry(i).collect()).collect())
}

/// Adds a vector to the lattice of a basis in normal form that contains the multiples of n. No number exceeds
/// D · 2⁹⁰.
fn insert(basis: &mut [Column], mut vector: Column) {
    for i in (0..basis.len()).rev() {
        reduce(basis, &mut vector, i + 1);
        if vector[i] == 0 {
            continue;
        }
        // Replaces two vectors with entries a and b at i by two with entries gcd(a, b) and 0; the change has
        // determinant 1.
        let (a, b) = (basis[i][i], vector[i]);
        let common = a.extended_gcd(&b);
        let (a, b) = (a / common.gcd, b / common.gcd);
        let mixed = |s: i128, t: i128| -> Column {
            basis[i].iter().zip(&vector).map(|(&old, &new)| s * old + t * new).collect()
        };
        let (mut kept, rest) = (mixed(common.x, common.y), mixed(-b, a));
        reduce(basis, &mut kept, i);
        (basis[i], vector) = (kept, rest);
    }
    for j in 0..basis.len() {
        let mut column = std::mem::take(&mut basis[j]);
        reduce(basis, &mut column, j);
        basis[j] = column;
    }
}

/// Subtracts columns of the basis from a vector until its first `places` entries are from 0 to below the
/// diagonal.
fn reduce(basis: &[Column], vector: &mut Column, places: usize) {
    for k in (0..places).rev() {
        let times = vector[k].div_euclid(basis[k][k]);
        vector.iter_mut().zip(&basis[k]).for_each(|(entry, own)| *entry -= times * own);
    }
}

/// Computes the determinant by Bareiss' fraction-free elimination; none if an intermediate number overflows.
fn determinant(rows: &[Vec<i64>]) -> Option<i128> {
    let mut rows: Vec<Vec<i128>> =
        rows.iter().map(|row| row.iter().map(|&entry| entry.into()).collect()).collect();
    let (mut before, mut sign) = (1, 1);
    for k in 0..rows.len() {
        let Some(pivot) = (k..rows.len()).find(|&i| rows[i][k] != 0) else { return Some(0) };
        if pivot != k {
            rows.swap(pivot, k);
            sign = -sign;
        }
        let (done, rest) = rows.split_at_mut(k + 1);
        let first = &done[k];
        for row in rest {
            for j in k + 1..row.len() {
                let minor = row[j].checked_mul(first[k])?.checked_sub(row[k].checked_mul(first[j])?)?;
                row[j] = minor / before;
            }
        }
        before = first[k];
    }
    Some(sign * before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns whether a vector is an integer combination of the columns of an upper triangular matrix.
    fn holds(rows: &[Vec<u64>], mut vector: Vec<i128>) -> bool {
        let entry = |i: usize, j: usize| i128::from(rows[i][j]);
        for k in (0..rows.len()).rev() {
            if vector[k] % entry(k, k) != 0 {
                return false;
            }
            let times = vector[k] / entry(k, k);
            (0..=k).for_each(|i| vector[i] -= times * entry(i, k));
        }
        true
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_normal_form_generates_the_lattice_of_the_matrix(
            rows in (1_usize..=5).prop_flat_map(|d| {
                prop::collection::vec(prop::collection::vec(-9_i64..=9, d), d)
            })
        ) {
            let determinant = determinant(&rows).expect("small numbers");
            let normal = match normal_form(&rows) {
                Ok(normal) => normal,
                Err(GrammarError::Singular) => {
                    prop_assert_eq!(determinant, 0);
                    return Ok(());
                }
                Err(fault) => return Err(TestCaseError::fail(fault.to_string())),
            };
            // The lattices are equal: their determinants are, and one contains every column of the other
            // matrix.
            let nodes: u64 = (0..rows.len()).map(|i| normal[i][i]).product();
            prop_assert_eq!(u128::from(nodes), determinant.unsigned_abs());
            for j in 0..rows.len() {
                prop_assert!(holds(&normal, rows.iter().map(|row| row[j].into()).collect()));
            }
            for (i, row) in normal.iter().enumerate() {
                prop_assert!(row[..i].iter().all(|&entry| entry == 0));
                prop_assert!(row[i] > 0 && row[i + 1..].iter().all(|&entry| entry < row[i]));
            }
        }
    }

    #[test]
    fn a_singular_uneven_or_too_large_matrix_is_refused() {
        let form = |rows: &[&[i64]]| normal_form(&rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>());
        assert_eq!(form(&[&[1, 2], &[2, 4]]), Err(GrammarError::Singular));
        let uneven = GrammarError::NotSquare { row: 2, found: 1, expected: 2 };
        assert_eq!(form(&[&[1, 2], &[2]]), Err(uneven));
        let large = Err(GrammarError::LatticeTooLarge { most: MAX_CAYLEY_NODES });
        assert_eq!(form(&[&[1 << 22, 0], &[0, 2]]), large);
        assert_eq!(form(&[&[i64::MAX, 1, 2], &[i64::MIN, i64::MAX, 7], &[3, 5, i64::MIN]]), large);
        assert_eq!(form(&[&[-1, 2], &[2, 1]]), Ok(vec![vec![5, 2], vec![0, 1]]));
    }
}
