//! Matrices into permutation matrices: the number of classes is known from the theorem or by construction,
//! every class is proper, and together they are the matrix.

use crate::common::{least_slots, strategies, wide};
use isotask::decompose::{
    PaddingError, color, hall, hall_with_progress, non_wasting, non_wasting_range, pad_to_perfect, peel,
    quotient,
};
use isotask::graph::hopcroft_karp;
use isotask::model::{Coloring, IntervalForm, OwnedInterval, TaskMatrix};
use nalgebra::DMatrix;
use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A fault that a replay by the definitions finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    UnitsMissing,
    RowTwice,
    ColumnTwice,
    TooManyPorts,
    Length,
    Groups,
    Interval,
    Group,
    Link,
    Pool,
    Wasted,
}

fn matrix_of(rows: &[Vec<u64>]) -> TaskMatrix {
    TaskMatrix::from_dense(rows).expect("the entries are small")
}

/// Returns the units `(row, column)` in the order of a colouring.
fn units(rows: &[Vec<u64>]) -> Vec<(usize, usize)> {
    let mut units = Vec::new();
    for (row, entries) in rows.iter().enumerate() {
        for (column, &count) in entries.iter().enumerate() {
            units.extend((0..count).map(|_| (row, column)));
        }
    }
    units
}

/// Replays the units slot by slot, as sets of lines, without code of the library's replay.
fn replay(rows: &[Vec<u64>], slots: &[u32], ports: u64, length: u64) -> Result<(), Fault> {
    let units = units(rows);
    if units.len() != slots.len() {
        return Err(Fault::UnitsMissing);
    }
    let last = slots.iter().max().map_or(0, |&slot| u64::from(slot) + 1);
    if last != length {
        return Err(Fault::Length);
    }
    let used: BTreeSet<u32> = slots.iter().copied().collect();
    for slot in used {
        let here = || units.iter().zip(slots).filter(|(_, s)| **s == slot).map(|(unit, _)| *unit);
        let served = here().count();
        if here().map(|unit| unit.0).collect::<BTreeSet<_>>().len() < served {
            return Err(Fault::RowTwice);
        }
        if here().map(|unit| unit.1).collect::<BTreeSet<_>>().len() < served {
            return Err(Fault::ColumnTwice);
        }
        if wide(served) > wide(ports) {
            return Err(Fault::TooManyPorts);
        }
    }
    Ok(())
}

fn overlap(a: &OwnedInterval, b: &OwnedInterval) -> bool {
    a.start < b.start + b.width && b.start < a.start + a.width
}

/// Checks the rules for intervals in models/formats/schedule.md, one by one.
fn obey(rows: &[Vec<u64>], form: &IntervalForm, ports: u64, length: u64) -> Result<(), Fault> {
    let starts_well = form.groups.first().is_none_or(|&first| first == 0);
    let increases = form.groups.windows(2).all(|pair| pair[0] < pair[1]);
    let ends_well = form.groups.iter().all(|&first| first < rows.len());
    if !starts_well || !increases || !ends_well || form.groups.is_empty() != rows.is_empty() {
        return Err(Fault::Groups);
    }
    let owned = &form.intervals;
    if form.length != length || owned.iter().any(|i| i.start + i.width > length) {
        return Err(Fault::Length);
    }
    if owned.iter().any(|i| i.width == 0 || wide(i.group) >= form.groups.len()) {
        return Err(Fault::Interval);
    }
    for (index, one) in owned.iter().enumerate() {
        let clashing = || owned[..index].iter().filter(|other| overlap(one, other));
        if clashing().any(|other| other.group == one.group) {
            return Err(Fault::Group);
        }
        if clashing().any(|other| other.link == one.link) {
            return Err(Fault::Link);
        }
        // The number of owners grows only where an interval starts.
        let owners = owned.iter().filter(|i| i.start <= one.start && one.start < i.start + i.width);
        if owners.count() > wide(ports) {
            return Err(Fault::TooManyPorts);
        }
    }
    for (group, &first) in form.groups.iter().enumerate() {
        let end = form.groups.get(group + 1).copied().unwrap_or(rows.len());
        for link in 0..rows[0].len() {
            let needed: u64 = rows[first..end].iter().map(|row| row[link]).sum();
            let pool = owned.iter().filter(|i| (wide(i.group), wide(i.link)) == (group, link));
            if pool.map(|i| i.width).sum::<u64>() < needed {
                return Err(Fault::Pool);
            }
        }
    }
    Ok(())
}

/// Checks P1 §5 literally: in every slot each entry that is not yet cleared has its row or its column served.
fn never_wastes(rows: &[Vec<u64>], slots: &[u32]) -> Result<(), Fault> {
    let units = units(rows);
    let last = slots.iter().max().map_or(0, |&slot| slot + 1);
    for slot in 0..last {
        let here = || units.iter().zip(slots).filter(|(_, s)| **s == slot).map(|(unit, _)| *unit);
        let waiting = units.iter().zip(slots).filter(|(_, s)| **s >= slot);
        for (&(row, column), _) in waiting {
            if !here().any(|served| served.0 == row || served.1 == column) {
                return Err(Fault::Wasted);
            }
        }
    }
    Ok(())
}

/// Returns the 0/1 matrix with ones at these places.
fn ones(rows: usize, columns: usize, places: impl IntoIterator<Item = (usize, usize)>) -> DMatrix<u64> {
    let mut matrix = DMatrix::zeros(rows, columns);
    for place in places {
        matrix[place] = 1;
    }
    matrix
}

/// Asserts that both methods are exact, for every number of ports up to one more than the columns.
fn every_method_is_exact(rows: &[Vec<u64>]) -> Result<(), TestCaseError> {
    let matrix = matrix_of(rows);
    for ports in 1..=matrix.columns() + 1 {
        let k = u64::from(ports);
        let length = least_slots(rows, k);
        prop_assert_eq!(matrix.least_slots(ports), length);
        let form = quotient(&matrix, ports);
        prop_assert_eq!(obey(rows, &form, k, length), Ok(()), "{:?}", form);
        for coloring in [color(&matrix, &form), hall(&matrix, ports).expect("a small matrix")] {
            prop_assert_eq!(coloring.replay(&matrix, ports), Ok(()));
            prop_assert_eq!(replay(rows, &coloring.slots, k, length), Ok(()));
            let moves = coloring.to_slots(&matrix);
            prop_assert_eq!(wide(length), moves.len());
            prop_assert_eq!(moves.iter().map(<[_]>::len).sum::<usize>(), coloring.slots.len());
            // The matrices of the slots add up to the task matrix.
            let full = DMatrix::from(&matrix);
            let (rows, columns) = full.shape();
            let slot = |moves: &[(u32, u32)]| {
                ones(rows, columns, moves.iter().map(|&(row, column)| (wide(row), wide(column))))
            };
            prop_assert_eq!(
                moves.iter().map(slot).fold(DMatrix::zeros(rows, columns), |sum, slot| sum + slot),
                full
            );
        }
    }
    Ok(())
}

fn dense(rows: &[Vec<u64>]) -> DMatrix<u64> {
    DMatrix::from(&matrix_of(rows))
}

/// Returns whether a padded matrix is square, has all line sums H, contains the original, and holds exactly
/// kH where the original's rows (or k, if more) and columns meet, the opposite corner being 0.
fn is_padding(padded: &DMatrix<u64>, inner: &DMatrix<u64>, ports: usize, line_sum: u64) -> bool {
    let rows = inner.nrows().max(ports);
    let side = rows + inner.ncols() - ports;
    if padded.shape() != (side, side) {
        return false;
    }
    let inside: u64 = padded.view((0, 0), (rows, inner.ncols())).iter().sum();
    let corner = padded.view((rows, inner.ncols()), (side - rows, side - inner.ncols()));
    padded.row_iter().all(|row| row.iter().sum::<u64>() == line_sum)
        && padded.column_iter().all(|column| column.iter().sum::<u64>() == line_sum)
        && inner.row_iter().zip(padded.row_iter()).all(|(a, b)| a.iter().zip(b.iter()).all(|(a, b)| a <= b))
        && u64::try_from(ports).is_ok_and(|k| inside == k * line_sum)
        && corner.iter().all(|&entry| entry == 0)
}

proptest! {
    #[test]
    fn random_matrices_take_exactly_the_critical_sum_or_the_ports_bound(rows in strategies::matrix()) {
        every_method_is_exact(&rows)?;
    }

    #[test]
    fn tall_matrices_take_exactly_the_critical_sum_or_the_ports_bound(rows in strategies::tall_matrix()) {
        every_method_is_exact(&rows)?;
    }

    #[test]
    fn sums_of_permutation_matrices_take_as_many_slots_as_summands(planted in strategies::planted()) {
        let matrix = matrix_of(&planted.rows);
        let ports = u32::try_from(planted.ports).expect("at most 6");
        let k = u64::from(ports);
        let form = quotient(&matrix, ports);
        prop_assert_eq!(obey(&planted.rows, &form, k, planted.slots), Ok(()));
        for coloring in [color(&matrix, &form), hall(&matrix, ports).expect("a small matrix")] {
            prop_assert_eq!(replay(&planted.rows, &coloring.slots, k, planted.slots), Ok(()));
            // Full classes everywhere, since the entries are exactly enough.
            prop_assert!(coloring.to_slots(&matrix).iter().all(|moves| moves.len() == planted.ports));
        }
    }

    #[test]
    fn large_entries_keep_the_interval_rules(rows in strategies::large_matrix()) {
        let matrix = matrix_of(&rows);
        for ports in 1..=matrix.columns() {
            let k = u64::from(ports);
            prop_assert_eq!(obey(&rows, &quotient(&matrix, ports), k, least_slots(&rows, k)), Ok(()));
        }
    }

    #[test]
    fn the_greedy_scheme_never_wastes_a_link(rows in strategies::matrix()) {
        let matrix = matrix_of(&rows);
        let coloring = non_wasting(&matrix);
        let most = (matrix.greatest_row_sum() + matrix.greatest_column_sum()).saturating_sub(1);
        prop_assert!(coloring.length() <= most);
        prop_assert_eq!(replay(&rows, &coloring.slots, u64::MAX, coloring.length()), Ok(()));
        prop_assert_eq!(never_wastes(&rows, &coloring.slots), Ok(()));
        let range = non_wasting_range(&matrix, 5);
        prop_assert!(matrix.critical_sum() <= range.fewest && range.fewest <= range.most && range.most <= most);
    }

    #[test]
    fn padding_is_perfect_and_peels_back_to_itself(rows in strategies::matrix(), spare in 0_u64..=3) {
        let inner = dense(&rows);
        for ports in 1..=inner.ncols() {
            let k = u64::try_from(ports).expect("at most 6");
            let line_sum = least_slots(&rows, k) + spare;
            let padded = pad_to_perfect(&inner, ports, line_sum).expect("H is large enough");
            prop_assert!(is_padding(&padded, &inner, ports, line_sum), "{} of {}", padded, inner);
            let terms = peel(&padded);
            let side = padded.nrows();
            let mut sum = DMatrix::zeros(side, side);
            for term in &terms {
                prop_assert!(term.weight > 0);
                prop_assert_eq!(term.column_of.iter().collect::<BTreeSet<_>>().len(), side);
                let inside = term.column_of[..inner.nrows().max(ports)].iter().filter(|&&c| c < inner.ncols());
                prop_assert_eq!(inside.count(), ports);
                // Σ w·P = T.
                sum += ones(side, side, term.column_of.iter().copied().enumerate()) * term.weight;
            }
            prop_assert_eq!(&sum, &padded);
            prop_assert!(terms.len() + 2 * side <= side * side + 2);
            if line_sum > 0 {
                prop_assert!(pad_to_perfect(&inner, ports, least_slots(&rows, k).saturating_sub(1)).is_err()
                    || rows.iter().flatten().all(|&entry| entry == 0));
            }
        }
    }

    #[test]
    fn matchings_are_as_large_as_those_of_petgraph((adjacent, right) in strategies::bipartite()) {
        let matching = hopcroft_karp(&adjacent, right);
        let mut taken = BTreeSet::new();
        for (node, partner) in matching.iter().enumerate() {
            if let Some(partner) = partner {
                prop_assert!(adjacent[node].contains(partner) && taken.insert(*partner));
            }
        }
        let mut graph = UnGraph::<(), ()>::new_undirected();
        let nodes: Vec<_> = (0..adjacent.len() + right).map(|_| graph.add_node(())).collect();
        for (node, neighbours) in adjacent.iter().enumerate() {
            for neighbour in neighbours {
                graph.add_edge(nodes[node], nodes[adjacent.len() + neighbour], ());
            }
        }
        prop_assert_eq!((matching.len(), taken.len()), (adjacent.len(), maximum_matching(&graph).len()));
    }
}

#[test]
fn matrices_of_extreme_shapes_take_the_least_slots() {
    let cases = [
        vec![vec![0, 0, 0]; 4],
        vec![vec![3], vec![0], vec![2]],
        vec![vec![1, 2, 0, 4, 1, 1, 1]],
        vec![vec![0, 0], vec![5, 0], vec![0, 0]],
        vec![vec![1; 62]; 3],
        vec![vec![1, 1, 1], vec![0, 0, 0], vec![1, 1, 1], vec![9, 0, 0]],
    ];
    for rows in cases {
        every_method_is_exact(&rows).expect("exact");
    }
    let nothing = TaskMatrix::new(5);
    assert_eq!(quotient(&nothing, 3), IntervalForm::default());
    assert_eq!(hall(&nothing, 3).map(|coloring| coloring.length()), Ok(0));
    assert_eq!(non_wasting(&nothing).length(), 0);
    assert_eq!(quotient(&TaskMatrix::new(0), 1).length, 0);
}

#[test]
fn hall_reports_before_every_slot_how_many_are_done() {
    let matrix = TaskMatrix::from_dense(&[vec![3, 1], vec![0, 4], vec![1, 1]]).expect("a matrix");
    let told = std::cell::RefCell::new(Vec::new());
    let tell = |done, all| told.borrow_mut().push((done, all));
    let coloring = hall_with_progress(&matrix, 2, &tell).expect("a small matrix");
    // The second column has the greatest sum.
    assert_eq!(coloring.length(), 6);
    assert_eq!(told.into_inner(), (0..6).map(|done| (done, 6)).collect::<Vec<_>>());
}

#[test]
fn a_matrix_of_62_columns_and_1000_rows_takes_the_least_slots() {
    // Row i uses the links of the bits of a fixed multiple of i: irregular, but reproducible.
    let rows: Vec<Vec<u64>> = (1_u64..=1000)
        .map(|i| (0..62).map(|bit| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> bit & 1).collect())
        .collect();
    let matrix = matrix_of(&rows);
    for ports in [1, 7, 31, 61, 62] {
        let length = least_slots(&rows, u64::from(ports));
        let form = quotient(&matrix, ports);
        assert_eq!(form.length, length);
        let coloring = color(&matrix, &form);
        assert_eq!((coloring.replay(&matrix, ports), coloring.length()), (Ok(()), length));
    }
}

#[test]
fn entries_near_the_limit_of_63_bits_are_scheduled_in_intervals() {
    // k·H leaves 64 bits here although the total of the matrix stays below 2^63.
    let rows = vec![vec![1 << 61, 0, 0, 0, 0, 0, 0, 1], vec![1 << 61, 0, 0, 0, 3, 0, 0, 0]];
    let matrix = matrix_of(&rows);
    for ports in [1, 2, 4, 8] {
        let k = u64::from(ports);
        assert_eq!(obey(&rows, &quotient(&matrix, ports), k, least_slots(&rows, k)), Ok(()));
    }
}

proptest! {
    #[test]
    fn a_matrix_survives_the_conversion_to_dense_form_and_back(rows in strategies::matrix()) {
        let matrix = matrix_of(&rows);
        let full = DMatrix::from(&matrix);
        prop_assert!(full.row_iter().zip(&rows).all(|(found, row)| found.iter().eq(row)));
        prop_assert_eq!(TaskMatrix::try_from(&full), Ok(matrix));
    }
}

#[test]
fn padding_names_the_line_or_total_that_is_too_large() {
    let matrix = DMatrix::from_row_slice(2, 2, &[2_u64, 1, 0, 1]);
    let line = PaddingError::LineTooLong { found: 3, line_sum: 2 };
    assert_eq!(pad_to_perfect(&matrix, 2, 2), Err(line));
    let total = PaddingError::TotalTooLarge { found: 4, most: 3 };
    assert_eq!(pad_to_perfect(&matrix, 1, 3), Err(total));
}

/// Broken implementations, whose faults the oracles above must detect.
mod broken {
    use super::*;

    fn square() -> Vec<Vec<u64>> {
        vec![vec![1, 0], vec![0, 1], vec![1, 1]]
    }

    #[test]
    fn a_coloring_that_reuses_a_slot_is_detected() {
        let rows = square();
        assert_eq!(replay(&rows, &[0, 1, 1, 0], 2, 2), Ok(()));
        assert_eq!(replay(&rows, &[0, 1, 0, 1], 2, 2), Err(Fault::ColumnTwice));
        assert_eq!(replay(&rows, &[0, 2, 1, 1], 2, 3), Err(Fault::RowTwice));
        assert_eq!(replay(&rows, &[0, 1, 1], 2, 2), Err(Fault::UnitsMissing));
        assert_eq!(replay(&rows, &[0, 1, 1, 2], 2, 2), Err(Fault::Length));
        assert_eq!(replay(&rows, &[0, 1, 1, 0], 1, 2), Err(Fault::TooManyPorts));
        let coloring = Coloring { slots: vec![0, 1, 0, 1] };
        assert!(coloring.replay(&matrix_of(&rows), 2).is_err());
    }

    #[test]
    fn intervals_that_clash_or_fall_short_are_detected() {
        let rows = square();
        let good = quotient(&matrix_of(&rows), 2);
        let broken = |change: &dyn Fn(&mut IntervalForm)| {
            let mut form = good.clone();
            change(&mut form);
            obey(&rows, &form, 2, 2)
        };
        assert_eq!(broken(&|_| {}), Ok(()));
        assert_eq!(broken(&|form| form.intervals.truncate(1)), Err(Fault::Pool));
        assert_eq!(broken(&|form| form.intervals[0].width = 0), Err(Fault::Interval));
        assert_eq!(broken(&|form| form.intervals[0].start = 9), Err(Fault::Length));
        assert_eq!(broken(&|form| form.groups[0] = 1), Err(Fault::Groups));
        let first = good.intervals[0];
        let same_group = OwnedInterval { link: 1 - first.link, ..first };
        assert_eq!(broken(&|form| form.intervals = vec![first, same_group]), Err(Fault::Group));
        let same_link = OwnedInterval { group: 1 - first.group, ..first };
        assert_eq!(broken(&|form| form.intervals = vec![first, same_link]), Err(Fault::Link));
        assert_eq!(obey(&rows, &good, 1, 2), Err(Fault::TooManyPorts));
    }

    #[test]
    fn a_slot_left_idle_is_detected_as_wasted() {
        // Slot 0 serves one entry although another one shares no line with it.
        assert_eq!(never_wastes(&square(), &[0, 1, 2, 3]), Err(Fault::Wasted));
        assert_eq!(never_wastes(&square(), &[0, 0, 1, 2]), Ok(()));
    }

    #[test]
    fn padding_off_by_one_is_detected() {
        let inner = dense(&square());
        let good = pad_to_perfect(&inner, 2, 2).expect("H = 2");
        assert!(is_padding(&good, &inner, 2, 2));
        let mut bad = good.clone();
        bad[(0, 0)] += 1;
        assert!(!is_padding(&bad, &inner, 2, 2));
        assert!(!is_padding(&good, &inner, 1, 2) && !is_padding(&good, &inner, 2, 3));
        assert!(!is_padding(&good, &(inner * 3), 2, 2));
    }
}
