//! §8: entries, diameter and phases of total exchange on wraparound meshes.

use super::clearing::{Matrix, column_sums};
use super::torus_mesh::{matrix_of, named};
use crate::claims::code::formula;
use crate::claims::exact::ratio;
use crate::claims::prove::{Least, isotropic, proved, total_exchange};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};
use crate::solve::Quotient;
use num_rational::BigRational;

formula! {
    /// The greatest entry.
    fn entry(p: u64) -> u64 {
        if p % 2 == 1 { (p - 1) / 2 } else { p / 2 }
    }
    /// The sum of a column of `M_i`.
    fn column(d: usize, i: u64, packets: u64) -> BigRational {
        ratio(i * packets, 2 * d)
    }
    /// The distance of an offset.
    fn distance(p: u64, d: usize, offset: u64) -> u64 {
        let mut left = offset;
        let mut sum = 0;
        for _ in 0..d {
            sum += (left % p).min(p - left % p);
            left /= p;
        }
        sum
    }
    /// The offsets of one coordinate i or −i.
    fn straight(p: u64, d: usize, i: u64) -> u64 {
        let places = (0..d).map(|place| p.pow(u32::try_from(place).unwrap_or(0)));
        let tags = places.flat_map(|place| [i * place, (p - i % p) * place]);
        u64::try_from(tags.filter(|&tag| i < p && distance(p, d, tag) == i).count()).unwrap_or(0)
    }
}

const SIZES: &[(u64, usize)] = &[
    (3, 1),
    (4, 1),
    (5, 1),
    (6, 1),
    (7, 1),
    (8, 1),
    (3, 2),
    (4, 2),
    (5, 2),
    (6, 2),
    (7, 2),
    (3, 3),
    (4, 3),
    (5, 3),
];

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P1.mesh.entries",
        place: "§8, after Figure 6",
        statement: "The entries of the task matrix take any value between 0 and (p − 1)/2 or p/2, when p is odd or even.",
        printed: "0 … (p − 1)/2 or 0 … p/2",
        parts: &[Part::printed(
            entry::CODE,
            "p from 3 to 8 for d = 1, from 3 to 7 for d = 2, from 3 to 5 for d = 3",
            |docket| {
                for &(p, d) in SIZES {
                    let (name, matrix) = exchange(p, d)?;
                    let mut found: Vec<u64> = matrix.concat();
                    found.sort_unstable();
                    found.dedup();
                    let holds = found.iter().copied().eq(0..=entry(p));
                    docket.is(name, holds, "the entries by Definitions 8 and 9, listed");
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P1.mesh.diameter",
        place: "§8, after Figure 6",
        statement: "The mesh of Figure 6, two-dimensional with n = 9, has the diameter (p − 1)/2.",
        printed: "(p − 1)/2 = 1",
        parts: &[
            Part::printed(distance::CODE, "the torus 3x3", |docket| diameters(docket, &[(3, 2)])),
            Part::restriction(
                "d = 1 and p odd: the diameter of each dimension by itself",
                distance::CODE,
                "rings of p = 3, 5, 7, 9",
                |docket| diameters(docket, &[(3, 1), (5, 1), (7, 1), (9, 1)]),
            ),
            Part::correction(
                "d(p − 1)/2, for odd p; 2 for the mesh of Figure 6",
                "Each of d coordinates can lack (p − 1)/2, and the distance is the sum.",
                distance::CODE,
                "p = 3, 5, 7 for d = 1, 2, 3",
                |docket| {
                    for (d, p) in (1..=3).flat_map(|d| [3, 5, 7].map(move |p| (d, p))) {
                        let printed = u64::try_from(d).unwrap_or(0) * (p - 1) / 2;
                        docket.equal(
                            name(p, d),
                            printed,
                            Proved::exact(diameter(p, d), "offsets gone through"),
                        );
                    }
                    Ok(())
                },
            ),
        ],
    },
    Claim {
        id: "P1.mesh.N_i.straight",
        place: "§8 under “Algorithms with Optimal Completion Time and Near-Optimal Average Delay”",
        statement: "For every distance i that occurs the routing tags with one entry i and no other, 2d of them, belong to N_i; from this |N_i| ≥ 2d is drawn.",
        printed: "(i, 0, …, 0), (0, i, 0, …, 0), …, (0, …, 0, i) ∈ N_i",
        parts: &[
            Part::printed(straight::CODE, "p = 3, 5, 7 for d = 1, 2, 3, all i", |docket| {
                straights(docket, |p, d| u64::try_from(d).unwrap_or(0) * (p - 1) / 2);
                Ok(())
            }),
            Part::restriction(
                "i ≤ (p − 1)/2, p odd; beyond, |N_i| ≥ 2d needs another reason (see P1.mesh.N_i)",
                straight::CODE,
                "p = 3, 5, 7 for d = 1, 2, 3, all i ≤ (p − 1)/2",
                |docket| {
                    straights(docket, |p, _| (p - 1) / 2);
                    Ok(())
                },
            ),
        ],
    },
    Claim {
        id: "P1.mesh.columns",
        place: "§8 under “Algorithms with Optimal Completion Time and Near-Optimal Average Delay”",
        statement: "The column sums of M_i, the rows of packets at distance i, are equal by symmetry.",
        printed: "i|N_i| = 2d c_i",
        parts: &[
            Part::printed(
                column::CODE,
                "p from 3 to 8 for d = 1, from 3 to 7 for d = 2, from 3 to 5 for d = 3, all i",
                |docket| columns(docket, |_| true),
            ),
            Part::restriction(
                "p odd",
                column::CODE,
                "p = 3, 5, 7 for d = 1 and 2, p = 3 and 5 for d = 3, all i",
                |docket| columns(docket, |p| p % 2 == 1),
            ),
        ],
    },
    Claim {
        id: "P1.mesh.M_i",
        place: "§8 under “Algorithms with Optimal Completion Time and Near-Optimal Average Delay”",
        statement: "M_i, the packets at distance i alone, can always be cleared in c_i = |N_i|·i/(2d) steps, all links being used in each.",
        printed: "c_i",
        parts: &[
            Part::printed(
                column::CODE,
                "p from 3 to 8 for d = 1, from 3 to 7 for d = 2, from 3 to 5 for d = 3, all i",
                |docket| spheres(docket, |_| true),
            ),
            Part::restriction(
                "p odd",
                column::CODE,
                "p = 3, 5, 7 for d = 1 and 2, p = 3 and 5 for d = 3, all i",
                |docket| spheres(docket, |p| p % 2 == 1),
            ),
        ],
    },
];

fn name(p: u64, d: usize) -> String {
    named(&vec![p; d]).0
}

fn exchange(p: u64, d: usize) -> Result<(String, Matrix), ClaimError> {
    let (name, network) = named(&vec![p; d]);
    Ok((name, matrix_of(&total_exchange(network))?))
}

fn diameter(p: u64, d: usize) -> u64 {
    let nodes = p.pow(u32::try_from(d).unwrap_or(0));
    (0..nodes).map(|offset| distance(p, d, offset)).max().unwrap_or(0)
}

fn diameters(docket: &mut Docket, sizes: &[(u64, usize)]) -> Result<(), ClaimError> {
    for &(p, d) in sizes {
        docket.equal(name(p, d), (p - 1) / 2, Proved::exact(diameter(p, d), "offsets gone through"));
    }
    Ok(())
}

fn straights(docket: &mut Docket, most: fn(u64, usize) -> u64) {
    for (d, p) in (1..=3).flat_map(|d| [3, 5, 7].map(move |p| (d, p))) {
        for i in 1..=most(p, d) {
            let found = Proved::exact(straight(p, d, i), "such offsets at distance i, counted");
            docket.equal(format!("{} i {i}", name(p, d)), 2 * d, found);
        }
    }
}

fn columns(docket: &mut Docket, wanted: fn(u64) -> bool) -> Result<(), ClaimError> {
    for &(p, d) in SIZES.iter().filter(|size| wanted(size.0)) {
        let (name, matrix) = exchange(p, d)?;
        for i in 1..=diameter(p, d) {
            let rows: Matrix = matrix.iter().filter(|row| row.iter().sum::<u64>() == i).cloned().collect();
            let c_i = column(d, i, u64::try_from(rows.len()).unwrap_or(0));
            let sums = column_sums(&rows);
            let holds = sums.iter().all(|&sum| ratio(sum, 1) == c_i);
            docket.is(format!("{name} i {i}"), holds, format!("columns {sums:?}, c_i = {c_i}"));
        }
    }
    Ok(())
}

/// The least time of the packets of each distance.
fn spheres(docket: &mut Docket, wanted: fn(u64) -> bool) -> Result<(), ClaimError> {
    for &(p, d) in SIZES.iter().filter(|size| wanted(size.0)) {
        let (name, network) = named(&vec![p; d]);
        let nodes = p.pow(u32::try_from(d).unwrap_or(0));
        for i in 1..=diameter(p, d) {
            let packets: Vec<(u64, u64)> =
                (1..nodes).filter(|&offset| distance(p, d, offset) == i).map(|offset| (offset, 1)).collect();
            let c_i = column(d, i, u64::try_from(packets.len()).unwrap_or(0));
            let task = isotropic(network.clone(), &packets);
            let found = proved(&task, Some(&Quotient), Least::TIME)?;
            docket.equal(format!("{name} i {i}"), c_i, found);
        }
    }
    Ok(())
}
