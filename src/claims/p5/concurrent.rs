//! §1: N balanced spanning trees, one rooted at each node, used at once.

use super::along::{certified, symmetric_exchange};
use super::balanced::{base, parent};
use crate::claims::code::Code;
use crate::claims::exact::whole;
use crate::claims::judge::prove::{Least, accepted, hypercube, task};
use crate::claims::{Broken, ClaimError, Docket, Proved, Value};
use crate::model::{Link, MultinodeSchedule, MultinodeSend, Node, Schedule, count_of};
use crate::tree::{CubeTree, TreeKind};
use crate::wire;
use num_rational::BigRational;

/// Returns ⌈(N - 1)/log N⌉.
fn every_packet(n: u64) -> BigRational {
    whole(((1_u64 << n) - 1).div_ceil(n))
}
/// Whether the slots exceed the least number by at most √N.
fn is_within_root(n: u64, found: &BigRational) -> bool {
    let more = found - every_packet(n);
    &more * &more <= whole(1_u64 << n)
}
/// Returns BST(max), the number of generator sets other than that of 0.
fn generator_sets(n: u64) -> BigRational {
    whole((1..1 << n).filter(|i| base(n, *i) == 0).count())
}
/// Returns N/2.
fn half_the_nodes(n: u64) -> BigRational {
    whole(1_u64 << (n - 1))
}
/// Returns the greatest number of edges of the BST in one dimension.
fn busiest_link(n: u64) -> u64 {
    let edges =
        |m| (1..1_u64 << n).filter(move |i| parent(n, *i).is_some_and(|up| up ^ i == 1_u64 << m)).count();
    (0..n).map(edges).max().map_or(0, count_of)
}

const SCHEDULE_BY_GENERATOR_SETS: &str = "a slot for every generator set, those with fewer ones first: its nodes are entered over different dimensions, since a rotation \
                    carries the edge into one to the edge into another, and their parents make up a set of a slot before";
const PROOF_FOR_ALL_N: &str = "for all n: a slot for every generator set, (N − A)/log N + B − 1 of them (Lemma 4.1), and B ≤ A < 2√N, since a cyclic number is \
                      made of equal parts of n/2 bits or fewer";

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P5.BST.multinode-broadcast",
        parts: &[
            judge_nearly_least,
            |docket| {
                for n in 2..=9 {
                    docket.at_most(format!("hypercube {n}"), every_packet(n), broadcast(n)?);
                }
                Ok(())
            },
            |docket| {
                for n in [2, 3, 5, 7] {
                    docket.at_most(format!("hypercube {n}"), every_packet(n), broadcast(n)?);
                }
                Ok(())
            },
            |docket| {
                for n in 2..=9 {
                    docket.equal(format!("hypercube {n}"), generator_sets(n), broadcast(n)?);
                }
                Ok(())
            },
        ],
    },
    Code {
        file: file!(),
        id: "P5.BST.total-exchange",
        parts: &[|docket| {
            for n in 2..=9 {
                let found = accepted(&symmetric_exchange(n, longest_first(n))?, Least::TIME)?;
                let how = "every packet goes along the BST of its source, in each slot over each link the one with most links to go";
                docket.equal(format!("hypercube {n}"), half_the_nodes(n), found.because(how));
            }
            Ok(())
        }],
    },
];

fn link(edge: u64) -> Link {
    Link(edge.trailing_zeros())
}

/// Bounds the multinode broadcast along the translates of the balanced tree: above by a schedule, below by
/// the load of the links.
fn broadcast(n: u64) -> Result<Proved, ClaimError> {
    let rotated = |i: u64, by: u64| (i >> by | i << (n - by)) & ((1 << n) - 1);
    let mut sets: Vec<u64> = (1..1 << n).filter(|i| base(n, *i) == 0).collect();
    sets.sort_by_key(|least| (least.count_ones(), *least));
    let slot = |least: u64| {
        let mut nodes: Vec<u64> = (0..n).map(|by| rotated(least, by)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let sends = nodes.into_iter().filter_map(|i| Some((parent(n, i)?, i)));
        let send = |(up, i): (u64, u64)| MultinodeSend { packet: 0, position: Node(up), link: link(up ^ i) };
        let mut sends: Vec<MultinodeSend> = sends.map(send).collect();
        sends.sort_unstable();
        sends
    };
    let schedule = MultinodeSchedule { slots: sets.into_iter().map(slot).collect() };
    let document = task(hypercube(n), wire::Task::MultinodeBroadcast { count: 1 });
    let found = certified(&document, &Schedule::from(schedule))?;
    let how = format!(
        "certificate: a schedule, {SCHEDULE_BY_GENERATOR_SETS}; along the trees every link of a dimension carries a packet for each edge of the BST in it"
    );
    Ok(Proved { lower: Some(Value::from(busiest_link(n))), how, ..found })
}

fn judge_nearly_least(docket: &mut Docket) -> Result<(), ClaimError> {
    for n in 2..=62 {
        let (slots, how) = if n <= 9 {
            let found = broadcast(n)?;
            let slots = found.upper.map_or_else(|| whole(0), |slots| slots.0);
            (slots, found.how)
        } else {
            let dimension = u32::try_from(n).map_err(Broken::from)?;
            let tree = CubeTree::new(TreeKind::Bst, dimension, Node(0)).map_err(Broken::from)?;
            (whole(tree.subtrees().into_iter().max().unwrap_or(0)), PROOF_FOR_ALL_N.to_owned())
        };
        let how = format!("{slots} slots for at least {}; {how}", every_packet(n));
        docket.is(format!("hypercube {n}"), is_within_root(n, &slots), how);
    }
    Ok(())
}

/// Returns the moves `(row, link)` slot by slot: each link carries the packet with the most links to go, of
/// equal ones the first.
fn longest_first(n: u64) -> Vec<Vec<(u32, u32)>> {
    let up = |i: &u64| parent(n, *i);
    let route = |i: u64| {
        let mut route: Vec<Link> =
            std::iter::successors(Some(i), up).filter_map(|i| Some(link(i ^ parent(n, i)?))).collect();
        route.reverse();
        route
    };
    let routes: Vec<Vec<Link>> = (1..1 << n).map(route).collect();
    let mut gone = vec![0; routes.len()];
    let mut slots = Vec::new();
    loop {
        let mut chosen: Vec<Option<usize>> = vec![None; usize::try_from(n).unwrap_or(0)];
        let left = |row: usize, gone: &[usize]| routes[row].len() - gone[row];
        for (row, route) in routes.iter().enumerate() {
            let Some(next) = route.get(gone[row]).and_then(|link| usize::try_from(link.0).ok()) else {
                continue;
            };
            if chosen[next].is_none_or(|other| left(other, &gone) < left(row, &gone)) {
                chosen[next] = Some(row);
            }
        }
        let mut slot = Vec::new();
        for row in chosen.into_iter().flatten() {
            if let (Ok(packet), Some(link)) = (u32::try_from(row), routes[row].get(gone[row])) {
                slot.push((packet, link.0));
            }
            gone[row] += 1;
        }
        if slot.is_empty() {
            return slots;
        }
        slot.sort_unstable();
        slots.push(slot);
    }
}
