//! §V: Algorithms 4, 5 and 6, Theorems 3 and 4.

use super::deadlock::numbers;
use super::routing::{MOST, NextNodes, name};
use crate::claims::code::Code;
use crate::claims::prove::{Least, accepted, explicit, task};
use crate::claims::{ClaimError, Docket, Proved};
use crate::wire::{Lower, Network, NodeRef, Task};

/// What a node sends: the link, the node at its end, and the weight or the bits of the array that go along.
type Sent = (u64, u64, u64);

fn log2(n: u64) -> u64 {
    (0..64).find(|&k| n <= 1 << k).unwrap_or(64)
}
/// With missing links ignored; on a complete hypercube none is.
fn algorithm_4(n: u64, node: u64, weight: u64) -> Vec<Sent> {
    (0..log2(n)).filter(|&l| l < weight && node ^ (1 << l) < n).map(|l| (l, node ^ (1 << l), l)).collect()
}
fn algorithm_5(n: u64, node: u64, travel: u64) -> Vec<Sent> {
    let links = (0..log2(n)).filter(|l| travel >> l & 1 == 1);
    links
        .map(|l| {
            let newtravel = (0..log2(n)).filter(|&i| travel >> i & 1 == 1 && i < l).map(|i| 1 << i).sum();
            (l, node ^ (1 << l), newtravel)
        })
        .collect()
}
fn algorithm_6(n: u64, node: u64, travel: u64) -> Vec<Sent> {
    let exists = |i: u64| node ^ (1 << i) < n;
    let links = (0..log2(n)).filter(|&l| exists(l) && travel >> l & 1 == 1);
    links
        .map(|l| {
            let keeps = |i: u64| travel >> i & 1 == 1 && (i < l || !exists(i));
            (l, node ^ (1 << l), (0..log2(n)).filter(|&i| keeps(i)).map(|i| 1 << i).sum())
        })
        .collect()
}
/// The step of the copy that a node sends in its place, counted from 0, of so many, when it has the
/// message after `step`.
fn all_at_once(step: u64, _place: u64, _sent: u64) -> u64 {
    step + 1
}
fn lowest_first(step: u64, place: u64, _sent: u64) -> u64 {
    step + place + 1
}
fn highest_first(step: u64, place: u64, sent: u64) -> u64 {
    step + sent - place
}
/// Proof of Theorem 3, of a hop over link k from p to q on the way to t: the arrays agree below k, and so
/// do p and q; in bits above k in which q differs from t, so does p, whose links of these numbers do not
/// exist.
#[expect(clippy::many_single_char_names, reason = "the letters of the proof")]
fn induction(n: u64, k: u64, p: u64, q: u64, t: u64, arrays: (u64, u64)) -> bool {
    let below = (1 << k) - 1;
    let above = (p ^ t) & !below & !(1 << k);
    let missing = (0..log2(n)).all(|i| above >> i & 1 == 0 || p ^ (1 << i) >= n);
    (arrays.0 ^ arrays.1) & below == 0 && (p ^ q) & below == 0 && (q ^ t) & !below & !above == 0 && missing
}
/// Proof of Theorem 4, of a hop over link k′ from p: the array that goes along has FALSE for k′ and for
/// every higher link that exists from p.
fn case_4(n: u64, p: u64, link: u64, newtravel: u64) -> bool {
    (link..log2(n)).all(|k| p ^ (1 << k) >= n || newtravel >> k & 1 == 0)
}
/// All elements of the array set.
fn all_set(n: u64) -> u64 {
    (1 << log2(n)) - 1
}
/// For each bit in which a node and t differ, the element of the array is set.
fn is_set(travel: u64, node: u64, t: u64) -> bool {
    travel & (node ^ t) == node ^ t
}

/// A copy of the message that has come to a node.
struct Copy {
    node: u64,
    /// The place of the copy that it was made of; the root's is its own.
    before: usize,
    link: u64,
    /// What came with it.
    travel: u64,
    depth: u64,
}

/// An algorithm: what node sends on with what has come.
type Algorithm = fn(u64, u64, u64) -> Vec<Sent>;

/// All copies of a broadcast, the root's first; stops where there are more than twice as many as nodes.
fn copies(algorithm: Algorithm, n: u64, root: u64, start: u64) -> Vec<Copy> {
    let mut all = vec![Copy { node: root, before: 0, link: 0, travel: start, depth: 0 }];
    let mut done = 0;
    while let Some(copy) = all.get(done)
        && done <= 512
    {
        let depth = copy.depth + 1;
        let sent = algorithm(n, copy.node, copy.travel);
        all.extend(sent.into_iter().map(|(link, node, travel)| Copy {
            node,
            before: done,
            link,
            travel,
            depth,
        }));
        done += 1;
    }
    all
}

/// The nodes that a copy has visited.
fn path(all: &[Copy], place: usize) -> Vec<u64> {
    let mut nodes = vec![all[place].node];
    let mut here = place;
    while here != 0 {
        here = all[here].before;
        nodes.push(all[here].node);
    }
    nodes.reverse();
    nodes
}

/// Whether a copy has come the way of Algorithm 2.
fn follows(all: &[Copy], place: usize, next: &NextNodes) -> bool {
    let to = all[place].node;
    let mut here = place;
    while here != 0 {
        let before = all[here].before;
        if next.of(all[before].node, to) != all[here].node {
            return false;
        }
        here = before;
    }
    true
}

/// Whether every node has exactly one copy.
fn once(all: &[Copy], n: u64) -> bool {
    let mut nodes: Vec<u64> = all.iter().map(|copy| copy.node).collect();
    nodes.sort_unstable();
    nodes.into_iter().eq(0..n)
}

/// What a copy carries where, for a message from a root.
fn of_6(n: u64, root: u64) -> Vec<Copy> {
    copies(algorithm_6, n, root, all_set(n))
}

/// The step in which the last copy comes.
fn last_step(docket: &mut Docket, step: fn(u64, u64, u64) -> u64) {
    for d in 0..=8 {
        let n = 1 << d;
        let last = |root| {
            let all = copies(algorithm_4, n, root, log2(n));
            let mut steps = vec![0; all.len()];
            let mut places = vec![0; all.len()];
            let mut counts = vec![0; all.len()];
            for copy in all.iter().skip(1) {
                counts[copy.before] += 1;
            }
            for (place, copy) in all.iter().enumerate().skip(1) {
                steps[place] = step(steps[copy.before], places[copy.before], counts[copy.before]);
                places[copy.before] += 1;
            }
            steps.into_iter().max().unwrap_or(0)
        };
        let found = (0..n).map(last).max().unwrap_or(0);
        docket.equal(name(n), log2(n), Proved::exact(found, "the last copy of all roots"));
    }
}

fn roots(docket: &mut Docket, how: &str, holds: impl Fn(u64, u64) -> bool) {
    for n in 1..=MOST {
        docket.is(name(n), (0..n).all(|root| holds(n, root)), how);
    }
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P4.Alg4",
        parts: &[|docket| {
            for d in 0..=8 {
                let n = 1 << d;
                let holds = (0..n).all(|root| once(&copies(algorithm_4, n, root, log2(n)), n));
                docket.is(name(n), holds, "copies counted");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Alg4.steps",
        parts: &[
            |docket| {
                last_step(docket, all_at_once);
                Ok(())
            },
            |docket| {
                last_step(docket, highest_first);
                Ok(())
            },
            |docket| {
                last_step(docket, lowest_first);
                Ok(())
            },
        ],
    },
    Code {
        file: file!(),
        id: "P4.Alg4.zero",
        parts: &[|docket| {
            for n in 1..=MOST {
                let all = copies(algorithm_4, n, 0, log2(n));
                let upwards = all.iter().skip(1).all(|copy| all[copy.before].node < copy.node);
                docket.is(name(n), once(&all, n) && upwards, "all copies");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Alg4.incomplete",
        parts: &[|docket| {
            let all = copies(algorithm_4, 3, 0b01, log2(3));
            let holds = all.iter().all(|copy| copy.node != 0b10);
            docket.is("incomplete-hypercube 3 from 01 to 10", holds, "all copies");
            for n in (3..=MOST).filter(|n| !n.is_power_of_two()) {
                let fails = (0..n).any(|root| !once(&copies(algorithm_4, n, root, log2(n)), n));
                docket.is(name(n), fails, "all roots tried");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Alg5",
        parts: &[|docket| {
            for d in 0..=8 {
                let n = 1 << d;
                let sent =
                    |all: Vec<Copy>| all.iter().map(|copy| (copy.before, copy.node)).collect::<Vec<_>>();
                let same = |root| {
                    sent(copies(algorithm_5, n, root, all_set(n)))
                        == sent(copies(algorithm_4, n, root, log2(n)))
                };
                docket.is(name(n), (0..n).all(same), "all copies of all roots");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Alg6",
        parts: &[|docket| {
            roots(docket, "all copies of all roots", |n, root| once(&of_6(n, root), n));
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Alg6.length",
        parts: &[|docket| {
            for n in 1..=MOST {
                let deepest = (0..n).flat_map(|root| of_6(n, root)).map(|copy| copy.depth).max().unwrap_or(0);
                docket.at_most(name(n), log2(n), Proved::exact(deepest, "all copies of all roots"));
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Fig5",
        parts: &[|docket| {
            let all = of_6(7, 0b011);
            let found = (0..all.len()).find(|&place| all[place].node == 0b100).map(|place| path(&all, place));
            let expected = Some(vec![0b011, 0b001, 0b101, 0b100]);
            docket.is(name(7), once(&all, 7) && found == expected, format!("the path {found:?}"));
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Thm3",
        parts: &[|docket| {
            for n in 1..=MOST {
                let next = NextNodes::new(n);
                let received = |root| {
                    let all = of_6(n, root);
                    let same = |&place: &usize| follows(&all, place, &next);
                    let mut nodes: Vec<u64> =
                        (0..all.len()).filter(same).map(|place| all[place].node).collect();
                    nodes.sort_unstable();
                    nodes.dedup();
                    nodes.into_iter().eq(0..n)
                };
                docket.is(name(n), (0..n).all(received), "the copies of all roots followed back");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Thm3.invariant",
        parts: &[|docket| {
            roots(docket, "all copies that lead to t, for all t", |n, root| {
                let all = of_6(n, root);
                (0..all.len()).all(|place| {
                    let mut here = place;
                    loop {
                        if !is_set(all[here].travel, all[here].node, all[place].node) {
                            break false;
                        }
                        if here == 0 {
                            break true;
                        }
                        here = all[here].before;
                    }
                })
            });
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Thm3.induction",
        parts: &[|docket| {
            roots(docket, "all hops of all copies, for all t", |n, root| {
                let all = of_6(n, root);
                hops(&all, |here, t| {
                    let (p, q) = (&all[all[here].before], &all[here]);
                    induction(n, q.link, p.node, q.node, t, (p.travel, q.travel))
                })
            });
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Thm3.link",
        parts: &[
            |docket| {
                for n in 2..=32 {
                    let all = of_6(n, 0);
                    let Some(place) = all.iter().position(|copy| copy.node == 1) else {
                        return Err(ClaimError::Broken("node 1 has no copy".to_owned()));
                    };
                    let found = Proved::exact(all[place].link, "the broadcast of Algorithm 6 as a schedule");
                    let certificate = certificate(n, &all)?;
                    docket.equal(name(n), all[place].depth, Proved { certificate, ..found });
                }
                Ok(())
            },
            |docket| {
                for n in 2..=128 {
                    let next = NextNodes::new(n);
                    let holds = (0..n).all(|root| {
                        let all = of_6(n, root);
                        hops(&all, |here, t| {
                            let p = all[all[here].before].node;
                            all[here].link == u64::from((p ^ next.of(p, t)).trailing_zeros())
                        })
                    });
                    docket.is(name(n), holds, "all hops of all roots");
                }
                Ok(())
            },
        ],
    },
    Code {
        file: file!(),
        id: "P4.Thm4",
        parts: &[|docket| {
            for n in 1..=MOST {
                let next = NextNodes::new(n);
                let same = |root| {
                    let all = of_6(n, root);
                    (0..all.len()).all(|place| follows(&all, place, &next))
                };
                docket.is(name(n), (0..n).all(same), "the copies of all roots followed back");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Thm4.links",
        parts: &[|docket| {
            roots(docket, "all copies of all roots", |n, root| {
                let all = of_6(n, root);
                let mut used = vec![0_u64; all.len()];
                (1..all.len()).all(|place| {
                    let before = used[all[place].before];
                    used[place] = before | 1 << all[place].link;
                    used[place] != before
                })
            });
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Thm4.cases",
        parts: &[|docket| {
            roots(docket, "all copies of all roots, all links", |n, root| {
                let all = of_6(n, root);
                let holds = |copy: &Copy| case_4(n, all[copy.before].node, copy.link, copy.travel);
                all.iter().skip(1).all(holds)
            });
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.broadcast.deadlock",
        parts: &[|docket| {
            for n in 1..=MOST {
                let number = numbers(n)?;
                let holds = (0..n).all(|root| {
                    let all = of_6(n, root);
                    let of = |copy: &Copy| number(all[copy.before].node, copy.node);
                    let grows = |before: Option<u64>, after| before.is_some() && before < after;
                    all.iter().skip(1).all(|copy| copy.before == 0 || grows(of(&all[copy.before]), of(copy)))
                });
                let how = "copies hold and want channels by the increasing numbers of Theorem 2's messages, so whoever holds the greatest can go on";
                docket.is(name(n), holds, how);
            }
            Ok(())
        }],
    },
];

/// Whether something holds of every hop to a copy on the way to every node.
fn hops(all: &[Copy], holds: impl Fn(usize, u64) -> bool) -> bool {
    (1..all.len()).all(|place| {
        let mut here = place;
        while here != 0 {
            if !holds(here, all[place].node) {
                return false;
            }
            here = all[here].before;
        }
        true
    })
}

/// A schedule: the copies of a broadcast from node 0, each in the slot of its depth.
fn certificate(n: u64, all: &[Copy]) -> Result<Option<Vec<u8>>, ClaimError> {
    let broadcast = Task::SingleNodeBroadcast { root: NodeRef::Index(0), count: 1 };
    let document = task(Network::IncompleteHypercube { nodes: n }, broadcast);
    let farthest = all.iter().max_by_key(|copy| copy.depth).map_or(0, |copy| copy.node);
    let depth = all.iter().map(|copy| copy.depth).max().unwrap_or(0);
    let moved = |slot| {
        let copies = all.iter().skip(1).filter(move |copy| copy.depth == slot);
        copies.map(|copy| (0, all[copy.before].node, copy.node)).collect()
    };
    let slots: Vec<Vec<(u32, u64, u64)>> = (1..=depth).map(moved).collect();
    let lower = Lower::Distance { value: depth, packet: NodeRef::Index(farthest), from: None };
    Ok(accepted(&explicit(document, &[[0]], &slots, lower), Least::TIME)?.certificate)
}
