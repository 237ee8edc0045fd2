//! Routes on Abelian networks: they reach their destinations, take the claimed slots, never beat a bound, and
//! often meet it.

use crate::common::{cayley_task_of, circulant, family, strategies};
use isotask::bound::{cayley_distance, cayley_weighted};
use isotask::decompose::{color, quotient};
use isotask::model::{CayleyTask, Link, ModelError, Node, WordSchedule};
use isotask::route::{AbelianRoutes, SearchBudget, abelian_routes};
use isotask::wire::{self, Family, Network, Ports, Task, TaskDocument};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Returns the greatest bound that holds for every schedule.
fn bound(task: &CayleyTask) -> u64 {
    let farthest = cayley_distance(task).map_or(0, |bound| bound.value);
    cayley_weighted(task, u64::MAX).value.max(farthest)
}

fn routes(task: &CayleyTask, evaluations: u64) -> AbelianRoutes {
    abelian_routes(task, bound(task), &SearchBudget { evaluations, stop: &|| false })
}

/// Returns the schedule of routes.
fn schedule(task: &CayleyTask, routes: &AbelianRoutes) -> WordSchedule {
    let matrix = routes.matrix(task.graph().links()).expect("routes of the task");
    assert_eq!(matrix.least_slots(task.ports()), routes.critical);
    let coloring = color(&matrix, &quotient(&matrix, task.ports()));
    let packets = task.classes().iter().flat_map(|class| (0..class.count).map(|_| class.offset)).collect();
    WordSchedule::from_coloring(packets, &matrix, &coloring)
}

/// Asserts the properties of all routes and returns their completion time.
fn checked(task: &CayleyTask, evaluations: u64) -> u64 {
    let routes = routes(task, evaluations);
    assert_eq!(routes.runs.len(), task.classes().len());
    for (runs, class) in routes.runs.iter().zip(task.classes()) {
        assert_eq!(runs.iter().map(|run| run.count).sum::<u64>(), class.count);
        for run in runs {
            let mut at = Node(0);
            for &(link, uses) in &run.uses {
                (0..uses).for_each(|_| at = task.graph().neighbor(at, Link(link)));
            }
            assert_eq!(at, class.offset);
        }
    }
    assert!(routes.critical >= bound(task), "no schedule is shorter than a bound");
    let schedule = schedule(task, &routes);
    assert_eq!(schedule.replay(task), Ok(()));
    assert_eq!(schedule.length(), routes.critical);
    routes.critical
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn routes_on_circulants_are_schedules(
        (network, task) in strategies::circulant().prop_flat_map(|(n, steps)| {
            (Just(circulant(n, &steps)), strategies::isotropic(n))
        }),
        ports in prop_oneof![Just(Ports::All), (1_u64..=6).prop_map(Ports::AtMost)],
    ) {
        checked(&cayley_task_of(network, task, ports), 100_000);
    }

    #[test]
    fn routes_on_tori_are_schedules(listing in strategies::small_listing()) {
        let task = CayleyTask::new(listing.task().document()).expect("a small torus");
        checked(&task, 100_000);
    }
}

#[test]
fn total_exchange_on_many_circulants_meets_the_bound() {
    let exchange = |n, steps: &[u64], ports| {
        cayley_task_of(circulant(n, steps), Task::TotalExchange { count: 1 }, ports)
    };
    let several: [(u64, &[u64]); 8] = [
        (5, &[1, 2]),
        (7, &[1, 3]),
        (13, &[1, 5]),
        (21, &[1, 8]),
        (25, &[1, 7]),
        (27, &[1, 3, 9]),
        (41, &[1, 9]),
        (59, &[1, 7, 11]),
    ];
    for (n, steps) in several {
        for ports in [Ports::All, Ports::AtMost(2), Ports::AtMost(3)] {
            let task = exchange(n, steps, ports);
            assert_eq!(checked(&task, 1_000_000), bound(&task), "{n}, {steps:?}, {ports:?}");
        }
    }
}

#[test]
fn the_complete_graph_takes_as_many_slots_as_there_are_packets_of_one_offset() {
    for n in [2, 3, 8, 65, 150] {
        let task = cayley_task_of(family(Family::Complete, n), Task::TotalExchange { count: 2 }, Ports::All);
        assert_eq!(checked(&task, 0), 2);
    }
}

#[test]
fn total_exchange_on_a_torus_given_by_permutations_takes_3_slots() {
    // Two cycles of 3, turned one at a time: the 3 × 3 torus, whose total exchange takes 3 slots (P1 §8).
    let turned = |a: &[u64], b: &[u64]| [a, b].concat();
    let (still, once, twice) = ([0, 1, 2], [1, 2, 0], [2, 0, 1]);
    let later = |cycle: &[u64; 3]| cycle.map(|i| i + 3);
    let permutations = vec![
        turned(&once, &later(&still)),
        turned(&twice, &later(&still)),
        turned(&still, &later(&once)),
        turned(&still, &later(&twice)),
    ];
    let network = Network::Cayley(wire::Group::Permutations { permutations });
    let task = cayley_task_of(network, Task::TotalExchange { count: 1 }, Ports::All);
    assert_eq!(checked(&task, 100_000), 3);
}

#[test]
fn symmetric_total_exchange_on_the_ring_of_4_stays_above_the_bound() {
    // MATH §2: 3 symmetric slots, the bound is 2.
    let task = cayley_task_of(circulant(4, &[1]), Task::TotalExchange { count: 1 }, Ports::All);
    assert_eq!((checked(&task, 100_000), bound(&task)), (3, 2));
}

#[test]
fn a_million_packets_of_one_offset_are_divided_at_once() {
    // Ring of 5, offset 2: 3/5 of the packets go up, 2/5 down.
    let packets = vec![wire::PacketCount { offset: wire::NodeRef::Index(2).into(), count: 1_000_000 }];
    let task = cayley_task_of(circulant(5, &[1]), Task::Isotropic { packets, count: 1 }, Ports::All);
    assert_eq!(checked(&task, 100_000), 1_200_000);
}

#[test]
fn tori_of_the_corpus_written_as_cayley_tasks_take_the_expected_slots() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let expected = fs::read(models.join("expected.json")).expect("the expected values");
    let expected: BTreeMap<String, serde_json::Value> = serde_json::from_slice(&expected).expect("a map");
    let mut seen = 0;
    for (name, expected) in &expected {
        let text = fs::read(models.join(format!("{name}.json"))).expect("a task");
        let document = wire::parse::<TaskDocument>(&text).expect("a task");
        let task = match CayleyTask::new(&document) {
            Ok(task) => task,
            Err(ModelError::GroupTooLarge { .. }) => continue,
            Err(fault) => panic!("{name}: {fault}"),
        };
        let number = |key: &str| expected[key].as_u64().expect("a number");
        let least = number("completion-time");
        let found = abelian_routes(&task, least, &SearchBudget { evaluations: 1_000_000, stop: &|| false });
        assert_eq!(schedule(&task, &found).replay(&task), Ok(()), "{name}");
        // The scope of every expected value includes all symmetric schedules, so none is below.
        assert!(found.critical >= least, "{name}: {} below {least}", found.critical);
        assert_eq!(found.critical, least, "{name}");
        assert!(cayley_weighted(&task, least).value <= number("lower-all"), "{name}");
        seen += 1;
    }
    assert!(seen > 60, "only {seen} of the corpus fit tables");
}
