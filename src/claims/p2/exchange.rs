//! §4: total exchange.

use super::forwarding::simulated;
use super::made::{attains, broken, exchange_certificate, index, of_algorithm, transmissions};
use super::recursion::{Exchange, MLA, Phases, TIES, instances, made};
use super::replay::Replay;
use crate::claims::code::formula;
use crate::claims::exact::whole;
use crate::claims::prove::{Least, accepted};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};
use crate::model::count_of;
use crate::wire::{CertificateDocument, Ports};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::BTreeSet;

formula! {
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
            && (1..).zip(large).all(|(n, &sent)| {
                sent == if n <= half { small[index(n - 1)] + n } else { (1 << d) - 1 + n }
            })
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
    /// The recursion of the time, SLA.
    fn recursion_one(d: u64) -> BigRational {
        if d == 1 { whole(1) } else { whole(2) * recursion_one(d - 1) + whole(BigInt::from(1) << (d - 1)) }
    }
}

/// Phase three after phase two.
const AFTER: Phases = |_, packets| (0, packets);
/// Phase three one time unit before the end of phase two.
const EARLIER: Phases = |time, packets| (0, time.max(packets - 1));
/// One phase after the other.
const SLA: Phases = |time, packets| (time, time + packets);

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P2.Eq3",
        place: "§4, Eq. (3)",
        statement: "A lower bound for the transmissions of a total exchange on the d-cube.",
        printed: "d·2^d·2^(d−1)",
        parts: &[Part::printed(equation_3::CODE, "d from 1 to 9", |docket| {
            for d in 1..=9 {
                let found = transmissions(&certified(d, 0, Ports::All, MLA)?, 1 << d)?;
                docket.at_least(format!("hypercube {d}"), equation_3(d), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.Eq4",
        place: "§4, Eq. (4)",
        statement: "A lower bound for the time of a total exchange on the d-cube under the MLA assumption.",
        printed: "T_d ≥ 2^(d−1)",
        parts: &[Part::printed(equation_4::CODE, "d from 1 to 9", |docket| {
            for d in 1..=9 {
                let found = accepted(&certified(d, 0, Ports::All, MLA)?, Least::TIME)?;
                docket.at_least(format!("hypercube {d}"), equation_4(d), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.exchange.busy",
        place: "§4, after Eq. (4)",
        statement: "To achieve the bound all packets must follow shortest paths and all links be busy all the time: the links carry no \
                    more in 2^(d−1) time units than the fewest transmissions.",
        printed: "d·2^d·T_d = d·2^d·2^(d−1)",
        parts: &[Part::printed(capacity::CODE, "d from 1 to 9", |docket| {
            for d in 1..=9 {
                let found = transmissions(&certified(d, 0, Ports::All, MLA)?, 1 << d)?;
                docket.equal(format!("hypercube {d}"), capacity(d), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.exchange.MLA",
        place: "§4, the three phases (Fig. 8) with rules (a) and (b)",
        statement: "Phase three can begin right after phase one and proceed uninterrupted, however ties are broken, and the total exchange \
                    takes the optimal time.",
        printed: "T_d = 2^(d−1)",
        parts: &[Part::printed(equation_4::CODE, TIES, |docket| {
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
        })],
    },
    Claim {
        id: "P2.Eq5",
        place: "§4, Eq. (5)",
        statement: "If phase three is to begin right after phase one and continue without delay, Eq. (5) is necessary; with rules (a) \
                    and (b) it is also enough.",
        printed: "N_d(i,n) ≤ 2^(d−1) + n − 1 for n = 1, …, 2^(d−1)",
        parts: &[Part::printed(
            equation_6::CODE,
            "1000 optimal total exchanges, the same in all nodes, each on the 2-cube and the 3-cube",
            condition_5,
        )],
    },
    Claim {
        id: "P2.Eq6",
        place: "§4, Eq. (6)",
        statement: "In the total exchange of §4 a node has sent at most so many of its own packets up to time n.",
        printed: "T_d = 2^(d−1) and N_d(i,n) ≤ 2^(d−1) + n − 1 for n = 1, …, 2^(d−1)",
        parts: &[Part::printed(
            equation_6::CODE,
            "d from 1 to 9, ties broken from left to right and in three random ways; d from 1 to 6 by the rules of forwarding, every node \
             for itself",
            |docket| {
                for (d, seed) in instances() {
                    let own = own(d, seed)?;
                    let how =
                        "counted for all n in a schedule that the checker replays; all nodes do the same";
                    docket.is(format!("hypercube {d} ties {seed}"), equation_6(d, &own), how);
                }
                for d in 1..=6 {
                    let replay = Replay::of(&simulated(d)?)?;
                    let holds = (0..1 << d).all(|node| equation_6(d, &replay.own(node)));
                    let how = "counted for all n and all i in a schedule that the checker replays";
                    docket.is(format!("hypercube {d} by the rules of forwarding"), holds, how);
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P2.exchange.halves",
        place: "§4, the induction for Eq. (6)",
        statement: "N_(d+1)(i,n) = N_d(i,n) + n in the first half of the time and 2^d − 1 + n in the second.",
        printed: "N_(d+1)(i,n) = N_d(i,n) + n for n ≤ 2^(d−1), = 2^d − 1 + n for 2^(d−1) < n ≤ 2^d",
        parts: &[Part::printed(halves::CODE, TIES, |docket| {
            for (d, seed) in instances() {
                let holds = halves(d, &own(d, seed)?, &own(d + 1, seed)?);
                let how = "counted for all n in two schedules that the checker replays";
                docket.is(format!("hypercube {d} ties {seed}"), holds, how);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.exchange.received",
        place: "§4, “We claim that, under the above rules, phase three can proceed uninterrupted after phase one”",
        statement: "In the (d + 1)-cube a node has received 2^(d−1) + n packets from its counterpart n time units after the end of phase one, \
                    and forwards N_d(i,n) packets of the counterpart in the first n time units of phase three, none before.",
        printed: "2^(d−1) + n; N_d(i, n + 1) after n + 1 time units",
        parts: &[Part::printed(received::CODE, TIES, |docket| {
            for (d, seed) in instances() {
                let own = own(d, seed)?;
                let large = Replay::of(&certified(d + 1, seed, Ports::All, MLA)?)?;
                let name = format!("hypercube {} ties {seed}", d + 1);
                let how = "counted for all n in two schedules that the checker replays";
                docket.is(name, in_phase_three(d, &own, &large), how);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.exchange.range",
        place: "§4, before Eq. (5)",
        statement: "N_d(i,n) ranges from 1 to 2^d − 1.",
        printed: "1 ≤ N_d(i,n) ≤ 2^d − 1",
        parts: &[
            Part::reading("it lies between the two", after_phase_two::CODE, TIES, |docket| {
                for (d, seed) in instances() {
                    let own = own(d, seed)?;
                    let holds = own.iter().all(|sent| (1..1 << d).contains(sent));
                    docket.is(format!("hypercube {d} ties {seed}"), holds, "counted for all n");
                }
                Ok(())
            }),
            Part::reading(
                "its least value is 1; it is d, since all links of a node are busy from the first time unit on, and with its own packets",
                "1",
                TIES,
                |docket| {
                    for (d, seed) in instances() {
                        let own = own(d, seed)?;
                        let least = own.iter().copied().min().unwrap_or(0);
                        let found = Proved::exact(least, "the least over all n, counted");
                        docket.equal(format!("hypercube {d} ties {seed}"), 1_u64, found);
                    }
                    Ok(())
                },
            ),
        ],
    },
    Claim {
        id: "P2.exchange.BeT89",
        place: "§4, on the algorithm of [BeT89], after the construction on the (d + 1)-cube",
        statement: "If phase three starts after the end of phase two, the execution time is 2^d − 1 units.",
        printed: "2^d − 1",
        parts: &[
            Part::reading("on the d-cube", after_phase_two::CODE, "d from 1 to 9", |docket| {
                phase_three_later(docket, 0)
            }),
            Part::reading(
                "on the (d + 1)-cube, of which the sentences around it speak; there it is 2^(d+1) − 1",
                after_phase_two::CODE,
                "d from 1 to 9",
                |docket| phase_three_later(docket, 1),
            ),
        ],
    },
    Claim {
        id: "P2.exchange.one-unit-earlier",
        place: "§4, how phase three can start earlier",
        statement: "If the packets for the counterpart nodes are sent last in phase two, phase three can start one time unit before the end \
                    of phase two.",
        printed: "phase three from time 2^d − 1 of phase two on",
        parts: &[Part::printed(after_phase_two::CODE, "d from 1 to 8", |docket| {
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
        })],
    },
];

/// The claims on one link at a time, which stand last in §4.
pub(super) const SLA_CLAIMS: &[Claim] = &[
    Claim {
        id: "P2.exchange.SLA",
        place: "§4, Total Exchange Under the SLA Assumption",
        statement: "With the three phases one after the other, the total exchange has one transmission and one reception of each node in \
                    every time unit, takes the optimal time and uses the optimal number of transmissions.",
        printed: "T_d = d·2^(d−1); optimal number of transmissions",
        parts: &[Part::printed(one_link::CODE, TIES, |docket| {
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
        })],
    },
    Claim {
        id: "P2.exchange.recursion",
        place: "§4, Total Exchange Under the SLA Assumption",
        statement: "T_(d+1) = 2T_d + 2^d and T_1 = 1 give T_d = d·2^(d−1).",
        printed: "T_d = d·2^(d−1)",
        parts: &[Part::printed(recursion_one::CODE, "d from 1 to 60", |docket| {
            for d in 1..=60 {
                let found = Proved::exact(recursion_one(d), "the recursion computed");
                docket.equal(format!("hypercube {d}"), one_link(d), found);
            }
            Ok(())
        })],
    },
];

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
