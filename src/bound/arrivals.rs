//! Bounds the total delay by the ports through which packets arrive at their nodes.

use super::nodes::ports::by_distance;
use super::scoped_bound::ScopedBound;
use crate::model::DemandsTask;
use crate::wire::Lower;
use std::collections::BTreeMap;

/// Bounds the total delay of all packets by the packets that each node receives.
///
/// # Complexity
/// O(P log d) for P loads and distances of d values.
pub(super) fn of_demands(task: &DemandsTask) -> ScopedBound {
    let nodes = (0..).zip(by_distance(task, false));
    let value = nodes.map(|(node, packets)| arrivals(&packets, task.receives_of(node).into())).sum();
    ScopedBound::of_all(Lower::Arrivals { value })
}

/// Returns the least total delay of the packets for a node, given by distance: at most k arrive in a slot,
/// and a packet over r hops arrives after r slots at least. The nearest arrive first, each as soon as a port
/// is free.
fn arrivals(packets: &BTreeMap<u64, u64>, ports: u64) -> u128 {
    let (ports, mut total) = (u128::from(ports), 0_u128);
    // The slot that is being filled, and its ports that are still free.
    let (mut slot, mut free_ports) = (0_u128, 0_u128);
    for (&hops, &packets) in packets {
        let mut left = u128::from(packets);
        if slot < u128::from(hops) {
            (slot, free_ports) = (hops.into(), ports);
        }
        let first = left.min(free_ports);
        (total, left, free_ports) = (total + first * slot, left - first, free_ports - first);
        // Full slots follow it, and one that is not full.
        let (rounds, rest) = (left / ports, left % ports);
        total += ports * (rounds * slot + rounds * (rounds + 1) / 2) + rest * (slot + rounds + 1);
        if left > 0 {
            slot += rounds + u128::from(rest > 0);
            free_ports = if rest > 0 { ports - rest } else { 0 };
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrivals_have_the_total_delay_of_filling_slot_after_slot() {
        for ports in 1..5 {
            for seed in 0..60_u64 {
                let counts = (1..5).map(|hops| (hops, (seed * 3 + hops * 7) % 9)).filter(|entry| entry.1 > 0);
                let packets: BTreeMap<u64, u64> = counts.collect();
                let mut waiting: Vec<u64> =
                    packets.iter().flat_map(|(&hops, &count)| (0..count).map(move |_| hops)).collect();
                let (mut slot, mut expected) = (0, 0_u128);
                while !waiting.is_empty() {
                    slot += 1;
                    for _ in 0..ports {
                        if waiting.first().is_some_and(|&hops| hops <= slot) {
                            waiting.remove(0);
                            expected += u128::from(slot);
                        }
                    }
                }
                assert_eq!(arrivals(&packets, ports), expected, "{packets:?} {ports}");
            }
        }
    }
}
