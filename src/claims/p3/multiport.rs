//! §7: what the paper expects of networks whose nodes use all ports at once.

use super::networks::{Tables, cayley};
use super::printed::{choices, next_nodes};
use crate::claims::code::Code;
use crate::claims::exact::ratio;
use crate::claims::prove::{By, Least, hypercube, proved, ring, torus, total_exchange};
use crate::claims::{ClaimError, Docket, Proved};
use crate::solve::{JobShop, Quotient};
use crate::wire::{Family, Network};
use num_rational::BigRational;

/// A message: source and destination.
type Message = (usize, usize);

/// All links busy but for a part of the last slot: the status over the links of a node.
fn busy_links(status: u64, links: usize) -> BigRational {
    ratio(status, links).ceil()
}
/// Every node sends over each of its links the oldest message that is to go there, until all have
/// arrived; the slots, and whether every node was busy in all of them.
fn all_ports(
    near: &[Vec<usize>],
    start: Vec<Vec<Message>>,
    next: &dyn Fn(usize, usize) -> usize,
) -> (u64, bool) {
    let (mut queues, mut slots, mut busy) = (start, 0, true);
    while queues.iter().any(|queue| !queue.is_empty()) {
        let mut inbox = vec![Vec::new(); near.len()];
        for (node, queue) in queues.iter_mut().enumerate() {
            busy &= !queue.is_empty();
            for &to in &near[node] {
                if let Some(place) = queue.iter().position(|&(_, y)| next(node, y) == to) {
                    inbox[to].push(queue.remove(place));
                }
            }
        }
        for (node, received) in inbox.into_iter().enumerate() {
            queues[node].extend(received.into_iter().filter(|&(_, y)| y != node));
        }
        slots += 1;
    }
    (slots, busy)
}
/// Whether a mapping of some nodes can be extended to an automorphism: nodes in an order in which each
/// but the first has a neighbour before it.
fn extends(near: &[Vec<usize>], order: &[usize], map: &mut [Option<usize>]) -> bool {
    let Some((&node, rest)) = order.split_first() else { return true };
    if map[node].is_some() {
        return extends(near, rest, map);
    }
    let known: Vec<usize> = near[node].iter().filter_map(|&there| map[there]).collect();
    near[known[0]].iter().any(|&image| {
        !map.contains(&Some(image)) && known.iter().all(|&there| near[there].contains(&image)) && {
            map[node] = Some(image);
            let found = extends(near, rest, map);
            if !found {
                map[node] = None;
            }
            found
        }
    })
}
/// Whether automorphisms that fix node 0 take its first neighbour to any other.
fn links_alike(near: &[Vec<usize>]) -> bool {
    let mut order = vec![0];
    for place in 0..near.len() {
        let new: Vec<usize> =
            near[order[place]].iter().copied().filter(|there| !order.contains(there)).collect();
        order.extend(new);
    }
    near[0].iter().all(|&there| {
        let mut map = vec![None; near.len()];
        (map[0], map[near[0][0]]) = (Some(0), Some(there));
        extends(near, &order, &mut map)
    })
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P3.multiport.node-invariant",
        parts: &[|docket| {
            for (name, network) in [
                ("star 4", cayley(Family::Star, 4)),
                ("bubble-sort 4", cayley(Family::BubbleSort, 4)),
                ("butterfly 3", cayley(Family::Butterfly, 3)),
            ] {
                insufficient(docket, name, network)?;
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.multiport.enough",
        parts: &[|docket| {
            for (name, network) in graphs() {
                let (bound, found) = all_links(&name, network)?;
                docket.at_least(name, bound, found);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.multiport",
        parts: &[
            |docket| {
                for (name, network) in graphs() {
                    let (bound, found) = all_links(&name, network)?;
                    docket.equal(name, bound, found);
                }
                Ok(())
            },
            |docket| {
                for (name, network, by) in alike() {
                    let table = Tables::new(name.clone(), &network)?;
                    docket.is(
                        format!("{name}, links"),
                        links_alike(&table.near),
                        "an automorphism for every neighbour of node 0, which it fixes, found by search",
                    );
                    let found = proved(&total_exchange(network), by, Least::TIME)?;
                    docket.equal(format!("{name}, slots"), busy(&table), found);
                }
                Ok(())
            },
        ],
    },
];

fn graphs() -> Vec<(String, Network)> {
    let mut list: Vec<(&str, Family, u64)> = (3..=6).map(|n| ("complete", Family::Complete, n)).collect();
    let permuted = |n| {
        [("star", Family::Star, n), ("pancake", Family::Pancake, n), ("bubble-sort", Family::BubbleSort, n)]
    };
    list.extend([3, 4].into_iter().flat_map(permuted));
    list.push(("cube-connected-cycles", Family::CubeConnectedCycles, 3));
    list.push(("butterfly", Family::Butterfly, 3));
    list.extend(permuted(5));
    list.into_iter().map(|(name, family, n)| (format!("{name} {n}"), cayley(family, n))).collect()
}

/// Graphs whose links are all alike, and how each is solved.
fn alike() -> Vec<(String, Network, By)> {
    let shop: By = Some(&JobShop);
    let quotient: By = Some(&Quotient);
    let complete = (3..=8).map(|n| (format!("complete {n}"), cayley(Family::Complete, n), shop));
    let star = (3..=5).map(|n| (format!("star {n}"), cayley(Family::Star, n), shop));
    let cubes = (2..=6).map(|d| (format!("hypercube {d}"), hypercube(d), quotient));
    let rings = [3, 5, 7, 9].map(|n| (format!("ring {n}"), ring(n), quotient));
    let tori = [&[3, 3][..], &[4, 4], &[5, 5], &[3, 3, 3]].map(|radices| {
        let name: Vec<String> = radices.iter().map(u64::to_string).collect();
        (format!("torus {}", name.join("x")), torus(radices), quotient)
    });
    complete.chain(star).chain(cubes).chain(rings).chain(tori).collect()
}

fn busy(table: &Tables) -> BigRational {
    busy_links(table.distances(0).iter().sum(), table.near[0].len())
}

fn all_links(name: &str, network: Network) -> Result<(BigRational, Proved), ClaimError> {
    let table = Tables::new(name.to_owned(), &network)?;
    let found = proved(&total_exchange(network), Some(&JobShop), Least::TIME)?;
    Ok((busy(&table), found))
}

fn insufficient(docket: &mut Docket, name: &str, network: Network) -> Result<(), ClaimError> {
    let table = Tables::new(name.to_owned(), &network)?;
    let n = table.near.len();
    let next = next_nodes(&table, &choices(&table, &table.distances(0))?);
    let start = (0..n).map(|i| (1..n).rev().map(|j| (i, table.sigma[i][j])).collect()).collect();
    let (slots, busy) = all_ports(&table.near, start, &|i, y| next[i][y]);
    let found = proved(&total_exchange(network), Some(&JobShop), Least::TIME)?;
    let all = if busy { "every node busy in all of them" } else { "some node idle in some of them" };
    docket.is(format!("{name}, all nodes busy"), busy, format!("simulated: {slots} slots, {all}"));
    docket.at_most(
        format!("{name}, slots"),
        slots - 1,
        found.because(&format!("the algorithm simulated takes {slots}")),
    );
    Ok(())
}
