//! The tasks of `models/demands`, demands and tasks on incomplete hypercubes: schedules are never below, and
//! bounds never above, the optimum that another program found.

#![expect(clippy::unwrap_used, reason = "a test that cannot read the corpus has failed")]

use isotask::check::{Options, check_certificate};
use isotask::model::DemandsTask;
use isotask::solve::{Outcome, Solution, SolveOptions, solve};
use isotask::wire::{self, CertificateDocument, Quantity, Scope, Status};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The values of a task by a computation independent of this program; `source` names it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Expected {
    /// The least completion time.
    completion_time: Option<u64>,
    /// If the optimum is unknown: a number of slots below which schedules are infeasible.
    at_least: Option<u64>,
    /// The least number of moves.
    transmissions: u64,
    source: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models/demands")
}

fn expected() -> BTreeMap<String, Expected> {
    serde_json::from_slice(&fs::read(folder().join("expected.json")).unwrap()).unwrap()
}

fn task(name: &str) -> DemandsTask {
    let bytes = fs::read(folder().join(format!("{name}.json"))).unwrap();
    DemandsTask::new(&wire::parse(&bytes).unwrap()).unwrap()
}

fn solution(task: &DemandsTask) -> Box<Solution> {
    match solve(&task.clone().into(), &SolveOptions::default()).unwrap() {
        Outcome::Optimal(solution) | Outcome::Feasible(solution) => solution,
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn every_task_has_expected_values_with_a_source_and_every_expectation_a_task() {
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let found: BTreeSet<String> =
        files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    let mut named: BTreeSet<String> = expected().into_keys().collect();
    assert!(named.len() > 100);
    assert!(named.insert("expected".to_owned()));
    assert_eq!(found, named);
    for (name, expected) in expected() {
        assert!(expected.completion_time.is_some() != expected.at_least.is_some(), "{name}");
        assert!(expected.source.len() > 5, "{name}");
    }
}

#[test]
fn the_least_moves_are_those_expected() {
    for (name, expected) in expected() {
        let task = task(&name);
        if task.is_personal() || task.network().switches().is_none() {
            assert_eq!(task.least_moves(), expected.transmissions, "{name}: transmissions");
        } else {
            // What switches pass on comes on top.
            assert!(task.least_moves() <= expected.transmissions, "{name}: transmissions");
        }
    }
}

#[test]
fn every_schedule_is_checked_and_the_optimum_lies_between_bounds_and_schedules() {
    let (mut optimal, mut proved, mut gaps) = (0, 0, Vec::new());
    for (name, expected) in expected() {
        let task = task(&name);
        let solution = solution(&task);
        let back: CertificateDocument = wire::parse(&wire::to_bytes(&solution.certificate)).unwrap();
        let verdict = check_certificate(&back, &Options::default()).unwrap();
        assert_eq!(verdict, solution.verdict, "{name}");
        let slots = solution.completion_time();
        assert!(!solution.bounds.completion.is_empty(), "{name}");
        for bound in &solution.bounds.completion {
            let most = expected.completion_time.unwrap_or(slots);
            assert!(bound.slots() <= most, "{name}: {bound:?} above {most} slots, which are enough");
        }
        assert!(slots >= expected.completion_time.or(expected.at_least).unwrap(), "{name}: {slots} slots");
        let claim = verdict.claims.iter().find(|claim| claim.quantity == Quantity::CompletionTime).unwrap();
        assert_eq!(claim.scope, Scope::All, "{name}");
        if claim.status == Status::Optimal {
            assert!(expected.completion_time.is_none_or(|optimum| optimum == slots), "{name}: {slots} slots");
            proved += 1;
        }
        match expected.completion_time {
            Some(optimum) if optimum == slots => optimal += 1,
            _ => gaps.push((name, slots, expected.completion_time)),
        }
    }
    assert!(optimal >= 50 && proved >= 35, "{optimal} optimal, {proved} proved, others {gaps:?}");
}
