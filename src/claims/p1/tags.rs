//! §2, §4, §6 and §7: routing tags, the examples with them, and what follows for splitting packets and for
//! fewer ports.

use super::classes::rotated;
use crate::claims::code::formula;
use crate::claims::exact::{choose, ratio};
use crate::claims::prove::{Least, counts, hypercube, isotropic, proved, with_ports};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved, Value};
use crate::solve::Quotient;
use crate::wire::Ports;
use num_rational::BigRational;

formula! {
    /// The Hamming distance.
    fn hamming(a: u64, b: u64) -> u32 {
        (a ^ b).count_ones()
    }
    /// What is left of a tag when link j, counted from 1 and the left, is crossed.
    fn crossed(d: u64, tag: u64, j: u64) -> u64 {
        tag ^ (1 << (d - j))
    }
    /// The sum of all entries of the task matrix of total exchange.
    fn sigma(d: u64) -> BigRational {
        ratio((1_u64 << d) * d, 2)
    }
    /// The greatest sums of rows and columns, and the sum of all entries; packets are tags, so often each.
    fn sums(d: u64, packets: &[(u64, u64)]) -> (u64, u64, u64) {
        let row = packets.iter().filter(|p| p.1 > 0).map(|p| u64::from(p.0.count_ones())).max();
        let column = (0..d).map(|j| packets.iter().map(|p| (p.0 >> j & 1) * p.1).sum::<u64>()).max();
        let all = packets.iter().map(|p| u64::from(p.0.count_ones()) * p.1).sum();
        (row.unwrap_or(0), column.unwrap_or(0), all)
    }
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P1.Hamming",
        place: "§2",
        statement: "No path between two nodes of a hypercube has fewer links than their Hamming distance, and there is one that has as many.",
        printed: "shortest path = number of differing bits",
        parts: &[Part::printed(hamming::CODE, "d from 1 to 8, all pairs of nodes", |docket| {
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
        })],
    },
    Claim {
        id: "P1.tag",
        place: "§2, the example of a routing tag",
        statement: "A packet at node 001010 that is destined for 101000 has the routing tag 100010.",
        printed: "100010",
        parts: &[Part::printed("s ⊕ s_2", "this packet", |docket| {
            let tag = Proved::exact(0b00_1010_u64 ^ 0b10_1000, "exclusive or");
            docket.equal("hypercube 6, tag as a number", 0b10_0010_u64, tag);
            Ok(())
        })],
    },
    Claim {
        id: "P1.N_k",
        place: "§6, before Figure 3",
        statement: "The routing tags are partitioned into d sets N_k, of C(d,k) tags with k ones.",
        printed: "|N_k| = C(d,k)",
        parts: &[Part::printed("choose(d, k)", "d from 1 to 12, all k", |docket| {
            for (d, k) in (1..=12).flat_map(|d| (1..=d).map(move |k| (d, k))) {
                let tags = (1..1_u64 << d).filter(|tag| u64::from(tag.count_ones()) == k).count();
                docket.equal(
                    format!("hypercube {d} k {k}"),
                    choose(d, k),
                    Proved::exact(tags, "tags counted"),
                );
            }
            Ok(())
        })],
    },
    Claim {
        id: "P1.Fig3.phase-2",
        place: "§6, the example for d = 5 after Figure 3",
        statement: "At the second phase the tags 10001, 00011, 00110, 01100, 11000, one class under rotation, are sent on links 1, 5, 4, 3, 2 and become 00001, 00010, 00100, \
                    01000, 10000; one more slot clears them.",
        printed: "10001, 00011, 00110, 01100, 11000 on 1, 5, 4, 3, 2 → 00001, 00010, 00100, 01000, 10000",
        parts: &[Part::printed(crossed::CODE, "d = 5", |docket| {
            let tags = [0b10001, 0b00011, 0b00110, 0b01100, 0b11000];
            let after = [0b00001, 0b00010, 0b00100, 0b01000, 0b10000];
            let sent = tags.iter().zip([1, 5, 4, 3, 2]).map(|(&tag, j)| crossed(5, tag, j));
            docket.is("first slot", sent.eq(after), "each tag without the bit of its link");
            let class = |of: [u64; 5]| (0..5).all(|by| of.contains(&rotated(5, of[0], by)));
            docket.is("classes", class(tags) && class(after), "all rotations of the first tag");
            let links: u64 = after.iter().sum();
            docket.is("second slot", links == 0b11111, "five tags of one bit, each its own");
            Ok(())
        })],
    },
    Claim {
        id: "P1.splitting",
        place: "§4, end",
        statement: "If a column of the task matrix is critical, splitting packets does not reduce the optimal completion time; if only rows are, it could. A packet split into m parts is \
                    m packets, each of which crosses a link in 1/m of a slot.",
        printed: "T(m parts)/m = T if a column is critical, < T for some m if only rows are",
        parts: &[Part::printed(
            sums::CODE,
            "d from 1 to 5: 8 tasks each with counts 0 … 1 by the linear congruence of Knuth's MMIX, and the packet to the opposite node alone, d ≥ 2; m = 2, 3, 5",
            splitting,
        )],
    },
    Claim {
        id: "P1.T_TE.sigma",
        place: "§7, after Theorem 7",
        statement: "The total sum of the task matrix of total exchange.",
        printed: "σ = nd/2",
        parts: &[Part::printed(sigma::CODE, "d from 1 to 16", |docket| {
            for d in 1..=16 {
                let ones: u64 = (1..1_u64 << d).map(|tag| u64::from(tag.count_ones())).sum();
                docket.equal(format!("hypercube {d}"), sigma(d), Proved::exact(ones, "ones counted"));
            }
            Ok(())
        })],
    },
    Claim {
        id: "P1.ports.enough",
        place: "§7, end",
        statement: "If ⌈σ/k⌉ ≤ h, using only k ≤ d links of a node at each slot rather than d does not increase the time required.",
        printed: "⌈σ/k⌉ ≤ h ⇒ T^(k) = T",
        parts: &[Part::printed(
            sums::CODE,
            "d from 2 to 5, all k < d with ⌈σ/k⌉ ≤ h: 12 tasks each with up to 2 packets to the opposite node and some to the neighbours by the linear congruence of Knuth's MMIX",
            |docket| {
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
            },
        )],
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
