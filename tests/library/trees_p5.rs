//! The spanning trees of P5 and the schedules on them, compared with its definitions, its tables and its
//! stated properties.

use isotask::model::{ExplicitSchedule, Node, Packet, PortRule};
use isotask::tree::{
    BroadcastGraph, CostError, CostModel, CubeTree, CubeTreeError, PersonalTree, Radical, Rule, TreeKind,
    base, msbt_broadcast, personalized, tree_broadcast,
};
use num_rational::BigRational;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn tree(kind: TreeKind, n: u32, root: u64) -> CubeTree {
    CubeTree::new(kind, n, Node(root)).expect("a tree")
}

fn index(number: u64) -> usize {
    usize::try_from(number).expect("a small number")
}

/// Every kind of tree in the n-cube.
fn kinds(n: u32) -> Vec<TreeKind> {
    let msbt = (0..n).map(|index| TreeKind::Msbt { index });
    msbt.chain([TreeKind::Sbt, TreeKind::Bst, TreeKind::Tcbt, TreeKind::Path]).collect()
}

/// Walks from the root over children; gives the nodes with their level, breadth first.
///
/// Holds: an edge of the tree is one of the cube, parent is the inverse of children, all nodes are met once.
fn walked(tree: &CubeTree) -> Vec<(Node, u64)> {
    let mut nodes = vec![(tree.root(), 0)];
    let mut met: BTreeSet<Node> = BTreeSet::from([tree.root()]);
    assert_eq!(tree.parent(tree.root()), None);
    let mut next = 0;
    while next < nodes.len() {
        let (node, level) = nodes[next];
        assert_eq!(tree.level(node), level, "{tree:?}: {node:?}");
        for child in tree.children(node) {
            assert_eq!((child.0 ^ node.0).count_ones(), 1, "{tree:?}: {node:?} to {child:?}");
            assert_eq!(tree.parent(child), Some(node), "{tree:?}: {child:?}");
            assert!(met.insert(child), "{tree:?}: {child:?} twice");
            nodes.push((child, level + 1));
        }
        next += 1;
    }
    assert_eq!(nodes.len(), index(tree.nodes()), "{tree:?}");
    nodes
}

/// Nodes in the subtree of a node, itself among them.
fn below(tree: &CubeTree, top: Node) -> Vec<Node> {
    let mut nodes = vec![top];
    let mut next = 0;
    while next < nodes.len() {
        nodes.extend(tree.children(nodes[next]));
        next += 1;
    }
    nodes
}

/// Plays a schedule on the n-cube: only holders send, over a free link, within the ports; everything arrives
/// once.
fn replay(schedule: &ExplicitSchedule, n: u32, root: u64, ports: PortRule) {
    let nodes = 1_u64 << n;
    let packets = &schedule.packets;
    let mut holders: Vec<BTreeSet<u64>> = vec![BTreeSet::from([root]); packets.len()];
    for (slot, moves) in schedule.slots.iter().enumerate() {
        assert!(!moves.is_empty() && moves.is_sorted(), "slot {slot}");
        let (mut sends, mut receives) = (BTreeMap::new(), BTreeMap::new());
        let mut links = BTreeSet::new();
        for sent in moves {
            let (from, to) = (sent.from().0, sent.to().0);
            assert!(from < nodes && to < nodes && (from ^ to).is_power_of_two(), "slot {slot}: {sent:?}");
            assert!(links.insert((from, to)), "slot {slot}: {sent:?} on a used link");
            assert!(holders[index(sent.packet.into())].contains(&from), "slot {slot}: {sent:?} not held");
            *sends.entry(from).or_insert(0) += 1;
            *receives.entry(to).or_insert(0) += 1;
        }
        for node in 0..nodes {
            let (out, into) = (sends.get(&node).unwrap_or(&0), receives.get(&node).unwrap_or(&0));
            match ports {
                PortRule::FullDuplex(k) => assert!(*out <= k && *into <= k, "slot {slot}: node {node}"),
                PortRule::HalfDuplex => assert!(out + into <= 1, "slot {slot}: node {node}"),
            }
        }
        for sent in moves {
            let place = &mut holders[index(sent.packet.into())];
            if let Packet::Personal { .. } = packets[index(sent.packet.into())] {
                assert!(place.remove(&sent.from().0));
            }
            assert!(place.insert(sent.to().0), "slot {slot}: {sent:?} arrives twice");
        }
    }
    for (packet, place) in packets.iter().zip(&holders) {
        match packet {
            Packet::Copied { from } => assert!(from.0 == root && place.len() == index(nodes), "{packet:?}"),
            Packet::Personal { from, to } => {
                assert!(from.0 == root && *place == BTreeSet::from([to.0]), "{packet:?}");
            }
            Packet::Combined { .. } | Packet::Summed { .. } => unreachable!("nothing is combined here"),
        }
    }
}

#[test]
fn every_tree_spans_the_cube_and_has_the_stated_shape() {
    for n in 1..=10 {
        for kind in kinds(n) {
            let tree = tree(kind, n, 0);
            let nodes = walked(&tree);
            assert_eq!(nodes.last().expect("a root").1, tree.height(), "{tree:?}");
            let most = nodes.iter().map(|&(node, _)| tree.children(node).len()).max();
            assert_eq!(most, Some(index(tree.fanout().into())), "{tree:?}");
            let children = tree.children(Node(0));
            let sizes: Vec<u64> =
                children.iter().map(|&top| u64::try_from(below(&tree, top).len()).expect("small")).collect();
            assert_eq!(sizes, tree.subtrees(), "{tree:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn a_translated_tree_is_a_tree(n in 1_u32..=9, pick in 0_usize..13, root in 0_u64..512) {
        let kinds = kinds(n);
        let translated = tree(kinds[pick % kinds.len()], n, root % (1 << n));
        prop_assert_eq!(walked(&translated).len(), 1 << n);
    }

    #[test]
    fn parent_and_children_agree_in_large_cubes(n in 30_u32..=62, pick in 0_usize..66, bits: u64, root: u64) {
        let kinds = kinds(n);
        let mask = (1 << n) - 1;
        let tree = tree(kinds[pick % kinds.len()], n, root & mask);
        let node = Node(bits & mask);
        for child in tree.children(node) {
            prop_assert_eq!(tree.parent(child), Some(node));
            prop_assert_eq!(tree.level(child), tree.level(node) + 1);
        }
        if let Some(parent) = tree.parent(node) {
            prop_assert!(tree.children(parent).contains(&node));
        }
    }
}

#[test]
fn the_two_rooted_tree_is_complete_below_both_roots() {
    for n in 2..=16 {
        let tree = tree(TreeKind::Tcbt, n, 0);
        let nodes = walked(&tree);
        let second = Node(1 << (n - 1));
        assert_eq!(tree.children(Node(0))[0], second);
        let height = u64::from(n) - 2;
        for (node, level) in nodes {
            // The child of the second root begins one level lower than that of the first.
            let above = std::iter::successors(Some(node), |&node| tree.parent(node));
            let top = if above.into_iter().any(|up| up == second) { 2 } else { 1 };
            let expected = match () {
                () if node == second => 1,
                () if node == Node(0) => 2,
                () if level == top + height => 0,
                () => 2,
            };
            assert!(level <= top + height);
            assert_eq!(tree.children(node).len(), expected, "n {n}: {node:?}");
        }
    }
}

#[test]
fn the_trees_of_the_msbt_graph_use_every_link_but_those_into_the_root_once() {
    for n in 1..=10 {
        let mut used = BTreeSet::new();
        for j in 0..n {
            let tree = tree(TreeKind::Msbt { index: j }, n, 0);
            for node in (1..1 << n).map(Node) {
                assert!(used.insert((tree.parent(node), node)), "n {n}: two trees enter {node:?} alike");
                // P5 §3.2: bit j makes an inner node, but for the children that the root may lack.
                let inner = !tree.children(node).is_empty();
                assert_eq!(inner, node.0 >> j & 1 == 1 && n > 1, "n {n}, tree {j}: {node:?}");
            }
        }
        assert_eq!(used.len(), index(u64::from(n) * ((1 << n) - 1)));
    }
}

#[test]
fn the_labelling_f_meets_its_three_conditions() {
    for n in 1..=10 {
        let nodes = 1_u64 << n;
        // The labels modulo n on the links into and out of every node.
        let mut into = vec![BTreeSet::new(); index(nodes)];
        let mut out = vec![BTreeSet::new(); index(nodes)];
        for j in 0..n {
            let tree = tree(TreeKind::Msbt { index: j }, n, 0);
            assert_eq!(tree.label(Node(0)), None);
            for node in (1..nodes).map(Node) {
                let own = tree.label(node).expect("no root");
                assert!(own < 2 * u64::from(n));
                let parent = tree.parent(node).expect("no root");
                assert!(tree.label(parent).is_none_or(|earlier| earlier < own), "condition 1: {node:?}");
                assert!(into[index(node.0)].insert(own % u64::from(n)), "condition 2: {node:?}");
                assert!(out[index(parent.0)].insert(own % u64::from(n)), "condition 3: {parent:?}");
                // More than P5 says: a label names the dimension.
                assert_eq!(1 << (own % u64::from(n)), node.0 ^ parent.0);
            }
        }
    }
}

/// P5 Table 5: n, BST(max), (N-1)/log N and the ratio in hundredths.
const TABLE_5: [(u32, u64, u64, u64); 19] = [
    (2, 2, 150, 133),
    (3, 3, 233, 129),
    (4, 5, 375, 133),
    (5, 7, 620, 113),
    (6, 13, 1050, 124),
    (7, 19, 1814, 105),
    (8, 35, 3188, 110),
    (9, 59, 5678, 104),
    (10, 107, 10230, 105),
    (11, 187, 18609, 100),
    (12, 351, 34125, 103),
    (13, 631, 63008, 100),
    (14, 1181, 117_021, 101),
    (15, 2191, 218_447, 100),
    (16, 4115, 409_594, 100),
    (17, 7711, 771_006, 100),
    (18, 14601, 1_456_350, 100),
    (19, 27595, 2_759_405, 100),
    (20, 52487, 5_242_875, 100),
];

#[test]
fn the_sizes_are_those_of_table_5() {
    // To the nearest hundredth.
    let hundredths = |top: u64, bottom: u64| (200 * top + bottom) / (2 * bottom);
    for (n, largest, mean, ratio) in TABLE_5 {
        let sizes = tree(TreeKind::Bst, n, 0).subtrees();
        let others = (1_u64 << n) - 1;
        assert_eq!(sizes.iter().sum::<u64>(), others);
        assert_eq!(sizes.iter().max(), Some(&largest), "n {n}");
        assert_eq!(hundredths(others, n.into()), mean, "n {n}");
        assert_eq!(hundredths(largest * u64::from(n), others), ratio, "n {n}");
        // Lemma 4.1, for log N > 2.
        let least = *sizes.iter().min().expect("a subtree");
        assert!(n <= 2 || least * (2 + u64::from(n)) >= (1 << n) + 2, "n {n}");
    }
    for n in 1..=16 {
        let mut counted = vec![0; index(n.into())];
        (1..1 << n).for_each(|c| counted[index(base(n, Node(c)).into())] += 1);
        assert_eq!(counted, tree(TreeKind::Bst, n, 0).subtrees());
    }
}

/// The least j ≥ 1 with R^j(c) = c.
fn period(n: u32, c: u64) -> u32 {
    let turn = |c: u64| c >> 1 | (c & 1) << (n - 1);
    let mut turned = turn(c);
    let mut period = 1;
    while turned != c {
        (turned, period) = (turn(turned), period + 1);
    }
    period
}

#[test]
fn the_balanced_tree_has_the_properties_that_are_true() {
    for n in 2..=12_u32 {
        let tree = tree(TreeKind::Bst, n, 0);
        let nodes = walked(&tree);
        let children = tree.children(Node(0));
        // 1. One subtree reaches level n, the others n - 1.
        let heights = children
            .iter()
            .map(|&top| below(&tree, top).into_iter().map(|node| tree.level(node)).max().expect("its top"));
        let heights: Vec<u64> = heights.collect();
        let long = u64::from(n);
        assert!(heights[0] == long && heights[1..].iter().all(|&height| height == long - 1), "n {n}");
        for &(node, level) in &nodes[1..] {
            // 2. At most ⌈(n - i)/2⌉ children at level i.
            let most = (long - level).div_ceil(2);
            assert!(tree.children(node).len() <= index(most), "n {n}: {node:?}");
            let (turns, base) = (period(n, node.0), base(n, node));
            // 5. Subtrees P to n - 1 have no node of period P < n.
            assert!(turns == n || base < turns, "n {n}: {node:?}");
            // 6. Cyclic nodes are leaves.
            assert!(turns == n || tree.children(node).is_empty(), "n {n}: {node:?}");
        }
    }
}

/// Nodes at each distance below a node.
fn profile(tree: &CubeTree, top: Node) -> Vec<usize> {
    let mut counts = Vec::new();
    let mut row = vec![top];
    while !row.is_empty() {
        counts.push(row.len());
        row = row.into_iter().flat_map(|node| tree.children(node)).collect();
    }
    counts
}

#[test]
fn a_node_of_the_balanced_tree_has_at_every_distance_as_many_nodes_below_it_as_its_children() {
    // P5's property 3.
    for n in 1..=11 {
        let tree = tree(TreeKind::Bst, n, 0);
        for node in (0..1 << n).map(Node) {
            let own = profile(&tree, node);
            for child in tree.children(node) {
                let theirs = profile(&tree, child);
                assert!(
                    theirs.len() <= own.len() && theirs.iter().zip(&own).all(|(t, o)| t <= o),
                    "n {n}: {node:?}"
                );
            }
        }
    }
}

#[test]
fn in_prime_dimensions_the_subtrees_are_rotations_of_each_other() {
    // P5's property 4: without the node of ones.
    for n in [2_u32, 3, 5, 7, 11] {
        let tree = tree(TreeKind::Bst, n, 0);
        let ones = Node((1 << n) - 1);
        let left = |c: u64| (c << 1 | c >> (n - 1)) & ones.0;
        for node in (1..ones.0).map(Node).filter(|node| base(n, *node) + 1 < n) {
            let turned = Node(left(node.0));
            assert_eq!(base(n, turned), base(n, node) + 1);
            assert_eq!(tree.parent(turned).map(|up| up.0), tree.parent(node).map(|up| left(up.0)));
        }
    }
}

fn broadcast(graph: BroadcastGraph, n: u32, root: u64, count: u32, ports: PortRule) -> ExplicitSchedule {
    let made = match graph {
        BroadcastGraph::Msbt => msbt_broadcast(n, Node(root), count, ports),
        _ => tree_broadcast(&tree(graph.tree(), n, root), count, ports),
    };
    made.expect("a schedule")
}

fn slots(schedule: &ExplicitSchedule) -> BigRational {
    BigRational::from_integer(schedule.slots.len().into())
}

#[test]
fn broadcasts_take_the_steps_of_table_3() {
    for n in 1..=6 {
        for graph in BroadcastGraph::EVERY {
            for rule in Rule::EVERY {
                for count in [1, 2, 3, 5, 8, 12, 13] {
                    let root = 37 % (1 << n);
                    let made = broadcast(graph, n, root, count, rule.ports(n));
                    replay(&made, n, root, rule.ports(n));
                    let attained = graph.attained(rule, n).at(count.into());
                    let case = format!("{graph:?}, {rule:?}, n {n}, {count} packets");
                    assert_eq!(slots(&made), attained, "{case}");
                    let Some(printed) = graph.printed(rule, n) else { continue };
                    let printed = printed.at(count.into());
                    if (graph, rule) == (BroadcastGraph::Path, Rule::One) {
                        // Table 3 is a step short of Table 1, which no schedule on a path of N - 1 links can
                        // be.
                        assert_eq!(attained, printed + BigRational::from_integer(1.into()), "{case}");
                    } else if n >= 3 {
                        assert_eq!(attained, printed, "{case}");
                    }
                }
            }
        }
    }
}

#[test]
fn personalized_communication_takes_what_the_busiest_link_or_port_needs() {
    for n in 1..=8 {
        for personal in PersonalTree::EVERY {
            for rule in Rule::EVERY {
                for count in [1, 2, 3] {
                    let root = 101 % (1 << n);
                    let made = personalized(&tree(personal.tree(), n, root), count, rule.ports(n))
                        .expect("a schedule");
                    replay(&made, n, root, rule.ports(n));
                    assert_eq!(made.packets.len(), index(((1 << n) - 1) * u64::from(count)));
                    let steps = personal.attained(rule, n).at(count.into());
                    assert_eq!(slots(&made), steps, "{personal:?}, {rule:?}, n {n}, {count} each");
                }
            }
        }
    }
}

#[test]
fn schedules_keep_to_any_number_of_ports() {
    for n in 3..=6 {
        for k in 2..n {
            let ports = PortRule::FullDuplex(k);
            for kind in kinds(n) {
                replay(&tree_broadcast(&tree(kind, n, 5), 4, ports).expect("a schedule"), n, 5, ports);
                replay(&personalized(&tree(kind, n, 5), 2, ports).expect("a schedule"), n, 5, ports);
            }
            replay(&msbt_broadcast(n, Node(5), 7, ports).expect("a schedule"), n, 5, ports);
        }
        for kind in kinds(n) {
            for ports in [PortRule::HalfDuplex, PortRule::FullDuplex(1), PortRule::FullDuplex(n)] {
                replay(&tree_broadcast(&tree(kind, n, 5), 4, ports).expect("a schedule"), n, 5, ports);
                replay(&personalized(&tree(kind, n, 5), 2, ports).expect("a schedule"), n, 5, ports);
            }
        }
    }
}

#[test]
fn invalid_trees_and_schedules_are_refused() {
    let new = |kind, n, root| CubeTree::new(kind, n, Node(root)).map(|_| ());
    assert_eq!(new(TreeKind::Sbt, 0, 0), Err(CubeTreeError::Dimension { found: 0 }));
    assert_eq!(new(TreeKind::Sbt, 63, 0), Err(CubeTreeError::Dimension { found: 63 }));
    assert_eq!(new(TreeKind::Bst, 3, 8), Err(CubeTreeError::Root { found: 8, greatest: 7 }));
    let ninth = TreeKind::Msbt { index: 9 };
    assert_eq!(new(ninth, 9, 0), Err(CubeTreeError::Index { found: 9, greatest: 8 }));
    let all = PortRule::FullDuplex(3);
    let small = tree(TreeKind::Sbt, 3, 0);
    assert_eq!(tree_broadcast(&small, 0, all), Err(CubeTreeError::NoPackets));
    assert_eq!(personalized(&small, 1, PortRule::FullDuplex(0)), Err(CubeTreeError::NoPorts));
    let longest = tree(TreeKind::Path, 62, 0);
    assert!(matches!(personalized(&longest, u32::MAX, all), Err(CubeTreeError::TooLarge { .. })));
    let large = tree(TreeKind::Bst, 60, 0);
    assert!(matches!(tree_broadcast(&large, 1, all), Err(CubeTreeError::TooLarge { .. })));
    assert!(matches!(msbt_broadcast(62, Node(0), 1, all), Err(CubeTreeError::TooLarge { .. })));
    // A move too many: 2²⁴ are written down.
    let many = |moves| Err(CubeTreeError::TooLarge { moves, most: 1 << 24 });
    let of_25 = tree(TreeKind::Sbt, 25, 0);
    assert_eq!(tree_broadcast(&of_25, 1, all), many((1 << 25) - 1));
    assert_eq!(msbt_broadcast(1, Node(0), (1 << 24) + 1, all), many((1 << 24) + 1));
    // The levels of the spanning binomial tree add up to n · 2ⁿ⁻¹.
    assert_eq!(personalized(&tree(TreeKind::Sbt, 21, 0), 1, all), many(21 << 20));
}

/// What is sent in every slot, as packet, sender, receiver.
fn by_hand(packets: usize, slots: &[&[(u32, u64, u64)]]) -> ExplicitSchedule {
    let sent =
        |&(packet, from, to): &(u32, u64, u64)| isotask::model::Sent::new(packet, Node(from), Node(to));
    ExplicitSchedule {
        packets: vec![Packet::Copied { from: Node(0) }; packets],
        slots: slots.iter().map(|slot| slot.iter().map(sent).collect()).collect(),
    }
}

#[test]
fn the_times_of_the_msbt_graph_are_not_the_least_there_are() {
    // P5 §3.3.2 calls M/B + log N with one send and one receive, and 2M/B + log N - 1 with one send or one
    // receive, strict lower bounds for M/B > 1. Two packets in the 2-cube: 4 and 5 steps, but 3 and 4
    // suffice.
    let both = by_hand(2, &[&[(0, 0, 1)], &[(0, 1, 3), (1, 0, 2)], &[(0, 3, 2), (1, 0, 1), (1, 2, 3)]]);
    replay(&both, 2, 0, PortRule::FullDuplex(1));
    let either = by_hand(2, &[&[(0, 0, 1)], &[(0, 1, 3), (1, 0, 2)], &[(1, 0, 1), (1, 2, 3)], &[(0, 0, 2)]]);
    replay(&either, 2, 0, PortRule::HalfDuplex);
    for (made, rule) in [(both, Rule::One), (either, Rule::HalfDuplex)] {
        let printed = BroadcastGraph::Msbt.printed(rule, 2).expect("Table 3");
        assert!(slots(&made) < printed.at(2), "{rule:?}");
    }
}

fn fraction(top: i64, bottom: i64) -> BigRational {
    BigRational::new(top.into(), bottom.into())
}

#[test]
fn the_best_packet_size_is_the_best_of_all() {
    for n in [1, 2, 3, 6] {
        for elements in [1, 2, 7, 60, 97, 256] {
            for (startup, transfer) in [(0, 0), (0, 1), (1, 0), (1, 1), (100, 1), (1, 100), (7, 3)] {
                let model =
                    CostModel::new(elements, fraction(startup, 3), fraction(transfer, 7)).expect("a model");
                let of =
                    |graph: BroadcastGraph, rule| [graph.printed(rule, n), Some(graph.attained(rule, n))];
                let every = BroadcastGraph::EVERY
                    .into_iter()
                    .flat_map(|graph| Rule::EVERY.map(|rule| of(graph, rule)));
                for steps in every.flatten().flatten() {
                    let best = model.best_packet(&steps);
                    let all = (1..=elements).map(|packet| (model.time(&steps, packet), packet));
                    let (time, packet) = all.min().expect("M is at least 1");
                    assert_eq!((&best.time, best.packet), (&time, packet), "{model:?}, {steps:?}");
                    // Where P5's derivation applies, its T_min bounds the time from below.
                    if steps.offset > 0 {
                        assert!(model.least(&steps).time <= Radical::from(time), "{model:?}, {steps:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_optima_are_those_of_table_3() {
    // With M·t_c = u²/q' and τ = v² the radicals of the table vanish: M = 36, t_c = 1/4, τ = 25, u = 3, v =
    // 5.
    let model = CostModel::new(36, fraction(25, 1), fraction(1, 4)).expect("a model");
    let least = |graph: BroadcastGraph, rule, n| model.least(&graph.printed(rule, n).expect("Table 3"));
    // SBT, all ports, log N = 5: (√(Mt_c) + √(τ(log N - 1)))² = (3 + 10)², B_opt = √(36·25·4/4).
    let sbt = least(BroadcastGraph::Sbt, Rule::All, 5);
    assert_eq!((sbt.time, sbt.packet), (fraction(169, 1).into(), fraction(30, 1).into()));
    // SBT, one port: log N (Mt_c + τ), B_opt = M.
    let one = least(BroadcastGraph::Sbt, Rule::One, 5);
    assert_eq!((one.time, one.packet), (fraction(170, 1).into(), fraction(36, 1).into()));
    // MSBT, one send and one receive, log N = 4: (3 + 10)²; all ports, log N = 9: (3/3 + 15)², B_opt =
    // √(36·25·4)/9.
    assert_eq!(least(BroadcastGraph::Msbt, Rule::One, 4).time, fraction(169, 1).into());
    let all = least(BroadcastGraph::Msbt, Rule::All, 9);
    assert_eq!((all.time, all.packet), (fraction(256, 1).into(), fraction(60, 9).into()));
    // TCBT, one send and one receive, log N = 6: 2(3 + 10)²; HP, one send and one receive, N = 4: (3 + 5)².
    assert_eq!(least(BroadcastGraph::Tcbt, Rule::One, 6).time, fraction(338, 1).into());
    assert_eq!(least(BroadcastGraph::Path, Rule::One, 2).time, fraction(64, 1).into());
    // MSBT, one send or one receive, log N = 3: (√18 + √50)² = 68 + 2·30; TCBT, log N = 5: (√27 + √125)² =
    // 152 + 2·√3375.
    assert_eq!(least(BroadcastGraph::Msbt, Rule::HalfDuplex, 3).time, fraction(128, 1).into());
    let tcbt = least(BroadcastGraph::Tcbt, Rule::HalfDuplex, 5);
    assert_eq!(tcbt.time, Radical::new(fraction(152, 1), fraction(4 * 3375, 1)));
}

#[test]
fn the_times_of_table_6_are_those_of_its_formulas() {
    let model = CostModel::new(10, fraction(3, 1), fraction(1, 5)).expect("a model");
    let of = |tree: PersonalTree, rule, n| model.unbounded(&tree.printed_unbounded(rule, n));
    let time = |tree, rule, n| of(tree, rule, n).rational().cloned();
    // M·t_c = 2, τ = 3, N = 16: 15·2 + 4·3, 8·2 + 4·3, 23·2 + 6·3, 23·2 + 4·3, 16·(1 + 2·2/4)·2 + 6·3,
    // (15/4)·2 + 4·3.
    assert_eq!(time(PersonalTree::Sbt, Rule::One, 4), Some(fraction(42, 1)));
    assert_eq!(time(PersonalTree::Sbt, Rule::All, 4), Some(fraction(28, 1)));
    assert_eq!(time(PersonalTree::Tcbt, Rule::HalfDuplex, 4), Some(fraction(64, 1)));
    assert_eq!(time(PersonalTree::Tcbt, Rule::All, 4), Some(fraction(58, 1)));
    assert_eq!(time(PersonalTree::Bst, Rule::One, 4), Some(fraction(82, 1)));
    assert_eq!(time(PersonalTree::Bst, Rule::All, 4), Some(fraction(39, 2)));
    // log 5 is irrational: 32·(1 + 2·log₂ 5/5)·2 + 8·3.
    assert_eq!(time(PersonalTree::Bst, Rule::One, 5), None);
    assert_eq!(of(PersonalTree::Bst, Rule::One, 5).to_string(), "88 + 128/5·log₂ 5");
}

proptest! {
    #[test]
    fn radicals_are_ordered_like_the_numbers_they_are(p in -50_i64..50, a in 0_i64..50, q in -50_i64..50, b in 0_i64..50) {
        let number = |p: i64, r: i64| Radical::new(fraction(p, 1), fraction(r, 1));
        // Roots of squares are integers.
        prop_assert_eq!(number(p, a * a).cmp(&number(q, b * b)), (p + a).cmp(&(q + b)));
        // In scaled integers ⌊10⁶√a⌋ decides whenever the numbers are not close.
        let scaled = |p: i64, r: i64| p * 1_000_000 + (r * 1_000_000_000_000).isqrt();
        let (left, right) = (scaled(p, a), scaled(q, b));
        if (left - right).abs() > 1 {
            prop_assert_eq!(number(p, a).cmp(&number(q, b)), left.cmp(&right));
        } else {
            prop_assert_eq!(number(p, a) == number(q, b), number(q, b) == number(p, a));
        }
    }
}

#[test]
fn invalid_cost_models_are_refused() {
    let new =
        |elements, startup, transfer| CostModel::new(elements, fraction(startup, 1), fraction(transfer, 1));
    assert!(matches!(new(0, 1, 1), Err(CostError::Elements { found: 0, .. })));
    assert!(matches!(new(u64::MAX, 1, 1), Err(CostError::Elements { .. })));
    assert!(matches!(new(1, -1, 1), Err(CostError::Negative { name: "τ", .. })));
    assert!(matches!(new(1, 1, -1), Err(CostError::Negative { name: "t_c", .. })));
}
