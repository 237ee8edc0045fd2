//! §2 and §3: bounds on all algorithms, and symmetric ones.

use super::clearing::drawn;
use crate::claims::code::Code;
use crate::claims::exact::{ratio, whole};
use crate::claims::prove::counts;
use crate::claims::{ClaimError, Docket, Proved};
use num_rational::BigRational;
use std::collections::BTreeSet;

/// The bound of Theorem 1; packets are pairs of source and destination.
fn any_task(d: u32, packets: &[(u64, u64)]) -> BigRational {
    let n = 1_u64 << d;
    let column = |j: u32| packets.iter().filter(|ends| (ends.0 ^ ends.1) >> j & 1 == 1).count();
    let row = packets.iter().map(|ends| u64::from((ends.0 ^ ends.1).count_ones())).max();
    let columns = (0..d).map(|j| ratio(column(j), n)).max();
    whole(row.unwrap_or(0)).max(columns.unwrap_or_else(|| whole(0)))
}
/// The tags that wait at a node.
fn tags(packets: &[(u64, u64)], node: u64) -> Vec<u64> {
    let mut tags: Vec<u64> = packets.iter().filter(|ends| ends.0 == node).map(|ends| node ^ ends.1).collect();
    tags.sort_unstable();
    tags
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code { file: file!(), id: "P1.isotropic", parts: &[isotropic_tasks] },
    Code {
        file: file!(),
        id: "P1.Thm1",
        parts: &[|docket| {
            for (d, most) in [(1, 3), (2, 3)] {
                for size in 1..=most {
                    let tasks = tasks_of(d, size);
                    let holds = tasks.iter().all(|task| any_task(d, task) <= whole(least_time(d, task)));
                    docket.is(
                        format!("hypercube {d}, {size} packets"),
                        holds,
                        format!("exhaustive: all algorithms of all {} tasks", tasks.len()),
                    );
                }
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P1.Thm1.attained",
        parts: &[|docket| {
            let task = [(0, 1), (0, 1)];
            let least = Proved::exact(least_time(2, &task), "exhaustive: all algorithms");
            docket.at_least("hypercube 2, 0 → 1 twice", any_task(2, &task) + whole(1), least);
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P1.Thm2",
        parts: &[|docket| {
            for d in 1..=5 {
                for seed in 0..6 {
                    let (slots, holds) = symmetric_run(d, seed);
                    let how = format!("all nodes simulated for {slots} slots");
                    docket.is(format!("hypercube {d} task {seed}"), holds, how);
                }
            }
            Ok(())
        }],
    },
];

fn isotropic_tasks(docket: &mut Docket) -> Result<(), ClaimError> {
    for (d, most) in [(1, 2_u64), (2, 1)] {
        let n = 1_u64 << d;
        let pairs: Vec<(u64, u64)> = (0..n)
            .flat_map(|from| (0..n).map(move |to| (from, to)))
            .filter(|ends| ends.0 != ends.1)
            .collect();
        let tasks = (most + 1).pow(u32::try_from(pairs.len()).unwrap_or(0));
        let mut holds = true;
        for code in 0..tasks {
            let mut left = code;
            let mut packets = Vec::new();
            for &ends in &pairs {
                packets.extend((0..left % (most + 1)).map(|_| ends));
                left /= most + 1;
            }
            packets.sort_unstable();
            let shifted = |by: u64| {
                let mut packets: Vec<_> = packets.iter().map(|ends| (ends.0 ^ by, ends.1 ^ by)).collect();
                packets.sort_unstable();
                packets
            };
            let by_definition = (0..n).all(|by| shifted(by) == packets);
            let by_matrices = (0..n).all(|node| tags(&packets, node) == tags(&packets, 0));
            holds &= by_definition == by_matrices;
        }
        docket.is(format!("hypercube {d}"), holds, format!("exhaustive: {tasks} tasks"));
    }
    Ok(())
}

/// All multisets of so many packets.
pub(super) fn tasks_of(d: u32, size: u32) -> Vec<Vec<(u64, u64)>> {
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

/// The least time in which any algorithm executes a task: all places that the packets can be at after each
/// slot.
fn least_time(d: u32, packets: &[(u64, u64)]) -> u64 {
    let ends: Vec<u64> = packets.iter().map(|ends| ends.1).collect();
    let mut reached: BTreeSet<Vec<u64>> = BTreeSet::from([packets.iter().map(|ends| ends.0).collect()]);
    let mut slots = 0;
    while !reached.contains(&ends) {
        reached = reached.iter().flat_map(|places| moved(d, places)).collect();
        slots += 1;
    }
    slots
}

/// Where packets can be a slot later: each stays or crosses a link, no two the same one.
pub(super) fn moved(d: u32, places: &[u64]) -> Vec<Vec<u64>> {
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

/// A packet: its row, where it is, and its tag.
type Carried = (usize, u64, u64);

/// Moves the packets of all nodes by drawn symmetric switching schemes; the slots, and whether the theorem
/// held after each.
fn symmetric_run(d: u64, seed: u64) -> (u64, bool) {
    let n = 1_u64 << d;
    let packets = counts(n, seed + 50 * d, 3);
    let mut rows: Vec<u64> = packets.iter().flat_map(|&(tag, count)| (0..count).map(move |_| tag)).collect();
    let mut carried: Vec<Carried> = Vec::new();
    for (row, &tag) in rows.iter().enumerate() {
        carried.extend((0..n).map(|node| (row, node, tag)));
    }
    let mut slots = 0;
    while rows.iter().any(|&tag| tag > 0) {
        // A drawn row first, on each link the first that waits.
        let first =
            usize::try_from(drawn(1, 1, rows.len().try_into().unwrap_or(1), seed + slots)[0][0]).unwrap_or(0);
        let mut scheme: Vec<(usize, u64)> = Vec::new();
        for row in (first..rows.len()).chain(0..first) {
            let link = (0..d).find(|&link| rows[row] >> link & 1 == 1 && scheme.iter().all(|s| s.1 != link));
            scheme.extend(link.map(|link| (row, link)));
        }
        for (row, node, tag) in &mut carried {
            if let Some(&(_, link)) = scheme.iter().find(|sent| sent.0 == *row) {
                (*node, *tag) = (*node ^ (1 << link), *tag ^ (1 << link));
            }
        }
        for (row, link) in scheme {
            rows[row] ^= 1 << link;
        }
        slots += 1;
        for node in 0..n {
            let mut found: Vec<(usize, u64)> =
                carried.iter().filter(|c| c.1 == node && c.2 > 0).map(|c| (c.0, c.2)).collect();
            found.sort_unstable();
            let wanted: Vec<(usize, u64)> =
                rows.iter().copied().enumerate().filter(|row| row.1 > 0).collect();
            if found != wanted {
                return (slots, false);
            }
        }
    }
    (slots, true)
}
