//! The bound on the delay of packets that come to their nodes through ports, the nearest first.

use super::ends::{sum_over_nodes, widest};
use crate::bound::kind::{Asked, Bound};
use crate::network::topology::Flow;
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::Form;
use crate::task::problem::Problem;
use isotask_wire::{Quantity, Scope};
use std::collections::BTreeMap;

/// The witness, which is the value alone.
pub(crate) struct Arrivals;

impl Bound for Arrivals {
    fn binds(&self, problem: &Problem, form: Form) -> (Quantity, Option<Scope>) {
        (Quantity::TotalDelay, widest(problem, form))
    }

    /// Recomputes the bound: to a node at most k packets come in a slot, and one that comes r hops is there
    /// in slot r, counted from 1, at the earliest. Unit jobs with such release times have the least sum of
    /// completion times if each slot takes any that are released.
    ///
    /// # Complexity
    /// That of [`sum_over_nodes`].
    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        sum_over_nodes(asked.problem, asked.claim, Flow::In, delay)
    }
}

fn delay(packets: &BTreeMap<u64, u128>, ports: u128) -> Option<u128> {
    let mut total = 0_u128;
    // All slots before `slot` are closed; it has taken `taken` packets.
    let (mut slot, mut taken) = (1_u128, 0_u128);
    for (&hops, &count) in packets {
        if slot < u128::from(hops) {
            (slot, taken) = (hops.into(), 0);
        }
        let mut left = count;
        // The packets that the open slot still takes.
        let first = left.min(ports.checked_sub(taken)?);
        total = total.checked_add(first.checked_mul(slot)?)?;
        (left, taken) = (left - first, taken + first);
        if taken == ports {
            (slot, taken) = (slot.checked_add(1)?, 0);
        }
        // Whole slots, and the rest in one that stays open; where some are left the open slot is a new one.
        let (full, rest) = (left / ports, left % ports);
        let steps = full.checked_mul(full.saturating_sub(1))? / 2;
        total = total.checked_add(full.checked_mul(slot)?.checked_add(steps)?.checked_mul(ports)?)?;
        slot = slot.checked_add(full)?;
        total = total.checked_add(rest.checked_mul(slot)?)?;
        taken = taken.checked_add(rest)?;
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_takes_as_many_released_packets_as_there_are_ports() {
        // Four from one hop, one from three, two ports: slots 1, 1, 2, 2, 3.
        assert_eq!(delay(&BTreeMap::from([(1, 4), (3, 1)]), 2), Some(9));
        // Five fill half of slot 3, which has room for one of the two packets of three hops.
        assert_eq!(delay(&BTreeMap::from([(1, 5), (3, 2)]), 2), Some(1 + 1 + 2 + 2 + 3 + 3 + 4));
        assert_eq!(delay(&BTreeMap::from([(2, 3)]), 1), Some(2 + 3 + 4));
        assert_eq!(delay(&BTreeMap::new(), 1), Some(0));
        assert_eq!(delay(&BTreeMap::from([(1, u128::MAX)]), 1), None);
    }

    #[test]
    fn the_sum_is_that_of_filling_slot_after_slot() {
        for ports in 1..5 {
            for seed in 0..60 {
                let packets: BTreeMap<u64, u128> =
                    (1..5).map(|hops| (hops, (seed * 3 + u128::from(hops) * 7) % 9)).collect();
                let all = packets.iter().flat_map(|(&hops, &count)| (0..count).map(move |_| hops));
                let (mut slot, mut taken, mut expected) = (0, 0, 0);
                for hops in all {
                    if slot < u128::from(hops) {
                        (slot, taken) = (u128::from(hops), 0);
                    } else if taken == ports {
                        (slot, taken) = (slot + 1, 0);
                    }
                    (taken, expected) = (taken + 1, expected + slot);
                }
                assert_eq!(delay(&packets, ports), Some(expected), "{packets:?} {ports}");
            }
        }
    }
}
