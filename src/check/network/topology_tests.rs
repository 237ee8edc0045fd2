//! Distances, translations and links held against walks.

use super::topology::{Flow, Network};
use crate::effort::Effort;
use isotask_wire as wire;

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

/// Distances from a node by walking over links.
fn walked(network: &Network, from: u64) -> Vec<u64> {
    let mut found = vec![u64::MAX; usize::try_from(network.nodes).expect("few nodes")];
    let (mut front, mut distance) = (vec![from], 0);
    while !front.is_empty() {
        let mut next = Vec::new();
        for node in front {
            let at = &mut found[usize::try_from(node).expect("few nodes")];
            if *at == u64::MAX {
                *at = distance;
                next.extend((0..network.links()).map(|link| network.step(node, link)));
            }
        }
        (front, distance) = (next, distance + 1);
    }
    found
}

#[test]
fn distances_are_those_of_a_walk_from_every_node() {
    for network in networks() {
        for from in 0..network.nodes {
            let walked = walked(&network, from);
            for (node, &distance) in (0..network.nodes).zip(&walked) {
                assert_eq!(network.between(from, node), distance);
                assert_eq!(network.translate(from, network.difference(from, node)), node);
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
