//! Graphs link by link: distances and numbers of links against their definitions, schedules and bounds
//! against an exhaustive search on the list of links.

use crate::common::strategies::{graph, parted};
use isotask::model::{Graph, Link, Network, Node};
use isotask::solve::{Outcome, Solution, SolveOptions, bounds, solve};
use isotask::wire::{self, Demand, GraphLink, NodeRef, Objective, Ports, Task, TaskDocument};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Every directed link as often as it carries packets.
fn arcs(graph: &wire::Graph) -> Vec<(u64, u64)> {
    let mut found = Vec::new();
    for link in graph.links.iter() {
        for _ in 0..link.capacity {
            found.push((link.from.into(), link.to.into()));
            if !graph.directed {
                found.push((link.to.into(), link.from.into()));
            }
        }
    }
    found.sort_unstable();
    found
}

/// More hops than any path has.
const NO_WAY: u64 = u64::MAX / 4;

/// Hops between all pairs (Floyd 1962), [`NO_WAY`] at least where there is none.
fn hops(graph: &wire::Graph) -> Vec<Vec<u64>> {
    let nodes = usize::try_from(graph.nodes).expect("few");
    let index = |node: u64| usize::try_from(node).expect("few");
    let mut found = vec![vec![NO_WAY; nodes]; nodes];
    (0..nodes).for_each(|node| found[node][node] = 0);
    for (from, to) in arcs(graph) {
        found[index(from)][index(to)] = 1;
    }
    for over in 0..nodes {
        for from in 0..nodes {
            for to in 0..nodes {
                found[from][to] = found[from][to].min(found[from][over] + found[over][to]);
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn distances_and_links_are_those_of_the_list(graph in prop_oneof![graph(9), parted(9)]) {
        let network = Network::new(&wire::Network::Graph(graph.clone())).expect("a graph");
        let tables = Graph::new(&network).expect("small");
        let (hops, arcs) = (hops(&graph), arcs(&graph));
        let reached = hops.iter().flatten().copied().filter(|&hops| hops < NO_WAY);
        prop_assert_eq!(network.diameter(), reached.max().unwrap_or(0));
        for (from, row) in (0..).zip(&hops) {
            let out: Vec<u64> = arcs.iter().filter(|arc| arc.0 == from).map(|arc| arc.1).collect();
            let links: Vec<u64> = (0..network.links())
                .filter_map(|link| network.adjacent(Node(from), Link(link)))
                .map(|node| node.0)
                .collect();
            prop_assert_eq!(&links, &out, "links are numbered by their other ends");
            let small = u32::try_from(from).expect("few");
            let narrow: Vec<u32> = row.iter().map(|&hops| u32::try_from(hops).unwrap_or(u32::MAX)).collect();
            prop_assert_eq!(tables.distances_from(small), narrow);
            for (to, &far) in (0..).zip(row) {
                let way = Some(far).filter(|&far| far < NO_WAY);
                prop_assert_eq!(network.hops_between(Node(from), Node(to)), way);
                let first = out.iter().position(|&end| end == to).and_then(|link| u32::try_from(link).ok());
                prop_assert_eq!(network.link_between(Node(from), Node(to)), first.map(Link));
                let narrow = u32::try_from(to).expect("few");
                let back = tables.distances_to(narrow)[usize::try_from(from).expect("few")];
                prop_assert_eq!(Some(u64::from(back)).filter(|&hops| hops < u32::MAX.into()), way);
            }
        }
    }
}

/// A large graph: a cycle with three chords for each node, some reversed; the searches of large graphs start
/// from both ends.
#[test]
fn distances_in_large_graphs_are_those_of_one_search() {
    for directed in [false, true] {
        let nodes: u32 = 5_000;
        let mut known = BTreeSet::new();
        let mut links = Vec::new();
        for node in 0..nodes {
            for to in [(node + 1) % nodes, (node * 7 + 3) % nodes, (node * node + 11) % nodes] {
                let ends = if directed { (node, to) } else { (node.min(to), node.max(to)) };
                if node != to && known.insert(ends) {
                    links.push(GraphLink { from: node, to, capacity: 1 });
                }
            }
        }
        let (names, switches, switch_ports) = (None, None, Ports::All);
        let links = links.into();
        let graph = wire::Graph { nodes: nodes.into(), directed, names, switches, switch_ports, links };
        let network = Network::new(&wire::Network::Graph(graph)).expect("a graph");
        let tables = Graph::new(&network).expect("small");
        for from in (0..nodes).step_by(977) {
            let all = tables.distances_from(from);
            for to in (0..nodes).step_by(499) {
                // Another start in between, so that no distance is remembered.
                let _other = network.distance_between(Node(u64::from(from) ^ 1), Node(0));
                let found = network.distance_between(Node(from.into()), Node(to.into()));
                assert_eq!(found, u64::from(all[usize::try_from(to).expect("few")]), "{from} to {to}");
            }
            for (to, &far) in (0..).zip(&all) {
                assert_eq!(network.distance_between(Node(from.into()), Node(to)), u64::from(far));
            }
        }
    }
}

/// A chain of 4,000 nodes and one of 1,000, which searches from both ends cannot connect.
#[test]
fn distances_in_large_graphs_are_none_where_no_way_leads() {
    for directed in [false, true] {
        let (nodes, part) = (5_000, 4_000);
        let ends = (1..nodes).filter(|&node| node != part);
        let links = ends.map(|to| GraphLink { from: to - 1, to, capacity: 1 }).collect();
        let (names, switches, switch_ports) = (None, None, Ports::All);
        let graph = wire::Graph { nodes: nodes.into(), directed, names, switches, switch_ports, links };
        let network = Network::new(&wire::Network::Graph(graph)).expect("a graph");
        // More of the first than are sought one by one.
        for to in [part, part + 1, nodes - 1].into_iter().cycle().take(24) {
            assert_eq!(network.hops_between(Node(3), Node(to.into())), None);
        }
        for (from, to, hops) in
            [(part, part + 7, Some(7)), (1, part, None), (part - 1, 0, None), (0, 9, Some(9))]
        {
            let back = from == part - 1 && !directed;
            let expected = if back { Some(u64::from(from)) } else { hops };
            assert_eq!(network.hops_between(Node(from.into()), Node(to.into())), expected, "{from} to {to}");
        }
        assert_eq!(network.diameter(), u64::from(part) - 1);
    }
}

/// For every packet the set of nodes that have it, and the set that must have it in the end.
struct Search {
    arcs: Vec<(u64, u64)>,
    ports: u64,
    half: bool,
    /// Whether a packet leaves the node that sends it.
    moves: bool,
}

impl Search {
    /// The least number of slots from one state to another that holds no less.
    fn least(&self, start: Vec<u64>, goal: &[u64]) -> u64 {
        let (mut now, mut seen) = (BTreeSet::from([start]), BTreeSet::new());
        for slots in 0.. {
            let is_done = |state: &Vec<u64>| state.iter().zip(goal).all(|(have, want)| have & want == *want);
            if now.iter().any(is_done) {
                return slots;
            }
            let mut next = BTreeSet::new();
            for state in &now {
                self.slot(state, &mut state.clone(), 0, &mut Vec::new(), &mut next);
            }
            now = next.difference(&seen).cloned().collect();
            seen.append(&mut next);
        }
        unreachable!("some slots suffice")
    }

    /// Chooses for every link from `arc` on what it carries.
    fn slot(
        &self,
        state: &[u64],
        after: &mut Vec<u64>,
        arc: usize,
        used: &mut Vec<(u64, u64)>,
        next: &mut BTreeSet<Vec<u64>>,
    ) {
        let Some(&(from, to)) = self.arcs.get(arc) else {
            next.insert(after.clone());
            return;
        };
        self.slot(state, after, arc + 1, used, next);
        let times =
            |of: &dyn Fn(&(u64, u64)) -> bool| used.iter().filter(|&ends| of(ends)).map(|_| 1).sum::<u64>();
        let busy = if self.half {
            times(&|ends| [ends.0, ends.1].iter().any(|node| [from, to].contains(node))) > 0
        } else {
            times(&|ends| ends.0 == from) == self.ports || times(&|ends| ends.1 == to) == self.ports
        };
        if busy {
            return;
        }
        used.push((from, to));
        for packet in 0..state.len() {
            let before = after[packet];
            let fresh = if self.moves { before == state[packet] } else { before >> to & 1 == 0 };
            if state[packet] >> from & 1 == 1 && fresh {
                after[packet] = if self.moves { 1 << to } else { before | 1 << to };
                self.slot(state, after, arc + 1, used, next);
                after[packet] = before;
            }
        }
        used.pop();
    }
}

/// Returns the least number of slots of a task, by the list of links alone.
fn truth(graph: &wire::Graph, task: &Task, ports: Ports) -> u64 {
    let all = (1_u64 << graph.nodes) - 1;
    let (half, ports) = match ports {
        Ports::All => (false, u64::MAX),
        Ports::One => (false, 1),
        Ports::AtMost(ports) => (false, ports),
        Ports::OneHalfDuplex => (true, 1),
    };
    let search = |arcs, moves| Search { arcs, ports, half, moves };
    let index = |node: &NodeRef| match node {
        NodeRef::Index(node) => *node,
        NodeRef::Coordinates(_) => unreachable!("graphs have no coordinates"),
    };
    let copied = |roots: Vec<u64>, count: u64, back: bool| {
        // What is combined is copied with time and links turned round (P2 §1).
        let arcs = arcs(graph).into_iter().map(|(from, to)| if back { (to, from) } else { (from, to) });
        let start: Vec<u64> = roots.iter().flat_map(|&root| (0..count).map(move |_| 1 << root)).collect();
        let goal = vec![all; start.len()];
        search(arcs.collect(), false).least(start, &goal)
    };
    match task {
        Task::Demands { packets, .. } => {
            let each = || packets.iter().flat_map(|packet| (0..packet.count).map(move |_| packet));
            let start = each().map(|packet| 1 << index(&packet.from)).collect();
            let goal: Vec<u64> = each().map(|packet| 1 << index(&packet.to)).collect();
            search(arcs(graph), true).least(start, &goal)
        }
        Task::SingleNodeBroadcast { root, count } => copied(vec![index(root)], *count, false),
        Task::SingleNodeAccumulation { root, count } => copied(vec![index(root)], *count, true),
        Task::MultinodeBroadcast { count } => copied((0..graph.nodes).collect(), *count, false),
        Task::MultinodeAccumulation { count } => copied((0..graph.nodes).collect(), *count, true),
        other => unreachable!("{other:?} is not tried"),
    }
}

fn solved(document: &TaskDocument) -> Box<Solution> {
    let problem = isotask::model::Problem::new(document).expect("a task");
    match solve(&problem, &SolveOptions::default()).expect("it passes its own check") {
        Outcome::Optimal(solution) | Outcome::Feasible(solution) => solution,
        other => unreachable!("{other:?}"),
    }
}

/// Whether a way leads from every packet to where it must come.
fn has_ways(graph: &wire::Graph, task: &Task) -> bool {
    let hops = hops(graph);
    let at = |node: &NodeRef| match node {
        NodeRef::Index(node) => usize::try_from(*node).expect("few"),
        NodeRef::Coordinates(_) => unreachable!("graphs have no coordinates"),
    };
    let joined = |from: usize, to: usize| hops[from][to] < NO_WAY;
    let mut all = 0..hops.len();
    match task {
        Task::Demands { packets, .. } => {
            packets.iter().all(|packet| joined(at(&packet.from), at(&packet.to)))
        }
        Task::SingleNodeBroadcast { root, .. } => all.all(|node| joined(at(root), node)),
        Task::SingleNodeAccumulation { root, .. } => all.all(|node| joined(node, at(root))),
        _ => hops.iter().flatten().all(|&hops| hops < NO_WAY),
    }
}

/// Up to four packets on graphs of up to four nodes, and copying and combining tasks on up to three.
fn tiny() -> impl Strategy<Value = (wire::Graph, Task, Ports)> {
    let ports = || {
        prop_oneof![Just(Ports::All), Just(Ports::One), Just(Ports::AtMost(2)), Just(Ports::OneHalfDuplex)]
    };
    let draws = proptest::collection::vec((0_u64..1000, 0_u64..1000), 0..=4);
    let personal = (prop_oneof![graph(4), parted(4)], draws, ports()).prop_map(|(graph, draws, ports)| {
        let ends = |(from, to): (u64, u64)| {
            let from = from % graph.nodes;
            let to = (from + 1 + to % (graph.nodes - 1)) % graph.nodes;
            Demand { from: NodeRef::Index(from), to: NodeRef::Index(to), count: 1 }
        };
        let packets = draws.into_iter().map(ends).collect();
        (graph, Task::Demands { packets, count: 1 }, ports)
    });
    let spread = (prop_oneof![graph(3), parted(3)], 0_u64..1000, 0_usize..4, 1_u64..=2, ports());
    let spread = spread.prop_map(|(graph, root, kind, count, ports)| {
        let root = NodeRef::Index(root % graph.nodes);
        let task = [
            Task::SingleNodeBroadcast { root: root.clone(), count },
            Task::SingleNodeAccumulation { root, count },
            Task::MultinodeBroadcast { count: 1 },
            Task::MultinodeAccumulation { count: 1 },
        ];
        (graph, task[kind].clone(), ports)
    });
    prop_oneof![2 => personal, 1 => spread]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn schedules_and_bounds_of_graphs_enclose_the_optimum((graph, task, ports) in tiny()) {
        let network = wire::Network::Graph(graph.clone());
        let document = TaskDocument::new(None, network, task.clone(), ports, Objective::CompletionTime);
        let problem = isotask::model::Problem::new(&document);
        prop_assert_eq!(problem.is_ok(), has_ways(&graph, &task));
        let Ok(problem) = problem else { return Ok(()) };
        let least = truth(&graph, &task, ports);
        for bound in bounds(&problem, &|| false).completion {
            prop_assert!(bound.slots() <= least, "{:?} above {}", bound, least);
        }
        let solution = solved(&document);
        prop_assert!(solution.completion_time() >= least);
        // The integer program goes on by itself.
        if cfg!(feature = "ilp") {
            prop_assert_eq!(solution.completion_time(), least);
            prop_assert_eq!(solution.bounds.best().slots(), least);
        }
    }
}

/// A network written as a graph has the bounds that it has as a network of its own kind.
#[test]
fn a_network_written_as_a_graph_has_the_bounds_of_the_network() {
    let kinds =
        [wire::Network::IncompleteHypercube { nodes: 6 }, wire::Network::IncompleteHypercube { nodes: 11 }];
    for kind in kinds {
        let network = Network::new(&kind).expect("a network");
        let links = (0..network.nodes()).flat_map(|node| {
            let network = &network;
            (0..network.links()).filter_map(move |link| {
                let to = network.adjacent(Node(node), Link(link))?.0;
                let narrow = |node: u64| u32::try_from(node).expect("few");
                (node < to).then(|| GraphLink { from: narrow(node), to: narrow(to), capacity: 1 })
            })
        });
        let links = links.collect();
        let (names, switches, switch_ports) = (None, None, Ports::All);
        let nodes = network.nodes();
        let graph = wire::Graph { nodes, directed: false, names, switches, switch_ports, links };
        for ports in [Ports::All, Ports::One, Ports::AtMost(2), Ports::OneHalfDuplex] {
            let root = NodeRef::Index(network.nodes() - 1);
            for task in [
                Task::Scatter { root: root.clone(), count: 2 },
                Task::Gather { root: root.clone(), count: 1 },
                Task::SingleNodeBroadcast { root: root.clone(), count: 2 },
                Task::SingleNodeAccumulation { root, count: 1 },
                Task::MultinodeBroadcast { count: 1 },
                Task::MultinodeAccumulation { count: 1 },
            ] {
                let of = |network: &wire::Network| {
                    let document = TaskDocument::new(
                        None,
                        network.clone(),
                        task.clone(),
                        ports,
                        Objective::CompletionTime,
                    );
                    let problem = isotask::model::Problem::new(&document).expect("a task");
                    // Prices of copies are of graphs alone.
                    let spread =
                        matches!(task, Task::MultinodeBroadcast { .. } | Task::MultinodeAccumulation { .. });
                    let all = bounds(&problem, &|| false).completion;
                    let common =
                        all.iter().filter(|lower| !(spread && matches!(lower, wire::Lower::Prices { .. })));
                    common.map(wire::Lower::value).max().expect("a bound")
                };
                let (of_graph, of_kind) = (of(&wire::Network::Graph(graph.clone())), of(&kind));
                assert_eq!(of_graph, of_kind, "{kind:?} {task:?} {ports:?}");
            }
        }
    }
}
