//! §6: classes of rotated tags, and the delays of the algorithm that clears them one after the other.

use crate::claims::code::formula;
use crate::claims::exact::{choose, ratio, whole};
use crate::claims::prove::{By, Least, hypercube, isotropic, proved, task, total_exchange, with_objective};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved, Value};
use crate::delay::pooled;
use crate::model::IsotropicTask;
use crate::solve::{Octr, Quotient, Windows};
use crate::wire::{Objective, Task};
use num_rational::BigRational;

formula! {
    /// n/16, which D is to exceed.
    fn sixteenth(d: u64) -> BigRational {
        ratio(1_u64 << d, 16)
    }
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
    /// The square of twice the root of n.
    fn four_n(d: u64) -> u64 {
        4 << d
    }
    /// The loss that the degenerate classes cause at most.
    fn loss(degenerate: u64, n: u64) -> BigRational {
        ratio(degenerate * n, 2)
    }
    /// h of a neighbourhood exchange.
    fn neighbourhood(d: u64, k: u64, l: u64) -> BigRational {
        whole(l).max((k..=l).map(|i| BigRational::new(choose(d, i) * i, d.into())).sum())
    }
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P1.classes.prime",
        place: "§6, before Figure 3",
        statement: "If d is prime, each class of tags under rotation by one bit has d elements, but those of 0 … 0 and 1 … 1.",
        printed: "|R_ij| = d",
        parts: &[Part::printed(
            "every tag rotated until it returns",
            "d = 2, 3, 5, 7, 11, 13, 17",
            |docket| {
                for d in [2, 3, 5, 7, 11, 13, 17] {
                    let holds = (1..(1 << d) - 1).all(|tag| period(d, tag) == d);
                    docket.is(format!("hypercube {d}"), holds, "exhaustive: all tags");
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P1.classes.arcs",
        place: "§6, the layered graph of Figure 3",
        statement: "If d is prime, the arcs from the d tags of a class to tags of one class with a one less clear d different bits.",
        printed: "s ≠ t, arcs (s, s ⊕ e_j), (t, t ⊕ e_l) ⇒ j ≠ l",
        parts: &[Part::printed(
            "the arc of the least tag rotated with it: bit b of tag t, bit b + r of t rotated by r",
            "d = 2, 3, 5, 7, 11, 13, all classes and all bits of their least tags",
            arcs,
        )],
    },
    Claim {
        id: "P1.Lemma1",
        place: "§6, Lemma 1",
        statement: "The optimal average delay of total exchange on a hypercube is Θ(n), whether d is prime or not: at least n/16 by the proof, and \
                    at most n/2.",
        printed: "n/16 ≤ D_TE ≤ n/2",
        parts: &[Part::printed(sixteenth::CODE, "d from 1 to 12", |docket| {
            for d in 1..=12 {
                let task =
                    with_objective(total_exchange(hypercube(d)), Objective::CompletionTimeThenAverageDelay);
                let found = proved(&task, Some(&Windows), Least::DELAY)?.over((1 << d) - 1);
                docket.at_least(format!("hypercube {d}"), sixteenth(d), found.clone());
                docket.at_most(format!("hypercube {d}"), ratio(1_u64 << d, 2), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P1.Lemma1.S1-S2",
        place: "§6, proof of Lemma 1",
        statement: "The critical sum of the tags in S_1 (n/4 tags with the most ones) and S_2 (their complements). The equation is garbled: for d > 1 its sides differ.",
        printed: "(n/4) d = n/4",
        parts: &[
            Part::reading(
                "n/4·d, as scanned, which is the number of ones",
                ones::CODE,
                "d from 2 to 14",
                |docket| outer(docket, 2, ones),
            ),
            Part::reading("n/4: a division by d is lost", quarter::CODE, "d from 2 to 14", |docket| {
                outer(docket, 2, quarter)
            }),
            Part::restriction(
                "n/4, d ≥ 4: the row 1 … 1 sums to d ≤ n/4",
                quarter::CODE,
                "d from 4 to 14",
                |docket| outer(docket, 4, quarter),
            ),
        ],
    },
    Claim {
        id: "P1.Lemma1.S3",
        place: "§6, proof of Lemma 1",
        statement: "Let S_1 be n/4 tags with the most ones, S_2 their complements, S_3 the other tags. The critical sum of S_3 is this.",
        printed: "n/2 − 1 − n/4 = n/4 − 1",
        parts: &[
            Part::printed(middle::CODE, "d from 2 to 14", |docket| middles(docket, middle)),
            Part::correction(
                "n/4",
                "A column of all tags sums to n/2, and every one of the n/4 pairs of a tag and its complement has a one in it. The proof \
                 needs n/4 − 1 at least, and so loses nothing.",
                middle_true::CODE,
                "d from 2 to 14",
                |docket| middles(docket, middle_true),
            ),
        ],
    },
    Claim {
        id: "P1.degenerate",
        place: "§6, Case Where d is Not Prime",
        statement: "At most O(√n) tags belong to classes of fewer than d elements.",
        printed: "O(n^(1/2))",
        parts: &[Part::reading(
            "with the factor 2: at most 2√n tags, compared as squares",
            four_n::CODE,
            "d from 1 to 18",
            |docket| {
                for d in 1..=18 {
                    let tags = u64::try_from(degenerate(d).len()).unwrap_or(u64::MAX);
                    let squared = Proved::exact(tags * tags, "exhaustive: the tags counted, and squared");
                    docket.at_most(format!("hypercube {d}"), four_n(d), squared);
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P1.composite.loss",
        place: "§6, Case Where d is Not Prime",
        statement: "Doing so loses at most the number of tags in degenerate classes times n/2 of total delay, O(n^(3/2)); printed beside the optimal \
                    average delay Θ(n), it is a total, so that the average loses O(√n).",
        printed: "O(n^(1/2))·n/2",
        parts: &[Part::printed(
            loss::CODE,
            "d = 8, 10, 12, 14: nondegenerate classes one after the other, degenerate tags by n/2, less the pooled bound",
            losses,
        )],
    },
    Claim {
        id: "P1.neighbourhood.order",
        place: "§6, Case Where d is Not Prime, end",
        statement: "In the (K, L) neighbourhood exchange the completion time is optimal if the classes are cleared in the order R_K1 … R_Kn … \
                    R_L1 … R_Ln.",
        printed: "T = h",
        parts: &[
            Part::reading(
                "each class is cleared before the next begins, but 1 … 1 together with R_(d−1)1 as in total exchange",
                neighbourhood::CODE,
                "d from 1 to 8, all K ≤ L",
                |docket| {
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
                },
            ),
            Part::reading(
                "the order is one of priority, and OCTR is insisted on",
                neighbourhood::CODE,
                "d from 1 to 7, all K ≤ L, nearest packets first under OCTR",
                |docket| {
                    for d in 1..=7 {
                        for (k, l) in (1..=d).flat_map(|k| (k..=d).map(move |l| (k, l))) {
                            let near =
                                task(hypercube(d), Task::NeighbourhoodExchange { min: k, max: l, count: 1 });
                            let octr: By = Some(&Octr);
                            let found = proved(&near, octr, Least::TIME)?;
                            docket.equal(format!("hypercube {d} K {k} L {l}"), neighbourhood(d, k, l), found);
                        }
                    }
                    Ok(())
                },
            ),
        ],
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
