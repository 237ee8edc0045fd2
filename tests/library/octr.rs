//! P1's two rules slot by slot: the oracles evaluate the rules on the colouring and compare every slot with
//! all possible schemes.

use crate::common::{least_slots, strategies, wide};
use isotask::decompose::{color, non_wasting, quotient};
use isotask::delay::{Bias, octr};
use isotask::model::{Coloring, TaskMatrix};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A fault of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// A row is critical and not served.
    CriticalRow,
    /// A column is critical and not served.
    CriticalColumn,
    /// More units are left than the other slots can serve.
    TooFewUnits,
    /// The scheme is none of those listed.
    NoScheme,
    /// Another scheme serves more rows.
    NotMost,
    /// Another scheme serves rows that are nearer, or of less index.
    NotNearest,
    /// A packet is served, and a nearer one that could replace it is not.
    NearerPacketWaits,
    /// As good a scheme serves more critical columns.
    CriticalColumnsMissed,
}

/// The units `(row, column)` that a slot serves, and the matrix before it.
#[derive(Debug)]
struct Slot {
    left: Vec<Vec<u64>>,
    served: Vec<(usize, usize)>,
}

impl Slot {
    fn residual(&self, row: usize) -> u64 {
        self.left[row].iter().sum()
    }

    fn column_sum(&self, column: usize) -> u64 {
        self.left.iter().map(|row| row[column]).sum()
    }

    fn columns(&self) -> usize {
        self.left[0].len()
    }

    fn total(&self) -> u64 {
        self.left.iter().flatten().sum()
    }

    fn columns_of_sum(&self, sum: u64) -> BTreeSet<usize> {
        (0..self.columns()).filter(|&column| self.column_sum(column) == sum).collect()
    }

    fn rows_of_sum(&self, sum: u64) -> BTreeSet<usize> {
        (0..self.left.len()).filter(|&row| self.residual(row) == sum).collect()
    }

    /// The rows of a scheme in the order of service, each with its residual.
    fn packets(&self, scheme: &[(usize, usize)]) -> Vec<(u64, usize)> {
        let mut packets: Vec<_> = scheme.iter().map(|&(row, _)| (self.residual(row), row)).collect();
        packets.sort_unstable();
        packets
    }

    /// All partial permutation matrices of at most `ports` entries below what is left.
    fn schemes(&self, ports: usize) -> Vec<Vec<(usize, usize)>> {
        let mut schemes = vec![Vec::new()];
        for (row, entries) in self.left.iter().enumerate() {
            let mut more = Vec::new();
            for scheme in schemes.iter().filter(|scheme: &&Vec<_>| scheme.len() < ports) {
                for column in (0..entries.len()).filter(|&column| entries[column] > 0) {
                    if scheme.iter().all(|&(_, used)| used != column) {
                        more.push([scheme.as_slice(), &[(row, column)]].concat());
                    }
                }
            }
            schemes.extend(more);
        }
        schemes
    }
}

fn rows_of(scheme: &[(usize, usize)]) -> BTreeSet<usize> {
    scheme.iter().map(|unit| unit.0).collect()
}

fn columns_of(scheme: &[(usize, usize)]) -> BTreeSet<usize> {
    scheme.iter().map(|unit| unit.1).collect()
}

fn matrix_of(rows: &[Vec<u64>]) -> TaskMatrix {
    TaskMatrix::from_dense(rows).expect("the entries are small")
}

/// Slot by slot what is served and what was left.
fn slots_of(rows: &[Vec<u64>], coloring: &Coloring) -> Vec<Slot> {
    let mut left = rows.to_vec();
    let mut slots = Vec::new();
    for served in &coloring.to_slots(&matrix_of(rows)) {
        let served: Vec<_> = served.iter().map(|&(row, column)| (wide(row), wide(column))).collect();
        slots.push(Slot { left: left.clone(), served: served.clone() });
        for (row, column) in served {
            left[row][column] -= 1;
        }
    }
    slots
}

/// The optimal completion time rule to the letter, for a schedule that is to have `length` slots.
fn keeps_the_rule(slots: &[Slot], ports: u64, length: u64) -> Result<(), Fault> {
    for (slot, left) in slots.iter().zip((1..=length).rev()) {
        if !slot.rows_of_sum(left).is_subset(&rows_of(&slot.served)) {
            return Err(Fault::CriticalRow);
        }
        if !slot.columns_of_sum(left).is_subset(&columns_of(&slot.served)) {
            return Err(Fault::CriticalColumn);
        }
        if slot.total() > ports * (left - 1) + count_of(slot.served.len()) {
            return Err(Fault::TooFewUnits);
        }
    }
    Ok(())
}

fn count_of(count: usize) -> u64 {
    count.try_into().expect("a count in a test fits 64 bits")
}

/// Whether one list of packets is place by place no later in the order of service.
fn no_later(one: &[(u64, usize)], other: &[(u64, usize)]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a <= b)
}

/// Among the schemes that serve every critical line: most rows, and of these place by place the nearest, then
/// least, ones.
fn serves_the_nearest_beside_the_critical(slot: &Slot, ports: u64) -> Result<(), Fault> {
    let left = least_slots(&slot.left, ports);
    let (rows, columns) = (slot.rows_of_sum(left), slot.columns_of_sum(left));
    let chosen = slot.packets(&slot.served);
    let schemes = slot.schemes(wide(ports));
    if !schemes.contains(&slot.served) {
        return Err(Fault::NoScheme);
    }
    for scheme in &schemes {
        if !rows.is_subset(&rows_of(scheme)) || !columns.is_subset(&columns_of(scheme)) {
            continue;
        }
        if scheme.len() > chosen.len() {
            return Err(Fault::NotMost);
        }
        if scheme.len() == chosen.len() && !no_later(&chosen, &slot.packets(scheme)) {
            return Err(Fault::NotNearest);
        }
    }
    Ok(())
}

/// The optimal average delay directive: up to every residual as many packets as any scheme serves, no
/// exchange for a nearer packet, and only then critical columns and least indices.
fn serves_the_nearest(slot: &Slot, ports: u64) -> Result<(), Fault> {
    let schemes = slot.schemes(wide(ports));
    if !schemes.contains(&slot.served) {
        return Err(Fault::NoScheme);
    }
    let servable: BTreeSet<BTreeSet<usize>> = schemes.iter().map(|scheme| rows_of(scheme)).collect();
    let served = rows_of(&slot.served);
    for &far in &served {
        for near in (0..slot.left.len()).filter(|&near| slot.residual(near) < slot.residual(far)) {
            let mut exchanged = served.clone();
            exchanged.remove(&far);
            if exchanged.insert(near) && servable.contains(&exchanged) {
                return Err(Fault::NearerPacketWaits);
            }
        }
    }
    let chosen = slot.packets(&slot.served);
    let up_to = |packets: &[(u64, usize)], most: u64| packets.iter().filter(|p| p.0 <= most).count();
    let residuals = |packets: &[(u64, usize)]| packets.iter().map(|p| p.0).collect::<Vec<_>>();
    let critical = slot.columns_of_sum(least_slots(&slot.left, ports));
    let covered: BTreeSet<usize> = &columns_of(&slot.served) & &critical;
    for scheme in &schemes {
        let packets = slot.packets(scheme);
        if packets.iter().any(|&(most, _)| up_to(&packets, most) > up_to(&chosen, most)) {
            return Err(Fault::NotMost);
        }
        if residuals(&packets) != residuals(&chosen) {
            continue;
        }
        let columns: BTreeSet<usize> = &columns_of(scheme) & &critical;
        if columns.len() > covered.len() {
            return Err(Fault::CriticalColumnsMissed);
        }
        if covered.is_subset(&columns) && !no_later(&chosen, &packets) {
            return Err(Fault::NotNearest);
        }
    }
    Ok(())
}

/// Completion after exactly max(h, ⌈σ/k⌉) slots, for every number of ports up to one more than there are
/// columns.
fn completes_in_time(rows: &[Vec<u64>]) -> Result<(), TestCaseError> {
    let matrix = matrix_of(rows);
    for ports in 1..=matrix.columns() + 1 {
        let coloring = octr(&matrix, ports, Bias::CompletionTime);
        prop_assert_eq!(coloring.replay(&matrix, ports), Ok(()));
        let effective = u64::from(ports.min(matrix.columns()).max(1));
        let length = least_slots(rows, effective);
        prop_assert_eq!(coloring.length(), length);
        prop_assert_eq!(keeps_the_rule(&slots_of(rows, &coloring), effective, length), Ok(()));
        let coloring = octr(&matrix, ports, Bias::AverageDelay);
        prop_assert_eq!(coloring.replay(&matrix, ports), Ok(()));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_completion_time_is_least_on_any_matrix(rows in strategies::matrix()) {
        completes_in_time(&rows)?;
    }

    #[test]
    fn the_completion_time_is_least_on_tall_matrices(rows in strategies::tall_matrix()) {
        completes_in_time(&rows)?;
    }

    #[test]
    fn sums_of_permutation_matrices_take_as_many_slots(planted in strategies::planted()) {
        let matrix = matrix_of(&planted.rows);
        let ports = u32::try_from(planted.ports).expect("at most 6");
        let coloring = octr(&matrix, ports, Bias::CompletionTime);
        prop_assert_eq!(coloring.replay(&matrix, ports), Ok(()));
        prop_assert_eq!(coloring.length(), planted.slots);
    }

    #[test]
    fn every_slot_serves_the_critical_lines_and_the_nearest_packets_beside_them(
        rows in strategies::tiny_matrix()
    ) {
        let matrix = matrix_of(&rows);
        for ports in 1..=matrix.columns() {
            for slot in slots_of(&rows, &octr(&matrix, ports, Bias::CompletionTime)) {
                let found = serves_the_nearest_beside_the_critical(&slot, u64::from(ports));
                prop_assert_eq!(found, Ok(()), "{} ports, {:?}", ports, slot);
            }
        }
    }

    #[test]
    fn every_slot_of_the_other_bias_serves_the_nearest_packets_of_all(rows in strategies::tiny_matrix()) {
        let matrix = matrix_of(&rows);
        for ports in 1..=matrix.columns() {
            for slot in slots_of(&rows, &octr(&matrix, ports, Bias::AverageDelay)) {
                let found = serves_the_nearest(&slot, u64::from(ports));
                prop_assert_eq!(found, Ok(()), "{} ports, {:?}", ports, slot);
            }
        }
    }
}

/// The rows of the total exchange on the d-cube, in the order given.
fn cube(dimension: u32, tags: impl IntoIterator<Item = u64>) -> Vec<Vec<u64>> {
    tags.into_iter().map(|tag| (0..dimension).map(|bit| tag >> bit & 1).collect()).collect()
}

/// The tags by weight, the orbits under rotation side by side, whole orbits first.
fn by_orbits(dimension: u32) -> Vec<u64> {
    let rotations = |tag: u64| -> BTreeSet<u64> {
        let mask = (1 << dimension) - 1;
        (0..dimension).map(|by| (tag << by | tag >> (dimension - by)) & mask).collect()
    };
    let mut tags: Vec<u64> = (1..1 << dimension).collect();
    tags.sort_by_key(|&tag| {
        let orbit = rotations(tag);
        (tag.count_ones(), std::cmp::Reverse(orbit.len()), orbit.first().copied(), tag)
    });
    tags
}

/// ΣC: for every row the number of slots until its last unit is served.
fn total_delay(rows: &[Vec<u64>], coloring: &Coloring) -> u64 {
    let mut done = vec![0; rows.len()];
    for (slot, served) in (1..).zip(&coloring.to_slots(&matrix_of(rows))) {
        for &(row, _) in served {
            done[wide(row)] = slot;
        }
    }
    done.iter().sum()
}

/// The pooled bound: the shortest packets first on as many equal servers as there are ports.
fn pooled(rows: &[Vec<u64>], ports: usize) -> u64 {
    let mut lengths: Vec<u64> = rows.iter().map(|row| row.iter().sum()).collect();
    lengths.sort_unstable();
    for at in ports..lengths.len() {
        lengths[at] += lengths[at - ports];
    }
    lengths.iter().sum()
}

#[test]
fn total_exchange_on_cubes_keeps_the_completion_time_and_the_pooled_bound() {
    for (dimension, bound) in (2_u32..).zip([5, 18, 64, 235, 892]) {
        let rows = cube(dimension, 1..1 << dimension);
        let matrix = matrix_of(&rows);
        assert_eq!(pooled(&rows, wide(dimension)), bound);
        for ports in 1..=dimension {
            let bound = pooled(&rows, wide(ports));
            let coloring = octr(&matrix, ports, Bias::CompletionTime);
            assert_eq!(coloring.replay(&matrix, ports), Ok(()));
            assert_eq!(coloring.length(), least_slots(&rows, u64::from(ports)));
            assert!(total_delay(&rows, &coloring) >= bound);
            let coloring = octr(&matrix, ports, Bias::AverageDelay);
            assert_eq!(coloring.replay(&matrix, ports), Ok(()));
            assert!(total_delay(&rows, &coloring) >= bound);
        }
    }
}

#[test]
fn total_exchange_with_the_rows_by_orbits_has_both_optima_up_to_the_7_cube() {
    for dimension in 2_u32..=7 {
        let rows = cube(dimension, by_orbits(dimension));
        let matrix = matrix_of(&rows);
        let coloring = octr(&matrix, dimension, Bias::CompletionTime);
        assert_eq!(coloring.replay(&matrix, dimension), Ok(()));
        assert_eq!(coloring.length(), 1 << (dimension - 1));
        assert_eq!(total_delay(&rows, &coloring), pooled(&rows, wide(dimension)), "the {dimension}-cube");
    }
}

#[test]
fn the_biases_differ_where_the_two_rules_conflict() {
    // The row of two units is critical from the start, but the others are nearer.
    let rows = [vec![1, 0], vec![0, 1], vec![1, 1]];
    let matrix = matrix_of(&rows);
    assert_eq!(octr(&matrix, 2, Bias::CompletionTime).length(), 2);
    assert_eq!(octr(&matrix, 2, Bias::AverageDelay).length(), 3);
}

#[test]
fn matrices_without_units_take_no_slot() {
    for bias in [Bias::CompletionTime, Bias::AverageDelay] {
        for rows in [vec![], vec![vec![]], vec![vec![0, 0], vec![0, 0]]] {
            assert!(octr(&matrix_of(&rows), 1, bias).slots.is_empty());
        }
        assert!(octr(&TaskMatrix::new(0), 0, bias).slots.is_empty());
    }
}

#[test]
#[should_panic(expected = "at least one port")]
fn without_ports_nothing_can_be_served() {
    let _ = octr(&matrix_of(&[vec![1]]), 0, Bias::CompletionTime);
}

/// Broken implementations, whose faults the oracles above must detect.
mod broken {
    use super::*;

    fn first_fault(
        rows: &[Vec<u64>],
        slots: &[u32],
        ports: u64,
        oracle: fn(&Slot, u64) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let coloring = Coloring { slots: slots.to_vec() };
        slots_of(rows, &coloring).iter().try_for_each(|slot| oracle(slot, ports))
    }

    fn rule(rows: &[Vec<u64>], slots: &[u32], ports: u64) -> Result<(), Fault> {
        let coloring = Coloring { slots: slots.to_vec() };
        keeps_the_rule(&slots_of(rows, &coloring), ports, least_slots(rows, ports))
    }

    fn square() -> Vec<Vec<u64>> {
        vec![vec![1, 0], vec![0, 1], vec![1, 1]]
    }

    #[test]
    fn a_critical_line_that_waits_is_detected() {
        assert_eq!(rule(&square(), &[1, 0, 0, 1], 2), Ok(()));
        assert_eq!(rule(&square(), &[0, 0, 1, 2], 2), Err(Fault::CriticalRow));
        let column = [vec![1, 1], vec![1, 0], vec![1, 0]];
        assert_eq!(rule(&column, &[0, 1, 1, 2], 2), Ok(()));
        assert_eq!(rule(&column, &[1, 0, 2, 3], 2), Err(Fault::CriticalColumn));
    }

    #[test]
    fn a_slot_with_too_few_units_is_detected() {
        let three = [vec![1, 0, 0, 0], vec![0, 1, 0, 0], vec![0, 0, 1, 0], vec![0, 0, 0, 1]];
        assert_eq!(rule(&three, &[0, 0, 1, 1], 2), Ok(()));
        assert_eq!(rule(&three, &[0, 1, 1, 2], 2), Err(Fault::TooFewUnits));
    }

    #[test]
    fn a_slot_that_serves_the_wrong_packets_beside_the_critical_lines_is_detected() {
        let oracle = serves_the_nearest_beside_the_critical;
        let rows = [vec![1, 0], vec![1, 1], vec![1, 1], vec![0, 1]];
        assert_eq!(first_fault(&rows, &[0, 1, 2, 2, 1, 0], 2, oracle), Ok(()));
        // Row 1 before row 0, which is nearer; row 2 before row 1; a column left idle.
        assert_eq!(first_fault(&rows, &[1, 0, 2, 2, 1, 0], 2, oracle), Err(Fault::NotNearest));
        assert_eq!(first_fault(&rows, &[0, 2, 1, 1, 2, 0], 2, oracle), Ok(()));
        let slack = [vec![1, 0], vec![0, 1], vec![3, 0]];
        assert_eq!(first_fault(&slack, &[1, 0, 0, 2, 3], 2, oracle), Err(Fault::NotNearest));
        assert_eq!(first_fault(&slack, &[0, 0, 1, 2, 3], 2, oracle), Ok(()));
        assert_eq!(first_fault(&slack, &[0, 1, 1, 2, 3], 2, oracle), Err(Fault::NotMost));
        assert_eq!(first_fault(&slack, &[0, 0, 0, 1, 2], 2, oracle), Err(Fault::NoScheme));
    }

    #[test]
    fn a_packet_served_before_a_nearer_one_is_detected() {
        let oracle = serves_the_nearest;
        assert_eq!(first_fault(&square(), &[0, 0, 1, 2], 2, oracle), Ok(()));
        assert_eq!(first_fault(&square(), &[1, 0, 0, 1], 2, oracle), Err(Fault::NearerPacketWaits));
        assert_eq!(first_fault(&square(), &[0, 1, 1, 2], 2, oracle), Err(Fault::NotMost));
        assert_eq!(first_fault(&square(), &[0, 0, 0, 1], 2, oracle), Err(Fault::NoScheme));
        let equal = [vec![1, 0], vec![1, 0]];
        assert_eq!(first_fault(&equal, &[0, 1], 2, oracle), Ok(()));
        assert_eq!(first_fault(&equal, &[1, 0], 2, oracle), Err(Fault::NotNearest));
    }

    #[test]
    fn a_critical_column_that_could_be_served_as_cheaply_is_detected() {
        let oracle = serves_the_nearest;
        // One port; h = 2 is the sum of column 1, but ⌈σ/k⌉ = 3 makes nothing critical.
        let rows = [vec![1, 0], vec![0, 1], vec![0, 1]];
        assert_eq!(first_fault(&rows, &[0, 1, 2], 1, oracle), Ok(()));
        // Two ports for three columns: column 2 is critical, rows 0 and 1 have the least indices.
        let rows = [vec![1, 0, 0], vec![0, 1, 0], vec![0, 0, 1], vec![0, 0, 1]];
        assert_eq!(first_fault(&rows, &[0, 1, 0, 1], 2, oracle), Ok(()));
        assert_eq!(first_fault(&rows, &[0, 0, 1, 2], 2, oracle), Err(Fault::CriticalColumnsMissed));
        assert_eq!(first_fault(&rows, &[1, 0, 0, 1], 2, oracle), Err(Fault::NotNearest));
    }

    #[test]
    fn other_schedules_of_the_library_fail_the_oracles() {
        let rows = cube(3, (1..8).rev());
        let matrix = matrix_of(&rows);
        let in_time = color(&matrix, &quotient(&matrix, 3));
        assert_eq!(rule(&rows, &in_time.slots, 3), Ok(()));
        assert!(first_fault(&rows, &in_time.slots, 3, serves_the_nearest_beside_the_critical).is_err());
        assert!(first_fault(&rows, &non_wasting(&matrix).slots, 3, serves_the_nearest).is_err());
        let nearest = octr(&matrix, 3, Bias::AverageDelay);
        assert!(rule(&rows, &nearest.slots, 3).is_err());
    }
}
