//! §6: classes of rotated tags, and the delays of the algorithm that clears them one after the other.

use crate::claims::code::Code;
use crate::claims::exact::{choose, ratio, whole};
use crate::claims::prove::{Least, hypercube, isotropic, proved, total_exchange, with_objective};
use crate::claims::{ClaimError, Docket, Proved, Value};
use crate::delay::pooled;
use crate::model::IsotropicTask;
use crate::solve::Quotient;
use crate::wire::Objective;
use num_rational::BigRational;

/// The critical sum of the tags `S_3`.
fn middle(d: u64) -> BigRational {
    ratio(1_u64 << d, 4) - whole(1)
}
/// The critical sum of the tags `S_3`, corrected.
fn middle_true(d: u64) -> BigRational {
    ratio(1_u64 << d, 4)
}
/// The number of ones in n/4 tags and their complements.
fn ones(d: u64) -> BigRational {
    ratio((1_u64 << d) * d, 4)
}
/// n/4.
fn quarter(d: u64) -> BigRational {
    ratio(1_u64 << d, 4)
}
/// The loss that the degenerate classes cause at most.
fn loss(degenerate: u64, n: u64) -> BigRational {
    ratio(degenerate * n, 2)
}
/// h of a neighbourhood exchange.
fn neighbourhood(d: u64, k: u64, l: u64) -> BigRational {
    whole(l).max((k..=l).map(|i| BigRational::new(choose(d, i) * i, d.into())).sum())
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code { file: file!(), id: "P1.classes.arcs", parts: &[arcs] },
    Code {
        file: file!(),
        id: "P1.Lemma1.S1-S2",
        parts: &[
            |docket| outer(docket, 2, ones),
            |docket| outer(docket, 2, quarter),
            |docket| outer(docket, 4, quarter),
        ],
    },
    Code {
        file: file!(),
        id: "P1.Lemma1.S3",
        parts: &[|docket| middles(docket, middle), |docket| middles(docket, middle_true)],
    },
    Code { file: file!(), id: "P1.composite.loss", parts: &[losses] },
    Code {
        file: file!(),
        id: "P1.neighbourhood.order",
        parts: &[|docket| {
            for d in 1..=8 {
                for (k, l) in (1..=d).flat_map(|k| (k..=d).map(move |l| (k, l))) {
                    let slots = Proved::exact(
                        one_by_one(d, k, l),
                        "a class of i ones takes i slots, for a row has i entries",
                    );
                    docket.equal(format!("hypercube {d} K {k} L {l}"), neighbourhood(d, k, l), slots);
                }
            }
            Ok(())
        }],
    },
];

pub(super) fn rotated(d: u64, tag: u64, by: u64) -> u64 {
    (tag << by | tag >> (d - by)) & ((1 << d) - 1)
}

/// By how many bits a tag is rotated until it returns.
pub(super) fn period(d: u64, tag: u64) -> u64 {
    (1..d).find(|&by| rotated(d, tag, by) == tag).unwrap_or(d)
}

/// One tag of every class, with its number of ones and the size of the class, fewest ones first.
pub(super) fn classes(d: u64) -> Vec<(u64, u64, u64)> {
    let least = |tag: &u64| (1..d).all(|by| rotated(d, *tag, by) >= *tag);
    let mut classes: Vec<_> =
        (1..1_u64 << d).filter(least).map(|tag| (u64::from(tag.count_ones()), tag, period(d, tag))).collect();
    classes.sort_unstable();
    classes
}

/// The tags of classes of fewer than d elements; 0 … 0 is none.
fn degenerate(d: u64) -> Vec<u64> {
    (1..1 << d).filter(|&tag| period(d, tag) < d).collect()
}

fn arcs(docket: &mut Docket) -> Result<(), ClaimError> {
    for d in [2, 3, 5, 7, 11, 13] {
        let mut holds = true;
        let mut count = 0;
        for (ones, tag, size) in classes(d).into_iter().filter(|class| class.0 < d) {
            for bit in (0..d).filter(|bit| tag >> bit & 1 == 1) {
                count += 1;
                let arcs: Vec<(u64, u64)> =
                    (0..size).map(|by| (rotated(d, tag, by), (bit + by) % d)).collect();
                let mut bits: Vec<u64> = arcs.iter().map(|arc| arc.1).collect();
                bits.sort_unstable();
                bits.dedup();
                let below = |arc: &(u64, u64)| arc.0 ^ (1 << arc.1);
                let one_class = arcs.iter().all(|arc| {
                    arc.0 >> arc.1 & 1 == 1 && (0..d).any(|by| rotated(d, below(arc), by) == below(&arcs[0]))
                });
                let fewer = u64::from(below(&arcs[0]).count_ones()) == ones - 1;
                holds &= u64::try_from(bits.len()).ok() == Some(d) && one_class && fewer;
            }
        }
        docket.is(format!("hypercube {d}"), holds, format!("exhaustive: {count} sets of d arcs"));
    }
    Ok(())
}

/// The tags of `S_1` and `S_2`, and those of `S_3`.
fn split(d: u64) -> (Vec<u64>, Vec<u64>) {
    let all = (1_u64 << d) - 1;
    let mut tags: Vec<u64> = (1..=all).collect();
    tags.sort_by_key(|tag| std::cmp::Reverse(tag.count_ones()));
    let most = &tags[..1 << (d - 2)];
    let mut outer: Vec<u64> = most.iter().flat_map(|tag| [*tag, tag ^ all]).filter(|&tag| tag > 0).collect();
    outer.sort_unstable();
    (outer.clone(), tags.into_iter().filter(|tag| outer.binary_search(tag).is_err()).collect())
}

/// The critical sum of these tags; on small cubes as the least time of their task.
fn critical(d: u64, tags: &[u64]) -> Result<Proved, ClaimError> {
    let row = tags.iter().map(|tag| u64::from(tag.count_ones())).max();
    let column = (0..d).map(|bit| tags.iter().map(|tag| tag >> bit & 1).sum::<u64>()).max();
    let sum = row.max(column).unwrap_or(0);
    if d > 6 {
        return Ok(Proved::exact(sum, "rows and columns added up"));
    }
    let packets: Vec<(u64, u64)> = tags.iter().map(|&tag| (tag, 1)).collect();
    let found = proved(&isotropic(hypercube(d), &packets), Some(&Quotient), Least::TIME)?;
    if found.lower != Some(Value::from(sum)) {
        return Err(ClaimError::Broken(format!(
            "hypercube {d}: the least time is not the critical sum {sum}"
        )));
    }
    Ok(found.because("the least time is the critical sum added up"))
}

fn outer(docket: &mut Docket, from: u64, printed: fn(u64) -> BigRational) -> Result<(), ClaimError> {
    for d in from..=14 {
        docket.equal(format!("hypercube {d}"), printed(d), critical(d, &split(d).0)?);
    }
    Ok(())
}

fn middles(docket: &mut Docket, printed: fn(u64) -> BigRational) -> Result<(), ClaimError> {
    for d in 2..=14 {
        docket.equal(format!("hypercube {d}"), printed(d), critical(d, &split(d).1)?);
    }
    Ok(())
}

fn losses(docket: &mut Docket) -> Result<(), ClaimError> {
    for d in [8, 10, 12, 14] {
        let n = 1_u64 << d;
        let mut time = 0;
        let mut delay = 0;
        for (ones, _, size) in classes(d).into_iter().filter(|class| class.2 == d) {
            time += ones;
            delay += time * size;
        }
        let short = u64::try_from(degenerate(d).len()).unwrap_or(u64::MAX);
        let task =
            IsotropicTask::new(&with_objective(total_exchange(hypercube(d)), Objective::AverageDelay))?;
        let bound =
            pooled(&task).ok_or_else(|| ClaimError::Broken("the delay exceeds 64 bits".to_owned()))?;
        let most = whole(delay) + ratio(short * n, 2) - whole(bound);
        let how = "the delays of the order added up, less the pooled bound, which binds all schedules";
        docket.at_most(
            format!("hypercube {d}"),
            loss(short, n),
            Proved::between(None, Some(Value(most)), how),
        );
    }
    Ok(())
}

/// The slots of the classes from k to l ones one after the other, the last phase as in total exchange.
fn one_by_one(d: u64, k: u64, l: u64) -> u64 {
    let slots: u64 = classes(d).iter().filter(|class| (k..=l).contains(&class.0)).map(|class| class.0).sum();
    if l == d && k < d { slots - (d - 1) } else { slots }
}
