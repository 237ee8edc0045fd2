//! §1 and §3.3.2: how few routing steps a broadcast can take.

use super::along::{along, broadcast, certified, least, name};
use super::stored::stored;
use crate::claims::code::Code;
use crate::claims::exact::{ratio, whole};
use crate::claims::prove::{Least, accepted, proved};
use crate::claims::{ClaimError, Docket, Proved, Value};
use crate::model::{Node, Schedule};
use crate::tree::{BroadcastGraph, CubeTree, Rule, TreeKind, tree_broadcast};
use crate::wire::{self, CertificateDocument};
use num_rational::BigRational;

fn pipeline(n: u64, packets: u64) -> BigRational {
    whole(packets) + whole(n) - whole(1)
}
fn fanout(n: u64, packets: u64) -> BigRational {
    ratio(packets, n).ceil() + whole(n) - whole(1)
}
fn tight(n: u64, packets: u64) -> BigRational {
    ratio(packets, n).ceil() + whole(n)
}
fn twice(n: u64, _packets: u64) -> BigRational {
    whole(2 * n)
}
fn one_port(n: u64, packets: u64) -> BigRational {
    whole(packets) + whole(n)
}
fn half_duplex(n: u64, packets: u64) -> BigRational {
    whole(2 * packets) + whole(n) - whole(1)
}
/// Slots with room for all (N - 1)c receptions, of which slot t has 2^(t-1), and N/2 at most.
fn room(n: u64, packets: u64) -> BigRational {
    let half = whole(1_u64 << (n - 1));
    let receptions = (whole(2) * &half - whole(1)) * whole(packets);
    (whole(n) - whole(1) + ((receptions - &half + whole(1)) / half).ceil()).max(whole(n))
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P5.broadcast.tree",
        parts: &[|docket| {
            for n in 2..=5 {
                for c in 1..=6 {
                    for graph in [BroadcastGraph::Sbt, BroadcastGraph::Tcbt] {
                        let found = along(graph, Rule::All, n, c)?;
                        docket.equal(
                            format!("hypercube {n} packets {c} {}", name(graph)),
                            pipeline(n, c),
                            found,
                        );
                    }
                    let found = balanced(n, c)?;
                    docket.equal(format!("hypercube {n} packets {c} Bst"), pipeline(n, c), found);
                }
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P5.broadcast.not-optimal",
        parts: &[|docket| {
            for (n, c) in instances() {
                let found = best(n, c, Rule::All)?;
                let fewer = found.upper.as_ref().is_some_and(|upper| upper.0 < pipeline(n, c));
                let how = format!("{} slots suffice; {}", shown(&found), found.how);
                docket.is(format!("hypercube {n} packets {c}"), fewer, how);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P5.broadcast.bound.fanout",
        parts: &[|docket| bound(docket, fanout, Rule::All)],
    },
    Code {
        file: file!(),
        id: "P5.broadcast.bound.all",
        parts: &[
            |docket| bound(docket, tight, Rule::All),
            |docket| sent_once(docket, tight, Rule::All),
            |docket| attained(docket, fanout, Rule::All),
        ],
    },
    Code {
        file: file!(),
        id: "P5.broadcast.round",
        parts: &[
            |docket| {
                for n in 2..=5 {
                    docket.equal(format!("hypercube {n} packets {n}"), twice(n, n), best(n, n, Rule::One)?);
                }
                Ok(())
            },
            |docket| {
                for n in 2..=6 {
                    docket.equal(format!("hypercube {n} packets {n}"), twice(n, n), once(n, n, Rule::One)?);
                }
                Ok(())
            },
            |docket| {
                for n in 2..=5 {
                    let found = best(n, n, Rule::One)?;
                    docket.equal(format!("hypercube {n} packets {n}"), pipeline(n, n), found);
                }
                Ok(())
            },
        ],
    },
    Code {
        file: file!(),
        id: "P5.broadcast.bound.1sr",
        parts: &[
            |docket| bound(docket, one_port, Rule::One),
            |docket| sent_once(docket, one_port, Rule::One),
            |docket| attained(docket, pipeline, Rule::One),
        ],
    },
    Code {
        file: file!(),
        id: "P5.broadcast.bound.1sor",
        parts: &[
            |docket| bound(docket, half_duplex, Rule::HalfDuplex),
            |docket| on_trees(docket, half_duplex, Rule::HalfDuplex),
            |docket| attained(docket, room, Rule::HalfDuplex),
        ],
    },
    Code {
        file: file!(),
        id: "P5.broadcast.binomial",
        parts: &[|docket| {
            for n in 1..=3 {
                let mut trees = (0_u64, true);
                every_doubling(n, &mut vec![None; 1 << n], &[0], &mut trees);
                let how =
                    format!("exhaustive: {} schedules in which the holders double at each step", trees.0);
                docket.is(format!("hypercube {n}"), trees.1, how);
            }
            Ok(())
        }],
    },
];

/// Whether a node with its children, the last served first, is an n-level binomial tree.
fn is_binomial(children: &[Vec<usize>], node: usize, levels: usize) -> bool {
    let own = &children[node];
    own.len() == levels
        && own.iter().rev().enumerate().all(|(level, &child)| is_binomial(children, child, level))
}

/// All ways in which every holder informs a neighbour of its own in every step.
fn every_doubling(
    n: u64,
    parents: &mut Vec<Option<(usize, usize)>>,
    holders: &[usize],
    found: &mut (u64, bool),
) {
    if holders.len() == parents.len() {
        let mut children = vec![Vec::new(); parents.len()];
        let mut edges: Vec<_> =
            parents.iter().enumerate().filter_map(|(to, up)| up.map(|up| (up.1, up.0, to))).collect();
        edges.sort_unstable();
        for (_, from, to) in edges {
            children[from].push(to);
        }
        let levels = usize::try_from(n).unwrap_or(usize::MAX);
        *found = (found.0 + 1, found.1 && is_binomial(&children, 0, levels));
        return;
    }
    let mut informed = holders.to_vec();
    inform(n, parents, holders, 0, &mut informed, found);
}

fn inform(
    n: u64,
    parents: &mut Vec<Option<(usize, usize)>>,
    holders: &[usize],
    turn: usize,
    informed: &mut Vec<usize>,
    found: &mut (u64, bool),
) {
    let Some(&from) = holders.get(turn) else {
        return every_doubling(n, parents, &informed.clone(), found);
    };
    for to in (0..n).map(|j| from ^ 1 << j) {
        if to != 0 && parents[to].is_none() {
            parents[to] = Some((from, holders.len()));
            informed.push(to);
            inform(n, parents, holders, turn + 1, informed, found);
            informed.pop();
            parents[to] = None;
        }
    }
}

fn instances() -> impl Iterator<Item = (u64, u64)> {
    (2..=4).flat_map(|n| (2..=8).map(move |c| (n, c)))
}

fn shown(found: &Proved) -> String {
    found.upper.as_ref().map_or_else(|| "?".to_owned(), Value::to_string)
}

/// The least number of slots: by a stored schedule, else as far as the methods for broadcasts go.
fn best(n: u64, packets: u64, rule: Rule) -> Result<Proved, ClaimError> {
    match stored(n, packets, rule) {
        Some(bytes) => accepted(&wire::parse::<CertificateDocument>(bytes)?, Least::TIME),
        None => proved(&broadcast(n, packets, rule), None, Least::TIME),
    }
}

/// Along the trees, and why no schedule in which the source sends every packet once is shorter.
fn once(n: u64, packets: u64, rule: Rule) -> Result<Proved, ClaimError> {
    let found = along(BroadcastGraph::Msbt, rule, n, packets)?;
    let how = "certificate: a schedule along the MSBT graph; the last packet leaves the source in step ⌈c/k⌉ at the earliest, k being the number of \
               packets that it can send in a step, and the node opposite to the one that receives it is n links further";
    Ok(Proved { how: how.to_owned(), ..found })
}

type Steps = fn(u64, u64) -> BigRational;

fn bound(docket: &mut Docket, printed: Steps, rule: Rule) -> Result<(), ClaimError> {
    for (n, c) in instances() {
        docket.at_least(format!("hypercube {n} packets {c}"), printed(n, c), best(n, c, rule)?);
    }
    Ok(())
}

fn attained(docket: &mut Docket, printed: Steps, rule: Rule) -> Result<(), ClaimError> {
    for (n, c) in instances() {
        docket.equal(format!("hypercube {n} packets {c}"), printed(n, c), best(n, c, rule)?);
    }
    Ok(())
}

fn sent_once(docket: &mut Docket, printed: Steps, rule: Rule) -> Result<(), ClaimError> {
    for (n, c) in instances() {
        docket.at_least(format!("hypercube {n} packets {c}"), printed(n, c), once(n, c, rule)?);
    }
    Ok(())
}

fn on_trees(docket: &mut Docket, printed: Steps, rule: Rule) -> Result<(), ClaimError> {
    for (n, c) in instances() {
        let found = along(BroadcastGraph::Msbt, rule, n, c)?;
        docket.at_least(format!("hypercube {n} packets {c}"), printed(n, c), found);
    }
    Ok(())
}

/// c packets along the balanced tree with all ports.
fn balanced(n: u64, c: u64) -> Result<Proved, ClaimError> {
    let broken = |fault: &dyn std::fmt::Display| ClaimError::Broken(fault.to_string());
    let dimension = u32::try_from(n).map_err(|fault| broken(&fault))?;
    let count = u32::try_from(c).map_err(|fault| broken(&fault))?;
    let tree = CubeTree::new(TreeKind::Bst, dimension, Node(0)).map_err(|fault| broken(&fault))?;
    let made = tree_broadcast(&tree, count, Rule::All.ports(dimension)).map_err(|fault| broken(&fault))?;
    let found = certified(&broadcast(n, c, Rule::All), &Schedule::from(made))?;
    // The height is that of the SBT, and so is the argument.
    let (lower, why) = least(BroadcastGraph::Sbt, Rule::All, n, c);
    let how = format!("certificate: a schedule along the tree; no shorter one along it: {why}");
    Ok(Proved { lower: Some(Value::from(lower)), how, ..found })
}
