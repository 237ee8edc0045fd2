//! §2 and §4: completion time on hypercubes.

use super::clearing::{Scheme, replayed, slots_of, total_exchange_rows};
use crate::claims::code::Code;
use crate::claims::exact::factorial;
use crate::claims::prove::{Least, accepted, explicit, hypercube, total_exchange};
use crate::claims::{ClaimError, Docket, Proved};
use crate::decompose::decompose;
use crate::delay::{Bias, octr};
use crate::model::{MatrixError, TaskMatrix};
use crate::wire::Lower;
use num_bigint::BigInt;

/// h of a matrix whose rows are the offsets of packets, so often each.
fn critical_sum(d: u64, packets: &[(u64, u64)]) -> u64 {
    let row = packets.iter().filter(|p| p.1 > 0).map(|p| u64::from(p.0.count_ones())).max();
    let column = (0..d).map(|j| packets.iter().map(|p| (p.0 >> j & 1) * p.1).sum::<u64>()).max();
    row.max(column).unwrap_or(0)
}
/// Number of optimal algorithms, at least.
fn algorithms(d: u64) -> BigInt {
    factorial((1_u64 << d) / 2)
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P1.Thm5.bound",
        parts: &[|docket| {
            let slots = [vec![(0, 0, 1)], vec![(1, 1, 0)]];
            let lower = Lower::Weights { value: 1, weights: vec![1], within: None };
            let waits = explicit(total_exchange(hypercube(1)), &[[0, 1], [1, 0]], &slots, lower);
            let found = accepted(&waits, Least::TIME)?;
            let how = "the time of the schedule that the certificate holds".to_owned();
            let run = Proved { lower: found.upper.clone(), how, ..found };
            docket.at_most("hypercube 1, total exchange", critical_sum(1, &[(1, 1)]), run);
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P1.algorithms",
        parts: &[|docket| {
            for d in 1..=3 {
                let count = Proved::exact(
                    optimal_algorithms(d),
                    "exhaustive: all symmetric schedules of n/2 slots counted",
                );
                docket.at_least(format!("hypercube {d}"), algorithms(d), count);
            }
            for d in 4..=8 {
                let classes = decompositions(d)?.0.len();
                let count = factorial(u64::try_from(classes).unwrap_or(0));
                let how = "a decomposition into n/2 different matrices, in any order";
                docket.at_least(
                    format!("hypercube {d}"),
                    algorithms(d),
                    Proved::between(Some(count.into()), None, how),
                );
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P1.algorithms.more",
        parts: &[
            |docket| more(docket, 1),
            |docket| {
                for d in 1..=2 {
                    let how = "exhaustive: all ways of all packets in n/2 slots, no two on a link at once";
                    docket.at_least(
                        format!("hypercube {d}"),
                        algorithms(d) + 1_u32,
                        Proved::exact(all_algorithms(d), how),
                    );
                }
                more(docket, 3)
            },
            |docket| more(docket, 3),
        ],
    },
];

fn more(docket: &mut Docket, from: u64) -> Result<(), ClaimError> {
    for d in from..=3 {
        let how = "exhaustive: all symmetric schedules of n/2 slots counted";
        let count = Proved::exact(optimal_algorithms(d), how);
        docket.at_least(format!("hypercube {d}"), algorithms(d) + 1_u32, count);
    }
    for d in 4..=7 {
        let (one, other) = decompositions(d)?;
        let twice = (one != other).then(|| (algorithms(d) * 2_u32).into());
        let how = "two different decompositions into n/2 matrices, each in any order";
        docket.at_least(format!("hypercube {d}"), algorithms(d) + 1_u32, Proved::between(twice, None, how));
    }
    Ok(())
}

/// Two decompositions of the task matrix into n/2 permutation matrices, the matrices of each sorted.
fn decompositions(d: u64) -> Result<(Vec<Scheme>, Vec<Scheme>), ClaimError> {
    let matrix = total_exchange_rows(d);
    let broken = |fault: MatrixError| ClaimError::Broken(fault.to_string());
    let sorted = |mut slots: Vec<Scheme>| {
        slots.sort_unstable();
        slots
    };
    let all = |matrix: &TaskMatrix| decompose(matrix, matrix.columns());
    let nearest = |matrix: &TaskMatrix| octr(matrix, matrix.columns(), Bias::CompletionTime);
    let both = (slots_of(&matrix, all).map_err(broken)?, slots_of(&matrix, nearest).map_err(broken)?);
    let lasts = |slots: &[Scheme]| replayed(&matrix, slots, |_, scheme| !scheme.is_empty());
    if lasts(&both.0) != Some(1 << (d - 1)) || lasts(&both.1) != Some(1 << (d - 1)) {
        return Err(ClaimError::Broken("a decomposition is not optimal".to_owned()));
    }
    Ok((sorted(both.0), sorted(both.1)))
}

/// Counts the symmetric schedules of total exchange with n/2 slots: for every row an injection of its links
/// into the slots, no link having a slot twice.
fn optimal_algorithms(d: u64) -> u64 {
    fn place(d: u64, slots: u64, row: u64, link: u64, row_used: u64, used: &mut [u64]) -> u64 {
        if row == 1 << d {
            return 1;
        }
        if link == d {
            return place(d, slots, row + 1, 0, 0, used);
        }
        if row >> link & 1 == 0 {
            return place(d, slots, row, link + 1, row_used, used);
        }
        let column = usize::try_from(link).unwrap_or(0);
        let mut count = 0;
        for slot in (0..slots).map(|slot| 1 << slot) {
            if (row_used | used[column]) & slot == 0 {
                used[column] |= slot;
                count += place(d, slots, row, link + 1, row_used | slot, used);
                used[column] &= !slot;
            }
        }
        count
    }
    place(d, (1 << d) / 2, 1, 0, 0, &mut [0; 8])
}

/// A link in a slot.
type Use = (u64, u64, u64);

/// Counts all schedules of total exchange with n/2 slots, along any paths.
fn all_algorithms(d: u64) -> u64 {
    fn ways(d: u64, at: u64, to: u64, left: u64) -> Vec<Vec<Use>> {
        if left == 0 {
            return if at == to { vec![Vec::new()] } else { Vec::new() };
        }
        let mut all = ways(d, at, to, left - 1);
        for next in (0..d).map(|link| at ^ (1 << link)) {
            let rest = ways(d, next, to, left - 1);
            all.extend(rest.into_iter().map(|rest| [&[(left, at, next)], &rest[..]].concat()));
        }
        all
    }
    fn place(packets: &[Vec<Vec<Use>>], used: &mut Vec<Use>) -> u64 {
        let Some((packet, others)) = packets.split_first() else { return 1 };
        let mut count = 0;
        for way in packet.iter().filter(|way| way.iter().all(|link| !used.contains(link))).collect::<Vec<_>>()
        {
            let before = used.len();
            used.extend(way);
            count += place(others, used);
            used.truncate(before);
        }
        count
    }
    let pairs = (0..1_u64 << d).flat_map(|from| (1..1 << d).map(move |tag| (from, from ^ tag)));
    let packets: Vec<_> = pairs.map(|(from, to)| ways(d, from, to, (1 << d) / 2)).collect();
    place(&packets, &mut Vec::new())
}
