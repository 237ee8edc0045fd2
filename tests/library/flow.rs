//! Completion time and total delay on Cayley graphs by the flow model, compared with exhaustive searches, and
//! the checker on its trees.

use isotask::certify;
use isotask::check::{self, Rejection};
use isotask::model::{CayleyTask, IsotropicTask, Link, Node, WordSchedule};
use isotask::program::{
    DelayModel, DelayRows, DelayWays, FlowModel, FlowWays, Found, MAX_VARIABLES, ProgramError, SearchEnd,
    SearchOptions, least_delay, least_slots as search,
};
use isotask::route::{SearchBudget, least_completion};
use isotask::wire::{
    CertificateDocument, Claim, DualNode, Horizon, Lower, Per, Quantity, Scope, Status, parse, to_bytes,
};
use proptest::prelude::*;
use std::collections::HashMap;

const OPTIONS: SearchOptions<'static> =
    SearchOptions { threads: 1, time_limit: None, nodes: 2_000, stop: &|| false, watch: &() };
type Flow = Found<WordSchedule>;
const TOTAL_EXCHANGE: &str = r#"{"kind":"total-exchange"}"#;

fn text(network: &str, task: &str, ports: &str) -> String {
    format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"completion-time"}}"#
    )
}

fn task(network: &str, task: &str, ports: &str) -> CayleyTask {
    let text = text(network, task, ports);
    CayleyTask::new(&parse(text.as_bytes()).expect("a good document")).expect("a good task")
}

fn family(name: &str, n: u64) -> String {
    format!(r#"{{"kind":"cayley","family":"{name}","n":{n}}}"#)
}

fn circulant(n: u64, steps: &str) -> String {
    format!(r#"{{"kind":"cayley","family":"circulant","n":{n},"steps":{steps}}}"#)
}

fn exchange(network: &str) -> CayleyTask {
    task(network, TOTAL_EXCHANGE, r#""all""#)
}

/// A number of slots that every schedule takes.
fn simple_bound(task: &CayleyTask) -> u64 {
    let farthest = task.farthest().map_or(0, |node| task.graph().distance(node));
    task.total_distance().div_ceil(task.ports().into()).max(farthest)
}

/// The bound of list scheduling on as many servers as ports.
fn pooled(task: &CayleyTask) -> u64 {
    let mut free = vec![0; usize::try_from(task.ports()).expect("few")];
    let mut sum = 0;
    for (distance, packets) in task.distance_counts() {
        for _ in 0..packets {
            let server = free.iter_mut().min().expect("a port");
            *server += distance;
            sum += *server;
        }
    }
    sum
}

fn slots(task: &CayleyTask, ways: FlowWays) -> Flow {
    let from = simple_bound(task);
    flow_least_slots(task, ways, from, task.total_distance() + 1).expect("within all limits")
}

fn flow_least_slots(task: &CayleyTask, ways: FlowWays, from: u64, to: u64) -> Result<Flow, ProgramError> {
    let task = task.clone();
    search(move |slots| FlowModel::new(&task, ways, slots, MAX_VARIABLES), from, to, &OPTIONS)
}

fn flow_least_delay(
    task: &CayleyTask,
    ways: FlowWays,
    horizon: u64,
    first: Option<WordSchedule>,
) -> Result<Flow, ProgramError> {
    least_delay(FlowModel::new(task, ways, horizon, MAX_VARIABLES)?, first, &OPTIONS)
}

fn claim(quantity: Quantity, value: u64, scope: Scope, lower: Lower, horizon: Option<u64>) -> Claim {
    let status = if lower.slots() == value { Status::Optimal } else { Status::UpperBound };
    let per = (quantity == Quantity::TotalDelay).then_some(Per::Node);
    Claim { quantity, value: value.into(), per, scope, horizon: horizon.map(Horizon::Slots), lower, status }
}

fn verdict(certificate: &CertificateDocument) -> Result<(), Rejection> {
    let again: CertificateDocument = parse(&to_bytes(certificate)).expect("what was written can be read");
    assert_eq!(&again, certificate);
    check::check_certificate(&again, &check::Options::default()).map(drop)
}

/// The least number of slots, proved; the checker agrees where a tree proves it.
fn least_slots(task: &CayleyTask, ways: FlowWays) -> WordSchedule {
    let found = slots(task, ways);
    let schedule = found.schedule.clone().expect("a schedule");
    assert_eq!(schedule.replay(task), Ok(()));
    assert_eq!((found.end, found.lower), (SearchEnd::Proved, schedule.length()), "not proved");
    assert_eq!(found.bound().is_none(), found.lower == simple_bound(task));
    if let Some(bound) = found.bound() {
        let claims = vec![claim(Quantity::CompletionTime, found.lower, ways.scope(), bound, None)];
        assert_eq!(verdict(&word_certificate(task, &schedule, claims)), Ok(()));
    }
    schedule
}

fn word_certificate(task: &CayleyTask, schedule: &WordSchedule, claims: Vec<Claim>) -> CertificateDocument {
    certify::certificate(&task.clone().into(), &schedule.clone().into(), claims)
}

/// The certificate of a delay for schedules within the horizon of its model.
fn delay_certificate(task: &CayleyTask, found: &Flow) -> CertificateDocument {
    let schedule = found.schedule.as_ref().expect("a schedule");
    let value = schedule.total_delay();
    let (scope, bound) = found.scope.zip(found.bound()).expect("the ways are not given");
    let claims = vec![claim(Quantity::TotalDelay, value, scope, bound, Some(found.horizon))];
    word_certificate(task, schedule, claims)
}

/// The least delay within a horizon, proved, and accepted by the checker.
fn least_total(task: &CayleyTask, ways: FlowWays, horizon: u64) -> Flow {
    let found = flow_least_delay(task, ways, horizon, None).expect("within all limits");
    let schedule = found.schedule.as_ref().expect("a schedule");
    assert_eq!(schedule.replay(task), Ok(()));
    assert!(schedule.length() <= horizon);
    assert_eq!((found.end, found.lower), (SearchEnd::Proved, schedule.total_delay()), "not proved");
    assert_eq!(verdict(&delay_certificate(task, &found)), Ok(()));
    found
}

/// The least total delay within some slots by trying everything: where the packet of every row stands, as it
/// is sent from node 0.
struct Exhaustive<'a> {
    task: &'a CayleyTask,
    shortest: bool,
    targets: Vec<Node>,
    known: HashMap<(Vec<Node>, u64), Option<u64>>,
}

impl<'a> Exhaustive<'a> {
    fn new(task: &'a CayleyTask, ways: FlowWays) -> Self {
        let targets =
            task.classes().iter().flat_map(|class| (0..class.count).map(|_| class.offset)).collect();
        Self { task, shortest: ways == FlowWays::Shortest, targets, known: HashMap::new() }
    }

    fn least(&mut self, slots: u64) -> Option<u64> {
        self.rest(vec![Node(0); self.targets.len()], slots)
    }

    /// Adds one for every slot that a packet is not at its goal.
    fn rest(&mut self, at: Vec<Node>, slots: u64) -> Option<u64> {
        let waiting = at.iter().zip(&self.targets).filter(|(at, to)| at != to).count();
        if waiting == 0 {
            return Some(0);
        }
        if slots == 0 {
            return None;
        }
        let key = (at, slots);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut best = None;
        self.serve(&mut key.0.clone(), 0, &mut Vec::new(), slots - 1, &mut best);
        let found = best.map(|best: u64| best + u64::try_from(waiting).expect("few"));
        self.known.insert(key, found);
        found
    }

    fn serve(
        &mut self,
        at: &mut Vec<Node>,
        row: usize,
        used: &mut Vec<Link>,
        slots: u64,
        best: &mut Option<u64>,
    ) {
        if row == at.len() {
            let found = self.rest(at.clone(), slots);
            *best = [*best, found].into_iter().flatten().min();
            return;
        }
        self.serve(at, row + 1, used, slots, best);
        if used.len() == usize::try_from(self.task.ports()).expect("few") {
            return;
        }
        let (task, target) = (self.task, self.targets[row]);
        let graph = task.graph();
        let left = |node| graph.distance(graph.offset(node, target));
        let here = at[row];
        let links: Vec<Link> = (0..graph.links()).map(Link).filter(|link| !used.contains(link)).collect();
        for link in links {
            let there = graph.neighbor(here, link);
            if self.shortest && left(there) >= left(here) {
                continue;
            }
            at[row] = there;
            used.push(link);
            self.serve(at, row + 1, used, slots, best);
            used.pop();
            at[row] = here;
        }
    }
}

#[test]
fn rings_as_cayley_graphs_take_the_slots_of_rings_as_tori() {
    for nodes in 3..=6 {
        let ring = format!(r#"{{"kind":"ring","nodes":{nodes}}}"#);
        let document = parse(text(&ring, TOTAL_EXCHANGE, r#""all""#).as_bytes()).expect("a good document");
        let torus = IsotropicTask::new(&document).expect("a good task");
        let expected = least_completion(&torus, &SearchBudget { evaluations: 10_000, stop: &|| false });
        for network in [ring, circulant(nodes, "[1]")] {
            let task = exchange(&network);
            let completion = least_slots(&task, FlowWays::Free).length();
            assert_eq!(completion, expected.completion, "{nodes} nodes");
            let ways = DelayWays::DetoursFree;
            let model = DelayModel::new(&torus, ways, completion, MAX_VARIABLES, DelayRows::Needed);
            let delay = least_delay(model.expect("small"), None, &OPTIONS).expect("small");
            assert_eq!(least_total(&task, FlowWays::Free, completion).lower, delay.lower, "{nodes} nodes");
        }
    }
}

#[test]
fn cubes_and_tori_have_their_known_delays() {
    for (permutations, completion, expected) in [
        ("[[1,0,2,3],[0,1,3,2]]", 2, 5),
        ("[[1,0,2,3,4,5],[0,1,3,2,4,5],[0,1,2,3,5,4]]", 4, 18),
        ("[[1,2,0,3,4,5],[2,0,1,3,4,5],[0,1,2,4,5,3],[0,1,2,5,3,4]]", 3, 16),
    ] {
        let task = exchange(&format!(r#"{{"kind":"cayley","permutations":{permutations}}}"#));
        assert_eq!(least_slots(&task, FlowWays::Free).length(), completion);
        assert_eq!(least_total(&task, FlowWays::Free, completion).lower, expected);
    }
}

#[test]
fn a_detour_pays_where_all_shortest_paths_share_a_link() {
    let packets = r#"{"kind":"isotropic","packets":[{"offset":1,"count":3}]}"#;
    let task = task(&circulant(3, "[1]"), packets, r#""all""#);
    assert_eq!(least_slots(&task, FlowWays::Free).length(), 2);
    assert_eq!(slots(&task, FlowWays::Shortest).lower, 3);
}

#[test]
fn total_exchange_on_the_star_graph_of_three_symbols_meets_the_pooled_bound() {
    let task = exchange(&family("star", 3));
    let best = least_slots(&task, FlowWays::Free);
    assert_eq!(best.length(), 5);
    assert_eq!(least_total(&task, FlowWays::Free, 5).lower, pooled(&task));
    let one = self::task(&family("star", 3), TOTAL_EXCHANGE, r#""one""#);
    assert_eq!(least_slots(&one, FlowWays::Free).length(), one.total_distance());
}

#[test]
#[ignore = "needs a minute: groups of 24 elements"]
fn total_exchange_on_groups_of_24_elements_is_solved() {
    for (name, n, completion, delay) in [
        ("star", 4, 21, 224),
        ("pancake", 4, 20, 221),
        ("cube-connected-cycles", 3, 36, 334),
        ("butterfly", 3, 18, 176),
    ] {
        let task = exchange(&family(name, n));
        assert_eq!(least_slots(&task, FlowWays::Free).length(), completion, "{name}");
        let found = least_total(&task, FlowWays::Free, completion);
        assert_eq!(found.lower, delay, "{name}");
        assert!(pooled(&task) <= delay);
    }
}

/// A tree with one multiplier changed, one node less, or another number of slots proves nothing.
/// The ring of 6 takes 6 slots, and the tree that refutes 5 is grown in several rounds of parts.
#[test]
fn a_tree_does_not_depend_on_the_number_of_threads() {
    let task = exchange(&circulant(6, "[1]"));
    let grown = |threads| {
        let build = {
            let task = task.clone();
            move |slots| FlowModel::new(&task, FlowWays::Free, slots, MAX_VARIABLES)
        };
        let options = SearchOptions { threads, ..OPTIONS };
        search(build, 5, 7, &options).expect("a search")
    };
    let alone = grown(1);
    assert_eq!((alone.lower, alone.end), (6, SearchEnd::Proved));
    assert!(alone.tree.len() > 20, "{} nodes", alone.tree.len());
    for threads in [2, 3, 8] {
        let found = grown(threads);
        assert_eq!((found.tree, found.lower), (alone.tree.clone(), 6), "{threads} threads");
    }
}

#[test]
fn corrupted_trees_are_refused() {
    let task = exchange(&circulant(4, "[1]"));
    let found = slots(&task, FlowWays::Free);
    let schedule = found.schedule.clone().expect("a schedule");
    let with = |value: u64, horizon_slots: u64, tree: Vec<DualNode>| {
        let lower = Lower::DualTree { value, horizon_slots, model: None, tree };
        let claims = vec![claim(Quantity::CompletionTime, schedule.length(), Scope::Isotropic, lower, None)];
        verdict(&word_certificate(&task, &schedule, claims))
    };
    let tree = found.tree.clone();
    assert_eq!(with(3, 2, tree.clone()), Ok(()));
    assert!(matches!(with(3, 3, tree.clone()), Err(Rejection::WithinMismatch { .. })));
    assert!(with(4, 3, tree.clone()).is_err());
    for at in 0..tree.len() {
        let mut shorter = tree.clone();
        shorter.remove(at);
        assert!(with(3, 2, shorter).is_err(), "without node {at}");
        let DualNode::Leaf { rows, .. } = &tree[at] else { continue };
        let leaf = |denominator, rows| {
            let mut changed = tree.clone();
            changed[at] = DualNode::Leaf { denominator, rows };
            with(3, 2, changed)
        };
        assert!(matches!(leaf(1, rows.clone()), Err(Rejection::DenominatorNotZero { .. })));
        assert!(matches!(leaf(0, Vec::new()), Err(Rejection::DelayLeafTooWeak { .. })));
    }
}

#[test]
fn models_that_are_too_large_or_too_short_are_refused_before_the_search() {
    let task = exchange(&family("star", 3));
    let short = flow_least_delay(&task, FlowWays::Free, 2, None);
    assert!(matches!(short, Err(ProgramError::HorizonTooShort { horizon: 2, moves: 3 })));
    let large = flow_least_delay(&task, FlowWays::Free, 1 << 40, None);
    assert!(matches!(large, Err(ProgramError::TooLarge(_))));
    let best = slots(&task, FlowWays::Free).schedule.expect("a schedule");
    let late = flow_least_delay(&task, FlowWays::Free, 4, Some(best.clone()));
    assert!(matches!(late, Err(ProgramError::Incumbent { horizon: 4, .. })));
    let other = WordSchedule { slots: best.slots[1..].to_vec(), ..best };
    let other = flow_least_delay(&task, FlowWays::Free, 5, Some(other));
    assert!(matches!(other, Err(ProgramError::WordsNotReplayed { .. })));
    let nothing = self::task(&family("star", 3), r#"{"kind":"isotropic","packets":[]}"#, r#""all""#);
    let found = flow_least_slots(&nothing, FlowWays::Free, 0, 1).expect("nothing to do");
    assert_eq!((found.schedule, found.lower, found.tree), (Some(WordSchedule::default()), 0, Vec::new()));
}

fn networks() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(family("star", 3)),
        Just(family("complete", 4)),
        Just(circulant(4, "[1]")),
        Just(circulant(5, "[1]")),
        Just(circulant(6, "[2,3]")),
        Just(r#"{"kind":"cayley","permutations":[[1,2,0],[2,0,1],[1,0,2]]}"#.to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_least_slots_and_delays_are_those_of_an_exhaustive_search(
        network in networks(),
        offsets in proptest::collection::vec(1_u64..4, 1..4),
        ports in 1_u64..4,
        shortest: bool,
        more in 0_u64..2,
    ) {
        let packets: Vec<_> = offsets.iter().map(|offset| format!(r#"{{"offset":{offset}}}"#)).collect();
        let packets = format!(r#"{{"kind":"isotropic","packets":[{}]}}"#, packets.join(","));
        let task = task(&network, &packets, &format!(r#"{{"at-most":{ports}}}"#));
        let ways = if shortest { FlowWays::Shortest } else { FlowWays::Free };
        let mut exhaustive = Exhaustive::new(&task, ways);
        let expected = (0..=task.total_distance()).find(|&slots| exhaustive.least(slots).is_some()).expect("σ slots are enough");
        let completion = least_slots(&task, ways).length();
        prop_assert_eq!(completion, expected);
        let delay = least_total(&task, ways, completion + more).lower;
        prop_assert_eq!(Some(delay), exhaustive.least(completion + more));
    }
}
