//! §2 and §4: completion time on hypercubes.

use super::clearing::{Scheme, replayed, slots_of, total_exchange_rows};
use crate::claims::code::formula;
use crate::claims::exact::{choose, factorial, ratio, whole};
use crate::claims::prove::{Least, accepted, counts, explicit, hypercube, isotropic, proved, total_exchange};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};
use crate::decompose::decompose;
use crate::delay::{Bias, octr};
use crate::model::{MatrixError, TaskMatrix};
use crate::solve::Quotient;
use crate::wire::Lower;
use num_bigint::BigInt;
use num_rational::BigRational;

formula! {
    /// h of a matrix whose rows are the offsets of packets, so often each.
    fn critical_sum(d: u64, packets: &[(u64, u64)]) -> u64 {
        let row = packets.iter().filter(|p| p.1 > 0).map(|p| u64::from(p.0.count_ones())).max();
        let column = (0..d).map(|j| packets.iter().map(|p| (p.0 >> j & 1) * p.1).sum::<u64>()).max();
        row.max(column).unwrap_or(0)
    }
    /// T of total exchange.
    fn total_exchange_time(d: u64) -> BigRational {
        ratio(1_u64 << d, 2)
    }
    /// h of a neighbourhood exchange.
    fn neighbourhood_time(d: u64, k: u64, l: u64) -> BigRational {
        let sum = (k..=l).map(|i| BigRational::new(choose(d, i) * i, d.into())).sum();
        whole(l).max(sum)
    }
    /// Number of optimal algorithms, at least.
    fn algorithms(d: u64) -> BigInt {
        factorial((1_u64 << d) / 2)
    }
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P1.Thm5",
        place: "§4, Theorem 5 (with Corollary 1 of §2)",
        statement: "The optimal completion time of an isotropic task on a hypercube is the critical sum h of its task matrix.",
        printed: "T = h",
        parts: &[Part::printed(
            critical_sum::CODE,
            "d from 1 to 5: 12 tasks each with counts 0 … 3 by the linear congruence of Knuth's MMIX",
            |docket| {
                for d in 1..=5 {
                    for seed in 0..12 {
                        let packets = counts(1 << d, seed + 100 * d, 4);
                        let task = isotropic(hypercube(d), &packets);
                        let found = proved(&task, Some(&Quotient), Least::TIME)?;
                        docket.equal(format!("hypercube {d} task {seed}"), critical_sum(d, &packets), found);
                    }
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P1.Thm5.bound",
        place: "§4, proof of Theorem 5",
        statement: "Since, by Theorem 1, h is also an upper bound, the corresponding symmetric routing must be optimal. Theorem 1 bounds from below; that it is optimal \
                    follows if “lower” is meant.",
        printed: "“h is also an upper bound”",
        parts: &[
            Part::reading(
                "as scanned, of all algorithms: each takes at most h slots",
                critical_sum::CODE,
                "total exchange on the hypercube of d = 1, one node sending after the other",
                |docket| {
                    let slots = [vec![(0, 0, 1)], vec![(1, 1, 0)]];
                    let lower = Lower::Weights { value: 1, weights: vec![1], within: None };
                    let waits = explicit(total_exchange(hypercube(1)), &[[0, 1], [1, 0]], &slots, lower);
                    let found = accepted(&waits, Least::TIME)?;
                    let how = "the time of the schedule that the certificate holds".to_owned();
                    let run = Proved { lower: found.upper.clone(), how, ..found };
                    docket.at_most("hypercube 1, total exchange", critical_sum(1, &[(1, 1)]), run);
                    Ok(())
                },
            ),
            Part::reading(
                "as scanned, of the optimal time: it is at most h (by Theorem 4, not Theorem 1)",
                critical_sum::CODE,
                "d from 1 to 5: 4 tasks each with counts 0 … 3 by the linear congruence of Knuth's MMIX",
                |docket| bounds(docket, Docket::at_most),
            ),
            Part::reading(
                "“lower” for “upper”: by Theorem 1 no algorithm takes less than h",
                critical_sum::CODE,
                "d from 1 to 5: 4 tasks each with counts 0 … 3 by the linear congruence of Knuth's MMIX",
                |docket| bounds(docket, Docket::at_least),
            ),
        ],
    },
    Claim {
        id: "P1.T_TE",
        place: "§4, Total Exchange",
        statement: "The optimal completion time of total exchange on a hypercube of n = 2^d nodes.",
        printed: "n/2",
        parts: &[Part::printed(total_exchange_time::CODE, "d from 1 to 16", |docket| {
            for d in 1..=16 {
                let task = total_exchange(hypercube(d));
                let found = proved(&task, Some(&Quotient), Least::TIME)?;
                docket.equal(format!("hypercube {d}"), total_exchange_time(d), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P1.algorithms",
        place: "§4, Total Exchange",
        statement: "There are at least (n/2)! optimal total exchange algorithms.",
        printed: "(n/2)!",
        parts: &[Part::printed(
            algorithms::CODE,
            "d from 1 to 3, all symmetric schedules of n/2 slots counted; d from 4 to 8, one decomposition",
            |docket| {
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
            },
        )],
    },
    Claim {
        id: "P1.algorithms.more",
        place: "§4, Total Exchange",
        statement: "In fact there are more than (n/2)! optimal total exchange algorithms, for the task matrix has more than one decomposition.",
        printed: "> (n/2)!",
        parts: &[
            Part::reading("symmetric algorithms counted", algorithms::CODE, MORE, |docket| more(docket, 1)),
            Part::reading(
                "all algorithms counted, nodes and packets being told apart",
                algorithms::CODE,
                "d = 1 and 2, all schedules of n/2 slots counted; d from 3 to 7, all symmetric schedules or two decompositions",
                |docket| {
                    for d in 1..=2 {
                        let how =
                            "exhaustive: all ways of all packets in n/2 slots, no two on a link at once";
                        docket.at_least(
                            format!("hypercube {d}"),
                            algorithms(d) + 1_u32,
                            Proved::exact(all_algorithms(d), how),
                        );
                    }
                    more(docket, 3)
                },
            ),
            Part::restriction("d ≥ 3", algorithms::CODE, MORE, |docket| more(docket, 3)),
        ],
    },
    Claim {
        id: "P1.neighbourhood.T",
        place: "§4, (K, L) Neighborhood Exchange",
        statement: "The time required to execute the (K, L) neighbourhood exchange, in which every node sends a packet to all nodes at \
                    a distance from K to L.",
        printed: "h = max(L, Σ_{i=K}^{L} C(d,i)·i/d)",
        parts: &[Part::printed(neighbourhood_time::CODE, "d from 1 to 7, all K ≤ L", neighbourhoods)],
    },
];

const MORE: &str =
    "d up to 3, all symmetric schedules of n/2 slots counted; d from 4 to 7, two decompositions";

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

fn bounds(docket: &mut Docket, relation: fn(&mut Docket, String, u64, Proved)) -> Result<(), ClaimError> {
    for (d, seed) in (1..=5).flat_map(|d| (0..4).map(move |seed| (d, seed))) {
        let packets = counts(1 << d, seed + 200 * d, 4);
        let found = proved(&isotropic(hypercube(d), &packets), Some(&Quotient), Least::TIME)?;
        relation(docket, format!("hypercube {d} task {seed}"), critical_sum(d, &packets), found);
    }
    Ok(())
}

fn neighbourhoods(docket: &mut Docket) -> Result<(), ClaimError> {
    use crate::claims::prove::task;
    use crate::wire::Task;
    for d in 1..=7 {
        for (k, l) in (1..=d).flat_map(|k| (k..=d).map(move |l| (k, l))) {
            let task = task(hypercube(d), Task::NeighbourhoodExchange { min: k, max: l, count: 1 });
            let found = proved(&task, Some(&Quotient), Least::TIME)?;
            docket.equal(format!("hypercube {d} K {k} L {l}"), neighbourhood_time(d, k, l), found);
        }
    }
    Ok(())
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
