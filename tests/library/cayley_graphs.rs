//! Cayley graphs: groups, translations, distances, and known facts on each family.

#![expect(clippy::unwrap_used, reason = "a graph that cannot be built is a failure")]

use crate::common::networks_of_examples;
use isotask::model::{CayleyGraph, Link, ModelError, Network, Node};
use isotask::wire::{self, CirculantWord, Family, Group};
use petgraph::algo::dijkstra;
use petgraph::visit::EdgeRef;
use proptest::prelude::*;
use std::sync::Arc;

fn family(family: Family, n: u64) -> wire::Network {
    wire::Network::Cayley(Group::Family { family, n })
}

fn circulant(n: u64, steps: &[u64]) -> wire::Network {
    wire::Network::Cayley(Group::Circulant { family: CirculantWord::Circulant, n, steps: steps.to_vec() })
}

fn permutations(list: &[&[u64]]) -> wire::Network {
    let permutations = list.iter().map(|permutation| permutation.to_vec()).collect();
    wire::Network::Cayley(Group::Permutations { permutations })
}

fn tables(network: &wire::Network) -> Arc<CayleyGraph> {
    Network::new(network).unwrap().to_cayley().unwrap()
}

/// Returns networks of every family, tori and rings as Cayley graphs included, and the examples of every word
/// for such networks.
fn some_of_each() -> Vec<wire::Network> {
    let is_symmetric = |kind: &wire::Network| Network::new(kind).unwrap().is_symmetric();
    let examples = networks_of_examples().into_iter().map(|(_, kind)| kind).filter(is_symmetric);
    examples.chain(more()).collect()
}

fn more() -> Vec<wire::Network> {
    vec![
        wire::Network::Hypercube { dimension: 4 },
        wire::Network::Ring { nodes: 7 },
        wire::Network::Torus { radices: vec![4, 3, 2] },
        circulant(12, &[1, 5]),
        circulant(16, &[8, 3, 2]),
        circulant(2, &[1]),
        wire::Network::hyperx(vec![4, 2, 3], None),
        wire::Network::hyperx(vec![2, 4, 3], Some(vec![3, 1, 2])),
        wire::Network::Lattice { matrix: vec![vec![4, 0, 2], vec![0, 4, 2], vec![0, 0, 2]] },
        // Both ways of the first unit vector are one link; the second has no room of its own.
        wire::Network::Lattice { matrix: vec![vec![2, 1, 1], vec![0, 4, 2], vec![0, 0, 3]] },
        wire::Network::Lattice { matrix: vec![vec![13, 8], vec![0, 1]] },
        family(Family::Complete, 7),
        family(Family::Star, 4),
        family(Family::Pancake, 4),
        family(Family::BubbleSort, 4),
        family(Family::CubeConnectedCycles, 3),
        family(Family::CubeConnectedCycles, 4),
        family(Family::Butterfly, 3),
        family(Family::Butterfly, 4),
        // The dihedral group of the pentagon, by a turn and a reflection.
        permutations(&[&[1, 2, 3, 4, 0], &[4, 0, 1, 2, 3], &[4, 3, 2, 1, 0]]),
        // The alternating group of four symbols, by two three-cycles.
        permutations(&[&[1, 2, 0, 3], &[2, 0, 1, 3], &[0, 2, 3, 1], &[0, 3, 1, 2]]),
    ]
}

fn nodes(graph: &CayleyGraph) -> impl Iterator<Item = Node> + use<> {
    (0..graph.nodes()).map(Node)
}

fn links(graph: &CayleyGraph) -> impl Iterator<Item = Link> + use<> {
    (0..graph.links()).map(Link)
}

#[test]
fn products_satisfy_the_axioms_of_a_group() {
    for network in some_of_each() {
        let graph = tables(&network);
        for a in nodes(&graph) {
            assert_eq!(graph.translate(Node(0), a), a);
            assert_eq!(graph.translate(a, Node(0)), a);
            assert_eq!(graph.translate(a, graph.inverse(a)), Node(0));
            assert_eq!(graph.translate(graph.inverse(a), a), Node(0));
            for b in nodes(&graph) {
                let c = Node((7 * a.0 + 3 * b.0 + 1) % graph.nodes());
                let left = graph.translate(graph.translate(a, b), c);
                assert_eq!(left, graph.translate(a, graph.translate(b, c)), "{network:?}");
                assert_eq!(graph.translate(a, graph.offset(a, b)), b);
            }
        }
    }
}

#[test]
fn the_table_of_translates_is_made_of_products() {
    for network in some_of_each() {
        let (model, graph) = (Network::new(&network).unwrap(), tables(&network));
        for s in nodes(&graph) {
            let products: Vec<Node> = nodes(&graph).map(|x| graph.translate(s, x)).collect();
            assert_eq!(graph.translates(s), products);
            let translation = model.translation(s);
            assert!(nodes(&graph).zip(products).all(|(x, product)| translation.of(x) == product));
        }
    }
}

#[test]
fn translations_are_automorphisms_that_keep_the_type_of_every_link() {
    for network in some_of_each() {
        let graph = tables(&network);
        for s in nodes(&graph) {
            for v in nodes(&graph) {
                let image = graph.translate(s, v);
                for g in links(&graph) {
                    assert_eq!(graph.neighbor(image, g), graph.translate(s, graph.neighbor(v, g)));
                }
            }
        }
    }
}

#[test]
fn every_link_has_another_end_and_leads_back() {
    for network in some_of_each() {
        let graph = tables(&network);
        for v in nodes(&graph) {
            let mut ends: Vec<Node> = links(&graph).map(|g| graph.neighbor(v, g)).collect();
            for (g, &end) in links(&graph).zip(&ends) {
                assert_ne!(end, v);
                assert_eq!(graph.neighbor(end, graph.opposite(g)), v);
            }
            ends.sort_unstable();
            ends.dedup();
            let apart: u64 = match &network {
                wire::Network::Hyperx { radices, .. } => radices.iter().map(|radix| radix - 1).sum(),
                _ => graph.links().into(),
            };
            assert_eq!(u64::try_from(ends.len()), Ok(apart), "links of {v:?} in {network:?}");
            let mut back: Vec<Link> = links(&graph).map(|g| graph.opposite(g)).collect();
            back.sort_unstable();
            assert!(back.into_iter().eq(links(&graph)), "every link leads back over one in {network:?}");
        }
    }
}

#[test]
fn distances_are_those_of_a_search_by_petgraph() {
    for network in some_of_each() {
        let (model, graph) = (Network::new(&network).unwrap(), tables(&network));
        for from in [0, graph.nodes() / 2, graph.nodes() - 1].map(Node) {
            let found = dijkstra(&model, from, None, |link| *link.weight());
            for to in nodes(&graph) {
                let expected = found[&to];
                assert_eq!(graph.distance(graph.offset(from, to)), expected);
                assert_eq!(model.distance(model.offset(from, to)), expected);
            }
        }
        assert_eq!(graph.diameter(), model.diameter());
        assert_eq!(graph.distance(model.farthest()), graph.diameter());
        let total: u64 = nodes(&graph).map(|node| graph.distance(node)).sum();
        assert_eq!(model.total_distance(), Some(total));
    }
}

#[test]
fn words_are_shortest_and_lead_where_they_say() {
    for network in some_of_each() {
        let graph = tables(&network);
        for node in nodes(&graph) {
            let word = graph.word(node);
            let end = word.iter().fold(Node(0), |at, &link| graph.neighbor(at, link));
            assert_eq!((end, u64::try_from(word.len()).unwrap()), (node, graph.distance(node)));
        }
    }
}

/// Akers & Krishnamurthy (1989) for star and pancake; bubble-sort by the greatest number of inversions;
/// pancake numbers by OEIS A058986; cube-connected cycles by Preparata & Vuillemin (1981); wrapped butterfly
/// ⌊3n/2⌋.
#[test]
fn sizes_and_diameters_are_the_known_ones() {
    let factorial = |n: u64| (1..=n).product::<u64>();
    for n in 2..=7 {
        let star = tables(&family(Family::Star, n));
        assert_eq!((star.nodes(), u64::from(star.links())), (factorial(n), n - 1));
        assert_eq!(star.diameter(), 3 * (n - 1) / 2);
        let bubble = tables(&family(Family::BubbleSort, n));
        assert_eq!((bubble.nodes(), bubble.diameter()), (factorial(n), n * (n - 1) / 2));
        assert_eq!(u64::from(bubble.links()), n - 1);
    }
    for (n, diameter) in (2..).zip([1, 3, 4, 5, 7, 8]) {
        let pancake = tables(&family(Family::Pancake, n));
        assert_eq!((pancake.nodes(), pancake.diameter()), (factorial(n), diameter));
        assert_eq!(u64::from(pancake.links()), n - 1);
    }
    for n in 2..=9 {
        let complete = tables(&family(Family::Complete, n));
        assert_eq!((complete.nodes(), u64::from(complete.links()), complete.diameter()), (n, n - 1, 1));
    }
    for n in 3..=8 {
        let cycles = tables(&family(Family::CubeConnectedCycles, n));
        assert_eq!((cycles.nodes(), cycles.links()), (n << n, 3));
        let diameter = if n == 3 { 6 } else { 2 * n + n / 2 - 2 };
        assert_eq!(cycles.diameter(), diameter, "cube-connected cycles {n}");
        let butterfly = tables(&family(Family::Butterfly, n));
        assert_eq!((butterfly.nodes(), butterfly.links()), (n << n, 4));
        assert_eq!(butterfly.diameter(), 3 * n / 2, "butterfly {n}");
    }
}

#[test]
fn rings_tori_and_cubes_are_circulants_and_permutations_too() {
    let spheres = |network: &wire::Network| tables(network).spheres();
    assert_eq!(spheres(&circulant(9, &[1])), spheres(&wire::Network::Ring { nodes: 9 }));
    // 3 × 5 is the cyclic group of 15 with the steps of order 3 and 5.
    assert_eq!(spheres(&circulant(15, &[5, 3])), spheres(&wire::Network::Torus { radices: vec![3, 5] }));
    let cube = permutations(&[&[1, 0, 2, 3, 4, 5], &[0, 1, 3, 2, 4, 5], &[0, 1, 2, 3, 5, 4]]);
    assert_eq!(spheres(&cube), spheres(&wire::Network::Hypercube { dimension: 3 }));
    assert!(tables(&cube).is_abelian());
    // The star graph by its generators, numbered in another order.
    let star = permutations(&[&[1, 0, 2, 3], &[2, 1, 0, 3], &[3, 1, 2, 0]]);
    assert_eq!(spheres(&star), spheres(&family(Family::Star, 4)));
}

#[test]
fn exactly_the_abelian_families_commute() {
    for network in some_of_each() {
        let abelian = match &network {
            wire::Network::Cayley(Group::Family { family, .. }) => *family == Family::Complete,
            wire::Network::Cayley(Group::Permutations { .. }) => false,
            _ => true,
        };
        assert_eq!(tables(&network).is_abelian(), abelian, "{network:?}");
    }
}

#[test]
fn groups_too_large_for_tables_are_refused() {
    for network in [
        wire::Network::Hypercube { dimension: 23 },
        circulant(1 << 21, &(1..=40).collect::<Vec<_>>()),
        family(Family::Star, 10),
    ] {
        let built = Network::new(&network).and_then(|network| network.to_cayley());
        match &network {
            wire::Network::Cayley(Group::Family { .. }) => assert_eq!(built.unwrap().nodes(), 3_628_800),
            _ => assert!(matches!(built, Err(ModelError::GroupTooLarge { .. })), "{network:?}"),
        }
    }
    // All permutations of fifty symbols, by a swap and a turn.
    let swap: Vec<u64> = [1, 0].into_iter().chain(2..50).collect();
    let turn: Vec<u64> = (1..50).chain([0]).collect();
    let back: Vec<u64> = [49].into_iter().chain(0..49).collect();
    let built = Network::new(&permutations(&[&swap, &turn, &back]));
    assert!(matches!(built, Err(ModelError::TooManySymbols { .. })));
}

fn random_permutation(symbols: usize) -> impl Strategy<Value = Vec<u64>> {
    Just((0..u64::try_from(symbols).unwrap()).collect::<Vec<_>>()).prop_shuffle()
}

fn inverse(permutation: &[u64]) -> Vec<u64> {
    let mut inverse = vec![0; permutation.len()];
    for (place, &symbol) in (0..).zip(permutation) {
        inverse[usize::try_from(symbol).unwrap()] = place;
    }
    inverse
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_permutations_generate_a_group_whose_order_divides_that_of_the_symmetric_group(
        first in random_permutation(5),
        second in random_permutation(5),
    ) {
        let mut list = vec![first.clone(), inverse(&first), second.clone(), inverse(&second)];
        list.retain(|permutation| !permutation.is_sorted());
        list.sort();
        list.dedup();
        prop_assume!(!list.is_empty());
        let group = Group::Permutations { permutations: list };
        let graph = tables(&wire::Network::Cayley(group));
        prop_assert_eq!(120 % graph.nodes(), 0);
        let s = Node(graph.nodes() / 3);
        for v in nodes(&graph) {
            prop_assert_eq!(graph.translate(s, graph.offset(s, v)), v);
            for g in links(&graph) {
                let moved = graph.translate(s, graph.neighbor(v, g));
                prop_assert_eq!(graph.neighbor(graph.translate(s, v), g), moved);
            }
        }
    }

    #[test]
    fn random_circulants_are_connected_or_refused(n in 2_u64..60, steps in prop::collection::vec(1_u64..60, 1..4)) {
        let steps: Vec<u64> = steps.into_iter().map(|step| step % n).filter(|&step| step > 0).collect();
        prop_assume!(!steps.is_empty());
        let common = steps.iter().fold(n, |common, &step| num_integer::gcd(common, step));
        match Network::new(&circulant(n, &steps)) {
            Ok(network) => {
                prop_assert_eq!(common, 1);
                prop_assert_eq!(network.nodes(), n);
            }
            Err(ModelError::Disconnected { common: found }) => prop_assert_eq!(found, common),
            Err(ModelError::RepeatedGenerator { .. }) => {
                let mut near: Vec<u64> = steps.iter().map(|&step| step.min(n - step)).collect();
                near.sort_unstable();
                prop_assert!(near.windows(2).any(|pair| pair[0] == pair[1]));
            }
            Err(fault) => prop_assert!(false, "{fault}"),
        }
    }
}
