//! `HyperX` and lattice graphs: their definitions, the known networks among them, and parallel links.

#![expect(clippy::unwrap_used, reason = "a graph that cannot be built is a failure")]

use isotask::check::{Options, Rejection, check_certificate};
use isotask::model::{Graph, Link, ModelError, Network, Node};
use isotask::solve::{Outcome, SolveOptions, solve};
use isotask::wire::{self, Family, Group, NodeRef, TaskDocument};
use proptest::prelude::*;

fn lattice(rows: &[&[u64]]) -> wire::Network {
    wire::Network::Lattice { matrix: rows.iter().map(|row| row.to_vec()).collect() }
}

fn built(network: &wire::Network) -> Network {
    Network::new(network).unwrap()
}

/// Where every link of every node leads, the nodes being renamed.
fn ends(network: &Network, name: impl Fn(u64) -> u64) -> Vec<Vec<u64>> {
    let links = |node: u64| (0..network.links()).map(move |link| (node, Link(link)));
    let mut rows: Vec<(u64, Vec<u64>)> = (0..network.nodes())
        .map(|node| (name(node), links(node).map(|(v, g)| name(network.neighbor(Node(v), g).0)).collect()))
        .collect();
    rows.sort();
    rows.into_iter().map(|(_, ends)| ends).collect()
}

/// Asserts that two networks have equal nodes, links, link names, distances and coordinates.
fn assert_same(first: &Network, second: &Network) {
    assert_eq!(ends(first, |node| node), ends(second, |node| node));
    for link in (0..first.links()).map(Link) {
        assert_eq!(first.link_name(link), second.link_name(link));
        assert_eq!(first.opposite(link), second.opposite(link));
    }
    for node in (0..first.nodes()).map(Node) {
        assert_eq!(first.distance(node), second.distance(node));
        assert_eq!(first.coordinates(node), second.coordinates(node));
        let coordinates = NodeRef::Coordinates(first.coordinates(node));
        let place = || "root".to_owned();
        assert_eq!(first.node(&coordinates, place), Ok(node));
        assert_eq!(second.node(&coordinates, place), Ok(node));
    }
}

#[test]
fn a_diagonal_lattice_is_the_torus_of_its_radices() {
    for radices in [vec![4, 3], vec![2, 5, 3], vec![2, 2, 2], vec![7], vec![3, 4, 2, 3]] {
        let row = |(i, &radix): (usize, &u64)| {
            (0..radices.len()).map(|j| if i == j { radix } else { 0 }).collect::<Vec<u64>>()
        };
        let matrix = radices.iter().enumerate().map(row).collect();
        let lattice = built(&wire::Network::Lattice { matrix });
        assert_same(&lattice, &built(&wire::Network::Torus { radices }));
    }
}

#[test]
fn a_hyperx_of_one_dimension_is_complete_and_one_of_pairs_a_cube() {
    for n in [2, 5, 8] {
        let complete = built(&wire::Network::Cayley(Group::Family { family: Family::Complete, n }));
        let hyperx = built(&wire::Network::hyperx(vec![n], None));
        assert_eq!(ends(&hyperx, |node| node), ends(&complete, |node| node));
    }
    for d in 1..=5 {
        let hyperx = built(&wire::Network::hyperx((0..d).map(|_| 2).collect(), None));
        let cube = built(&wire::Network::Hypercube { dimension: d });
        // The first coordinate is the highest bit of the one, the lowest of the other.
        let turned = |node: u64| (0..d).map(|bit| (node >> bit & 1) << (d - 1 - bit)).sum();
        assert_eq!(ends(&hyperx, turned), ends(&cube, |node| node));
    }
}

/// Martínez, Camarero, Beivide and others: cubic crystal lattices of side a have 2a³ and 4a³ nodes and the diameter
/// ⌊3a/2⌋; Ahn and others (2009): a `HyperX` has as many hops as dimensions.
#[test]
fn diameters_are_the_known_ones() {
    for a in 2..=7 {
        let face = built(&lattice(&[&[2 * a, a, a], &[0, a, 0], &[0, 0, a]]));
        assert_eq!((face.nodes(), face.links(), face.diameter()), (2 * a * a * a, 6, 3 * a / 2), "{a}");
        let body = built(&lattice(&[&[2 * a, 0, a], &[0, 2 * a, a], &[0, 0, a]]));
        assert_eq!((body.nodes(), body.links(), body.diameter()), (4 * a * a * a, 6, 3 * a / 2), "{a}");
    }
    let hyperx = built(&wire::Network::hyperx(vec![4, 3, 5], Some(vec![1, 2, 1])));
    assert_eq!((hyperx.nodes(), hyperx.links(), hyperx.diameter()), (60, 3 + 4 + 4, 3));
    assert_eq!(hyperx.cayley().unwrap().spheres(), [1, 3 + 2 + 4, 6 + 12 + 8, 24]);
}

#[test]
fn parallel_links_carry_one_packet_each() {
    let network = built(&wire::Network::hyperx(vec![3, 2], Some(vec![2, 3])));
    assert_eq!(
        (network.links(), network.capacity(Node(0), Node(2)), network.capacity(Node(0), Node(1))),
        (7, 2, 3)
    );
    assert_eq!(network.capacity(Node(0), Node(3)), 0);
    assert_eq!(network.link_name(Link(3)), "1+2#2");
    let graph = Graph::new(&network).unwrap();
    for node in 0..graph.nodes() {
        // The i-th entering arc comes from the node to which the i-th leaving arc leads.
        let mut back = graph.leaving(node).zip(graph.entering(node));
        assert!(back.all(|(arc, &back)| graph.from(back) == graph.to(arc)));
        // Every arc comes in once.
        let mut entering = graph.entering(node).to_vec();
        entering.sort_unstable();
        entering.dedup();
        assert_eq!(entering.len(), 7);
        assert!(entering.iter().all(|&arc| graph.to(arc) == node));
        assert_eq!(graph.arcs_between(node, (node + 2) % 6).count(), 2);
    }
}

/// Returns a task of packets from node 0 to its neighbour over parallel links.
fn packets(copies: u64, count: u64) -> TaskDocument {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{{"kind":"hyperx","radices":[2,3],"multiplicity":[{copies},1]}},
          "task":{{"kind":"demands","packets":[{{"from":0,"to":[1,0],"count":{count}}}]}},"ports":"all","objective":"completion-time"}}"#
    );
    wire::parse(text.as_bytes()).unwrap()
}

#[test]
fn explicit_moves_fill_parallel_links_up_to_their_number() {
    for (copies, count, slots) in [(2, 2, 1), (2, 5, 3), (3, 9, 3)] {
        let problem = isotask::model::Problem::new(&packets(copies, count)).unwrap();
        let (Outcome::Optimal(solution) | Outcome::Feasible(solution)) =
            solve(&problem, &SolveOptions::default()).unwrap()
        else {
            unreachable!("packets have ways")
        };
        // Ways round take three hops.
        assert_eq!(solution.completion_time(), slots, "{copies} links, {count} packets");
        // What fits side by side does not fit one link.
        let mut fewer = solution.certificate.clone();
        fewer.task = packets(copies - 1, count);
        let refused = check_certificate(&fewer, &Options::default()).unwrap_err();
        let is_crowded =
            matches!(refused, Rejection::TransferTwice { .. } | Rejection::TransferAboveCapacity { .. });
        assert!(is_crowded, "{refused}");
    }
}

/// Upper triangular, with 0 below the diagonal and smaller entries to the right.
fn normal_form() -> impl Strategy<Value = Vec<Vec<u64>>> {
    prop::collection::vec(1_u64..=5, 1..=3).prop_flat_map(|diagonal| {
        let d = diagonal.len();
        let rows: Vec<_> = (0..d)
            .map(|i| {
                let entry = |j: usize| match j.cmp(&i) {
                    std::cmp::Ordering::Less => 0..1,
                    std::cmp::Ordering::Equal => diagonal[i]..diagonal[i] + 1,
                    std::cmp::Ordering::Greater => 0..diagonal[i],
                };
                (0..d).map(entry).collect::<Vec<_>>()
            })
            .collect();
        rows
    })
}

/// Whether a vector is a whole combination of the columns; solved from below.
fn is_of_lattice(matrix: &[Vec<u64>], mut vector: Vec<i64>) -> bool {
    let entry = |i: usize, j: usize| i64::try_from(matrix[i][j]).unwrap();
    (0..matrix.len()).rev().all(|k| {
        let times = vector[k] / entry(k, k);
        (0..=k).for_each(|i| vector[i] -= times * entry(i, k));
        vector[k] == 0
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn links_of_lattices_are_unit_vectors_up_to_the_lattice(matrix in normal_form()) {
        let dimensions = matrix.len();
        let unit = |i: usize, sign: i64| (0..dimensions).map(|k| if k == i { sign } else { 0 }).collect::<Vec<i64>>();
        let minus = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<i64>>();
        let vanishes = |i: usize| is_of_lattice(&matrix, unit(i, 1));
        let coincide = |i: usize, j: usize| {
            [1, -1].iter().any(|&sign| is_of_lattice(&matrix, minus(&unit(i, 1), &unit(j, sign))))
        };
        let network = match Network::new(&wire::Network::Lattice { matrix: matrix.clone() }) {
            Ok(network) => network,
            Err(ModelError::UnitVanishes { index }) => {
                prop_assert!(vanishes(index));
                return Ok(());
            }
            Err(ModelError::RepeatedGenerator { place, first }) => {
                let index = (0..dimensions).find(|i| place == format!("matrix[{i}]")).unwrap();
                prop_assert!(first < index && coincide(first, index));
                return Ok(());
            }
            Err(fault) => return Err(TestCaseError::fail(fault.to_string())),
        };
        for i in 0..dimensions {
            prop_assert!(!vanishes(i) && (0..i).all(|j| !coincide(i, j)));
        }
        let single = |i: usize| is_of_lattice(&matrix, unit(i, 2));
        let ways = (0..dimensions).flat_map(|i| if single(i) { vec![(i, 1)] } else { vec![(i, 1), (i, -1)] });
        let ways: Vec<(usize, i64)> = ways.collect();
        prop_assert_eq!(Ok(ways.len()), usize::try_from(network.links()));
        let vector = |node| -> Vec<i64> {
            network.coordinates(node).into_iter().map(|x| i64::try_from(x).unwrap()).collect()
        };
        for node in (0..network.nodes()).map(Node) {
            for (link, &(i, sign)) in (0..).map(Link).zip(&ways) {
                let moved = minus(&vector(network.neighbor(node, link)), &vector(node));
                prop_assert!(is_of_lattice(&matrix, minus(&moved, &unit(i, sign))));
            }
        }
    }
}
