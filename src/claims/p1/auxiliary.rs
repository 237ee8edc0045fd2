//! Appendix: the statements on the auxiliary problem in the proof of Theorem 6, checked for all algorithms of
//! small tasks.

use super::pooled::after_slots;
use crate::claims::code::Code;
use crate::claims::{ClaimError, Docket};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the least sum of waits of the auxiliary problem: a server for each link, a customer for each
/// packet.
fn auxiliary(d: u32, packets: &[(u64, u64)]) -> u64 {
    let mut services: Vec<u64> =
        packets.iter().map(|ends| u64::from((ends.0 ^ ends.1).count_ones())).collect();
    services.sort_unstable();
    let links = usize::try_from(d).unwrap_or(0) << d;
    after_slots(&services, links)
}
/// Whether no packet moves while one nearer to its destination waits.
fn keeps_directive(before: &[u64], after: &[u64], ends: &[u64]) -> bool {
    let far = |packet: usize| (before[packet] ^ ends[packet]).count_ones();
    let moves = |packet: usize| before[packet] != after[packet];
    let waits = (0..ends.len()).filter(|&packet| far(packet) > 0 && !moves(packet));
    let nearest = waits.map(far).min();
    (0..ends.len())
        .filter(|&packet| moves(packet))
        .all(|packet| nearest.is_none_or(|least| far(packet) <= least))
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P1.Thm6.auxiliary",
        parts: &[|docket| {
            for (d, size) in (1..=5).map(|size| (1, size)).chain((1..=3).map(|size| (2, size))) {
                let tasks = tasks_of(d, size);
                let holds = tasks.iter().all(|task| auxiliary(d, task) <= least_delay(d, task));
                let less = tasks.iter().filter(|task| auxiliary(d, task) < least_delay(d, task)).count();
                let how = format!("exhaustive: all algorithms of {} tasks, less in {less}", tasks.len());
                docket.is(format!("hypercube {d}, {size} packets"), holds, how);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P1.Thm6.u",
        parts: &[
            |docket| unique(docket, &[(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3)], true),
            |docket| unique(docket, &[(2, 1), (2, 2)], false),
        ],
    },
];

fn waiting(places: &[u64], ends: &[u64]) -> u64 {
    places.iter().zip(ends).map(|(place, end)| u64::from(place != end)).sum()
}

/// Computes the least sum of delays of all algorithms, slot by slot over all places of the packets.
fn least_delay(d: u32, packets: &[(u64, u64)]) -> u64 {
    let ends: Vec<u64> = packets.iter().map(|ends| ends.1).collect();
    let mut reached: BTreeMap<Vec<u64>, u64> =
        BTreeMap::from([(packets.iter().map(|ends| ends.0).collect(), 0)]);
    let mut best = u64::MAX;
    loop {
        best = best.min(reached.remove(&ends).unwrap_or(u64::MAX));
        // Every packet that still waits adds at least 1.
        reached.retain(|_, &mut cost| cost < best);
        if reached.is_empty() {
            return best;
        }
        let mut next: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
        for (places, cost) in reached {
            let cost = cost + waiting(&places, &ends);
            for after in moved(d, &places) {
                let least = next.entry(after).or_insert(cost);
                *least = cost.min(*least);
            }
        }
        reached = next;
    }
}

/// Returns the sums of delays by the numbers of links used per slot, over all algorithms that follow the
/// directive.
fn costs(d: u32, packets: &[(u64, u64)], shortest: bool) -> BTreeMap<Vec<usize>, BTreeSet<u64>> {
    let ends: Vec<u64> = packets.iter().map(|ends| ends.1).collect();
    let start: Vec<u64> = packets.iter().map(|ends| ends.0).collect();
    let mut reached = BTreeSet::from([(start, Vec::new(), 0)]);
    let mut costs: BTreeMap<Vec<usize>, BTreeSet<u64>> = BTreeMap::new();
    while !reached.is_empty() {
        let mut next = BTreeSet::new();
        for (places, used, cost) in reached {
            if places == ends {
                costs.entry(used).or_default().insert(cost);
                continue;
            }
            for after in moved(d, &places) {
                let moves: Vec<usize> =
                    (0..ends.len()).filter(|&packet| places[packet] != after[packet]).collect();
                let far = |places: &[u64], packet: usize| (places[packet] ^ ends[packet]).count_ones();
                let proper = moves.iter().all(|&packet| {
                    let before = far(&places, packet);
                    before > 0 && (!shortest || far(&after, packet) < before)
                });
                if proper
                    && !moves.is_empty()
                    && (shortest || used.len() < 4)
                    && keeps_directive(&places, &after, &ends)
                {
                    let used = [&used[..], &[moves.len()]].concat();
                    next.insert((after, used, cost + waiting(&places, &ends)));
                }
            }
        }
        reached = next;
    }
    costs
}

#[expect(clippy::unnecessary_wraps, reason = "one of the judges, most of which can fail")]
fn unique(docket: &mut Docket, sizes: &[(u32, u32)], shortest: bool) -> Result<(), ClaimError> {
    for &(d, size) in sizes {
        let tasks = tasks_of(d, size);
        let mut found = None;
        let mut sequences = 0;
        for task in &tasks {
            let costs = costs(d, task, shortest);
            sequences += costs.len();
            if let Some((used, sums)) = costs.into_iter().find(|(_, sums)| sums.len() > 1) {
                found = found.or(Some(format!("; packets {task:?} with u = {used:?}: sums {sums:?}")));
            }
        }
        let how = format!(
            "exhaustive: {} tasks, {sequences} sequences u{}",
            tasks.len(),
            found.as_deref().unwrap_or("")
        );
        docket.is(format!("hypercube {d}, {size} packets"), found.is_none(), how);
    }
    Ok(())
}

/// Lists all multisets of `size` packets.
fn tasks_of(d: u32, size: u32) -> Vec<Vec<(u64, u64)>> {
    let n = 1_u64 << d;
    let pairs: Vec<(u64, u64)> =
        (0..n).flat_map(|from| (0..n).map(move |to| (from, to))).filter(|ends| ends.0 != ends.1).collect();
    let mut tasks: Vec<Vec<(u64, u64)>> = vec![Vec::new()];
    for _ in 0..size {
        let longer = tasks.iter().flat_map(|task| {
            let pairs = pairs.iter().filter(|ends| task.last().is_none_or(|last| last <= *ends));
            pairs.map(|ends| [&task[..], &[*ends]].concat()).collect::<Vec<_>>()
        });
        tasks = longer.collect();
    }
    tasks
}

/// Lists the places of the packets a slot later: each waits or crosses a link, and no two cross one link.
fn moved(d: u32, places: &[u64]) -> Vec<Vec<u64>> {
    let mut after: Vec<Vec<u64>> = vec![Vec::new()];
    for (packet, &place) in places.iter().enumerate() {
        let mut longer = Vec::new();
        for begun in &after {
            longer.push([&begun[..], &[place]].concat());
            for to in (0..d).map(|link| place ^ (1 << link)) {
                if (0..packet).all(|other| (places[other], begun[other]) != (place, to)) {
                    longer.push([&begun[..], &[to]].concat());
                }
            }
        }
        after = longer;
    }
    after
}
