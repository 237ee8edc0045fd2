//! §8, the last formulas: total exchange on rings.

use crate::claims::code::Code;
use crate::claims::exact::ratio;
use crate::claims::prove::{Least, accepted, explicit, proved, ring, total_exchange};
use crate::claims::{ClaimError, Docket};
use crate::solve::Quotient;
use crate::wire::{CertificateDocument, Lower};
use num_rational::BigRational;

/// T of an even ring.
fn time_even(n: u64) -> BigRational {
    ratio(n * (n + 2), 8)
}
/// T of an even ring when nodes may differ.
fn time_even_true(n: u64) -> BigRational {
    ratio(n.pow(2), 8).ceil()
}
/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[Code {
    file: file!(),
    id: "P1.ring.T_TE.even",
    parts: &[|docket| even_times(docket, time_even), |docket| even_times(docket, time_even_true)],
}];

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
