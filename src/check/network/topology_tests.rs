//! Tests of distances, translations and links against walks through the network.

use super::topology::{Flow, Network};
use crate::effort::Effort;
use crate::refusal::rejection::Rejection;
use isotask_wire as wire;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn networks() -> Vec<Network> {
    let torus = |radices: &[u64]| wire::Network::Torus { radices: radices.to_vec() };
    let cube = |dimension| wire::Network::Hypercube { dimension };
    let cayley = |family, n| wire::Network::Cayley(wire::Group::Family { family, n });
    let documents = [
        cube(1),
        cube(4),
        torus(&[2]),
        torus(&[7]),
        torus(&[2, 3]),
        torus(&[4, 2, 5]),
        torus(&[3, 8]),
        cayley(wire::Family::Star, 4),
        cayley(wire::Family::CubeConnectedCycles, 3),
        cayley(wire::Family::Butterfly, 3),
        wire::Network::hyperx(vec![4, 3, 2], None),
        wire::Network::hyperx(vec![3, 2], Some(vec![2, 3])),
        wire::Network::Lattice { matrix: vec![vec![4, 0, 2], vec![0, 4, 2], vec![0, 0, 8]] },
        wire::Network::Lattice { matrix: vec![vec![5, 2], vec![0, 1]] },
    ];
    documents
        .iter()
        .map(|document| Network::new(document, &Effort::new(u64::MAX)).expect("a good network"))
        .collect()
}

/// Returns the distances from a node by walking to its neighbours and theirs.
fn walked(nodes: u64, from: u64, neighbours: impl Fn(u64) -> Vec<u64>) -> Vec<u64> {
    let mut found = vec![u64::MAX; usize::try_from(nodes).expect("few nodes")];
    let (mut front, mut distance) = (vec![from], 0);
    while !front.is_empty() {
        let mut next = Vec::new();
        for node in front {
            let at = &mut found[usize::try_from(node).expect("few nodes")];
            if *at == u64::MAX {
                *at = distance;
                next.extend(neighbours(node));
            }
        }
        (front, distance) = (next, distance + 1);
    }
    found
}

/// Returns the distances from a node by walking over links.
fn walked_over_links(network: &Network, from: u64) -> Vec<u64> {
    let neighbours = |node| (0..network.links()).map(|link| network.step(node, link)).collect();
    walked(network.nodes, from, neighbours)
}

#[test]
fn distances_are_those_of_a_walk_from_every_node() {
    for network in networks() {
        for from in 0..network.nodes {
            let walked = walked_over_links(&network, from);
            for (node, &distance) in (0..network.nodes).zip(&walked) {
                assert_eq!(network.between(from, node), distance);
                assert_eq!(network.translate(from, network.seen_from(from, node)), node);
                let linked = (0..network.links()).any(|link| network.step(from, link) == node);
                assert_eq!(network.are_neighbors(from, node), linked);
            }
            for distance in 0..=network.diameter() + 2 {
                let farther = walked.iter().filter(|&&hops| hops >= distance).map(|_| 1).sum::<u64>();
                assert_eq!(network.nodes_from(from, distance, Flow::Out), farther);
            }
            assert_eq!(network.distances_from(from), u128::from(walked.iter().sum::<u64>()));
        }
    }
}

#[test]
fn nodes_of_long_rings_are_counted_at_once() {
    let ring = Network::new(&wire::Network::Ring { nodes: 1 << 31 }, &Effort::new(0)).expect("a ring");
    assert_eq!(ring.nodes_from(5, 1, Flow::In), (1 << 31) - 1);
    assert_eq!(ring.nodes_from(5, 1 << 30, Flow::Out), 1);
    assert_eq!(ring.nodes_from(5, u64::MAX, Flow::Out), 0);
    assert_eq!(ring.distances_from(5), 1 << 60);
}

fn network(document: &Value, effort: &Effort) -> Result<Network, Rejection> {
    let task = json!({ "format": "isotask.task/1", "network": document,
        "task": { "kind": "total-exchange" }, "ports": "all", "objective": "completion-time" });
    let task: wire::TaskDocument = wire::parse(task.to_string().as_bytes()).expect("a task");
    Network::new(&task.network, effort)
}

/// Returns networks that do not look the same from every node.
fn irregular() -> Vec<Network> {
    let documents = [
        json!({ "kind": "incomplete-hypercube", "nodes": 2 }),
        json!({ "kind": "incomplete-hypercube", "nodes": 6 }),
        json!({ "kind": "incomplete-hypercube", "nodes": 12 }),
        json!({ "kind": "incomplete-hypercube", "nodes": 13 }),
        json!({ "kind": "mesh", "radices": [5] }),
        json!({ "kind": "mesh", "radices": [3, 2, 4] }),
        json!({ "kind": "graph", "nodes": 4, "links": [[0, 1], [1, 2, 2], [2, 3], [3, 1]] }),
        json!({ "kind": "graph", "nodes": 5, "directed": true,
            "links": [[0, 1], [1, 2, 3], [2, 3], [3, 4], [4, 0], [2, 0]] }),
        json!({ "kind": "lift", "group": [3, 2], "nodes": 2, "links":
            [[0, 1, [0, 0]], [0, 1, [1, 1], 2], [0, 0, [1, 0]], [1, 1, [0, 1]]] }),
        json!({ "kind": "lift", "group": [2, 4], "nodes": 3, "links":
            [[0, 1, [0, 0]], [1, 2, [1, 0]], [2, 0, [0, 1]], [0, 1, [1, 0]]] }),
        // In these not every node has a path to every other.
        json!({ "kind": "graph", "nodes": 6, "directed": true, "links": [[0, 1], [1, 2, 2], [2, 0], [2, 4]] }),
        json!({ "kind": "graph", "nodes": 7, "links": [[0, 1, 2], [1, 2], [2, 0], [3, 4], [4, 5]] }),
        json!({ "kind": "lift", "group": [4], "nodes": 2, "links": [[0, 0, [2]], [0, 1, [0]]] }),
    ];
    let effort = Effort::new(u64::MAX);
    documents.iter().map(|document| network(document, &effort).expect("a good network")).collect()
}

/// Returns the distances from a node, or to it, by walking over lines.
fn walked_over_lines(network: &Network, from: u64, way: Flow) -> Vec<u64> {
    walked(network.nodes, from, |node| network.lines(node, way).map(|line| line.node).collect())
}

#[test]
fn distances_of_irregular_networks_are_those_of_a_walk_from_every_node() {
    for network in irregular() {
        let mut diameter = 0;
        for from in 0..network.nodes {
            for way in [Flow::Out, Flow::In] {
                let walked = walked_over_lines(&network, from, way);
                for (node, &distance) in (0..network.nodes).zip(&walked) {
                    let (start, end) = if way == Flow::Out { (from, node) } else { (node, from) };
                    assert_eq!(network.between(start, end), distance);
                    let carried: u64 = network
                        .lines(from, way)
                        .filter(|line| line.node == node)
                        .map(|line| line.capacity)
                        .sum();
                    assert_eq!(network.capacity(start, end), carried);
                    assert_eq!(network.are_neighbors(start, end), carried > 0);
                }
                let reached = || walked.iter().copied().filter(|&hops| hops != u64::MAX);
                let farthest = reached().max().unwrap_or(0);
                for distance in 0..=farthest + 2 {
                    let farther = reached().filter(|&hops| hops >= distance).map(|_| 1).sum::<u64>();
                    assert_eq!(network.nodes_from(from, distance, way), farther);
                }
                let degree = network.lines(from, way).map(|line| line.capacity).sum::<u64>();
                assert_eq!(network.degree(from, way), degree);
                // Every unit of capacity of a line is a link.
                let step = |link| match way {
                    Flow::Out => network.adjacent(from, link, Flow::Out),
                    Flow::In => network.adjacent(from, link, Flow::In),
                };
                let mut ends: Vec<u64> = (0..network.links()).filter_map(step).collect();
                let lines = network.lines(from, way);
                let mut expected: Vec<u64> =
                    lines.flat_map(|line| (0..line.capacity).map(move |_| line.node)).collect();
                ends.sort_unstable();
                expected.sort_unstable();
                assert_eq!(ends, expected);
                diameter = diameter.max(farthest);
            }
        }
        assert_eq!(network.diameter(), diameter);
    }
}

#[test]
fn translations_keep_links_and_relative_positions() {
    for network in networks().into_iter().chain(irregular()).filter(|network| network.nodes <= 24) {
        let shifts = (0..network.nodes).filter(|&shift| network.shifted(shift, 0) == Some(shift));
        let shifts: Vec<u64> = shifts.collect();
        for shift in 0..network.nodes {
            let known = shifts.contains(&shift);
            for node in 0..network.nodes {
                assert_eq!(network.shifted(shift, node).is_some(), known);
            }
        }
        assert!(network.nodes.is_multiple_of(shifts.len().try_into().expect("few translations")));
        for &shift in &shifts {
            let taken = |node| network.shifted(shift, node).expect("a translation takes every node");
            for from in 0..network.nodes {
                for to in 0..network.nodes {
                    assert_eq!(network.capacity(taken(from), taken(to)), network.capacity(from, to));
                    assert_eq!(network.seen_from(taken(from), taken(to)), network.seen_from(from, to));
                    assert!(from == to || network.seen_from(from, to) != network.seen_from(from, from));
                }
            }
        }
        // All nodes have different positions relative to a node.
        for from in 0..network.nodes {
            let seen: BTreeSet<u64> = (0..network.nodes).map(|to| network.seen_from(from, to)).collect();
            assert_eq!(seen.len(), usize::try_from(network.nodes).expect("few nodes"));
        }
    }
}

#[test]
fn orders_of_groups_are_numbers_of_translations() {
    let translations: Vec<usize> = irregular()
        .iter()
        .map(|network| (0..network.nodes).filter(|&shift| network.shifted(shift, 0) == Some(shift)).count())
        .collect();
    assert_eq!(translations, [2, 2, 4, 1, 1, 1, 1, 1, 6, 8, 1, 1, 4]);
}

#[test]
fn the_diameter_of_a_long_mesh_is_known_at_once() {
    let mesh = Network::new(&wire::Network::Mesh { radices: vec![1 << 17] }, &Effort::new(u64::MAX));
    assert_eq!(mesh.expect("a mesh").diameter(), (1 << 17) - 1);
}

/// Fixes the steps of building networks: a change of them needs a reason.
#[test]
fn building_a_network_takes_a_fixed_number_of_steps() {
    let cayley = |family: &str, n: u64| json!({ "kind": "cayley", "family": family, "n": n });
    for (document, steps) in [
        (cayley("star", 4), 2592),
        (cayley("pancake", 5), 24_800),
        (cayley("bubble-sort", 4), 2592),
        (cayley("complete", 6), 440),
        (cayley("cube-connected-cycles", 3), 1296),
        (cayley("butterfly", 3), 1792),
        (json!({ "kind": "cayley", "family": "circulant", "n": 9, "steps": [1, 4] }), 416),
        (json!({ "kind": "cayley", "permutations": [[1, 0, 2, 3], [1, 2, 3, 0], [3, 0, 1, 2]] }), 29_376),
        (json!({ "kind": "hyperx", "radices": [4, 3], "multiplicity": [1, 2] }), 13_952),
        (json!({ "kind": "lattice", "matrix": [[5, 2], [0, 3]] }), 9728),
        (json!({ "kind": "mesh", "radices": [3, 2, 4] }), 3264),
        (
            json!({ "kind": "lift", "group": [3, 2], "nodes": 2, "links":
            [[0, 1, [0, 0]], [0, 1, [1, 1], 2], [0, 0, [1, 0]], [1, 1, [0, 1]]] }),
            // Eight steps, times eight plus the two parts of an element, for six times two nodes and seven
            // darts.
            6 * (2 + 7) * 8 * (2 + 8),
        ),
        (json!({ "kind": "graph", "nodes": 3, "links": [[0, 1], [1, 2]] }), 0),
        (json!({ "kind": "torus", "radices": [5, 5] }), 0),
        (json!({ "kind": "incomplete-hypercube", "nodes": 13 }), 0),
    ] {
        let (mut low, mut high) = (0_u64, 1 << 20);
        while low < high {
            let middle = low + (high - low) / 2;
            let found = network(&document, &Effort::new(middle));
            assert!(matches!(found, Ok(_) | Err(Rejection::LimitReached { .. })), "{document}");
            (low, high) = if found.is_ok() { (low, middle) } else { (middle + 1, high) };
        }
        assert_eq!(low, steps, "{document}");
    }
}
