//! §4, Implementation of the Optimal Algorithm: the rules by which each node sends and forwards.

use super::made::{Problem, attains, broken, index, short};
use super::recursion::{Exchange, MLA, instances, made};
use super::replay::Replay;
use crate::claims::ClaimError;
use crate::claims::code::Code;
use crate::claims::exact::whole;
use crate::claims::prove::{Least, accepted, explicit};
use crate::model::count_of;
use crate::wire::{CertificateDocument, Lower, Ports};
use num_rational::BigRational;

/// The optimal time.
fn least_time(d: u64) -> BigRational {
    whole(1_u64 << (d - 1))
}
/// Whether node 0 sends its packets for the nodes (0…0, 1, x) over the link of bit k − 1 in time units 1
/// … 2^(k−1), that for `e_k` last.
fn own_packets(exchange: &Exchange) -> bool {
    (1..).zip(exchange.first_sends()).all(|(k, sent)| {
        let size = 1_u64 << (k - 1);
        let mut to: Vec<u64> = sent.iter().map(|packet| packet.1).collect();
        let last = to.last() == Some(&size);
        to.sort_unstable();
        last && sent.iter().map(|packet| packet.0).eq(0..size) && to.into_iter().eq(size..2 * size)
    })
}
/// The first time unit in which a node sends a packet of another node over link k.
fn first_forwarded(replay: &Replay, node: u64, k: u64) -> Option<u64> {
    let sent_on = replay.crossings.iter().filter(|c| c.node == node && c.link == k - 1 && c.origin != node);
    sent_on.map(|crossing| crossing.slot + 1).min()
}
/// The columns of the dth table; links and columns count from 0.
fn table(d: u64) -> Vec<Vec<u64>> {
    let mut columns: Vec<Vec<u64>> = vec![vec![1]];
    for k in 1..d {
        let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
        let entries = (0..rows).flat_map(|row| columns.iter().filter_map(move |c| c.get(row)));
        let mut last: Vec<u64> = entries.map(|entry| entry | 1 << k).collect();
        last.push(1 << k);
        columns.push(last);
    }
    columns
}
/// Whether the packets that node 0 sends first over link k leave in time units 1 … 2^(k−1), in the order
/// of the table.
fn as_in_the_table(exchange: &Exchange) -> bool {
    let sent = exchange.first_sends();
    let listed = |column: Vec<u64>| (0_u64..).zip(column).collect::<Vec<_>>();
    sent == table(exchange.d).into_iter().map(listed).collect::<Vec<_>>()
}
/// Whether node 0 receives over the link of bit k − 1 in groups of 2^(k−1): of one origin (y, 1, 0…0),
/// for all nodes (0…0, x), y increasing.
fn in_groups(exchange: &Exchange) -> bool {
    (1..).zip(exchange.receptions()).all(|(k, received)| {
        let size = 1_u64 << (k - 1);
        received.chunks(index(size)).zip(0_u64..).all(|(group, y)| {
            let mut to: Vec<u64> = group.iter().map(|packet| packet.2).collect();
            to.sort_unstable();
            group.iter().all(|packet| packet.1 == y << k | size) && to.into_iter().eq(0..size)
        })
    })
}
/// The link over which a packet that came over link k is sent on; links count from 1, 0 if it has
/// arrived.
fn sent_on(k: u64, node: u64, to: u64) -> u64 {
    (1..k).filter(|m| (to ^ node) >> (m - 1) & 1 == 1).max().unwrap_or(0)
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P2.exchange.own-packets",
        parts: &[|docket| {
            for (d, seed) in instances() {
                let holds = own_packets(&made(d, seed, MLA)?);
                docket.is(format!("hypercube {d} ties {seed}"), holds, "all packets of node 0");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.exchange.table",
        parts: &[|docket| {
            for d in 1..=10 {
                let holds = as_in_the_table(&made(d, 0, MLA)?);
                docket.is(format!("hypercube {d}"), holds, "all packets of node 0, ties from left to right");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.exchange.arrivals",
        parts: &[|docket| {
            for (d, seed) in instances() {
                let holds = in_groups(&made(d, seed, MLA)?);
                docket.is(format!("hypercube {d} ties {seed}"), holds, "all that node 0 receives");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.exchange.queues",
        parts: &[|docket| {
            for d in 1..=6 {
                let found = accepted(&simulated(d)?, Least::TIME);
                attains(docket, format!("hypercube {d}"), least_time(d), found)?;
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.exchange.forwarding",
        parts: &[|docket| {
            for d in 1..=6 {
                let replay = Replay::of(&simulated(d)?)?;
                let expected = |k: u64| (k < d).then(|| (1 << (k - 1)) + 1);
                let mut links = (0..1 << d).flat_map(|node| (1..=d).map(move |k| (node, k)));
                let fails = links.find(|&(node, k)| first_forwarded(&replay, node, k) != expected(k));
                let how = match fails {
                    Some((node, k)) => {
                        format!("node {node}, link {k}: {:?}", first_forwarded(&replay, node, k))
                    }
                    None => "every link of every node, in a schedule that the checker replays".to_owned(),
                };
                docket.is(format!("hypercube {d}"), fails.is_none(), how);
            }
            Ok(())
        }],
    },
];

/// A packet in a queue, in the order of service: origin ⊕ node, then arrival.
type Waiting = (u64, u64, u64);

/// The rules of §4 carried out by every node for itself. A link without a packet to send stays idle.
pub(super) fn simulated(d: u64) -> Result<CertificateDocument, ClaimError> {
    let nodes = 1_u64 << d;
    let columns = table(d);
    let mut queues: Vec<Vec<Vec<Waiting>>> = vec![vec![Vec::new(); index(d)]; index(nodes)];
    let packets: Vec<[u64; 2]> =
        (0..nodes).flat_map(|from| (1..nodes).map(move |x| [from, from ^ x])).collect();
    let name = |from: u64, to: u64| short(from * (nodes - 1) + (from ^ to) - 1);
    let mut slots = Vec::new();
    let mut arrived = 0;
    let mut clock = 0;
    while arrived < packets.len() {
        let time = count_of(slots.len());
        let mut sent: Vec<(u64, u64, u64, u64)> = Vec::new();
        for (node, link) in (0..nodes).flat_map(|node| (0..d).map(move |link| (node, link))) {
            if let Some(x) = columns[index(link)].get(slots.len()) {
                sent.push((node, link, node, node ^ x));
            } else if let Some(&first) = queues[index(node)][index(link)].iter().min() {
                queues[index(node)][index(link)].retain(|waiting| *waiting != first);
                sent.push((node, link, node ^ first.0, first.2));
            }
        }
        if time > 1 << d {
            return Err(broken("the queues of P2 §4 take more than twice the time"));
        }
        let mut slot = Vec::new();
        for (node, link, from, to) in sent {
            let next = node ^ (1 << link);
            slot.push((name(from, to), node, next));
            match sent_on(link + 1, next, to) {
                0 => arrived += 1,
                k => queues[index(next)][index(k - 1)].push((from ^ next, clock, to)),
            }
            clock += 1;
        }
        slot.sort_unstable();
        slots.push(slot);
    }
    let value = (d << (d - 1)).div_ceil(d);
    let lower = Lower::Weights { value, weights: vec![1; index(d)], within: None };
    Ok(explicit(Problem::Exchange.on_cube(d, Ports::All), &packets, &slots, lower))
}
