//! §6: the algorithms of Fig. 1 and Fig. 2 as printed, simulated on messages with their two ends.

use super::networks::{Tables, tables};
use crate::claims::code::Code;
use crate::claims::exact::ratio;
use crate::claims::{ClaimError, Docket, Proved, Value};
use std::collections::VecDeque;

/// A message: source and destination.
type Message = (usize, usize);
/// What a node sends in a slot, and to whom.
type Sent = Option<(Message, usize)>;

fn ring_choice(n: usize, y: usize) -> usize {
    if 2 * y <= n { 1 } else { n - 1 }
}
/// The leftmost non-zero bit of y.
fn cube_choice(y: usize) -> usize {
    1 << y.ilog2()
}
/// Fig. 1: the queue at t = 0, left to right.
fn first_queue(sigma: &[Vec<usize>], i: usize) -> VecDeque<Message> {
    (1..sigma.len()).map(|j| (i, sigma[i][j])).collect()
}
/// Fig. 1: `σ_i(W(σ_i⁻¹(m)))` for a message to y.
fn first_neighbor(sigma: &[Vec<usize>], w: &[usize], i: usize, y: usize) -> usize {
    let back = (0..sigma.len()).find(|&x| sigma[i][x] == y).unwrap_or(0);
    sigma[i][w[back]]
}
/// Fig. 2: the queue at t = 0, left to right.
fn second_queue(n: usize, i: usize) -> VecDeque<Message> {
    (1..n).map(|j| (i, i ^ j)).collect()
}
fn second_neighbor(i: usize, y: usize) -> usize {
    i ^ (1 << (i ^ y).ilog2())
}
/// FIFO queues that messages join at the left end and leave at the right end; the slots, none if a node
/// receives two messages or too few arrive. What every node sends in a slot, and to whom, is shown to
/// `watch`.
fn slots(
    start: Vec<VecDeque<Message>>,
    next: &dyn Fn(usize, usize) -> usize,
    watch: &mut dyn FnMut(&[Sent]),
) -> Option<u64> {
    let mut queues = start;
    let n = queues.len();
    let mut arrived = std::collections::BTreeSet::new();
    let mut slot = 0;
    while queues.iter().any(|queue| !queue.is_empty()) {
        let take = |(node, queue): (usize, &mut VecDeque<Message>)| {
            queue.pop_back().map(|(x, y)| ((x, y), next(node, y)))
        };
        let sent: Vec<_> = queues.iter_mut().enumerate().map(take).collect();
        watch(&sent);
        let mut inbox = vec![None; n];
        for (message, to) in sent.into_iter().flatten() {
            if inbox[to].replace(message).is_some() {
                return None;
            }
        }
        for (node, received) in inbox.into_iter().enumerate() {
            match received {
                Some((x, y)) if y == node => _ = arrived.insert((x, y)),
                Some(message) => queues[node].push_front(message),
                None => {}
            }
        }
        slot += 1;
    }
    (arrived.len() == n * (n - 1)).then_some(slot)
}
/// (7) and (8): what node i sends is the translate of what node 0 sends, and so is the neighbour.
fn sends_alike(sigma: &[Vec<usize>], sent: &[Sent]) -> bool {
    let Some(((x, y), to)) = sent[0] else { return sent.iter().all(Option::is_none) };
    sigma.iter().zip(sent).all(|(map, sent)| *sent == Some(((map[x], map[y]), map[to])))
}
/// (9) and (10): what node i receives is the translate of what node 0 receives, and so is the neighbour
/// that it comes from.
fn receives_alike(sigma: &[Vec<usize>], sent: &[Sent]) -> bool {
    let received = |node: usize| {
        sent.iter()
            .enumerate()
            .find_map(|(from, sent)| sent.filter(|&(_, to)| to == node).map(|(message, _)| (message, from)))
    };
    let Some(((x, y), from)) = received(0) else { return sent.iter().all(Option::is_none) };
    sigma.iter().enumerate().all(|(i, map)| received(i) == Some(((map[x], map[y]), map[from])))
}
/// (4) and (5).
fn busy_and_nearer(distances: &[Vec<u64>], sent: &[Sent]) -> bool {
    let nearer = |node: usize, ((_, y), to): (Message, usize)| distances[to][y] + 1 == distances[node][y];
    sent.iter().enumerate().all(|(node, sent)| sent.is_some_and(|sent| nearer(node, sent)))
}
/// The bits in which the nodes of the path from i to y differ, one after another.
fn corrected(i: usize, y: usize) -> Vec<u32> {
    let next = |&at: &usize| (at != y).then(|| second_neighbor(at, y));
    let nodes: Vec<usize> = std::iter::successors(Some(i), next).collect();
    nodes.windows(2).map(|hop| (hop[0] ^ hop[1]).trailing_zeros()).collect()
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P3.ring.W",
        parts: &[|docket| {
            for n in 2..=300 {
                let far = |a: usize, b: usize| ((a + n - b) % n).min((b + n - a) % n);
                let holds = (1..n).all(|y| far(ring_choice(n, y), y) + 1 == far(0, y));
                docket.is(format!("ring {n}"), holds, "distances both ways round");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.hypercube.W",
        parts: &[|docket| {
            for d in 1..=12 {
                let nearer = |y: usize, to: usize| (y ^ to).count_ones() + 1 == y.count_ones();
                let holds = (1_usize..1 << d).all(|y| {
                    nearer(y, cube_choice(y)) && (0..d).filter(|k| y >> k & 1 == 1).all(|k| nearer(y, 1 << k))
                });
                docket.is(format!("hypercube {d}"), holds, "distances counted in bits");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.Fig1",
        parts: &[|docket| {
            for table in tables()? {
                let found = run(&table, &mut |_| ())?;
                simulated(docket, &table.name, table.distances(0).iter().sum(), found);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.Fig1.invariant",
        parts: &[|docket| {
            for table in tables()? {
                let w = choices(&table, &table.distances(0))?;
                let sigma = &table.sigma;
                let queue: Vec<Message> = first_queue(sigma, 0).into();
                let begins = |i: usize| {
                    first_queue(sigma, i)
                        .into_iter()
                        .eq(queue.iter().map(|&(x, y)| (sigma[i][x], sigma[i][y])))
                };
                let follows = |i: usize| {
                    (1..w.len()).all(|y| {
                        first_neighbor(sigma, &w, i, sigma[i][y]) == sigma[i][first_neighbor(sigma, &w, 0, y)]
                    })
                };
                let holds = (0..w.len()).all(|i| begins(i) && follows(i));
                docket.is(
                    &table.name,
                    holds,
                    "all nodes and messages; the head of a list is that of its translate",
                );
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.eq7",
        parts: &[|docket| {
            for table in tables()? {
                let mut holds = true;
                let found = run(&table, &mut |sent| {
                    holds &= sends_alike(&table.sigma, sent) && receives_alike(&table.sigma, sent);
                })?;
                docket.is(
                    &table.name,
                    holds && found.is_some(),
                    "all nodes in all slots of the algorithm of Fig. 1",
                );
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.conditions",
        parts: &[|docket| {
            for table in tables()? {
                let distances: Vec<Vec<u64>> = (0..table.near.len()).map(|v| table.distances(v)).collect();
                let mut holds = true;
                let found = run(&table, &mut |sent| holds &= busy_and_nearer(&distances, sent))?;
                docket.is(
                    format!("{}, (4) and (5)", table.name),
                    holds,
                    "all nodes in all slots of the algorithm of Fig. 1",
                );
                let all: u64 = distances.iter().flatten().sum();
                let nodes = table.near.len();
                let slots = found.map(|slots| Proved::exact(slots, "the slots of the same run"));
                match slots {
                    Some(slots) => docket.equal(format!("{}, slots", table.name), ratio(all, nodes), slots),
                    None => docket.is(&table.name, false, "a message does not arrive"),
                }
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.Fig2",
        parts: &[|docket| {
            for d in 1..=8 {
                let n = 1_usize << d;
                let found =
                    slots((0..n).map(|i| second_queue(n, i)).collect(), &second_neighbor, &mut |_| ());
                let status = (0..n).map(|y| u64::from(y.count_ones())).sum();
                simulated(docket, &format!("hypercube {d}"), status, found);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.Fig2.e-cube",
        parts: &[|docket| {
            for d in 1..=8 {
                let n = 1_usize << d;
                let wanted = |i: usize, y: usize| (0..d).rev().filter(move |bit| (i ^ y) >> bit & 1 == 1);
                let holds = (0..n).all(|i| (0..n).all(|y| corrected(i, y).into_iter().eq(wanted(i, y))));
                docket.is(format!("hypercube {d}"), holds, "all paths followed");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.Fig2.form",
        parts: &[|docket| {
            for d in 1..=7 {
                let n = 1_usize << d;
                let sigma: Vec<Vec<usize>> = (0..n).map(|i| (0..n).map(|x| i ^ x).collect()).collect();
                let w: Vec<usize> = (0..n).map(|y| if y == 0 { 0 } else { cube_choice(y) }).collect();
                let holds = (0..n).all(|i| {
                    first_queue(&sigma, i) == second_queue(n, i)
                        && (0..n)
                            .filter(|&y| y != i)
                            .all(|y| first_neighbor(&sigma, &w, i, y) == second_neighbor(i, y))
                });
                docket.is(format!("hypercube {d}"), holds, "all compared");
            }
            Ok(())
        }],
    },
];

/// The neighbour of Fig. 1, by node and destination.
pub(super) fn next_nodes(table: &Tables, w: &[usize]) -> Vec<Vec<usize>> {
    (0..w.len()).map(|i| (0..w.len()).map(|y| first_neighbor(&table.sigma, w, i, y)).collect()).collect()
}

/// The algorithm of Fig. 1 on a network.
fn run(table: &Tables, watch: &mut dyn FnMut(&[Sent])) -> Result<Option<u64>, ClaimError> {
    let next = next_nodes(table, &choices(table, &table.distances(0))?);
    let queues = (0..next.len()).map(|i| first_queue(&table.sigma, i)).collect();
    Ok(slots(queues, &|i, y| next[i][y], watch))
}

/// 𝒲: for every node the least neighbour of node 0 on a shortest path to it.
pub(super) fn choices(table: &Tables, distances: &[u64]) -> Result<Vec<usize>, ClaimError> {
    let mut from: Vec<(usize, Vec<u64>)> = table.near[0].iter().map(|&s| (s, table.distances(s))).collect();
    from.sort_unstable();
    let choice = |y: usize| match y {
        0 => Some(0),
        y => from.iter().find(|(_, far)| far[y] + 1 == distances[y]).map(|&(s, _)| s),
    };
    let lost = || ClaimError::Broken(format!("{}: a node is not reached", table.name));
    (0..distances.len()).map(|y| choice(y).ok_or_else(lost)).collect()
}

/// The slots of a simulation, below which (3) lets no algorithm go.
fn simulated(docket: &mut Docket, name: &str, status: u64, found: Option<u64>) {
    let how = "the queues of all nodes simulated message by message; none takes fewer slots by (3)";
    match found {
        Some(slots) => {
            let lower = Value::from(status);
            docket.equal(name, status, Proved::between(Some(lower), Some(slots.into()), how));
        }
        None => docket.is(name, false, "two messages come to a node in one slot, or one does not arrive"),
    }
}
