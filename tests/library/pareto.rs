//! Completion time against total delay: every horizon against an exhaustive search, and properties of every
//! front.

use isotask::check::{Options, check_certificate};
use isotask::model::IsotropicTask;
use isotask::program::sufficient_horizon;
use isotask::route::{SearchBudget, least_completion};
use isotask::solve::{ParetoFront, ParetoNote, ParetoPoint, SolveOptions, pareto};
use isotask::wire::{Horizon, Objective, Scope, parse, to_bytes};
use proptest::prelude::*;
use serde_json::Value;
use std::fs;
use std::path::Path;

use crate::common::exhaustive::exhaustive;

fn task(network: &str, task: &str, ports: &str) -> IsotropicTask {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"completion-time"}}"#
    );
    IsotropicTask::new(&parse(text.as_bytes()).expect("a good document")).expect("a good task")
}

fn listed(network: &str, offsets: &[u64], ports: &str) -> IsotropicTask {
    let packets: Vec<_> = offsets.iter().map(|offset| format!(r#"{{"offset":{offset}}}"#)).collect();
    task(network, &format!(r#"{{"kind":"isotropic","packets":[{}]}}"#, packets.join(",")), ports)
}

/// The 4-cube, three packets to each neighbour and one to the farthest node.
fn farthest() -> IsotropicTask {
    let cube = r#"{"kind":"hypercube","dimension":4}"#;
    listed(cube, &[1, 1, 1, 2, 2, 2, 4, 4, 4, 8, 8, 8, 15], r#""all""#)
}

fn critical(task: &IsotropicTask) -> u64 {
    least_completion(task, &SearchBudget { evaluations: 1_000_000, stop: &|| false }).completion
}

fn solved(task: &IsotropicTask, options: &SolveOptions<'_>) -> ParetoFront {
    let front = pareto(task, options).expect("small").expect("not cancelled");
    require_consistent(task, &front);
    front
}

/// Asserts the properties of every front, proved or not.
fn require_consistent(task: &IsotropicTask, front: &ParetoFront) {
    assert_eq!(front.points[0].horizon, critical(task), "the front begins with the least completion time");
    for pair in front.points.windows(2) {
        assert!(pair[0].horizon < pair[1].horizon);
        assert!(pair[0].delay().value >= pair[1].delay().value, "more slots never cost delay");
        assert!(pair[0].delay().lower.slots() >= pair[1].delay().lower.slots(), "bounds bind shorter ones");
    }
    let last = front.points.last().expect("at least one point").delay();
    assert_eq!(last.horizon, Some(Horizon::Any), "the last point speaks of all horizons");
    for point in &front.points {
        let certificate =
            parse(&to_bytes(&point.solution.certificate)).expect("what was written can be read");
        let verdict = check_certificate(&certificate, &Options::default()).expect("the checker accepts it");
        assert!(verdict.replayed.completion_time <= point.horizon);
        assert_eq!(verdict.replayed.total_delay, Some(point.delay().value));
        let objective = match point.delay().horizon {
            Some(Horizon::Critical) => Objective::CompletionTimeThenAverageDelay,
            _ => Objective::AverageDelay,
        };
        assert_eq!(certificate.task.objective, objective);
        if point.optimal == Some(true) {
            assert!(point.is_proved() && verdict.replayed.completion_time == point.horizon);
        }
    }
}

/// The delay of a point of a small task.
fn delay(point: &ParetoPoint) -> u64 {
    u64::try_from(point.delay().value).expect("a small delay")
}

fn marked(front: &ParetoFront) -> Vec<(u64, u64)> {
    let marked = front.points.iter().filter(|point| point.optimal == Some(true));
    marked.map(|point| (point.horizon, delay(point))).collect()
}

#[test]
fn a_packet_that_may_come_later_costs_less() {
    // A link serves its own three packets in the slots 1 to 4 that the far one leaves: 10 − t in total, if
    // that one has slot t, and 6 if it comes after. Slots 1 to 4 for the far one: 40 − 10 + 4; slots 2 to 5:
    // 8 + 7 + 6 + 6 + 5; slots 3 to 6: 7 + 6 + 6 + 6 + 6.
    let front = solved(&farthest(), &SolveOptions::default());
    assert!(front.is_proved());
    assert_eq!(marked(&front), [(4, 34), (5, 32), (6, 31)]);
    assert_eq!(front.points.len(), 3);
    assert_eq!(front.scope(), Scope::Isotropic);
    let horizons: Vec<_> = front.points.iter().map(|point| point.delay().horizon).collect();
    assert_eq!(horizons, [Some(Horizon::Critical), Some(Horizon::Slots(5)), Some(Horizon::Any)]);
}

#[test]
fn total_exchange_has_both_optima_at_once() {
    let total_exchange = r#"{"kind":"total-exchange"}"#;
    for (network, point) in [
        (r#"{"kind":"torus","radices":[4,4]}"#, (8, 64)),
        (r#"{"kind":"hypercube","dimension":4}"#, (8, 64)),
        (r#"{"kind":"torus","radices":[3,3]}"#, (3, 16)),
    ] {
        let front = solved(&task(network, total_exchange, r#""all""#), &SolveOptions::default());
        assert!(front.is_proved());
        assert_eq!((marked(&front), front.points.len()), (vec![point], 1), "{network}");
    }
}

#[test]
fn the_front_of_symmetric_schedules_is_never_claimed_for_all_schedules() {
    // Total exchange on the ring of 4: 3 slots symmetrically, where 2 are not excluded for others; the delay
    // is least of all.
    let front = solved(
        &task(r#"{"kind":"ring","nodes":4}"#, r#"{"kind":"total-exchange"}"#, r#""all""#),
        &SolveOptions::default(),
    );
    assert_eq!(marked(&front), [(3, 5)]);
    assert_eq!((front.points[0].delay().scope, front.scope()), (Scope::All, Scope::Isotropic));
}

#[test]
fn detours_count_where_their_model_is_small() {
    // Three packets to the next node of a ring of 3: two slots with a detour, three along shortest paths, and
    // less delay.
    let front =
        solved(&listed(r#"{"kind":"ring","nodes":3}"#, &[1, 1, 1], r#""all""#), &SolveOptions::default());
    assert_eq!(marked(&front), [(2, 5)]);
    assert!(front.is_proved());
    assert_eq!(front.scope(), Scope::Isotropic);
    // On 2 × 3 the detour saves delay, not time.
    let torus = r#"{"kind":"torus","radices":[2,3]}"#;
    let front = solved(&listed(torus, &[4, 4, 4], r#""all""#), &SolveOptions::default());
    assert_eq!(marked(&front), [(3, 7)]);
    assert_eq!(front.scope(), Scope::Isotropic);
}

#[test]
fn a_gap_is_reported_where_models_with_detours_are_too_large() {
    // Thirty packets to the next node of a ring of 3: 20 slots with detours, 30 along shortest paths.
    let front =
        solved(&listed(r#"{"kind":"ring","nodes":3}"#, &[1; 30], r#""all""#), &SolveOptions::default());
    assert_eq!(front.points[0].horizon, 20);
    // Twenty packets alone on one link, ten with two hops each on the other; the pooled bound knows two
    // servers.
    let (with_detours, pooled) = (20 * 21 / 2 + 2 * (10 * 11 / 2), 2 * (15 * 16 / 2));
    for point in &front.points {
        assert_eq!((point.delay().value, point.delay().lower.slots()), (with_detours, pooled));
    }
    assert!(!front.is_proved());
    assert_eq!(front.notes, [ParetoNote::Untried { open: 3 }, ParetoNote::NoDetours]);
}

#[test]
fn without_time_every_point_keeps_its_gap() {
    let nothing_asked = [
        SolveOptions { time_limit: Some(std::time::Duration::from_secs(0)), ..SolveOptions::default() },
        SolveOptions { stop: &|| true, ..SolveOptions::default() },
    ];
    for options in nothing_asked {
        let front = solved(&farthest(), &options);
        assert!(!front.is_proved() && front.points.len() > 1 && front.explanation.is_empty());
        assert!(front.points.iter().all(|point| point.optimal != Some(true) || point.is_proved()));
        for point in &front.points {
            assert_eq!(
                (point.delay().lower.slots(), point.delay().scope),
                (31, Scope::All),
                "the pooled bound"
            );
        }
    }
    let cancelled = SolveOptions { cancel: &|| true, ..SolveOptions::default() };
    let front = pareto(&listed(r#"{"kind":"torus","radices":[3,5]}"#, &[1], r#""all""#), &cancelled);
    assert!(front.expect("small").is_none(), "ended before there was a schedule");
}

#[test]
fn what_is_too_large_is_refused_before_anything_is_built() {
    for (network, packets) in [
        (r#"{"kind":"hypercube","dimension":12}"#, r#"{"kind":"total-exchange"}"#),
        (r#"{"kind":"hypercube","dimension":30}"#, r#"{"kind":"total-exchange"}"#),
        (r#"{"kind":"ring","nodes":1000000007}"#, r#"{"kind":"isotropic","packets":[{"offset":500000000}]}"#),
        (
            r#"{"kind":"ring","nodes":3}"#,
            r#"{"kind":"isotropic","packets":[{"offset":1,"count":1000000000000}]}"#,
        ),
    ] {
        let refusal =
            pareto(&task(network, packets, r#""all""#), &SolveOptions::default()).expect_err(network);
        assert!(matches!(refusal.reason(), "ilp-delay-too-large" | "ilp-too-many-nodes"), "{refusal}");
        assert!(refusal.to_string().contains("expected at most"));
    }
}

#[test]
fn the_corpus_has_its_fronts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/delay");
    let expected = fs::read(folder.join("expected.json")).expect("the expected values");
    let expected: Value = serde_json::from_slice(&expected).expect("JSON");
    let mut longest = 0;
    for (file, values) in expected.as_object().expect("an object") {
        let Some(front) = values.get("front").and_then(Value::as_array) else { continue };
        let number = |value: &Value| value.as_u64().expect("a number");
        let wanted: Vec<_> = front.iter().map(|point| (number(&point[0]), number(&point[1]))).collect();
        let document = parse(&fs::read(folder.join(file)).expect("a file")).expect("a document");
        let found = solved(&IsotropicTask::new(&document).expect("a task"), &SolveOptions::default());
        assert!(found.is_proved(), "{file}");
        assert_eq!(marked(&found), wanted, "{file}");
        longest = longest.max(wanted.len());
    }
    assert!(longest >= 3, "a front with several points");
}

fn tiny() -> impl Strategy<Value = IsotropicTask> {
    let networks = [
        (r#"{"kind":"hypercube","dimension":3}"#, 8_u64),
        (r#"{"kind":"hypercube","dimension":2}"#, 4),
        (r#"{"kind":"torus","radices":[5,5]}"#, 25),
        (r#"{"kind":"torus","radices":[4,3]}"#, 12),
        (r#"{"kind":"torus","radices":[7]}"#, 7),
    ];
    let ports = [r#""all""#, r#""one""#, r#"{"at-most":2}"#];
    (prop::sample::select(networks.to_vec()), prop::sample::select(ports.to_vec()))
        .prop_flat_map(|(network, ports)| {
            (prop::collection::vec(1..network.1, 0..4), Just((network.0, ports)))
        })
        .prop_map(|(offsets, (network, ports))| listed(network, &offsets, ports))
}

/// The oracle tries all directions, and every model is small enough for detours.
fn agrees(task: &IsotropicTask) {
    let front = solved(task, &SolveOptions::default());
    for point in &front.points {
        let least = exhaustive(task, true, point.horizon);
        assert_eq!((Some(delay(point)), Some(point.delay().lower.slots())), (least, least));
    }
    assert!(front.starts_critical);
    // The front is complete: no later horizon has less.
    let last = front.points.last().expect("a point");
    let sufficient = sufficient_horizon(task, true).expect("a small task");
    assert_eq!(exhaustive(task, true, sufficient.max(last.horizon)), Some(delay(last)));
    let mut steps: Vec<(u64, u64)> = Vec::new();
    for point in &front.points {
        let value = delay(point);
        if steps.last().is_none_or(|step| value < step.1) {
            steps.push((point.horizon, value));
        }
    }
    assert!(front.is_proved());
    assert_eq!(marked(&front), steps);
}

#[test]
fn tiny_fronts_of_several_points_are_those_of_an_exhaustive_search() {
    let cube = r#"{"kind":"hypercube","dimension":3}"#;
    let task = listed(cube, &[1, 1, 2, 2, 4, 4, 7], r#""all""#);
    agrees(&task);
    assert_eq!(marked(&solved(&task, &SolveOptions::default())), [(3, 15), (4, 14)]);
    let torus = listed(r#"{"kind":"torus","radices":[5,5]}"#, &[1, 1, 5, 11, 23], r#""all""#);
    agrees(&torus);
    assert_eq!(marked(&solved(&torus, &SolveOptions::default())), [(3, 12), (4, 11)]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tiny_fronts_equal_those_of_an_exhaustive_search(task in tiny()) {
        agrees(&task);
    }
}
