//! §V: the link of a step of Algorithm 6, compared with the broadcast as a schedule.

use crate::claims::code::Code;
use crate::claims::judge::prove::{Least, accepted, explicit, task};
use crate::claims::{Broken, ClaimError, Docket, Proved};
use crate::wire::{Lower, Network, NodeRef, Task};

fn log2(n: u64) -> u64 {
    (0..64).find(|&k| n <= 1 << k).unwrap_or(64)
}
/// Lists the copies that a node sends: the link, the node at its end, and the array that goes along.
fn algorithm_6(n: u64, node: u64, travel: u64) -> Vec<(u64, u64, u64)> {
    let exists = |i: u64| node ^ (1 << i) < n;
    let links = (0..log2(n)).filter(|&l| exists(l) && travel >> l & 1 == 1);
    links
        .map(|l| {
            let keeps = |i: u64| travel >> i & 1 == 1 && (i < l || !exists(i));
            (l, node ^ (1 << l), (0..log2(n)).filter(|&i| keeps(i)).map(|i| 1 << i).sum())
        })
        .collect()
}

/// A copy of the message that has come to a node over a link, from another, with an array.
struct Copy {
    node: u64,
    from: u64,
    link: u64,
    travel: u64,
    depth: u64,
}

/// Lists all copies of a broadcast from node 0, the root's first.
fn copies(n: u64) -> Vec<Copy> {
    let mut all = vec![Copy { node: 0, from: 0, link: 0, travel: (1 << log2(n)) - 1, depth: 0 }];
    let mut done = 0;
    while let Some(&Copy { node: from, travel, depth, .. }) = all.get(done) {
        let depth = depth + 1;
        let sent = algorithm_6(n, from, travel).into_iter();
        all.extend(sent.map(|(link, node, travel)| Copy { node, from, link, travel, depth }));
        done += 1;
    }
    all
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[Code { file: file!(), id: "P4.Thm3.link", parts: &[first_link] }];

fn first_link(docket: &mut Docket) -> Result<(), ClaimError> {
    for n in 2..=32 {
        let all = copies(n);
        let Some(copy) = all.iter().find(|copy| copy.node == 1) else {
            return Err(Broken::NoCopy.into());
        };
        let found = Proved::exact(copy.link, "the broadcast of Algorithm 6 as a schedule");
        let certificate = certificate(n, &all)?;
        docket.equal(format!("incomplete-hypercube {n}"), copy.depth, Proved { certificate, ..found });
    }
    Ok(())
}

/// Makes the certificate of the schedule that sends each copy in the slot of its depth.
fn certificate(n: u64, all: &[Copy]) -> Result<Option<Vec<u8>>, ClaimError> {
    let broadcast = Task::SingleNodeBroadcast { root: NodeRef::Index(0), count: 1 };
    let document = task(Network::IncompleteHypercube { nodes: n }, broadcast);
    let farthest = all.iter().max_by_key(|copy| copy.depth).map_or(0, |copy| copy.node);
    let depth = all.iter().map(|copy| copy.depth).max().unwrap_or(0);
    let moved = |slot| {
        let copies = all.iter().skip(1).filter(move |copy| copy.depth == slot);
        copies.map(|copy| (0, copy.from, copy.node)).collect()
    };
    let slots: Vec<Vec<(u32, u64, u64)>> = (1..=depth).map(moved).collect();
    let lower = Lower::Distance { value: depth, packet: NodeRef::Index(farthest), from: None };
    Ok(accepted(&explicit(document, &[[0]], &slots, lower), Least::TIME)?.certificate)
}
