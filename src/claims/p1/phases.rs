//! §6: the algorithm for total exchange on hypercubes of prime dimension, phase by phase.

use super::classes::classes;
use super::clearing::{column_sums, row_sums};
use crate::claims::code::Code;
use crate::claims::exact::{choose, ratio, whole};
use crate::claims::prove::{Least, accepted, hypercube, solved, total_exchange, with_objective};
use crate::claims::{ClaimError, Docket, Proved, Value};
use crate::solve::Blocks;
use crate::wire::{CertificateDocument, Objective, ScheduleBody};
use num_rational::BigRational;

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
/// Which algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    /// The last phase follows OCTR (Figure 4).
    Critical,
    /// OADD is followed in the last phase too: the modified algorithm.
    Nearest,
}

const PRIMES: [u64; 5] = [2, 3, 5, 7, 11];
/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P1.first-slots",
        parts: &[|docket| first_slots(docket, 0), |docket| first_slots(docket, 1)],
    },
    Code { file: file!(), id: "P1.modified", parts: &[modified] },
    Code {
        file: file!(),
        id: "P1.m_i",
        parts: &[
            |docket| delays(docket, Last::Critical, |_, _| true, least, first),
            |docket| delays(docket, Last::Nearest, |_, _| true, least, first),
            |docket| {
                delays(docket, Last::Nearest, |_, _| true, least_true, first)?;
                delays(docket, Last::Critical, |d, i| i < d, least_true, first)
            },
        ],
    },
    Code {
        file: file!(),
        id: "P1.m_i-step",
        parts: &[
            |docket| steps(docket, Last::Critical, |_, i| i > 1, least_step, first),
            |docket| steps(docket, Last::Nearest, |_, i| i > 1, least_step, first),
            |docket| steps(docket, Last::Nearest, |_, i| i > 1, least_step_true, first),
        ],
    },
    Code {
        file: file!(),
        id: "P1.m_i.last",
        parts: &[|docket| equal_delays(docket, Last::Nearest), |docket| equal_delays(docket, Last::Critical)],
    },
    Code {
        file: file!(),
        id: "P1.M_i",
        parts: &[
            |docket| delays(docket, Last::Critical, |_, _| true, greatest, last),
            |docket| delays(docket, Last::Nearest, |_, _| true, greatest, last),
            |docket| delays(docket, Last::Nearest, |d, i| i < d, greatest, last),
            |docket| delays(docket, Last::Critical, |d, i| i + 1 != d, greatest, last),
        ],
    },
    Code {
        file: file!(),
        id: "P1.M_i-step",
        parts: &[
            |docket| steps(docket, Last::Critical, |_, _| true, greatest_step, last),
            |docket| steps(docket, Last::Nearest, |_, _| true, greatest_step, last),
            |docket| steps(docket, Last::Nearest, |d, i| i < d, greatest_step, last),
        ],
    },
    Code {
        file: file!(),
        id: "P1.D_i",
        parts: &[|docket| averages(docket, Last::Nearest), |docket| averages(docket, Last::Critical)],
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
