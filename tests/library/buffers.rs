//! Messages on channels with no buffer, one, or several, and broadcasts on them (P4 §IV, §V).

use isotask::deadlock::{
    Channel, ChannelGraph, ChannelOrder, Destination, DimensionOrder, HighestLink, Message, MessagesEnd,
    ParityOrder, Routing, channels_between, deadlocking_messages, send_buffered, send_unbuffered,
};
use isotask::graph::scattered;
use isotask::model::{IncompleteHypercube, Network, Node};
use isotask::tree::incomplete_broadcast;
use isotask::wire;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::sync::Arc;

fn cube(nodes: u64) -> IncompleteHypercube {
    IncompleteHypercube::new(nodes).expect("from 1 node on")
}

fn torus(radices: &[u64]) -> Network {
    Network::new(&wire::Network::Torus { radices: radices.to_vec() }).expect("a torus")
}

fn buffers(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("at least one")
}

fn to(source: u64, destination: u64) -> Message {
    Message::new(Node(source), Node(destination))
}

/// A broadcast from a node of a network of n nodes.
fn broadcast(source: u64, nodes: u64) -> Message {
    let everywhere: Arc<[Node]> = (0..nodes).map(Node).collect();
    Message::new(Node(source), Destination::Nodes(everywhere))
}

/// Nodes on a ring that all send onwards, so that its channels form a cycle from three nodes on.
struct Around(u64);

impl Routing for Around {
    fn nodes(&self) -> u64 {
        self.0
    }

    fn next(&self, at: Node, to: Node) -> Option<Channel> {
        (at != to).then(|| Channel { from: at, to: Node((at.0 + 1) % self.0), lane: 0 })
    }
}

fn is_acyclic(routing: &impl Routing) -> bool {
    matches!(ChannelGraph::new(routing).expect("a routing").order(), ChannelOrder::Acyclic(_))
}

/// Returns the slots in which messages are read.
fn read(end: MessagesEnd) -> Vec<u64> {
    match end {
        MessagesEnd::Delivered { read } => read,
        deadlock @ MessagesEnd::Deadlocked { .. } => unreachable!("{deadlock:?}"),
    }
}

/// Returns the channels of all copies of a message.
fn copies(routing: &impl Routing, message: &Message) -> BTreeSet<Channel> {
    let destinations = message.destination.reached_from(message.source);
    destinations.flat_map(|to| channels_between(routing, message.source, to).expect("it arrives")).collect()
}

#[test]
fn channels_hold_as_many_messages_as_they_have_buffers_first_in_first_out() {
    let routing = HighestLink::new(cube(8));
    let run = |messages: &[Message], number| {
        read(send_buffered(&routing, messages, buffers(number)).expect("a routing"))
    };
    // With one buffer the second message starts when the first has been read; with two it follows at once.
    assert_eq!(run(&[to(0, 1), to(0, 1), to(0, 1)], 1), [1, 3, 5]);
    assert_eq!(run(&[to(0, 1), to(0, 1), to(0, 1)], 2), [1, 2, 3]);
    // Node 4 sends four messages of its own to node 5 first, one a slot. So the one from node 0 to node 5 waits
    // in the channel from 0 to 4 till slot 4, and the one for node 4 behind it cannot overtake it.
    let own = [to(4, 5), to(4, 5), to(4, 5), to(4, 5)];
    assert_eq!(run(&[&own[..], &[to(0, 5), to(0, 4)]].concat(), 2), [1, 2, 3, 4, 5, 5]);
    assert_eq!(run(&[&own[..], &[to(0, 4), to(0, 5)]].concat(), 2), [1, 2, 3, 4, 1, 5]);
}

/// Both directions of the theorem on rings with all messages onwards: K buffers are full of messages that
/// wait, and one message less in the list of those that fill them arrives.
#[test]
fn a_cycle_deadlocks_for_every_number_of_buffers() {
    for nodes in 3..=6 {
        let routing = Around(nodes);
        let ChannelOrder::Cyclic(cycle) = ChannelGraph::new(&routing).expect("a routing").order() else {
            unreachable!("a ring")
        };
        for number in 1..=5 {
            let sent = deadlocking_messages(&cycle, buffers(number));
            assert_eq!(u64::try_from(sent.len()), Ok(nodes * u64::from(number)));
            let found = send_buffered(&routing, &sent, buffers(number)).expect("a routing");
            let MessagesEnd::Deadlocked { slot, read: done, cycle: around, messages } = found else {
                unreachable!("{nodes} nodes, {number} buffers: no deadlock")
            };
            assert_eq!((slot, done), (2 * u64::from(number) - 1, 0));
            assert!(around.is_of(&routing));
            assert_eq!(messages.len(), cycle.steps().len());
            // All Kl places have to be full, so without one of them, or with a buffer more, all arrive.
            for missing in 0..sent.len() {
                let mut fewer = sent.clone();
                fewer.remove(missing);
                read(send_buffered(&routing, &fewer, buffers(number)).expect("a routing"));
            }
            read(send_buffered(&routing, &sent, buffers(number + 1)).expect("a routing"));
        }
    }
}

#[test]
fn a_cycle_of_two_dimensions_deadlocks_for_every_number_of_buffers() {
    let torus = torus(&[4, 5]);
    let routings: [&dyn Fn(NonZeroU32) -> (MessagesEnd, usize); 2] =
        [&|number| deadlocked(&DimensionOrder::new(&torus, false).expect("a torus"), number), &|number| {
            deadlocked(&ParityOrder::new(cube(13)), number)
        }];
    for routing in routings {
        for number in 1..=3 {
            let (end, length) = routing(buffers(number));
            let MessagesEnd::Deadlocked { slot, read: done, cycle, .. } = end else {
                unreachable!("no deadlock")
            };
            assert_eq!((slot, done, cycle.steps().len()), (2 * u64::from(number) - 1, 0, length));
        }
    }
}

/// Sends the messages of a cycle of a routing; returns what becomes of them and the length of the cycle.
fn deadlocked(routing: &impl Routing, number: NonZeroU32) -> (MessagesEnd, usize) {
    let ChannelOrder::Cyclic(cycle) = ChannelGraph::new(routing).expect("a routing").order() else {
        unreachable!("the channels can be numbered")
    };
    let sent = deadlocking_messages(&cycle, number);
    (send_buffered(routing, &sent, number).expect("a routing"), cycle.steps().len())
}

/// P4 §V: without other traffic every node reads a broadcast as many slots after its start as it is hops
/// away, and the copies are those of Algorithm 6.
#[test]
fn a_broadcast_goes_along_the_tree_of_algorithm_6() {
    for n in 1..=40 {
        let routing = HighestLink::new(cube(n));
        for root in 0..n {
            let message = broadcast(root, n);
            let tree = incomplete_broadcast(&cube(n), Node(root));
            let depth = tree.iter().map(|copy| u64::from(copy.depth)).max().unwrap_or(0);
            let channels: BTreeSet<Channel> =
                tree.iter().map(|copy| Channel { from: copy.from, to: copy.to, lane: 0 }).collect();
            assert_eq!(channels, copies(&routing, &message));
            assert_eq!(channels.len(), tree.len());
            let end = send_buffered(&routing, std::slice::from_ref(&message), buffers(1));
            assert_eq!(read(end.expect("a routing")), [depth]);
            // Without buffers a copy is read in the slot in which it is sent.
            let end = send_unbuffered(&routing, &[message]).expect("a routing");
            assert_eq!(read(end), [depth.saturating_sub(1)]);
        }
    }
}

/// A broadcast stays in its buffer until its last copy has gone.
#[test]
fn a_broadcast_that_waits_for_one_channel_holds_its_own() {
    // Node 2 sends two messages to node 3 before the copy of the broadcast from 0 gets there. Meanwhile the
    // copy holds the channel from 0 to 2, which the message behind it needs.
    let routing = HighestLink::new(cube(4));
    let three = Message::new(Node(0), Destination::Nodes([Node(2), Node(3)].into()));
    let sent = [to(2, 3), to(2, 3), three.clone(), to(0, 2)];
    assert_eq!(channels_between(&routing, Node(0), Node(3)).expect("a way")[0].to, Node(2));
    let end = send_buffered(&routing, &sent, buffers(1)).expect("a routing");
    // The copy takes the channel from 2 to 3 in slot 4, and is read in slot 5; only then the last starts.
    assert_eq!(read(end), [1, 3, 5, 6]);
    let end = send_buffered(&routing, &[three, to(0, 2)], buffers(1)).expect("a routing");
    assert_eq!(read(end), [2, 3]);
}

/// P4 §V, end: broadcasts, and broadcasts with routing, do not deadlock on incomplete hypercubes.
#[test]
fn broadcasts_and_messages_together_do_not_deadlock_on_incomplete_hypercubes() {
    for n in 2..=17 {
        let routing = HighestLink::new(cube(n));
        let pairs = (0..n).flat_map(|v| (0..n).filter(move |&w| w != v).map(move |w| to(v, w)));
        let mut sent: Vec<Message> = (0..n).map(|root| broadcast(root, n)).chain(pairs).collect();
        for seed in 0..4 {
            for number in 1..=3 {
                let end = send_buffered(&routing, &sent, buffers(number)).expect("a routing");
                assert_eq!(read(end).len(), sent.len());
            }
            sent = shuffled(seed, &sent);
        }
    }
}

fn shuffled(seed: u64, messages: &[Message]) -> Vec<Message> {
    let mut numbered: Vec<(u64, &Message)> = (0..).map(|i| scattered(seed, i)).zip(messages).collect();
    numbered.sort_by_key(|&(number, _)| number);
    numbered.into_iter().map(|(_, message)| message.clone()).collect()
}

/// Broadcasts in place of the messages that deadlock need the next channel as these do.
#[test]
fn broadcasts_deadlock_on_a_cycle() {
    let ChannelOrder::Cyclic(cycle) = ChannelGraph::new(&Around(5)).expect("a routing").order() else {
        unreachable!("a ring")
    };
    for number in 1..=3 {
        let messages = deadlocking_messages(&cycle, buffers(number));
        let sent: Vec<Message> = messages.iter().map(|message| broadcast(message.source.0, 5)).collect();
        let end = send_buffered(&Around(5), &sent, buffers(number)).expect("a routing");
        let MessagesEnd::Deadlocked { cycle, read: 0, messages, .. } = end else {
            unreachable!("{number} buffers")
        };
        assert!(cycle.is_of(&Around(5)));
        for (&message, step) in messages.iter().zip(cycle.steps()) {
            let source = sent[message].source;
            let way = channels_between(&Around(5), source, step.destination).expect("a way");
            assert!(way.contains(&step.channel));
        }
    }
}

/// P4 §IV: "some buffering is necessary": each node starts out by sending over each of its links.
#[test]
fn without_buffers_nodes_that_all_send_deadlock_at_once() {
    for n in 2..=20 {
        let links = |v: u64| (0..5).map(move |link| v ^ 1 << link).filter(move |&w| w < n);
        let sent: Vec<Message> = (0..n).flat_map(|v| links(v).map(move |w| to(v, w))).collect();
        let routing = HighestLink::new(cube(n));
        let end = send_unbuffered(&routing, &sent).expect("a routing");
        let MessagesEnd::Deadlocked { slot: 0, read: 0, cycle, .. } = end else {
            unreachable!("{n}: {end:?}")
        };
        let next = cycle.steps().iter().cycle().skip(1);
        assert!(cycle.steps().iter().zip(next).all(|(one, next)| one.channel.to == next.channel.from));
        // With one buffer they arrive in two slots.
        let end = send_buffered(&routing, &sent, buffers(1)).expect("a routing");
        assert!(read(end).into_iter().all(|slot| slot == 1));
    }
}

#[test]
fn without_buffers_a_node_that_sends_reads_nothing() {
    let routing = HighestLink::new(cube(4));
    let run = |messages: &[Message]| read(send_unbuffered(&routing, messages).expect("a routing"));
    assert_eq!(run(&[]), Vec::<u64>::new());
    assert_eq!(run(&[to(3, 3)]), [0]);
    // 0 to 3 goes over 2, which reads in slot 0 and sends in slot 1.
    assert_eq!(run(&[to(0, 3)]), [1]);
    // Node 2 sends in slot 0, and so reads in slot 1.
    assert_eq!(run(&[to(2, 3), to(0, 2)]), [0, 1]);
    // A node reads from all channels to it in a slot, one message from each.
    assert_eq!(run(&[to(1, 0), to(2, 0), to(1, 0)]), [0, 0, 1]);
}

/// Whether the nodes that some channel leads from and to have a cycle.
fn has_cycle_of_nodes(channels: &BTreeSet<Channel>) -> bool {
    let mut left = channels.clone();
    loop {
        let ends: BTreeSet<Node> = left.iter().map(|channel| channel.from).collect();
        let before = left.len();
        left.retain(|channel| ends.contains(&channel.to));
        if left.len() == before {
            return !left.is_empty();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any messages, also broadcasts, on rules with a numbering and without one. With a numbering all arrive,
    /// within the slots of the proof; without one a deadlock is a cycle of the rule.
    #[test]
    fn acyclic_channels_deliver_for_every_number_of_buffers(
        nodes in 2_u64..=13,
        rule in 0..3_u8,
        number in 1_u32..=3,
        traffic in prop::collection::vec((any::<u64>(), any::<u64>(), 0_u64..10, any::<bool>()), 0..80),
    ) {
        let sent: Vec<Message> = traffic
            .into_iter()
            .map(|(from, end, slot, everywhere)| {
                let from = from % nodes;
                let message = if everywhere { broadcast(from, nodes) } else { to(from, end % nodes) };
                Message { slot, ..message }
            })
            .collect();
        match rule {
            0 => assert_ends(&HighestLink::new(cube(nodes)), &sent, number),
            1 => assert_ends(&ParityOrder::new(cube(nodes)), &sent, number),
            _ => assert_ends(&Around(nodes), &sent, number),
        }
    }
}

fn assert_ends(routing: &impl Routing, sent: &[Message], number: u32) {
    let events: u64 = sent
        .iter()
        .map(|message| {
            copies(routing, message).len() + message.destination.reached_from(message.source).count()
        })
        .map(|events| u64::try_from(events).expect("few"))
        .sum();
    match send_buffered(routing, sent, buffers(number)).expect("a routing") {
        MessagesEnd::Delivered { read } => {
            for (message, read) in sent.iter().zip(read) {
                let farthest = message.destination.reached_from(message.source);
                let hops =
                    farthest.map(|to| channels_between(routing, message.source, to).expect("a way").len());
                let hops = u64::try_from(hops.max().unwrap_or(0)).expect("few");
                assert!(message.slot + hops <= read, "{message:?} read in slot {read}");
                assert!(!is_acyclic(routing) || read < 10 + events);
            }
        }
        MessagesEnd::Deadlocked { cycle, .. } => {
            assert!(!is_acyclic(routing));
            assert!(cycle.is_of(routing));
        }
    }
    let used = sent.iter().flat_map(|message| copies(routing, message)).collect();
    match send_unbuffered(routing, sent).expect("a routing") {
        MessagesEnd::Delivered { read } => assert!(read.into_iter().all(|slot| slot < 10 + events)),
        MessagesEnd::Deadlocked { cycle, .. } => {
            assert!(has_cycle_of_nodes(&used));
            let next = cycle.steps().iter().cycle().skip(1);
            assert!(cycle.steps().iter().zip(next).all(|(one, next)| one.channel.to == next.channel.from));
        }
    }
}
