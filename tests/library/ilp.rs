//! The integer program against the papers' values, the search over directions and its own limits.

use isotask::ilp::{IlpError, IlpOptions, IlpSchedule, MOST_NODES, MOST_VARIABLES, least_slots};
use isotask::model::IsotropicTask;
use isotask::route::{Directions, RouteChoice, RouteProof, SearchBudget, least_completion, task_matrix};
use isotask::wire::{self, Network, NodeRef, Objective, PacketCount, Ports, Task, TaskDocument};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

const UNLIMITED: IlpOptions = IlpOptions { threads: 1, time_limit: None };

fn task(network: &str, task: &str, ports: &str) -> IsotropicTask {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"completion-time"}}"#
    );
    IsotropicTask::new(&wire::parse(text.as_bytes()).expect("a task document")).expect("a task")
}

fn route(task: &IsotropicTask) -> RouteChoice {
    least_completion(task, &SearchBudget { evaluations: 10_000_000, stop: &|| false })
}

fn solved(task: &IsotropicTask) -> IlpSchedule {
    let found = least_slots(task, &route(task), &UNLIMITED).expect("a small task");
    let found = found.expect("there is no time limit");
    let matrix = task_matrix(task, &found.directions).expect("directions of the task");
    assert_eq!(found.coloring.replay(&matrix, task.ports()), Ok(()));
    found
}

fn slots(network: &str, packets: &str, ports: &str) -> u64 {
    solved(&task(network, packets, ports)).coloring.length()
}

const RING_3: &str = r#"{"kind":"ring","nodes":3}"#;
const RING_4: &str = r#"{"kind":"ring","nodes":4}"#;
const RING_5: &str = r#"{"kind":"ring","nodes":5}"#;
const TORUS_3_3: &str = r#"{"kind":"torus","radices":[3,3]}"#;
const CUBE_3: &str = r#"{"kind":"hypercube","dimension":3}"#;
const TOTAL_EXCHANGE: &str = r#"{"kind":"total-exchange"}"#;
const ALL: &str = r#""all""#;

fn copies(offset: &str, count: u64) -> String {
    format!(r#"{{"kind":"isotropic","packets":[{{"offset":{offset},"count":{count}}}]}}"#)
}

#[test]
fn a_detour_saves_a_slot_on_the_ring_of_3() {
    let found = solved(&task(RING_3, &copies("1", 3), ALL));
    assert_eq!(found.coloring.length(), 2);
    assert_eq!(found.cross_check, "HiGHS cross-check, not a proof: 1 slot is infeasible");
    let Directions::PerClass { runs, alternating: 0 } = &found.directions else {
        unreachable!("the integer program gives runs")
    };
    let counts: Vec<_> = runs[0].iter().map(|run| (run.minus, run.count)).collect();
    assert_eq!(counts, [(0, 2), (1, 1)], "equal directions stand side by side");
}

#[test]
fn with_one_port_the_detour_does_not_pay() {
    let found = solved(&task(RING_3, &copies("1", 3), r#""one""#));
    assert_eq!(found.coloring.length(), 3);
    assert_eq!(found.cross_check, "HiGHS cross-check, not a proof: 2 slots are infeasible");
}

#[test]
fn five_packets_of_offset_2_take_6_slots_on_the_ring_of_5() {
    assert_eq!(slots(RING_5, &copies("2", 5), ALL), 6);
}

#[test]
fn total_exchange_takes_its_known_slots() {
    assert_eq!(slots(RING_4, TOTAL_EXCHANGE, ALL), 3);
    assert_eq!(slots(TORUS_3_3, TOTAL_EXCHANGE, ALL), 3);
    assert_eq!(slots(CUBE_3, TOTAL_EXCHANGE, ALL), 4);
}

#[test]
fn dimensions_are_coupled_by_the_rows() {
    assert_eq!(slots(TORUS_3_3, &copies("[1,1]", 3), ALL), 3);
}

#[test]
fn ports_limit_the_slots() {
    // Every node has 12 hops to make on either network, and k of them fit a slot.
    assert_eq!(slots(CUBE_3, TOTAL_EXCHANGE, r#"{"at-most":2}"#), 6);
    assert_eq!(slots(CUBE_3, TOTAL_EXCHANGE, r#""one""#), 12);
    assert_eq!(slots(TORUS_3_3, TOTAL_EXCHANGE, r#"{"at-most":2}"#), 6);
}

/// With its presolve, and with constraints that order the slots, `HiGHS` 1.15 took these for infeasible.
#[test]
fn feasible_programs_are_not_taken_for_infeasible() {
    let packets = |listed: &str| format!(r#"{{"kind":"isotropic","packets":[{listed}]}}"#);
    let first = packets(r#"{"offset":2,"count":3},{"offset":4,"count":5},{"offset":3}"#);
    assert_eq!(slots(r#"{"kind":"torus","radices":[2,3]}"#, &first, r#""one""#), 14);
    let second = packets(r#"{"offset":7,"count":5},{"offset":6,"count":2}"#);
    assert_eq!(slots(r#"{"kind":"torus","radices":[2,4]}"#, &second, r#""one""#), 16);
    assert_eq!(slots(r#"{"kind":"torus","radices":[2,5]}"#, &copies("8", 5), r#""one""#), 15);
}

#[test]
fn one_hop_needs_no_cross_check() {
    let found = solved(&task(RING_5, &copies("1", 1), ALL));
    assert_eq!(found.coloring.slots, [0]);
    assert_eq!(found.cross_check, "HiGHS cross-check not needed: packets take at least 1 slot");
}

#[test]
fn a_task_without_packets_takes_no_slots() {
    let found = solved(&task(RING_4, r#"{"kind":"isotropic","packets":[]}"#, ALL));
    assert_eq!(found.coloring.length(), 0);
    assert_eq!(found.directions, Directions::PerClass { runs: Vec::new(), alternating: 0 });
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for (network, packets) in [(RING_5, copies("2", 5)), (TORUS_3_3, TOTAL_EXCHANGE.to_owned())] {
        let task = task(network, &packets, ALL);
        let route = route(&task);
        let many = IlpOptions { threads: 4, time_limit: None };
        assert_eq!(least_slots(&task, &route, &UNLIMITED), least_slots(&task, &route, &many));
    }
}

#[test]
fn a_program_too_large_is_refused_with_the_methods_that_apply() {
    let task = task(r#"{"kind":"hypercube","dimension":8}"#, TOTAL_EXCHANGE, ALL);
    let refused = least_slots(&task, &route(&task), &UNLIMITED).expect_err("255 × 8 × 128 variables");
    assert_eq!(refused, IlpError::TooLarge { found: 255 * 8 * 128, most: MOST_VARIABLES });
    assert_eq!(refused.reason(), "ilp-too-large");
    assert_eq!(
        refused.to_string(),
        "packets × links × slots = 261120 variables, expected at most 20000; \
         the methods quotient and hall make schedules of this task, quotient without such a limit"
    );
}

#[test]
fn numbers_beyond_64_bits_are_refused_too() {
    let task = task(RING_3, &copies("1", 1 << 60), ALL);
    let refused = least_slots(&task, &route(&task), &UNLIMITED).expect_err("a great many variables");
    assert_eq!(refused, IlpError::TooLarge { found: u64::MAX, most: MOST_VARIABLES });
}

#[test]
fn packets_implied_among_too_many_nodes_are_refused() {
    let near = r#"{"kind":"neighbourhood-exchange","min":1,"max":1}"#;
    let task = task(r#"{"kind":"hypercube","dimension":40}"#, near, ALL);
    let refused = least_slots(&task, &route(&task), &UNLIMITED).expect_err("2^40 nodes");
    assert_eq!(refused, IlpError::TooManyNodes { found: 1 << 40, most: MOST_NODES });
    assert_eq!(refused.reason(), "ilp-too-many-nodes");
}

#[test]
fn a_lower_bound_that_is_too_high_is_contradicted() {
    let task = task(RING_3, &copies("1", 3), ALL);
    let false_bound = RouteChoice { lower: 3, completion: 3, ..route(&task) };
    let refused = least_slots(&task, &false_bound, &UNLIMITED).expect_err("2 slots suffice");
    assert_eq!(refused, IlpError::Contradiction { found: 2, lower: 3 });
    assert!(refused.is_bug());
}

#[test]
fn a_lower_bound_that_is_too_low_is_raised() {
    let task = task(TORUS_3_3, &copies("[1,1]", 3), ALL);
    let weak = RouteChoice { lower: 1, completion: 6, proof: RouteProof::Split, ..route(&task) };
    let found = least_slots(&task, &weak, &UNLIMITED).expect("a small task").expect("there is no time limit");
    assert_eq!(found.coloring.length(), 3);
    assert_eq!(found.cross_check, "HiGHS cross-check, not a proof: 2 slots are infeasible");
}

#[test]
fn a_completion_that_is_not_attained_is_noticed() {
    let task = task(RING_3, &copies("1", 3), r#""one""#);
    let false_claim = RouteChoice { lower: 1, completion: 2, ..route(&task) };
    let refused = least_slots(&task, &false_claim, &UNLIMITED).expect_err("3 slots are needed");
    assert_eq!(refused, IlpError::Missed { slots: 2 });
}

#[test]
fn without_time_there_is_no_schedule() {
    let task = task(RING_3, &copies("1", 3), ALL);
    let none = IlpOptions { threads: 1, time_limit: Some(0) };
    assert_eq!(least_slots(&task, &route(&task), &none), Ok(None));
}

/// Tori of two dimensions of radix 2 to 5, up to 5 packets of any offsets, any number of ports.
fn small_tasks() -> impl Strategy<Value = TaskDocument> {
    let network = prop::collection::vec(2_u64..=5, 2);
    network.prop_flat_map(|radices| {
        let nodes: u64 = radices.iter().product();
        let packet = (1..nodes, 1_u64..=3);
        (Just(radices), prop::collection::vec(packet, 1..=3), 1_u64..=4).prop_map(
            |(radices, packets, ports)| {
                let mut left = 5;
                let mut listed = Vec::new();
                for (offset, count) in packets {
                    let count = count.min(left);
                    left -= count;
                    if count > 0 {
                        listed.push(PacketCount { offset: NodeRef::Index(offset), count });
                    }
                }
                let (network, task) =
                    (Network::Torus { radices }, Task::Isotropic { packets: listed, count: 1 });
                TaskDocument::new(None, network, task, Ports::AtMost(ports), Objective::CompletionTime)
            },
        )
    })
}

#[test]
fn the_program_agrees_with_the_search_over_directions() {
    let config = Config { cases: 48, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]));
    let outcome = runner.run(&small_tasks(), |document| {
        let task = IsotropicTask::new(&document).expect("offsets within the torus");
        let choice = route(&task);
        prop_assert_eq!(choice.completion, choice.lower, "the search ends on so few packets");
        let found = least_slots(&task, &choice, &UNLIMITED)
            .map_err(|fault| TestCaseError::fail(fault.to_string()))?
            .expect("there is no time limit");
        prop_assert_eq!(found.coloring.length(), choice.completion);
        prop_assert!(choice.lower == 1 || found.cross_check.ends_with("infeasible"), "{}", found.cross_check);
        Ok(())
    });
    outcome.expect("both find the least number of slots");
}
