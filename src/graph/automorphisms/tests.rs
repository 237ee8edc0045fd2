//! Groups of graphs that theorems know.

use super::{AutomorphismGroup, ColoredGraph, RegularSubgroup, automorphism_group, regular_subgroup};
use crate::graph::Random;

const STEPS: u64 = 1 << 26;

/// A graph without colours whose links lead both ways.
fn undirected(nodes: u32, edges: impl IntoIterator<Item = [u32; 2]>) -> ColoredGraph {
    let both: Vec<[u32; 2]> = edges.into_iter().flat_map(|[a, b]| [[a, b], [b, a]]).collect();
    ColoredGraph::new(&(0..nodes).map(|_| 0).collect::<Vec<_>>(), &both)
}

fn group(graph: &ColoredGraph) -> AutomorphismGroup {
    let group = automorphism_group(graph, STEPS);
    assert!(group.is_complete());
    for images in group.generators() {
        assert!(graph.is_automorphism(images));
    }
    group
}

fn order(graph: &ColoredGraph) -> u128 {
    group(graph).orbit_lengths().iter().map(|&length| u128::from(length)).product()
}

/// Whether a graph is a Cayley graph; a group that is found is checked.
fn is_cayley(graph: &ColoredGraph) -> bool {
    match regular_subgroup(graph, &group(graph), STEPS) {
        RegularSubgroup::Generated(generators) => {
            assert!(generators.iter().all(|images| graph.is_automorphism(images)));
            let nodes = graph.nodes();
            let elements = super::free_elements(nodes, &generators, nodes * nodes).expect("a free group");
            assert_eq!(elements.len(), nodes * nodes, "an element from node 0 to every node");
            let mut fixing = elements.chunks(nodes).skip(1).flat_map(|images| (0_u32..).zip(images));
            assert!(fixing.all(|(node, &image)| node != image));
            true
        }
        RegularSubgroup::Undecided => unreachable!("the steps are enough"),
        _ => false,
    }
}

fn cube(dimension: u32) -> ColoredGraph {
    let nodes = 1 << dimension;
    let links = (0..nodes).flat_map(|node| (0..dimension).map(move |bit| [node, node ^ (1 << bit)]));
    undirected(nodes, links.filter(|[a, b]| a < b))
}

fn complete(nodes: u32) -> ColoredGraph {
    undirected(nodes, (0..nodes).flat_map(|a| (0..a).map(move |b| [a, b])))
}

/// The generalised Petersen graph: a ring, spokes, and inner nodes that are linked `step` apart.
fn petersen(nodes: u32, step: u32) -> ColoredGraph {
    let at = move |node| {
        let inner = [nodes + node, nodes + (node + step) % nodes];
        [[node, (node + 1) % nodes], [node, nodes + node], inner]
    };
    undirected(2 * nodes, (0..nodes).flat_map(at))
}

/// The pairs of `symbols` symbols; disjoint pairs are linked.
fn kneser(symbols: u32) -> ColoredGraph {
    let pairs: Vec<[u32; 2]> = (0..symbols).flat_map(|a| (0..a).map(move |b| [a, b])).collect();
    let mut links = Vec::new();
    for (one, first) in (0..).zip(&pairs) {
        for (other, second) in (0..one).zip(&pairs) {
            if first.iter().all(|symbol| !second.contains(symbol)) {
                links.push([one, other]);
            }
        }
    }
    undirected(u32::try_from(pairs.len()).expect("few pairs"), links)
}

/// 2ᵈ translations and d! orders of the bits.
#[test]
fn hypercubes_have_the_hyperoctahedral_group() {
    for (dimension, factorial) in [(1, 1), (2, 2), (3, 6), (4, 24), (5, 120), (6, 720), (8, 40_320)] {
        assert_eq!(order(&cube(dimension)), (1 << dimension) * factorial, "dimension {dimension}");
    }
    assert!([1, 2, 3, 4, 5].into_iter().all(|dimension| is_cayley(&cube(dimension))));
}

#[test]
fn all_permutations_keep_a_complete_graph() {
    for nodes in 2..20 {
        assert_eq!(order(&complete(nodes)), (1..=u128::from(nodes)).product::<u128>(), "{nodes} nodes");
    }
    let large = complete(200);
    assert_eq!(group(&large).orbit_lengths(), (2..=200).rev().collect::<Vec<u64>>());
    assert!(is_cayley(&large));
}

/// Products of complete graphs, and copies of one, have many automorphisms, and an Abelian regular group.
#[test]
fn graphs_with_large_stabilizers_are_found_to_be_cayley_graphs() {
    let rows = |a: u32, b: u32| a / 8 == b / 8 || a % 8 == b % 8;
    let rook = undirected(64, (0..64).flat_map(|a| (0..a).filter(move |&b| rows(a, b)).map(move |b| [a, b])));
    assert_eq!(order(&rook), 2 * 40_320 * 40_320);
    assert!(is_cayley(&rook));
    let copies = undirected(30, (0..30).flat_map(|a| (a / 5 * 5..a).map(move |b| [a, b])));
    assert_eq!(order(&copies), 720 * 120_u128.pow(6));
    assert!(is_cayley(&copies));
}

#[test]
fn rings_have_rotations_and_mirrors_and_directed_rings_rotations() {
    for nodes in 3..30 {
        let links: Vec<[u32; 2]> = (0..nodes).map(|node| [node, (node + 1) % nodes]).collect();
        let ring = undirected(nodes, links.clone());
        assert_eq!(order(&ring), u128::from(2 * nodes));
        assert!(is_cayley(&ring));
        let directed = ColoredGraph::new(&vec![0; ring.nodes()], &links);
        assert_eq!(order(&directed), u128::from(nodes));
        assert!(is_cayley(&directed));
    }
}

#[test]
fn a_path_has_its_mirror_alone_and_a_tree_of_seven_nodes_nothing() {
    for nodes in 3..12 {
        let path = undirected(nodes, (1..nodes).map(|node| [node - 1, node]));
        assert_eq!(order(&path), 2);
        assert_eq!(group(&path).different_nodes(), Some([0, 1]));
        assert_eq!(regular_subgroup(&path, &group(&path), STEPS), RegularSubgroup::NodesDiffer(1));
    }
    // The smallest tree without symmetry, and one of the smallest graphs without it (Erdős & Rényi 1963).
    let tree = undirected(7, [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [2, 6]]);
    let graph = undirected(6, [[0, 1], [1, 2], [2, 3], [3, 4], [1, 3], [2, 5], [3, 5]]);
    assert_eq!([order(&tree), order(&graph)], [1, 1]);
}

/// Frucht, Graver & Watkins 1971 have the groups; Nedela & Škoviera 1995 and Lovrečič-Saražin 1997 say which
/// are Cayley graphs.
#[test]
fn generalised_petersen_graphs_are_as_the_theorems_say() {
    let exceptional = |nodes, step| match (nodes, step) {
        (4, 1) => Some(48),
        (5 | 10, 2) => Some(120),
        (8, 3) => Some(96),
        (10, 3) => Some(240),
        (12, 5) => Some(144),
        (24, 5) => Some(288),
        _ => None,
    };
    for nodes in (3..=14).chain([17, 24]) {
        for step in (1..nodes).filter(|step| 2 * step < nodes) {
            let graph = petersen(nodes, step);
            let square = step * step % nodes;
            let turns = square == 1 % nodes || square == nodes - 1;
            let usual = u128::from(nodes) * if turns { 4 } else { 2 };
            assert_eq!(order(&graph), exceptional(nodes, step).unwrap_or(usual), "{nodes} {step}");
            let is_transitive = turns || (nodes, step) == (10, 2);
            assert_eq!(group(&graph).different_nodes().is_none(), is_transitive, "{nodes} {step}");
            assert_eq!(is_cayley(&graph), square == 1 % nodes, "{nodes} {step}");
        }
    }
}

/// Godsil 1980: those of pairs are Cayley graphs exactly where the symbols are a prime power that is 3 modulo
/// 4.
#[test]
fn kneser_graphs_are_cayley_graphs_where_the_theorem_says_so() {
    for (symbols, expected) in [(5, false), (6, false), (7, true), (8, false), (9, false), (11, true)] {
        let graph = kneser(symbols);
        assert_eq!(order(&graph), (1..=u128::from(symbols)).product::<u128>());
        assert_eq!(is_cayley(&graph), expected, "{symbols} symbols");
    }
}

/// The graph of Hoffman and Singleton: pentagons and pentagrams, node j of pentagon h linked to node h·i + j
/// of pentagram i.
#[test]
fn the_graph_of_hoffman_and_singleton_has_252000_automorphisms_and_no_regular_group() {
    let rings = (0..5).flat_map(|h| (0..5).map(move |j| (h, j)));
    let links = rings.flat_map(|(h, j)| {
        let pentagon = [5 * h + j, 5 * h + (j + 1) % 5];
        let pentagram = [25 + 5 * h + j, 25 + 5 * h + (j + 2) % 5];
        let between = (0..5).map(move |i| [5 * h + j, 25 + 5 * i + (h * i + j) % 5]);
        between.chain([pentagon, pentagram])
    });
    let graph = undirected(50, links);
    assert_eq!(order(&graph), 252_000);
    assert!(!is_cayley(&graph));
}

/// The permutations of 0 to 4.
fn permutations() -> Vec<[u32; 5]> {
    let mut found = Vec::new();
    for number in 0..5_u32.pow(5) {
        let digits = [1, 5, 25, 125, 625].map(|place| number / place % 5);
        if (0..5).all(|symbol| digits.contains(&symbol)) {
            found.push(digits);
        }
    }
    found
}

#[test]
fn every_automorphism_of_small_random_graphs_is_counted() {
    let (mut random, all) = (Random::new(1), permutations());
    assert_eq!(all.len(), 120);
    for round in 0..2000 {
        let colors: Vec<u32> = (0..5).map(|_| u32::from(random.below(8) == 0)).collect();
        let mut links = Vec::new();
        for from in 0..5 {
            for to in 0..5 {
                // Directed links, or links both ways, of capacity 0, 1 and now and then 2.
                if from < to || (from > to && round % 2 == 0) {
                    for _ in 0..[0, 0, 0, 1, 1, 1, 1, 2][random.below(8)] {
                        links.push([from, to]);
                        links.extend((round % 2 == 1).then_some([to, from]));
                    }
                }
            }
        }
        let graph = ColoredGraph::new(&colors, &links);
        let kept: Vec<_> = all.iter().filter(|images| graph.is_automorphism(&images[..])).collect();
        let found = group(&graph);
        assert_eq!(order(&graph), u128::try_from(kept.len()).expect("few"), "{colors:?} {links:?}");
        let least = |node: usize| kept.iter().map(|images| images[node]).min().expect("the identity");
        assert_eq!(found.orbits(), (0..5).map(least).collect::<Vec<_>>(), "{links:?}");
    }
}

#[test]
fn what_is_known_when_the_steps_are_spent_is_true() {
    let (graph, whole) = (petersen(5, 2), 120);
    let mut last = 0;
    for steps in (0..4000).step_by(50) {
        let group = automorphism_group(&graph, steps);
        let known: u64 = group.orbit_lengths().iter().product();
        assert!(known <= whole && (!group.is_complete() || known == whole), "{steps} steps: {known}");
        assert_eq!(group.different_nodes(), None);
        assert!(group.generators().iter().all(|images| graph.is_automorphism(images)));
        let regular = regular_subgroup(&graph, &group, STEPS);
        let expected = if group.is_complete() {
            RegularSubgroup::NoElementOfOrder(2)
        } else {
            RegularSubgroup::Undecided
        };
        assert_eq!(regular, expected);
        last = known;
    }
    assert_eq!(last, whole, "some steps are enough");
    let group = automorphism_group(&graph, STEPS);
    assert_eq!(regular_subgroup(&graph, &group, 100), RegularSubgroup::Undecided);
}
