//! The least total delay by the integer program, its certificates, and what the checker makes of corrupted ones.
#![cfg(feature = "ilp")]

use isotask::certify;
use isotask::check::{self, Rejection};
use isotask::ilp::{DelayOptions, DelaySchedule, DelaySolution, DelayWays, IlpError, least_delay};
use isotask::model::{Coloring, IsotropicTask, ScheduleForm, TaskMatrix};
use isotask::route::{Directions, SearchBudget, least_completion, task_matrix};
use isotask::wire::{
    CertificateDocument, Claim, DelayNode, DelayRow, DelayVariable, Horizon, Lower, Per, Quantity,
    RowMultiplier, Scope, Status, parse, to_bytes,
};
use proptest::prelude::*;

const OPTIONS: DelayOptions<'static> =
    DelayOptions { threads: 1, time_limit: None, nodes: 2_000, stop: &|| false };
const TOTAL_EXCHANGE: &str = r#"{"kind":"total-exchange"}"#;

fn task(network: &str, task: &str, ports: &str) -> IsotropicTask {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"completion-time"}}"#
    );
    IsotropicTask::new(&parse(text.as_bytes()).expect("a good document")).expect("a good task")
}

fn cube(dimension: u32) -> IsotropicTask {
    task(&format!(r#"{{"kind":"hypercube","dimension":{dimension}}}"#), TOTAL_EXCHANGE, r#""all""#)
}

fn torus(radices: &str) -> IsotropicTask {
    task(&format!(r#"{{"kind":"torus","radices":{radices}}}"#), TOTAL_EXCHANGE, r#""all""#)
}

fn listed(network: &str, offsets: &[u64], ports: &str) -> IsotropicTask {
    let packets: Vec<_> = offsets.iter().map(|offset| format!(r#"{{"offset":{offset}}}"#)).collect();
    task(network, &format!(r#"{{"kind":"isotropic","packets":[{}]}}"#, packets.join(",")), ports)
}

fn critical(task: &IsotropicTask) -> u64 {
    least_completion(task, &SearchBudget { evaluations: 10_000, stop: &|| false }).completion
}

fn solved(task: &IsotropicTask, horizon: u64) -> DelaySolution {
    least_delay(task, DelayWays::TiesFree, horizon, None, &OPTIONS).expect("within all limits")
}

fn value(solution: &DelaySolution) -> u64 {
    solution.schedule.as_ref().expect("a schedule").total_delay
}

/// The certificate of a solution, claimed for schedules of at most the model's slots.
fn certificate(
    task: &IsotropicTask,
    solution: &DelaySolution,
    lower: u64,
    tree: &[DelayNode],
) -> CertificateDocument {
    let best = solution.schedule.clone().expect("a schedule");
    let matrix = task_matrix(task, &best.directions).expect("its own directions");
    let radix_2 = task.network().dimensions().iter().all(|ring| ring.radix() == 2);
    let claim = Claim {
        quantity: Quantity::TotalDelay,
        value: best.total_delay,
        per: Some(Per::Node),
        scope: if radix_2 { Scope::Isotropic } else { Scope::IsotropicShortest },
        horizon: Some(Horizon::Slots(solution.horizon)),
        lower: Lower::DelayTree { value: lower, horizon_slots: solution.horizon, tree: tree.to_vec() },
        status: if lower == best.total_delay { Status::Optimal } else { Status::UpperBound },
    };
    let slots = ScheduleForm::Slots(best.coloring.to_slots(&matrix));
    certify::certificate(task, &best.directions, slots, vec![claim])
}

fn verdict(certificate: &CertificateDocument) -> Result<(), Rejection> {
    let again: CertificateDocument = parse(&to_bytes(certificate)).expect("what was written can be read");
    assert_eq!(&again, certificate);
    check::check_certificate(&again, &check::Options::default()).map(drop)
}

/// Solves, has the checker accept the optimum and refuse one more.
fn proved(task: &IsotropicTask, horizon: u64) -> DelaySolution {
    let solution = solved(task, horizon);
    assert_eq!(solution.lower, value(&solution), "not proved");
    let good = certificate(task, &solution, solution.lower, &solution.tree);
    assert_eq!(verdict(&good), Ok(()));
    let mut greedy = certificate(task, &solution, solution.lower + 1, &solution.tree);
    greedy.claims[0].status = Status::UpperBound;
    assert!(matches!(verdict(&greedy), Err(Rejection::LowerAboveValue { .. })));
    solution
}

#[test]
fn total_exchange_has_its_known_delays_at_the_critical_horizon() {
    for (task, expected) in [(cube(1), 1), (cube(2), 5), (cube(3), 18), (cube(4), 64), (torus("[3,3]"), 16)] {
        let solution = proved(&task, critical(&task));
        assert_eq!(value(&solution), expected);
        assert_eq!(solution.tree.len(), 1, "the root is enough");
    }
}

#[test]
fn ties_are_free() {
    let solution = proved(&torus("[4,4]"), 8);
    assert_eq!(value(&solution), 64);
}

#[test]
#[ignore = "needs some seconds: the 5-cube and the 5 × 5 torus"]
fn larger_total_exchanges_have_their_known_delays() {
    for (task, expected) in [(cube(5), 235), (torus("[5,5]"), 172)] {
        assert_eq!(value(&proved(&task, critical(&task))), expected);
    }
}

#[test]
fn a_branch_tree_proves_what_the_root_does_not() {
    let task = listed(r#"{"kind":"hypercube","dimension":3}"#, &[2, 2, 4, 4, 6, 7, 7], r#""all""#);
    let solution = proved(&task, critical(&task));
    assert_eq!(value(&solution), 20);
    assert!(solution.tree.len() > 1);
    // Without nodes of its own the search proves what the root does.
    let options = DelayOptions { nodes: 0, ..OPTIONS };
    let root = least_delay(&task, DelayWays::TiesFree, critical(&task), None, &options).expect("small");
    assert_eq!((value(&root), root.lower, root.tree.len()), (20, 19, 1));
    assert_eq!(verdict(&certificate(&task, &root, 19, &root.tree)), Ok(()));
    let refusal = verdict(&certificate(&task, &root, 20, &root.tree));
    assert!(matches!(refusal, Err(Rejection::DelayLeafTooWeak { node: 0, .. })), "{refusal:?}");
}
