//! §6: the algorithms of Fig. 1 and Fig. 2 as printed, simulated on messages with their two ends.

use super::networks::{NETWORKS, Tables, tables};
use crate::claims::code::formula;
use crate::claims::{Claim, ClaimError, Docket, Part, Proved, Value};
use std::collections::VecDeque;

/// A message: source and destination.
type Message = (usize, usize);

formula! {
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
    /// FIFO queues that messages join at the left end and leave at the right end; the slots, none if a node receives two messages or too few arrive.
    fn slots(start: Vec<VecDeque<Message>>, next: &dyn Fn(usize, usize) -> usize) -> Option<u64> {
        let mut queues = start;
        let n = queues.len();
        let mut arrived = std::collections::BTreeSet::new();
        let mut slot = 0;
        while queues.iter().any(|queue| !queue.is_empty()) {
            let mut inbox = vec![None; n];
            for node in 0..n {
                let Some((x, y)) = queues[node].pop_back() else { continue };
                if inbox[next(node, y)].replace((x, y)).is_some() {
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
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P3.ring.W",
        place: "§6, the example of the ring",
        statement: "On a ring neighbour 1 for y ≤ n/2, else neighbour n − 1, lies on a shortest path from node 0 to y.",
        printed: "W(m_x(y)) = 1 if y ≤ n/2, n − 1 otherwise",
        parts: &[Part::printed(ring_choice::CODE, "n from 2 to 300, all y", |docket| {
            for n in 2..=300 {
                let far = |a: usize, b: usize| ((a + n - b) % n).min((b + n - a) % n);
                let holds = (1..n).all(|y| far(ring_choice(n, y), y) + 1 == far(0, y));
                docket.is(format!("ring {n}"), holds, "distances both ways round");
            }
            Ok(())
        })],
    },
    Claim {
        id: "P3.hypercube.W",
        place: "§6.1, constructing W",
        statement: "If bit k of y is one, neighbour 2^k of node 0 lies on a shortest path to y; so does the one of the leftmost bit.",
        printed: "W(m_x(y)) = 2^k",
        parts: &[Part::printed(cube_choice::CODE, "d from 1 to 12, all y and k", |docket| {
            for d in 1..=12 {
                let nearer = |y: usize, to: usize| (y ^ to).count_ones() + 1 == y.count_ones();
                let holds = (1_usize..1 << d).all(|y| {
                    nearer(y, cube_choice(y)) && (0..d).filter(|k| y >> k & 1 == 1).all(|k| nearer(y, 1 << k))
                });
                docket.is(format!("hypercube {d}"), holds, "distances counted in bits");
            }
            Ok(())
        })],
    },
    Claim {
        id: "P3.Fig1",
        place: "§6, Fig. 1",
        statement: "The algorithm of Fig. 1, with FIFO queues that messages join at the left and leave at the right, is an optimal total exchange on any Cayley \
                    network.",
        printed: "T = s(v)",
        parts: &[Part::printed(first_neighbor::CODE, NETWORKS, |docket| {
            for table in tables()? {
                let distances = table.distances(0);
                let w = choices(&table, &distances)?;
                let next: Vec<Vec<usize>> = (0..w.len())
                    .map(|i| (0..w.len()).map(|y| first_neighbor(&table.sigma, &w, i, y)).collect())
                    .collect();
                let queues = (0..w.len()).map(|i| first_queue(&table.sigma, i)).collect();
                let found = slots(queues, &|i, y| next[i][y]);
                simulated(docket, &table.name, distances.iter().sum(), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P3.Fig2",
        place: "§6.1, Fig. 2",
        statement: "The algorithm of Fig. 2 is an optimal total exchange on the hypercube, along the paths of e-cube routing.",
        printed: "T = s(v)",
        parts: &[Part::printed(second_neighbor::CODE, "d from 1 to 8", |docket| {
            for d in 1..=8 {
                let n = 1_usize << d;
                let found = slots((0..n).map(|i| second_queue(n, i)).collect(), &second_neighbor);
                let status = (0..n).map(|y| u64::from(y.count_ones())).sum();
                simulated(docket, &format!("hypercube {d}"), status, found);
            }
            Ok(())
        })],
    },
];

/// 𝒲: for every node the least neighbour of node 0 on a shortest path to it.
fn choices(table: &Tables, distances: &[u64]) -> Result<Vec<usize>, ClaimError> {
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
