//! One decomposition for all forms of a matrix: equal slots from stored and implied rows, from any number of
//! threads, in a buffer and by query; and Euler splits.

use crate::common::{least_slots, strategies, task_of, wide};
use isotask::check::{Options, Rejection, check_certificate};
use isotask::decompose::{Decomposition, color, color_into, decompose, euler_split, quotient};
use isotask::graph::Random;
use isotask::model::{
    Coloring, ImpliedRows, IntervalForm, IsotropicTask, LocalSchedule, Node, OwnedInterval, Query, Ranked,
    RowStream, Rows, TaskMatrix,
};
use isotask::route::{Directions, task_matrix};
use isotask::solve::{Form, Outcome, SolveOptions, solve};
use isotask::wire::{self, CertificateDocument, Network, NodeRef, Ports, ScheduleBody, Task};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn matrix_of(rows: &[Vec<u64>]) -> TaskMatrix {
    TaskMatrix::from_dense(rows).expect("the entries are small")
}

/// Every entry as `(row, column, units)`.
fn entries(rows: &impl Rows) -> Vec<(usize, u32, u64)> {
    let mut entries = Vec::new();
    rows.visit(0..rows.rows(), |row, column, units| entries.push((row, column, units)));
    entries
}

/// Rank, select and the two queries against the definitions.
fn queries_agree(rows: &impl Ranked, ports: u32) -> Result<(), TestCaseError> {
    let form = quotient(rows, ports);
    let slots = color(rows, &form).slots;
    let query = Query::new(rows, &form);
    let mut counts = vec![0; wide(rows.columns())];
    let mut taken = BTreeMap::new();
    let mut slot_of_unit = slots.iter();
    let mut last = 0;
    for (row, column, units) in entries(rows) {
        for row in last + 1..=row {
            prop_assert_eq!(rows.rank(row, column), counts[wide(column)]);
        }
        last = row;
        prop_assert_eq!(rows.rank(row, column), counts[wide(column)]);
        prop_assert_eq!(rows.entry(row, column), units);
        for unit in 0..units {
            prop_assert_eq!(rows.select(column, counts[wide(column)]), Some(row));
            counts[wide(column)] += 1;
            let slot = u64::from(*slot_of_unit.next().expect("a slot for every unit"));
            prop_assert_eq!(query.slot(row, column, unit), Some(slot));
            taken.insert((slot, column), (row, unit));
        }
        prop_assert_eq!(query.slot(row, column, units), None);
    }
    for column in 0..rows.columns() {
        prop_assert_eq!(rows.rank(rows.rows(), column), counts[wide(column)]);
        prop_assert_eq!(rows.select(column, counts[wide(column)]), None);
        for slot in 0..=form.length {
            let unit = query.entry(slot, column).map(|unit| (unit.row, unit.unit));
            prop_assert_eq!(unit, taken.get(&(slot, column)).copied());
        }
    }
    Ok(())
}

/// Checks the sums and counts of rows in any form against those of a stored matrix with equal rows.
fn counts_agree(one: &impl Rows, other: &TaskMatrix, at: &[usize]) -> Result<(), TestCaseError> {
    prop_assert_eq!(one.rows(), other.rows());
    prop_assert_eq!(one.column_sums(), other.column_sums());
    prop_assert_eq!(Rows::total(one), other.total());
    prop_assert_eq!(one.greatest_row_sum(), other.greatest_row_sum());
    prop_assert_eq!(one.greatest_entry(), other.greatest_entry());
    for &first in at {
        let first = first % (one.rows() + 1);
        for &end in at {
            let end = first + end % (one.rows() + 1 - first);
            let (mut found, mut expected) = (vec![0; wide(one.columns())], vec![0; wide(one.columns())]);
            one.count(first..end, &mut found);
            other.visit(first..end, |_, column, units| expected[wide(column)] += units);
            prop_assert_eq!(&found, &expected);
            let units: u64 = expected.iter().sum();
            if first < one.rows() {
                prop_assert!(one.fit(first, units) >= end);
                prop_assert_eq!(one.fit(first, units), Rows::fit(other, first, units));
            }
            let mut stream = one.stream(first);
            let mut seen = Vec::new();
            stream.visit(end - first, |row, column, units| seen.push((row, column, units)));
            let mut wanted = Vec::new();
            other.visit(first..end, |row, column, units| wanted.push((row, column, units)));
            prop_assert_eq!(seen, wanted);
        }
    }
    Ok(())
}

/// A small exchange by distance, on any network, with copies.
fn exchange() -> impl Strategy<Value = IsotropicTask> {
    let cube = (1_u64..=7).prop_map(|dimension| Network::Hypercube { dimension });
    let torus = strategies::radices().prop_map(|radices| Network::Torus { radices });
    let ring = (2_u64..=40).prop_map(|nodes| Network::Ring { nodes });
    (prop_oneof![cube, torus, ring], 0_u64..1000, 0_u64..1000, 1_u64..=3).prop_map(
        |(network, a, b, count)| {
            let diameter = isotask::model::Network::new(&network).expect("a network").diameter();
            let (a, b) = (a % diameter + 1, b % diameter + 1);
            task_of(network, Task::NeighbourhoodExchange { min: a.min(b), max: a.max(b), count }, Ports::All)
        },
    )
}

fn stored(task: &IsotropicTask) -> TaskMatrix {
    task_matrix(task, &Directions::Default).expect("default directions")
}

proptest! {
    #[test]
    fn implied_rows_are_those_of_the_task(task in exchange(), at in proptest::collection::vec(0_usize..10_000, 3)) {
        let matrix = stored(&task);
        let implied = ImpliedRows::new(&task).expect("packets by distance");
        prop_assert_eq!(entries(&implied), entries(&matrix));
        counts_agree(&implied, &matrix, &at)?;
        let offsets = task.classes().flat_map(|class| (0..class.count).map(move |_| class.offset));
        prop_assert!(offsets.enumerate().all(|(row, offset)| implied.offset(row) == offset));
        for class in task.classes() {
            let row = implied.first_row(class.offset).expect("a packet");
            prop_assert!(implied.offset(row) == class.offset && (row == 0 || implied.offset(row - 1) != class.offset));
        }
        prop_assert_eq!(implied.first_row(Node(0)), None);
        for ports in [1, task.ports()] {
            let form = quotient(&matrix, ports);
            prop_assert_eq!(&quotient(&implied, ports), &form);
            prop_assert_eq!(color(&implied, &form), color(&matrix, &form));
        }
    }

    #[test]
    fn queries_on_stored_rows_agree_with_the_slots(rows in strategies::matrix(), ports in 1_u32..=6) {
        queries_agree(&matrix_of(&rows), ports)?;
    }

    #[test]
    fn queries_on_implied_rows_agree_with_the_slots(task in exchange(), ports in 1_u32..=6) {
        let rows = ImpliedRows::new(&task).expect("packets by distance");
        if rows.total() < 2000 {
            queries_agree(&rows, ports)?;
        }
    }

    #[test]
    fn euler_splits_take_exactly_the_critical_sum_or_the_ports_bound(rows in strategies::matrix()) {
        let matrix = matrix_of(&rows);
        for ports in 1..=matrix.columns() + 1 {
            let coloring = euler_split(&matrix, ports);
            prop_assert_eq!(coloring.replay(&matrix, ports), Ok(()));
            prop_assert_eq!(coloring.length(), least_slots(&rows, u64::from(ports)));
        }
    }

    #[test]
    fn wide_sparse_matrices_are_split(seed in any::<u64>(), ports in 1_u32..=400) {
        let matrix = scattered(300, 200, 2, seed);
        let chosen = Decomposition::choose(&matrix);
        prop_assert!(matches!(chosen, Decomposition::EulerSplit { .. }), "{}", chosen);
        let coloring = decompose(&matrix, ports);
        prop_assert_eq!(coloring.replay(&matrix, ports), Ok(()));
        prop_assert!(coloring.length() <= matrix.least_slots(ports));
    }

    #[test]
    fn the_checker_counts_the_totals_that_it_would_find_row_by_row(task in exchange()) {
        let certificate = certified(&task);
        let counted = check_certificate(&certificate, &nodes(0)).expect("a good certificate");
        let passed = check_certificate(&with_packets(&task, &certificate), &nodes(0)).expect("the same, listed");
        // Going through packets takes more steps.
        prop_assert_eq!((counted.replayed, counted.claims), (passed.replayed, passed.claims));
    }
}

/// Rows with random columns from a fixed generator.
fn scattered(rows: u32, columns: u32, degree: u32, seed: u64) -> TaskMatrix {
    let mut random = Random::new(seed);
    let mut matrix = TaskMatrix::new(columns);
    for _ in 0..rows {
        let mut row = BTreeMap::new();
        for _ in 0..degree {
            let column = u32::try_from(random.below(wide(columns))).expect("a column");
            *row.entry(column).or_insert(0) += 1;
        }
        matrix.push_row(row).expect("increasing columns");
    }
    matrix
}

fn nodes(every_node_limit: u64) -> Options {
    Options { every_node_limit, ..Options::default() }
}

/// A certificate in intervals.
fn certified(task: &IsotropicTask) -> CertificateDocument {
    let options = SolveOptions { form: Form::Intervals, ..SolveOptions::default() };
    match solve(&task.clone().into(), &options).expect("solvable") {
        Outcome::Optimal(solution) | Outcome::Feasible(solution) => solution.certificate,
        other => unreachable!("a schedule exists: {other:?}"),
    }
}

/// Returns such a certificate with all packets listed, which the checker visits one by one.
fn with_packets(task: &IsotropicTask, certificate: &CertificateDocument) -> CertificateDocument {
    let mut listed = certificate.clone();
    let offsets = task.classes().flat_map(|class| (0..class.count).map(move |_| class.offset));
    if let ScheduleBody::Intervals { packets, .. } = &mut listed.schedule {
        *packets = Some(offsets.map(|offset| NodeRef::Index(offset.0)).collect());
    }
    listed
}

fn total_exchange(network: Network) -> IsotropicTask {
    task_of(network, Task::TotalExchange { count: 1 }, Ports::All)
}

#[test]
fn the_slots_do_not_depend_on_threads() {
    let task = total_exchange(Network::Hypercube { dimension: 15 });
    let matrix = stored(&task);
    let implied = ImpliedRows::new(&task).expect("packets by distance");
    let balanced = scattered(5000, 5000, 8, 7);
    let of = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let form = quotient(&matrix, 15);
            let mut buffer = vec![u32::MAX; wide(matrix.total())];
            color_into(&matrix, &form, &mut buffer);
            assert_eq!(color(&implied, &quotient(&implied, 15)).slots, buffer);
            (form, buffer, euler_split(&balanced, 5000))
        })
    };
    let one = of(1);
    assert_eq!(Coloring { slots: one.1.clone() }.replay(&matrix, 15), Ok(()));
    assert_eq!(one.2.replay(&balanced, 5000), Ok(()));
    assert_eq!(one.2.length(), balanced.critical_sum());
    for threads in [2, 3, 8] {
        assert!(of(threads) == one, "{threads} threads");
    }
}

#[test]
fn snapshots_count_units_like_the_rows() {
    for (rows, columns) in [(5000, 3), (5000, 300), (3000, 700)] {
        let matrix = scattered(rows, columns, 5, 11);
        counts_agree(&matrix, &matrix, &[0, 1, 511, 512, 513, 1024, 2048, 4999])
            .expect("the counts of the rows");
        for column in [0, columns - 1] {
            let mut units = 0;
            for row in 0..matrix.rows() {
                assert_eq!(matrix.rank(row, column), units);
                units += matrix.entry(row, column);
            }
        }
    }
}

#[test]
fn a_regular_multigraph_of_odd_degree_takes_as_many_slots() {
    for degree in [1, 3, 7, 13] {
        let mut matrix = TaskMatrix::new(1000);
        for row in 0..1000_u32 {
            let mut columns: Vec<u32> = (0..degree).map(|i| (row + 37 * i * i) % 1000).collect();
            columns.sort_unstable();
            let runs = columns.chunk_by(|a, b| a == b);
            matrix.push_row(runs.map(|run| (run[0], u64::try_from(run.len()).expect("few")))).expect("a row");
        }
        let coloring = decompose(&matrix, 1000);
        assert_eq!((coloring.replay(&matrix, 1000), coloring.length()), (Ok(()), u64::from(degree)));
        let coloring = decompose(&matrix, 333);
        assert_eq!((coloring.replay(&matrix, 333), coloring.length()), (Ok(()), matrix.least_slots(333)));
    }
}

#[test]
fn the_30_cube_is_solved_queried_and_checked_without_its_rows() {
    let task = total_exchange(Network::Hypercube { dimension: 30 });
    let rows = ImpliedRows::new(&task).expect("packets by distance");
    let form = quotient(&rows, 30);
    assert_eq!((form.length, Rows::total(&rows)), (1 << 29, 30 << 29));
    let query = Query::new(&rows, &form);
    for (row, column) in [(0, 0), ((1 << 30) - 2, 29), (987_654_321, 3), (123_456_789, 28)] {
        let uses = rows.offset(row).0 >> column & 1;
        assert_eq!(rows.entry(row, column), uses);
        match query.slot(row, column, 0) {
            None => assert_eq!(uses, 0),
            Some(slot) => assert_eq!(query.entry(slot, column).map(|unit| unit.row), Some(row)),
        }
    }
    let schedule = LocalSchedule::new(task.network(), &rows, &form);
    let moves = schedule.moves(Node(5), 1 << 28);
    assert_eq!(moves.len(), 30);
    // No packet moves twice in a slot: the pairs of origin and destination differ.
    let pairs: BTreeSet<_> = moves.iter().map(|m| m.sent).collect();
    assert_eq!(pairs.len(), 30);
}

#[test]
fn a_slot_that_a_pool_has_too_many_belongs_to_no_unit() {
    let matrix = matrix_of(&[vec![1, 0], vec![0, 1], vec![0, 1]]);
    let owned = |start, width, group, link| OwnedInterval { start, width, group, link };
    // The first group has two slots of column 1 more than it needs, one of them before a slot that the second
    // takes.
    let intervals = vec![owned(0, 1, 0, 0), owned(1, 3, 0, 1), owned(4, 1, 1, 1)];
    let form = IntervalForm { groups: vec![0, 2], intervals, length: 5 };
    let query = Query::new(&matrix, &form);
    let taken: Vec<_> = (0..6).map(|slot| query.entry(slot, 1).map(|unit| unit.row)).collect();
    assert_eq!(taken, [None, Some(1), None, None, Some(2), None]);
}

/// Every node's moves in every slot, by the queries, carry every packet home.
#[test]
fn local_schedules_deliver_every_packet() {
    let networks = [
        Network::Hypercube { dimension: 4 },
        Network::Torus { radices: vec![4, 3] },
        Network::Torus { radices: vec![2, 5] },
        Network::Ring { nodes: 6 },
    ];
    for kind in networks {
        let task = total_exchange(kind);
        let network = task.network();
        let rows = ImpliedRows::new(&task).expect("packets by distance");
        let form = quotient(&rows, task.ports());
        let schedule = LocalSchedule::new(network, &rows, &form);
        let mut place: BTreeMap<(u64, u64), u64> = BTreeMap::new();
        for slot in 0..form.length {
            let mut after = place.clone();
            let (mut sent, mut received) = (BTreeSet::new(), BTreeSet::new());
            for node in 0..network.nodes() {
                for step in schedule.moves(Node(node), slot) {
                    let packet = (step.sent.origin.0, step.sent.destination.0);
                    assert_eq!(
                        place.get(&packet).copied().unwrap_or(packet.0),
                        node,
                        "{network}: {packet:?}"
                    );
                    assert_eq!(step.to.0, neighbour(network, node, step.link.0));
                    assert_eq!(neighbour(network, step.from.0, step.link.0), node);
                    received.insert((node, step.received));
                    sent.insert((step.to.0, step.sent));
                    after.insert(packet, step.to.0);
                }
            }
            // Every packet that one node sends is received by another.
            assert_eq!(sent, received);
            place = after;
        }
        assert_eq!(place.len(), wide(network.nodes() * (network.nodes() - 1)));
        assert!(place.iter().all(|(packet, &at)| packet.1 == at), "{network}");
    }
}

fn neighbour(network: &isotask::model::Network, node: u64, link: u32) -> u64 {
    use isotask::model::Way;
    for ring in network.dimensions() {
        let x = ring.coordinate(Node(node));
        for (way, step) in [(Way::Plus, 1), (Way::Minus, ring.radix() - 1)] {
            if ring.link(way).0 == link {
                return node - x * ring.stride() + (x + step) % ring.radix() * ring.stride();
            }
        }
    }
    unreachable!("no link {link}")
}

#[test]
fn corrupted_intervals_of_implied_rows_are_refused() {
    let task = total_exchange(Network::Hypercube { dimension: 6 });
    let good = certified(&task);
    let refused = |change: &dyn Fn(&mut Vec<u64>, &mut Vec<wire::Interval>)| {
        let mut broken = good.clone();
        if let ScheduleBody::Intervals { groups, intervals, .. } = &mut broken.schedule {
            change(groups, intervals);
        }
        check_certificate(&broken, &nodes(0)).expect_err("a broken schedule")
    };
    assert!(check_certificate(&good, &nodes(0)).is_ok());
    for index in [0, 1, 7] {
        let shorter = refused(&|_, intervals| {
            intervals[index].width -= 1;
            intervals.retain(|interval| interval.width > 0);
        });
        assert!(matches!(shorter, Rejection::PoolExhausted { .. }), "{shorter}");
        let longer = refused(&|_, intervals| intervals[index].width += 1);
        assert!(matches!(longer, Rejection::GroupOverlap { .. } | Rejection::LinkOverlap { .. }), "{longer}");
        let turned = refused(&|_, intervals| intervals[index].link = (intervals[index].link + 1) % 6);
        assert!(
            matches!(turned, Rejection::LinkOverlap { .. } | Rejection::PoolExhausted { .. }),
            "{turned}"
        );
    }
    let moved = refused(&|groups, _| groups[1] += 1);
    assert!(matches!(moved, Rejection::PoolExhausted { .. }), "{moved}");
    let later = refused(&|_, intervals| intervals.iter_mut().for_each(|interval| interval.start += 1));
    assert!(matches!(later, Rejection::ValueMismatch { .. }), "{later}");
}
