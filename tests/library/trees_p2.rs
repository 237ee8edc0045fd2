//! The constructions of P2, replayed packet by packet by a replay that shares nothing with them.

use isotask::model::{
    ExplicitSchedule, Link, MultinodeSchedule, MultinodeSend, Network, Node, Packet, PortRule, Sent,
};
use isotask::tree::{
    ConstructionError, RotationClasses, compatible_tree, exchange_to_gather,
    exchange_to_multinode_accumulation, exchange_to_multinode_broadcast, exchange_to_scatter, expand,
    farthest_first, multinode_broadcast_matching, multinode_broadcast_ring, multinode_broadcast_rotation,
    multinode_broadcast_to_gather, multinode_broadcast_to_single, scatter, scatter_bound, scatter_by_flow,
    scatter_to_broadcast, single_node_broadcast, total_exchange_all_ports, total_exchange_one_port,
};
use isotask::wire;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn cube(dimension: u32) -> Network {
    Network::new(&wire::Network::Hypercube { dimension: dimension.into() }).expect("a hypercube")
}

fn torus(radices: &[u64]) -> Network {
    Network::new(&wire::Network::Torus { radices: radices.to_vec() }).expect("a torus")
}

/// Returns all nondecreasing lists of radices of tori of at most a number of nodes.
fn all_tori(most: u64) -> Vec<Vec<u64>> {
    let mut found = Vec::new();
    let mut open = vec![(Vec::new(), 1)];
    while let Some((radices, nodes)) = open.pop() {
        for radix in radices.last().copied().unwrap_or(2)..=most / nodes {
            let longer: Vec<u64> = radices.iter().copied().chain([radix]).collect();
            found.push(longer.clone());
            open.push((longer, nodes * radix));
        }
    }
    found.sort();
    found
}

fn set_with(node: Node) -> Vec<u64> {
    let word = usize::try_from(node.0 / 64).expect("a small network");
    let mut set = vec![0; word + 1];
    set[word] = 1 << (node.0 % 64);
    set
}

fn contains(set: &[u64], node: Node) -> bool {
    let word = usize::try_from(node.0 / 64).expect("a small network");
    set.get(word).is_some_and(|bits| bits >> (node.0 % 64) & 1 == 1)
}

fn join(set: &mut Vec<u64>, other: &[u64]) {
    set.resize(set.len().max(other.len()), 0);
    set.iter_mut().zip(other).for_each(|(bits, more)| *bits |= more);
}

fn index(node: Node) -> usize {
    usize::try_from(node.0).expect("a small network")
}

/// Slots and sends of a schedule.
#[derive(Debug, PartialEq, Eq)]
struct Size {
    slots: u64,
    sends: u64,
}

fn size<M>(slots: &[Vec<M>]) -> Size {
    let count = |n: usize| u64::try_from(n).expect("a number");
    Size { slots: count(slots.len()), sends: count(slots.iter().map(Vec::len).sum()) }
}

/// Whether a link leads from one node to another, by coordinates alone.
fn adjacent(network: &Network, from: Node, to: Node) -> bool {
    let pairs = network.coordinates(from).into_iter().zip(network.coordinates(to));
    let mut rings = pairs.zip(network.dimensions()).filter(|((a, b), _)| a != b);
    let Some(((a, b), ring)) = rings.next() else { return false };
    rings.next().is_none() && ((a + 1) % ring.radix() == b || (b + 1) % ring.radix() == a)
}

/// Ports and links of every slot.
fn obey_ports(network: &Network, ports: PortRule, slots: &[Vec<Sent>]) {
    let n = index(Node(network.nodes()));
    for (slot, sends) in slots.iter().enumerate() {
        assert!(sends.is_sorted(), "slot {slot} is not in order");
        let mut out = vec![0; n];
        let mut into = vec![0; n];
        let mut links = BTreeSet::new();
        for send in sends {
            assert!(adjacent(network, send.from(), send.to()), "slot {slot}: {send:?} follows no link");
            assert!(
                links.insert((send.from(), send.to())),
                "slot {slot}: the link of {send:?} is used twice"
            );
            out[index(send.from())] += 1;
            into[index(send.to())] += 1;
        }
        for node in 0..n {
            let fits = match ports {
                PortRule::FullDuplex(k) => out[node] <= k && into[node] <= k,
                PortRule::HalfDuplex => out[node] + into[node] <= 1,
            };
            assert!(fits, "slot {slot}: node {node} makes {} sends and {} receives", out[node], into[node]);
        }
    }
}

/// Replays an explicit schedule: holders, combining, delivery, ports.
fn replay(network: &Network, rule: PortRule, schedule: &ExplicitSchedule) -> Size {
    obey_ports(network, rule, &schedule.slots);
    let n = index(Node(network.nodes()));
    let mut holders: Vec<Vec<u64>> = Vec::new();
    let mut parts: Vec<Vec<Vec<u64>>> = Vec::new();
    for &packet in &schedule.packets {
        let (start, combined) = match packet {
            Packet::Personal { from, .. } | Packet::Copied { from } => (set_with(from), Vec::new()),
            Packet::Combined { .. } => {
                (Vec::new(), (0..network.nodes()).map(|node| set_with(Node(node))).collect())
            }
            Packet::Summed { .. } => unreachable!("no task here is an allreduce"),
        };
        holders.push(start);
        parts.push(combined);
    }
    // Of combined packets, who has sent its part.
    let mut sent: Vec<Vec<u64>> = vec![Vec::new(); schedule.packets.len()];
    for (slot, sends) in schedule.slots.iter().enumerate() {
        for send in sends {
            let packet = usize::try_from(send.packet).expect("a packet");
            match schedule.packets[packet] {
                Packet::Personal { .. } | Packet::Copied { .. } => {
                    assert!(
                        contains(&holders[packet], send.from()),
                        "slot {slot}: {send:?} of what is not held"
                    );
                }
                Packet::Combined { to } => {
                    assert!(
                        send.from() != to && !contains(&sent[packet], send.from()),
                        "slot {slot}: {send:?} again"
                    );
                }
                Packet::Summed { .. } => unreachable!("no task here is an allreduce"),
            }
        }
        for send in sends {
            let packet = usize::try_from(send.packet).expect("a packet");
            if let Packet::Combined { .. } = schedule.packets[packet] {
                join(&mut sent[packet], &set_with(send.from()));
            }
        }
        for send in sends {
            let packet = usize::try_from(send.packet).expect("a packet");
            match schedule.packets[packet] {
                Packet::Personal { .. } => holders[packet] = set_with(send.to()),
                Packet::Copied { .. } => {
                    assert!(!contains(&holders[packet], send.to()), "slot {slot}: {send:?} of what is held");
                    join(&mut holders[packet], &set_with(send.to()));
                }
                Packet::Combined { .. } => {
                    assert!(!contains(&sent[packet], send.to()), "slot {slot}: {send:?} comes too late");
                    let more = parts[packet][index(send.from())].clone();
                    join(&mut parts[packet][index(send.to())], &more);
                }
                Packet::Summed { .. } => unreachable!("no task here is an allreduce"),
            }
        }
    }
    let everybody = |set: &[u64]| (0..network.nodes()).all(|node| contains(set, Node(node)));
    for (number, &packet) in schedule.packets.iter().enumerate() {
        match packet {
            Packet::Personal { to, .. } => assert_eq!(holders[number], set_with(to), "packet {number}"),
            Packet::Copied { .. } => assert!(everybody(&holders[number]), "packet {number}"),
            Packet::Combined { to } => {
                assert!(everybody(&parts[number][index(to)]), "packet {number}");
                let all_but_one = sent[number].iter().map(|bits| bits.count_ones()).sum::<u32>();
                assert_eq!(usize::try_from(all_but_one), Ok(n - 1), "packet {number}");
            }
            Packet::Summed { .. } => unreachable!("no task here is an allreduce"),
        }
    }
    size(&schedule.slots)
}

/// Replays a symmetric multinode broadcast: link types, holders, every position reached exactly once.
fn replay_placed(network: &Network, ports: u32, count: u64, schedule: &MultinodeSchedule) -> Size {
    let n = index(Node(network.nodes()));
    let mut held = vec![vec![false; n]; usize::try_from(count).expect("few packets")];
    for held in &mut held {
        held[0] = true;
    }
    for (slot, sends) in schedule.slots.iter().enumerate() {
        assert!(sends.is_sorted(), "slot {slot} is not in order");
        assert!(sends.len() <= usize::try_from(ports).expect("few ports"), "slot {slot}");
        let links: BTreeSet<Link> = sends.iter().map(|send| send.link).collect();
        assert_eq!(links.len(), sends.len(), "slot {slot}: a link type twice");
        let before = held.clone();
        for &MultinodeSend { packet, position, link } in sends {
            let packet = usize::try_from(packet).expect("a packet");
            assert!(before[packet][index(position)], "slot {slot}: position {position:?} does not hold it");
            let to = &mut held[packet][index(network.neighbor(position, link))];
            assert!(!*to, "slot {slot}: a position is reached again from {position:?}");
            *to = true;
        }
    }
    assert!(held.iter().flatten().all(|&held| held), "a position is not reached");
    size(&schedule.slots)
}

/// Replays a symmetric total exchange; every packet goes a shortest path.
fn replay_exchange(network: &Network, ports: usize, slots: &[Vec<(u32, u32)>]) -> Size {
    let mut position = vec![Node(0); index(Node(network.nodes())) - 1];
    for (slot, moves) in slots.iter().enumerate() {
        let rows: BTreeSet<u32> = moves.iter().map(|step| step.0).collect();
        let links: BTreeSet<u32> = moves.iter().map(|step| step.1).collect();
        assert_eq!((rows.len(), links.len()), (moves.len(), moves.len()), "slot {slot}");
        assert!(moves.is_sorted() && moves.len() <= ports, "slot {slot}");
        for &(row, link) in moves {
            let here = &mut position[usize::try_from(row).expect("a row")];
            *here = network.neighbor(*here, Link(link));
        }
    }
    assert!((1..).zip(&position).all(|(offset, &here)| here == Node(offset)), "not delivered");
    size(slots)
}

fn all(network: &Network) -> PortRule {
    PortRule::FullDuplex(network.links())
}

#[test]
fn every_number_of_ports_has_its_multinode_broadcast_from_rotation_classes() {
    for d in 1..=12 {
        let network = cube(d);
        let others = network.nodes() - 1;
        for ports in 1..=d {
            let schedule = multinode_broadcast_rotation(d, ports).expect("P2 §2");
            let found = replay_placed(&network, ports, 1, &schedule);
            assert_eq!(
                found,
                Size { slots: others.div_ceil(ports.into()), sends: others },
                "d = {d}, k = {ports}"
            );
            assert_eq!(schedule.reversed(&network).reversed(&network), schedule);
        }
    }
    for d in 13..=16 {
        let schedule = multinode_broadcast_rotation(d, d).expect("P2 §2");
        let others = (1 << d) - 1_u64;
        let expected = Size { slots: others.div_ceil(d.into()), sends: others };
        assert_eq!(replay_placed(&cube(d), d, 1, &schedule), expected, "d = {d}");
    }
}

#[test]
fn the_numbering_of_rotation_classes_is_that_of_p2() {
    for d in 1..=10_u32 {
        let classes = RotationClasses::new(d).expect("a small cube");
        let order: Vec<Node> = (0..1 << d).map(|number| classes.node(number)).collect();
        assert!(order.is_sorted_by_key(|node| node.0.count_ones()), "d = {d}");
        let blocks = (1..d).map(|ones| Node((1 << ones) - 1));
        for block in blocks {
            // The class of a block comes first among those with as many ones, and a zero is next to the bit
            // m(t).
            let class: Vec<u32> = (0..d)
                .map(|by| Node((block.0 << by | block.0 >> (d - by)) & ((1 << d) - 1)))
                .map(|t| {
                    let m = classes.link(t).expect("not node 0").0;
                    assert_eq!(t.0 >> ((m + d - 1) % d) & 1, 0, "d = {d}, t = {t:?}");
                    classes.number(t)
                })
                .collect();
            let fewer = order.iter().filter(|node| node.0.count_ones() < block.0.count_ones()).count();
            assert_eq!(class.iter().min().map(|&n| usize::try_from(n)), Some(Ok(fewer)), "d = {d}");
            assert_eq!(class.iter().max().map(|&n| usize::try_from(n + 1 - d)), Some(Ok(fewer)), "d = {d}");
        }
        for node in &order[1..] {
            let link = classes.link(*node).expect("not node 0").0;
            assert_eq!(node.0 >> link & 1, 1, "condition (1), d = {d}");
            assert_eq!(link, (classes.number(*node) - 1) % d);
        }
    }
}

#[test]
fn expanded_broadcasts_and_accumulations_are_replayed_at_every_node() {
    for d in 1..=7 {
        let network = cube(d);
        for ports in BTreeSet::from([1, d]) {
            let placed = multinode_broadcast_rotation(d, ports).expect("P2 §2");
            let others = network.nodes() - 1;
            let expected = Size { slots: others.div_ceil(ports.into()), sends: network.nodes() * others };
            let explicit = expand(&network, 1, false, &placed).expect("small");
            assert_eq!(replay(&network, PortRule::FullDuplex(ports), &explicit), expected);
            let reduced = expand(&network, 1, true, &placed.reversed(&network)).expect("small");
            assert_eq!(replay(&network, PortRule::FullDuplex(ports), &reduced), expected);
            assert_eq!(explicit.reversed(), reduced, "reversing and expanding commute");
        }
    }
}

#[test]
fn the_ring_broadcasts_through_one_port() {
    for d in 1..=8 {
        let network = cube(d);
        let schedule = multinode_broadcast_ring(&network, PortRule::FullDuplex(1), 1).expect("a small cube");
        let (n, others) = (network.nodes(), network.nodes() - 1);
        let found = replay(&network, PortRule::FullDuplex(1), &schedule);
        assert_eq!(found, Size { slots: others, sends: n * others });
        replay(&network, PortRule::FullDuplex(1), &schedule.reversed());
    }
    assert!(matches!(
        multinode_broadcast_ring(&cube(13), PortRule::FullDuplex(1), 1),
        Err(ConstructionError::TooLarge { .. })
    ));
}

#[test]
fn subtrees_of_compatible_classes_are_small_and_their_paths_shortest() {
    for d in 1..=14 {
        let tree = compatible_tree(d).expect("P2 §3");
        let mut size = vec![0_u64; 1 << d];
        for t in 1..1 << d {
            assert_eq!(tree.depth(Node(t)), t.count_ones(), "d = {d}");
            size[index(tree.path(Node(t))[1])] += 1;
        }
        let most = ((1 << d) - 1_u64).div_ceil(d.into());
        assert!(size.iter().all(|&size| size <= most), "d = {d}");
        assert_eq!(size.iter().filter(|&&size| size > 0).count(), usize::try_from(d).expect("small"));
    }
}

#[test]
fn scatter_and_gather_attain_tables_1_and_2() {
    for d in 1..=12_u32 {
        let network = cube(d);
        let root = Node(network.nodes() / 3);
        let sends = u64::from(d) << (d - 1);
        for ports in BTreeSet::from([1, d]) {
            let slots = (network.nodes() - 1).div_ceil(ports.into());
            let found = scatter(&network, root, PortRule::FullDuplex(ports), 1).expect("P2 §3");
            assert_eq!(
                replay(&network, PortRule::FullDuplex(ports), &found),
                Size { slots, sends },
                "d = {d}"
            );
            let gather = found.reversed();
            assert_eq!(
                replay(&network, PortRule::FullDuplex(ports), &gather),
                Size { slots, sends },
                "d = {d}"
            );
            assert_eq!(gather.reversed(), found);
        }
    }
}

#[test]
fn half_duplex_scatter_never_receives_and_sends_at_once() {
    for d in 1..=9_u32 {
        let network = cube(d);
        let found = scatter(&network, Node(1), PortRule::HalfDuplex, 1).expect("a tree");
        let found = replay(&network, PortRule::HalfDuplex, &found);
        // The root alone needs 2^d − 1 slots.
        assert_eq!(found, Size { slots: network.nodes() - 1, sends: u64::from(d) << (d - 1) }, "d = {d}");
    }
}

#[test]
fn total_exchanges_attain_tables_1_and_2() {
    for d in 1..=12_u32 {
        let network = cube(d);
        let sends = u64::from(d) << (d - 1);
        let busy = total_exchange_all_ports(d).expect("P2 §4");
        let all_ports = usize::try_from(d).expect("small");
        assert_eq!(
            replay_exchange(&network, all_ports, &busy),
            Size { slots: 1 << (d - 1), sends },
            "d = {d}"
        );
        let one = total_exchange_one_port(d).expect("P2 §4");
        assert_eq!(replay_exchange(&network, 1, &one), Size { slots: sends, sends }, "d = {d}");
    }
}

#[test]
fn inequality_6_holds_as_printed() {
    for d in 1..=12_u32 {
        let slots = total_exchange_all_ports(d).expect("P2 §4");
        let half = 1_usize << (d - 1);
        let mut sent = BTreeSet::new();
        for (slot, moves) in slots.iter().enumerate() {
            sent.extend(moves.iter().map(|step| step.0));
            let n = slot + 1;
            assert!(sent.len() < half + n, "d = {d}: N({n}) = {}", sent.len());
            // In the second half of the time P2 has equality.
            assert!(2 * n <= half || sent.len() + 1 == half + n, "d = {d}: N({n}) = {}", sent.len());
        }
    }
}

#[test]
fn harder_problems_become_easier_ones_in_no_more_time() {
    for d in 1..=6_u32 {
        let network = cube(d);
        let root = Node((1 << d) - 1);
        let others = network.nodes() - 1;
        for (ports, exchange) in [(d, total_exchange_all_ports(d)), (1, total_exchange_one_port(d))] {
            let exchange = exchange.expect("P2 §4");
            let rule = PortRule::FullDuplex(ports);
            let longest = size(&exchange).slots;
            let shorter = |found: Size, longest: u64, sends: u64| {
                assert!(found.slots <= longest, "d = {d}: {} slots from {longest}", found.slots);
                assert_eq!(found.sends, sends, "d = {d}");
                found.slots
            };
            let broadcast = exchange_to_multinode_broadcast(&network, 1, &exchange).expect("an exchange");
            let time = shorter(replay_placed(&network, ports, 1, &broadcast), longest, others);
            let gather = multinode_broadcast_to_gather(&network, 1, &broadcast, root).expect("a broadcast");
            let least = u64::from(d) << (d - 1);
            let found = replay(&network, rule, &gather);
            assert!(found.slots <= time && found.sends >= least);
            // Backwards in time what spreads collects (P2 §1).
            let copies = scatter_to_broadcast(&network, &gather.reversed()).expect("a gather");
            let reduced = copies.reversed();
            shorter(replay(&network, rule, &reduced), found.slots, others);
            let single = multinode_broadcast_to_single(&network, 1, &broadcast, root).expect("a broadcast");
            shorter(replay(&network, rule, &single), time, others);

            let reduction = exchange_to_multinode_accumulation(&network, 1, &exchange).expect("an exchange");
            let back = reduction.reversed(&network);
            let time = shorter(replay_placed(&network, ports, 1, &back), longest, others);
            let parts =
                multinode_broadcast_to_gather(&network, 1, &back, root).expect("an accumulation").reversed();
            let found = replay(&network, rule, &parts);
            assert!(found.slots <= time && found.sends >= least);
            let copies = scatter_to_broadcast(&network, &parts).expect("a scatter");
            shorter(replay(&network, rule, &copies), found.slots, others);

            let parts = exchange_to_scatter(&network, 1, &exchange, root).expect("an exchange");
            shorter(replay(&network, rule, &parts), longest, least);
            let gather = exchange_to_gather(&network, 1, &exchange, root).expect("an exchange");
            shorter(replay(&network, rule, &gather), longest, least);
        }
    }
}

#[test]
fn the_best_multinode_broadcast_becomes_the_best_gather() {
    for d in 1..=10_u32 {
        let network = cube(d);
        let placed = multinode_broadcast_rotation(d, d).expect("P2 §2");
        let gather = multinode_broadcast_to_gather(&network, 1, &placed, Node(1)).expect("a broadcast");
        let expected = Size { slots: size(&placed.slots).slots, sends: u64::from(d) << (d - 1) };
        assert_eq!(replay(&network, all(&network), &gather), expected);
    }
}

#[test]
fn a_conversion_refuses_invalid_schedules() {
    let network = cube(2);
    let mut exchange = total_exchange_all_ports(2).expect("P2 §4");
    exchange[0].pop();
    let refused = exchange_to_multinode_broadcast(&network, 1, &exchange);
    assert!(matches!(refused, Err(ConstructionError::NotDelivered { .. })), "{refused:?}");
    let refused = exchange_to_multinode_accumulation(&network, 1, &[vec![(3, 0)]]);
    assert_eq!(refused, Err(ConstructionError::NoSuchMove { slot: 0 }));
    let mut placed = multinode_broadcast_rotation(2, 2).expect("P2 §2");
    placed.slots.reverse();
    let refused = multinode_broadcast_to_gather(&network, 1, &placed, Node(0));
    assert!(matches!(refused, Err(ConstructionError::OutOfOrder { slot: 0, .. })), "{refused:?}");
    let broadcast = single_node_broadcast(&network, Node(0), all(&network), 1).expect("a tree");
    let refused = scatter_to_broadcast(&network, &broadcast);
    assert_eq!(refused, Err(ConstructionError::WrongPacket { packet: 0 }));
}

#[test]
fn single_node_broadcast_on_the_cube_takes_d_slots_under_every_rule() {
    for d in 1..=12_u32 {
        let network = cube(d);
        for rule in [PortRule::FullDuplex(1), all(&network), PortRule::HalfDuplex] {
            let found = single_node_broadcast(&network, Node(network.nodes() / 2), rule, 1).expect("a tree");
            let expected = Size { slots: d.into(), sends: network.nodes() - 1 };
            assert_eq!(replay(&network, rule, &found), expected, "d = {d}, {rule:?}");
            assert_eq!(replay(&network, rule, &found.reversed()), expected, "d = {d}, {rule:?}");
        }
    }
}

/// Johnsson & Ho 1989: as with all nodes linked, C − 1 + d slots.
#[test]
fn single_node_broadcasts_with_one_port_on_the_cube_are_everywhere_as_soon_as_can_be() {
    for network in (1..=6).map(cube) {
        for count in 1..=12 {
            let rule = PortRule::FullDuplex(1);
            let root = Node(count * 5 % network.nodes());
            let found = single_node_broadcast(&network, root, rule, count).expect("small");
            let slots = count - 1 + network.diameter();
            let expected = Size { slots, sends: count * (network.nodes() - 1) };
            assert_eq!(replay(&network, rule, &found), expected, "{network}, {count} packets");
            assert_eq!(replay(&network, rule, &found.reversed()), expected, "{network}, {count} packets");
        }
    }
}

#[test]
fn a_flow_finds_what_a_tree_misses_and_proves_what_is_missing() {
    // Two packets for the antipode of a ring of four have to go both ways.
    let network = torus(&[4]);
    assert_eq!(scatter_bound(&network, 2, 2), Some(3));
    let found = scatter_by_flow(&network, Node(2), 2, 2, 3, true).expect("small").expect("a flow");
    assert_eq!(replay(&network, all(&network), &found), Size { slots: 3, sends: 8 });
    assert_eq!(scatter_by_flow(&network, Node(2), 2, 2, 2, false), Ok(None));
}

#[test]
fn tori_of_at_most_100_nodes_attain_the_bounds_with_any_number_of_ports() {
    for radices in all_tori(100) {
        let network = torus(&radices);
        for ports in 1..=network.links() {
            let others = network.nodes() - 1;
            let schedule = multinode_broadcast_matching(&network, ports, 1).expect("small");
            let slots = others.div_ceil(ports.into()).max(network.diameter());
            let found = replay_placed(&network, ports, 1, &schedule);
            assert_eq!(found, Size { slots, sends: others }, "{network}, {ports} ports");
            let schedule = scatter(&network, Node(0), PortRule::FullDuplex(ports), 2).expect("small");
            let found = replay(&network, PortRule::FullDuplex(ports), &schedule);
            let hops: u64 = (0..network.nodes()).map(|node| network.distance(Node(node))).sum();
            let slots = scatter_bound(&network, ports, 2).expect("small");
            assert_eq!(found, Size { slots, sends: 2 * hops }, "{network}, {ports} ports");
        }
        let broadcast = single_node_broadcast(&network, Node(0), all(&network), 1).expect("small");
        let expected = Size { slots: network.diameter(), sends: network.nodes() - 1 };
        assert_eq!(replay(&network, all(&network), &broadcast), expected, "{network}");
    }
}

#[test]
fn many_packets_go_in_batches_that_lose_no_slot() {
    for (network, ports, count) in
        [(cube(3), 2, 601), (torus(&[5]), 2, 1700), (torus(&[4, 3]), 3, 400), (torus(&[3, 3]), 1, 500)]
    {
        let schedule = multinode_broadcast_matching(&network, ports, count).expect("small");
        let sends = (network.nodes() - 1) * count;
        let expected = Size { slots: sends.div_ceil(ports.into()), sends };
        assert_eq!(replay_placed(&network, ports, count, &schedule), expected, "{network}, {ports} ports");
    }
    let refused = multinode_broadcast_matching(&cube(3), 2, 1 << 40);
    assert!(matches!(refused, Err(ConstructionError::TooLarge { what: "sends", .. })));
}

fn small_network() -> impl Strategy<Value = Network> {
    let tori = all_tori(64);
    (0..tori.len()).prop_map(move |i| torus(&tori[i]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn scatters_of_any_torus_deliver(network in small_network(), root: u64, k in 0..6_u32, count in 1..4_u64) {
        let root = Node(root % network.nodes());
        let rule = if k == 0 { PortRule::HalfDuplex } else { PortRule::FullDuplex(k.min(network.links())) };
        let schedule = scatter(&network, root, rule, count).expect("small");
        let found = replay(&network, rule, &schedule);
        prop_assert!(Some(found.slots) >= scatter_bound(&network, rule.sends(), count));
        prop_assert_eq!(schedule.packets.len(), usize::try_from((network.nodes() - 1) * count).expect("small"));
        prop_assert_eq!(replay(&network, rule, &schedule.reversed()), found);
        if rule == PortRule::FullDuplex(1) {
            prop_assert_eq!(Some(size(&schedule.slots).slots), scatter_bound(&network, 1, count));
        }
        let copies = scatter_to_broadcast(&network, &schedule).expect("a scatter");
        let copied = replay(&network, rule, &copies);
        prop_assert!(copied.slots <= size(&schedule.slots).slots);
        prop_assert_eq!(copied.sends, (network.nodes() - 1) * count);
    }

    #[test]
    fn broadcasts_of_any_torus_deliver(network in small_network(), root: u64, k in 0..6_u32, count in 1..4_u64) {
        let root = Node(root % network.nodes());
        let rule = if k == 0 { PortRule::HalfDuplex } else { PortRule::FullDuplex(k.min(network.links())) };
        let schedule = single_node_broadcast(&network, root, rule, count).expect("small");
        let found = replay(&network, rule, &schedule);
        prop_assert_eq!(found.sends, (network.nodes() - 1) * count);
        prop_assert!(found.slots >= count.div_ceil(rule.sends().into()) - 1 + network.diameter());
        prop_assert_eq!(replay(&network, rule, &schedule.reversed()), found);
    }

    #[test]
    fn matched_multinode_broadcasts_deliver(network in small_network(), k in 1..6_u32, count in 1..4_u64, root: u64) {
        let root = Node(root % network.nodes());
        let k = k.min(network.links());
        let schedule = multinode_broadcast_matching(&network, k, count).expect("small");
        let found = replay_placed(&network, k, count, &schedule);
        let sends = (network.nodes() - 1) * count;
        prop_assert_eq!(found.sends, sends);
        prop_assert!(found.slots >= sends.div_ceil(k.into()).max(network.diameter()));
        let rule = PortRule::FullDuplex(k);
        let explicit = expand(&network, count, false, &schedule).expect("small");
        prop_assert_eq!(replay(&network, rule, &explicit).slots, found.slots);
        let gather = multinode_broadcast_to_gather(&network, count, &schedule, root).expect("a broadcast");
        prop_assert!(replay(&network, rule, &gather).slots <= found.slots);
        let single = multinode_broadcast_to_single(&network, count, &schedule, root).expect("a broadcast");
        prop_assert!(replay(&network, rule, &single).slots <= found.slots);
    }

    #[test]
    fn any_tree_scatters_farthest_first(d in 1..7_u32, root: u64, count in 1..3_u64) {
        let tree = compatible_tree(d).expect("P2 §3");
        let root = Node(root % tree.network().nodes());
        let schedule = farthest_first(&tree, root, all(tree.network()), count).expect("small");
        let found = replay(tree.network(), all(tree.network()), &schedule);
        prop_assert_eq!(found.sends, count * (u64::from(d) << (d - 1)));
    }
}
