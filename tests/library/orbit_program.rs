//! The exact program under groups of translations: from one class of nodes to each its own.

use isotask::bound::cayley_weighted;
use isotask::model::{CayleyTask, Node, OrbitSchedule, Problem, Schedule, Subgroup};
use isotask::orbit::subgroups;
use isotask::program::{
    FlowModel, FlowWays, Formulation, Found, MAX_VARIABLES, OrbitModel, ProgramError, SearchEnd,
    SearchOptions, least_slots,
};
use isotask::solve::{Outcome, SolveOptions, method, solve};
use isotask::wire::{Lower, Quantity, Scope, TaskDocument, TreeModel, parse};

const OPTIONS: SearchOptions<'static> =
    SearchOptions { threads: 1, time_limit: None, nodes: 2_000, stop: &|| false, watch: &() };

fn document(network: &str, task: &str) -> TaskDocument {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":"all","objective":"completion-time"}}"#
    );
    parse(text.as_bytes()).expect("a good document")
}

fn exchange(network: &str) -> CayleyTask {
    CayleyTask::new(&document(network, r#"{"kind":"total-exchange"}"#)).expect("a good task")
}

fn circulant(n: u64, steps: &str) -> String {
    format!(r#"{{"kind":"cayley","family":"circulant","n":{n},"steps":{steps}}}"#)
}

fn under(task: &CayleyTask, group: &Subgroup, from: u64, to: u64) -> Found<OrbitSchedule> {
    let (task, group) = (task.clone(), group.clone());
    let build = move |slots| OrbitModel::new(&task, group.clone(), FlowWays::Free, slots, MAX_VARIABLES);
    least_slots(build, from, to, &OPTIONS).expect("small enough")
}

/// The slots and the quantity that proves them, asked for by `--method ilp`.
fn by_program(network: &str, task: &str) -> (u64, Lower, Scope) {
    let problem = Problem::new(&document(network, task)).expect("a good task");
    let options = SolveOptions { method: method("ilp"), ..SolveOptions::default() };
    let Outcome::Optimal(solution) = solve(&problem, &options).expect("it is solved") else {
        unreachable!("{problem}: not proved")
    };
    let claims = &solution.certificate.claims;
    let claim = claims.iter().find(|claim| claim.quantity == Quantity::CompletionTime).expect("a claim");
    (u64::try_from(claim.value).expect("few slots"), claim.lower.clone(), claim.scope)
}

#[test]
fn one_model_serves_rings_tori_cubes_and_circulants() {
    let all = r#"{"kind":"total-exchange"}"#;
    for (network, slots) in [
        (circulant(10, "[1,3]"), 4),
        (circulant(12, "[1,5]"), 5),
        (r#"{"kind":"ring","nodes":8}"#.to_owned(), 8),
        (r#"{"kind":"torus","radices":[4,3]}"#.to_owned(), 6),
        (r#"{"kind":"hypercube","dimension":3}"#.to_owned(), 4),
    ] {
        let (value, _, scope) = by_program(&network, all);
        assert_eq!((value, scope), (slots, Scope::All), "{network}");
    }
    // There only each node its own will do.
    let packets = r#"{"kind":"isotropic","packets":[{"offset":3,"count":4}]}"#;
    assert_eq!(by_program(r#"{"kind":"ring","nodes":7}"#, packets).0, 7);
}

#[test]
fn with_each_node_a_class_of_its_own_fewer_slots_are_refuted_for_all_schedules() {
    // Both packets need one link in the first slot, which bounds by weights of links do not notice.
    let packets = r#"{"kind":"isotropic","packets":[{"offset":3,"count":2}]}"#;
    let network = r#"{"kind":"cayley","family":"pancake","n":3}"#;
    let (value, lower, scope) = by_program(network, packets);
    assert_eq!((value, scope), (3, Scope::All));
    assert!(matches!(lower, Lower::DualTree { model: Some(TreeModel::Transport), .. }), "{lower:?}");
    let task = CayleyTask::new(&document(network, packets)).expect("a good task");
    assert_eq!(cayley_weighted(&task, u64::MAX).value, 2);
}

#[test]
fn a_refutation_under_a_group_gives_no_claim_on_other_schedules() {
    let task = exchange(r#"{"kind":"ring","nodes":4}"#);
    let whole = Subgroup::new(task.network(), vec![Node(1)]).expect("a translation");
    let even = Subgroup::new(task.network(), vec![Node(2)]).expect("a translation");
    let symmetric = under(&task, &whole, 2, 4);
    assert_eq!((symmetric.lower, symmetric.best, symmetric.end), (3, Some(3), SearchEnd::Proved));
    assert!(!symmetric.tree.is_empty() && symmetric.bound().is_none());
    let both = under(&task, &even, 2, 4);
    assert_eq!((both.lower, both.best), (2, Some(2)));
}

#[test]
fn with_one_class_the_model_is_that_of_symmetric_schedules() {
    for network in [circulant(8, "[1,3]"), r#"{"kind":"cayley","family":"star","n":3}"#.to_owned()] {
        let task = exchange(&network);
        let generators = (1..task.graph().nodes()).map(Node).collect();
        let whole = Subgroup::new(task.network(), generators).expect("translations");
        let flow = FlowModel::new(&task, FlowWays::Free, 6, MAX_VARIABLES).expect("small enough");
        let orbit = OrbitModel::new(&task, whole, FlowWays::Free, 6, MAX_VARIABLES).expect("small enough");
        assert_eq!(flow.program().variables(), orbit.program().variables());
        assert_eq!(flow.program().constants(), orbit.program().constants());
        assert_eq!(flow.program().rows(), orbit.program().rows());
    }
}

#[test]
fn a_smaller_group_never_takes_more_slots() {
    for network in [
        r#"{"kind":"ring","nodes":6}"#.to_owned(),
        r#"{"kind":"cayley","family":"pancake","n":3}"#.to_owned(),
        circulant(6, "[1,2]"),
    ] {
        let task = exchange(&network);
        let least = cayley_weighted(&task, u64::MAX).value;
        let mut best = u64::MAX;
        for group in subgroups(task.network(), 2) {
            let found = under(&task, &group, least, 12);
            let schedule = found.schedule.expect("a schedule");
            let length = Schedule::from(schedule.clone()).length();
            assert!((least..=best).contains(&length), "{network}");
            // One packet of each orbit, each over at least its distance.
            let packets = task.rows() * u64::from(group.classes());
            assert_eq!(u64::try_from(schedule.packets.len()), Ok(packets));
            best = length;
        }
    }
}

#[test]
fn a_model_that_is_too_large_or_too_short_is_refused() {
    let task = exchange(&circulant(10, "[1,3]"));
    let even = Subgroup::new(task.network(), vec![Node(2)]).expect("a translation");
    let model = |slots, most| OrbitModel::new(&task, even.clone(), FlowWays::Free, slots, most);
    let Err(ProgramError::TooLarge(fault)) = model(4, 287) else { unreachable!("288 variables") };
    assert!(fault.to_string().starts_with("the orbit model has up to 288 variables"), "{fault}");
    assert!(matches!(model(1, MAX_VARIABLES), Err(ProgramError::HorizonTooShort { horizon: 1, moves: 3 })));
}
