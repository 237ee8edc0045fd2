//! Incomplete hypercubes: what P4 (H. P. Katseff, Incomplete Hypercubes, 1988) proves about its routing and
//! broadcast holds on every one of up to 1024 nodes.

use isotask::deadlock::{
    ChannelGraph, ChannelNumbering, ChannelOrder, HighestLink, Routing, channels_between,
};
use isotask::model::{IncompleteHypercube, Link, Node};
use isotask::tree::{CubeTree, TreeKind, incomplete_broadcast, pass_on};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Number of nodes up to which every incomplete hypercube is tested.
const MAX_NODES: u64 = 1024;

fn cube(nodes: u64) -> IncompleteHypercube {
    IncompleteHypercube::new(nodes).expect("from 1 node on")
}

fn index(node: Node) -> usize {
    usize::try_from(node.0).expect("a small node")
}

fn all(nodes: u64) -> impl Iterator<Item = Node> + Clone {
    (0..nodes).map(Node)
}

/// All nodes where there are few, else those about the ends and the middle and some between.
fn roots(nodes: u64) -> BTreeSet<u64> {
    if nodes <= 128 {
        return (0..nodes).collect();
    }
    let half = 1 << (cube(nodes).dimension() - 1);
    let between = (0..4).map(|i| (i * 2 + 1) * nodes / 8);
    [0, 1, half - 1, half, nodes - 2, nodes - 1].into_iter().chain(between).collect()
}

#[test]
fn the_distance_is_that_of_the_numbers_and_the_diameter_is_the_dimension() {
    for n in 1..=160 {
        let cube = cube(n);
        let mut diameter = 0;
        for from in all(n) {
            let mut hops: Vec<Option<u32>> = vec![None; index(Node(n))];
            hops[index(from)] = Some(0);
            let mut queue = VecDeque::from([from]);
            while let Some(node) = queue.pop_front() {
                for next in all(n).filter(|next| (next.0 ^ node.0).is_power_of_two()) {
                    if hops[index(next)].is_none() {
                        hops[index(next)] = hops[index(node)].map(|hops| hops + 1);
                        queue.push_back(next);
                    }
                }
            }
            for to in all(n) {
                assert_eq!(hops[index(to)], Some(cube.distance(from, to)), "{n} nodes: {from:?} to {to:?}");
                diameter = diameter.max(cube.distance(from, to));
            }
        }
        assert_eq!(cube.diameter(), diameter, "{n} nodes");
    }
}

#[test]
fn the_links_are_those_of_one_bit() {
    for n in 1..=160 {
        for node in all(n) {
            let found: Vec<(Link, Node)> = cube(n).neighbors(node).collect();
            let expected: Vec<u64> = {
                let mut near: Vec<u64> = (0..n).filter(|to| (to ^ node.0).is_power_of_two()).collect();
                near.sort_unstable_by_key(|to| to ^ node.0);
                near
            };
            assert_eq!(found.iter().map(|(_, to)| to.0).collect::<Vec<_>>(), expected, "{n} nodes, {node:?}");
            assert!(found.iter().all(|(link, to)| to.0 ^ node.0 == 1 << link.0));
        }
    }
    assert_eq!(cube(8).neighbor(Node(0), Link(64)), None);
    assert!(IncompleteHypercube::new(0).is_none() && IncompleteHypercube::new((1 << 62) + 1).is_none());
    assert_eq!(cube(1 << 62).dimension(), 62);
}

/// P4 Theorem 1, and that Algorithm 2 takes the highest link that leads on.
#[test]
fn every_message_takes_the_highest_link_and_comes_one_hop_nearer() {
    (1..=MAX_NODES).into_par_iter().for_each(|n| {
        let (cube, routing) = (cube(n), HighestLink::new(cube(n)));
        for to in roots(n).into_iter().map(Node) {
            for at in all(n) {
                let Some(link) = routing.link(at, to) else {
                    assert_eq!(at, to, "{n} nodes: no link from {at:?} to {to:?}");
                    continue;
                };
                let next = Node(at.0 ^ (1 << link.0));
                assert!(next.0 < n);
                assert_eq!(cube.distance(next, to) + 1, cube.distance(at, to));
                let higher = (at.0 ^ to.0) >> link.0 >> 1 << 1 << link.0;
                assert!((0..64).filter(|i| higher >> i & 1 == 1).all(|i| at.0 ^ (1 << i) >= n));
            }
        }
    });
}

/// P4 Theorems 3 and 4, and that copies that wait for a link wait for a greater number: broadcasts and
/// messages together do not deadlock either.
#[test]
fn a_broadcast_reaches_every_node_once_over_the_path_of_a_message() {
    (1..=MAX_NODES).into_par_iter().for_each(|n| {
        let (cube, routing) = (cube(n), HighestLink::new(cube(n)));
        for root in roots(n).into_iter().map(Node) {
            let mut parent = vec![None; index(Node(n))];
            let mut number = vec![None; index(Node(n))];
            for copy in incomplete_broadcast(&cube, root) {
                assert_eq!(cube.neighbor(copy.from, copy.link), Some(copy.to));
                assert!(copy.from == root || parent[index(copy.from)].is_some(), "sent before it came");
                assert_eq!(copy.depth, cube.distance(root, copy.to));
                assert!(
                    copy.to != root && parent[index(copy.to)].is_none(),
                    "{n} nodes: twice at {:?}",
                    copy.to
                );
                parent[index(copy.to)] = Some(copy.from);
                number[index(copy.to)] = routing.channel_number(copy.from, copy.link);
                assert!(number[index(copy.from)] < number[index(copy.to)]);
            }
            for to in all(n) {
                let up = |&node: &Node| parent[index(node)];
                let mut path: Vec<Node> = std::iter::successors(Some(to), up).collect();
                path.reverse();
                assert_eq!(path, routing.path(root, to), "{n} nodes: from {root:?}");
                assert!(path.len() <= index(Node(u64::from(cube.dimension()))) + 1);
            }
        }
    });
}

/// Sullivan and Bashkow's algorithms, written down a second time (P4 Algorithms 1 and 4).
#[test]
fn on_a_complete_hypercube_the_algorithms_are_those_of_sullivan_and_bashkow() {
    for d in 0..=10_u32 {
        let (cube, routing) = (cube(1 << d), HighestLink::new(cube(1 << d)));
        assert!(cube.is_complete());
        for root in roots(1 << d).into_iter().map(Node) {
            let mut with_weight = vec![(root, d)];
            let mut copies = BTreeMap::new();
            while let Some((node, weight)) = with_weight.pop() {
                for link in 0..weight {
                    let to = Node(node.0 ^ (1 << link));
                    copies.insert(to, (node, link));
                    with_weight.push((to, link));
                }
            }
            let found = incomplete_broadcast(&cube, root);
            assert!(found.iter().all(|copy| copy.travel == (1 << copy.link.0) - 1));
            let found = found.iter().map(|copy| (copy.to, (copy.from, copy.link.0)));
            assert_eq!(found.collect::<BTreeMap<_, _>>(), copies);
            for to in all(1 << d) {
                let highest = (root.0 ^ to.0).checked_ilog2().map(Link);
                assert_eq!(routing.link(root, to), highest);
            }
        }
    }
}

/// The binomial tree of P5 serves the lowest links first, that of P4 the highest: each is the other with the
/// bits in the other order.
#[test]
fn the_broadcast_of_a_complete_hypercube_is_a_binomial_tree() {
    for d in 1..=8_u32 {
        let mirrored = |node: Node| Node(node.0.reverse_bits() >> (64 - d));
        for root in all(1 << d) {
            let tree = CubeTree::new(TreeKind::Sbt, d, mirrored(root)).expect("a small cube");
            for copy in incomplete_broadcast(&cube(1 << d), root) {
                assert_eq!(tree.parent(mirrored(copy.to)), Some(mirrored(copy.from)));
            }
        }
    }
}

/// P4 §V: three nodes and the rule for complete hypercubes do not go together.
#[test]
fn the_broadcast_of_complete_hypercubes_misses_a_node_of_an_incomplete_one() {
    let cube = cube(3);
    let first: Vec<_> = pass_on(&cube, Node(0b01), 0, 0b11).collect();
    let [copy] = first[..] else { unreachable!("node 01 has one link of three nodes") };
    assert_eq!((copy.to, copy.travel), (Node(0), 0b10));
    assert_eq!(pass_on(&cube, Node(0), 1, (1 << copy.link.0) - 1).count(), 0);
    assert_eq!(pass_on(&cube, Node(0), 1, copy.travel).map(|copy| copy.to).collect::<Vec<_>>(), [Node(0b10)]);
}

/// The links that some message takes after link `i` from `at`: lower ones, and higher ones that `at` lacks.
fn after(cube: IncompleteHypercube, at: Node, link: Link, there: Node) -> Vec<Link> {
    let lacks = |next: Link| cube.neighbor(at, next).is_none();
    let links = cube.neighbors(there).map(|(next, _)| next);
    links.filter(|&next| next < link || (next > link && lacks(next))).collect()
}

#[test]
fn the_dependencies_of_the_highest_links_are_known() {
    for n in (1..=72).chain(126..=130) {
        let (cube, routing) = (cube(n), HighestLink::new(cube(n)));
        let graph = ChannelGraph::new(&routing).expect("a routing");
        let found: BTreeSet<(Node, Node, Node)> =
            graph.dependencies().map(|d| (d.before.from, d.before.to, d.after.to)).collect();
        let mut expected = BTreeSet::new();
        let mut channels = 0;
        for at in all(n) {
            for (link, there) in cube.neighbors(at) {
                channels += 1;
                let next = |link| cube.neighbor(there, link).expect("it exists");
                expected.extend(after(cube, at, link, there).into_iter().map(|link| (at, there, next(link))));
            }
        }
        assert_eq!(found, expected, "{n} nodes");
        assert_eq!(graph.channels().len(), channels, "every direction of every link is used");
    }
}

/// P4 Theorem 2, with a certificate in closed form.
#[test]
fn every_message_takes_channels_by_increasing_number() {
    (1..=MAX_NODES).into_par_iter().for_each(|n| {
        let (cube, routing) = (cube(n), HighestLink::new(cube(n)));
        let mut numbers = BTreeSet::new();
        for at in all(n) {
            for (link, there) in cube.neighbors(at) {
                let number = routing.channel_number(at, link);
                numbers.extend(number);
                for next in after(cube, at, link, there) {
                    assert!(
                        number < routing.channel_number(there, next),
                        "{n} nodes: {at:?} {link:?} {next:?}"
                    );
                }
            }
        }
        let d = usize::try_from(cube.dimension()).expect("at most 10");
        assert!(numbers.len() <= d * (d + 3) / 2);
        assert_eq!(routing.channel_number(Node(0), Link(cube.dimension())), None);
    });
}

fn closed_form(routing: HighestLink) -> ChannelNumbering {
    let graph = ChannelGraph::new(&routing).expect("a routing");
    let number = |channel: &isotask::deadlock::Channel| {
        let link = Link((channel.from.0 ^ channel.to.0).ilog2());
        (*channel, routing.channel_number(channel.from, link).expect("a channel has a link"))
    };
    ChannelNumbering::new(graph.channels().iter().map(number).collect())
}

#[test]
fn both_numberings_of_the_channels_are_verified_message_by_message() {
    let sizes: Vec<u64> =
        (1..=96).chain([127, 128, 129, 191, 255, 256, 257, 511, 513, 1000, 1023, 1024]).collect();
    sizes.into_par_iter().for_each(|n| {
        let routing = HighestLink::new(cube(n));
        let graph = ChannelGraph::new(&routing).expect("a routing");
        let ChannelOrder::Acyclic(numbering) = graph.order() else { unreachable!("P4 Theorem 2, {n} nodes") };
        assert_eq!(numbering.verify(&routing), Ok(()));
        assert_eq!(closed_form(routing).verify(&routing), Ok(()));
    });
}

#[test]
fn the_channels_of_a_message_are_its_path() {
    for n in 1..=64 {
        let routing = HighestLink::new(cube(n));
        assert_eq!(routing.nodes(), n);
        for (from, to) in all(n).flat_map(|from| all(n).map(move |to| (from, to))) {
            let channels = channels_between(&routing, from, to).expect("it arrives");
            let nodes: Vec<Node> =
                std::iter::once(from).chain(channels.iter().map(|channel| channel.to)).collect();
            assert_eq!(nodes, routing.path(from, to));
        }
    }
}
