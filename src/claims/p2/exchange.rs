//! §4: total exchange.

use super::forwarding::simulated;
use super::made::{attains, broken, exchange_certificate, index, of_algorithm, transmissions};
use super::recursion::{Exchange, MLA, Phases, instances, made};
use super::replay::Replay;
use crate::claims::code::Code;
use crate::claims::exact::whole;
use crate::claims::prove::{Least, accepted};
use crate::claims::{ClaimError, Docket, Proved};
use crate::model::count_of;
use crate::wire::{CertificateDocument, Ports};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::BTreeSet;

/// Eq. (3).
fn equation_3(d: u64) -> BigRational {
    whole(d * (1_u64 << d) * (1_u64 << (d - 1)))
}
/// Eq. (4).
fn equation_4(d: u64) -> BigRational {
    whole(1_u64 << (d - 1))
}
/// What all links carry in 2^(d−1) time units.
fn capacity(d: u64) -> BigRational {
    whole(d * (1_u64 << d)) * equation_4(d)
}
/// The right-hand side of Eq. (5) and (6).
fn in_time(d: u64, n: u64) -> u64 {
    (1 << (d - 1)) + n - 1
}
/// Eq. (6), own being `N_d(i,1)`, …, `N_d(i,T_d)`.
fn equation_6(d: u64, own: &[u64]) -> bool {
    count_of(own.len()) == 1 << (d - 1) && (1..).zip(own).all(|(n, &sent)| sent <= in_time(d, n))
}
/// The two equations on N_(d+1) in the proof of (6), in the first and in the second half of the time.
fn halves(d: u64, small: &[u64], large: &[u64]) -> bool {
    let half = 1_u64 << (d - 1);
    count_of(large.len()) == 2 * half
        && (1..)
            .zip(large)
            .all(|(n, &sent)| sent == if n <= half { small[index(n - 1)] + n } else { (1 << d) - 1 + n })
}
/// What a node has received from its counterpart n time units after phase one.
fn received(d: u64, n: u64) -> u64 {
    (1 << (d - 1)) + n
}
/// The exchange of `[BeT89]`.
fn after_phase_two(d: u64) -> BigRational {
    whole((1_u64 << d) - 1)
}
/// Time, SLA.
fn one_link(d: u64) -> BigRational {
    whole(BigInt::from(d) << (d - 1))
}
/// Phase three after phase two.
const AFTER: Phases = |_, packets| (0, packets);
/// Phase three one time unit before the end of phase two.
const EARLIER: Phases = |time, packets| (0, time.max(packets - 1));
/// One phase after the other.
const SLA: Phases = |time, packets| (time, time + packets);

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P2.exchange.busy",
        parts: &[|docket| {
            for d in 1..=9 {
                let found = transmissions(&certified(d, 0, Ports::All, MLA)?, 1 << d)?;
                docket.equal(format!("hypercube {d}"), capacity(d), found);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.exchange.MLA",
        parts: &[|docket| {
            for (d, seed) in instances() {
                let name = format!("hypercube {d} ties {seed}");
                let Some(made) = Exchange::new(d, seed, MLA) else {
                    docket.is(name, false, "a packet would be sent on before it has crossed");
                    continue;
                };
                let found = accepted(&exchange_certificate(d, Ports::All, &made.slots()), Least::TIME);
                attains(docket, name, equation_4(d), found)?;
            }
            Ok(())
        }],
    },
    Code { file: file!(), id: "P2.Eq5", parts: &[condition_5] },
    Code {
        file: file!(),
        id: "P2.Eq6",
        parts: &[|docket| {
            for (d, seed) in instances() {
                let own = own(d, seed)?;
                let how = "counted for all n in a schedule that the checker replays; all nodes do the same";
                docket.is(format!("hypercube {d} ties {seed}"), equation_6(d, &own), how);
            }
            for d in 1..=6 {
                let replay = Replay::of(&simulated(d)?)?;
                let holds = (0..1 << d).all(|node| equation_6(d, &replay.own(node)));
                let how = "counted for all n and all i in a schedule that the checker replays";
                docket.is(format!("hypercube {d} by the rules of forwarding"), holds, how);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.exchange.halves",
        parts: &[|docket| {
            for (d, seed) in instances() {
                let holds = halves(d, &own(d, seed)?, &own(d + 1, seed)?);
                let how = "counted for all n in two schedules that the checker replays";
                docket.is(format!("hypercube {d} ties {seed}"), holds, how);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.exchange.received",
        parts: &[|docket| {
            for (d, seed) in instances() {
                let own = own(d, seed)?;
                let large = Replay::of(&certified(d + 1, seed, Ports::All, MLA)?)?;
                let name = format!("hypercube {} ties {seed}", d + 1);
                let how = "counted for all n in two schedules that the checker replays";
                docket.is(name, in_phase_three(d, &own, &large), how);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.exchange.range",
        parts: &[
            |docket| {
                for (d, seed) in instances() {
                    let own = own(d, seed)?;
                    let holds = own.iter().all(|sent| (1..1 << d).contains(sent));
                    docket.is(format!("hypercube {d} ties {seed}"), holds, "counted for all n");
                }
                Ok(())
            },
            |docket| {
                for (d, seed) in instances() {
                    let own = own(d, seed)?;
                    let least = own.iter().copied().min().unwrap_or(0);
                    let found = Proved::exact(least, "the least over all n, counted");
                    docket.equal(format!("hypercube {d} ties {seed}"), 1_u64, found);
                }
                Ok(())
            },
        ],
    },
    Code {
        file: file!(),
        id: "P2.exchange.BeT89",
        parts: &[|docket| phase_three_later(docket, 0), |docket| phase_three_later(docket, 1)],
    },
    Code {
        file: file!(),
        id: "P2.exchange.one-unit-earlier",
        parts: &[|docket| {
            for d in 1..=8 {
                let name = format!("hypercube {}", d + 1);
                let Some(made) = Exchange::new(d + 1, 0, EARLIER) else {
                    docket.is(name, false, "a packet would be sent on before it has crossed");
                    continue;
                };
                let replay = Replay::of(&exchange_certificate(d + 1, Ports::All, &made.slots()))?;
                // What the counterpart of node 0 sends of node 0's packets.
                let sent_on = replay.crossings.iter().filter(|c| c.node == 1 << d && c.link < d);
                let first =
                    sent_on.map(|crossing| crossing.slot).min().ok_or_else(|| broken("no phase three"))?;
                let how = "time units before phase three, in a schedule that the checker replays";
                docket.equal(name, after_phase_two(d), Proved::exact(first, how));
            }
            Ok(())
        }],
    },
];

/// The claims on one link at a time, which stand last in §4.
pub(super) const SLA_CLAIMS: &[Code] = &[Code {
    file: file!(),
    id: "P2.exchange.SLA",
    parts: &[|docket| {
        for (d, seed) in instances() {
            let name = format!("hypercube {d} ties {seed}");
            let one = made(d, seed, SLA)?.slots().iter().all(|slot| slot.len() == 1);
            docket.is(format!("{name} one at a time"), one, "every time unit");
            let document = certified(d, seed, Ports::One, SLA)?;
            attains(docket, name.clone(), one_link(d), accepted(&document, Least::TIME))?;
            let sent = transmissions(&document, 1 << d)?;
            docket.equal(format!("{name} transmissions"), equation_3(d), sent);
        }
        Ok(())
    }],
}];

fn certified(d: u64, seed: u64, ports: Ports, phases: Phases) -> Result<CertificateDocument, ClaimError> {
    Ok(exchange_certificate(d, ports, &made(d, seed, phases)?.slots()))
}

/// The time on the cube of so many dimensions more than the formula speaks of.
fn phase_three_later(docket: &mut Docket, more: u64) -> Result<(), ClaimError> {
    for d in 1..=9 {
        let document = certified(d + more, 0, Ports::All, AFTER)?;
        let found = of_algorithm(&document, Least::TIME)?;
        docket.equal(format!("hypercube {}", d + more), after_phase_two(d), found);
    }
    Ok(())
}

/// `N_d(i,n)` for n = 1, 2, …, the same for all i, in a schedule that the checker has accepted.
fn own(d: u64, seed: u64) -> Result<Vec<u64>, ClaimError> {
    Ok(Replay::of(&certified(d, seed, Ports::All, MLA)?)?.own(0))
}

/// Whether the growth of an exchange by the three phases succeeds where Eq. (5) holds and only there.
fn condition_5(docket: &mut Docket) -> Result<(), ClaimError> {
    for d in 2..=3 {
        let (mut agree, mut late, mut found) = (true, 0, BTreeSet::new());
        for seed in 0..1000 {
            let exchange = Exchange::some_optimal(d, seed).ok_or_else(|| broken("no exchange"))?;
            if !found.insert(exchange.slots()) {
                continue;
            }
            let replay = Replay::of(&exchange_certificate(d, Ports::All, &exchange.slots()))?;
            let holds = equation_6(d, &replay.own(0));
            late += u64::from(!holds);
            // Rule (a), the earliest needed first, succeeds whenever any order does.
            let grown = exchange.grown(MLA, |link| link);
            if let Some(grown) = &grown {
                Replay::of(&exchange_certificate(d + 1, Ports::All, &grown.slots()))?;
            }
            agree &= grown.is_some() == holds;
        }
        let how = format!(
            "{} of them differ, all replayed by the checker; phase three proceeds where Eq. (5) holds and only there; it fails for {late}",
            found.len()
        );
        docket.is(format!("hypercube {d}"), agree, how);
    }
    Ok(())
}

/// What the counterpart of node 0 receives from it and sends on, given `N_d(0,1)`, …, `N_d(0,T_d)`: in the
/// view of node 0's packets, the same for every pair of counterparts.
fn in_phase_three(d: u64, own: &[u64], large: &Replay) -> bool {
    let phase_one = 1 << (d - 1);
    let until = |time: u64, node: u64, last: bool| {
        let counted = large.crossings.iter();
        count_of(counted.filter(|c| c.slot < time && c.node == node && (c.link == d) == last).count())
    };
    until(phase_one, 1 << d, false) == 0
        && (0..=phase_one).all(|n| until(phase_one + n, 0, true) == received(d, n))
        && (1..).zip(own).all(|(n, &forwarded)| until(phase_one + n, 1 << d, false) == forwarded)
}
