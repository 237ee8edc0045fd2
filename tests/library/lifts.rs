//! Meshes and lifts against the graphs that their definitions give link by link; slim flies and dragonflies
//! against the theorems of their papers.

use crate::common::strategies::{lift, listed};
use isotask::grammar::network;
use isotask::model::{Link, Network, Node, Problem, lift_node};
use isotask::solve::{Outcome, SolveOptions, bounds, method, solve};
use isotask::wire::{self, GraphLink, Lift, NodeRef, Objective, Ports, Task, TaskDocument};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The elements of a product of cyclic groups, the last part fastest.
fn elements(group: &[u64]) -> Vec<Vec<u64>> {
    group.iter().fold(vec![Vec::new()], |all, &radix| {
        all.iter().flat_map(|element| (0..radix).map(move |part| [&element[..], &[part]].concat())).collect()
    })
}

/// The graph that a mesh or a lift is by definition, link by link.
fn by_definition(network: &wire::Network) -> wire::Graph {
    let mut found = BTreeMap::new();
    let (mut switches, mut switch_ports) = (None, Ports::All);
    let mut add = |from: usize, to: usize, capacity| {
        let narrow = |node: usize| u32::try_from(node).expect("few");
        found.insert((narrow(from.min(to)), narrow(from.max(to))), capacity);
    };
    let nodes = match network {
        wire::Network::Graph(graph) => return graph.clone(),
        wire::Network::Mesh { radices } => {
            let all = elements(radices);
            for (a, from) in all.iter().enumerate() {
                for (b, to) in all.iter().enumerate() {
                    let apart: u64 = from.iter().zip(to).map(|(x, y)| x.abs_diff(*y)).sum();
                    if apart == 1 {
                        add(a, b, 1);
                    }
                }
            }
            all.len()
        }
        wire::Network::Lift(Lift { group, nodes, switches: marks, switch_ports: ports, links, .. }) => {
            let (all, base) = (elements(group), usize::try_from(*nodes).expect("few"));
            for (at, element) in all.iter().enumerate() {
                for link in links.iter() {
                    let sums = element.iter().zip(&link.shift).zip(group);
                    let there: Vec<u64> = sums.map(|((x, y), radix)| (x + y) % radix).collect();
                    let there = all.iter().position(|other| *other == there).expect("an element");
                    let node = |at: usize, of: u32| at * base + usize::try_from(of).expect("few");
                    add(node(at, link.from), node(there, link.to), link.capacity);
                }
            }
            if let Some(marks) = marks {
                let sheet = (0..*nodes).map(|node| marks.iter().any(|&mark| u64::from(mark) == node));
                let above: Vec<bool> = all.iter().flat_map(|_| sheet.clone()).collect();
                switches = Some((0_u32..).zip(above).filter_map(|(node, is)| is.then_some(node)).collect());
                switch_ports = *ports;
            }
            all.len() * base
        }
        other => unreachable!("{other:?}"),
    };
    let links = found.into_iter().map(|((from, to), capacity)| GraphLink { from, to, capacity }).collect();
    let nodes = u64::try_from(nodes).expect("few");
    wire::Graph { nodes, directed: false, names: None, switches, switch_ports, links }
}

fn document(network: wire::Network, task: Task, ports: Ports) -> TaskDocument {
    TaskDocument::new(None, network, task, ports, Objective::CompletionTime)
}

/// A task on it, and ports.
fn asked() -> impl Strategy<Value = (wire::Network, Task, Ports)> {
    let ports =
        prop_oneof![Just(Ports::All), Just(Ports::One), Just(Ports::AtMost(2)), Just(Ports::OneHalfDuplex)];
    (listed(12), 0_usize..6, 0_u64..1000, ports).prop_map(|(network, kind, root, ports)| {
        let known = Network::new(&network).expect("a network");
        let hosts: Vec<u64> = (0..known.nodes()).filter(|&node| !known.is_switch(Node(node))).collect();
        let root = NodeRef::Index(hosts[usize::try_from(root).expect("few") % hosts.len()]);
        let task = [
            Task::TotalExchange { count: 1 },
            Task::Scatter { root: root.clone(), count: 2 },
            Task::Gather { root: root.clone(), count: 1 },
            Task::SingleNodeAccumulation { root, count: 2 },
            Task::MultinodeBroadcast { count: 1 },
            Task::MultinodeAccumulation { count: 1 },
        ];
        (network, task[kind].clone(), ports)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn links_and_distances_are_those_of_the_definition(kind in listed(24)) {
        let (network, graph) = (Network::new(&kind).expect("a network"), wire::Network::Graph(by_definition(&kind)));
        let graph = Network::new(&graph).expect("the same, link by link");
        prop_assert_eq!((network.nodes(), network.links()), (graph.nodes(), graph.links()));
        prop_assert_eq!(network.switches(), graph.switches());
        prop_assert_eq!(network.diameter(), graph.diameter());
        for node in (0..network.nodes()).map(Node) {
            for link in (0..network.links()).map(Link) {
                prop_assert_eq!(network.adjacent(node, link), graph.adjacent(node, link));
            }
            for other in (0..network.nodes()).map(Node) {
                prop_assert_eq!(network.distance_between(node, other), graph.distance_between(node, other));
            }
        }
    }

    #[test]
    fn every_node_is_known_by_its_name(lift in lift(24), named in proptest::bool::ANY) {
        let names = (0..lift.nodes).map(|node| format!("v{node}.{}", node % 2)).collect();
        let lift = if named { Lift { names: Some(names), ..lift } } else { lift };
        let network = Network::new(&wire::Network::Lift(lift.clone())).expect("a lift");
        let mut all = BTreeSet::new();
        for node in (0..network.nodes()).map(Node) {
            let name = network.node_name(node);
            prop_assert_eq!(lift_node(&lift, &name), Some(node), "{}", &name);
            prop_assert!(all.insert(name));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// The checker takes the schedule on the mesh or lift, of which it makes the links once more.
    #[test]
    fn schedules_and_bounds_of_a_lift_are_those_of_its_graph((network, task, ports) in asked()) {
        let graph = wire::Network::Graph(by_definition(&network));
        let [of_it, of_graph] = [network, graph].map(|network| {
            let problem = Problem::new(&document(network, task.clone(), ports)).expect("a task");
            let best = bounds(&problem, &|| false).best().value();
            let options = SolveOptions { method: method("list-scheduling"), ..SolveOptions::default() };
            match solve(&problem, &options).expect("it passes its own check") {
                Outcome::Optimal(solution) | Outcome::Feasible(solution) => (best, solution.completion_time()),
                other => unreachable!("{other:?}"),
            }
        });
        prop_assert_eq!(of_it, of_graph);
    }
}

/// The network of these words.
fn of(words: &str) -> (wire::Network, Network) {
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let kind = network(&words).expect("a network");
    let network = Network::new(&kind).expect("a network");
    (kind, network)
}

/// The other ends of the links of a node.
fn ends(network: &Network, node: u64) -> Vec<u64> {
    (0..network.links()).filter_map(|link| network.adjacent(Node(node), Link(link))).map(|to| to.0).collect()
}

/// The shortest circle through a node: two ways from it that meet.
fn shortest_circle(network: &Network, root: u64) -> Option<u64> {
    let (mut hops, mut queue) = (BTreeMap::from([(root, (0, root))]), VecDeque::from([root]));
    let mut least: Option<u64> = None;
    while let Some(node) = queue.pop_front() {
        let (far, before) = hops[&node];
        for to in ends(network, node) {
            match hops.get(&to) {
                None => {
                    hops.insert(to, (far + 1, node));
                    queue.push_back(to);
                }
                Some(&(other, _)) if to != before => {
                    least = Some(least.unwrap_or(u64::MAX).min(far + other + 1));
                }
                Some(_) => {}
            }
        }
    }
    least
}

/// A note on large graphs of diameter two and given maximum degree (1998): for q = 4w + δ a power of a prime, 2q² nodes of (3q − δ)/2 links each at distance 2 at most.
#[test]
fn slim_flies_have_diameter_two() {
    for q in [3, 4, 5, 7, 8, 9, 11, 13, 16] {
        let (kind, network) = of(&format!("slim-fly {q}"));
        let wire::Network::Lift(base) = &kind else { unreachable!("a lift") };
        let degree = match q % 4 {
            0 => 3 * q / 2,
            1 => (3 * q - 1) / 2,
            _ => (3_u64 * q).div_ceil(2),
        };
        assert_eq!((network.nodes(), base.nodes, network.diameter()), (2 * q * q, 2 * q, 2), "q = {q}");
        for node in 0..network.nodes() {
            let different: BTreeSet<u64> = ends(&network, node).into_iter().collect();
            assert_eq!(u64::try_from(different.len()).ok(), Some(degree), "q = {q}, node {node}");
        }
    }
}

/// Hoffman and Singleton: the graph of degree 7, diameter 2 and girth 5 on 50 = 1 + 7 + 7 · 6 nodes, the most that there
/// can be.
#[test]
fn the_slim_fly_of_five_is_the_graph_of_hoffman_and_singleton() {
    let (_, network) = of("slim-fly 5");
    assert_eq!((network.nodes(), network.links(), network.diameter()), (50, 7, 2));
    let circles: BTreeSet<_> = (0..50).map(|node| shortest_circle(&network, node)).collect();
    assert_eq!(circles, BTreeSet::from([Some(5)]));
}

/// Every router forwards alone and has its hosts, which are one hop from it and have no other link.
#[test]
fn hosts_hang_on_the_routers_of_dragonflies_and_slim_flies() {
    for (words, routers, hosts) in
        [("dragonfly 3 2", 3 * 7, 2), ("slim-fly 5", 50, 3), ("dragonfly 1 1", 2, 1)]
    {
        let ((_, bare), (_, network)) = (of(words), of(&format!("{words} {hosts}")));
        assert_eq!((network.nodes(), network.hosts()), (routers * (hosts + 1), routers * hosts), "{words}");
        let is_switch = |node: u64| network.is_switch(Node(node));
        for node in (0..network.nodes()).filter(|&node| !is_switch(node)) {
            let ends = ends(&network, node);
            assert!(ends.len() == 1 && is_switch(ends[0]), "{words}: {}", network.node_name(Node(node)));
        }
        for node in (0..network.nodes()).filter(|&node| is_switch(node)) {
            let own = ends(&network, node).into_iter().filter(|&to| !is_switch(to)).count();
            assert_eq!(u64::try_from(own).ok(), Some(hosts), "{words}");
        }
        // A hop more at either end.
        assert_eq!(network.diameter(), bare.diameter() + 2, "{words}");
    }
}

/// Kim, Dally, Scott, Abts: ah + 1 groups of a routers, each linked to all of its group and by h links to others; one
/// link between two groups, so that three hops suffice.
#[test]
fn dragonflies_have_one_link_between_any_two_groups() {
    for (a, h) in [(1, 1), (1, 4), (2, 1), (2, 2), (3, 1), (3, 3), (4, 2), (5, 3), (8, 4)] {
        let (_, network) = of(&format!("dragonfly {a} {h}"));
        let groups = a * h + 1;
        assert_eq!(network.nodes(), a * groups, "a = {a}, h = {h}");
        assert!(network.diameter() <= 3);
        let mut between = BTreeSet::new();
        for node in 0..network.nodes() {
            let (inside, outside): (Vec<u64>, Vec<u64>) =
                ends(&network, node).into_iter().partition(|to| to / a == node / a);
            let counted = [inside.len(), outside.len()].map(|count| u64::try_from(count).expect("few"));
            assert_eq!(counted, [a - 1, h], "a = {a}, h = {h}, node {node}");
            for to in outside {
                assert!(between.insert((node / a, to / a)), "a = {a}, h = {h}: one link between two groups");
                // Link k of router r in group g leads to group g − (rh + k + 1).
                let port = (groups + node / a - to / a) % groups - 1;
                assert_eq!((port / h, to % a), (node % a, a - 1 - node % a), "palm tree");
            }
        }
        assert_eq!(u64::try_from(between.len()).ok(), Some(groups * (groups - 1)));
    }
}
