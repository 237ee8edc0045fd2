//! Graphs with switches: schedules and bounds against an exhaustive search by the definitions, the checker
//! against every bound, and faults of switches.

use crate::common::strategies::graph;
use isotask::check::{Options, check_certificate};
use isotask::model::{Network, Node, Packet, Problem};
use isotask::solve::{Method, Outcome, Solution, SolveOptions, bounds, method, solve};
use isotask::tree::packed_broadcast;
use isotask::wire::{self, Demand, Lower, NodeRef, Objective, Ports, Status, Task, TaskDocument};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A node may send and receive a number of packets each, or only one in all.
#[derive(Debug, Clone, Copy)]
struct Rule {
    each: u64,
    half: bool,
}

fn rule(ports: Ports) -> Rule {
    match ports {
        Ports::All => Rule { each: u64::MAX, half: false },
        Ports::One => Rule { each: 1, half: false },
        Ports::AtMost(each) => Rule { each, half: false },
        Ports::OneHalfDuplex => Rule { each: 1, half: true },
    }
}

/// One packet: who has it; or, where parts are combined, who has which parts, and who has sent.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Moved(u64),
    Copied(u64),
    Combined { parts: Vec<u64>, sent: u64, root: u64 },
}

impl State {
    fn is_at(&self, node: u64) -> bool {
        match self {
            Self::Moved(at) | Self::Copied(at) => at >> node & 1 == 1,
            Self::Combined { parts, sent, root } => {
                *root != node && sent >> node & 1 == 0 && parts[index(node)] != 0
            }
        }
    }
}

fn index(node: u64) -> usize {
    usize::try_from(node).expect("few")
}

/// Packets that move over links, each node by its rule.
struct Search {
    arcs: Vec<(u64, u64)>,
    rules: Vec<Rule>,
    /// The nodes that are no switches, as a set.
    hosts: u64,
}

/// A slot in the making.
#[derive(Debug, Clone)]
struct Slot {
    sends: Vec<u64>,
    receives: Vec<u64>,
    moves: Vec<(usize, u64, u64)>,
}

impl Search {
    fn least(&self, start: Vec<State>, is_done: &dyn Fn(&[State]) -> bool) -> u64 {
        let (mut now, mut seen) = (BTreeSet::from([start]), BTreeSet::new());
        for slots in 0.. {
            if now.iter().any(|state| is_done(state)) {
                return slots;
            }
            let mut next = BTreeSet::new();
            for state in &now {
                let none = vec![0; self.rules.len()];
                let slot = Slot { sends: none.clone(), receives: none, moves: Vec::new() };
                self.slot(state, 0, &slot, &mut next);
            }
            now = next.difference(&seen).cloned().collect();
            seen.append(&mut next);
        }
        unreachable!("some slots suffice")
    }

    /// Chooses for every link from `arc` on what it carries.
    fn slot(&self, state: &[State], arc: usize, slot: &Slot, next: &mut BTreeSet<Vec<State>>) {
        let Some(&(from, to)) = self.arcs.get(arc) else {
            next.extend(after(state, &slot.moves));
            return;
        };
        self.slot(state, arc + 1, slot, next);
        let (sender, receiver) = (self.rules[index(from)], self.rules[index(to)]);
        let both = |node: u64| slot.sends[index(node)] + slot.receives[index(node)];
        if slot.sends[index(from)] >= sender.each
            || slot.receives[index(to)] >= receiver.each
            || sender.half && both(from) > 0
            || receiver.half && both(to) > 0
        {
            return;
        }
        for (packet, held) in state.iter().enumerate() {
            let is_free = match held {
                State::Copied(at) => at >> to & 1 == 0,
                _ => !slot.moves.iter().any(|step| step.0 == packet && (step.1 == from || held_once(held))),
            };
            if held.is_at(from) && is_free {
                let mut more = slot.clone();
                more.sends[index(from)] += 1;
                more.receives[index(to)] += 1;
                more.moves.push((packet, from, to));
                self.slot(state, arc + 1, &more, next);
            }
        }
    }
}

/// Whether a packet is at one node.
fn held_once(state: &State) -> bool {
    matches!(state, State::Moved(_))
}

/// Returns the state after the moves of a slot; `None` if a node receives what it has sent.
fn after(state: &[State], moves: &[(usize, u64, u64)]) -> Option<Vec<State>> {
    let mut found = state.to_vec();
    for &(packet, from, _) in moves {
        if let State::Combined { sent, .. } = &mut found[packet] {
            *sent |= 1 << from;
        }
    }
    for &(packet, from, to) in moves {
        match (&state[packet], &mut found[packet]) {
            (_, State::Moved(at)) => *at = 1 << to,
            (_, State::Copied(at)) => *at |= 1 << to,
            (State::Combined { parts: before, .. }, State::Combined { parts, sent, .. }) => {
                if *sent >> to & 1 == 1 {
                    return None;
                }
                parts[index(to)] |= before[index(from)];
            }
            _ => unreachable!("a packet stays what it is"),
        }
    }
    Some(found)
}

/// Every directed link as often as it carries packets.
fn arcs(graph: &wire::Graph) -> Vec<(u64, u64)> {
    let links = graph.links.iter().flat_map(|link| {
        let (from, to) = (link.from.into(), link.to.into());
        let ways = if graph.directed { vec![(from, to)] } else { vec![(from, to), (to, from)] };
        (0..link.capacity).flat_map(move |_| ways.clone())
    });
    links.collect()
}

/// The least number of slots of a task, by its definition.
fn truth(graph: &wire::Graph, task: &Task, ports: Ports) -> u64 {
    let is_switch =
        |node: &u64| graph.switches.iter().any(|list| list.iter().any(|&s| u64::from(s) == *node));
    let hosts: Vec<u64> = (0..graph.nodes).filter(|node| !is_switch(node)).collect();
    let set = hosts.iter().fold(0, |set, node| set | 1_u64 << node);
    let rules = (0..graph.nodes).map(|node| rule(if is_switch(&node) { graph.switch_ports } else { ports }));
    let search = Search { arcs: arcs(graph), rules: rules.collect(), hosts: set };
    let copied = |roots: Vec<u64>, count: u64| {
        let start = roots.iter().flat_map(|&root| (0..count).map(move |_| State::Copied(1 << root)));
        search.least(start.collect(), &|state| {
            state.iter().all(|held| matches!(held, State::Copied(at) if at & search.hosts == search.hosts))
        })
    };
    let combined = |roots: Vec<u64>, count: u64| {
        let own: Vec<u64> = (0..graph.nodes).map(|node| search.hosts & 1 << node).collect();
        let start = |root| State::Combined { parts: own.clone(), sent: 0, root };
        let start = roots.iter().flat_map(|&root| (0..count).map(move |_| root)).map(start).collect();
        search.least(start, &|state| {
            let whole = |held: &State| matches!(held, State::Combined { parts, root, .. } if parts[index(*root)] == search.hosts);
            state.iter().all(whole)
        })
    };
    let at = |node: &NodeRef| match node {
        NodeRef::Index(node) => *node,
        NodeRef::Coordinates(_) => unreachable!("graphs have no coordinates"),
    };
    match task {
        Task::Demands { packets, .. } => {
            let start = packets.iter().map(|packet| State::Moved(1 << at(&packet.from))).collect();
            let goal: Vec<State> = packets.iter().map(|packet| State::Moved(1 << at(&packet.to))).collect();
            search.least(start, &|state| state == goal.as_slice())
        }
        Task::SingleNodeBroadcast { root, count } => copied(vec![at(root)], *count),
        Task::SingleNodeAccumulation { root, count } => combined(vec![at(root)], *count),
        Task::MultinodeBroadcast { count } => copied(hosts, *count),
        Task::MultinodeAccumulation { count } => combined(hosts, *count),
        other => unreachable!("{other:?} is not tried"),
    }
}

fn any_ports() -> impl Strategy<Value = Ports> {
    prop_oneof![
        2 => Just(Ports::All),
        1 => Just(Ports::One),
        1 => Just(Ports::AtMost(2)),
        1 => Just(Ports::OneHalfDuplex)
    ]
}

/// Graphs of which some nodes are switches, two at least not.
fn fabric(most: u32) -> impl Strategy<Value = wire::Graph> {
    let drawn = (graph(most), proptest::collection::vec(proptest::bool::weighted(0.4), 9), any_ports());
    drawn.prop_map(|(graph, marks, switch_ports)| {
        let nodes = u32::try_from(graph.nodes).expect("few");
        let marked = (0..nodes).zip(marks).filter(|&(_, mark)| mark).map(|(node, _)| node);
        let most = usize::try_from(nodes - 2).expect("few");
        wire::Graph { switches: Some(marked.take(most).collect()), switch_ports, ..graph }
    })
}

/// The hosts of a graph.
fn hosts(graph: &wire::Graph) -> Vec<u64> {
    let network = Network::new(&wire::Network::Graph(graph.clone())).expect("a graph");
    (0..graph.nodes).filter(|&node| !network.is_switch(Node(node))).collect()
}

fn pick(hosts: &[u64], draw: usize) -> u64 {
    hosts[draw % hosts.len()]
}

/// Packets between hosts, of which there may be none.
fn listed(hosts: &[u64], draws: &[(usize, usize)]) -> Task {
    let ends = |&(from, to): &(usize, usize)| {
        let at = from % hosts.len();
        let to = hosts[(at + 1 + to % (hosts.len() - 1)) % hosts.len()];
        Demand { from: NodeRef::Index(hosts[at]), to: NodeRef::Index(to), count: 1 }
    };
    Task::Demands { packets: draws.iter().map(ends).collect(), count: 1 }
}

fn spread(root: u64, kind: usize, count: u64) -> Task {
    let root = NodeRef::Index(root);
    let tasks = [
        Task::SingleNodeBroadcast { root: root.clone(), count },
        Task::SingleNodeAccumulation { root: root.clone(), count },
        Task::MultinodeBroadcast { count: 1 },
        Task::MultinodeAccumulation { count: 1 },
        Task::Scatter { root: root.clone(), count },
        Task::Gather { root, count },
        Task::TotalExchange { count: 1 },
    ];
    tasks[kind].clone()
}

/// Up to three packets on graphs of up to five nodes, and copying and combining tasks on up to four.
fn tiny() -> impl Strategy<Value = (wire::Graph, Task, Ports)> {
    let draws = proptest::collection::vec((0_usize..1000, 0_usize..1000), 0..=3);
    let personal = (fabric(5), draws, any_ports()).prop_map(|(graph, draws, ports)| {
        let task = listed(&hosts(&graph), &draws);
        (graph, task, ports)
    });
    let copied =
        (fabric(4), 0_usize..1000, 0_usize..4, any_ports()).prop_map(|(graph, root, kind, ports)| {
            let hosts = hosts(&graph);
            // Of more than three hosts that all send there are too many states.
            let kind = if hosts.len() > 3 { kind % 2 } else { kind };
            let task = spread(pick(&hosts, root), kind, 1);
            (graph, task, ports)
        });
    prop_oneof![1 => personal, 1 => copied]
}

fn document(graph: wire::Graph, task: Task, ports: Ports) -> TaskDocument {
    TaskDocument::new(None, wire::Network::Graph(graph), task, ports, Objective::CompletionTime)
}

fn solved(document: &TaskDocument) -> Box<Solution> {
    solved_by(document, None)
}

fn solved_by(document: &TaskDocument, method: Option<&'static dyn Method>) -> Box<Solution> {
    let problem = Problem::new(document).expect("a task");
    let options = SolveOptions { method, ..SolveOptions::default() };
    match solve(&problem, &options).expect("it passes its own check") {
        Outcome::Optimal(solution) | Outcome::Feasible(solution) => solution,
        other => unreachable!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn schedules_and_bounds_with_switches_enclose_the_optimum((graph, task, ports) in tiny()) {
        let least = truth(&graph, &task, ports);
        let document = document(graph, task, ports);
        let problem = Problem::new(&document).expect("a task");
        for bound in bounds(&problem, &|| false).completion {
            prop_assert!(bound.slots() <= least, "{:?} above {}", bound, least);
        }
        let solution = solved(&document);
        prop_assert!(solution.completion_time() >= least);
        // By itself the integer program ends after a few hundred nodes; one that is asked for goes on to the end.
        if cfg!(feature = "ilp") {
            let solution = solved_by(&document, method("ilp"));
            prop_assert_eq!(solution.completion_time(), least);
            prop_assert_eq!(solution.bounds.best().slots(), least);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_checker_recomputes_every_bound_and_switches_have_no_packets(
        graph in fabric(9), root in 0_usize..1000, kind in 0_usize..7, ports in any_ports()
    ) {
        let root = pick(&hosts(&graph), root);
        let document = document(graph, spread(root, kind, 2), ports);
        let problem = Problem::new(&document).expect("a task");
        let solution = solved_by(&document, method("list-scheduling"));
        for lower in bounds(&problem, &|| false).completion {
            let mut certificate = solution.certificate.clone();
            let claim = &mut certificate.claims[0];
            let is_met = claim.value == lower.value();
            claim.status = if is_met { Status::Optimal } else { Status::UpperBound };
            claim.lower = lower.clone();
            let checked = check_certificate(&certificate, &Options::default());
            prop_assert!(checked.is_ok(), "{:?}: {:?}", lower, checked);
        }
        let network = problem.network();
        for load in problem.demands().expect("listed").loads() {
            let ends = match load.packet() {
                Packet::Personal { from, to } => vec![from, to],
                Packet::Copied { from: node } | Packet::Combined { to: node } => vec![node],
                Packet::Summed { .. } => Vec::new(),
            };
            prop_assert!(ends.into_iter().all(|node| !network.is_switch(node)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// The checker replays them: every host has every packet, or the root every part, and no port is overrun.
    #[test]
    fn packets_along_packed_trees_arrive_everywhere_by_all_rules_of_ports(
        graph in fabric(9), root in 0_usize..1000, kind in 0_usize..4, count in 1_u64..5, ports in any_ports()
    ) {
        let document = document(graph.clone(), spread(pick(&hosts(&graph), root), kind, count), ports);
        let solution = solved_by(&document, method("tree-packing"));
        prop_assert!(solution.completion_time() >= solution.bounds.best().slots());
        let problem = Problem::new(&document).expect("a task");
        let task = problem.demands().expect("listed");
        if graph.switches.is_none_or(|switches| switches.is_empty()) && !task.is_combined() {
            let schedule = packed_broadcast(task, (0, u64::MAX), 1 << 12, &|| false).expect("a small task");
            let moves: usize = schedule.slots.iter().map(Vec::len).sum();
            let packets = schedule.packets.len();
            prop_assert_eq!(moves, packets * (index(graph.nodes) - 1), "a tree has one link less than nodes");
        }
    }
}

/// Hosts 0 to h − 1, each with one link to switch h.
fn star(hosts: u32, switch_ports: Ports) -> wire::Graph {
    let links = (0..hosts).map(|host| wire::GraphLink { from: host, to: hosts, capacity: 1 }).collect();
    let switches = Some([hosts].into());
    wire::Graph { nodes: u64::from(hosts) + 1, directed: false, names: None, switches, switch_ports, links }
}

#[test]
fn one_switch_carries_what_its_ports_let_through() {
    // Every host receives one packet from each other over its link, the first of them in slot 2.
    for (task, slots) in [
        (Task::TotalExchange { count: 1 }, 8),
        (Task::MultinodeBroadcast { count: 1 }, 8),
        (Task::MultinodeAccumulation { count: 1 }, 8),
        (spread(3, 0, 1), 2),
        (spread(3, 1, 1), 2),
    ] {
        let solution = solved(&document(star(8, Ports::All), task.clone(), Ports::All));
        assert_eq!((solution.completion_time(), solution.bounds.best().slots()), (slots, slots), "{task:?}");
    }
    let both = |switch_ports, task: &Task| {
        let solution = solved(&document(star(8, switch_ports), task.clone(), Ports::All));
        (solution.completion_time(), solution.bounds.best().slots())
    };
    // 56 packets leave the switch one by one, none of them in the first slot; so do copied packets.
    let task = Task::TotalExchange { count: 1 };
    assert_eq!(both(Ports::One, &task), (57, 57));
    assert_eq!(both(Ports::One, &Task::MultinodeBroadcast { count: 1 }), (57, 57));
    assert_eq!(both(Ports::One, &Task::MultinodeAccumulation { count: 1 }), (57, 57));
    // With a half-duplex port of the switch they come to it in slots of their own.
    assert_eq!(both(Ports::OneHalfDuplex, &task), (112, 112));
}

/// Two edge switches under two others in each of `pods` pods, two hosts at every edge switch; core switch c
/// joins the upper switches of number c mod 2.
fn fat_tree(pods: u32) -> wire::Graph {
    let edge = |pod: u32, number: u32| 4 * pods + 2 * pod + number;
    let upper = |pod: u32, number: u32| 6 * pods + 2 * pod + number;
    let mut links = Vec::new();
    for pod in 0..pods {
        for number in 0..2 {
            links.extend((0..2).map(|host| (4 * pod + 2 * number + host, edge(pod, number))));
            links.extend((0..2).map(|other| (edge(pod, number), upper(pod, other))));
            links.extend((0..2).map(|core| (upper(pod, number), 8 * pods + 2 * core + number)));
        }
    }
    let links = links.into_iter().map(|(from, to)| wire::GraphLink { from, to, capacity: 1 }).collect();
    let switches = Some((4 * pods..8 * pods + 4).collect());
    wire::Graph {
        nodes: u64::from(8 * pods + 4),
        directed: false,
        names: None,
        switches,
        switch_ports: Ports::All,
        links,
    }
}

#[test]
fn windows_bind_hosts_whose_packets_have_far_to_go() {
    let bound = |graph: wire::Graph, task: Task| {
        let problem = Problem::new(&document(graph, task, Ports::All)).expect("a task");
        bounds(&problem, &|| false).best().clone()
    };
    // Of 15 packets 12 have 6 hops and use both windows of a host, the others one: 5 + (2 · 12 + 3) / 2. A
    // host alone receives the 12 from slot 6 on.
    let best = bound(fat_tree(4), Task::TotalExchange { count: 1 });
    assert_eq!((best.kind(), best.slots()), (wire::LowerKind::DualTree, 19));
    // Twice as much: 5 + (2 · 24 + 6) / 2. With two pods 4 of 7 packets have 6 hops: 5 + (2 · 4 + 3) / 2.
    assert_eq!(bound(fat_tree(4), Task::TotalExchange { count: 2 }).slots(), 32);
    assert_eq!(bound(fat_tree(2), Task::TotalExchange { count: 1 }).slots(), 11);
}

#[test]
fn copies_that_all_come_from_a_hub_are_counted_there() {
    // Each of 8 leaves gets 8 packets from the hub, which sends one in a slot: the graph of one hub without switches.
    let links = (1..9).map(|leaf| wire::GraphLink { from: 0, to: leaf, capacity: 1 }).collect();
    let (names, switches, switch_ports) = (None, None, Ports::All);
    let hub = wire::Graph { nodes: 9, directed: false, names, switches, switch_ports, links };
    for (ports, slots) in
        [(Ports::One, 64), (Ports::AtMost(2), 32), (Ports::All, 8), (Ports::OneHalfDuplex, 72)]
    {
        for task in [Task::MultinodeBroadcast { count: 1 }, Task::MultinodeAccumulation { count: 1 }] {
            let problem = Problem::new(&document(hub.clone(), task.clone(), ports)).expect("a task");
            assert_eq!(bounds(&problem, &|| false).best().slots(), slots, "{task:?} {ports:?}");
        }
    }
}

#[test]
fn a_bound_at_a_switch_is_refused() {
    let solution = solved(&document(star(4, Ports::All), Task::MultinodeBroadcast { count: 1 }, Ports::All));
    let at = NodeRef::Index;
    let refused = |lower: Lower| {
        let mut certificate = solution.certificate.clone();
        let is_met = certificate.claims[0].value == lower.value();
        certificate.claims[0].status = if is_met { Status::Optimal } else { Status::UpperBound };
        certificate.claims[0].lower = lower;
        check_certificate(&certificate, &Options::default()).expect_err("a forged witness").reason()
    };
    assert_eq!(refused(Lower::Reception { value: 4, node: at(4), distance: 1 }), "at-switch");
    assert_eq!(refused(Lower::Emission { value: 1, node: at(4), distance: 1 }), "at-switch");
    assert_eq!(refused(Lower::Distance { value: 1, packet: at(4), from: Some(at(0)) }), "not-an-offset");
    assert_eq!(refused(Lower::Distance { value: 1, packet: at(0), from: Some(at(4)) }), "not-an-offset");
    // The switch alone needs nothing, and has nothing.
    let nodes = |list: &[u64]| list.iter().map(|&node| at(node)).collect::<Vec<_>>();
    assert_eq!(refused(Lower::Cut { value: 1, nodes: nodes(&[4]) }), "lower-mismatch");
    assert_eq!(refused(Lower::Cut { value: 1, nodes: nodes(&[0, 1, 2, 3]) }), "lower-mismatch");
    // As if every node were to be reached: 5 · 4 transmissions over 8 links.
    assert_eq!(refused(Lower::Volume { value: 3 }), "lower-mismatch");
}

/// Hosts on one switch exchange in h + 1 slots, h packets of the busiest host: a packet needs two hops, and
/// no link carries more than one in a slot (König 1916).
#[test]
fn hosts_on_one_switch_need_a_slot_more_than_the_busiest_has_packets() {
    for hosts in 2..=24_u64 {
        let words = ["machine", "switch-16"].map(str::to_owned);
        let Ok(wire::Network::Graph(graph)) = isotask::grammar::network(&words) else { panic!("a graph") };
        let switch = u32::try_from(hosts).expect("few");
        let links = (0..switch).map(|from| wire::GraphLink { from, to: switch, capacity: 1 }).collect();
        let network = wire::Network::Graph(wire::Graph {
            nodes: hosts + 1,
            names: None,
            switches: Some([switch].into()),
            links,
            ..graph
        });
        for count in [1, 3] {
            let task = Task::TotalExchange { count };
            let task = TaskDocument::new(None, network.clone(), task, Ports::All, Objective::CompletionTime);
            let problem = Problem::new(&task).expect("a task");
            let options = SolveOptions { method: method("one-switch"), ..SolveOptions::default() };
            let Ok(Outcome::Optimal(solution)) = solve(&problem, &options) else { panic!("{hosts} hosts") };
            assert_eq!(solution.completion_time(), count * (hosts - 1) + 1);
        }
    }
}
