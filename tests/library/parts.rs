//! Proofs in parts from the library: split, proved one by one and joined, they prove the bound of the whole.

use isotask::check::{Options, check_certificate};
use isotask::model::Problem;
use isotask::program::Spend;
use isotask::solve::parts::{Cut, JoinFault, PartsError, Ran, join, proved, run, split};
use isotask::solve::{Outcome, SolveOptions, method, solve};
use isotask::wire::{CertificateDocument, Claim, Lower, PartDocument, Quantity, Scope, parse};
use std::convert::Infallible;

const FREE: Spend<'static> = Spend { threads: 1, limit: None, stop: &|| false };

/// The certificate of a task with a named method, which need not prove what it attains.
fn certificate(network: &str, objective: &str, word: &str) -> CertificateDocument {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{{"kind":"total-exchange"}},"ports":"all","objective":"{objective}"}}"#
    );
    let problem = Problem::new(&parse(text.as_bytes()).expect("a good document")).expect("a good task");
    let options = SolveOptions { method: method(word), ..SolveOptions::default() };
    match solve(&problem, &options).expect("solved") {
        Outcome::Optimal(solution) | Outcome::Feasible(solution) => solution.certificate,
        unknown => unreachable!("{unknown:?}"),
    }
}

/// All parts with their proofs.
fn proofs(certificate: &CertificateDocument, depth: u32) -> Vec<PartDocument> {
    let cut = Cut { depth, ..Cut::default() };
    let parts = split(certificate, cut, &|| false).expect("a task that has a program");
    let each = parts.iter().map(|part| match run(part, &FREE).expect("a part of its task") {
        Ran::Proved(proof) => proof,
        other => unreachable!("{other:?}"),
    });
    each.collect()
}

/// The certificate that parts are joined to, read from its text.
fn joined(certificate: &CertificateDocument, parts: &[PartDocument]) -> CertificateDocument {
    let mut text = Vec::new();
    let read = |index: usize| Ok::<_, Infallible>(parts[index].clone());
    join(certificate, parts.len(), &read, &mut text).expect("parts of one proof");
    parse(&text).expect("a certificate")
}

/// The bound of the slots of symmetric schedules that a certificate claims, once the checker has accepted it.
fn bound(certificate: &CertificateDocument) -> &Lower {
    check_certificate(certificate, &Options::default()).expect("accepted");
    let is_of =
        |claim: &&Claim| claim.quantity == Quantity::CompletionTime && claim.scope == Scope::Isotropic;
    &certificate.claims.iter().find(is_of).expect("a claim").lower
}

/// Six slots: the packet for the antipode goes three links in one direction, those for the nodes before it one
/// and two, and a node has one link in that direction.
#[test]
fn the_joined_parts_of_a_ring_prove_the_bound_of_the_whole() {
    let whole = certificate(r#"{"kind":"ring","nodes":6}"#, "completion-time", "quotient");
    let parts = proofs(&whole, 3);
    assert_eq!(parts.len(), 7);
    for part in &parts {
        assert_eq!((part.target, part.horizon_slots), (6, 5));
        assert!(proved(part.clone()).expect("a proof") >= 6);
    }
    let joined = joined(&whole, &parts);
    assert!(matches!(bound(&joined), Lower::DualTree { value: 6, horizon_slots: 5, .. }));
    let mut foreign = parts.clone();
    foreign[3].horizon_slots = 4;
    let read = |index: usize| Ok::<_, Infallible>(foreign[index].clone());
    let refused = join(&whole, foreign.len(), &read, &mut Vec::new()).expect_err("a part of another proof");
    assert!(matches!(refused, JoinFault::Part(3, PartsError::Foreign("horizon"))), "{refused:?}");
}

/// For schedules of the least completion time the model has the slots of that time; for all schedules it has
/// enough slots that more would not lower the delay.
#[test]
fn the_model_has_the_number_of_slots_of_the_claim() {
    let torus = r#"{"kind":"torus","radices":[3,4]}"#;
    let slots = |objective: &str| {
        let whole = certificate(torus, objective, "quotient");
        let claims = whole.claims.iter().find(|claim| claim.quantity == Quantity::CompletionTime);
        let length = u64::try_from(claims.expect("a claim").value).expect("few slots");
        let parts = split(&whole, Cut::default(), &|| false).expect("a task that has a program");
        (length, parts[0].horizon_slots)
    };
    let (length, model) = slots("completion-time-then-average-delay");
    assert_eq!(length, model);
    let (length, model) = slots("average-delay");
    assert!(length < model, "{length} {model}");
}
