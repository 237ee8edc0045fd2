//! §8: task matrices of wraparound meshes, their phases and classes.

use super::clearing::{Matrix, column_sums, critical_sum, dense, is_cleared, served};
use crate::claims::code::formula;
use crate::claims::exact::{ratio, whole};
use crate::claims::prove::{Least, counts, isotropic, proved, ring, torus, total_exchange};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};
use crate::model::{IsotropicTask, MatrixError};
use crate::route::{Directions, task_matrix};
use crate::solve::Quotient;
use crate::wire::{Network, TaskDocument};
use num_rational::BigRational;

formula! {
    /// T for odd p.
    fn odd_time(p: u64, d: u32) -> BigRational {
        ratio(p * p.pow(d) - p.pow(d) / p, 8)
    }
    /// T for odd p as a sum over all offsets.
    fn odd_sum(p: u64, d: u32) -> BigRational {
        let half = (p - 1) / 2;
        ratio(p.pow(d - 1) * (0..p).map(|x| x.abs_diff(half)).sum::<u64>(), 2)
    }
    /// T for even p.
    fn even_time(p: u64, d: u32) -> BigRational {
        ratio(p * p.pow(d), 8)
    }
    /// The critical sum of the task matrix by Definitions 8 and 9.
    fn critical(matrix: &[Vec<u64>]) -> u64 {
        critical_sum(matrix)
    }
    /// At least how many packets have distance i.
    fn at_least(d: u64) -> u64 {
        2 * d
    }
    /// The sum `c_i` of a column of `M_i`, which is to exceed i.
    fn column(d: u64, i: u64, packets: u64) -> BigRational {
        ratio(i * packets, 2 * d)
    }
    /// The rows of a class in two dimensions, columns 1+, 1−, 2+, 2−.
    fn class_rows(a: u64, b: u64) -> Matrix {
        vec![vec![a, b, 0, 0], vec![0, a, b, 0], vec![0, 0, a, b], vec![b, 0, 0, a]]
    }
}

const SOME_ODD: &str = "p = 3, 5, 7, 9 for d = 1 and 2; p = 3 and 5 for d = 3; p = 3 for d = 4";

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P1.T_TE.mesh.odd",
        place: "§8, Optimal Completion Time Algorithms for the Total Exchange",
        statement: "The optimal completion time of total exchange on a wraparound mesh with p odd.",
        printed: "(pn − n/p)/8",
        parts: &[Part::printed(odd_time::CODE, SOME_ODD, |docket| {
            for (p, d) in odd_sizes() {
                let (name, network) = mesh(p, d);
                let found = proved(&total_exchange(network), Some(&Quotient), Least::TIME)?;
                docket.equal(name, odd_time(p, d), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P1.T_TE.mesh.odd.sum",
        place: "§8, Optimal Completion Time Algorithms for the Total Exchange",
        statement: "For p odd the sum over all offsets gives the closed form.",
        printed: "½ Σ_{j_1} … Σ_{j_d} |j_d| = (pn − n/p)/8",
        parts: &[Part::printed(odd_sum::CODE, "odd p up to 31, d from 1 to 6", |docket| {
            for (p, d) in (3..=31).step_by(2).flat_map(|p| (1..=6).map(move |d| (p, d))) {
                let sum =
                    Proved::exact(odd_sum(p, d), "the sum added up, the other d − 1 sums being factors p");
                docket.equal(format!("p {p} d {d}"), odd_time(p, d), sum);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P1.T_TE.mesh.even",
        place: "§8, Optimal Completion Time Algorithms for the Total Exchange",
        statement: "The optimal completion time of total exchange on a wraparound mesh with p even and d > 1.",
        printed: "pn/8 if d > 1",
        parts: &[
            Part::printed(
                even_time::CODE,
                "p = 2 for d from 2 to 5, where two neighbours share one link; p = 4, 6, 8, 10 for d = 2",
                |docket| {
                    even_times(docket, &[(2, 2), (2, 3), (2, 4), (2, 5), (4, 2), (6, 2), (8, 2), (10, 2)])
                },
            ),
            Part::restriction(
                "p ≥ 4",
                even_time::CODE,
                "p = 4, 6, 8, 10 for d = 2, p = 4, 6, 8 for d = 3, p = 4 for d = 4",
                |docket| {
                    even_times(docket, &[(4, 2), (6, 2), (8, 2), (10, 2), (4, 3), (6, 3), (8, 3), (4, 4)])
                },
            ),
        ],
    },
    Claim {
        id: "P1.T_TE.mesh.two",
        place: "§8, the same formula with Definitions 8 and 9 for p = 2",
        statement: "If for p = 2 the links i+ and i− of a node are two links to the same node, as Definition 8 has it, total exchange takes this time.",
        printed: "pn/8 = n/4 if d > 1",
        parts: &[
            Part::printed(
                even_time::CODE,
                "p = 2, d from 2 to 10: the critical sum of the task matrix of 2d columns",
                |docket| double_links(docket, 2),
            ),
            Part::restriction(
                "d ≥ 4: the packet to the farthest node needs d ≤ n/4 slots",
                even_time::CODE,
                "p = 2, d from 4 to 10",
                |docket| double_links(docket, 4),
            ),
        ],
    },
    Claim {
        id: "P1.Lemma3",
        place: "§8, Lemmas 2 and 3",
        statement: "The optimal time to execute an isotropic task (Definition 7) on a wraparound mesh is the least number of steps that clear \
                    its task matrix, which is the critical sum.",
        printed: "T = h",
        parts: &[
            Part::printed(
                critical::CODE,
                "total exchange on rings of 3 and 4 nodes, all algorithms",
                |docket| {
                    lemma_3(docket, &[&[3]], 0, Least::TIME)?;
                    let certificate = super::ring::alternating(4)?;
                    let h = critical(&matrix_of(&total_exchange(ring(4)))?);
                    docket.equal(
                        "ring 4, total exchange",
                        h,
                        crate::claims::prove::accepted(&certificate, Least::TIME)?,
                    );
                    Ok(())
                },
            ),
            Part::restriction(
                "p odd",
                critical::CODE,
                "total exchange and 6 drawn tasks each that keep Definition 7 (a): rings of 3, 5, 7, 9 nodes, tori 3x3, 5x5, 3x3x3; all algorithms",
                |docket| {
                    let meshes: [&[u64]; 7] = [&[3], &[5], &[7], &[9], &[3, 3], &[5, 5], &[3, 3, 3]];
                    lemma_3(docket, &meshes, 6, Least::TIME)
                },
            ),
            Part::restriction(
                "symmetric algorithms",
                critical::CODE,
                "total exchange on rings of 4, 6, 8 nodes and tori 4x4, 6x6, 4x4x4",
                |docket| {
                    let meshes: [&[u64]; 6] = [&[4], &[6], &[8], &[4, 4], &[6, 6], &[4, 4, 4]];
                    lemma_3(docket, &meshes, 0, Least::SYMMETRIC_TIME)
                },
            ),
        ],
    },
    Claim {
        id: "P1.mesh.N_i",
        place: "§8 under “Algorithms with Optimal Completion Time and Near-Optimal Average Delay”",
        statement: "At least 2d packets of a node have distance i, for every i that occurs, since the offsets with one coordinate ±i are among them.",
        printed: "|N_i| ≥ 2d",
        parts: &[
            Part::printed(at_least::CODE, "p from 3 to 8, d from 1 to 4, all i", |docket| {
                spheres(docket, |_| true);
                Ok(())
            }),
            Part::restriction("p odd", at_least::CODE, "p = 3, 5, 7, d from 1 to 4, all i", |docket| {
                spheres(docket, |p| p % 2 == 1);
                Ok(())
            }),
        ],
    },
    Claim {
        id: "P1.mesh.c_i",
        place: "§8 under “Algorithms with Optimal Completion Time and Near-Optimal Average Delay”",
        statement: "The column sums c_i = |N_i|·i/(2d) of the submatrix M_i exceed i.",
        printed: "c_i > i",
        parts: &[
            Part::printed(column::CODE, "p = 3, 5, 7, d from 1 to 4, all i", |docket| {
                columns(docket, true);
                Ok(())
            }),
            Part::correction(
                "c_i ≥ i for odd p",
                "|N_i| ≥ 2d for odd p; it is 2d for i = 1. The critical sum of M_i is c_i all the same.",
                column::CODE,
                "p = 3, 5, 7, d from 1 to 4, all i",
                |docket| {
                    columns(docket, false);
                    Ok(())
                },
            ),
        ],
    },
    Claim {
        id: "P1.mesh.phases",
        place: "§8 under “Algorithms with Optimal Completion Time and Near-Optimal Average Delay”",
        statement: "Clearing M_1, M_2, … one after the other keeps all links busy and takes the optimal time: the critical sums of the M_i add up to \
                    that of the task matrix.",
        printed: "Σ_i h(M_i) = h(T_0)",
        parts: &[
            Part::printed(
                critical::CODE,
                "p from 3 to 8 for d = 1 and 2, p from 3 to 5 for d = 3",
                |docket| phases(docket, |_, _| true),
            ),
            Part::restriction(
                "p odd",
                critical::CODE,
                "p = 3, 5, 7 for d = 1 and 2, p = 3 and 5 for d = 3",
                |docket| phases(docket, |p, _| p % 2 == 1),
            ),
        ],
    },
    Claim {
        id: "P1.mesh.classes",
        place: "§8 under “Optimal Completion Time / Optimal Average Delay Algorithms”",
        statement: "In two dimensions the class R_ab, a > 0, b ≥ 0, consists of these rows of the task matrix, whose columns are ordered 1+, 1−, 2+, 2− \
                    (§8 and Figure 6); the classes are all its rows.",
        printed: "(a, b, 0, 0), (0, a, b, 0), (0, 0, a, b), (b, 0, 0, a)",
        parts: &[
            Part::printed(class_rows::CODE, "p = 3, 5, 7, 9", |docket| class_matrices(docket, [0, 1, 2, 3])),
            Part::correction(
                "The columns are ordered 1+, 2+, 1−, 2− here, and p is odd",
                "No row has both 1+ and 1−, as the first one printed has for b > 0. In this order the four rows are the offsets (a, b), (−b, a), (−a, −b), (b, −a), a quarter turn apart.",
                class_rows::CODE,
                "p = 3, 5, 7, 9",
                |docket| class_matrices(docket, [0, 2, 1, 3]),
            ),
        ],
    },
    Claim {
        id: "P1.mesh.Fig7",
        place: "§8, Figure 7",
        statement: "The submatrix of a class R_ab is cleared in a + b steps, all links being used in each.",
        printed: "a + b",
        parts: &[Part::printed(class_rows::CODE, "a from 1 to 8, b from 0 to 8", |docket| {
            for (a, b) in (1..=8).flat_map(|a| (0..=8).map(move |b| (a, b))) {
                let mut left = class_rows(a, b);
                for slot in 0..a + b {
                    let next = usize::from(slot >= a);
                    left = served(&left, &(0..4).map(|row| (row, (row + next) % 4)).collect::<Vec<_>>());
                }
                docket.is(
                    format!("a {a} b {b}"),
                    is_cleared(&left),
                    "row i clears a units of column i, then b units of column i + 1, in all four rows at once",
                );
            }
            Ok(())
        })],
    },
];

fn odd_sizes() -> [(u64, u32); 11] {
    [(3, 1), (5, 1), (7, 1), (9, 1), (3, 2), (5, 2), (7, 2), (9, 2), (3, 3), (5, 3), (3, 4)]
}

fn mesh(p: u64, d: u32) -> (String, Network) {
    named(&vec![p; usize::try_from(d).unwrap_or(0)])
}

/// A ring or torus with its name.
pub(super) fn named(radices: &[u64]) -> (String, Network) {
    if let [nodes] = radices {
        return (format!("ring {nodes}"), ring(*nodes));
    }
    let words: Vec<String> = radices.iter().map(u64::to_string).collect();
    (format!("torus {}", words.join("x")), torus(radices))
}

/// The task matrix by Definitions 8 and 9.
pub(super) fn matrix_of(document: &TaskDocument) -> Result<Matrix, ClaimError> {
    let task = IsotropicTask::new(document)?;
    let broken = |fault: MatrixError| ClaimError::Broken(fault.to_string());
    Ok(dense(&task_matrix(&task, &Directions::Default).map_err(broken)?))
}

fn even_times(docket: &mut Docket, sizes: &[(u64, u32)]) -> Result<(), ClaimError> {
    for &(p, d) in sizes {
        let (name, network) = mesh(p, d);
        let found = proved(&total_exchange(network), Some(&Quotient), Least::TIME)?;
        docket.equal(name, even_time(p, d), found);
    }
    Ok(())
}

/// Two columns for each bit; of the tags with a bit, which are even in number if d > 1, every other one goes
/// each way.
pub(super) fn double_link_rows(d: u32) -> Matrix {
    let dimensions = usize::try_from(d).unwrap_or(0);
    let mut rows: Matrix = Vec::new();
    let mut ties = vec![0; dimensions];
    for tag in 1..1_u64 << d {
        let mut row = vec![0; 2 * dimensions];
        for (bit, ties) in ties.iter_mut().enumerate().filter(|(bit, _)| tag >> bit & 1 == 1) {
            row[2 * bit + *ties % 2] = 1;
            *ties += 1;
        }
        rows.push(row);
    }
    rows
}

fn double_links(docket: &mut Docket, from: u32) -> Result<(), ClaimError> {
    for d in from..=10 {
        let rows = double_link_rows(d);
        let how = "a schedule by Theorem 4; no packet is faster than its distance, and 2d links carry a node's n·d/2 moves in n/4 slots at best";
        docket.equal(format!("p 2 d {d}"), even_time(2, d), Proved::exact(critical_sum(&rows), how));
    }
    Ok(())
}

/// Total exchange, then drawn tasks with as many packets to −x as to x.
fn lemma_3(docket: &mut Docket, meshes: &[&[u64]], drawn: u64, least: Least) -> Result<(), ClaimError> {
    for radices in meshes {
        let (name, network) = named(radices);
        let nodes: u64 = radices.iter().product();
        let mut tasks = vec![("total exchange".to_owned(), total_exchange(network.clone()))];
        for seed in 0..drawn {
            let packets = counts(nodes, seed + 10 * nodes, 4);
            let opposite = |offset: u64| {
                let digits = radices.iter().rev().fold((offset, 1, 0), |(left, place, sum), &p| {
                    (left / p, place * p, sum + (p - left % p) % p * place)
                });
                digits.2
            };
            let packets: Vec<(u64, u64)> = packets
                .iter()
                .map(|&(offset, count)| {
                    let index = usize::try_from(opposite(offset) - 1).unwrap_or(0);
                    (offset, if opposite(offset) < offset { packets[index].1 } else { count })
                })
                .collect();
            tasks.push((format!("task {seed}"), isotropic(network.clone(), &packets)));
        }
        for (what, task) in tasks {
            let h = critical(&matrix_of(&task)?);
            docket.equal(format!("{name}, {what}"), h, proved(&task, Some(&Quotient), least)?);
        }
    }
    Ok(())
}

/// How many offsets have each distance, from 0.
fn sphere_sizes(p: u64, d: u32) -> Vec<u64> {
    let mut sizes = vec![1];
    for _ in 0..d {
        let mut next = vec![0; sizes.len() + usize::try_from(p / 2).unwrap_or(0)];
        for (distance, size) in sizes.iter().enumerate() {
            for x in 0..p {
                next[distance + usize::try_from(x.min(p - x)).unwrap_or(0)] += size;
            }
        }
        sizes = next;
    }
    sizes
}

fn spheres(docket: &mut Docket, wanted: fn(u64) -> bool) {
    for (d, p) in (1..=4_u32).flat_map(|d| (3..=8).map(move |p| (d, p))).filter(|size| wanted(size.1)) {
        for (i, size) in sphere_sizes(p, d).into_iter().enumerate().skip(1) {
            docket.at_least(
                format!("p {p} d {d} i {i}"),
                at_least(d.into()),
                Proved::exact(size, "offsets counted"),
            );
        }
    }
}

fn columns(docket: &mut Docket, more: bool) {
    for (d, p) in (1..=4_u32).flat_map(|d| [3, 5, 7].map(move |p| (d, p))) {
        for (i, size) in (0_u64..).zip(sphere_sizes(p, d)).skip(1) {
            let found = Proved::exact(column(d.into(), i, size), "offsets counted");
            let name = format!("p {p} d {d} i {i}");
            if more {
                let exceeds = found.lower.as_ref().is_some_and(|sum| sum.0 > whole(i));
                docket.is(name, exceeds, format!("|N_i| = {size}, offsets counted"));
            } else {
                docket.at_least(name, i, found);
            }
        }
    }
}

fn phases(docket: &mut Docket, wanted: fn(u64, u32) -> bool) -> Result<(), ClaimError> {
    let sizes = [(1, 3..=8), (2, 3..=8), (3, 3..=5)];
    for (d, p) in sizes.into_iter().flat_map(|(d, range)| range.map(move |p| (d, p))) {
        if !wanted(p, d) {
            continue;
        }
        let (name, network) = mesh(p, d);
        let matrix = matrix_of(&total_exchange(network))?;
        let distance = |row: &Vec<u64>| row.iter().sum::<u64>();
        let farthest = matrix.iter().map(distance).max().unwrap_or(0);
        let sum: u64 = (1..=farthest)
            .map(|i| critical(&matrix.iter().filter(|row| distance(row) == i).cloned().collect::<Vec<_>>()))
            .sum();
        docket.equal(name, critical(&matrix), Proved::exact(sum, "rows and columns of every M_i added up"));
    }
    Ok(())
}

fn class_matrices(docket: &mut Docket, order: [usize; 4]) -> Result<(), ClaimError> {
    for p in [3, 5, 7, 9] {
        let mut rows: Matrix = matrix_of(&total_exchange(torus(&[p, p])))?
            .iter()
            .map(|row| order.iter().map(|&column| row[column]).collect())
            .collect();
        let half = (p - 1) / 2;
        let mut printed: Matrix =
            (1..=half).flat_map(|a| (0..=half).flat_map(move |b| class_rows(a, b))).collect();
        rows.sort_unstable();
        printed.sort_unstable();
        let balanced = column_sums(&printed).windows(2).all(|pair| pair[0] == pair[1]);
        docket.is(
            format!("torus {p}x{p}"),
            rows == printed && balanced,
            "all classes against all rows of the task matrix",
        );
    }
    Ok(())
}
