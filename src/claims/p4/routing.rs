//! §II and §III: links, distances, Algorithms 1 and 2, Theorem 1.

use crate::claims::code::Code;
use crate::claims::prove::{Least, accepted, explicit, task};
use crate::claims::{ClaimError, Docket, Proved};
use crate::wire::{Demand, Lower, Network, NodeRef, Task};
use std::collections::VecDeque;

/// The number of nodes up to which every incomplete hypercube is looked at.
pub(super) const MOST: u64 = 256;
/// ⌈log₂ n⌉, as log is defined in §II.
fn log2(n: u64) -> u64 {
    (0..64).find(|&k| n <= 1 << k).unwrap_or(64)
}
fn exists(n: u64, node: u64, link: u64) -> bool {
    node ^ (1 << link) < n
}
fn distance(a: u64, b: u64) -> u64 {
    u64::from((a ^ b).count_ones())
}
/// The number of the link between two nodes, from the side of the first.
fn link_number(a: u64, b: u64) -> Option<u64> {
    (0..64).find(|i| a ^ (1 << i) == b)
}
fn algorithm_1(src: u64, dest: u64) -> Option<u64> {
    let reladdr = src ^ dest;
    (0..64).rev().find(|i| reladdr >> i & 1 == 1)
}
fn algorithm_2(n: u64, src: u64, dest: u64) -> Option<u64> {
    let reladdr = src ^ dest;
    (0..log2(n)).rev().find(|&i| reladdr >> i & 1 == 1 && exists(n, src, i))
}
fn theorem_1(n: u64, src: u64, dest: u64) -> bool {
    (0..log2(n)).any(|i| (src ^ dest) >> i & 1 == 1 && exists(n, src, i))
}
/// Case 1: the most significant bit of reladdr that is one in src.
fn case_1(n: u64, src: u64, dest: u64) -> bool {
    let clear = src & (src ^ dest);
    clear == 0 || {
        let link = u64::from(clear.ilog2());
        src ^ (1 << link) < src && exists(n, src, link)
    }
}
/// Case 2: all bits of reladdr are zero in src, and they are two or more.
fn case_2(n: u64, src: u64, dest: u64) -> bool {
    let reladdr = src ^ dest;
    src & reladdr != 0 || reladdr.count_ones() < 2 || {
        let end = src ^ (1 << reladdr.ilog2());
        end < dest && exists(n, src, u64::from(reladdr.ilog2()))
    }
}
/// Case 3: all bits of reladdr are zero in src, and there is exactly one.
fn case_3(n: u64, src: u64, dest: u64) -> bool {
    let reladdr = src ^ dest;
    src & reladdr != 0 || reladdr.count_ones() != 1 || {
        let link = u64::from(reladdr.ilog2());
        src ^ (1 << link) == dest && exists(n, src, link)
    }
}
/// By how much a hop changes the distance to a node.
fn change(at: u64, next: u64, end: u64) -> i64 {
    i64::from((next ^ end).count_ones()) - i64::from((at ^ end).count_ones())
}
fn nearer(at: u64, next: u64, to: u64) -> bool {
    distance(next, to) + 1 == distance(at, to)
}

/// Next nodes of Algorithm 2, by node and destination: `next[at · n + to]`, `at` itself where there is none.
pub(super) struct NextNodes {
    nodes: u64,
    next: Vec<u64>,
}

impl NextNodes {
    pub(super) fn new(nodes: u64) -> Self {
        let step = |at, to| algorithm_2(nodes, at, to).map_or(at, |link| at ^ (1 << link));
        let next = (0..nodes).flat_map(|at| (0..nodes).map(move |to| step(at, to))).collect();
        Self { nodes, next }
    }

    /// Where a message goes next.
    pub(super) fn of(&self, at: u64, to: u64) -> u64 {
        usize::try_from(at * self.nodes + to)
            .ok()
            .and_then(|place| self.next.get(place))
            .copied()
            .unwrap_or(at)
    }

    /// The nodes that a message visits, until it stays where it is.
    pub(super) fn path(&self, from: u64, to: u64) -> Vec<u64> {
        let next = |&at: &u64| Some(self.of(at, to)).filter(|&next| next != at);
        std::iter::successors(Some(from), next).collect()
    }
}

/// All pairs of different nodes.
pub(super) fn pairs(n: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..n).flat_map(move |a| (0..n).filter(move |&b| a != b).map(move |b| (a, b)))
}

/// The name of an instance.
pub(super) fn name(n: u64) -> String {
    format!("incomplete-hypercube {n}")
}

fn all_pairs(docket: &mut Docket, holds: impl Fn(u64, u64, u64) -> bool) {
    for n in 1..=MOST {
        docket.is(name(n), pairs(n).all(|(src, dest)| holds(n, src, dest)), "all pairs of different nodes");
    }
}

/// The longest path of Algorithm 2, once every message has arrived.
fn longest(n: u64) -> Option<usize> {
    let next = NextNodes::new(n);
    let hops = |(from, to)| {
        let path = next.path(from, to);
        (path.last() == Some(&to)).then(|| path.len() - 1)
    };
    pairs(n).map(hops).try_fold(0, |longest, hops| Some(longest.max(hops?)))
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P4.links",
        parts: &[|docket| {
            for d in 0..=10 {
                let n = 1 << d;
                let links = |v| (0..64).filter(|&i| exists(n, v, i)).count();
                let all = (0..n).all(|v| links(v) == links(0));
                let how = if all { "counted at every node" } else { "counted; nodes differ" };
                docket.equal(name(n), log2(n), Proved::exact(links(0), how));
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.link.number",
        parts: &[|docket| {
            let found = link_number(0b101, 0b001) == Some(2);
            docket.is("nodes 101 and 001", found, "the bit in which they differ");
            all_pairs(docket, |_, a, b| link_number(a, b) == link_number(b, a));
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.distance",
        parts: &[|docket| {
            for n in 1..=128 {
                let holds = (0..n).all(|from| {
                    searched(n, from).into_iter().zip(0..).all(|(d, to)| d == Some(distance(from, to)))
                });
                docket.is(name(n), holds, "breadth-first search from every node");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.distance.most",
        parts: &[|docket| {
            for n in 1..=MOST {
                let most = pairs(n).map(|(a, b)| distance(a, b)).max().unwrap_or(0);
                docket.at_most(name(n), log2(n), Proved::exact(most, "all pairs of nodes"));
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Alg1",
        parts: &[|docket| {
            for d in 0..=8 {
                let n = 1 << d;
                let step = |at, to| algorithm_1(at, to).map(|link| at ^ (1 << link));
                let holds = |(at, to)| step(at, to).is_some_and(|next| next < n && nearer(at, next, to));
                docket.is(name(n), pairs(n).all(holds), "all pairs of different nodes");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Alg1.path",
        parts: &[|docket| {
            for k in 0..=8_u64 {
                let step = |at, to| algorithm_1(at, to).map(|link| at ^ (1 << link));
                let hops = |(from, to)| std::iter::successors(Some(from), |&at| step(at, to)).count() - 1;
                let found = pairs(1 << k).map(hops).max().unwrap_or(0);
                docket.equal(
                    name(1 << k),
                    k,
                    Proved::exact(found, "all paths followed, of which the longest"),
                );
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Fig1",
        parts: &[|docket| {
            let step = |&at: &u64| algorithm_1(at, 0b100).map(|link| at ^ (1 << link));
            let path: Vec<u64> = std::iter::successors(Some(0b011), step).collect();
            docket.is(name(8), path == [0b011, 0b111, 0b101, 0b100], format!("the path {path:?}"));
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Thm1",
        parts: &[|docket| {
            all_pairs(docket, theorem_1);
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Thm1.cases",
        parts: &[|docket| {
            all_pairs(docket, |n, src, dest| {
                case_1(n, src, dest) && case_2(n, src, dest) && case_3(n, src, dest)
            });
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Alg2",
        parts: &[|docket| {
            for n in 1..=MOST {
                let next = NextNodes::new(n);
                let holds = pairs(n).all(|(at, to)| next.of(at, to) < n && nearer(at, next.of(at, to), to));
                docket.is(name(n), holds, "all pairs of different nodes");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Fig2",
        parts: &[|docket| {
            let path = NextNodes::new(7).path(0b011, 0b100);
            docket.is(name(7), path == [0b011, 0b001, 0b101, 0b100], format!("the path {path:?}"));
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.path",
        parts: &[|docket| {
            for n in 1..=MOST {
                match longest(n) {
                    Some(hops) => {
                        let found = Proved::exact(hops, "all paths followed, of which the longest");
                        docket.equal(name(n), log2(n), found);
                    }
                    None => docket.is(name(n), false, "a message does not arrive"),
                }
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.path.source",
        parts: &[
            |docket| {
                for n in 2..=32 {
                    let certificate = certificate(n)?;
                    let found = changes(
                        n,
                        |from, _| from,
                        "the first hop of a message from node 0 to node 1 leads away from node 0",
                    );
                    docket.equal(name(n), -1_i64, Proved { certificate, ..found });
                }
                Ok(())
            },
            |docket| {
                for n in 2..=128 {
                    docket.equal(name(n), -1_i64, changes(n, |_, to| to, "all hops of all pairs"));
                }
                Ok(())
            },
        ],
    },
];

/// By how much every hop of Algorithm 2 changes the distance to one of the ends.
fn changes(n: u64, end: fn(u64, u64) -> u64, how: &str) -> Proved {
    let next = NextNodes::new(n);
    let (mut least, mut most) = (i64::MAX, i64::MIN);
    for (from, to) in pairs(n) {
        for hop in next.path(from, to).windows(2) {
            let change = change(hop[0], hop[1], end(from, to));
            (least, most) = (least.min(change), most.max(change));
        }
    }
    Proved::between(Some(least.into()), Some(most.into()), how)
}

/// A schedule: the message from node 0 to node 1, which Algorithm 2 sends in one hop.
fn certificate(n: u64) -> Result<Option<Vec<u8>>, ClaimError> {
    let ends = [0, 1].map(NodeRef::Index);
    let packets = vec![Demand { from: ends[0].clone(), to: ends[1].clone(), count: 1 }];
    let document = task(Network::IncompleteHypercube { nodes: n }, Task::Demands { packets, count: 1 });
    let lower = Lower::Distance { value: 1, packet: ends[1].clone(), from: Some(ends[0].clone()) };
    Ok(accepted(&explicit(document, &[[0, 1]], &[vec![(0, 0, 1)]], lower), Least::TIME)?.certificate)
}

/// Distances from a node, by breadth-first search over the links that exist.
fn searched(n: u64, from: u64) -> Vec<Option<u64>> {
    let index = |node: u64| usize::try_from(node).unwrap_or(usize::MAX);
    let mut found = vec![None; index(n)];
    found[index(from)] = Some(0);
    let mut queue = VecDeque::from([from]);
    while let Some(node) = queue.pop_front() {
        for next in (0..log2(n)).filter(|&i| exists(n, node, i)).map(|i| node ^ (1 << i)) {
            if found[index(next)].is_none() {
                found[index(next)] = found[index(node)].map(|d: u64| d + 1);
                queue.push_back(next);
            }
        }
    }
    found
}
