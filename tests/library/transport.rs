//! The least number of slots of tasks without symmetry by the transport model, compared with an exhaustive
//! search, and the checker on its trees.

use isotask::certify::{self, Measured, claims};
use isotask::check::{self, Rejection};
use isotask::model::{DemandsTask, ExplicitSchedule, Graph, Node, Packet, PortRule, Sent};
use isotask::program::{
    Formulation, Found, NamedProgram, ProgramError, SearchEnd, SearchOptions, TransportModel, least_slots,
};
use isotask::solve::{Outcome, Solution, SolveOptions, method, solve};
use isotask::wire::{
    CertificateDocument, DelayRow, DelayVariable, DualNode, Lower, Quantity, RowMultiplier, Scope, Status,
    parse, to_bytes,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

const OPTIONS: SearchOptions<'static> =
    SearchOptions { threads: 1, time_limit: None, nodes: 2_000, stop: &|| false, watch: &() };
const MOST: u64 = 100_000;
const PORTS: [&str; 4] = [r#""all""#, r#""one""#, r#"{"at-most":2}"#, r#""one-half-duplex""#];

fn task(network: &str, task: &str, ports: &str) -> DemandsTask {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"completion-time"}}"#
    );
    DemandsTask::new(&parse(text.as_bytes()).expect("a good document")).expect("a good task")
}

fn ring(nodes: u64) -> String {
    format!(r#"{{"kind":"ring","nodes":{nodes}}}"#)
}

fn cube(nodes: u64) -> String {
    format!(r#"{{"kind":"incomplete-hypercube","nodes":{nodes}}}"#)
}

/// Packets from, to, count.
fn demands(packets: &[(u64, u64, u64)]) -> String {
    let packet =
        |(from, to, count): &(u64, u64, u64)| format!(r#"{{"from":{from},"to":{to},"count":{count}}}"#);
    let packets: Vec<String> = packets.iter().map(packet).collect();
    format!(r#"{{"kind":"demands","packets":[{}]}}"#, packets.join(","))
}

/// A number of slots that the list scheduling of the pipeline attains.
fn attained(task: &DemandsTask) -> (u64, ExplicitSchedule) {
    let options = SolveOptions { method: method("list-scheduling"), ..SolveOptions::default() };
    let (Outcome::Optimal(solution) | Outcome::Feasible(solution)) =
        solve(&task.clone().into(), &options).expect("a schedule")
    else {
        unreachable!("list scheduling always ends")
    };
    (solution.completion_time(), schedule_of(task, &solution.certificate))
}

fn schedule_of(task: &DemandsTask, certificate: &CertificateDocument) -> ExplicitSchedule {
    use isotask::wire::{Ends, NodeRef, ScheduleBody};
    let node = |node: &NodeRef| match node {
        NodeRef::Index(node) => Node(*node),
        NodeRef::Coordinates(_) => unreachable!("written by index"),
    };
    let ScheduleBody::Explicit { packets, slots } = &certificate.schedule else { unreachable!("explicit") };
    let sent = |transfer: &isotask::wire::Transfer| {
        Sent::new(transfer.packet(), node(&transfer.from()), node(&transfer.to()))
    };
    let packet = |ends: &Ends| match ends.nodes().as_slice() {
        [from, to] => Packet::Personal { from: node(from), to: node(to) },
        [to] if task.is_combined() => Packet::Combined { to: node(to) },
        ends => Packet::Copied { from: node(&ends[0]) },
    };
    ExplicitSchedule {
        packets: packets.iter().map(packet).collect(),
        slots: slots.iter().map(|slot| slot.iter().map(sent).collect()).collect(),
    }
}

/// From nothing known to one slot more than is attained.
fn least(task: &DemandsTask) -> Found<ExplicitSchedule> {
    transport_least_slots(task, 0, attained(task).0 + 1, &OPTIONS).expect("within all limits")
}

fn transport_least_slots(
    task: &DemandsTask,
    from: u64,
    to: u64,
    options: &SearchOptions<'_>,
) -> Result<Found<ExplicitSchedule>, ProgramError> {
    let task = task.clone();
    least_slots(move |slots| TransportModel::new(&task, slots, MOST), from, to, options)
}

fn certificate(task: &DemandsTask, schedule: &ExplicitSchedule, bound: Lower) -> CertificateDocument {
    let mut bounds = isotask::bound::of_demands(task);
    bounds.completion.insert(0, bound);
    let (problem, schedule) = (task.clone().into(), schedule.clone().into());
    let claims = claims(&bounds, &Measured::new(&problem, &schedule, None));
    certify::certificate(&problem, &schedule, claims)
}

fn verdict(certificate: &CertificateDocument) -> Result<(), Rejection> {
    let again: CertificateDocument = parse(&to_bytes(certificate)).expect("what was written can be read");
    assert_eq!(&again, certificate);
    check::check_certificate(&again, &check::Options::default()).map(drop)
}

/// The least number of slots with its proof; the checker must accept both.
fn proved(task: &DemandsTask) -> u64 {
    let found = least(task);
    assert_eq!(found.end, SearchEnd::Proved, "{:?}", task.document());
    let bound = found.bound().expect("more than no slots");
    let schedule = found.schedule.expect("one slot more than is attained");
    let certificate = certificate(task, &schedule, bound);
    verdict(&certificate).expect("the checker agrees");
    let claim = &certificate.claims[0];
    assert_eq!(
        (claim.quantity, claim.scope, claim.status, claim.value),
        (Quantity::CompletionTime, Scope::All, Status::Optimal, found.lower.into())
    );
    found.lower
}

/// The nodes where every packet is; for one that is copied a set of nodes.
type Places = Vec<BTreeSet<u32>>;

/// Exhaustive search: visits all states that can be reached in 0, 1, 2, … slots until one has every packet
/// where it belongs.
fn everything_tried(task: &DemandsTask) -> u64 {
    let graph = task.graph();
    let narrow = |node: Node| u32::try_from(node.0).expect("a small node");
    let mut packets: Vec<(u32, Option<u32>)> = Vec::new();
    for load in task.loads() {
        let ends = match load.packet() {
            Packet::Personal { from, to } => (narrow(from), Some(narrow(to))),
            Packet::Copied { from } | Packet::Combined { to: from } => (narrow(from), None),
            Packet::Summed { .. } => unreachable!("no task here is an allreduce"),
        };
        packets.extend((0..load.count()).map(|_| ends));
    }
    let start: Places = packets.iter().map(|packet| BTreeSet::from([packet.0])).collect();
    let done = |places: &Places| {
        places.iter().zip(&packets).all(|(at, packet)| match packet.1 {
            Some(to) => at.contains(&to),
            None => at.len() == usize::try_from(graph.nodes()).expect("few"),
        })
    };
    let mut states = BTreeSet::from([start]);
    for slots in 0.. {
        if states.iter().any(done) {
            return slots;
        }
        let mut next = BTreeSet::new();
        for state in &states {
            let copied: Vec<bool> = packets.iter().map(|packet| packet.1.is_none()).collect();
            let mut moves = Slot { task, graph, copied, state, after: state.clone(), used: Vec::new() };
            moves.try_arcs(0, &mut next);
        }
        assert!(next.len() < 400_000, "too much to try");
        states = next;
    }
    unreachable!("a packet moves some day")
}

/// One slot, arc by arc.
struct Slot<'a> {
    task: &'a DemandsTask,
    graph: &'a Graph,
    copied: Vec<bool>,
    state: &'a Places,
    after: Places,
    used: Vec<u32>,
}

impl Slot<'_> {
    fn allowed(&self, arc: u32) -> bool {
        let count = |node: u32, sends: bool| {
            let end = |arc: &&u32| if sends { self.graph.from(**arc) } else { self.graph.to(**arc) };
            u32::try_from(self.used.iter().filter(|arc| end(arc) == node).count()).expect("few")
        };
        let (from, to) = (self.graph.from(arc), self.graph.to(arc));
        match self.task.ports() {
            PortRule::FullDuplex(ports) => count(from, true) < ports && count(to, false) < ports,
            PortRule::HalfDuplex => {
                [from, to].iter().all(|&node| count(node, true) + count(node, false) == 0)
            }
        }
    }

    fn try_arcs(&mut self, arc: u32, next: &mut BTreeSet<Places>) {
        if arc == self.graph.arcs() {
            next.insert(self.after.clone());
            return;
        }
        self.try_arcs(arc + 1, next);
        if !self.allowed(arc) {
            return;
        }
        let (from, to) = (self.graph.from(arc), self.graph.to(arc));
        for packet in 0..self.state.len() {
            let here = self.state[packet].contains(&from) && self.after[packet].contains(&from);
            if !here || self.after[packet].contains(&to) {
                continue;
            }
            let before = self.after[packet].clone();
            if !self.copied[packet] {
                self.after[packet].clear();
            }
            self.after[packet].insert(to);
            self.used.push(arc);
            self.try_arcs(arc + 1, next);
            self.used.pop();
            self.after[packet] = before;
        }
    }
}

#[test]
fn the_least_number_of_slots_is_that_of_an_exhaustive_search() {
    let cases = [
        (ring(3), demands(&[(0, 1, 3)])),
        (ring(4), demands(&[(0, 2, 2), (1, 2, 2)])),
        (ring(4), demands(&[(0, 2, 1), (2, 0, 1), (1, 3, 1), (3, 1, 1)])),
        (cube(3), demands(&[(1, 2, 2), (2, 1, 1)])),
        (cube(5), demands(&[(4, 3, 2), (3, 4, 1)])),
        (r#"{"kind":"torus","radices":[2,3]}"#.to_owned(), demands(&[(0, 5, 2), (1, 5, 1)])),
    ];
    for (network, packets) in cases {
        for ports in PORTS {
            let task = task(&network, &packets, ports);
            assert_eq!(proved(&task), everything_tried(&task), "{network} {packets} {ports}");
        }
    }
}

#[test]
fn copied_and_combined_packets_take_the_slots_of_an_exhaustive_search() {
    for kind in ["single-node-broadcast", "single-node-accumulation"] {
        for (nodes, root, count) in [(3, 1, 2), (4, 0, 1), (5, 4, 1), (6, 0, 1)] {
            let packets = format!(r#"{{"kind":"{kind}","root":{root},"count":{count}}}"#);
            for ports in PORTS {
                let task = task(&cube(nodes), &packets, ports);
                assert_eq!(proved(&task), everything_tried(&task), "{nodes} {packets} {ports}");
            }
        }
    }
    for kind in ["multinode-broadcast", "multinode-accumulation"] {
        for ports in PORTS {
            let task = task(&cube(3), &format!(r#"{{"kind":"{kind}"}}"#), ports);
            assert_eq!(proved(&task), everything_tried(&task), "{kind} {ports}");
        }
    }
}

/// Evaluates multipliers on the rows of the program: Σ Y·b + Σ over the variables of the least of −YA·v.
fn evaluate(program: &NamedProgram, multipliers: &[RowMultiplier]) -> i128 {
    let mut cost = vec![0_i128; program.variables().len()];
    let mut sum = 0;
    for RowMultiplier { row, multiplier } in multipliers {
        let row =
            program.rows().iter().find(|candidate| candidate.name == *row).expect("a row of the program");
        sum += i128::from(*multiplier) * i128::from(row.bound);
        for &(variable, factor) in &row.terms {
            cost[variable] -= i128::from(*multiplier) * i128::from(factor);
        }
    }
    sum + cost.into_iter().map(|cost| cost.min(0)).sum::<i128>()
}

fn any_task() -> impl Strategy<Value = DemandsTask> {
    let network = prop_oneof![
        (2_u64..6).prop_map(|nodes| (ring(nodes), nodes)),
        (2_u64..8).prop_map(|nodes| (cube(nodes), nodes)),
        Just((r#"{"kind":"torus","radices":[2,3]}"#.to_owned(), 6)),
    ];
    let packets = network.prop_flat_map(|(network, nodes)| {
        let one = (0..nodes, 1..nodes, 1_u64..3)
            .prop_map(move |(from, by, count)| (from, (from + by) % nodes, count));
        let personal = prop::collection::vec(one, 1..6).prop_map(|packets| demands(&packets));
        let copied = (0..nodes, 1_u64..3).prop_map(|(root, count)| {
            format!(r#"{{"kind":"single-node-broadcast","root":{root},"count":{count}}}"#)
        });
        let is_cube = network.contains("incomplete");
        let task = (personal, copied, any::<bool>())
            .prop_map(move |(personal, copied, choice)| if is_cube && choice { copied } else { personal });
        (Just(network), task)
    });
    (packets, 0_usize..4).prop_map(|((network, packets), ports)| task(&network, &packets, PORTS[ports]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_checker_has_the_same_rows_and_no_multipliers_refute_what_is_attained(
        task in any_task(),
        picks in prop::collection::vec((any::<prop::sample::Index>(), 1_i64..6, any::<bool>()), 1..12),
    ) {
        let (slots, schedule) = if task.is_personal() { attained(&task) } else {
            let found = least(&task);
            (found.lower, found.schedule.expect("a schedule"))
        };
        let model = TransportModel::new(&task, slots, MOST).expect("small");
        let rows = model.program().rows();
        let mut multipliers: Vec<RowMultiplier> = Vec::new();
        for (pick, size, negative) in picks {
            let row = pick.get(rows);
            let multiplier = if row.equation && negative { -size } else { size };
            multipliers.push(RowMultiplier { row: row.name, multiplier });
        }
        let expected = evaluate(model.program(), &multipliers);
        let tree = vec![DualNode::Leaf { denominator: 0, rows: multipliers }];
        let mut forged = certificate(&task, &schedule, Lower::DualTree {
            value: slots + 1, horizon_slots: slots, model: None, tree,
        });
        // A bound above the value is refused before it is looked at, so the schedule takes one slot more:
        // nothing moves in the first.
        delay_by_one_slot(&mut forged);
        let refused = verdict(&forged).expect_err("there is a schedule");
        let is_weak = matches!(refused, Rejection::DelayLeafTooWeak { found, limit: 0, .. } if found == expected);
        prop_assert!(is_weak, "{refused:?}, expected a sum of {expected}");
    }

    #[test]
    fn random_demands_are_solved_or_end_with_a_true_gap(task in any_task()) {
        let (Outcome::Optimal(solution) | Outcome::Feasible(solution)) =
            solve(&task.into(), &SolveOptions::default()).expect("solved")
        else { unreachable!("list scheduling always ends") };
        let claim = &solution.certificate.claims[0];
        prop_assert!(claim.lower.value() <= claim.value);
        prop_assert_eq!(claim.status == Status::Optimal, claim.lower.value() == claim.value);
        prop_assert_eq!(claim.scope, Scope::All);
    }
}

/// Puts an empty slot before the schedule of a certificate.
fn delay_by_one_slot(certificate: &mut CertificateDocument) {
    let isotask::wire::ScheduleBody::Explicit { slots, .. } = &mut certificate.schedule else {
        unreachable!("explicit")
    };
    *slots = std::iter::once(Vec::new()).chain(slots.to_lists()).collect();
    certificate.claims[0].value = u128::try_from(slots.len()).expect("few");
    let claim = &mut certificate.claims[0];
    claim.status = if claim.lower.value() == claim.value { Status::Optimal } else { Status::UpperBound };
}

/// The proof of a task, and the schedule that attains its bound.
fn proof_of(task: &DemandsTask) -> CertificateDocument {
    let found = least(task);
    let bound = found.bound().expect("a proof");
    let certificate = certificate(task, &found.schedule.expect("a schedule"), bound);
    verdict(&certificate).expect("the example holds");
    certificate
}

/// Three packets through node 0, whose port takes one in a slot: one leaf.
fn one_leaf() -> CertificateDocument {
    proof_of(&task(&cube(5), &demands(&[(4, 3, 2), (3, 4, 1), (1, 2, 2)]), r#""one""#))
}

/// Three packets to all, where the relaxation has room enough.
fn branches() -> CertificateDocument {
    let packets = r#"{"kind":"single-node-broadcast","root":0,"count":3}"#;
    let certificate = proof_of(&task(&cube(7), packets, r#"{"at-most":2}"#));
    let Lower::DualTree { tree, .. } = &certificate.claims[0].lower else { unreachable!("a tree") };
    assert!(matches!(tree[0], DualNode::Fix(_)), "{tree:?}");
    certificate
}

fn with_tree(
    certificate: &CertificateDocument,
    change: impl Fn(&mut Vec<DualNode>),
) -> Result<(), Rejection> {
    let mut forged = certificate.clone();
    let Lower::DualTree { tree, .. } = &mut forged.claims[0].lower else { unreachable!("a tree") };
    change(tree);
    verdict(&forged)
}

#[test]
fn forged_trees_are_refused() {
    for good in [one_leaf(), branches()] {
        forge(&good);
    }
}

fn forge(good: &CertificateDocument) {
    let Lower::DualTree { value, horizon_slots, tree, .. } = good.claims[0].lower.clone() else {
        unreachable!("a tree")
    };
    let with_lower = |lower: Lower, value: u64| {
        let mut forged = good.clone();
        forged.claims[0].lower = lower;
        forged.claims[0].status =
            if u128::from(value) == forged.claims[0].value { Status::Optimal } else { Status::UpperBound };
        verdict(&forged)
    };
    // Another horizon.
    for slots in [0, horizon_slots - 1, horizon_slots + 1, u64::MAX] {
        let lower = Lower::DualTree { value, horizon_slots: slots, model: None, tree: tree.clone() };
        assert!(
            matches!(with_lower(lower, value), Err(Rejection::WithinMismatch { claim: 0, .. })),
            "{slots}"
        );
    }
    // Fewer leaves, or more.
    let incomplete = with_tree(good, |tree| drop(tree.pop()));
    assert!(matches!(incomplete, Err(Rejection::TreeIncomplete { .. })), "{incomplete:?}");
    let trailing = with_tree(good, |tree| tree.push(tree[tree.len() - 1].clone()));
    assert!(matches!(trailing, Err(Rejection::TreeTrailing { .. })), "{trailing:?}");
    let all_leaves = |tree: &mut Vec<DualNode>, change: &dyn Fn(&mut u64, &mut Vec<RowMultiplier>)| {
        for node in tree {
            if let DualNode::Leaf { denominator, rows } = node {
                change(denominator, rows);
            }
        }
    };
    let divided = with_tree(good, |tree| all_leaves(tree, &|denominator, _| *denominator = 1));
    assert!(matches!(divided, Err(Rejection::DenominatorNotZero { denominator: 1, .. })), "{divided:?}");
    let empty = with_tree(good, |tree| all_leaves(tree, &|_, rows| rows.clear()));
    assert!(matches!(empty, Err(Rejection::DelayLeafTooWeak { found: 0, .. })), "{empty:?}");
    let equation = |row: DelayRow| matches!(row, DelayRow::Clear { .. } | DelayRow::Reach { .. });
    let turned = with_tree(good, |tree| {
        all_leaves(tree, &|_, rows| {
            for row in rows {
                row.multiplier = -row.multiplier;
            }
        });
    });
    assert!(
        match turned {
            Err(Rejection::NegativeMultiplier { name, .. }) => !equation(name),
            Err(Rejection::DelayLeafTooWeak { .. }) => true,
            _ => false,
        },
        "{turned:?}"
    );
    let flat = with_tree(good, |tree| {
        all_leaves(tree, &|_, rows| rows.retain(|row| !equation(row.row)));
    });
    assert!(matches!(flat, Err(Rejection::DelayLeafTooWeak { .. })), "{flat:?}");
    let large = with_tree(good, |tree| {
        all_leaves(tree, &|_, rows| {
            for row in rows {
                row.multiplier = row.multiplier.signum() * i64::MAX;
            }
        });
    });
    assert!(matches!(large, Ok(()) | Err(Rejection::DelayLeafTooWeak { .. })), "{large:?}");
}

#[test]
fn names_that_the_model_does_not_have_are_refused() {
    let good = one_leaf();
    let slots = good.claims[0].lower.slots() - 1;
    let y = |commodity, node, link, slot| DelayVariable::Carry { commodity, node, link, slot };
    // The packets go to nodes 2, 3 and 4, from 1, 3 and 4; node 4 has no link but that to node 0.
    for variable in [
        y(0, 1, 0, 1),
        y(3, 5, 0, 1),
        y(3, 4, 0, 1),
        y(3, 4, 3, 1),
        y(3, 1, 0, slots),
        y(u64::MAX, u64::MAX, u64::MAX, u64::MAX),
        DelayVariable::Use { packet: 1, link: 0, slot: 0 },
    ] {
        let refused = with_tree(&good, |tree| *tree = vec![DualNode::Fix(variable)]);
        assert!(matches!(refused, Err(Rejection::NoSuchVariable { .. })), "{variable}: {refused:?}");
    }
    // What is at its goal stays, and what cannot be there yet does not leave.
    for variable in [y(3, 3, 0, 1), y(3, 2, 0, 0)] {
        let refused = with_tree(&good, |tree| *tree = vec![DualNode::Fix(variable)]);
        assert!(matches!(refused, Err(Rejection::VariableNotFree { .. })), "{variable}: {refused:?}");
    }
    for row in [
        DelayRow::Stock { commodity: 0, node: 1, slot: 0 },
        DelayRow::Stock { commodity: 3, node: 3, slot: 0 },
        DelayRow::Stock { commodity: 3, node: 1, slot: slots },
        DelayRow::Clear { commodity: 3, node: 3 },
        DelayRow::Clear { commodity: 3, node: 5 },
        DelayRow::Copy { commodity: 3, node: 1, link: 0, slot: 1 },
        DelayRow::Reach { commodity: 3, node: 1 },
        DelayRow::Arc { node: 4, link: 0, slot: 0 },
        DelayRow::Arc { node: 0, link: 3, slot: 0 },
        DelayRow::Arc { node: 0, link: 0, slot: slots },
        DelayRow::Sends { node: 5, slot: 0 },
        DelayRow::Receives { node: 0, slot: slots },
        DelayRow::Either { node: 0, slot: 0 },
        DelayRow::Hold { node: 1, slot: 0 },
        DelayRow::Column { link: 0, slot: 0 },
    ] {
        let leaf = DualNode::Leaf { denominator: 0, rows: vec![RowMultiplier { row, multiplier: 1 }] };
        let refused = with_tree(&good, |tree| *tree = vec![leaf.clone()]);
        assert!(matches!(refused, Err(Rejection::NoSuchRow { .. })), "{row}: {refused:?}");
    }
}

#[test]
fn programs_that_are_too_large_are_refused_before_they_are_built() {
    let packets: Vec<(u64, u64, u64)> = (0..60).map(|node| (node, 99 - node, 20)).collect();
    let task = task(&ring(100), &demands(&packets), r#""all""#);
    let refused = transport_least_slots(&task, 60, 600, &OPTIONS);
    assert!(matches!(refused, Err(ProgramError::TooLarge(_))), "{refused:?}");
    let size = TransportModel::size(&task, 60);
    assert_eq!(size.variables, 60 * 200 * 60);
}

fn solved(task: &DemandsTask, word: Option<&str>) -> (bool, Box<Solution>) {
    let method = word.map(|word| method(word).expect("a word of the register"));
    match solve(&task.clone().into(), &SolveOptions { method, ..SolveOptions::default() }).expect("solved") {
        Outcome::Optimal(solution) => (true, solution),
        Outcome::Feasible(solution) => (false, solution),
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn total_exchange_on_small_incomplete_cubes_is_proved_optimal_without_being_asked_for() {
    let solve = |nodes, ports| {
        let task = task(&cube(nodes), r#"{"kind":"total-exchange"}"#, ports);
        let (optimal, solution) = solved(&task, None);
        assert!(optimal, "{nodes} {ports}: {:?}", solution.certificate.claims[0]);
        solution.completion_time()
    };
    for ports in PORTS {
        for nodes in 2..=6 {
            solve(nodes, ports);
        }
    }
    // P1 §3 on the complete cubes: n/2 slots with all ports, d times as many with one.
    assert_eq!([4, 8].map(|nodes| solve(nodes, PORTS[0])), [2, 4]);
    assert_eq!([4, 8].map(|nodes| solve(nodes, PORTS[1])), [4, 12]);
    // Node 8 hangs on one link, over which eight packets come.
    assert_eq!(solve(9, PORTS[0]), 8);
}

#[test]
fn a_method_asked_for_is_named_and_list_scheduling_is_left_as_it_is() {
    let task = task(&cube(7), r#"{"kind":"total-exchange"}"#, PORTS[1]);
    let (optimal, solution) = solved(&task, Some("ilp"));
    assert!(optimal && solution.method.word() == "ilp", "{:?}", solution.explanation);
    let (_, solution) = solved(&task, Some("list-scheduling"));
    let by_tree = |claim: &isotask::wire::Claim| matches!(claim.lower, Lower::DualTree { .. });
    assert!(!solution.certificate.claims.iter().any(by_tree));
}

#[test]
fn a_time_limit_leaves_time_for_the_program() {
    // Packets from node to node: no formula of theirs is solved unless it is asked for.
    let network =
        r#"{"kind":"graph","nodes":4,"directed":true,"switches":[0],"links":[[0,2],[1,3],[2,1],[3,0,2]]}"#;
    let task = task(network, r#"{"kind":"scatter","root":3,"count":2}"#, PORTS[0]);
    for method in [None, method("ilp")] {
        let options = SolveOptions {
            method,
            time_limit: Some(std::time::Duration::from_secs(600)),
            ..SolveOptions::default()
        };
        let solved = solve(&task.clone().into(), &options).expect("solved");
        let Outcome::Optimal(solution) = solved else { unreachable!("{method:?}: {solved:?}") };
        assert_eq!((solution.completion_time(), solution.bounds.best().kind().as_str()), (5, "dual-tree"));
    }
}

#[test]
fn a_time_limit_and_a_stop_end_the_search_with_what_it_has() {
    let packets: Vec<(u64, u64, u64)> =
        (0..8).flat_map(|from| (1..8).map(move |by| (from, (from + by) % 8, 2))).collect();
    let task = task(&ring(8), &demands(&packets), r#""one-half-duplex""#);
    let (to, _) = attained(&task);
    let stopped = SearchOptions { stop: &|| true, ..OPTIONS };
    let found = transport_least_slots(&task, 10, to, &stopped).expect("no error");
    assert_eq!((found.end, found.lower >= 10), (SearchEnd::Stopped, true));
}
