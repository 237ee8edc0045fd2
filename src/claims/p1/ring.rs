//! §8, the last formulas: total exchange on rings.

use crate::claims::code::formula;
use crate::claims::exact::ratio;
use crate::claims::prove::{Least, accepted, explicit, proved, ring, total_exchange, with_objective};
use crate::claims::{Claim, ClaimError, Docket, Part};
use crate::solve::{Octr, Quotient};
use crate::wire::{CertificateDocument, Lower, Objective};
use num_rational::BigRational;

formula! {
    /// T of an odd ring.
    fn time_odd(n: u64) -> BigRational {
        ratio(n.pow(2) - 1, 8)
    }
    /// D of an odd ring.
    fn delay_odd(n: u64) -> BigRational {
        ratio((n + 1) * (n + 3), 48)
    }
    /// D of an odd ring, corrected.
    fn delay_odd_true(n: u64) -> BigRational {
        ratio((n + 1) * (n + 3), 24)
    }
    /// T of an even ring.
    fn time_even(n: u64) -> BigRational {
        ratio(n * (n + 2), 8)
    }
    /// T of an even ring when nodes may differ.
    fn time_even_true(n: u64) -> BigRational {
        ratio(n.pow(2), 8).ceil()
    }
    /// D of an even ring.
    fn delay_even(n: u64) -> BigRational {
        ratio(n * (n + 2) * (n + 4) + (n - 1) * (n + 1) * (n + 3), 96 * (n - 1))
    }
    /// D of an even ring, corrected.
    fn delay_even_true(n: u64) -> BigRational {
        ratio(n * (n + 1) * (n + 2), 24 * (n - 1))
    }
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P1.ring.T_TE.odd",
        place: "§8, end",
        statement: "The optimal completion time of total exchange on a ring of an odd number n of nodes.",
        printed: "T_TE = (n² − 1)/8",
        parts: &[Part::printed(time_odd::CODE, "odd n from 3 to 41", |docket| {
            times(docket, (3..=41).step_by(2), time_odd, Least::TIME)
        })],
    },
    Claim {
        id: "P1.ring.D_TE.odd",
        place: "§8, end",
        statement: "The optimal average delay of total exchange on a ring of an odd number n of nodes.",
        printed: "D_TE = (n + 1)(n + 3)/48",
        parts: &[
            Part::printed(delay_odd::CODE, "odd n from 3 to 21", |docket| {
                delays(docket, (3..=21).step_by(2), delay_odd)
            }),
            Part::correction(
                "D_TE = (n + 1)(n + 3)/24, twice what is printed",
                "With m = (n − 1)/2, two packets have each distance i ≤ m, and both links serve the nearest first: the \
                 packets of distance i arrive after 1 + … + i = i(i + 1)/2 slots. Their sum, twice Σ i(i + 1)/2 = \
                 m(m + 1)(m + 2)/3, over 2m packets is (m + 1)(m + 2)/6.",
                delay_odd_true::CODE,
                "odd n from 3 to 21",
                |docket| delays(docket, (3..=21).step_by(2), delay_odd_true),
            ),
        ],
    },
    Claim {
        id: "P1.ring.T_TE.even",
        place: "§8, end, and before under “Optimal Completion Time Algorithms for the Total Exchange”",
        statement: "The optimal completion time of total exchange on a ring of an even number n of nodes.",
        printed: "T_TE = n(n + 2)/8",
        parts: &[
            Part::printed(time_even::CODE, "even n from 2 to 16, all schedules", |docket| {
                even_times(docket, time_even)
            }),
            Part::restriction(
                "symmetric schedules, in which every node does the translate of what node 0 does",
                time_even::CODE,
                "even n from 2 to 40",
                |docket| times(docket, (2..=40).step_by(2), time_even, Least::SYMMETRIC_TIME),
            ),
            Part::correction(
                "T_TE = ⌈n²/8⌉ over all schedules",
                "The distances add up to n²/4 for each node, which has two links. If the packets to the opposite node \
                 leave even nodes one way and odd nodes the other way, no link carries more than half of that, rounded up, and \
                 serving the packets with the longest way to go first takes no more slots, as far as the range goes.",
                time_even_true::CODE,
                "even n from 2 to 16, all schedules",
                |docket| even_times(docket, time_even_true),
            ),
        ],
    },
    Claim {
        id: "P1.ring.D_TE.even",
        place: "§8, end",
        statement: "The optimal average delay of total exchange on a ring of an even number n of nodes.",
        printed: "D_TE = [n(n + 2)(n + 4) + (n − 1)(n + 1)(n + 3)] / [96(n − 1)]",
        parts: &[
            Part::printed(delay_even::CODE, "even n from 4 to 20", |docket| {
                delays(docket, (4..=20).step_by(2), delay_even)
            }),
            Part::correction(
                "D_TE = n(n + 1)(n + 2)/[24(n − 1)]",
                "With m = n/2 − 1, two packets of each distance i ≤ m arrive after i(i + 1)/2 slots, together m(m + 1)(m + 2)/3, \
                 and the packet to the opposite node n/2 slots after the last of them, after n(n + 2)/8; the sum is \
                 n(n + 1)(n + 2)/24.",
                delay_even_true::CODE,
                "even n from 4 to 20",
                |docket| delays(docket, (4..=20).step_by(2), delay_even_true),
            ),
        ],
    },
];

fn times(
    docket: &mut Docket,
    nodes: impl Iterator<Item = u64>,
    printed: fn(u64) -> BigRational,
    least: Least,
) -> Result<(), ClaimError> {
    for n in nodes {
        let found = proved(&total_exchange(ring(n)), Some(&Quotient), least)?;
        docket.equal(format!("ring {n}"), printed(n), found);
    }
    Ok(())
}

/// Serving the nearest first meets the pooled bound, which binds all schedules.
fn delays(
    docket: &mut Docket,
    nodes: impl Iterator<Item = u64>,
    printed: fn(u64) -> BigRational,
) -> Result<(), ClaimError> {
    for n in nodes {
        let task = with_objective(total_exchange(ring(n)), Objective::AverageDelay);
        let found = proved(&task, Some(&Octr), Least::DELAY)?;
        docket.equal(format!("ring {n}"), printed(n), found.over(n - 1));
    }
    Ok(())
}

fn even_times(docket: &mut Docket, printed: fn(u64) -> BigRational) -> Result<(), ClaimError> {
    for n in (2..=16).step_by(2) {
        let found = if n == 2 {
            proved(&total_exchange(ring(n)), Some(&Quotient), Least::TIME)?
        } else {
            accepted(&alternating(n)?, Least::TIME)?
        };
        docket.equal(format!("ring {n}"), printed(n), found);
    }
    Ok(())
}

/// A packet on its way round a ring.
#[derive(Debug, Clone, Copy)]
struct Traveller {
    packet: u32,
    at: u64,
    left: u64,
    forward: bool,
}

/// Total exchange on a ring of an even number of nodes, at least 4, where odd nodes send the packet to the
/// opposite node the other way round than even ones: in every slot every link takes the waiting packet that
/// has the longest way to go.
pub(super) fn alternating(n: u64) -> Result<CertificateDocument, ClaimError> {
    let mut packets = Vec::new();
    let mut travellers = Vec::new();
    for from in 0..n {
        for x in 1..n {
            let forward = 2 * x < n || 2 * x == n && from % 2 == 0;
            let packet =
                u32::try_from(packets.len()).map_err(|fault| ClaimError::Broken(fault.to_string()))?;
            packets.push([from, (from + x) % n]);
            travellers.push(Traveller { packet, at: from, left: if forward { x } else { n - x }, forward });
        }
    }
    let mut slots = Vec::new();
    while travellers.iter().any(|traveller| traveller.left > 0) {
        let mut slot = Vec::new();
        for (node, forward) in (0..n).flat_map(|node| [(node, true), (node, false)]) {
            let waits = |traveller: &&mut Traveller| {
                traveller.at == node && traveller.forward == forward && traveller.left > 0
            };
            // Of equally long ways the first packet's.
            let chosen = travellers.iter_mut().filter(waits).rev().max_by_key(|traveller| traveller.left);
            if let Some(traveller) = chosen {
                let to = if forward { (node + 1) % n } else { (node + n - 1) % n };
                slot.push((traveller.packet, node, to));
            }
        }
        for &(packet, _, to) in &slot {
            for traveller in travellers.iter_mut().filter(|traveller| traveller.packet == packet) {
                (traveller.at, traveller.left) = (to, traveller.left - 1);
            }
        }
        slot.sort_unstable();
        slots.push(slot);
    }
    // The distances of a node add up to n²/4.
    let lower = Lower::Weights { value: (n * n / 4).div_ceil(2), weights: vec![1, 1], within: None };
    Ok(explicit(total_exchange(ring(n)), &packets, &slots, lower))
}
