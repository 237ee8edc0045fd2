//! Deadlock: whether the channel dependency graph has a cycle, and that messages deadlock exactly if it has.

use isotask::deadlock::{
    Channel, ChannelCycle, ChannelGraph, ChannelNumbering, ChannelOrder, DimensionOrder, HighestLink,
    Message, MessagesEnd, NumberingFault, Routing, RoutingFault, channels_between, deadlocking_messages,
    send_buffered,
};
use isotask::graph::scattered;
use isotask::model::{IncompleteHypercube, Link, Network, Node};
use isotask::wire;
use proptest::prelude::*;
use std::num::NonZeroU32;

/// One buffer on each channel.
const ONE: NonZeroU32 = NonZeroU32::MIN;

/// Routing by any rule, one lane.
struct Rule<F> {
    nodes: u64,
    next: F,
}

impl<F: Fn(u64, u64) -> u64> Routing for Rule<F> {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn next(&self, at: Node, to: Node) -> Option<Channel> {
        (at != to).then(|| Channel { from: at, to: Node((self.next)(at.0, to.0)), lane: 0 })
    }
}

/// A link of an incomplete hypercube that leads nearer, chosen by a number that depends on both nodes.
fn any_nearer(nodes: u64, choose: impl Fn(u64, u64) -> u64) -> impl Routing {
    let next = move |at: u64, to: u64| {
        let nearer = (0..64).filter(|i| (at ^ to) >> i & 1 == 1).map(|i| at ^ 1 << i);
        let nearer: Vec<u64> = nearer.filter(|&there| there < nodes).collect();
        let one = choose(at, to) % u64::try_from(nearer.len()).expect("few");
        nearer[usize::try_from(one).expect("few")]
    };
    Rule { nodes, next }
}

/// Shortest ways that turn left at even and right at odd nodes.
fn by_parity(nodes: u64) -> impl Routing {
    any_nearer(
        nodes,
        |at, to| {
            if at.count_ones() % 2 == 0 { 0 } else { u64::from((at ^ to).count_ones()) - 1 }
        },
    )
}

fn highest(nodes: u64) -> HighestLink {
    HighestLink::new(IncompleteHypercube::new(nodes).expect("from 1 node on"))
}

fn torus(radices: &[u64]) -> Network {
    Network::new(&wire::Network::Torus { radices: radices.to_vec() }).expect("a torus")
}

fn order(routing: &impl Routing) -> ChannelOrder {
    ChannelGraph::new(routing).expect("a routing").order()
}

/// Returns total exchanges: in order, in reverse order, in random order; all messages at once, one node after
/// another, one by one.
fn total_exchanges(nodes: u64) -> Vec<Vec<Message>> {
    let pairs = (0..nodes).flat_map(|source| (0..nodes).map(move |destination| (source, destination)));
    let message = |(source, destination)| Message::new(Node(source), Node(destination));
    let in_order: Vec<Message> = pairs.clone().map(message).collect();
    let reversed: Vec<Message> = in_order.iter().rev().cloned().collect();
    let random = |seed: u64| {
        let mut pairs: Vec<(u64, u64)> = pairs.clone().collect();
        pairs.sort_by_key(|(source, destination)| scattered(seed, source << 32 | destination));
        pairs.into_iter().map(message).collect::<Vec<Message>>()
    };
    let by_source = in_order.iter().map(|m| Message { slot: m.source.0, ..m.clone() }).collect();
    let singly = random(4).iter().zip(0..).map(|(m, slot)| Message { slot: slot / 2, ..m.clone() }).collect();
    let sparse =
        reversed.iter().zip(0..).map(|(m, slot)| Message { slot: slot * 100, ..m.clone() }).collect();
    vec![random(1), random(2), random(3), in_order, reversed, by_source, singly, sparse]
}

/// Asserts that all messages arrive, none earlier than possible, and within the slots that the proof of
/// progress gives.
fn assert_delivered(routing: &impl Routing, messages: &[Message]) {
    let MessagesEnd::Delivered { read } = send_buffered(routing, messages, ONE).expect("a routing") else {
        unreachable!("channels that can be numbered and a deadlock")
    };
    let hops = |m: &Message| {
        let to = m.destination.reached_from(m.source).next().expect("one destination");
        channels_between(routing, m.source, to).expect("it arrives").len()
    };
    let hops: Vec<u64> = messages.iter().map(|m| u64::try_from(hops(m)).expect("few")).collect();
    let last = messages.iter().map(|m| m.slot).max().unwrap_or(0);
    let most = last + hops.iter().map(|hops| hops + 1).sum::<u64>();
    for ((message, hops), read) in messages.iter().zip(hops).zip(read) {
        assert!(message.slot + hops <= read && read < most, "{message:?} read in slot {read}, {hops} hops");
    }
}

/// Asserts that the witness of a deadlock is a cycle of the routing, held by the messages that it names.
fn assert_deadlocked(routing: &impl Routing, sent: &[Message]) -> u64 {
    let MessagesEnd::Deadlocked { slot, read, cycle, messages } =
        send_buffered(routing, sent, ONE).expect("a routing")
    else {
        unreachable!("no deadlock")
    };
    assert!(cycle.is_of(routing));
    assert_eq!(messages.len(), cycle.steps().len());
    assert!(read + messages.len() <= sent.len());
    for (&message, step) in messages.iter().zip(cycle.steps()) {
        let Message { source, destination, .. } = &sent[message];
        assert_eq!(*destination, step.destination.into());
        let way = channels_between(routing, *source, step.destination).expect("it arrives");
        assert!(way.contains(&step.channel));
    }
    slot
}

/// Asserts that the channels cannot be numbered and that the messages of the cycle deadlock.
fn assert_deadlocks(routing: &impl Routing) {
    let ChannelOrder::Cyclic(cycle) = order(routing) else { unreachable!("the channels can be numbered") };
    assert!(cycle.is_of(routing));
    // All messages take their first channel, and none the second.
    assert_eq!(assert_deadlocked(routing, &deadlocking_messages(&cycle, ONE)), 1);
}

fn assert_free(routing: &impl Routing) {
    let ChannelOrder::Acyclic(numbering) = order(routing) else { unreachable!("a cycle of channels") };
    assert_eq!(numbering.verify(routing), Ok(()));
}

#[test]
fn the_highest_links_of_incomplete_hypercubes_deliver_every_total_exchange() {
    for n in (1..=20).chain([31, 32, 33]) {
        assert_free(&highest(n));
        for messages in total_exchanges(n) {
            assert_delivered(&highest(n), &messages);
        }
    }
}

#[test]
fn shortest_ways_alone_do_not_keep_hypercubes_from_deadlock() {
    for d in 2..=4 {
        assert_deadlocks(&by_parity(1 << d));
        assert!(total_exchanges(1 << d).iter().any(|messages| {
            matches!(send_buffered(&by_parity(1 << d), messages, ONE), Ok(MessagesEnd::Deadlocked { .. }))
        }));
    }
    // All four of the square's messages to the opposite corner.
    let across = |v| Message::new(Node(v), Node(3 - v));
    let routing = by_parity(4);
    assert_eq!(assert_deadlocked(&routing, &[0, 1, 2, 3].map(across)), 1);
    assert_delivered(&routing, &[0, 1, 2].map(across));
}

#[test]
fn a_ring_without_a_dateline_deadlocks_and_with_one_does_not() {
    // With up to three nodes no path is longer than a hop, so no message holds a channel and waits for
    // another.
    for radices in [&[4][..], &[5], &[8], &[9], &[4, 4], &[3, 5], &[2, 4], &[5, 3, 2]] {
        let torus = torus(radices);
        assert_deadlocks(&DimensionOrder::new(&torus, false).expect("a torus"));
        let with = DimensionOrder::new(&torus, true).expect("a torus");
        assert_free(&with);
        for messages in total_exchanges(torus.nodes()) {
            assert_delivered(&with, &messages);
        }
    }
    for radices in [&[2][..], &[3], &[2, 2, 2], &[3, 3], &[2, 3, 3]] {
        let torus = torus(radices);
        for dateline in [false, true] {
            assert_free(&DimensionOrder::new(&torus, dateline).expect("a torus"));
        }
    }
}

#[test]
fn dimension_order_takes_shortest_ways_and_changes_to_lane_1_only() {
    for radices in [&[7][..], &[8], &[4, 5], &[3, 2, 4]] {
        let torus = torus(radices);
        let routing = DimensionOrder::new(&torus, true).expect("a torus");
        for (from, to) in (0..torus.nodes()).flat_map(|v| (0..torus.nodes()).map(move |w| (Node(v), Node(w))))
        {
            let way = channels_between(&routing, from, to).expect("it arrives");
            let apart: u64 = torus
                .dimensions()
                .iter()
                .map(|ring| ring.coordinate(from).abs_diff(ring.coordinate(to)))
                .zip(torus.dimensions())
                .map(|(apart, ring)| apart.min(ring.radix() - apart))
                .sum();
            assert_eq!(u64::try_from(way.len()), Ok(apart));
            let ring = |c: &Channel| {
                torus.dimensions().iter().position(|r| r.coordinate(c.from) != r.coordinate(c.to))
            };
            for pair in way.windows(2) {
                assert!(ring(&pair[0]) < ring(&pair[1]) || pair[0].lane <= pair[1].lane);
                assert!(ring(&pair[0]) <= ring(&pair[1]));
            }
        }
    }
    let cayley = wire::Group::Family { family: wire::Family::Star, n: 3 };
    let star = Network::new(&wire::Network::Cayley(cayley)).expect("a star graph");
    assert!(DimensionOrder::new(&star, true).is_none());
}

#[test]
fn buffers_hold_one_message_and_the_earliest_goes_first() {
    let routing = highest(8);
    let message =
        |source, destination, slot| Message { slot, ..Message::new(Node(source), Node(destination)) };
    let read = |messages: &[Message]| match send_buffered(&routing, messages, ONE) {
        Ok(MessagesEnd::Delivered { read }) => read,
        other => unreachable!("{other:?}"),
    };
    assert_eq!(read(&[]), Vec::<u64>::new());
    assert_eq!(read(&[message(3, 3, 5)]), [5]);
    assert_eq!(read(&[message(0, 7, 5)]), [8]);
    // The first message is read in slot 1, so its buffer can be taken in slot 2.
    assert_eq!(read(&[message(0, 1, 0), message(0, 1, 0)]), [1, 3]);
    assert_eq!(read(&[message(0, 1, 1), message(0, 1, 0)]), [3, 1]);
    // Every link has a buffer of its own.
    assert_eq!(read(&[message(0, 1, 0), message(0, 2, 0), message(0, 4, 0)]), [1, 1, 1]);
    // Both want the channel from 4 to 5 in slot 1; the later one in the list waits for it till it has been
    // read.
    assert_eq!(read(&[message(0, 5, 0), message(4, 5, 1)]), [2, 4]);
    assert_eq!(read(&[message(4, 5, 1), message(0, 5, 0)]), [4, 2]);
    // Of two equally early messages the first in the list moves.
    assert_eq!(read(&[message(6, 5, 0), message(0, 5, 0)]), [2, 2 + 2]);
}

#[test]
fn numberings_that_prove_nothing_are_refused() {
    let routing = highest(6);
    let ChannelOrder::Acyclic(numbering) = order(&routing) else { unreachable!("P4 Theorem 2") };
    for (&channel, &number) in numbering.numbers() {
        let mut numbers = numbering.numbers().clone();
        numbers.remove(&channel);
        let fault = ChannelNumbering::new(numbers).verify(&routing);
        assert_eq!(fault, Err(NumberingFault::NoNumber { channel }));
        // The number is the length of a longest chain, so some message holds a channel with the previous
        // number and waits for this one.
        if number > 0 {
            let mut numbers = numbering.numbers().clone();
            numbers.insert(channel, 0);
            let fault = ChannelNumbering::new(numbers).verify(&routing);
            assert!(matches!(fault, Err(NumberingFault::NotIncreasing { .. })), "{channel:?}");
        }
    }
    // No numbering at all serves a routing with a cycle.
    let bad = by_parity(4);
    let numbers = ChannelGraph::new(&bad).expect("a routing").channels().iter().copied().zip(0..).collect();
    assert!(matches!(ChannelNumbering::new(numbers).verify(&bad), Err(NumberingFault::NotIncreasing { .. })));
}

#[test]
fn lists_of_channels_that_form_no_cycle_are_refused() {
    let routing = by_parity(8);
    let ChannelOrder::Cyclic(cycle) = order(&routing) else { unreachable!("it deadlocks") };
    assert!(!cycle.is_of(&highest(8)), "the highest links have no cycle");
    assert!(!ChannelCycle::new(Vec::new()).is_of(&routing));
    let twice = [cycle.steps(), cycle.steps()].concat();
    assert!(!ChannelCycle::new(twice).is_of(&routing));
    for place in 0..cycle.steps().len() {
        let mut steps = cycle.steps().to_vec();
        steps.remove(place);
        assert!(!ChannelCycle::new(steps).is_of(&routing));
        let mut steps = cycle.steps().to_vec();
        steps[place].destination = steps[place].channel.to;
        assert!(!ChannelCycle::new(steps).is_of(&routing), "who has arrived waits for nobody");
        let mut steps = cycle.steps().to_vec();
        steps[place].channel.lane = 1;
        assert!(!ChannelCycle::new(steps).is_of(&routing));
    }
}

/// A rule that routes only the messages that it lists.
struct Broken(fn(u64, u64) -> Option<(u64, u64)>);

impl Routing for Broken {
    fn nodes(&self) -> u64 {
        4
    }

    fn next(&self, at: Node, to: Node) -> Option<Channel> {
        (self.0)(at.0, to.0).map(|(from, to)| Channel { from: Node(from), to: Node(to), lane: 0 })
    }
}

#[test]
fn rules_that_are_no_routing_functions_are_refused() {
    let send = |rule: &Broken, source, destination| {
        send_buffered(rule, &[Message::new(Node(source), Node(destination))], ONE)
    };
    let dropped = Broken(|_, _| None);
    assert_eq!(send(&dropped, 0, 2), Err(RoutingFault::NoChannel { at: Node(0), to: Node(2) }));
    assert!(matches!(ChannelGraph::new(&dropped), Err(RoutingFault::NoChannel { .. })));
    let wrong = [
        Broken(|at, _| Some((at, (at + 1) % 4))),
        Broken(|at, to| (at != to).then_some((to, at))),
        Broken(|at, to| (at != to).then_some((at, at))),
        Broken(|at, to| (at != to).then_some((at, at + 4))),
    ];
    for (case, rule) in wrong.into_iter().enumerate() {
        let fault = send(&rule, 0, 2).expect_err("it is no routing");
        assert!(matches!(fault, RoutingFault::WrongChannel { .. }), "{case}: {fault}");
        assert!(matches!(ChannelGraph::new(&rule), Err(RoutingFault::WrongChannel { .. })), "{case}");
    }
    // To and fro, except next to the destination 2.
    let to_and_fro = Broken(|at, to| (at != to).then_some((at, if at ^ 1 == to { to } else { at ^ 1 })));
    let never = RoutingFault::NeverArrives { from: Node(0), to: Node(2) };
    assert_eq!(send(&to_and_fro, 0, 2), Err(never));
    assert!(matches!(order(&to_and_fro), ChannelOrder::Cyclic(cycle) if cycle.is_of(&to_and_fro)));
    let nowhere = Err(RoutingFault::NoSuchNode { found: Node(4), nodes: 4 });
    assert_eq!(send(&to_and_fro, 0, 4), nowhere);
    assert_eq!(send(&to_and_fro, 4, 0), nowhere);
}

/// P4's proof of Theorem 2 with "first" for "highest": it suffices that all nodes prefer the links in one
/// order.
#[test]
fn routing_by_any_fixed_order_of_links_is_free_of_deadlock() {
    for n in 1..=40 {
        for seed in 0..8 {
            let mut links: Vec<u32> = (0..6).collect();
            links.sort_by_key(|&link| scattered(seed, link.into()));
            let leads = |at: u64, to: u64, link: &u32| (at ^ to) >> link & 1 == 1 && at ^ 1 << link < n;
            let next = move |at: u64, to: u64| {
                let first = links.iter().find(|link| leads(at, to, link));
                at ^ 1 << first.expect("P4 Theorem 1")
            };
            assert_free(&Rule { nodes: n, next });
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any shortest ways on incomplete hypercubes with 2 to 16 nodes, any messages: the channels can be
    /// numbered and all arrive, or they cannot and the messages of the cycle never arrive.
    #[test]
    fn messages_deadlock_exactly_if_the_channels_have_no_numbering(
        nodes in 2_u64..=16,
        seed in any::<u64>(),
        mostly_highest in any::<bool>(),
        traffic in prop::collection::vec((any::<u64>(), any::<u64>(), 0_u64..20), 0..200),
    ) {
        let choose = |at: u64, to: u64| {
            let number = scattered(seed, at << 8 | to);
            // The highest link is the last; a few exceptions to it may or may not close a cycle.
            if mostly_highest && !number.is_multiple_of(16) { last_choice(nodes, at, to) } else { number >> 8 }
        };
        let routing = any_nearer(nodes, choose);
        let sent: Vec<Message> = traffic
            .into_iter()
            .map(|(from, to, slot)| Message { slot, ..Message::new(Node(from % nodes), Node(to % nodes)) })
            .collect();
        match order(&routing) {
            ChannelOrder::Acyclic(numbering) => {
                prop_assert_eq!(numbering.verify(&routing), Ok(()));
                assert_delivered(&routing, &sent);
            }
            ChannelOrder::Cyclic(_) => {
                assert_deadlocks(&routing);
                match send_buffered(&routing, &sent, ONE) {
                    Ok(MessagesEnd::Delivered { .. }) => assert_delivered(&routing, &sent),
                    _ => _ = assert_deadlocked(&routing, &sent),
                }
            }
        }
    }
}

/// The place of the highest link that leads nearer among all that do.
fn last_choice(nodes: u64, at: u64, to: u64) -> u64 {
    let cube = IncompleteHypercube::new(nodes).expect("from 1 node on");
    let nearer = cube.neighbors(Node(at)).filter(|(Link(link), _)| (at ^ to) >> link & 1 == 1).count();
    u64::try_from(nearer).expect("few") - 1
}
