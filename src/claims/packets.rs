//! Personalised communication along a tree with one port, in packets of at most b messages (P5 §4.2).

use crate::claims::exact::whole;
use crate::claims::shape::Shape;
use num_rational::BigRational;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A packet from a node to a child, with the messages of these nodes.
#[derive(Debug, Clone)]
struct Packet {
    from: usize,
    to: usize,
    messages: Vec<usize>,
}

/// Returns the least number of start-ups of the source: into every subtree it sends as few packets of b
/// messages as possible.
pub(super) fn startups(shape: &Shape, b: u64) -> u64 {
    shape.children(0).iter().map(|&top| shape.profile(top).iter().sum::<u64>().div_ceil(b)).sum()
}

/// Computes the time of a schedule in which a node sends or receives one packet at a time. A packet of x
/// messages, at most b, takes τ + x·`M·t_c`.
///
/// The source sends without a pause. It packs the farthest destinations of every subtree first, and sends the
/// packets that go farthest first. Each other node passes on a packet's messages, child by child, in the
/// first gap in which sender and receiver are free.
pub(super) fn time(shape: &Shape, b: usize, startup: &BigRational, transfer: &BigRational) -> BigRational {
    let mut busy: Vec<Vec<(BigRational, BigRational)>> = vec![Vec::new(); shape.nodes()];
    let mut waiting: BTreeMap<(BigRational, usize), Packet> = BTreeMap::new();
    let mut last = whole(0);
    let mut made = 0;
    let first = from_source(shape, b).into_iter().map(|packet| (whole(0), packet));
    for (ready, packet) in first.collect::<Vec<_>>() {
        waiting.insert((ready, made), packet);
        made += 1;
    }
    // The source's packets are ready first, so they are placed before all others.
    while let Some(((ready, _), packet)) = waiting.pop_first() {
        let length = startup + transfer * whole(packet.messages.len());
        let start = gap(&busy[packet.from], &busy[packet.to], ready, &length);
        let end = &start + &length;
        for node in [packet.from, packet.to] {
            busy[node].push((start.clone(), end.clone()));
            busy[node].sort_unstable();
        }
        for onward in passed_on(shape, &packet) {
            waiting.insert((end.clone(), made), onward);
            made += 1;
        }
        last = last.max(end);
    }
    last
}

/// Returns the first time from `ready` on from which both nodes are free for `length`.
fn gap(
    one: &[(BigRational, BigRational)],
    other: &[(BigRational, BigRational)],
    ready: BigRational,
    length: &BigRational,
) -> BigRational {
    let mut start = ready;
    loop {
        let end = &start + length;
        let meets = |of: &&(BigRational, BigRational)| of.0 < end && start < of.1;
        match one.iter().chain(other).find(meets) {
            None => return start,
            Some(of) => start = of.1.clone(),
        }
    }
}

fn from_source(shape: &Shape, b: usize) -> Vec<Packet> {
    let mut packets = Vec::new();
    for &to in shape.children(0) {
        let mut below = vec![(1, to)];
        let mut next = 0;
        while let Some(&(level, node)) = below.get(next) {
            below.extend(shape.children(node).iter().map(|&child| (level + 1, child)));
            next += 1;
        }
        below.sort_unstable_by_key(|&(level, node)| (Reverse(level), node));
        for part in below.chunks(b) {
            let farthest = part.first().map_or(0, |of: &(u32, usize)| of.0);
            let messages = part.iter().map(|of| of.1).collect();
            packets.push((Reverse(farthest), to, Packet { from: 0, to, messages }));
        }
    }
    packets.sort_by_key(|(farthest, to, _)| (*farthest, *to));
    packets.into_iter().map(|(_, _, packet)| packet).collect()
}

/// Returns the packets that the receiver of a packet sends on, the child with the most messages first.
fn passed_on(shape: &Shape, packet: &Packet) -> Vec<Packet> {
    let mut onward: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &node in packet.messages.iter().filter(|node| **node != packet.to) {
        onward.entry(shape.towards(packet.to, node)).or_default().push(node);
    }
    let mut onward: Vec<Packet> =
        onward.into_iter().map(|(to, messages)| Packet { from: packet.to, to, messages }).collect();
    onward.sort_by_key(|packet| Reverse(packet.messages.len()));
    onward
}
