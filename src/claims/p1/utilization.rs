//! §4, §6 and §8: which links an optimal algorithm uses all the time; the sizes of networks.

use crate::claims::code::formula;
use crate::claims::exact::{choose, ratio, whole};
use crate::claims::prove::{Least, counts, hypercube, isotropic, proved, ring, task, torus, total_exchange};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};
use crate::model::IsotropicTask;
use crate::solve::Quotient;
use crate::wire::{Network, Task};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::fmt::Display;

formula! {
    /// What share of its links an algorithm uses that sends packets over shortest paths only.
    fn used(total: u64, links: u64, slots: &BigRational) -> BigRational {
        whole(total) / (slots * whole(links))
    }
    /// Total number of moves of a neighbourhood exchange.
    fn moves(d: u64, k: u64, l: u64) -> BigInt {
        (k..=l).map(|i| choose(d, i) * i).sum()
    }
    /// Number of links of the hypercube.
    fn cube_links(d: u64) -> u64 {
        d << (d - 1)
    }
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P1.cube.links",
        place: "§2",
        statement: "The d-dimensional hypercube has 2^d nodes and d·2^(d−1) links.",
        printed: "d·2^(d−1)",
        parts: &[Part::printed(cube_links::CODE, "d from 1 to 12", |docket| {
            for d in 1..=12 {
                let nodes = 1_u64 << d;
                let pairs = (0..nodes).flat_map(|a| (0..d).map(move |j| (a, a ^ (1 << j))));
                let links = pairs.filter(|ends| ends.0 < ends.1).count();
                docket.equal(
                    format!("hypercube {d}"),
                    cube_links(d),
                    Proved::exact(links, "pairs of nodes that differ in one bit, counted"),
                );
            }
            Ok(())
        })],
    },
    Claim {
        id: "P1.utilization.critical-column",
        place: "§4, end of the proof of OCTR",
        statement: "If column j of the initial task matrix is critical, every optimal algorithm uses all links of type j in every slot: their \
                    packets alone need all that these links offer in h slots.",
        printed: "n c_j = n h uses of n links in h slots",
        parts: &[Part::printed(
            "packets that must cross a link of type j, over links times least time",
            "d from 1 to 5: 8 tasks each with counts 0 … 3 by the linear congruence of Knuth's MMIX, every critical column",
            critical_columns,
        )],
    },
    Claim {
        id: "P1.utilization.T_TE",
        place: "§6, before OADD",
        statement: "In total exchange on a hypercube an optimal algorithm along shortest paths uses all links all the time.",
        printed: "100 %",
        parts: &[Part::printed(used::CODE, "d from 1 to 12", |docket| {
            for d in 1..=12 {
                share(docket, format!("hypercube {d}"), &total_exchange(hypercube(d)), d, Least::TIME)?;
            }
            Ok(())
        })],
    },
    Claim {
        id: "P1.utilization.neighbourhood",
        place: "§6, before OADD",
        statement: "In the (K, L) neighbourhood exchange too all links are used all the time.",
        printed: "100 %",
        parts: &[
            Part::printed(used::CODE, "d from 1 to 7, all K ≤ L", |docket| {
                neighbourhoods(docket, |_, _| true)
            }),
            Part::restriction(
                "not K = L = d ≥ 2, where each node sends one packet, to the opposite node, which needs one link at a time",
                used::CODE,
                "d from 1 to 7, all other K ≤ L",
                |docket| neighbourhoods(docket, |d, k| k < d || d == 1),
            ),
        ],
    },
    Claim {
        id: "P1.utilization.mesh",
        place: "§8 under “Algorithms with Optimal Completion Time and Near-Optimal Average Delay”",
        statement: "In total exchange on a wraparound mesh an optimal (symmetric) algorithm along shortest paths uses all links all the time.",
        printed: "100 %",
        parts: &[
            Part::printed(used::CODE, "p from 3 to 8 for d = 1 and 2, p from 3 to 5 for d = 3", |docket| {
                meshes(docket, |_, _| true)
            }),
            Part::restriction(
                "p odd, or d > 1: on a ring of an even number of nodes the packet to the opposite node cannot be shared between both links",
                used::CODE,
                "p from 3 to 8 for d = 1 and 2, p from 3 to 5 for d = 3, but for even rings",
                |docket| meshes(docket, |p, d| p % 2 == 1 || d > 1),
            ),
        ],
    },
];

/// The share of links used in the least time: what shortest paths need over what the links offer.
fn share(
    docket: &mut Docket,
    instance: impl Display,
    document: &crate::wire::TaskDocument,
    links: u64,
    least: Least,
) -> Result<(), ClaimError> {
    let total = IsotropicTask::new(document)?.total_distance();
    let found = proved(document, Some(&Quotient), least)?;
    let used = |slots: crate::claims::Value| used(total, links, &slots.0).into();
    let (lower, upper) = (found.upper.clone().map(used), found.lower.clone().map(used));
    docket.equal(instance, whole(1), Proved { lower, upper, ..found });
    Ok(())
}

fn neighbourhoods(docket: &mut Docket, wanted: fn(u64, u64) -> bool) -> Result<(), ClaimError> {
    for d in 1..=7 {
        for (k, l) in (1..=d).flat_map(|k| (k..=d).map(move |l| (k, l))) {
            if wanted(d, k) {
                let exchange = task(hypercube(d), Task::NeighbourhoodExchange { min: k, max: l, count: 1 });
                let total = IsotropicTask::new(&exchange)?.total_distance();
                let name = format!("hypercube {d} K {k} L {l}");
                if moves(d, k, l) != BigInt::from(total) {
                    return Err(ClaimError::Broken(format!("{name}: {total} moves")));
                }
                share(docket, name, &exchange, d, Least::TIME)?;
            }
        }
    }
    Ok(())
}

fn meshes(docket: &mut Docket, wanted: fn(u64, usize) -> bool) -> Result<(), ClaimError> {
    let sizes = [(1, 3..=8), (2, 3..=8), (3, 3..=5)];
    for (d, p) in sizes.into_iter().flat_map(|(d, range)| range.map(move |p| (d, p))) {
        if wanted(p, d) {
            let radices = vec![p; d];
            let (network, name): (Network, String) = match d {
                1 => (ring(p), format!("ring {p}")),
                _ => (torus(&radices), format!("torus {}", vec![p.to_string(); d].join("x"))),
            };
            let links = 2 * u64::try_from(d).unwrap_or(0);
            share(docket, name, &total_exchange(network), links, Least::SYMMETRIC_TIME)?;
        }
    }
    Ok(())
}

fn critical_columns(docket: &mut Docket) -> Result<(), ClaimError> {
    for d in 1..=5 {
        for seed in 0..8 {
            let packets = counts(1 << d, seed + 30 * d, 4);
            let column = |j: u64| packets.iter().map(|p| (p.0 >> j & 1) * p.1).sum::<u64>();
            let row = packets.iter().filter(|p| p.1 > 0).map(|p| u64::from(p.0.count_ones())).max();
            let h = (0..d).map(column).max().max(row).unwrap_or(0);
            for j in (0..d).filter(|&j| column(j) == h && h > 0) {
                let found = proved(&isotropic(hypercube(d), &packets), Some(&Quotient), Least::TIME)?;
                let used = |slots: crate::claims::Value| (ratio(column(j), 1) / slots.0).into();
                let (lower, upper) = (found.upper.clone().map(used), found.lower.clone().map(used));
                docket.equal(
                    format!("hypercube {d} task {seed} link {j}"),
                    whole(1),
                    Proved { lower, upper, ..found },
                );
            }
        }
    }
    Ok(())
}
