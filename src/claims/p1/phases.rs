//! §6: the algorithm for total exchange on hypercubes of prime dimension, phase by phase.

use super::classes::classes;
use super::clearing::{column_sums, row_sums};
use crate::claims::code::formula;
use crate::claims::exact::{choose, ratio, whole};
use crate::claims::prove::{
    Least, accepted, hypercube, isotropic, proved, solved, total_exchange, with_objective,
};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved, Value};
use crate::solve::Blocks;
use crate::wire::{CertificateDocument, Objective, ScheduleBody};
use num_rational::BigRational;

formula! {
    /// Number of phases.
    fn phases(d: u64) -> BigRational {
        ratio((1_u64 << d) - 1, d) - whole(1)
    }
    /// Number of phases, rounded up.
    fn phases_up(d: u64) -> BigRational {
        ratio((1_u64 << d) - 1, d).ceil() - whole(1)
    }
    /// What the tags of j ones take.
    fn share(d: u64, j: u64) -> BigRational {
        BigRational::new(choose(d, j) * j, d.into())
    }
    /// Least delay of tags of i ones.
    fn least(d: u64, i: u64) -> BigRational {
        whole(1) + (1..i).map(|j| share(d, j)).sum::<BigRational>()
    }
    /// Least delay of tags of i ones, corrected.
    fn least_true(d: u64, i: u64) -> BigRational {
        whole(i) + (1..i).map(|j| share(d, j)).sum::<BigRational>()
    }
    /// Greatest delay of tags of i ones.
    fn greatest(d: u64, i: u64) -> BigRational {
        (1..=i).map(|j| share(d, j)).sum()
    }
    /// What is added to `m_(i−1)`.
    fn least_step(d: u64, i: u64) -> BigRational {
        share(d, i - 1)
    }
    /// What is added to `m_(i−1)`, corrected.
    fn least_step_true(d: u64, i: u64) -> BigRational {
        whole(1) + share(d, i - 1)
    }
    /// What is added to `M_(i−1)`.
    fn greatest_step(d: u64, i: u64) -> BigRational {
        share(d, i)
    }
    /// Average of the least and the greatest delay.
    fn middle(delays: &[u64]) -> BigRational {
        ratio(delays[0] + delays[delays.len() - 1], 2)
    }
    /// Average delay of the last phase.
    fn last_phase(d: u64) -> BigRational {
        whole(d) - ratio(1, d + 1)
    }
    /// The same, following OADD.
    fn last_phase_nearest(d: u64) -> BigRational {
        ratio((d - 1) * d + 2 * d - 1, d + 1)
    }
    /// The same, in d slots.
    fn last_phase_critical(d: u64) -> BigRational {
        ratio(d * d + d - 1, d + 1)
    }
}

/// Which algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    /// The last phase follows OCTR (Figure 4).
    Critical,
    /// OADD is followed in the last phase too: the modified algorithm.
    Nearest,
}

const PRIMES: [u64; 5] = [2, 3, 5, 7, 11];
const ALL: &str = "d = 2, 3, 5, 7, 11, i from 1 to d";
const BUT_LAST: &str = "d = 2, 3, 5, 7, 11, i from 1 to d − 1";
const ITSELF: &str = "in the algorithm itself, whose last phase follows OCTR (Figure 4)";
const MODIFIED: &str = "in the modified algorithm, which follows OADD in the last phase too";

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P1.first-slots",
        place: "§6, Case Where d is Prime",
        statement: "The tags with d − 1 or d ones wait until the last d slots, so that in the first n/2 − d slots the greatest column sum exceeds d and the critical lines \
                    of T_t, t = 1, …, n/2 − d, are columns.",
        printed: "critical lines are columns for t = 1, …, n/2 − d",
        parts: &[
            Part::reading(
                "T_t is what waits as slot t begins",
                "every critical line of the matrix before each of the first n/2 − d slots is a column, and its sum exceeds d",
                "d = 3, 5, 7, 11, the schedule of a certificate replayed",
                |docket| first_slots(docket, 0),
            ),
            Part::reading(
                "T_t is the matrix at time t, T_0 being the initial one (§2); then the row 1 … 1 is critical too at t = n/2 − d",
                "every critical line of the matrix after each of the first n/2 − d slots is a column, and its sum exceeds d",
                "d = 3, 5, 7, 11, the schedule of a certificate replayed",
                |docket| first_slots(docket, 1),
            ),
        ],
    },
    Claim {
        id: "P1.phases",
        place: "§6, after Figure 3 and before Evaluation of the Optimal Average Delay",
        statement: "For prime d the algorithm has so many phases: one for every class R_ij but R_(d−1)1, and a last one for R_(d−1)1 and 1 … 1. The scan has no \
                    ceilings here, which it keeps in §7; a number of phases is an integer, and n − 1 is no multiple of a prime d. (Once (n − 1)/d stands where the phases before \
                    the last are meant.)",
        printed: "(n − 1)/d − 1",
        parts: &[
            Part::reading("without rounding, as scanned", phases::CODE, "d = 2, 3, 5, 7, 11, 13", |docket| {
                count_phases(docket, phases)
            }),
            Part::reading(
                "⌈(n − 1)/d⌉ − 1, which is (n − 2)/d: the n − 2 tags other than 0 … 0 and 1 … 1 make classes of d",
                phases_up::CODE,
                "d = 2, 3, 5, 7, 11, 13",
                |docket| count_phases(docket, phases_up),
            ),
        ],
    },
    Claim {
        id: "P1.last-phase",
        place: "§6, after Figure 4",
        statement: "The average delay that the last phase adds for its d + 1 packets, those of R_(d−1)1 and 1 … 1, is the same whether the \
                    phase takes d slots or follows OADD.",
        printed: "((d − 1)d + 2d − 1)/(d + 1) = (d² + d − 1)/(d + 1) = d − 1/(d + 1)",
        parts: &[Part::printed(
            last_phase::CODE,
            "d = 2, 3, 5, 7, 11: the least average delay, attained in d slots; the delays if OADD is followed, added up",
            last_phases,
        )],
    },
    Claim {
        id: "P1.modified",
        place: "§6, after Figure 4",
        statement: "The modified algorithm, which follows OADD in the last phase too, is suboptimal with respect to completion time and has the optimal average delay.",
        printed: "T > n/2, D = D_TE",
        parts: &[Part::printed(
            "classes laid out one after the other, 1 … 1 last",
            "d = 2, 3, 5, 7, 11, against certificates",
            modified,
        )],
    },
    Claim {
        id: "P1.m_i",
        place: "§6, Evaluation of the Optimal Average Delay",
        statement: "The least delay of packets with i ones. Just before, m_(d−1) = M_(d−1) is printed, with which this disagrees (see P1.m_i.last).",
        printed: "m_i = 1 + Σ_{j=1}^{i−1} C(d,j)·j/d",
        parts: &[
            Part::reading(ITSELF, least::CODE, ALL, |docket| {
                delays(docket, Last::Critical, |_, _| true, least, first)
            }),
            Part::reading(MODIFIED, least::CODE, ALL, |docket| {
                delays(docket, Last::Nearest, |_, _| true, least, first)
            }),
            Part::correction(
                "m_i = i + Σ_{j=1}^{i−1} C(d,j)·j/d, in the modified algorithm",
                "The first class of tags of i ones is begun after M_(i−1) slots, and all its packets arrive together i slots later. In the algorithm itself the same holds \
                 for i < d: of the tags of d − 1 ones one is done in the last slot but one; and m_d = n/2.",
                least_true::CODE,
                ALL,
                |docket| {
                    delays(docket, Last::Nearest, |_, _| true, least_true, first)?;
                    delays(docket, Last::Critical, |d, i| i < d, least_true, first)
                },
            ),
        ],
    },
    Claim {
        id: "P1.m_i-step",
        place: "§6, Evaluation of the Optimal Average Delay",
        statement: "By how much the least delay of packets with i ones exceeds that of packets with i − 1 ones.",
        printed: "m_i = m_{i−1} + (i − 1)·C(d,i−1)/d",
        parts: &[
            Part::reading(ITSELF, least_step::CODE, "d = 2, 3, 5, 7, 11, i from 2 to d", |docket| {
                steps(docket, Last::Critical, |_, i| i > 1, least_step, first)
            }),
            Part::reading(MODIFIED, least_step::CODE, "d = 2, 3, 5, 7, 11, i from 2 to d", |docket| {
                steps(docket, Last::Nearest, |_, i| i > 1, least_step, first)
            }),
            Part::correction(
                "m_i = m_{i−1} + 1 + (i − 1)·C(d,i−1)/d, in the modified algorithm",
                "m_{i−1} is i − 1 slots and m_i is i slots after the classes of fewer ones are done; those of i − 1 ones take (i − 1)·C(d,i−1)/d slots.",
                least_step_true::CODE,
                "d = 2, 3, 5, 7, 11, i from 2 to d",
                |docket| steps(docket, Last::Nearest, |_, i| i > 1, least_step_true, first),
            ),
        ],
    },
    Claim {
        id: "P1.m_i.last",
        place: "§6, Evaluation of the Optimal Average Delay",
        statement: "For the packets with 1, d − 1 and d ones the least and the greatest delay are equal, and 1 for those with 1.",
        printed: "m_1 = M_1 = 1, m_(d−1) = M_(d−1), M_d = m_d",
        parts: &[
            Part::reading(MODIFIED, "least and greatest delay", "d = 2, 3, 5, 7, 11", |docket| {
                equal_delays(docket, Last::Nearest)
            }),
            Part::reading(ITSELF, "least and greatest delay", "d = 2, 3, 5, 7, 11", |docket| {
                equal_delays(docket, Last::Critical)
            }),
        ],
    },
    Claim {
        id: "P1.M_i",
        place: "§6, Evaluation of the Optimal Average Delay",
        statement: "The greatest delay of packets with i ones.",
        printed: "M_i = Σ_{j=1}^{i} C(d,j)·j/d",
        parts: &[
            Part::reading(ITSELF, greatest::CODE, ALL, |docket| {
                delays(docket, Last::Critical, |_, _| true, greatest, last)
            }),
            Part::reading(MODIFIED, greatest::CODE, ALL, |docket| {
                delays(docket, Last::Nearest, |_, _| true, greatest, last)
            }),
            Part::restriction(
                "i < d, in the modified algorithm; 1 … 1 is done d slots after M_(d−1) there, not 1",
                greatest::CODE,
                BUT_LAST,
                |docket| delays(docket, Last::Nearest, |d, i| i < d, greatest, last),
            ),
            Part::restriction(
                "i other than d − 1, in the algorithm itself; the packets with d − 1 ones are done by n/2 there, not by n/2 − 1",
                greatest::CODE,
                "d = 2, 3, 5, 7, 11, i from 1 to d but d − 1",
                |docket| delays(docket, Last::Critical, |d, i| i + 1 != d, greatest, last),
            ),
        ],
    },
    Claim {
        id: "P1.M_i-step",
        place: "§6, Evaluation of the Optimal Average Delay",
        statement: "By how much the greatest delay of packets with i ones exceeds that of packets with i − 1 ones, M_0 being 0.",
        printed: "M_i = M_{i−1} + i·C(d,i)/d",
        parts: &[
            Part::reading(ITSELF, greatest_step::CODE, ALL, |docket| {
                steps(docket, Last::Critical, |_, _| true, greatest_step, last)
            }),
            Part::reading(MODIFIED, greatest_step::CODE, ALL, |docket| {
                steps(docket, Last::Nearest, |_, _| true, greatest_step, last)
            }),
            Part::restriction("i < d, in the modified algorithm", greatest_step::CODE, BUT_LAST, |docket| {
                steps(docket, Last::Nearest, |d, i| i < d, greatest_step, last)
            }),
        ],
    },
    Claim {
        id: "P1.D_i",
        place: "§6, Evaluation of the Optimal Average Delay",
        statement: "The average delay of packets with i ones is the average of the least and the greatest, m_i and M_i being what they are defined as.",
        printed: "D_i = (M_i + m_i)/2",
        parts: &[
            Part::reading(MODIFIED, middle::CODE, ALL, |docket| averages(docket, Last::Nearest)),
            Part::reading(ITSELF, middle::CODE, ALL, |docket| averages(docket, Last::Critical)),
        ],
    },
];

fn certificate(d: u64) -> Result<CertificateDocument, ClaimError> {
    let task = with_objective(total_exchange(hypercube(d)), Objective::CompletionTimeThenAverageDelay);
    solved(&task, Some(&Blocks))
}

/// The moves of a certificate's symmetric schedule slot by slot, the packets being the tags 1, 2, …
fn moves(document: &CertificateDocument) -> Result<Vec<Vec<(usize, u32)>>, ClaimError> {
    let ScheduleBody::Symmetric { slots, .. } = &document.schedule else {
        return Err(ClaimError::Broken("the schedule is not a list of moves".to_owned()));
    };
    let wide = |packet: u32| usize::try_from(packet).unwrap_or(usize::MAX);
    Ok(slots.iter().map(|slot| slot.iter().map(|step| (wide(step.packet), step.link)).collect()).collect())
}

/// The delays of the packets of i ones in increasing order, by i, and the certificate of the schedule; what
/// is there for i = 0 stands for a start at 0.
fn done(d: u64, algorithm: Last) -> Result<(Vec<Vec<u64>>, Proved), ClaimError> {
    let mut delays: Vec<Vec<u64>> = (0..=d).map(|i| if i == 0 { vec![0] } else { Vec::new() }).collect();
    let ones = |tag: u64| usize::try_from(tag.count_ones()).unwrap_or(0);
    let proof = if algorithm == Last::Nearest {
        let mut time = 0;
        for (_, tag, size) in classes(d) {
            time += u64::from(tag.count_ones());
            delays[ones(tag)].extend((0..size).map(|_| time));
        }
        Proved::between(None, None, "the classes laid out one after the other, OADD to the end")
    } else {
        let document = certificate(d)?;
        let tags = 1..1_u64 << d;
        let mut left: Vec<u64> = tags.clone().collect();
        for (slot, moves) in (1..).zip(moves(&document)?) {
            for (packet, link) in moves {
                left[packet] ^= 1 << link;
                if left[packet] == 0 {
                    delays[ones(u64::try_from(packet).unwrap_or(0) + 1)].push(slot);
                }
            }
        }
        let checked = accepted(&document, Least::TIME)?;
        if checked.upper != Some(Value::from(1_u64 << (d - 1))) || left.iter().any(|&tag| tag > 0) {
            return Err(ClaimError::Broken(format!("hypercube {d}: the schedule is not of n/2 slots")));
        }
        let how = "read off the schedule of a certificate, classes one after the other, n/2 slots in all"
            .to_owned();
        Proved { lower: None, upper: None, how, certificate: checked.certificate }
    };
    for delays in &mut delays {
        delays.sort_unstable();
    }
    Ok((delays, proof))
}

fn exactly(value: impl Into<Value>, proof: &Proved) -> Proved {
    let value = value.into();
    Proved { lower: Some(value.clone()), upper: Some(value), ..proof.clone() }
}

fn first(delays: &[u64]) -> u64 {
    delays[0]
}

fn last(delays: &[u64]) -> u64 {
    delays[delays.len() - 1]
}

type Of = fn(&[u64]) -> u64;

/// A formula for packets of i ones, held against the delays of a schedule and, for i − 1, before.
fn every(
    docket: &mut Docket,
    algorithm: Last,
    mut row: impl FnMut(&mut Docket, String, (u64, u64), [&[u64]; 2], &Proved),
) -> Result<(), ClaimError> {
    for d in PRIMES {
        let (delays, proof) = done(d, algorithm)?;
        for (i, pair) in (1..=d).zip(delays.windows(2)) {
            row(docket, format!("hypercube {d} i {i}"), (d, i), [&pair[0], &pair[1]], &proof);
        }
    }
    Ok(())
}

fn delays(
    docket: &mut Docket,
    algorithm: Last,
    wanted: fn(u64, u64) -> bool,
    printed: fn(u64, u64) -> BigRational,
    of: Of,
) -> Result<(), ClaimError> {
    every(docket, algorithm, |docket, name, (d, i), [_, delays], proof| {
        if wanted(d, i) {
            docket.equal(name, printed(d, i), exactly(of(delays), proof));
        }
    })
}

fn steps(
    docket: &mut Docket,
    algorithm: Last,
    wanted: fn(u64, u64) -> bool,
    printed: fn(u64, u64) -> BigRational,
    of: Of,
) -> Result<(), ClaimError> {
    every(docket, algorithm, |docket, name, (d, i), [before, delays], proof| {
        if wanted(d, i) {
            docket.equal(name, printed(d, i), exactly(of(delays) - of(before), proof));
        }
    })
}

fn equal_delays(docket: &mut Docket, algorithm: Last) -> Result<(), ClaimError> {
    every(docket, algorithm, |docket, name, (d, i), [_, delays], proof| {
        if i == 1 {
            docket.equal(format!("{name}, least"), 1_u64, exactly(first(delays), proof));
        }
        if i == 1 || i + 1 >= d {
            docket.equal(format!("{name}, greatest"), first(delays), exactly(last(delays), proof));
        }
    })
}

fn averages(docket: &mut Docket, algorithm: Last) -> Result<(), ClaimError> {
    every(docket, algorithm, |docket, name, _, [_, delays], proof| {
        let average = ratio(delays.iter().sum::<u64>(), u64::try_from(delays.len()).unwrap_or(1));
        docket.equal(name, middle(delays), exactly(average, proof));
    })
}

/// The critical lines before each of the first slots, or after.
fn first_slots(docket: &mut Docket, later: usize) -> Result<(), ClaimError> {
    for d in [3, 5, 7, 11] {
        let mut left: Vec<Vec<u64>> =
            (1..1_u64 << d).map(|tag| (0..d).map(|bit| tag >> bit & 1).collect()).collect();
        let slots = moves(&certificate(d)?)?;
        let first = slots.len() - usize::try_from(d).unwrap_or(0);
        let (mut columns, mut waits) = (0_u64, true);
        for (time, slot) in (0..).zip(slots.iter().take(first + later)) {
            let (rows, sums) = (row_sums(&left), column_sums(&left));
            let greatest = sums.iter().max().copied().unwrap_or(0);
            if time >= later && greatest > d && rows.iter().all(|&row| row < greatest) {
                columns += 1;
            }
            for &(packet, link) in slot.iter().filter(|_| time < first) {
                left[packet][usize::try_from(link).unwrap_or(0)] -= 1;
                waits &= (packet + 1).count_ones() + 1 < u32::try_from(d).unwrap_or(0);
            }
        }
        let how = "the lines of the matrix added up in each of these slots";
        docket.equal(format!("hypercube {d}, slots so"), first, Proved::exact(columns, how));
        docket.is(
            format!("hypercube {d}, tags of d − 1 and d ones wait"),
            waits,
            "every move of the first n/2 − d slots",
        );
    }
    Ok(())
}

fn count_phases(docket: &mut Docket, printed: fn(u64) -> BigRational) -> Result<(), ClaimError> {
    for d in [2, 3, 5, 7, 11, 13] {
        let classes = classes(d).len() - 1;
        docket.equal(
            format!("hypercube {d}"),
            printed(d),
            Proved::exact(classes, "classes but that of 1 … 1, counted"),
        );
    }
    Ok(())
}

fn last_phases(docket: &mut Docket) -> Result<(), ClaimError> {
    for d in PRIMES {
        let all = (1_u64 << d) - 1;
        let packets: Vec<(u64, u64)> = (0..d).map(|bit| (all ^ 1 << bit, 1)).chain([(all, 1)]).collect();
        let packets = isotropic(hypercube(d), &packets);
        let time = proved(&packets, Some(&Blocks), Least::TIME)?;
        docket.equal(format!("hypercube {d}, slots"), d, time);
        let delay = with_objective(packets, Objective::CompletionTimeThenAverageDelay);
        let found = proved(&delay, Some(&Blocks), Least::DELAY)?.over(d + 1);
        docket.equal(format!("hypercube {d}"), last_phase(d), found.clone());
        docket.equal(format!("hypercube {d}, in d slots"), last_phase_critical(d), found);
        let nearest = ratio(d * (d - 1) + (d - 1 + d), d + 1);
        let how = "d packets after d − 1 slots, one after d more";
        docket.equal(
            format!("hypercube {d}, OADD"),
            last_phase_nearest(d),
            Proved::exact(nearest.clone(), how),
        );
        docket.equal(format!("hypercube {d}, OADD, third form"), last_phase(d), Proved::exact(nearest, how));
    }
    Ok(())
}

fn modified(docket: &mut Docket) -> Result<(), ClaimError> {
    for d in PRIMES {
        let delays = done(d, Last::Nearest)?.0.concat();
        let time = Proved::exact(
            delays.iter().max().copied().unwrap_or(0),
            "the classes laid out one after the other",
        );
        docket.at_least(format!("hypercube {d}, slots"), (1_u64 << (d - 1)) + 1, time);
        let found = accepted(&certificate(d)?, Least::DELAY)?;
        docket.equal(format!("hypercube {d}, total delay"), delays.iter().sum::<u64>(), found);
    }
    Ok(())
}
