//! Both optima at once: what P1 §6 and §8 leave open on the average delay of total exchange.

use crate::claims::code::Code;
use crate::claims::exact::{choose, ratio};
use crate::claims::prove::{Least, accepted, hypercube, solved, task, torus, total_exchange, with_objective};
use crate::claims::{ClaimError, Docket, Proved, Value};
use crate::model::IsotropicTask;
use crate::solve::Windows;
use crate::wire::{self, CertificateDocument, Objective, Task, TaskDocument};
use num_bigint::BigInt;
use num_rational::BigRational;

/// The pooled bound: packets in the order of their distances, each served by the one of m servers that is
/// free first.
fn list_delay(m: usize, distances: &[(u64, u64)]) -> u64 {
    let mut free = std::collections::VecDeque::from(vec![0; m]);
    let mut total = 0;
    for &(distance, packets) in distances {
        for _ in 0..packets {
            let done = free.pop_front().unwrap_or(0) + distance;
            free.push_back(done);
            total += done;
        }
    }
    total
}
fn half(d: u64) -> u64 {
    1 << (d - 1)
}
/// The packets that use a link, by their distance; no less than the greatest distance.
fn near(d: u64, k: u64, l: u64) -> BigInt {
    (k..=l).map(|i| choose(d - 1, i - 1)).sum::<BigInt>().max(l.into())
}
fn odd(p: u64, d: u32) -> BigRational {
    ratio(p * p.pow(d) - p.pow(d) / p, 8)
}
/// Whether Gray codes of the digits take the torus of d radices 4 to the hypercube of dimension 2d: all
/// nodes, and every link to one bit.
fn is_cube(d: u32) -> bool {
    let digit = |v: u64, i: u32| v >> (2 * i) & 3;
    let code = |v: u64| (0..d).map(|i| (digit(v, i) ^ (digit(v, i) >> 1)) << (2 * i)).sum::<u64>();
    let moved =
        |v: u64, i: u32, by: u64| v - (digit(v, i) << (2 * i)) + (((digit(v, i) + by) % 4) << (2 * i));
    let nodes = 0..1_u64 << (2 * d);
    let codes: std::collections::BTreeSet<u64> = nodes.clone().map(code).collect();
    let alone = |v: u64, i: u32| [1, 3].iter().all(|&by| (code(v) ^ code(moved(v, i, by))).is_power_of_two());
    codes.into_iter().eq(nodes.clone()) && nodes.into_iter().all(|v| (0..d).all(|i| alone(v, i)))
}
fn even(p: u64, d: u32) -> BigRational {
    ratio(p * p.pow(d), 8)
}

/// Schedules of p × p tori that a search has found, by radix.
pub(in crate::claims) const EVEN_TORI: [(u64, &[u8]); 5] = [
    (4, include_bytes!("../../../models/claims/stored/torus-4x4-both.json")),
    (6, include_bytes!("../../../models/claims/stored/torus-6x6-both.json")),
    (8, include_bytes!("../../../models/claims/stored/torus-8x8-both.json")),
    (10, include_bytes!("../../../models/claims/stored/torus-10x10-both.json")),
    (12, include_bytes!("../../../models/claims/stored/torus-12x12-both.json")),
];

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "I.both.cube",
        parts: &[|docket| {
            for d in 1..=16 {
                both(docket, &format!("hypercube {d}"), total_exchange(hypercube(d)), half(d).into())?;
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "I.both.neighbourhood",
        parts: &[|docket| {
            for d in 1..=8 {
                for (k, l) in (1..=d).flat_map(|k| (k..=d).map(move |l| (k, l))) {
                    let exchange = Task::NeighbourhoodExchange { min: k, max: l, count: 1 };
                    let name = format!("hypercube {d} K {k} L {l}");
                    both(docket, &name, task(hypercube(d), exchange), near(d, k, l).into())?;
                }
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "I.both.torus.odd",
        parts: &[|docket| {
            for (d, most) in [(3, 13), (4, 9), (5, 5), (6, 5), (7, 3), (8, 3)] {
                for p in (3..=most).step_by(2) {
                    let dimensions = usize::try_from(d).unwrap_or(0);
                    let name = format!("torus {}", vec![p.to_string(); dimensions].join("x"));
                    both(docket, &name, total_exchange(torus(&vec![p; dimensions])), odd(p, d).into())?;
                }
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "I.both.torus.even",
        parts: &[|docket| {
            for (p, bytes) in EVEN_TORI {
                met(docket, &format!("torus {p}x{p}"), &wire::parse(bytes)?, even(p, 2).into())?;
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "I.both.torus.four",
        parts: &[|docket| {
            for d in 1..=7 {
                fours(docket, d)?;
            }
            Ok(())
        }],
    },
];

fn fours(docket: &mut Docket, d: u32) -> Result<(), ClaimError> {
    let cube = 2 * u64::from(d);
    let radices = vec![4; usize::try_from(d).unwrap_or(0)];
    let task = IsotropicTask::new(&total_exchange(torus(&radices)))?;
    let name = format!("torus {}", vec!["4"; radices.len()].join("x"));
    docket.is(format!("{name}, hypercube {cube}"), is_cube(d), "all nodes and links");
    let document = with_objective(total_exchange(hypercube(cube)), Objective::CompletionTimeThenAverageDelay);
    let certificate = solved(&document, Some(&Windows))?;
    docket.equal(format!("{name}, slots"), even(4, d), accepted(&certificate, Least::TIME)?);
    let found = Proved { certificate: None, ..accepted(&certificate, Least::DELAY)? };
    let delay = list_delay(2 * radices.len(), &task.distance_counts());
    docket.equal(format!("{name}, total delay"), delay, found.because("the certificate of the slots"));
    Ok(())
}

/// Solves a task for both.
fn both(docket: &mut Docket, name: &str, document: TaskDocument, slots: Value) -> Result<(), ClaimError> {
    let document = with_objective(document, Objective::CompletionTimeThenAverageDelay);
    met(docket, name, &solved(&document, Some(&Windows))?, slots)
}

/// One schedule for both: its certificate bounds the time and the delay.
fn met(
    docket: &mut Docket,
    name: &str,
    certificate: &CertificateDocument,
    slots: Value,
) -> Result<(), ClaimError> {
    let task = IsotropicTask::new(&certificate.task)?;
    docket.equal(format!("{name}, slots"), slots, accepted(certificate, Least::TIME)?);
    let delay = list_delay(usize::try_from(task.ports()).unwrap_or(0), &task.distance_counts());
    let found = Proved { certificate: None, ..accepted(certificate, Least::DELAY)? };
    docket.equal(format!("{name}, total delay"), delay, found.because("the certificate of the slots"));
    Ok(())
}
