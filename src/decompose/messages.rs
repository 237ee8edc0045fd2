//! Fills the steps of a task matrix whose messages carry several packets.

use super::decompose;
use crate::model::{MatrixError, TaskMatrix, wide};
use crate::wire::Slots;

/// Divides a task matrix into the least steps on all ports, in each of which every column has at most
/// `packets` units and every row at most one: max(max rᵢ, max ⌈cⱼ/packets⌉) steps of moves `(row, column)`.
///
/// Each column becomes `packets` columns, each with at most ⌈cⱼ/packets⌉ of its units; then the matrix is
/// decomposed into permutation matrices (König 1916).
///
/// # Errors
/// [`MatrixError`] if the columns become too many.
///
/// # Complexity
/// That of [`decompose`] for a matrix with up to `packets` times as many columns.
///
/// # Panics
/// If `packets` is 0.
pub fn messages_of_all_ports(matrix: &TaskMatrix, packets: u32) -> Result<Slots<(u32, u32)>, MatrixError> {
    let longest = u32::try_from(matrix.greatest_column_sum()).unwrap_or(u32::MAX);
    let parts = packets.min(longest.max(1));
    let columns = matrix.columns().checked_mul(parts).ok_or(MatrixError::Overflow)?;
    let mut divided = TaskMatrix::new(columns);
    // The next part of each column, which take its units in turn.
    let mut next = vec![0_u32; wide(matrix.columns())];
    for row in 0..matrix.rows() {
        let mut entries: Vec<(u32, u64)> = Vec::new();
        for (column, units) in matrix.row(row) {
            let first = next[wide(column)];
            let whole = u64::from(parts);
            for part in 0..u32::try_from(units).unwrap_or(u32::MAX).min(parts) {
                let of_part = units / whole + u64::from(u64::from(part) < units % whole);
                entries.push((column * parts + (first + part) % parts, of_part));
            }
            let taken = u32::try_from(units % whole).expect("less than the parts");
            next[wide(column)] = (first + taken) % parts;
        }
        entries.sort_unstable();
        divided.push_row(entries)?;
    }
    let slots = decompose(&divided, columns).to_slots(&divided);
    let undivided = |&(row, column): &(u32, u32)| (row, column / parts);
    Ok(slots.map(undivided))
}

/// Divides a task matrix into the least steps with one port, in each of which one column has at most
/// `packets` units and every row at most one: Σⱼ max(⌈cⱼ/packets⌉, maxᵢ pᵢⱼ) steps of moves `(row, column)`.
///
/// The units of a column stand one after the other, those of a row side by side, and take the steps of the
/// column in turn, round and round (R. McNaughton, Scheduling with Deadlines and Loss Functions, 1959): no
/// row has more units in the column than there are steps, so each step takes at most one of them.
///
/// # Complexity
/// O(columns · entries + units) time and O(units) space.
///
/// # Panics
/// If `packets` is 0, or the steps do not fit the memory.
#[must_use]
pub fn messages_of_one_port(matrix: &TaskMatrix, packets: u32) -> Slots<(u32, u32)> {
    let mut steps: Vec<Vec<(u32, u32)>> = Vec::new();
    for (column, &sum) in (0..matrix.columns()).zip(matrix.column_sums()) {
        let rows = 0..u32::try_from(matrix.rows()).expect("fewer than 2^32 rows");
        let units_of =
            |row: u32| matrix.row(wide(row)).find(|entry| entry.0 == column).map_or(0, |entry| entry.1);
        let longest = rows.clone().map(units_of).max().unwrap_or(0);
        let length = sum.div_ceil(packets.into()).max(longest);
        let first = steps.len();
        steps.resize(first + usize::try_from(length).expect("steps fit the memory"), Vec::new());
        let units = rows.flat_map(|row| (0..units_of(row)).map(move |_| row));
        for (row, step) in units.zip((first..steps.len()).cycle()) {
            steps[step].push((row, column));
        }
    }
    steps.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::{MessagePorts, steps_of_messages};
    use proptest::prelude::*;

    /// Returns the most units of a column in a step; every step has at most one unit of a row, and all steps
    /// together are the matrix.
    fn longest_message(matrix: &TaskMatrix, steps: &Slots<(u32, u32)>) -> usize {
        let mut served = vec![vec![0; wide(matrix.columns())]; matrix.rows()];
        let mut longest = 0;
        for step in steps {
            let mut of_column = vec![0; wide(matrix.columns())];
            let mut rows: Vec<u32> = step.iter().map(|&(row, _)| row).collect();
            for &(row, column) in step {
                served[wide(row)][wide(column)] += 1;
                of_column[wide(column)] += 1;
            }
            longest = longest.max(of_column.into_iter().max().unwrap_or(0));
            rows.sort_unstable();
            rows.dedup();
            assert_eq!(rows.len(), step.len(), "a row twice");
        }
        for (row, served) in served.iter().enumerate() {
            let mut expected = vec![0; served.len()];
            matrix.row(row).for_each(|(column, units)| expected[wide(column)] = units);
            assert_eq!(served, &expected);
        }
        longest
    }

    proptest! {
        /// The formulas are attained: König on all ports, McNaughton with one.
        #[test]
        fn messages_fill_as_many_steps_as_the_formula_says(
            rows in proptest::collection::vec(proptest::collection::vec(0_u64..5, 3), 1..7),
            packets in 1_u32..9,
        ) {
            let matrix = TaskMatrix::from_dense(&rows).unwrap();
            let all = messages_of_all_ports(&matrix, packets).unwrap();
            let one = messages_of_one_port(&matrix, packets);
            for (steps, ports) in [(&all, MessagePorts::All), (&one, MessagePorts::One)] {
                let expected = steps_of_messages(&matrix, ports, packets.into());
                prop_assert_eq!(crate::model::count_of(steps.len()), expected);
                prop_assert!(longest_message(&matrix, steps) <= wide(packets));
            }
            prop_assert!(one.iter().all(|step| step.iter().all(|entry| entry.1 == step[0].1)));
        }
    }
}
