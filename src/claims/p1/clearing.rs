//! Clearing small matrices slot by slot: all switching schemes, all runs that a rule allows, and a replay of
//! one run.

use crate::claims::prove::{Congruence, counts};
use crate::model::{Coloring, MatrixError, TaskMatrix};
use std::collections::HashMap;

/// Rows of nonnegative integers, all of one length.
pub(super) type Matrix = Vec<Vec<u64>>;

/// The entries that a slot serves, at most one of a line.
pub(super) type Scheme = Vec<(usize, usize)>;

/// What a slot must keep to, given what waits.
pub(super) type Rule = fn(&[Vec<u64>], &[(usize, usize)]) -> bool;

/// The sums of the columns.
pub(super) fn column_sums(matrix: &[Vec<u64>]) -> Vec<u64> {
    let columns = matrix.first().map_or(0, Vec::len);
    (0..columns).map(|column| matrix.iter().map(|row| row[column]).sum()).collect()
}

/// The sums of the rows.
pub(super) fn row_sums(matrix: &[Vec<u64>]) -> Vec<u64> {
    matrix.iter().map(|row| row.iter().sum()).collect()
}

/// The critical sum h.
pub(super) fn critical_sum(matrix: &[Vec<u64>]) -> u64 {
    row_sums(matrix).into_iter().chain(column_sums(matrix)).max().unwrap_or(0)
}

/// Every matrix of so many rows and columns with entries up to `most`, but for the order of the rows.
pub(super) fn all(rows: usize, columns: usize, most: u64) -> Vec<Matrix> {
    let mut lines: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in 0..columns {
        let longer =
            lines.iter().flat_map(|line| (0..=most).map(|entry| [&line[..], &[entry]].concat())).collect();
        lines = longer;
    }
    let mut matrices: Vec<Matrix> = vec![Vec::new()];
    for _ in 0..rows {
        let longer = matrices.iter().flat_map(|matrix| {
            let lines = lines.iter().filter(|line| matrix.last().is_none_or(|last| last <= *line));
            lines.map(|line| [&matrix[..], std::slice::from_ref(line)].concat()).collect::<Vec<_>>()
        });
        matrices = longer.collect();
    }
    matrices
}

/// A matrix with entries below `bound` by the linear congruence of Knuth's MMIX.
pub(super) fn drawn(rows: u64, columns: u64, bound: u64, seed: u64) -> Matrix {
    let draws: Vec<u64> = counts(rows * columns + 1, seed, bound).into_iter().map(|draw| draw.1).collect();
    let columns = usize::try_from(columns).unwrap_or(1);
    draws.chunks(columns).map(<[u64]>::to_vec).collect()
}

/// The rows of a task matrix.
pub(super) fn dense(matrix: &TaskMatrix) -> Matrix {
    let columns = usize::try_from(matrix.columns()).unwrap_or(0);
    let row = |row| {
        let mut entries = vec![0; columns];
        for (column, units) in matrix.row(row) {
            entries[usize::try_from(column).unwrap_or(0)] = units;
        }
        entries
    };
    (0..matrix.rows()).map(row).collect()
}

/// The task matrix of total exchange on a hypercube: the tags 1, 2, … in binary.
pub(super) fn total_exchange_rows(d: u64) -> Matrix {
    (1..1_u64 << d).map(|tag| (0..d).map(|bit| tag >> bit & 1).collect()).collect()
}

/// The slots of a colouring, or the matrix's fault.
pub(super) fn slots_of(
    matrix: &[Vec<u64>],
    color: impl Fn(&TaskMatrix) -> Coloring,
) -> Result<Vec<Scheme>, MatrixError> {
    let matrix = TaskMatrix::from_dense(matrix)?;
    let wide = |(row, column): (u32, u32)| {
        (usize::try_from(row).unwrap_or(usize::MAX), usize::try_from(column).unwrap_or(usize::MAX))
    };
    let slots = color(&matrix).to_slots(&matrix);
    Ok(slots.into_iter().map(|slot| slot.into_iter().map(wide).collect()).collect())
}

/// Every partial permutation matrix S ≤ T, the empty one too.
pub(super) fn schemes(matrix: &[Vec<u64>]) -> Vec<Scheme> {
    let columns = matrix.first().map_or(0, Vec::len);
    let mut schemes: Vec<Scheme> = vec![Vec::new()];
    for column in 0..columns {
        for before in 0..schemes.len() {
            for row in (0..matrix.len()).filter(|&row| matrix[row][column] > 0) {
                if schemes[before].iter().all(|served| served.0 != row) {
                    let longer = [&schemes[before][..], &[(row, column)]].concat();
                    schemes.push(longer);
                }
            }
        }
    }
    schemes
}

/// Whether every entry that waits has its row or its column served (P1 §5).
pub(super) fn is_non_wasting(matrix: &[Vec<u64>], scheme: &[(usize, usize)]) -> bool {
    let idle = |row: usize, column: usize| scheme.iter().all(|served| served.0 != row && served.1 != column);
    matrix
        .iter()
        .enumerate()
        .all(|(i, row)| row.iter().enumerate().all(|(j, &units)| units == 0 || !idle(i, j)))
}

/// Whether every critical line is served (P1's OCTR).
pub(super) fn serves_critical_lines(matrix: &[Vec<u64>], scheme: &[(usize, usize)]) -> bool {
    let h = critical_sum(matrix);
    let rows = row_sums(matrix).into_iter().enumerate().filter(|&(_, sum)| sum == h);
    let columns = column_sums(matrix).into_iter().enumerate().filter(|&(_, sum)| sum == h);
    rows.into_iter().all(|(row, _)| scheme.iter().any(|served| served.0 == row))
        && columns.into_iter().all(|(column, _)| scheme.iter().any(|served| served.1 == column))
}

/// T − S.
pub(super) fn served(matrix: &[Vec<u64>], scheme: &[(usize, usize)]) -> Matrix {
    let mut left = matrix.to_vec();
    for &(row, column) in scheme {
        left[row][column] -= 1;
    }
    left
}

/// Whether nothing waits.
pub(super) fn is_cleared(matrix: &[Vec<u64>]) -> bool {
    matrix.iter().flatten().all(|&units| units == 0)
}

/// The number of slots of a run, if each is a switching scheme that the rule allows and all together clear
/// the matrix.
pub(super) fn replayed(matrix: &[Vec<u64>], slots: &[Scheme], rule: Rule) -> Option<u64> {
    let mut left = matrix.to_vec();
    for scheme in slots {
        let proper = scheme.iter().enumerate().all(|(index, &(row, column))| {
            left[row][column] > 0
                && scheme[..index].iter().all(|before| before.0 != row && before.1 != column)
        });
        if !proper || !rule(&left, scheme) {
            return None;
        }
        left = served(&left, scheme);
    }
    is_cleared(&left).then(|| slots.len().try_into().ok()).flatten()
}

/// The greatest number of slots of all runs that never waste a link; rows are taken in any order.
pub(super) fn longest_non_wasting(matrix: &[Vec<u64>], known: &mut HashMap<Matrix, u64>) -> u64 {
    let mut state: Matrix = matrix.iter().filter(|row| row.iter().any(|&units| units > 0)).cloned().collect();
    state.sort_unstable();
    if state.is_empty() {
        return 0;
    }
    if let Some(&slots) = known.get(&state) {
        return slots;
    }
    let allowed = schemes(&state).into_iter().filter(|scheme| is_non_wasting(&state, scheme));
    let after: Vec<Matrix> = allowed.map(|scheme| served(&state, &scheme)).collect();
    let longest = after.iter().map(|left| longest_non_wasting(left, known)).max().unwrap_or(0) + 1;
    known.insert(state, longest);
    longest
}

/// A run that takes the waiting entries in a drawn order and serves all that it can, slot by slot.
pub(super) fn drawn_run(matrix: &[Vec<u64>], seed: u64) -> Vec<Scheme> {
    let mut left = matrix.to_vec();
    let mut slots = Vec::new();
    let mut draw = Congruence(seed);
    while !is_cleared(&left) {
        let mut waiting: Vec<(u64, usize, usize)> = Vec::new();
        for (i, row) in left.iter().enumerate() {
            for j in (0..row.len()).filter(|&j| row[j] > 0) {
                waiting.push((draw.number(), i, j));
            }
        }
        waiting.sort_unstable();
        let mut scheme = Scheme::new();
        for (_, i, j) in waiting {
            if scheme.iter().all(|served| served.0 != i && served.1 != j) {
                scheme.push((i, j));
            }
        }
        left = served(&left, &scheme);
        slots.push(scheme);
    }
    slots
}
