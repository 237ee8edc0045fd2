//! The bound on the delay of packets that leave their nodes through ports as soon as a port is free, and
//! never wait again.

use super::ends::{sum_over_nodes, widest};
use crate::bound::kind::{Asked, Bound};
use crate::network::topology::Flow;
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::Form;
use crate::task::problem::Problem;
use isotask_wire::{Quantity, Scope};
use std::collections::BTreeMap;

/// The witness, which is the value alone.
pub(crate) struct Departures;

impl Bound for Departures {
    fn binds(&self, problem: &Problem, form: Form) -> (Quantity, Option<Scope>) {
        (Quantity::TotalDelay, widest(problem, form))
    }

    /// Recomputes the bound: of the packets of a node at most k leave in each of the first slots, and a
    /// packet that goes r hops arrives r − 1 slots after its first move at least.
    ///
    /// # Complexity
    /// That of [`sum_over_nodes`].
    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        sum_over_nodes(asked.problem, asked.claim, Flow::Out, delay)
    }
}

fn delay(packets: &BTreeMap<u64, u128>, ports: u128) -> Option<u128> {
    let mut total = 0_u128;
    let mut all = 0_u128;
    for (&hops, &count) in packets {
        total = total.checked_add(u128::from(hops.checked_sub(1)?).checked_mul(count)?)?;
        all = all.checked_add(count)?;
    }
    // Slots 1 to `full` take k each, the next one the rest.
    let (full, rest) = (all / ports, all % ports);
    let steps = full.checked_mul(full.checked_add(1)?)? / 2;
    total.checked_add(steps.checked_mul(ports)?)?.checked_add(rest.checked_mul(full.checked_add(1)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_takes_as_many_leaving_packets_as_there_are_ports() {
        // One hop, and twice three hops, over two ports: slots 1, 1 and 2, and two more for each of three.
        let packets = BTreeMap::from([(1, 1), (3, 2)]);
        assert_eq!(delay(&packets, 2), Some(1 + 1 + 2 + 2 * 2));
        assert_eq!(delay(&packets, 1), Some(1 + 2 + 3 + 2 * 2));
        assert_eq!(delay(&packets, 9), Some(3 + 2 * 2));
        assert_eq!(delay(&BTreeMap::new(), 1), Some(0));
        assert_eq!(delay(&BTreeMap::from([(1, u128::MAX)]), 1), None);
    }
}
