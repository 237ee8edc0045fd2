//! Personalised communication with the messages of several destinations in a packet (P5 §4.2).

use isotask::model::Node;
use isotask::tree::{
    CubeTree, Logarithmic, MergeOrder, MergedError, MergedPacket, MergedScatter, Rule, TreeKind,
    merged_scatter, replay_merged,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;
use std::cmp::Ordering;
use std::collections::BTreeMap;

fn tree(kind: TreeKind, n: u32) -> CubeTree {
    CubeTree::new(kind, n, Node(0)).expect("a tree")
}

fn made(kind: TreeKind, n: u32, capacity: u64, rule: Rule, order: MergeOrder) -> MergedScatter {
    merged_scatter(&tree(kind, n), capacity, rule, order, false).expect("a schedule")
}

/// Steps, packets one after the other, messages one after the other.
fn counted(found: &MergedScatter) -> (u64, u64, u64) {
    let times = found.replay().expect("a proper schedule");
    (found.steps().len().try_into().expect("few steps"), times.startups, times.transfers)
}

fn number(top: i64, bottom: i64) -> BigRational {
    BigRational::new(top.into(), bottom.into())
}

fn kinds() -> impl Strategy<Value = TreeKind> {
    prop_oneof![
        Just(TreeKind::Sbt),
        Just(TreeKind::Bst),
        Just(TreeKind::Tcbt),
        Just(TreeKind::Msbt { index: 0 }),
        Just(TreeKind::Path),
    ]
}

fn rules() -> impl Strategy<Value = Rule> {
    prop::sample::select(Rule::EVERY.to_vec())
}

fn orders() -> impl Strategy<Value = MergeOrder> {
    prop::sample::select(MergeOrder::EVERY.to_vec())
}

/// The end of the last packet, every packet being given a time of its own.
fn ended(found: &MergedScatter, startup: &BigRational, message: &BigRational) -> BigRational {
    let zero = || number(0, 1);
    let mut arrived: BTreeMap<(Node, Node), BigRational> = BTreeMap::new();
    let mut free: BTreeMap<(u64, u8), BigRational> = BTreeMap::new();
    let mut last = zero();
    for packet in found.steps().iter().flatten() {
        let ports = match found.rule() {
            Rule::HalfDuplex => vec![(packet.from.0, 0), (packet.to.0, 0)],
            Rule::One => vec![(packet.from.0, 0), (packet.to.0, 1)],
            Rule::All => vec![(packet.to.0, 1)],
        };
        let of_ports = ports.iter().filter_map(|port| free.get(port).cloned());
        let of_data =
            packet.destinations.iter().filter_map(|&node| arrived.get(&(packet.from, node)).cloned());
        let start = of_ports.chain(of_data).max().unwrap_or_else(zero);
        let end = start + startup + message * BigRational::from_integer(packet.destinations.len().into());
        free.extend(ports.into_iter().map(|port| (port, end.clone())));
        arrived.extend(packet.destinations.iter().map(|&node| ((packet.to, node), end.clone())));
        last = last.max(end);
    }
    last
}

proptest! {
    #[test]
    fn every_message_arrives_in_packets_that_keep_the_rules(
        kind in kinds(), n in 1_u32..6, capacity in 1_u64..20, rule in rules(), order in orders(), eager: bool,
    ) {
        let tree = tree(kind, n);
        let found = merged_scatter(&tree, capacity, rule, order, eager).expect("a schedule");
        let times = found.replay().expect("a proper schedule");
        prop_assert!(times.largest <= capacity);
        // What the root has to send, one packet after the other or over its busiest link.
        let subtrees = tree.subtrees();
        let (packets, messages) = if rule == Rule::All {
            let largest = *subtrees.iter().max().expect("a subtree");
            (largest.div_ceil(capacity), largest)
        } else {
            (subtrees.iter().map(|size| size.div_ceil(capacity)).sum(), tree.nodes() - 1)
        };
        prop_assert!(times.startups >= packets.max(tree.height()) && times.transfers >= messages);
    }

    #[test]
    fn the_time_is_that_of_packets_that_start_as_soon_as_they_can(
        kind in kinds(), n in 1_u32..6, capacity in 1_u64..20, rule in rules(), order in orders(), eager: bool,
        startup in 0_i64..20, message in 0_i64..20,
    ) {
        let found = merged_scatter(&tree(kind, n), capacity, rule, order, eager).expect("a schedule");
        let (startup, message) = (number(startup, 3), number(message, 7));
        let times = found.replay().expect("a proper schedule");
        prop_assert_eq!(times.at(&startup, &message), ended(&found, &startup, &message));
    }

    #[test]
    fn nodes_that_wait_send_the_fewest_packets_over_every_edge(
        kind in kinds(), n in 1_u32..6, capacity in 1_u64..20, rule in rules(),
    ) {
        let found = made(kind, n, capacity, rule, MergeOrder::FarthestFirst);
        let mut packets: BTreeMap<Node, (u64, u64)> = BTreeMap::new();
        for packet in found.steps().iter().flatten() {
            let (count, messages) = packets.entry(packet.to).or_default();
            *count += 1;
            *messages += u64::try_from(packet.destinations.len()).expect("few");
        }
        prop_assert!(packets.values().all(|&(count, messages)| count == messages.div_ceil(capacity)));
    }

    #[test]
    fn a_logarithm_is_compared_as_powers_of_integers_are(p in 1_u32..200, q in 1_u32..40, m in 2_u64..64) {
        let exact = BigInt::from(m).pow(q).cmp(&(BigInt::from(1) << p));
        let found = Logarithmic::new(number(0, 1), number(i64::from(q), 1), m);
        prop_assert_eq!(found.compare(&number(p.into(), 1)), Some(exact));
    }
}

#[test]
fn the_binomial_tree_takes_the_start_ups_of_p5_with_one_port() {
    for n in 1..=8 {
        for k in 0..n {
            for rule in [Rule::HalfDuplex, Rule::One] {
                let found = made(TreeKind::Sbt, n, 1 << k, rule, MergeOrder::SubtreeBySubtree);
                let startups = (1 << (n - k)) + u64::from(k) - 1;
                assert_eq!(counted(&found), (startups, startups, (1 << n) - 1), "n = {n}, B = 2^{k}·M");
            }
        }
    }
}

#[test]
fn level_by_level_meets_the_times_of_table_6_but_for_the_two_rooted_tree() {
    for n in 2..=8_u32 {
        let (steps, nodes) = (u64::from(n), 1_u64 << n);
        let times = |kind| counted(&made(kind, n, nodes, Rule::All, MergeOrder::LevelByLevel));
        assert_eq!(times(TreeKind::Sbt), (steps, steps, nodes / 2));
        // P5 prints (3/2)N - 1.
        assert_eq!(times(TreeKind::Tcbt), (steps, steps, nodes * 3 / 4 - 1));
        // P5 prints about (N - 1)/n: the largest subtree is the least along the tree.
        let largest = tree(TreeKind::Bst, n).subtrees().into_iter().max().expect("a subtree");
        assert_eq!(times(TreeKind::Bst), (steps, steps, largest));
    }
}

#[test]
fn one_packet_over_every_edge_takes_the_time_of_table_6_along_the_two_rooted_tree() {
    for n in 2..=8_u32 {
        let nodes = 1_u64 << n;
        let found = made(TreeKind::Tcbt, n, nodes, Rule::One, MergeOrder::SubtreeBySubtree);
        let times = found.replay().expect("a proper schedule");
        assert_eq!(
            (times.startups, times.transfers),
            (2 * u64::from(n) - 2, 2 * nodes - 2 * u64::from(n) - 1)
        );
        assert_eq!(times.packets, nodes - 1);
    }
}

#[test]
fn every_fault_of_a_schedule_is_told() {
    let tree = tree(TreeKind::Sbt, 2);
    let packet = |from, to, destinations: &[u64]| MergedPacket {
        from: Node(from),
        to: Node(to),
        destinations: destinations.iter().map(|&node| Node(node)).collect(),
    };
    let replayed = |capacity, rule, steps: &[Vec<MergedPacket>]| replay_merged(&tree, capacity, rule, steps);
    let proper = [vec![packet(0, 1, &[1, 3])], vec![packet(0, 2, &[2]), packet(1, 3, &[3])]];
    let times = replayed(2, Rule::HalfDuplex, &proper).expect("a proper schedule");
    assert_eq!((times.startups, times.transfers, times.packets, times.largest), (2, 3, 3, 2));
    let (step, most) = (0, 1);
    assert_eq!(replayed(1, Rule::All, &proper), Err(MergedError::Size { step, found: 2, most }));
    assert_eq!(
        replayed(1, Rule::All, &[vec![packet(0, 1, &[])]]),
        Err(MergedError::Size { step, found: 0, most })
    );
    assert_eq!(
        replayed(1, Rule::All, &[vec![packet(2, 3, &[3])]]),
        Err(MergedError::Edge { step, from: Node(2), to: Node(3) })
    );
    assert_eq!(
        replayed(1, Rule::All, &[vec![packet(0, 4, &[3])]]),
        Err(MergedError::Edge { step, from: Node(0), to: Node(4) })
    );
    let not_held = |from, destination| {
        Err(MergedError::NotHeld { step, from: Node(from), destination: Node(destination) })
    };
    assert_eq!(replayed(1, Rule::All, &[vec![packet(1, 3, &[3])]]), not_held(1, 3));
    assert_eq!(replayed(2, Rule::All, &[vec![packet(0, 1, &[1, 1])]]), not_held(0, 1));
    let both = vec![packet(0, 1, &[1]), packet(0, 2, &[2])];
    assert_eq!(
        replayed(1, Rule::One, &[both]),
        Err(MergedError::Port { step, node: Node(0), rule: Rule::One })
    );
    let passing =
        [vec![packet(0, 1, &[3])], vec![packet(0, 1, &[1]), packet(1, 3, &[3])], vec![packet(0, 2, &[2])]];
    assert_eq!(
        replayed(1, Rule::HalfDuplex, &passing),
        Err(MergedError::Port { step: 1, node: Node(1), rule: Rule::HalfDuplex })
    );
    replayed(1, Rule::One, &passing).expect("one send and one receive");
    assert_eq!(
        replayed(2, Rule::All, &proper[..1]),
        Err(MergedError::NotDelivered { destination: Node(2), at: Node(0) })
    );
    assert_eq!(Logarithmic::from(number(1, 2)).compare(&number(1, 2)), Some(Ordering::Equal));
}
