//! Exact programs improve constructions that leave a gap, and the notes on it.

use isotask::model::Problem;
use isotask::solve::{Outcome, Solution, SolveOptions, method, solve};
use isotask::wire::{Lower, Per, Quantity, Scope, parse};

fn solution(network: &str, packets: &str, rest: &str, word: Option<&str>) -> Solution {
    let text =
        format!(r#"{{"format":"isotask.task/1","network":{network},"task":{packets},"ports":{rest}}}"#);
    let problem = Problem::new(&parse(text.as_bytes()).expect("a good document")).expect("a good task");
    let method = word.map(|word| method(word).expect("a word of the register"));
    match solve(&problem, &SolveOptions { method, ..SolveOptions::default() }).expect("solved") {
        Outcome::Optimal(solution) | Outcome::Feasible(solution) => *solution,
        unknown => unreachable!("{unknown:?}"),
    }
}

const TOTAL_EXCHANGE: &str = r#"{"kind":"total-exchange"}"#;
const IN_TIME: &str = r#""all","objective":"completion-time""#;
const TWO_PORTS: &str = r#"{"at-most":2},"objective":"completion-time""#;
const DELAY: &str = r#""all","objective":"average-delay""#;

fn isotropic(packets: &[(u64, u64)]) -> String {
    let each = packets.iter().map(|(offset, count)| format!(r#"{{"offset":{offset},"count":{count}}}"#));
    format!(r#"{{"kind":"isotropic","packets":[{}]}}"#, each.collect::<Vec<_>>().join(","))
}

fn said(solution: &Solution) -> String {
    let notes: Vec<String> = solution.notes.iter().map(ToString::to_string).collect();
    notes.join("\n")
}

/// The bound of the total delay of a node, with what it binds.
fn delay_bound(solution: &Solution) -> (Lower, Scope) {
    let claims = &solution.certificate.claims;
    let claim = claims.iter().find(|claim| claim.quantity == Quantity::TotalDelay).expect("a claim");
    (claim.lower.clone(), claim.scope)
}

/// Constructions meet the bounds of all these tasks.
#[test]
fn a_program_that_is_asked_for_is_solved_and_its_schedule_named() {
    let star = r#"{"kind":"cayley","family":"star","n":3}"#;
    let cube = r#"{"kind":"hypercube","dimension":3}"#;
    let gather = r#"{"kind":"gather","root":0}"#;
    let both = r#""all","objective":"completion-time-then-average-delay""#;
    for (network, packets, rest, slots, delay) in [
        (star, TOTAL_EXCHANGE, IN_TIME, 5, None),
        (star, TOTAL_EXCHANGE, DELAY, 5, Some(14)),
        (cube, TOTAL_EXCHANGE, IN_TIME, 4, None),
        // P1 §6: 1 + 1 + 1 + 3 + 3 + 3 + 4 is less than any schedule needs; three links bring 3, 6 and 7 packets.
        (cube, TOTAL_EXCHANGE, both, 4, Some(18)),
        (cube, gather, IN_TIME, 3, None),
    ] {
        let solution = solution(network, packets, rest, Some("ilp"));
        assert_eq!(solution.method.word(), "ilp", "{network} {packets} {rest}");
        let total = solution.verdict.replayed.total_delay;
        assert_eq!(
            (solution.completion_time(), total),
            (slots, delay.or(total)),
            "{network} {packets} {rest}"
        );
        assert_eq!(said(&solution), "");
    }
    let unasked = solution(cube, TOTAL_EXCHANGE, both, None);
    assert_eq!(unasked.method.word(), "windows");
}

/// Every node has two packets for a node three links away, and ports for two of its three links.
#[test]
fn symmetric_schedules_are_refuted_before_classes_of_nodes_are_tried() {
    let cycles = r#"{"kind":"cayley","family":"cube-connected-cycles","n":3}"#;
    let solution = solution(cycles, &isotropic(&[(12, 2)]), TWO_PORTS, None);
    assert_eq!(solution.completion_time(), 4);
    assert_eq!(solution.bounds.best().slots(), 3);
    let symmetric = solution.bounds.symmetric.as_ref().expect("a bound of symmetric schedules");
    assert!(matches!(symmetric.lower, Lower::DualTree { value: 4, horizon_slots: 3, .. }), "{symmetric:?}");
    // Models of more classes are solved only on request.
    let notes = said(&solution);
    assert!(notes.contains("3 slots under the group"), "{notes}");
    assert!(notes.contains("the orbit model is too large to be searched without being asked for"), "{notes}");
}

/// Seventeen packets for one neighbour and eight for the other: some of the many go round the other way.
#[test]
fn the_delay_of_words_gets_the_bound_of_the_flow_model() {
    let ring = r#"{"kind":"cayley","family":"circulant","n":5,"steps":[1]}"#;
    let solution = solution(ring, &isotropic(&[(4, 8), (1, 17)]), DELAY, None);
    let (lower, scope) = delay_bound(&solution);
    assert_eq!((lower.value(), scope), (184, Scope::Isotropic));
    assert!(matches!(lower, Lower::DualTree { .. }), "{lower:?}");
    assert_eq!(solution.verdict.replayed.total_delay, Some(184));
    assert_eq!(solution.verdict.replayed.form.per(), Per::Node);
}

#[test]
fn a_delay_model_beyond_what_is_tried_unasked_is_named() {
    let torus = r#"{"kind":"torus","radices":[8,9]}"#;
    let notes = said(&solution(torus, TOTAL_EXCHANGE, DELAY, None));
    assert!(notes.contains("the delay model is too large to be searched without being asked for"), "{notes}");
}
