//! Bounds the total delay by the ports through which packets leave their nodes.

use super::nodes::ports::by_distance;
use super::scoped_bound::ScopedBound;
use crate::model::DemandsTask;
use crate::wire::Lower;
use std::collections::BTreeMap;

/// Bounds the total delay of all packets by the packets that each node sends.
///
/// # Complexity
/// O(P log d) for P loads and distances of d values.
pub(super) fn of_demands(task: &DemandsTask) -> ScopedBound {
    let nodes = (0..).zip(by_distance(task, true));
    let value = nodes.map(|(node, packets)| departures(&packets, task.sends_of(node).into())).sum();
    ScopedBound::of_all(Lower::Departures { value })
}

/// Returns the least total delay of the packets of a node, given by distance: at most k leave it in a slot,
/// and a packet over r hops arrives at least r − 1 slots later.
fn departures(packets: &BTreeMap<u64, u64>, ports: u64) -> u128 {
    let all: u128 = packets.values().map(|&packets| u128::from(packets)).sum();
    let after: u128 =
        packets.iter().map(|(&hops, &packets)| u128::from(hops - 1) * u128::from(packets)).sum();
    let (rounds, rest) = (all / u128::from(ports), all % u128::from(ports));
    after + u128::from(ports) * (rounds * (rounds + 1) / 2) + rest * (rounds + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn departures_have_the_total_delay_of_adding_up_packet_by_packet() {
        for ports in 1..5 {
            for seed in 0..60_u64 {
                let counts = (1..5).map(|hops| (hops, (seed * 3 + hops * 7) % 9)).filter(|entry| entry.1 > 0);
                let packets: BTreeMap<u64, u64> = counts.collect();
                let all = packets.iter().flat_map(|(&hops, &count)| (0..count).map(move |_| hops));
                let expected =
                    (0..).zip(all).map(|(index, hops)| u128::from(hops - 1 + index / ports + 1)).sum();
                assert_eq!(departures(&packets, ports), expected, "{packets:?} {ports}");
            }
        }
    }
}
