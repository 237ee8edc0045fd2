//! Broadcasts, accumulations, scatter and gather: the corpus in `models/collective`, every method on it, and
//! the hierarchy of P2 Fig. 3.

#![expect(clippy::unwrap_used, reason = "a test that cannot read the corpus has failed")]

use isotask::bound::collective;
use isotask::check::{Options, check_certificate};
use isotask::model::{CollectiveTask, Problem, View};
use isotask::solve::{Form, METHODS, Method, Outcome, Solution, SolveError, SolveOptions, method, solve};
use isotask::wire::{
    self, CertificateDocument, Lower, Network, NodeRef, Objective, Per, Ports, Quantity, ScheduleDocument,
    Status, Task, TaskDocument,
};
use proptest::prelude::*;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The values of a task by a computation independent of this program; `source` names it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// The greatest lower bound on the completion time.
    lower: u64,
    /// The least transmissions, of one node in a symmetric schedule of a multinode task, else of the network.
    transmissions: u64,
    source: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join("collective")
}

fn expected() -> BTreeMap<String, Expected> {
    serde_json::from_slice(&fs::read(folder().join("expected.json")).unwrap()).unwrap()
}

fn task(name: &str) -> CollectiveTask {
    let bytes = fs::read(folder().join(format!("{name}.json"))).unwrap();
    CollectiveTask::new(&wire::parse(&bytes).unwrap()).unwrap()
}

fn solution(outcome: Outcome) -> Solution {
    match outcome {
        Outcome::Optimal(solution) => {
            assert_eq!(solution.certificate.claims[0].status, Status::Optimal);
            *solution
        }
        Outcome::Feasible(solution) => {
            assert_eq!(solution.certificate.claims[0].status, Status::UpperBound);
            *solution
        }
        other => unreachable!("{other:?}"),
    }
}

fn run(task: &CollectiveTask, word: Option<&str>) -> Result<Solution, SolveError> {
    let method = word.map(|word| method(word).unwrap());
    // A program that is requested is solved, however long that takes.
    let end = Instant::now() + Duration::from_secs(1);
    let stop = || word == Some("ilp") && Instant::now() >= end;
    solve(&task.clone().into(), &SolveOptions { method, stop: &stop, ..SolveOptions::default() })
        .map(solution)
}

/// What a schedule of a harder problem becomes.
fn solve_from(task: &CollectiveTask, source: &ScheduleDocument) -> Result<Outcome, SolveError> {
    solve(&task.clone().into(), &SolveOptions { source: Some(source), ..SolveOptions::default() })
}

/// Writes and reads a certificate and has it checked, which must give equal values.
fn round_trip(name: &str, solution: &Solution) {
    let bytes = wire::to_bytes(&solution.certificate);
    let back: CertificateDocument = wire::parse(&bytes).unwrap();
    assert_eq!(back, solution.certificate, "{name}: reading back what was written");
    assert_eq!(check_certificate(&back, &Options::default()).unwrap(), solution.verdict, "{name}: verdict");
}

fn value(solution: &Solution, quantity: Quantity) -> (u64, u64) {
    let claim = solution.certificate.claims.iter().find(|claim| claim.quantity == quantity).unwrap();
    (u64::try_from(claim.value).expect("few"), claim.lower.slots())
}

/// The least transmissions in the unit in which the schedule counts them: those of the network where a
/// multinode schedule says what every node sends.
fn least_sends(expected: &Expected, solution: &Solution) -> u64 {
    match (solution.verdict.replayed.form.per(), solution.problem.collective().unwrap().collective().root()) {
        (Per::Network, None) => expected.transmissions * solution.problem.network().nodes(),
        (Per::Network, Some(_)) | (Per::Node, None) => expected.transmissions,
        (Per::Node, Some(_)) => unreachable!("what has a root is not the same at every node"),
    }
}

#[test]
fn every_task_has_expected_values_with_a_source_and_every_expectation_a_task() {
    let named: BTreeSet<String> = expected().into_keys().collect();
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut found: BTreeSet<String> =
        files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    assert!(found.remove("expected"));
    assert_eq!(found, named);
    assert!(expected().values().all(|expected| expected.source.len() > 5));
}

#[test]
fn times_and_transmissions_of_tables_1_and_2_are_attained_and_other_bounds_are_those_expected() {
    for (name, expected) in expected() {
        let solution = run(&task(&name), None).unwrap();
        let (time, lower) = value(&solution, Quantity::CompletionTime);
        assert_eq!(lower, expected.lower, "{name}: lower bound");
        if expected.source.starts_with("P2") {
            assert_eq!(time, lower, "{name}: P2 Table 1");
        }
        let (sent, least) = value(&solution, Quantity::Transmissions);
        assert_eq!(least, least_sends(&expected, &solution), "{name}: lower bound on the transmissions");
        assert_eq!(sent, least, "{name}: no transmission is wasted (P2 Table 2)");
        round_trip(&name, &solution);
    }
}

#[test]
fn every_method_is_accepted_by_the_checker_or_refuses_with_its_name_and_none_beats_a_bound() {
    let mut used = BTreeSet::new();
    for (name, expected) in expected() {
        let task = task(&name);
        if task.network().nodes() > 64 {
            continue;
        }
        let sends = |solution: &Solution| value(solution, Quantity::Transmissions).0;
        let best = run(&task, None).unwrap();
        let per = best.verdict.replayed.form.per();
        for method in METHODS.iter().map(|method| method.word()) {
            match run(&task, Some(method)) {
                Ok(solution) => {
                    assert!(solution.completion_time() >= expected.lower, "{name}");
                    assert!(
                        best.completion_time() <= solution.completion_time(),
                        "{name}: {method} is shorter"
                    );
                    if solution.completion_time() == best.completion_time()
                        && solution.verdict.replayed.form.per() == per
                    {
                        assert!(sends(&best) <= sends(&solution), "{name}: {method} sends less");
                    }
                    round_trip(&name, &solution);
                    used.insert(method);
                }
                Err(fault) => {
                    assert!(!fault.is_bug(), "{name}: {fault}");
                    assert!(fault.to_string().contains(method), "{name}: {fault}");
                }
            }
        }
    }
    let collective = |&method: &&'static dyn Method| {
        let suits = |name: String| {
            let suited = method.suits(&task(&name).into()).map(|suited| suited.view);
            suited == Ok(View::Collective)
        };
        expected().into_keys().any(suits)
    };
    let suited: BTreeSet<&str> = METHODS.iter().copied().filter(collective).map(Method::word).collect();
    assert!(suited.len() >= 11, "{suited:?}");
    assert_eq!(used, suited, "every method that suits some task makes a schedule of one");
}

fn document(network: Network, task: Task, ports: Ports) -> TaskDocument {
    TaskDocument::new(None, network, task, ports, Objective::CompletionTime)
}

fn of(network: &Network, task: Task, ports: Ports) -> CollectiveTask {
    CollectiveTask::new(&document(network.clone(), task, ports)).unwrap()
}

fn schedule(solution: &Solution) -> ScheduleDocument {
    ScheduleDocument::new(solution.certificate.task.clone(), solution.certificate.schedule.clone())
}

/// The problems of P2 Fig. 3 below total exchange, each after the harder ones.
fn problems(root: u64, count: u64) -> [Task; 6] {
    let root = || NodeRef::Index(root);
    [
        Task::MultinodeBroadcast { count },
        Task::MultinodeAccumulation { count },
        Task::Scatter { root: root(), count },
        Task::Gather { root: root(), count },
        Task::SingleNodeBroadcast { root: root(), count },
        Task::SingleNodeAccumulation { root: root(), count },
    ]
}

/// Whether P2 Fig. 3, its duality arcs included, leads from one of [`problems`] to another.
fn is_below(harder: usize, easier: usize) -> bool {
    harder / 2 <= easier / 2
}

fn networks() -> impl Strategy<Value = Network> {
    prop_oneof![
        (1_u64..=4).prop_map(|dimension| Network::Hypercube { dimension }),
        (2_u64..=9).prop_map(|nodes| Network::Ring { nodes }),
        proptest::collection::vec(2_u64..=4, 2..=3)
            .prop_filter("few nodes", |radices| radices.iter().product::<u64>() <= 32)
            .prop_map(|radices| Network::Torus { radices }),
    ]
}

fn nodes(network: &Network) -> u64 {
    isotask::model::Network::new(network).unwrap().nodes()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_total_exchange_becomes_every_easier_problem_without_taking_longer(
        network in networks(),
        root in any::<u64>(),
        count in 1_u64..=2,
        one_port in any::<bool>(),
    ) {
        let ports = if one_port { Ports::One } else { Ports::All };
        let root = root % nodes(&network);
        let exchange = document(network.clone(), Task::TotalExchange { count }, ports);
        let exchange = Problem::new(&exchange).unwrap();
        let options = SolveOptions { form: Form::Slots, method: method("hall"), ..SolveOptions::default() };
        let (Outcome::Optimal(exchange) | Outcome::Feasible(exchange)) = solve(&exchange, &options).unwrap() else {
            unreachable!("hall makes a schedule")
        };
        let time = exchange.completion_time();
        let source = ScheduleDocument::new(exchange.certificate.task, exchange.certificate.schedule);
        for problem in problems(root, count) {
            let easier = of(&network, problem, ports);
            let converted = solution(solve_from(&easier, &source).unwrap());
            prop_assert!(converted.completion_time() <= time);
            let (sent, least) = value(&converted, Quantity::Transmissions);
            prop_assert!(sent >= least);
        }
    }

    #[test]
    fn schedules_go_down_the_hierarchy_and_nowhere_else(
        network in networks(),
        root in any::<u64>(),
        count in 1_u64..=2,
    ) {
        let root = root % nodes(&network);
        let tasks = problems(root, count).map(|problem| of(&network, problem, Ports::All));
        for (harder, source) in tasks.iter().enumerate() {
            let made = run(source, None).unwrap();
            for (easier, task) in tasks.iter().enumerate() {
                let converted = solve_from(task, &schedule(&made));
                if is_below(harder, easier) {
                    prop_assert!(solution(converted.unwrap()).completion_time() <= made.completion_time());
                } else {
                    let refused = matches!(converted, Err(SolveError::Method { .. }));
                    prop_assert!(refused, "{} is not below {}", easier, harder);
                }
            }
        }
    }

    #[test]
    fn dual_tasks_have_the_same_bounds_and_the_same_time(
        network in networks(),
        root in any::<u64>(),
        count in 1_u64..=3,
        ports in prop_oneof![
            Just(Ports::All), Just(Ports::One), Just(Ports::OneHalfDuplex), (2_u64..4).prop_map(Ports::AtMost)
        ],
    ) {
        let root = root % nodes(&network);
        for pair in problems(root, count).chunks(2) {
            let [spread, collect] = [0, 1].map(|i| of(&network, pair[i].clone(), ports));
            let [a, b] = [&spread, &collect].map(|task| run(task, None).unwrap());
            prop_assert_eq!(a.completion_time(), b.completion_time());
            prop_assert_eq!(collective(&spread).best().slots(), collective(&collect).best().slots());
            prop_assert_eq!(value(&a, Quantity::Transmissions), value(&b, Quantity::Transmissions));
            prop_assert_eq!(spread.reversed().reversed(), spread);
        }
    }
}

#[test]
fn a_schedule_is_not_converted_across_networks_counts_or_ports() {
    let cube = Network::Hypercube { dimension: 2 };
    let gather = Task::Gather { root: NodeRef::Index(0), count: 1 };
    let source = run(&of(&cube, Task::MultinodeBroadcast { count: 1 }, Ports::All), None).unwrap();
    let source = schedule(&source);
    let other_network = of(&Network::Torus { radices: vec![2, 2] }, gather.clone(), Ports::All);
    let other_count = of(&cube, Task::Gather { root: NodeRef::Index(0), count: 2 }, Ports::All);
    let other_ports = of(&cube, gather, Ports::One);
    for (task, word) in [(other_network, "network"), (other_count, "count"), (other_ports, "ports")] {
        let refusal = solve_from(&task, &source).unwrap_err();
        assert!(refusal.to_string().contains(word), "{refusal}");
    }
}

#[test]
fn a_schedule_that_the_checker_refuses_is_not_converted() {
    let cube = Network::Hypercube { dimension: 2 };
    let source = run(&of(&cube, Task::MultinodeBroadcast { count: 1 }, Ports::All), None).unwrap();
    let mut source = schedule(&source);
    let wire::ScheduleBody::Multinode { slots } = &mut source.body else { unreachable!("it is symmetric") };
    *slots = slots.iter().take(slots.len() - 1).map(<[_]>::to_vec).collect();
    let gather = of(&cube, Task::Gather { root: NodeRef::Index(0), count: 1 }, Ports::All);
    let refusal = solve_from(&gather, &source).unwrap_err();
    assert!(matches!(refusal, SolveError::Source { .. }), "{refusal}");
}

/// Slots and transmissions of P2 Tables 1 and 2, the transmissions of the whole network.
fn tables(problem: &Task, d: u32, one_port: bool) -> (u64, u64) {
    let (nodes, links) = (1_u64 << d, u64::from(d));
    let others = nodes - 1;
    match problem {
        Task::SingleNodeBroadcast { .. } | Task::SingleNodeAccumulation { .. } => (links, others),
        Task::Scatter { .. } | Task::Gather { .. } => {
            (if one_port { others } else { others.div_ceil(links) }, links * nodes / 2)
        }
        _ => (if one_port { others } else { others.div_ceil(links) }, nodes * others),
    }
}

#[test]
fn tables_1_and_2_are_attained_with_certificates_up_to_dimension_12() {
    for d in 1..=12 {
        let cube = Network::Hypercube { dimension: d.into() };
        for problem in problems((1 << d) / 3, 1) {
            for (ports, one_port) in [(Ports::All, false), (Ports::One, true)] {
                let (time, sent) = tables(&problem, d, one_port);
                let solution = run(&of(&cube, problem.clone(), ports), None).unwrap();
                assert_eq!(value(&solution, Quantity::CompletionTime), (time, time), "{problem:?}, d = {d}");
                let per_node = solution.verdict.replayed.form.per() == Per::Node;
                let sent = if per_node { sent >> d } else { sent };
                assert_eq!(value(&solution, Quantity::Transmissions), (sent, sent), "{problem:?}, d = {d}");
            }
        }
    }
}

#[test]
fn the_recursive_total_exchange_attains_both_times_of_table_1() {
    for dimension in 1..=12 {
        for (ports, expected) in
            [(Ports::All, 1 << (dimension - 1)), (Ports::One, dimension << (dimension - 1))]
        {
            let task = document(Network::Hypercube { dimension }, Task::TotalExchange { count: 1 }, ports);
            let task = Problem::new(&task).unwrap();
            let options = SolveOptions { method: method("recursive"), ..SolveOptions::default() };
            let Outcome::Optimal(solution) = solve(&task, &options).unwrap() else {
                unreachable!("P2 §4, d = {dimension}")
            };
            assert_eq!(solution.completion_time(), expected, "d = {dimension}");
            let sent =
                solution.certificate.claims.iter().find(|claim| claim.quantity == Quantity::Transmissions);
            let sent = sent.unwrap();
            // P2 Table 2 counts the sends of all nodes.
            assert_eq!(
                (sent.value, sent.status),
                (u128::from(dimension) << (dimension - 1), Status::Optimal)
            );
        }
    }
}

#[test]
fn one_half_duplex_port_takes_twice_the_time_of_one_port_on_hypercubes_and_no_less_is_possible() {
    for dimension in 1..=5 {
        let cube = Network::Hypercube { dimension };
        let solution =
            run(&of(&cube, Task::MultinodeBroadcast { count: 1 }, Ports::OneHalfDuplex), None).unwrap();
        assert_eq!(solution.completion_time(), 2 * ((1 << dimension) - 1));
        assert!(matches!(solution.certificate.claims[0].lower, Lower::Volume { .. }));
        assert_eq!(solution.certificate.claims[0].status, Status::Optimal);
    }
}

/// A schedule in JSON.
fn parsed(text: &str) -> ScheduleDocument {
    wire::parse(text.as_bytes()).unwrap()
}

#[test]
fn useless_copies_and_pauses_of_a_source_schedule_are_dropped() {
    let ring = Network::Ring { nodes: 3 };
    let head = r#"{"format":"isotask.schedule/1","task":{"format":"isotask.task/1","network":{"kind":"ring","nodes":3},"task":"#;
    let tail = r#","ports":"all","objective":"completion-time"},"#;
    // The second slot of both broadcasts serves no node.
    let every = parsed(&format!(
        r#"{head}{{"kind":"multinode-broadcast"}}{tail}"kind":"symmetric","slots":[[[0,0],[0,1]],[[0,0]]]}}"#
    ));
    let single = parsed(&format!(
        r#"{head}{{"kind":"single-node-broadcast","root":0}}{tail}"kind":"explicit","packets":[[0]],
           "slots":[[[0,0,1],[0,0,2]],[[0,1,2]]]}}"#
    ));
    // Three pauses at the end, which stand at the beginning when time is reversed.
    let idle = parsed(&format!(
        r#"{head}{{"kind":"single-node-accumulation","root":0}}{tail}"kind":"explicit","packets":[[0]],
           "slots":[[[0,1,0],[0,2,0]],[],[],[]]}}"#
    ));
    let root = || NodeRef::Index(0);
    for (source, task) in [
        (&every, Task::MultinodeBroadcast { count: 1 }),
        (&every, Task::MultinodeAccumulation { count: 1 }),
        (&single, Task::SingleNodeAccumulation { root: root(), count: 1 }),
        (&single, Task::SingleNodeBroadcast { root: root(), count: 1 }),
        (&idle, Task::SingleNodeBroadcast { root: root(), count: 1 }),
    ] {
        let converted = solve_from(&of(&ring, task, Ports::All), source).unwrap();
        let converted = solution(converted);
        assert_eq!(converted.completion_time(), 1);
        let (sent, least) = value(&converted, Quantity::Transmissions);
        assert_eq!(sent, least);
    }
}

#[test]
fn more_sends_than_are_written_are_refused_before_any_is_made() {
    let refuse = |dimension: u64, count: u64, ports| {
        let task = of(&Network::Hypercube { dimension }, Task::MultinodeBroadcast { count }, ports);
        let refusal = run(&task, None).unwrap_err();
        assert!(!refusal.is_bug());
        assert!(refusal.to_string().contains("expected at most 16777216"), "{refusal}");
    };
    refuse(1, (1 << 61) - 1, Ports::All);
    refuse(3, 144_115_188_075_855_871, Ports::All);
    refuse(20, 100, Ports::One);
    refuse(16, 1, Ports::OneHalfDuplex);
}

#[test]
fn a_broadcast_of_many_packets_off_hypercubes_meets_its_bound() {
    let task = of(&Network::Ring { nodes: 5 }, Task::MultinodeBroadcast { count: 20_000 }, Ports::All);
    // Each node receives 4 · 20 000 packets, two a slot.
    assert_eq!(value(&run(&task, None).unwrap(), Quantity::CompletionTime), (40_000, 40_000));
}

#[test]
fn explicit_schedules_of_multinode_tasks_are_turned_round_in_time() {
    let cube = Network::Hypercube { dimension: 3 };
    for (ports, method) in [(Ports::OneHalfDuplex, None), (Ports::One, Some("hamiltonian-ring"))] {
        let made = run(&of(&cube, Task::MultinodeAccumulation { count: 1 }, ports), method).unwrap();
        let dual = of(&cube, Task::MultinodeBroadcast { count: 1 }, ports);
        let back = solution(solve_from(&dual, &schedule(&made)).unwrap());
        assert_eq!(back.completion_time(), made.completion_time());
    }
}
