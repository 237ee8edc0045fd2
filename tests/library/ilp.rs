//! The integer program against the papers' values, the search over directions and its own limits.

use isotask::model::IsotropicTask;
use isotask::program::{
    DelayModel, DelaySchedule, Formulation, Found, MAX_NODES, MAX_SLOT_VARIABLES, ProgramError, SearchEnd,
    SearchOptions, least_slots,
};
use isotask::route::{Directions, RouteChoice, SearchBudget, least_completion, task_matrix};
use isotask::wire::{
    self, DelayVariable, DualNode, Network, NodeRef, Objective, PacketCount, Ports, RowMultiplier, Task,
    TaskDocument,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

const UNLIMITED: SearchOptions<'static> =
    SearchOptions { threads: 1, time_limit: None, nodes: 2_000, stop: &|| false, watch: &() };

fn task(network: &str, task: &str, ports: &str) -> IsotropicTask {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"completion-time"}}"#
    );
    IsotropicTask::new(&wire::parse(text.as_bytes()).expect("a task document")).expect("a task")
}

fn route(task: &IsotropicTask) -> RouteChoice {
    least_completion(task, &SearchBudget { evaluations: 10_000_000, stop: &|| false })
}

fn search(
    task: &IsotropicTask,
    from: u64,
    to: u64,
    options: &SearchOptions<'_>,
) -> Result<Found<DelaySchedule>, ProgramError> {
    let task = task.clone();
    least_slots(move |slots| DelayModel::of_slots(&task, slots), from, to, options)
}

/// From the bound of the search over directions to the slots that it attains.
fn beside(task: &IsotropicTask, options: &SearchOptions<'_>) -> Result<Found<DelaySchedule>, ProgramError> {
    let route = route(task);
    search(task, route.lower, route.completion + 1, options)
}

fn solved(task: &IsotropicTask) -> DelaySchedule {
    let found = beside(task, &UNLIMITED).expect("a small task");
    assert_eq!(found.end, SearchEnd::Proved);
    let best = found.schedule.expect("there is no limit");
    let matrix = task_matrix(task, &best.directions).expect("directions of the task");
    assert_eq!(best.coloring.replay(&matrix, task.ports()), Ok(()));
    best
}

/// The least number of slots from one below a bound on: refuted below by multipliers, which are evaluated
/// here.
fn oracle(task: &IsotropicTask, bound: u64) -> u64 {
    let found = search(task, bound.saturating_sub(1), bound + 20, &UNLIMITED).expect("a small task");
    assert_eq!(found.end, SearchEnd::Proved);
    let length = found.schedule.expect("there is no limit").coloring.length();
    assert_eq!(found.lower, length);
    if !found.tree.is_empty() {
        refutes(&DelayModel::of_slots(task, length - 1).expect("small"), &found.tree);
    }
    length
}

/// Holds that every leaf has multipliers of which Σ Y·b + Σ over the variables of the least of −YA·v is
/// positive.
fn refutes(model: &DelayModel, tree: &[DualNode]) {
    let program = model.program();
    let (mut domain, mut path): (_, Vec<(usize, bool)>) = (program.constants().to_vec(), Vec::new());
    let place = |name: &DelayVariable| program.variables().iter().position(|known| known == name);
    for (at, node) in tree.iter().enumerate() {
        match node {
            DualNode::Fix(name) => {
                let variable = place(name).expect("a variable of the model");
                assert_eq!(domain[variable].replace(false), None, "it was free");
                path.push((variable, false));
            }
            DualNode::Leaf { denominator, rows } => {
                assert_eq!(*denominator, 0);
                let mut cost = vec![0_i128; domain.len()];
                let mut sum = 0_i128;
                for RowMultiplier { row: name, multiplier } in rows {
                    let row =
                        program.rows().iter().find(|row| row.name == *name).expect("a row of the model");
                    assert!(row.equation || *multiplier >= 0);
                    sum += i128::from(*multiplier) * i128::from(row.bound);
                    for &(variable, factor) in &row.terms {
                        cost[variable] -= i128::from(*multiplier) * i128::from(factor);
                    }
                }
                let free = cost.iter().zip(&domain).map(|(&cost, value)| match value {
                    Some(value) => cost * i128::from(*value),
                    None => cost.min(0),
                });
                assert!(sum + free.sum::<i128>() > 0);
                while path.last().is_some_and(|last| last.1) {
                    domain[path.pop().expect("a choice").0] = None;
                }
                match path.last_mut() {
                    Some(last) => (last.1, domain[last.0]) = (true, Some(true)),
                    None => assert_eq!(at + 1, tree.len(), "nothing follows the last leaf"),
                }
            }
        }
    }
    assert!(path.is_empty());
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
    assert_eq!(oracle(&task(RING_3, &copies("1", 3), ALL), 2), 2);
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
    assert_eq!(oracle(&task(RING_3, &copies("1", 3), r#""one""#), 3), 3);
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
fn one_hop_takes_one_slot() {
    let found = solved(&task(RING_5, &copies("1", 1), ALL));
    assert_eq!(found.coloring.slots, [0]);
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
        let many = SearchOptions { threads: 4, ..UNLIMITED };
        assert_eq!(beside(&task, &UNLIMITED), beside(&task, &many));
    }
}

#[test]
fn a_program_too_large_is_refused_with_the_methods_that_apply() {
    let task = task(r#"{"kind":"hypercube","dimension":8}"#, TOTAL_EXCHANGE, ALL);
    let refused = beside(&task, &UNLIMITED).expect_err("255 × 8 × 128 variables");
    let ProgramError::TooLarge(fault) = refused else { unreachable!("{refused}") };
    assert_eq!((fault.size.variables, fault.most), (255 * 8 * 128, MAX_SLOT_VARIABLES));
    let refused = ProgramError::from(fault);
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
    let refused = beside(&task, &UNLIMITED).expect_err("a great many variables");
    assert!(matches!(refused, ProgramError::TooLarge(fault) if fault.size.variables == u64::MAX));
}

#[test]
fn packets_implied_among_too_many_nodes_are_refused() {
    let near = r#"{"kind":"neighbourhood-exchange","min":1,"max":1}"#;
    let task = task(r#"{"kind":"hypercube","dimension":40}"#, near, ALL);
    let refused = beside(&task, &UNLIMITED).expect_err("2^40 nodes");
    assert_eq!(refused, ProgramError::TooManyNodes { found: 1 << 40, most: MAX_NODES });
    assert_eq!(refused.reason(), "ilp-too-many-nodes");
}

#[test]
fn a_lower_bound_that_is_too_high_is_contradicted() {
    assert_eq!(oracle(&task(RING_3, &copies("1", 3), ALL), 3), 2);
}

#[test]
fn a_lower_bound_that_is_too_low_is_raised() {
    let task = task(TORUS_3_3, &copies("[1,1]", 3), ALL);
    let found = search(&task, 1, 7, &UNLIMITED).expect("a small task");
    assert_eq!((found.lower, found.horizon, found.end), (3, 2, SearchEnd::Proved));
    assert_eq!(found.schedule.expect("there is no limit").coloring.length(), 3);
    refutes(&DelayModel::of_slots(&task, 2).expect("small"), &found.tree);
}

#[test]
fn a_completion_that_is_not_attained_is_noticed() {
    let task = task(RING_3, &copies("1", 3), r#""one""#);
    let found = search(&task, 1, 3, &UNLIMITED).expect("a small task");
    assert_eq!((found.schedule, found.lower, found.end), (None, 3, SearchEnd::Proved), "3 slots are needed");
}

#[test]
fn without_time_there_is_no_schedule() {
    let task = task(RING_3, &copies("1", 3), ALL);
    let none = SearchOptions { time_limit: Some(0), ..UNLIMITED };
    let found = beside(&task, &none).expect("a small task");
    assert_eq!((found.schedule, found.end), (None, SearchEnd::Time));
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
                        listed.push(PacketCount { offset: NodeRef::Index(offset).into(), count });
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
        prop_assert_eq!(oracle(&task, choice.completion), choice.completion);
        Ok(())
    });
    outcome.expect("both find the least number of slots");
}
