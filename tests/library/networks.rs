//! Every word for networks, by the examples that its file gives: reading, distances, names of nodes, and that
//! the checker builds the graph that the solver used.

#![expect(clippy::unwrap_used, reason = "a network that cannot be built is a failure")]

use crate::common::networks_of_examples;
use isotask::grammar::{network, network_help, networks, node_on};
use isotask::model::{Link, Network, Node, Problem};
use isotask::solve::{Outcome, SolveOptions, solve};
use isotask::wire::{self, Family, NodeRef, Objective, Ports, Task, TaskDocument};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

fn nodes(network: &Network) -> impl Iterator<Item = Node> + use<> {
    (0..network.nodes()).map(Node)
}

/// Distances from a node by a search over the links.
fn searched(network: &Network, from: Node) -> BTreeMap<Node, u64> {
    let (mut found, mut queue) = (BTreeMap::from([(from, 0)]), VecDeque::from([from]));
    while let Some(node) = queue.pop_front() {
        let hops = found[&node];
        for there in (0..network.links()).filter_map(|link| network.adjacent(node, Link(link))) {
            found.entry(there).or_insert_with(|| {
                queue.push_back(there);
                hops + 1
            });
        }
    }
    found
}

#[test]
fn every_word_stands_once_and_has_examples_unless_it_is_read_from_files() {
    let all = networks();
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{all:?}");
    for help in network_help() {
        assert_eq!(help.examples.is_empty(), ["graph", "lift"].contains(&help.word), "{}", help.word);
        assert!(help.examples.iter().all(|example| example.split(' ').next() == Some(help.word)));
        assert!(!help.sentence.is_empty() && !help.sentence.ends_with('.'), "{}", help.word);
    }
    let one = [wire::Network::Cayley(wire::Group::Family { family: Family::Star, n: 4 })];
    assert_eq!([network(&["star".to_owned(), "4".to_owned()]).unwrap()], one);
}

#[test]
fn distances_of_every_example_are_those_of_a_search() {
    for (words, kind) in networks_of_examples() {
        let network = Network::new(&kind).unwrap();
        let mut farthest = 0;
        for from in nodes(&network) {
            let found = searched(&network, from);
            for to in nodes(&network) {
                assert_eq!(network.hops_between(from, to), found.get(&to).copied(), "{words}: {from:?}");
            }
            farthest = farthest.max(found.values().copied().max().unwrap_or(0));
        }
        assert_eq!(network.diameter(), farthest, "{words}");
    }
}

#[test]
fn nodes_of_every_example_are_read_as_they_are_printed() {
    for (words, kind) in networks_of_examples() {
        let network = Network::new(&kind).unwrap();
        let mut names = BTreeSet::new();
        for node in nodes(&network) {
            let name = network.node_name(node);
            let read = node_on(&kind, &name, "a node").unwrap();
            assert_eq!(network.node(&read, String::new).unwrap(), node, "{words}: {name}");
            assert_eq!(network.node(&NodeRef::Index(node.0), String::new).unwrap(), node, "{words}");
            assert!(names.insert(name.clone()), "{words}: two nodes are called {name}");
        }
    }
}

/// How many nodes lie at each distance from node 0.
fn spheres(words: &str) -> Vec<u64> {
    let all: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let network = Network::new(&network(&all).unwrap()).unwrap();
    let mut found = vec![0; usize::try_from(network.diameter()).unwrap() + 1];
    nodes(&network).for_each(|node| found[usize::try_from(network.distance(node)).unwrap()] += 1);
    found
}

/// One block of n symbols makes a star graph, blocks of one symbol too: what is swapped with the first symbol
/// may be brought to the first block before. MS(2, 2) has 5! nodes, whose distances add up to 574.
#[test]
fn macro_stars_have_the_sizes_and_distances_of_their_paper() {
    assert_eq!(spheres("macro-star 1 3"), spheres("star 4"));
    let all = spheres("macro-star 2 2");
    assert_eq!(all.iter().sum::<u64>(), 120);
    assert_eq!((0..).zip(&all).map(|(hops, nodes)| hops * nodes).sum::<u64>(), 574);
    assert_eq!(spheres("macro-star 2 1").iter().sum::<u64>(), 6);
}

/// S.-C. Hwang, G.-H. Chen, A note on cyclic-cubes, Inform. Process. Lett. 72 (1999): they are the wrapped
/// butterflies of base K.
#[test]
fn cyclic_cubes_of_two_ranks_are_butterflies() {
    for n in 3..=5 {
        assert_eq!(spheres(&format!("cyclic-cube {n} 2")), spheres(&format!("butterfly {n}")));
    }
    assert_eq!(spheres("cyclic-cube 3 3").iter().sum::<u64>(), 3 * 27);
    assert_eq!(spheres("cyclic-cube 3 3")[1], 6);
}

/// In a de Bruijn graph every string of N letters is reached by one walk of N links, so that no distance is
/// greater; in a Kautz graph as well, which has (B + 1) · Bᴺ⁻¹ nodes of B links each.
#[test]
fn graphs_of_strings_have_their_nodes_links_and_diameter() {
    for (words, count, links, diameter) in [
        ("de-bruijn 2 4", 16, 30, 4),
        ("de-bruijn 3 3", 27, 78, 3),
        ("de-bruijn 4 1", 4, 12, 1),
        ("kautz 2 3", 12, 24, 3),
        ("kautz 3 2", 12, 36, 2),
        ("kautz 11 1", 12, 132, 1),
    ] {
        let all: Vec<String> = words.split(' ').map(str::to_owned).collect();
        let network = Network::new(&network(&all).unwrap()).unwrap();
        let out =
            |node| (0..network.links()).filter(|&link| network.adjacent(node, Link(link)).is_some()).count();
        assert_eq!(network.nodes(), count, "{words}");
        assert_eq!(nodes(&network).map(out).sum::<usize>(), links, "{words}");
        assert_eq!(network.diameter(), diameter, "{words}");
    }
    let kautz = network(&["kautz", "2", "2"].map(str::to_owned)).unwrap();
    let kautz = Network::new(&kautz).unwrap();
    let names: Vec<String> = nodes(&kautz).map(|node| kautz.node_name(node)).collect();
    assert_eq!(names, ["01", "02", "10", "12", "20", "21"]);
}

#[test]
fn the_checker_verifies_an_exchange_on_every_example() {
    for (words, kind) in networks_of_examples() {
        let task = Task::TotalExchange { count: 1 };
        let document = TaskDocument::new(None, kind, task, Ports::All, Objective::CompletionTime);
        let problem = Problem::new(&document).unwrap();
        // What is handed out was read back and checked, on the network that the checker built for itself.
        let outcome = solve(&problem, &SolveOptions::default()).unwrap();
        let (Outcome::Optimal(solution) | Outcome::Feasible(solution)) = outcome else {
            unreachable!("{words}: no schedule")
        };
        let slots = solution.verdict.replayed.completion_time;
        assert!(slots >= problem.network().diameter(), "{words}: {slots}");
    }
}

/// The least slots and their bound of a task in words under a rule of ports.
fn solved(words: &str, task: Task, ports: Ports) -> (u64, u64) {
    let all: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let kind = network(&all).unwrap();
    let document = TaskDocument::new(None, kind, task, ports, Objective::CompletionTime);
    let outcome = solve(&Problem::new(&document).unwrap(), &SolveOptions::default()).unwrap();
    let (Outcome::Optimal(solution) | Outcome::Feasible(solution)) = outcome else {
        unreachable!("{words}: no schedule")
    };
    (solution.verdict.replayed.completion_time, solution.bounds.best().slots())
}

/// Round a Hamiltonian cycle a multinode broadcast of c packets takes c(n − 1) slots with one port, which a
/// node needs to receive as much, and with one half-duplex port those in which ⌊n/2⌋ sends a slot make n(n − 1).
#[test]
fn one_port_and_a_hamiltonian_cycle_make_the_least_multinode_broadcast() {
    for (words, n) in [
        ("mesh 4x4", 16),
        ("mesh 2x5", 10),
        ("incomplete-hypercube 6", 6),
        ("kautz 2 3", 12),
        ("de-bruijn 2 4", 16),
        ("dragonfly 3 1", 12),
    ] {
        for task in [Task::MultinodeBroadcast { count: 2 }, Task::MultinodeAccumulation { count: 2 }] {
            assert_eq!(
                solved(words, task.clone(), Ports::One),
                (2 * (n - 1), 2 * (n - 1)),
                "{words} {task:?}"
            );
        }
        if !words.starts_with('k') && !words.starts_with("de") {
            let task = Task::MultinodeBroadcast { count: 1 };
            assert_eq!(solved(words, task, Ports::OneHalfDuplex), (2 * (n - 1), 2 * (n - 1)), "{words}");
        }
    }
}

/// A root that sends ⌈c/k⌉ packets over k links, the last of which has all of its way to go, is as fast on a
/// graph as on the family that the graph is.
#[test]
fn many_packets_from_one_root_meet_their_bound_on_graphs() {
    for (words, count, slots) in
        [("mesh 4x4", 8, 9), ("mesh 6x6", 30, 24), ("kautz 2 4", 20, 14), ("dragonfly 4 2", 30, 10)]
    {
        let root = NodeRef::Index(0);
        for task in [
            Task::SingleNodeBroadcast { root: root.clone(), count },
            Task::SingleNodeAccumulation { root, count },
        ] {
            assert_eq!(solved(words, task.clone(), Ports::All), (slots, slots), "{words} {task:?}");
        }
    }
}
