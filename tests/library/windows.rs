//! The construction that reaches the pooled bound and the critical sum together, on every task that it takes.

use isotask::delay::{BlocksError, WindowsError, pooled, total_delay, windows};
use isotask::model::IsotropicTask;
use isotask::wire::{Network, Objective, Ports, Task, TaskDocument, parse};
use proptest::prelude::*;

fn task(network: Network, task: Task) -> IsotropicTask {
    let document = TaskDocument::new(None, network, task, Ports::All, Objective::AverageDelay);
    IsotropicTask::new(&document).expect("a good task")
}

fn cube(dimension: u64) -> Network {
    Network::Hypercube { dimension }
}

/// Builds and replays the schedule; both numbers are the least that any schedule has.
fn assert_both_optima(task: &IsotropicTask, what: &str) {
    let built = windows(task).unwrap_or_else(|error| unreachable!("{what}: {error}"));
    built.coloring.replay(&built.matrix, task.ports()).expect("a proper schedule");
    assert_eq!(built.coloring.length(), built.matrix.critical_sum(), "{what}: completion time");
    assert_eq!(
        Some(u128::from(total_delay(&built.matrix, &built.coloring))),
        pooled(task),
        "{what}: total delay"
    );
}

#[test]
fn total_exchange_has_both_optima_on_every_hypercube_up_to_dimension_16() {
    for dimension in 1..=16 {
        let exchange = task(cube(dimension), Task::TotalExchange { count: 1 });
        assert_eq!(
            exchange.total_distance(),
            u128::from(dimension) << (dimension - 1),
            "d 2^(d-1) moves of a node"
        );
        assert_both_optima(&exchange, &format!("d = {dimension}"));
    }
}

#[test]
fn values_of_composite_dimensions_are_those_that_a_constraint_solver_found() {
    for (dimension, delay) in [(4, 64), (6, 892), (8, 13_684), (9, 54_540)] {
        let exchange = task(cube(dimension), Task::TotalExchange { count: 1 });
        let built = windows(&exchange).expect("a schedule");
        assert_eq!(total_delay(&built.matrix, &built.coloring), delay, "d = {dimension}");
        assert_eq!(built.coloring.length(), 1 << (dimension - 1), "d = {dimension}");
    }
}

#[test]
fn several_packets_for_each_node_keep_both_optima() {
    for dimension in 1..=9 {
        for count in 2..=5 {
            let exchange = task(cube(dimension), Task::TotalExchange { count });
            assert_both_optima(&exchange, &format!("d = {dimension}, {count} packets"));
        }
    }
}

#[test]
fn neighbourhood_exchanges_have_both_optima_up_to_dimension_11() {
    for dimension in 1..=11 {
        for min in 1..=dimension {
            for max in min..=dimension {
                let exchange = task(cube(dimension), Task::NeighbourhoodExchange { min, max, count: 1 });
                assert_both_optima(&exchange, &format!("({min}, {max}) on the {dimension}-cube"));
            }
        }
    }
}

#[test]
fn odd_tori_of_equal_radices_have_both_optima_in_every_dimension() {
    for (radix, dimension) in
        [(3, 1), (9, 1), (7, 2), (3, 3), (5, 3), (7, 3), (9, 3), (3, 4), (3, 5), (5, 5), (3, 6), (3, 7)]
    {
        let network = Network::Torus { radices: vec![radix; dimension] };
        assert_both_optima(
            &task(network, Task::TotalExchange { count: 1 }),
            &format!("{dimension} dimensions of radix {radix}"),
        );
    }
}

#[test]
fn tasks_without_the_symmetry_are_refused() {
    let refused = |task: &IsotropicTask| windows(task).expect_err("no schedule");
    let exchange = Task::TotalExchange { count: 1 };
    let even = task(Network::Torus { radices: vec![4, 4] }, exchange.clone());
    assert_eq!(refused(&even), WindowsError::Blocks(BlocksError::NoTurn));
    let ports = TaskDocument::new(None, cube(3), exchange, Ports::One, Objective::AverageDelay);
    let ports = IsotropicTask::new(&ports).expect("a task");
    assert_eq!(refused(&ports), WindowsError::Blocks(BlocksError::Ports));
    // Two packets of distance 2, then one of distance 4: no group of both ends in two consecutive slots.
    let apart = parse::<TaskDocument>(
        br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":4},"task":{"kind":"isotropic",
        "packets":[{"offset":5},{"offset":10},{"offset":15}]},"ports":"all","objective":"average-delay"}"#,
    );
    let apart = IsotropicTask::new(&apart.expect("a document")).expect("a task");
    assert_eq!(refused(&apart), WindowsError::NotJoined { distance: 2 });
}

/// Packets that are invariant under rotation: a number of packets for every orbit of offsets under rotation.
fn invariant(dimension: u32, counts: &[u64]) -> Option<IsotropicTask> {
    let all = (1_u64 << dimension) - 1;
    let least =
        |offset: u64| (0..dimension).map(|by| ((offset << by) | (offset >> (dimension - by))) & all).min();
    let representatives: Vec<u64> = (1..=all).filter(|&offset| least(offset) == Some(offset)).collect();
    let packets: Vec<String> = (1..=all)
        .filter_map(|offset| {
            let orbit = representatives.iter().position(|&first| least(offset) == Some(first))?;
            let count = counts[orbit % counts.len()];
            (count > 0).then(|| format!(r#"{{"offset":{offset},"count":{count}}}"#))
        })
        .collect();
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{{"kind":"hypercube","dimension":{dimension}}},"task":{{"kind":
        "isotropic","packets":[{}]}},"ports":"all","objective":"average-delay"}}"#,
        packets.join(",")
    );
    IsotropicTask::new(&parse::<TaskDocument>(text.as_bytes()).ok()?).ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Every task is scheduled properly at both optima, or refused without a panic.
    #[test]
    fn custom_tasks_are_at_both_optima_or_refused(
        dimension in 1_u32..=7,
        counts in prop::collection::vec(0_u64..4, 1..20),
    ) {
        let Some(task) = invariant(dimension, &counts) else { return Ok(()) };
        if let Ok(built) = windows(&task) {
            prop_assert!(built.coloring.replay(&built.matrix, task.ports()).is_ok());
            prop_assert_eq!(built.coloring.length(), built.matrix.critical_sum());
            prop_assert_eq!(Some(u128::from(total_delay(&built.matrix, &built.coloring))), pooled(&task));
        }
    }
}
