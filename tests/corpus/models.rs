//! The corpus in `models/`: every method runs on every task, every certificate holds, and every file in
//! `models/reject` is refused for the reason it gives.

#![expect(clippy::unwrap_used, reason = "a test that cannot read the corpus has failed")]

#[path = "../../src/check/tests/reject/mod.rs"]
mod reject;

use isotask::check::{
    GeneratorFault, GroupsFault, MatrixFault, Options, PlanFault, RateFault, Rejection, check_certificate,
    check_channels, check_groups, check_matrix, check_matrix_certificate, check_rate, check_schedule,
};
use isotask::model::{self, IsotropicTask, ModelError};
use isotask::solve::{Form, MAX_MOVES, Outcome, Solution, SolveError, SolveOptions, bounds, method, solve};
use isotask::wire::{
    self, CertificateDocument, ChannelsDocument, Document, GroupsDocument, Lower, MatrixCertificateDocument,
    MatrixDocument, Quantity, RateDocument, ScheduleBody, ScheduleDocument, Scope, Status, TaskDocument,
};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use strum::VariantNames;

/// The values of a task by theory, or by a computation independent of this program; `source` names it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Expected {
    completion_time: u64,
    /// The widest scope in which it is proved least.
    scope: Scope,
    /// The best bound for every schedule.
    lower_all: u64,
    /// The bound for symmetric schedules, if it is greater.
    lower_isotropic: Option<u64>,
    /// σ: moves of one node.
    transmissions: u64,
    /// h: the greatest line sum.
    critical_sum: u64,
    /// The kind of the bound that proves the completion time.
    proof: String,
    source: String,
}

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models")
}

fn expected() -> BTreeMap<String, Expected> {
    serde_json::from_slice(&fs::read(models().join("expected.json")).unwrap()).unwrap()
}

/// The files of a folder with this ending, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_str().unwrap().to_owned()
}

fn task(name: &str) -> IsotropicTask {
    let bytes = fs::read(models().join(format!("{name}.json"))).unwrap();
    IsotropicTask::new(&wire::parse(&bytes).unwrap()).unwrap()
}

fn run(name: &str, word: &str, form: Form) -> Result<Solution, SolveError> {
    run_with(name, &SolveOptions { method: method(word), form, ..SolveOptions::default() })
}

fn run_with(name: &str, options: &SolveOptions<'_>) -> Result<Solution, SolveError> {
    match solve(&task(name).into(), options)? {
        Outcome::Optimal(solution) | Outcome::Feasible(solution) => Ok(*solution),
        other => unreachable!("{name}: {other:?}"),
    }
}

/// Compares a solution with every field of what is expected, and reads its certificate back.
fn compare(name: &str, solution: &Solution, expected: &Expected) {
    assert_eq!(solution.completion_time(), expected.completion_time, "{name}: completion time");
    assert_eq!(solution.matrix.as_ref().unwrap().total, expected.transmissions, "{name}: transmissions");
    assert_eq!(solution.matrix.as_ref().unwrap().critical_sum, expected.critical_sum, "{name}: critical sum");
    let time = |scope| {
        solution
            .certificate
            .claims
            .iter()
            .find(|claim| claim.quantity == Quantity::CompletionTime && claim.scope == scope)
    };
    let all = time(Scope::All).unwrap_or_else(|| unreachable!("{name}: no bound for all"));
    assert_eq!(all.lower.slots(), expected.lower_all, "{name}: bound for all");
    let isotropic = time(Scope::Isotropic);
    assert_eq!(
        isotropic.map(|claim| claim.lower.slots()),
        expected.lower_isotropic,
        "{name}: bound for symmetric schedules"
    );
    let proved = solution
        .certificate
        .claims
        .iter()
        .filter(|claim| claim.quantity == Quantity::CompletionTime)
        .filter(|claim| claim.status == Status::Optimal)
        .max_by_key(|claim| claim.scope)
        .unwrap_or_else(|| unreachable!("{name}: nothing is proved optimal"));
    assert_eq!(proved.scope, expected.scope, "{name}: scope");
    let kind = match &proved.lower {
        Lower::Weights { within: Some(_), .. } => "weights-within",
        lower => lower.kind().as_str(),
    };
    assert_eq!(kind, expected.proof, "{name}: kind of the proof");
    round_trip(name, solution);
}

/// Writes and reads a certificate and has it checked, which must give equal values.
fn round_trip(name: &str, solution: &Solution) {
    let bytes = wire::to_bytes(&solution.certificate);
    let back: CertificateDocument = wire::parse(&bytes).unwrap();
    assert_eq!(back, solution.certificate, "{name}: reading back what was written");
    let verdict = check_certificate(&back, &Options::default()).unwrap();
    assert_eq!(verdict, solution.verdict, "{name}: verdict");
    assert_eq!(verdict.replayed.completion_time, solution.completion_time(), "{name}");
}

#[test]
fn every_task_has_expected_values_with_a_source_and_every_expectation_a_task() {
    let named: BTreeSet<String> = expected().into_keys().collect();
    let mut found: BTreeSet<String> = files(&models()).iter().map(|path| stem(path)).collect();
    assert!(found.remove("expected"));
    assert_eq!(found, named);
    assert!(named.len() >= 30);
    for (name, expected) in expected() {
        assert!(expected.source.len() > 5, "{name}: {expected:?} needs a source");
    }
}

#[test]
fn the_quotient_method_attains_the_expected_values_in_slots_and_in_intervals() {
    for (name, expected) in expected() {
        if expected.transmissions <= MAX_MOVES {
            let solution = run(&name, "quotient", Form::Slots).unwrap();
            compare(&name, &solution, &expected);
            let body = &solution.certificate.schedule;
            assert!(matches!(body, ScheduleBody::Symmetric { .. }), "{name}");
        } else {
            let refused = run(&name, "quotient", Form::Slots).unwrap_err();
            assert_eq!(refused.reason(), "too-many-moves", "{name}");
        }
        let solution = run(&name, "quotient", Form::Intervals).unwrap();
        compare(&name, &solution, &expected);
        let body = &solution.certificate.schedule;
        assert!(matches!(body, ScheduleBody::Intervals { .. }), "{name}");
    }
}

#[test]
fn the_literal_construction_attains_the_expected_values_up_to_its_limit() {
    for (name, expected) in expected() {
        let task = task(&name);
        let links = u64::from(task.network().links());
        let ports = u64::from(task.ports());
        let side = task.rows().max(ports) + links - ports;
        let cells = side.saturating_mul(side);
        let slots = expected.critical_sum.max(expected.transmissions.div_ceil(ports));
        let fits = cells <= isotask::decompose::MAX_HALL_CELLS && slots <= 1 << 14;
        match run(&name, "hall", Form::Slots) {
            Ok(solution) => {
                assert!(fits || expected.transmissions == 0, "{name}: accepted");
                compare(&name, &solution, &expected);
            }
            Err(refused) => {
                assert!(!fits, "{name}: {refused}");
                assert_eq!(refused.reason(), "hall-too-large", "{name}: {refused}");
            }
        }
        let refused = run(&name, "hall", Form::Intervals).unwrap_err();
        let known = ["no-intervals", "too-many-moves"];
        assert!(known.contains(&refused.reason()), "{name}: {refused}");
    }
}

#[test]
fn non_wasting_schedules_stay_within_their_bound_and_need_all_ports() {
    for (name, expected) in expected() {
        let task = task(&name);
        let outcome = run(&name, "non-wasting", Form::Slots);
        if task.ports() < task.network().links() {
            assert_eq!(outcome.unwrap_err().reason(), "non-wasting-ports", "{name}");
            continue;
        }
        let solution = outcome.unwrap();
        // P1 §5: h_r + h_c − 1 slots at most.
        let matrix = solution.matrix.as_ref().unwrap();
        let most = (matrix.greatest_row_sum + matrix.greatest_column_sum).saturating_sub(1);
        let time = solution.completion_time();
        assert!((expected.completion_time..=most).contains(&time), "{name}: {time}");
        round_trip(&name, &solution);
        let refused = run(&name, "non-wasting", Form::Intervals).unwrap_err();
        assert_eq!(refused.reason(), "no-intervals", "{name}");
    }
}

#[cfg(feature = "ilp")]
#[test]
fn the_integer_program_attains_the_expected_values_of_small_tasks() {
    let small = |expected: &Expected| expected.completion_time <= 8 && expected.transmissions <= 32;
    let mut solved = 0;
    for (name, expected) in expected().iter().filter(|(_, expected)| small(expected)) {
        let options = SolveOptions { method: method("ilp"), form: Form::Slots, ..SolveOptions::default() };
        let symmetric = run_with(name, &SolveOptions { symmetric: true, ..options }).unwrap();
        assert_eq!(symmetric.completion_time(), expected.completion_time, "{name}");
        round_trip(name, &symmetric);
        // Some tasks take fewer slots if nodes may differ.
        let solution = run_with(name, &options).unwrap();
        assert!(
            (expected.lower_all..=expected.completion_time).contains(&solution.completion_time()),
            "{name}"
        );
        round_trip(name, &solution);
        solved += 1;
    }
    assert!(solved > 20);
}

#[test]
fn bounds_without_a_schedule_are_those_of_the_solution() {
    for (name, expected) in expected() {
        let found = bounds(&task(&name).into(), &|| false);
        let best = found.completion.iter().map(Lower::slots).max();
        assert_eq!(best, Some(expected.lower_all), "{name}");
        assert_eq!(
            found.symmetric.as_ref().map(|bound| bound.lower.slots()),
            expected.lower_isotropic,
            "{name}"
        );
        assert_eq!(found.attainable.map(|found| found.slots), Some(expected.completion_time), "{name}");
    }
}

#[test]
fn the_corpus_has_accepted_certificates_of_every_kind() {
    let mut kinds = BTreeSet::new();
    for path in files(&models().join("certificates")) {
        let bytes = fs::read(&path).unwrap();
        let name = stem(&path);
        let kind = name.split('.').next().unwrap().to_owned();
        if kind == "schedule" {
            let document: ScheduleDocument = wire::parse(&bytes).unwrap();
            check_schedule(&document, &Options::default()).unwrap();
            assert_eq!(wire::to_bytes(&document).len(), bytes.len(), "{name}");
        } else {
            let document: CertificateDocument = wire::parse(&bytes).unwrap();
            check_certificate(&document, &Options::default()).unwrap();
            let kind_of = |lower: &Lower| match lower {
                Lower::Weights { within: Some(_), .. } => "weights-within",
                lower => lower.kind().as_str(),
            };
            let holds = match &document.schedule {
                ScheduleBody::Intervals { routes, .. } if routes.is_empty() => kind == "intervals",
                ScheduleBody::Intervals { .. } => kind == "intervals-with-routes",
                ScheduleBody::Explicit { .. } if kind == "explicit" => true,
                ScheduleBody::Multinode { .. } if kind == "placed" => true,
                ScheduleBody::Conveyor { .. } => kind == "conveyor",
                ScheduleBody::Windows { .. } => kind == "windows",
                ScheduleBody::Orbit { .. } | ScheduleBody::OrbitMultinode { .. }
                    if kind == "orbit" || kind == "automorphisms" =>
                {
                    true
                }
                ScheduleBody::Symmetric { .. }
                | ScheduleBody::Orbit { .. }
                | ScheduleBody::OrbitMultinode { .. }
                | ScheduleBody::Explicit { .. }
                | ScheduleBody::Multinode { .. } => {
                    document.claims.iter().any(|claim| kind_of(&claim.lower) == kind)
                }
            };
            assert!(holds, "{name}: what its name says is not in it");
        }
        kinds.insert(kind);
    }
    let wanted = [
        "arrivals",
        "automorphisms",
        "conveyor",
        "cut",
        "cut-node",
        "departures",
        "direction-tree",
        "distance",
        "dual-tree",
        "emission",
        "explicit",
        "intervals",
        "intervals-with-routes",
        "last-packet",
        "orbit",
        "placed",
        "pooled",
        "prices",
        "reception",
        "resolution",
        "schedule",
        "spanning",
        "split",
        "timed-prices",
        "volume",
        "weights",
        "weights-within",
        "windows",
    ];
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), wanted.to_vec());
}

#[test]
fn every_schedule_and_certificate_of_the_specification_is_accepted() {
    let page = |name: &str| fs::read_to_string(models().join("formats").join(name)).unwrap();
    let text = ["schedule.md", "certificate.md", "programs.md"].map(page).concat();
    let blocks = |kind: &str| -> Vec<String> {
        let opening = format!("```json {kind}\n");
        text.split(&opening).skip(1).map(|rest| rest.split("\n```").next().unwrap().to_owned()).collect()
    };
    let (schedules, certificates) = (blocks("schedule"), blocks("certificate"));
    assert!(schedules.len() >= 5 && certificates.len() >= 6);
    for block in schedules {
        let document: ScheduleDocument = wire::parse(block.as_bytes()).unwrap();
        check_schedule(&document, &Options::default()).unwrap_or_else(|e| unreachable!("{e}: {block}"));
    }
    for block in certificates {
        let document: CertificateDocument = wire::parse(block.as_bytes()).unwrap();
        check_certificate(&document, &Options::default()).unwrap_or_else(|e| unreachable!("{e}: {block}"));
    }
}

/// The words that a function `reason` gives: its match is exhaustive, so a new variant adds one here.
fn reasons(source: &str) -> BTreeSet<String> {
    let start = source.find("fn reason(").unwrap();
    let body = &source[start..];
    let body = &body[..body.find("\n    }\n").unwrap()];
    body.split("=> \"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

/// Returns why a document of any kind is refused; `None` if it is accepted.
fn refusal(bytes: &[u8]) -> Option<&'static str> {
    let format = match wire::peek_format(bytes) {
        Ok(format) => format,
        // A text without a head is asked for its fault as a task.
        Err(fault) if fault.kind == wire::WireErrorKind::MissingKey => {
            return wire::parse::<TaskDocument>(bytes).err().map(|fault| fault.kind.reason());
        }
        Err(fault) => return Some(fault.kind.reason()),
    };
    let options = Options::default();
    match format.as_str() {
        CertificateDocument::FORMAT if wire::is_of_matrix(bytes) == Ok(true) => {
            match wire::parse::<MatrixCertificateDocument>(bytes) {
                Err(fault) => Some(fault.kind.reason()),
                Ok(document) => check_matrix_certificate(&document).err().map(|r| r.reason()),
            }
        }
        MatrixDocument::FORMAT => match wire::parse::<MatrixDocument>(bytes) {
            Err(fault) => Some(fault.kind.reason()),
            Ok(document) => check_matrix(&document).err().map(|r| r.reason()),
        },
        CertificateDocument::FORMAT => match wire::parse::<CertificateDocument>(bytes) {
            Err(fault) => Some(fault.kind.reason()),
            Ok(document) => check_certificate(&document, &options).err().map(|r| r.reason()),
        },
        ScheduleDocument::FORMAT => match wire::parse::<ScheduleDocument>(bytes) {
            Err(fault) => Some(fault.kind.reason()),
            Ok(document) => check_schedule(&document, &options).err().map(|r| r.reason()),
        },
        ChannelsDocument::FORMAT => match wire::parse::<ChannelsDocument>(bytes) {
            Err(fault) => Some(fault.kind.reason()),
            Ok(document) => check_channels(&document).err().map(|r| r.reason()),
        },
        RateDocument::FORMAT => match wire::parse::<RateDocument>(bytes) {
            Err(fault) => Some(fault.kind.reason()),
            Ok(document) => check_rate(&document, &options).err().map(|r| r.reason()),
        },
        GroupsDocument::FORMAT => match wire::parse::<GroupsDocument>(bytes) {
            Err(fault) => Some(fault.kind.reason()),
            Ok(document) => check_groups(&document, &options).err().map(|r| r.reason()),
        },
        _ => match wire::parse::<TaskDocument>(bytes) {
            Err(fault) => Some(fault.kind.reason()),
            Ok(document) => model::Problem::new(&document).err().map(|f| f.reason()),
        },
    }
}

#[test]
fn every_case_of_reject_is_refused_for_its_reason_and_the_good_documents_are_not() {
    let [good, bad] = reject::read(&models());
    assert!(good.len() > 10 && bad.len() > 450);
    for (name, bytes) in good {
        assert_eq!(refusal(&bytes), None, "{name}");
    }
    let found = bad.iter().map(|(name, bytes)| (name, refusal(bytes)));
    let wrong: Vec<_> = found.filter(|(name, found)| *found != name.split('.').next()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn every_reason_of_refusal_has_a_case() {
    let mut wanted = reasons(include_str!("../../src/wire/error.rs"));
    let checked = [
        Rejection::VARIANTS,
        PlanFault::VARIANTS,
        MatrixFault::VARIANTS,
        RateFault::VARIANTS,
        GroupsFault::VARIANTS,
        GeneratorFault::VARIANTS,
    ];
    let reasons = checked.into_iter().chain([ModelError::VARIANTS]).flatten();
    wanted.extend(reasons.map(|&reason| reason.to_owned()));
    // The faults of these say their own reasons.
    for whole in ["plan", "matrix", "rate", "groups", "in-group", "generator"] {
        assert!(wanted.remove(whole));
    }
    // The replay at every node repeats what the replay at node 0 has accepted: no document reaches it.
    assert!(wanted.remove("every-node"));
    // Functions that take one sort of task only are asked here for neither sort.
    let of_one_sort = [
        "not-isotropic",
        "not-collective",
        "allreduce",
        "not-allreduce",
        "parcels",
        "not-parcels",
        "not-a-torus",
        "listed",
    ];
    for reason in of_one_sort {
        assert!(wanted.remove(reason));
    }
    assert!(wanted.len() > 70);
    let [_, bad] = reject::read(&models());
    let found: BTreeSet<String> = bad.keys().map(|name| name.split('.').next().unwrap().to_owned()).collect();
    assert_eq!(found, wanted);
}

#[test]
fn model_and_checker_give_one_reason_for_one_task() {
    let [_, bad] = reject::read(&models());
    let mut pairs = 0;
    for (name, certificate) in &bad {
        let Some(plain) = name.strip_suffix("-certificate") else { continue };
        assert_eq!(refusal(&bad[plain]), refusal(certificate), "{plain}");
        pairs += 1;
    }
    assert!(pairs > 20);
}
