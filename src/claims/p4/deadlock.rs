//! §IV: Algorithm 3, Lemma 1 and Theorem 2.

use super::routing::{MOST, NextNodes, name, pairs};
use crate::claims::code::Code;
use crate::claims::{ClaimError, Docket, Proved};
use crate::deadlock::{
    ChannelGraph, ChannelOrder, HighestLink, Message, ParityOrder, Routing, Traffic, deadlocking_messages,
    send_buffered,
};
use crate::model::{IncompleteHypercube, Link, Node};

/// Of the channels in the order of waiting, each leads to where the next begins.
fn lemma_1(channels: &[(u64, u64)]) -> bool {
    let next = channels.iter().cycle().skip(1);
    !channels.is_empty() && channels.iter().zip(next).all(|(before, after)| before.1 == after.0)
}
/// Numbers of the channels that a message takes one after the other.
fn increasing(before: Option<u64>, after: Option<u64>) -> bool {
    before.is_some() && before < after
}
/// The node of `a_{j−1}` with bit g cleared, against `a_j`, which has it set, with h < g.
fn less_than_next(a: u64, g: u64, h: u64) -> bool {
    let before = a ^ (1 << h);
    before ^ (1 << g) < a
}
/// The same against `a_{j−1}`.
fn less_than_before(a: u64, g: u64, h: u64) -> bool {
    let before = a ^ (1 << h);
    before ^ (1 << g) < before
}
/// Each link number appears an even number of times along nodes that return to the first, and the bit of
/// the greatest goes from 1 to 0 somewhere.
fn even(nodes: &[u64]) -> bool {
    let next = nodes.iter().cycle().skip(1);
    let links: Vec<(u32, bool)> =
        nodes.iter().zip(next).map(|(a, b)| ((a ^ b).trailing_zeros(), a > b)).collect();
    let greatest = links.iter().map(|&(link, _)| link).max();
    links.iter().all(|(link, _)| links.iter().filter(|(other, _)| other == link).count() % 2 == 0)
        && links.iter().any(|&(link, down)| Some(link) == greatest && down)
}
/// A message that has come over link h and goes on over link g: two different bits; if h is less, bit g
/// of the node in between is zero.
fn goes_on(before: u64, at: u64, after: u64) -> bool {
    let (h, g) = ((before ^ at).trailing_zeros(), (at ^ after).trailing_zeros());
    (before ^ after).count_ones() == 2 && (h > g || at >> g & 1 == 0)
}
/// Nobody has a buffer: the first messages of all nodes to all their neighbours, and which of them are
/// never read. A node reads when it has nothing left to send, or always where every link has an instance
/// of the algorithm of its own.
fn never_read(n: u64, instances: bool) -> usize {
    let mut sending: Vec<(u64, u64)> =
        (0..n).flat_map(|v| (0..64).map(move |i| (v, v ^ (1 << i))).filter(|&(_, u)| u < n)).collect();
    loop {
        let reads = |node: u64| instances || sending.iter().all(|&(from, _)| from != node);
        let left: Vec<(u64, u64)> = sending.iter().copied().filter(|&(_, to)| !reads(to)).collect();
        if left.len() == sending.len() {
            return left.len();
        }
        sending = left;
    }
}

pub(super) fn cube(n: u64) -> Result<IncompleteHypercube, ClaimError> {
    IncompleteHypercube::new(n).ok_or_else(|| ClaimError::Broken(format!("no hypercube of {n} nodes")))
}

/// A number for the channel between two nodes, by which every message of Algorithm 2 takes its channels in
/// increasing order.
pub(super) fn numbers(n: u64) -> Result<impl Fn(u64, u64) -> Option<u64>, ClaimError> {
    let routing = HighestLink::new(cube(n)?);
    Ok(move |from: u64, to: u64| routing.channel_number(Node(from), Link((from ^ to).checked_ilog2()?)))
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P4.Lemma1",
        parts: &[|docket| {
            for n in 4..=64 {
                deadlocked(docket, n)?;
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Thm2",
        parts: &[|docket| {
            for n in 1..=MOST {
                let (next, number) = (NextNodes::new(n), numbers(n)?);
                let holds = pairs(n).all(|(at, to)| {
                    let there = next.of(at, to);
                    there == to || increasing(number(at, there), number(there, next.of(there, to)))
                });
                let how = "channels numbered, and every message at every node for every destination holds a number below the one it waits for";
                docket.is(name(n), holds, how);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Thm2.buffers",
        parts: &[|docket| {
            for n in 2..=40 {
                let routing = HighestLink::new(cube(n)?);
                let orders = exchanges(n);
                let arrive = |order: &Vec<Message>| {
                    matches!(send_buffered(&routing, order), Ok(Traffic::Delivered { .. }))
                };
                docket.is(name(n), orders.iter().all(arrive), "simulated slot by slot");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.unbuffered",
        parts: &[
            |docket| {
                unread(docket, false);
                Ok(())
            },
            |docket| {
                unread(docket, true);
                Ok(())
            },
        ],
    },
    Code {
        file: file!(),
        id: "P4.Thm2.even",
        parts: &[|docket| {
            for n in 2..=16 {
                let (walks, holds) = closed_walks(n);
                docket.is(format!("{}, closed walks", name(n)), holds, format!("all {walks} counted along"));
            }
            for n in 4..=64 {
                let routing = ParityOrder::new(cube(n)?);
                let nodes: Vec<u64> = cycle(&routing)?.iter().map(|channel| channel.0).collect();
                docket.is(name(n), even(&nodes), "counted along the cycle");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Thm2.step",
        parts: &[|docket| {
            for n in 1..=MOST {
                let next = NextNodes::new(n);
                let holds = pairs(n).all(|(at, to)| {
                    let there = next.of(at, to);
                    there == to || goes_on(at, there, next.of(there, to))
                });
                docket.is(name(n), holds, "two hops on from every node to every destination");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Thm2.less",
        parts: &[
            |docket| {
                bits(docket, less_than_next);
                Ok(())
            },
            |docket| {
                bits(docket, less_than_before);
                Ok(())
            },
        ],
    },
];

fn unread(docket: &mut Docket, instances: bool) {
    for n in 2..=64 {
        let sent = (0..n).map(|v| (0..6).filter(|i| v ^ (1 << i) < n).count()).sum::<usize>();
        docket.equal(
            name(n),
            sent,
            Proved::exact(never_read(n, instances), "followed until nothing changes"),
        );
    }
}

/// How many closed walks of at most 6 links there are, and whether all are as the proof says.
fn closed_walks(n: u64) -> (u64, bool) {
    let (mut walks, mut holds) = (0, true);
    for start in 0..n {
        let mut open = vec![vec![start]];
        for _ in 0..6 {
            let mut longer = Vec::new();
            for walk in &open {
                let last = walk.last().copied().unwrap_or(start);
                for next in (0..4).map(|i| last ^ (1 << i)).filter(|&next| next < n) {
                    if next == start {
                        walks += 1;
                        holds &= even(walk);
                    }
                    longer.push([&walk[..], &[next]].concat());
                }
            }
            open = longer;
        }
    }
    (walks, holds)
}

fn bits(docket: &mut Docket, holds: fn(u64, u64, u64) -> bool) {
    for n in 1..=MOST {
        let all = (0..n).all(|a| {
            let set = (0_u64..8).filter(|g| a >> g & 1 == 1);
            set.flat_map(|g| (0..g).map(move |h| (g, h))).all(|(g, h)| holds(a, g, h))
        });
        docket.is(name(n), all, "all nodes and bits");
    }
}

/// Everybody to everybody else at once, in order and in the reverse order.
fn exchanges(n: u64) -> [Vec<Message>; 2] {
    let message = |(from, to)| Message { source: Node(from), destination: Node(to), slot: 0 };
    let all: Vec<Message> = pairs(n).map(message).collect();
    [all.clone(), all.into_iter().rev().collect()]
}

/// The channels of a shortest cycle of dependencies.
fn cycle(routing: &ParityOrder) -> Result<Vec<(u64, u64)>, ClaimError> {
    let graph = ChannelGraph::new(routing).map_err(|fault| ClaimError::Broken(fault.to_string()))?;
    match graph.order() {
        ChannelOrder::Cyclic(cycle) => Ok(ends(&cycle)),
        ChannelOrder::Acyclic(_) => Err(ClaimError::Broken("the parity order has no cycle".to_owned())),
    }
}

fn ends(cycle: &crate::deadlock::ChannelCycle) -> Vec<(u64, u64)> {
    cycle.steps().iter().map(|step| (step.channel.from.0, step.channel.to.0)).collect()
}

/// Rows for the traffics that deadlock.
fn deadlocked(docket: &mut Docket, n: u64) -> Result<(), ClaimError> {
    let routing = ParityOrder::new(cube(n)?);
    let broken = |fault: &dyn std::fmt::Display| ClaimError::Broken(fault.to_string());
    let graph = ChannelGraph::new(&routing).map_err(|fault| broken(&fault))?;
    let ChannelOrder::Cyclic(cycle) = graph.order() else {
        return Err(ClaimError::Broken("the parity order has no cycle".to_owned()));
    };
    let [all, reversed] = exchanges(routing.nodes());
    for (traffic, messages) in
        [("cycle", deadlocking_messages(&cycle)), ("exchange", all), ("exchange reversed", reversed)]
    {
        match send_buffered(&routing, &messages).map_err(|fault| broken(&fault))? {
            Traffic::Deadlocked { slot, cycle, .. } => {
                let channels = ends(&cycle);
                let how = format!("simulated: from slot {slot} on {} nodes wait in a circle", channels.len());
                docket.is(format!("{} {traffic}", name(n)), lemma_1(&channels) && cycle.is_of(&routing), how);
            }
            Traffic::Delivered { .. } if traffic == "cycle" => {
                return Err(ClaimError::Broken("the messages of a cycle arrive".to_owned()));
            }
            Traffic::Delivered { .. } => {}
        }
    }
    Ok(())
}
