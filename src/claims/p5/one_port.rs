//! §4.2.2, §4.3 and §6: personalised communication with one port, along the balanced and along the binomial
//! tree.

use super::balanced::shape;
use super::messages::{startups, time};
use crate::claims::code::Code;
use crate::claims::exact::{ratio, whole};
use crate::claims::shape::Shape;
use crate::claims::{ClaimError, Docket, Proved};
use crate::tree::TreeKind;
use num_bigint::BigInt;
use num_rational::BigRational;

/// x ≤ 2N log log N/log N, that is 2^(nx) ≤ n^(2N).
fn within_bandwidth(n: u64, x: u64) -> bool {
    BigInt::from(2).pow(small(n * x)) <= BigInt::from(n).pow(small(2_u64 << n))
}
/// x ≥ (2N log log N/log N)/2, that is 2^(nx) ≥ n^N: half of what is printed.
fn half_the_bandwidth(n: u64, x: u64) -> bool {
    BigInt::from(2).pow(small(n * x)) >= BigInt::from(n).pow(small(1_u64 << n))
}
/// The BST does not take less than the SBT.
fn sbt_is_no_slower(sbt_at_least: &BigRational, bst_at_most: &BigRational) -> bool {
    sbt_at_least <= bst_at_most
}
/// One start-up more, of the message that is passed on last.
fn sbt_is_faster(n: u64, rounds: u64) -> bool {
    n < rounds
}
/// (N - 1)M/B.
fn bst_packets(n: u64, b: u64) -> BigRational {
    ratio((1_u64 << n) - 1, b)
}
/// NM/B + log⌈B/M⌉ - 1 with B = 2^k·M.
fn sbt_packets(n: u64, k: u64) -> BigRational {
    ratio(1_u64 << n, 1_u64 << k) + whole(k) - whole(1)
}
fn at_most_twice(bst: &BigRational, sbt: &BigRational) -> bool {
    *bst <= whole(2) * sbt
}

/// An exponent.
fn small(exponent: u64) -> u32 {
    u32::try_from(exponent).unwrap_or(u32::MAX)
}

const ANY: &str = "one message over every link, the child of most rounds first";
const SCHEDULE: &str = "a schedule in which a node sends or receives one packet at a time, the farthest destinations first, and the start-ups and elements of the \
                        source";

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P5.BST.one-port.bandwidth",
        parts: &[
            |docket| bandwidth(docket, within_bandwidth),
            |docket| bandwidth(docket, half_the_bandwidth),
        ],
    },
    Code {
        file: file!(),
        id: "P5.personal.one-port.large",
        parts: &[
            |docket| compared(docket, 3),
            |docket| {
                for n in 3..=12 {
                    let rounds = shape(n)?.rounds(0);
                    let how = format!(
                        "SBT: log N τ + (N − 1)M·t_c (P5.Table6.SBT.1port); BST: the source sends (N − 1)M elements, and either more than log N packets \
                             or log N of them, the last with data to be passed on; {rounds} start-ups at least"
                    );
                    docket.is(format!("hypercube {n}"), sbt_is_faster(n, rounds), how);
                }
                Ok(())
            },
            |docket| {
                for (n, k) in
                    (4..=20).flat_map(|n| (1..n).map(move |k| (n, k))).filter(|(n, k)| n << k < 1 << n)
                {
                    let (bst, sbt) = (bst_packets(n, 1 << k), sbt_packets(n, k));
                    let how = format!("printed {bst} and {sbt} start-ups");
                    docket.is(format!("hypercube {n} B {}M", 1_u64 << k), bst < sbt, how);
                }
                let [sbt, bst] = [TreeKind::Sbt, TreeKind::Bst].map(|kind| Shape::new(kind, 4));
                let (sbt, bst) = (startups(&sbt?, 3), time(&bst?, 3, &whole(1), &whole(1)));
                let how = "the schedule carried out with τ = M·t_c = 1: start-ups and messages of the source alone make 6 + 15";
                docket.equal("hypercube 4 B 3M, time along the BST", 21_u64, Proved::exact(bst, how));
                docket.equal(
                    "hypercube 4 B 3M, start-ups along the SBT",
                    7_u64,
                    Proved::exact(sbt, "3 + 2 + 1 + 1"),
                );
                Ok(())
            },
        ],
    },
    Code {
        file: file!(),
        id: "P5.personal.one-port.factor",
        parts: &[|docket| {
            for n in 3..=6 {
                factors(docket, n)?;
            }
            for n in 2..=12 {
                let shape = shape(n)?;
                let once = |startup, transfer| shape.at_once(true, &whole(startup), &whole(transfer));
                let (starts, transfers) = (once(1, 0), once(0, 1));
                let holds =
                    at_most_twice(&starts, &whole(n)) && at_most_twice(&transfers, &whole((1_u64 << n) - 1));
                let how = format!(
                    "{starts} start-ups and {transfers} times M elements against {n} and N − 1; {ANY}"
                );
                docket.is(format!("hypercube {n} any B"), holds, how);
            }
            Ok(())
        }],
    },
];

fn bandwidth(docket: &mut Docket, holds: fn(u64, u64) -> bool) -> Result<(), ClaimError> {
    for n in 2..=12 {
        let shape = shape(n)?;
        let all = shape.at_once(true, &whole(0), &whole(1)) - whole((1_u64 << n) - 1);
        let below = shape.below_at_once(1, &whole(0), &whole(1));
        let more =
            u64::try_from(below.to_integer()).map_err(|fault| ClaimError::Broken(fault.to_string()))?;
        let how = format!(
            "{more} below the top of the largest subtree, {all} of them after the source is done; {ANY}"
        );
        docket.is(format!("hypercube {n}"), holds(n, more), how);
    }
    Ok(())
}

/// The time of the source, at least that of any schedule along the tree.
fn at_least(shape: &Shape, n: u64, b: u64, tau: &BigRational, transfer: &BigRational) -> BigRational {
    whole(startups(shape, b)) * tau + whole((1_u64 << n) - 1) * transfer
}

/// The greatest b that is of use.
fn sizes(n: u64) -> impl Iterator<Item = (u64, usize)> {
    (2..=1_u64 << (n - 1)).zip(2_usize..)
}

fn compared(docket: &mut Docket, from: u64) -> Result<(), ClaimError> {
    let (tau, transfer) = (whole(5), ratio(1, 2));
    for n in from..=5 {
        let (sbt, bst) = (Shape::new(TreeKind::Sbt, n)?, shape(n)?);
        for (b, size) in sizes(n) {
            let bounds = |shape| (at_least(shape, n, b, &tau, &transfer), time(shape, size, &tau, &transfer));
            let ((sbt_least, sbt_most), (bst_least, bst_most)) = (bounds(&sbt), bounds(&bst));
            let instance = format!("hypercube {n} B {b}M");
            let how = format!("SBT {sbt_least} … {sbt_most}, BST {bst_least} … {bst_most}: {SCHEDULE}");
            if !sbt_is_no_slower(&sbt_least, &bst_most) {
                docket.is(instance, false, how);
            } else if sbt_is_no_slower(&sbt_most, &bst_least) {
                docket.is(instance, true, how);
            } else {
                docket.open(instance, how);
            }
        }
    }
    Ok(())
}

fn factors(docket: &mut Docket, n: u64) -> Result<(), ClaimError> {
    let (tau, transfer) = (whole(5), ratio(1, 2));
    let (sbt, bst) = (Shape::new(TreeKind::Sbt, n)?, shape(n)?);
    for (b, size) in sizes(n) {
        let (least, most) = (at_least(&sbt, n, b, &tau, &transfer), time(&bst, size, &tau, &transfer));
        let how = format!("SBT at least {least}, BST at most {most}: {SCHEDULE}");
        docket.is(format!("hypercube {n} B {b}M"), at_most_twice(&most, &least), how);
    }
    Ok(())
}
