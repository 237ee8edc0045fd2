//! §2, §4, §6 and §7: routing tags, the examples with them, and what follows for splitting packets and for
//! fewer ports.

use super::classes::rotated;
use crate::claims::code::Code;
use crate::claims::exact::ratio;
use crate::claims::prove::{Least, counts, hypercube, isotropic, proved, with_ports};
use crate::claims::{ClaimError, Docket, Value};
use crate::solve::Quotient;
use crate::wire::Ports;

/// The Hamming distance.
fn hamming(a: u64, b: u64) -> u32 {
    (a ^ b).count_ones()
}
/// What is left of a tag when link j, counted from 1 and the left, is crossed.
fn crossed(d: u64, tag: u64, j: u64) -> u64 {
    tag ^ (1 << (d - j))
}
/// The greatest sums of rows and columns, and the sum of all entries; packets are tags, so often each.
fn sums(d: u64, packets: &[(u64, u64)]) -> (u64, u64, u64) {
    let row = packets.iter().filter(|p| p.1 > 0).map(|p| u64::from(p.0.count_ones())).max();
    let column = (0..d).map(|j| packets.iter().map(|p| (p.0 >> j & 1) * p.1).sum::<u64>()).max();
    let all = packets.iter().map(|p| u64::from(p.0.count_ones()) * p.1).sum();
    (row.unwrap_or(0), column.unwrap_or(0), all)
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P1.Hamming",
        parts: &[|docket| {
            for d in 1..=8 {
                let holds = (0..1 << d).all(|from| {
                    let distances = distances(d, from);
                    (0..).zip(&distances).all(|(to, &distance)| distance == hamming(from, to))
                });
                docket.is(
                    format!("hypercube {d}"),
                    holds,
                    "exhaustive: breadth-first search from every node",
                );
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P1.Fig3.phase-2",
        parts: &[|docket| {
            let tags = [0b10001, 0b00011, 0b00110, 0b01100, 0b11000];
            let after = [0b00001, 0b00010, 0b00100, 0b01000, 0b10000];
            let sent = tags.iter().zip([1, 5, 4, 3, 2]).map(|(&tag, j)| crossed(5, tag, j));
            docket.is("first slot", sent.eq(after), "each tag without the bit of its link");
            let class = |of: [u64; 5]| (0..5).all(|by| of.contains(&rotated(5, of[0], by)));
            docket.is("classes", class(tags) && class(after), "all rotations of the first tag");
            let links: u64 = after.iter().sum();
            docket.is("second slot", links == 0b11111, "five tags of one bit, each its own");
            Ok(())
        }],
    },
    Code { file: file!(), id: "P1.splitting", parts: &[splitting] },
    Code {
        file: file!(),
        id: "P1.ports.enough",
        parts: &[|docket| {
            for (d, seed) in (2..=5).flat_map(|d| (0..12).map(move |seed| (d, seed))) {
                let packets = few(d, seed);
                let (row, column, all) = sums(d, &packets);
                let task = isotropic(hypercube(d), &packets);
                for k in (1..d).filter(|k| all.div_ceil(*k) <= row.max(column)) {
                    let every = proved(&task, Some(&Quotient), Least::TIME)?;
                    let least = with_ports(task.clone(), Ports::AtMost(k));
                    let found = proved(&least, Some(&Quotient), Least::TIME)?;
                    let name = format!("hypercube {d} ports {k} task {seed}");
                    let Some(every) = every.lower else {
                        return Err(ClaimError::Broken(format!("{name}: no bound")));
                    };
                    docket.equal(name, every, found);
                }
            }
            Ok(())
        }],
    },
];

/// Distances from a node, by breadth-first search.
fn distances(d: u64, from: u64) -> Vec<u32> {
    let mut distances = vec![u32::MAX; 1 << d];
    let mut reached = vec![from];
    let mut distance = 0;
    while !reached.is_empty() {
        let mut next = Vec::new();
        for node in reached {
            let known = &mut distances[usize::try_from(node).unwrap_or(0)];
            if *known == u32::MAX {
                *known = distance;
                next.extend((0..d).map(|link| node ^ (1 << link)));
            }
        }
        reached = next;
        distance += 1;
    }
    distances
}

/// A packet to the opposite node, and some over one link.
fn few(d: u64, seed: u64) -> Vec<(u64, u64)> {
    let mut packets = vec![((1 << d) - 1, seed % 3)];
    packets
        .extend(counts(d + 1, seed + 10 * d, 3 + seed).iter().map(|&(link, count)| (1 << (link - 1), count)));
    packets.sort_unstable();
    packets.dedup_by_key(|packet| packet.0);
    packets
}

fn splitting(docket: &mut Docket) -> Result<(), ClaimError> {
    for d in 1..=5 {
        let mut tasks: Vec<(String, Vec<(u64, u64)>)> =
            (0..8).map(|seed| (format!("task {seed}"), counts(1 << d, seed + 40 * d, 2))).collect();
        if d > 1 {
            tasks.push(("opposite node".to_owned(), vec![((1 << d) - 1, 1)]));
        }
        for (name, packets) in tasks {
            let (row, column, _) = sums(d, &packets);
            for parts in if row.max(column) > 0 { &[2, 3, 5][..] } else { &[] } {
                let split: Vec<(u64, u64)> =
                    packets.iter().map(|&(tag, count)| (tag, count * parts)).collect();
                let found = proved(&isotropic(hypercube(d), &split), Some(&Quotient), Least::TIME)?;
                let whole = proved(&isotropic(hypercube(d), &packets), Some(&Quotient), Least::TIME)?;
                let (found, name) = (found.over(*parts), format!("hypercube {d} {name} parts {parts}"));
                let Some(whole) = whole.lower else {
                    return Err(ClaimError::Broken(format!("{name}: no bound")));
                };
                if column >= row {
                    docket.equal(name, whole, found);
                } else {
                    let less = Value(whole.0 - ratio(1, *parts));
                    docket.at_most(name, less, found);
                }
            }
        }
    }
    Ok(())
}
