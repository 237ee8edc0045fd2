//! Few terms and cheap covers: on tiny matrices equal to the optimum of an exhaustive search, and never
//! called optimal without proof.

use super::common::strategies;
use isotask::check::check_matrix_certificate;
use isotask::decompose::{Configurations, birkhoff, cheapest_cover, fewest_terms};
use isotask::model::TaskMatrix;
use isotask::wire::{MatrixDocument, MatrixQuantity, Ports, Status};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

type Rows = Vec<Vec<u64>>;

fn matrix_of(rows: &[Vec<u64>]) -> TaskMatrix {
    TaskMatrix::from_dense(rows).expect("the entries are small")
}

fn fewest(rows: &[Vec<u64>], ports: u32) -> Configurations {
    let matrix = matrix_of(rows);
    fewest_terms(&matrix, ports, &birkhoff(&matrix, ports, None).expect("a small matrix"))
        .expect("a small matrix")
}

fn cheapest(rows: &[Vec<u64>], ports: u32, switching: u64) -> Configurations {
    let matrix = matrix_of(rows);
    cheapest_cover(&matrix, ports, switching, &birkhoff(&matrix, ports, None).expect("a small matrix"))
        .expect("a small matrix")
}

/// Returns all nonempty partial permutation matrices of 3 × 3 with at most `ports` entries, as places.
fn partial_permutations(ports: usize) -> Vec<Vec<(usize, usize)>> {
    let mut found = Vec::new();
    // Every row has a column, or 3 for none.
    for code in 0..64_usize {
        let places: Vec<(usize, usize)> =
            (0..3).map(|row| (row, code >> (2 * row) & 3)).filter(|place| place.1 < 3).collect();
        let columns: BTreeSet<usize> = places.iter().map(|place| place.1).collect();
        if columns.len() == places.len() && (1..=ports).contains(&places.len()) {
            found.push(places);
        }
    }
    found
}

/// Returns the fewest terms of exactly `slots` slots whose sum is the matrix, none if there are none, by
/// trying every first term.
fn fewest_by_trying(
    rows: &Rows,
    slots: u64,
    terms: &[Vec<(usize, usize)>],
    known: &mut BTreeMap<(Rows, u64), Option<u64>>,
) -> Option<u64> {
    if rows.iter().flatten().all(|&entry| entry == 0) {
        return (slots == 0).then_some(0);
    }
    if let Some(&known) = known.get(&(rows.clone(), slots)) {
        return known;
    }
    let mut best: Option<u64> = None;
    for places in terms {
        let least = places.iter().map(|&(row, column)| rows[row][column]).min().unwrap_or(0);
        for times in 1..=least.min(slots) {
            let mut rest = rows.clone();
            for &(row, column) in places {
                rest[row][column] -= times;
            }
            if let Some(others) = fewest_by_trying(&rest, slots - times, terms, known) {
                best = Some(best.map_or(others + 1, |best| best.min(others + 1)));
            }
        }
    }
    known.insert((rows.clone(), slots), best);
    best
}

/// Returns the least cost of a cover, by trying every first configuration and every time.
fn cost_by_trying(
    rows: &Rows,
    switching: u64,
    terms: &[Vec<(usize, usize)>],
    known: &mut BTreeMap<Rows, u64>,
) -> u64 {
    let greatest = rows.iter().flatten().copied().max().unwrap_or(0);
    if greatest == 0 {
        return 0;
    }
    if let Some(&known) = known.get(rows) {
        return known;
    }
    let mut best = u64::MAX;
    for places in terms.iter().filter(|places| places.iter().any(|&(row, column)| rows[row][column] > 0)) {
        for times in 1..=greatest {
            let mut rest = rows.clone();
            for &(row, column) in places {
                rest[row][column] = rest[row][column].saturating_sub(times);
            }
            best = best.min(times + switching + cost_by_trying(&rest, switching, terms, known));
        }
    }
    known.insert(rows.clone(), best);
    best
}

/// Calls a function on every 3 × 3 matrix whose entries add up to at most `total`.
fn every_matrix(total: u64, mut judge: impl FnMut(&Rows)) {
    fn fill(cells: &mut Vec<u64>, left: u64, judge: &mut dyn FnMut(&Rows)) {
        if cells.len() == 9 {
            judge(&cells.chunks(3).map(<[u64]>::to_vec).collect());
            return;
        }
        for entry in 0..=left {
            cells.push(entry);
            fill(cells, left - entry, judge);
            cells.pop();
        }
    }
    fill(&mut Vec::new(), total, &mut judge);
}

/// Returns the sum of the terms, which must be partial permutation matrices of at most `ports` entries.
fn sum_of(rows: &[Vec<u64>], ports: usize, found: &Configurations) -> Rows {
    let mut sum: Rows = rows.iter().map(|row| vec![0; row.len()]).collect();
    for term in &found.terms {
        let lines =
            |of: &dyn Fn(usize) -> u64| (0..term.entries.len()).map(of).collect::<BTreeSet<u64>>().len();
        assert_eq!(lines(&|at| term.entries[at].row), term.entries.len());
        assert_eq!(lines(&|at| term.entries[at].column), term.entries.len());
        assert!(term.times > 0 && term.entries.len() <= ports);
        for entry in &term.entries {
            let place = |index: u64| usize::try_from(index).expect("an index");
            sum[place(entry.row)][place(entry.column)] += term.times;
        }
    }
    assert_eq!(found.length, found.terms.iter().map(|term| term.times).sum::<u64>());
    sum
}

/// Returns the bound and status of the claim of a quantity, once the checker has accepted it.
fn claimed(rows: &[Vec<u64>], ports: u32, found: &Configurations, of: MatrixQuantity) -> (u64, Status) {
    let matrix = MatrixDocument::new(rows.to_vec(), None, None);
    let certificate = found.certificate(&matrix, Ports::AtMost(ports.into()));
    let verdict = check_matrix_certificate(&certificate).expect("what is handed out is accepted");
    let claim = verdict.claims.iter().find(|claim| claim.quantity == of).expect("what was asked for");
    assert_eq!(claim.value, found.value);
    (claim.lower.value(), claim.status)
}

#[test]
fn on_every_tiny_matrix_the_fewest_terms_and_the_cheapest_cover_are_found_and_proved() {
    for ports in 1..=3_u32 {
        let terms = partial_permutations(usize::try_from(ports).unwrap());
        let mut known = BTreeMap::new();
        let mut costs = [0, 1, 3].map(|switching| (switching, BTreeMap::new()));
        every_matrix(4, |rows| {
            let found = fewest(rows, ports);
            let least = fewest_by_trying(rows, found.length, &terms, &mut known);
            assert_eq!(Some(found.value), least, "{rows:?} with {ports} ports");
            assert_eq!(&sum_of(rows, 3, &found), rows);
            let proved = claimed(rows, ports, &found, MatrixQuantity::Terms);
            assert_eq!(proved, (found.value, Status::Optimal), "{rows:?} with {ports} ports");
            for (switching, known) in &mut costs {
                let found = cheapest(rows, ports, *switching);
                let least = cost_by_trying(rows, *switching, &terms, known);
                assert_eq!(found.value, least, "{rows:?} with {ports} ports, {switching} for each");
                let proved = claimed(rows, ports, &found, MatrixQuantity::SwitchingCost);
                assert_eq!(proved, (least, Status::Optimal), "{rows:?} with {ports} ports");
            }
        });
    }
}

#[test]
fn matrices_whose_least_is_known_are_proved() {
    let proved = |rows: &[Vec<u64>]| {
        let found = fewest(rows, 9);
        assert_eq!(claimed(rows, 9, &found, MatrixQuantity::Terms), (found.value, Status::Optimal));
        found.value
    };
    assert_eq!(proved(&[vec![1, 1], vec![1, 2]]), 3);
    assert_eq!(proved(&[vec![1, 0], vec![0, 2]]), 2);
    // A Latin square of order 5 is the sum of as many terms as lines, each with another multiplicity.
    let latin: Rows =
        (0..5).map(|row| (0..5).map(|column| [1, 2, 4, 8, 16][(row + column) % 5]).collect()).collect();
    assert_eq!(proved(&latin), 5);
    assert_eq!(proved(&[]), 0);
    // One configuration that is held for the longer of the two.
    let rows = [vec![1, 0], vec![0, 2]];
    let found = cheapest(&rows, 2, 10);
    assert_eq!((found.length, found.terms.len(), found.value), (2, 1, 12));
    assert_eq!(claimed(&rows, 2, &found, MatrixQuantity::SwitchingCost), (12, Status::Optimal));
}

/// Perfect matrices of side 2 to 5: sums of a few permutation matrices with multiplicities.
fn perfect() -> impl Strategy<Value = Rows> {
    (2_usize..=5).prop_flat_map(|side| {
        let order = Just((0..side).collect::<Vec<_>>()).prop_shuffle();
        proptest::collection::vec((order, 1_u64..=9), 1..=7).prop_map(move |terms| {
            let mut rows = vec![vec![0; side]; side];
            for (order, times) in terms {
                order.into_iter().enumerate().for_each(|(row, column)| rows[row][column] += times);
            }
            rows
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn few_terms_add_up_and_are_never_more_than_birkhoff_allows(rows in perfect()) {
        let found = fewest(&rows, 5);
        let side = u64::try_from(rows.len()).unwrap();
        prop_assert_eq!(&sum_of(&rows, 5, &found), &rows);
        // Marcus and Ree (1959).
        prop_assert!(found.value <= side * side - 2 * side + 2);
        let (bound, status) = claimed(&rows, 5, &found, MatrixQuantity::Terms);
        prop_assert!(bound <= found.value && (status == Status::Optimal) == (bound == found.value));
    }

    #[test]
    fn any_matrix_has_few_terms_and_a_cheap_cover(
        rows in prop_oneof![strategies::matrix(), strategies::tall_matrix()], ports in 1_u32..=6, switching in 0_u64..=20
    ) {
        let found = fewest(&rows, ports);
        let matrix = matrix_of(&rows);
        let sum = birkhoff(&matrix, ports, None).unwrap();
        let most = usize::try_from(ports).unwrap();
        prop_assert_eq!(&sum_of(&rows, most, &found), &rows);
        prop_assert!(found.length == sum.length && found.terms.len() <= sum.terms.len());
        claimed(&rows, ports, &found, MatrixQuantity::Terms);
        let cover = cheapest(&rows, ports, switching);
        let covered = sum_of(&rows, most, &cover);
        let covers = rows.iter().flatten().zip(covered.iter().flatten()).all(|(entry, covered)| covered >= entry);
        let cost = cover.length + switching * u64::try_from(cover.terms.len()).unwrap();
        prop_assert!(covers && cover.value == cost);
        // The terms of the fewest cover too.
        prop_assert!(cost <= found.length + switching * found.value || found.value < u64::try_from(sum.terms.len()).unwrap());
        let (bound, _) = claimed(&rows, ports, &cover, MatrixQuantity::SwitchingCost);
        prop_assert!(bound <= cost);
    }
}
