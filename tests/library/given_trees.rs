//! Scatter and broadcast along spanning trees that are given (P2 §2 and §3).

use isotask::model::{Link, Network, Node, PortRule, Problem};
use isotask::solve::{SolveOptions, solve};
use isotask::tree::{GivenTree, GivenTreeError, broadcast_along, scatter_along};
use isotask::wire::{self, TaskDocument, parse};
use proptest::prelude::*;

fn network(text: &str) -> Network {
    let kind: wire::Network = serde_json::from_str(text).expect("a network");
    Network::new(&kind).expect("a network")
}

const CUBE: &str = r#"{"kind":"hypercube","dimension":3}"#;
const TORUS: &str = r#"{"kind":"torus","radices":[3,4]}"#;
const CUBE_OF_11: &str = r#"{"kind":"incomplete-hypercube","nodes":11}"#;
const MESH: &str = r#"{"kind":"mesh","radices":[3,4]}"#;
const STAR: &str = r#"{"kind":"cayley","family":"star","n":4}"#;

/// The edges of a spanning tree: from what is reached, some node that is not, again and again.
fn grown(network: &Network, root: Node, choices: &[usize]) -> Vec<(Node, Node)> {
    let mut reached = vec![root];
    let mut edges = Vec::new();
    for choice in choices.iter().cycle() {
        let outward: Vec<(Node, Node)> = reached
            .iter()
            .flat_map(|&from| (0..network.links()).map(move |link| (from, Link(link))))
            .filter_map(|(from, link)| Some((from, network.adjacent(from, link)?)))
            .filter(|(_, to)| !reached.contains(to))
            .collect();
        if outward.is_empty() {
            break;
        }
        let edge = outward[choice % outward.len()];
        reached.push(edge.1);
        edges.push(edge);
    }
    edges
}

/// The slots of a certificate along the tree, which the checker has accepted.
fn certified(text: &str, task: &str, ports: &str, tree: &GivenTree) -> u64 {
    let (root, network) = (tree.root().0, text);
    let document = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{{"kind":"{task}","root":{root}}},"ports":{ports},"objective":"completion-time"}}"#
    );
    let problem = Problem::new(&parse::<TaskDocument>(document.as_bytes()).expect("a task")).expect("a task");
    let options = SolveOptions { tree: Some(tree), ..SolveOptions::default() };
    let outcome = solve(&problem, &options).expect("a schedule along the tree");
    let solution = outcome.solution().expect("a schedule");
    assert_eq!(solution.method.word(), "along-tree");
    solution.completion_time()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn schedules_along_any_tree_are_certified(
        text in prop::sample::select(vec![CUBE, TORUS, STAR, CUBE_OF_11, MESH]),
        root in 0_u64..8,
        choices in prop::collection::vec(0_usize..1000, 1..24),
        (ports, sends) in prop::sample::select(vec![
            (r#""all""#, None), (r#""one""#, Some(1)), (r#""one-half-duplex""#, None), (r#"{"at-most":2}"#, Some(2)),
        ]),
    ) {
        let network = network(text);
        let edges = grown(&network, Node(root), &choices);
        let tree = GivenTree::new(&network, Node(root), &edges).expect("a spanning tree");
        let rule = match sends {
            Some(sends) => PortRule::FullDuplex(sends),
            None if ports == r#""all""# => PortRule::FullDuplex(network.links()),
            None => PortRule::HalfDuplex,
        };
        let scatter = scatter_along(&tree, rule, 1).expect("a scatter");
        let slots = u64::try_from(scatter.schedule.slots.len()).expect("few slots");
        prop_assert!(slots >= scatter.least);
        if ports == r#""all""# {
            // P2 §3: every subtree is served for itself, and no schedule along the tree is shorter.
            prop_assert_eq!(slots, scatter.least);
        }
        let broadcast = broadcast_along(&tree, rule, 1).expect("a broadcast");
        let of_broadcast = u64::try_from(broadcast.schedule.slots.len()).expect("few slots");
        prop_assert_eq!(of_broadcast, broadcast.least);
        for (task, slots) in [
            ("scatter", slots), ("gather", slots),
            ("single-node-broadcast", of_broadcast), ("single-node-accumulation", of_broadcast),
        ] {
            prop_assert_eq!(certified(text, task, ports, &tree), slots);
        }
    }
}

#[test]
fn several_packets_follow_each_other_along_a_tree() {
    let cube = network(CUBE);
    let edges =
        [(0, 1), (0, 2), (0, 4), (1, 3), (1, 5), (2, 6), (3, 7)].map(|(from, to)| (Node(from), Node(to)));
    let tree = GivenTree::new(&cube, Node(0), &edges).expect("the spanning binomial tree, but for its order");
    let slots = |ports, count| {
        let found = broadcast_along(&tree, ports, count).expect("a broadcast");
        (u64::try_from(found.schedule.slots.len()).expect("few slots"), found.least)
    };
    // With all ports a slot more for every packet.
    assert_eq!(slots(PortRule::FullDuplex(3), 5), (7, 7));
    // With one port the root sends three times every packet.
    let (found, least) = slots(PortRule::FullDuplex(1), 5);
    assert_eq!((found, least), (15, 15));
    // The largest subtree has four nodes, of which 7 is three hops away.
    let scatter = scatter_along(&tree, PortRule::FullDuplex(3), 2).expect("a scatter");
    assert_eq!((scatter.schedule.slots.len(), scatter.least), (8, 8));
}

#[test]
fn what_is_no_spanning_tree_is_refused_with_the_edge() {
    let ring = network(r#"{"kind":"ring","nodes":5}"#);
    let tree = |edges: &[(u64, u64)]| {
        let edges: Vec<(Node, Node)> = edges.iter().map(|&(from, to)| (Node(from), Node(to))).collect();
        GivenTree::new(&ring, Node(0), &edges).map(|_| ())
    };
    assert_eq!(tree(&[(0, 1), (1, 2), (0, 4), (4, 3)]), Ok(()));
    let (from, to) = (Node(0), Node(2));
    assert_eq!(tree(&[(0, 1), (0, 2)]), Err(GivenTreeError::NoLink { index: 1, from, to }));
    assert_eq!(
        tree(&[(0, 1), (1, 2), (3, 2)]),
        Err(GivenTreeError::TwoParents { index: 2, to, parent: Node(1) })
    );
    assert_eq!(tree(&[(1, 0)]), Err(GivenTreeError::IntoRoot { index: 0, root: Node(0) }));
    let missed = |node| Err(GivenTreeError::NotReached { root: Node(0), node: Node(node), nodes: 5 });
    assert_eq!(tree(&[(0, 1), (1, 2), (0, 4)]), missed(3));
    // Nodes 2 and 3 receive from each other alone.
    assert_eq!(tree(&[(0, 1), (2, 3), (3, 2), (0, 4)]), missed(2));
}
