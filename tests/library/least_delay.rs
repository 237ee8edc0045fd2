//! The least total delay by the integer program, its certificates, and the checker's verdicts on corrupted
//! ones.

use isotask::certify;
use isotask::check::{self, Rejection};
use isotask::model::{Coloring, IsotropicTask, Schedule};
use isotask::program::{
    self, DelayModel, DelayRows, DelaySchedule, DelayWays, Found, MAX_VARIABLES, ProgramError, SearchEnd,
    SearchOptions, sufficient_horizon,
};
use isotask::route::{Directions, SearchBudget, least_completion, task_matrix};
use isotask::wire::{
    CertificateDocument, Claim, DelayRow, DelayVariable, DualNode, Horizon, Lower, Per, Quantity,
    RowMultiplier, Scope, Status, parse, to_bytes,
};
use proptest::prelude::*;

use crate::common::exhaustive::exhaustive;

const OPTIONS: SearchOptions<'static> =
    SearchOptions { threads: 1, time_limit: None, nodes: 2_000, stop: &|| false, watch: &() };
type DelaySolution = Found<DelaySchedule>;
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

/// The least delay of a task within a horizon.
fn least_delay(
    task: &IsotropicTask,
    ways: DelayWays<'_>,
    horizon: u64,
    first: Option<DelaySchedule>,
    options: &SearchOptions<'_>,
) -> Result<DelaySolution, ProgramError> {
    let model = DelayModel::new(task, ways, horizon, MAX_VARIABLES, DelayRows::Needed)?;
    program::least_delay(model, first, options)
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
    tree: &[DualNode],
) -> CertificateDocument {
    let best = solution.schedule.clone().expect("a schedule");
    let matrix = task_matrix(task, &best.directions).expect("its own directions");
    let claim = Claim {
        quantity: Quantity::TotalDelay,
        value: best.total_delay.into(),
        per: Some(Per::Node),
        scope: solution.scope.expect("directions that are not given"),
        horizon: Some(Horizon::Slots(solution.horizon)),
        lower: Lower::DualTree {
            value: lower,
            horizon_slots: solution.horizon,
            model: solution.model,
            tree: tree.to_vec(),
        },
        status: if lower == best.total_delay { Status::Optimal } else { Status::UpperBound },
    };
    let schedule = Schedule::of_units(matrix, best.coloring.clone());
    certify::certificate(&task.clone().into(), &schedule, vec![claim])
}

fn verdict(certificate: &CertificateDocument) -> Result<(), Rejection> {
    let again: CertificateDocument = parse(&to_bytes(certificate)).expect("what was written can be read");
    assert_eq!(&again, certificate);
    check::check_certificate(&again, &check::Options::default()).map(drop)
}

/// Solves along shortest paths, has the checker accept the optimum and refuse one more.
fn proved(task: &IsotropicTask, horizon: u64) -> DelaySolution {
    proved_among(task, DelayWays::TiesFree, horizon)
}

fn proved_among(task: &IsotropicTask, ways: DelayWays<'_>, horizon: u64) -> DelaySolution {
    let solution = least_delay(task, ways, horizon, None, &OPTIONS).expect("within all limits");
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
#[ignore = "needs half a minute: the 3 × 3 × 3 torus and the 6-cube"]
fn the_root_proves_the_largest_known_delays() {
    assert_eq!(value(&proved(&torus("[3,3,3]"), 9)), 124);
    // The schedule takes the solver long; the bound does not.
    let options = SearchOptions { time_limit: Some(20), ..OPTIONS };
    let cube = least_delay(&cube(6), DelayWays::TiesFree, 32, None, &options).expect("within all limits");
    assert_eq!((cube.lower, cube.tree.len()), (892, 1));
}

#[test]
fn a_branch_tree_proves_what_the_root_does_not() {
    let task = listed(r#"{"kind":"hypercube","dimension":3}"#, &[2, 2, 4, 4, 6, 7, 7], r#""all""#);
    let solution = proved(&task, critical(&task));
    assert_eq!(value(&solution), 20);
    assert!(solution.tree.len() > 1);
    // Without nodes of its own the search proves what the root does.
    let options = SearchOptions { nodes: 0, ..OPTIONS };
    let root = least_delay(&task, DelayWays::TiesFree, critical(&task), None, &options).expect("small");
    assert_eq!((value(&root), root.lower, root.tree.len()), (20, 19, 1));
    assert_eq!(verdict(&certificate(&task, &root, 19, &root.tree)), Ok(()));
    let refusal = verdict(&certificate(&task, &root, 20, &root.tree));
    assert!(matches!(refusal, Err(Rejection::DelayLeafTooWeak { node: 0, .. })), "{refusal:?}");
}

/// The schedule backwards: its total delay is another one as a rule.
fn backwards(task: &IsotropicTask, best: &DelaySchedule) -> DelaySchedule {
    let last = best.coloring.slots.iter().max().copied().unwrap_or(0);
    let slots = best.coloring.slots.iter().map(|slot| last - slot).collect();
    DelaySchedule::new(task, best.directions.clone(), Coloring { slots }).expect("as good a schedule")
}

/// A certificate of a worse schedule that claims more than the optimum; none when there is no worse one at
/// hand.
fn overclaim(
    task: &IsotropicTask,
    solution: &DelaySolution,
    tree: &[DualNode],
) -> Option<CertificateDocument> {
    let worse = backwards(task, solution.schedule.as_ref()?);
    let claimed = solution.lower + 1;
    let more = DelaySolution { schedule: Some(worse), ..solution.clone() };
    (value(&more) >= claimed).then(|| certificate(task, &more, claimed, tree))
}

#[test]
fn every_corruption_is_refused_or_proves_the_optimum_again() {
    let task = listed(r#"{"kind":"hypercube","dimension":3}"#, &[2, 2, 4, 4, 6, 7, 7], r#""all""#);
    let solution = proved(&task, critical(&task));
    let corrupted = |at: usize, node: DualNode| {
        let mut tree = solution.tree.clone();
        tree[at] = node;
        // An accepted bound of the optimum is true whatever the multipliers; one above it must never be
        // accepted.
        let certificate = overclaim(&task, &solution, &tree).expect("backwards is worse");
        let refusal = verdict(&certificate).expect_err("the bound is false");
        assert!(refusal.place().starts_with("claims[0].lower.tree["), "{refusal:?}");
        (refusal, verdict(&self::certificate(&task, &solution, solution.lower, &tree)))
    };
    let (mut refused, mut accepted) = (0, 0);
    for (at, node) in solution.tree.iter().enumerate() {
        let DualNode::Leaf { denominator, rows } = node else {
            continue;
        };
        for row in 0..rows.len() {
            for change in [-1, 1] {
                let mut rows = rows.clone();
                rows[row].multiplier += change;
                let (_, again) = corrupted(at, DualNode::Leaf { denominator: *denominator, rows });
                if again.is_ok() { accepted += 1 } else { refused += 1 }
            }
        }
        for denominator in [denominator + 1, denominator.saturating_sub(1), u64::MAX] {
            let _ = corrupted(at, DualNode::Leaf { denominator, rows: rows.clone() }).1;
        }
    }
    assert!(refused > accepted, "{refused} refused, {accepted} accepted");
}

fn leaf(rows: &[(DelayRow, i64)]) -> DualNode {
    let rows = rows.iter().map(|&(row, multiplier)| RowMultiplier { row, multiplier }).collect();
    DualNode::Leaf { denominator: 1, rows }
}

#[test]
fn faults_of_a_delay_tree_are_refused_by_name() {
    let task = cube(2);
    let solution = proved(&task, 2);
    let check = |tree: &[DualNode]| verdict(&certificate(&task, &solution, 5, tree)).expect_err("a fault");
    let whole = solution.tree[0].clone();
    let fix = |variable| DualNode::Fix(variable);
    let x = DelayVariable::Use { packet: 0, link: 0, slot: 0 };
    assert!(matches!(check(&[]), Rejection::TreeIncomplete { node: 0, .. }));
    assert!(matches!(check(&[fix(x), whole.clone()]), Rejection::TreeIncomplete { node: 2, .. }));
    assert!(matches!(check(&[whole.clone(), whole.clone()]), Rejection::TreeTrailing { node: 1, .. }));
    assert_eq!(verdict(&certificate(&task, &solution, 5, &[fix(x), whole.clone(), whole.clone()])), Ok(()));
    assert!(matches!(check(&[fix(x), fix(x)]), Rejection::VariableNotFree { node: 1, .. }));
    for variable in [
        DelayVariable::Use { packet: 0, link: 1, slot: 0 },
        DelayVariable::Use { packet: 0, link: 0, slot: 2 },
        DelayVariable::Use { packet: 3, link: 0, slot: 0 },
        DelayVariable::Needs { packet: 0, moves: 0, time: 0 },
        DelayVariable::Needs { packet: 0, moves: 2, time: 0 },
        DelayVariable::Needs { packet: 0, moves: 1, time: 3 },
        DelayVariable::Plus { packet: 0, dimension: 0 },
    ] {
        assert!(matches!(check(&[fix(variable)]), Rejection::NoSuchVariable { node: 0, .. }), "{variable}");
    }
    // Packet 0 makes one of two moves: it needs one at the start, and none after two slots.
    for time in [0, 2] {
        let q = DelayVariable::Needs { packet: 0, moves: 1, time };
        assert!(matches!(check(&[fix(q)]), Rejection::VariableNotFree { node: 0, .. }), "{q}");
    }
    for row in [
        DelayRow::Entry { packet: 0, link: 1, time: 0 },
        DelayRow::Entry { packet: 0, link: 0, time: 2 },
        DelayRow::Row { packet: 3, slot: 0 },
        DelayRow::Column { link: 2, slot: 0 },
        DelayRow::Ports { slot: 0 },
        DelayRow::Balance { packet: 0, slot: 2 },
        DelayRow::Fall { packet: 0, moves: 2, time: 0 },
        DelayRow::Nest { packet: 0, moves: 1, time: 0 },
        DelayRow::Link { packet: 2, moves: 2, time: 0 },
        DelayRow::Link { packet: u64::MAX, moves: u64::MAX, time: u64::MAX },
    ] {
        let refusal = check(&[leaf(&[(row, 1)])]);
        assert!(matches!(refusal, Rejection::NoSuchRow { node: 0, row: 0, .. }), "{row}");
    }
    let column = DelayRow::Column { link: 0, slot: 0 };
    let negative = check(&[leaf(&[(DelayRow::Balance { packet: 0, slot: 0 }, -1), (column, -1)])]);
    assert!(matches!(negative, Rejection::NegativeMultiplier { row: 1, multiplier: -1, .. }));
    assert!(matches!(check(&[leaf(&[(column, i64::MAX)])]), Rejection::DelayLeafTooWeak { .. }));
    assert!(matches!(check(&[leaf(&[])]), Rejection::DelayLeafTooWeak { found: 4, limit: 4, .. }));
    let nothing = DualNode::Leaf { denominator: 0, rows: Vec::new() };
    assert!(matches!(check(&[nothing]), Rejection::DelayLeafTooWeak { found: 0, limit: 0, .. }));
}

#[test]
fn horizons_and_scopes_beyond_the_model_are_refused() {
    let with = |task: &IsotropicTask, slots, change: &dyn Fn(&mut Claim)| {
        let solution = solved(task, slots);
        let mut document = certificate(task, &solution, solution.lower, &solution.tree);
        change(&mut document.claims[0]);
        verdict(&document)
    };
    let cube = cube(2);
    let beyond = with(&cube, 2, &|claim| claim.horizon = Some(Horizon::Slots(3)));
    assert!(matches!(beyond, Err(Rejection::HorizonBeyondModel { horizon_slots: 2, needed: 3, .. })));
    // With less than 5 slots in all, 2 of them for the neighbours, no packet comes after the second.
    let any = |slots| with(&cube, slots, &|claim| claim.horizon = Some(Horizon::Any));
    assert_eq!((any(2), any(3)), (Ok(()), Ok(())));
    assert_eq!(with(&cube, 3, &|claim| claim.horizon = Some(Horizon::Slots(2))), Ok(()));
    let wide = with(&cube, 2, &|claim| claim.scope = Scope::All);
    assert!(matches!(wide, Err(Rejection::ScopeTooWide { widest: Scope::Isotropic, .. })));
    // In three slots every link of the torus is busy with shortest paths, so no schedule has a detour; in
    // four there may be one.
    let torus = torus("[3,3]");
    assert_eq!(with(&torus, 3, &|claim| claim.scope = Scope::Isotropic), Ok(()));
    let wide = with(&torus, 4, &|claim| claim.scope = Scope::Isotropic);
    assert!(
        matches!(wide, Err(Rejection::DelayLeafTooWeak { .. } | Rejection::NoSuchRow { .. })),
        "{wide:?}"
    );
    let short = with(&cube, 2, &|claim| {
        let Lower::DualTree { horizon_slots, .. } = &mut claim.lower else {
            return;
        };
        *horizon_slots = 1;
    });
    assert!(matches!(short, Err(Rejection::HorizonBeyondModel { horizon_slots: 1, .. })));
}

#[test]
fn a_first_schedule_is_kept_when_the_root_proves_it_and_refused_when_it_does_not_fit() {
    let task = cube(3);
    let best = solved(&task, 4).schedule.expect("a schedule");
    let again = least_delay(&task, DelayWays::TiesFree, 4, Some(best.clone()), &OPTIONS).expect("small");
    assert_eq!((again.schedule.as_ref(), again.lower), (Some(&best), 18));
    let worse = backwards(&task, &best);
    let improved = least_delay(&task, DelayWays::TiesFree, 4, Some(worse), &OPTIONS).expect("small");
    assert_eq!((value(&improved), improved.lower), (18, 18));
    let short = least_delay(&task, DelayWays::TiesFree, 3, Some(best.clone()), &OPTIONS);
    assert_eq!(short, Err(ProgramError::Incumbent { horizon: 3, fault: None }));
    let broken = DelaySchedule { coloring: Coloring { slots: vec![0; 12] }, ..best };
    let refused = least_delay(&task, DelayWays::TiesFree, 4, Some(broken), &OPTIONS);
    assert!(matches!(refused, Err(ProgramError::Incumbent { fault: Some(_), .. })));
}

#[test]
fn unequal_odd_radices_have_their_delays_among_all_symmetric_schedules() {
    for (radices, slots, expected) in [("[3,4]", 7, 34), ("[3,5]", 9, 58), ("[3,7]", 18, 148)] {
        let task = torus(radices);
        assert_eq!(critical(&task), slots);
        let solution = proved_among(&task, DelayWays::DetoursFree, slots);
        assert_eq!((value(&solution), solution.scope), (expected, Some(Scope::Isotropic)), "{radices}");
    }
}

#[test]
fn a_bound_along_shortest_paths_is_refused_for_all_symmetric_schedules_where_a_detour_is_better() {
    // Three packets to the next node of a ring of 3: 1 + 2 + 3, or the third goes the other way, 1 + 2 + 2.
    let task = listed(r#"{"kind":"torus","radices":[3]}"#, &[1, 1, 1], r#""all""#);
    assert_eq!(value(&proved_among(&task, DelayWays::DetoursFree, 2)), 5);
    assert_eq!(value(&proved_among(&task, DelayWays::DetoursFree, 3)), 5);
    let shortest = proved(&task, 3);
    assert_eq!((value(&shortest), shortest.scope), (6, Some(Scope::IsotropicShortest)));
    let mut wide = certificate(&task, &shortest, 6, &shortest.tree);
    wide.claims[0].scope = Scope::Isotropic;
    let refusal = verdict(&wide);
    assert!(
        matches!(refusal, Err(Rejection::DelayLeafTooWeak { .. } | Rejection::NoSuchRow { .. })),
        "{refusal:?}"
    );
}

#[test]
fn a_search_without_nodes_reports_its_gap() {
    let task = torus("[4,5]");
    let whole = solved(&task, 12);
    assert_eq!(whole.end, SearchEnd::Proved);
    assert!(whole.tree.len() > 1, "the relaxation alone does not prove it");
    let few = SearchOptions { nodes: 1, ..OPTIONS };
    let found = least_delay(&task, DelayWays::TiesFree, 12, whole.schedule, &few).expect("small");
    assert_eq!(found.end, SearchEnd::Nodes);
    assert!(found.lower < value(&found));
}

#[test]
fn a_stopped_search_returns_its_first_schedule() {
    let task = cube(4);
    let first = backwards(&task, &solved(&task, 8).schedule.expect("a schedule"));
    let options = SearchOptions { stop: &|| true, ..OPTIONS };
    let found = least_delay(&task, DelayWays::TiesFree, 8, Some(first.clone()), &options).expect("small");
    assert!(value(&found) <= first.total_delay && found.lower <= 64);
    assert_eq!(verdict(&certificate(&task, &found, found.lower, &found.tree)), Ok(()));
    assert_eq!(found.end, if value(&found) == found.lower { SearchEnd::Proved } else { SearchEnd::Stopped });
    let none =
        least_delay(&task, DelayWays::TiesFree, 8, None, &SearchOptions { time_limit: Some(0), ..OPTIONS });
    let none = none.expect("small");
    assert!(none.lower <= 64);
    assert_eq!(none.end, SearchEnd::Time);
}

#[test]
fn models_too_large_or_too_short_are_refused() {
    let refused = least_delay(&cube(16), DelayWays::TiesFree, 1 << 15, None, &OPTIONS);
    assert!(matches!(refused, Err(ProgramError::TooLarge(_))));
    let refused = least_delay(&cube(3), DelayWays::TiesFree, u64::MAX, None, &OPTIONS);
    assert!(matches!(refused, Err(ProgramError::TooLarge(_))));
    let refused = least_delay(&cube(3), DelayWays::TiesFree, 2, None, &OPTIONS);
    assert_eq!(refused, Err(ProgramError::HorizonTooShort { horizon: 2, moves: 3 }));
}

#[test]
fn fixed_directions_give_a_schedule_and_no_claim() {
    let task = torus("[4]");
    let fixed = least_delay(&task, DelayWays::Fixed(&Directions::Default), 3, None, &OPTIONS).expect("small");
    assert_eq!((value(&fixed), fixed.lower, fixed.bound()), (5, 5, None));
    let free = solved(&task, 3);
    assert!(free.bound().is_some_and(|bound| bound.value() == 5));
}

fn tiny() -> impl Strategy<Value = (IsotropicTask, u64)> {
    let networks = [
        (r#"{"kind":"hypercube","dimension":3}"#, 8_u64),
        (r#"{"kind":"torus","radices":[5,5]}"#, 25),
        (r#"{"kind":"torus","radices":[4,3]}"#, 12),
        (r#"{"kind":"torus","radices":[2,4]}"#, 8),
        (r#"{"kind":"torus","radices":[7]}"#, 7),
    ];
    let ports = [r#""all""#, r#""one""#, r#"{"at-most":2}"#];
    (prop::sample::select(networks.to_vec()), prop::sample::select(ports.to_vec()), 0..3_u64)
        .prop_flat_map(|(network, ports, extra)| {
            (prop::collection::vec(1..network.1, 1..5), Just((network.0, ports, extra)))
        })
        .prop_map(|(offsets, (network, ports, extra))| {
            let task = listed(network, &offsets, ports);
            let horizon = critical(&task).max(1) + extra;
            (task, horizon)
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tiny_tasks_have_the_delay_that_an_exhaustive_search_finds((task, horizon) in tiny()) {
        // The critical horizon may need detours.
        // Few enough ways for the exhaustive search.
        let few = task.rows() * u64::try_from(task.network().dimensions().len()).expect("few") <= 6;
        for (ways, detours) in
            [(DelayWays::TiesFree, false), (DelayWays::DetoursFree, true)].into_iter().filter(|it| few || !it.1)
        {
            let Some(expected) = exhaustive(&task, detours, horizon) else {
                prop_assert!(!detours, "the critical horizon is that of some directions");
                continue;
            };
            let solution = proved_among(&task, ways, horizon);
            prop_assert_eq!(value(&solution), expected);
            if let Some(false_claim) = overclaim(&task, &solution, &solution.tree) {
                prop_assert!(verdict(&false_claim).is_err());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn more_slots_than_are_sufficient_gain_nothing(
        network in prop::sample::select(vec![
            r#"{"kind":"hypercube","dimension":2}"#,
            r#"{"kind":"ring","nodes":3}"#,
            r#"{"kind":"ring","nodes":4}"#,
        ]),
        offsets in prop::collection::vec(1..3_u64, 1..4),
        ports in prop::sample::select(vec![r#""all""#, r#""one""#]),
        detours in any::<bool>(),
    ) {
        let task = listed(network, &offsets, ports);
        let ways = if detours { DelayWays::DetoursFree } else { DelayWays::TiesFree };
        let horizon = sufficient_horizon(&task, detours).expect("a small task");
        let solution = proved_among(&task, ways, horizon);
        prop_assert_eq!(Some(value(&solution)), exhaustive(&task, detours, horizon + 1));
        let claimed = |slots| {
            let solution = DelaySolution { horizon: slots, ..solution.clone() };
            let mut document = certificate(&task, &solution, solution.lower, &solution.tree);
            document.claims[0].horizon = Some(Horizon::Any);
            verdict(&document)
        };
        prop_assert_eq!(claimed(horizon), Ok(()));
        let beyond = matches!(
            claimed(horizon - 1),
            Err(Rejection::HorizonBeyondModel { .. } | Rejection::DelayHorizonTooShort { .. })
        );
        // Fewer slots are enough only where nothing that takes longer has less delay.
        let shorter = exhaustive(&task, detours, horizon - 1);
        prop_assert!(beyond || shorter.is_none_or(|least| least == value(&solution)));
    }
}
