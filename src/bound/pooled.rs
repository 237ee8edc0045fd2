//! Computes the pooled bound: all links of a node as identical servers.

use super::ScopedBound;
use super::nodes::ports::by_distance;
use crate::model::{CayleyTask, DemandsTask, IsotropicTask};
use crate::wire::{Lower, Scope};
use std::collections::{BTreeMap, VecDeque};

/// Computes ΣC_i of the packets of one node on k identical servers, the nearest packets first; `None` beyond
/// 128 bits.
///
/// It bounds the total delay of every schedule of any length, symmetric or not. Replacing the k links that a
/// node may use in a slot by identical servers only relaxes the task, and shortest processing time first is
/// optimal on them: with the distances sorted, `r_1` ≤ `r_2` ≤ …, the completion time `C_i` is `r_i` +
/// `C_(i−k)`. Proof: put packets of distance 0 in front until k divides their number, and group the
/// completions by k, in order of time. The work of the first g groups is at most the sum of the k completion
/// times of group g, and at least the sum of the g·k smallest distances. Add over g (P1 Theorem 6 is the case
/// in which the bound is attained).
///
/// # Complexity
/// O(D · diameter · k) time, D being the number of dimensions.
///
/// # Examples
/// ```
/// use isotask::{delay::pooled, model::IsotropicTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":4},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"average-delay"}"#;
/// assert_eq!(pooled(&IsotropicTask::new(&wire::parse(text)?)?), Some(64));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn pooled(task: &IsotropicTask) -> Option<u128> {
    on_servers(task.ports(), task.distance_counts())
}

/// Returns the bound with this value, of one node or of all; it binds every schedule.
pub(crate) fn pooled_bound(value: u128) -> ScopedBound {
    ScopedBound { scope: Scope::All, lower: Lower::Pooled { value } }
}

/// Computes [`pooled`] for a task on a Cayley graph of any group: the proof uses distances alone.
///
/// # Complexity
/// O(C + diameter · k) time for C classes and k ports.
#[must_use]
pub fn cayley_pooled(task: &CayleyTask) -> Option<u128> {
    on_servers(task.ports(), task.distance_counts())
}

/// Computes [`cayley_pooled`] without one packet of greatest distance. Whichever packet is left out, the
/// others of a schedule have at least this total delay, so no packet of a schedule arrives later than the
/// total delay of the schedule minus this value.
///
/// # Complexity
/// As [`cayley_pooled`].
#[must_use]
pub fn cayley_pooled_but_one(task: &CayleyTask) -> Option<u128> {
    let mut counts = task.distance_counts();
    if let Some((_, packets)) = counts.last_mut() {
        *packets -= 1;
    }
    on_servers(task.ports(), counts)
}

/// Returns the bound on the delay of the packets of all nodes together.
pub(super) fn of_demands(task: &DemandsTask) -> Option<ScopedBound> {
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    for (&distance, &packets) in by_distance(task, true).iter().flatten() {
        *counts.entry(distance).or_default() += packets;
    }
    of_network(task.moves_of_a_slot(), counts).map(pooled_bound)
}

/// Computes the pooled bound on the delay of all packets of a network with `moves_of_a_slot` servers;
/// `counts` are pairs of a distance and its number of packets, by increasing distance. Servers that become
/// free at the same time form a group.
///
/// # Complexity
/// O(d²) for d distances.
pub(super) fn of_network(moves_of_a_slot: u64, counts: impl IntoIterator<Item = (u64, u64)>) -> Option<u128> {
    let servers = u128::from(moves_of_a_slot.max(1));
    // Groups of servers, the earliest first: the time at which they become free, and their number.
    let mut groups: VecDeque<(u128, u128)> = VecDeque::from([(0, servers)]);
    let mut total: u128 = 0;
    for (distance, packets) in counts {
        let (distance, packets) = (u128::from(distance), u128::from(packets));
        let (rounds, mut rest) = (packets / servers, packets % servers);
        let served = (rounds * (rounds + 1) / 2).checked_mul(distance)?;
        for (end, many) in &mut groups {
            let one = rounds.checked_mul(*end)?.checked_add(served)?;
            total = total.checked_add(one.checked_mul(*many)?)?;
            *end = end.checked_add(rounds.checked_mul(distance)?)?;
        }
        while rest > 0 {
            let (end, many) = groups.pop_front().expect("fewer packets than servers");
            let take = many.min(rest);
            if take < many {
                groups.push_front((end, many - take));
            }
            let end = end.checked_add(distance)?;
            total = total.checked_add(end.checked_mul(take)?)?;
            groups.push_back((end, take));
            rest -= take;
        }
    }
    Some(total)
}

/// Computes Σ`C_i` on `ports` servers; `counts` are pairs `(distance, packets)` by increasing distance.
fn on_servers(ports: u32, counts: Vec<(u64, u64)>) -> Option<u128> {
    let servers = u128::from(ports);
    // The time at which each server becomes free, the earliest first.
    let mut ends: VecDeque<u128> = (0..ports).map(|_| 0).collect();
    let mut total: u128 = 0;
    for (distance, packets) in counts {
        let (distance, packets) = (u128::from(distance), u128::from(packets));
        let (rounds, rest) = (packets / servers, packets % servers);
        // In round g = 1, 2, … every server serves one packet more: it ends at its old end + g · distance.
        for end in &mut ends {
            let served = rounds.checked_mul(*end)?;
            let steps = rounds.checked_mul(rounds + 1)? / 2;
            total = total.checked_add(served)?.checked_add(steps.checked_mul(distance)?)?;
            *end = end.checked_add(rounds.checked_mul(distance)?)?;
        }
        for _ in 0..rest {
            let end = ends.pop_front()? + distance;
            total = total.checked_add(end)?;
            ends.push_back(end);
        }
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{TaskDocument, parse};

    #[test]
    fn groups_of_servers_have_the_total_delay_of_single_servers() {
        for servers in 1..9_u32 {
            for seed in 0..40 {
                let counts: Vec<(u64, u64)> =
                    (1..6).map(|hops| (hops, (seed * 5 + hops * 11) % 13)).collect();
                let together = of_network(servers.into(), counts.clone());
                assert_eq!(together, on_servers(servers, counts), "{servers} {seed}");
            }
        }
        assert_eq!(of_network(0, []), Some(0));
        assert_eq!(of_network(1, [(u64::MAX, u64::MAX)]), None);
    }

    /// Of the seven packets of a node of a cube three end at 1, three at 1 + 2, and the last at 3 + 3.
    #[test]
    fn without_a_farthest_packet_the_bound_falls_by_its_completion_time() {
        let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":3},
          "task":{"kind":"total-exchange"},"ports":"all","objective":"average-delay"}"#;
        let document: TaskDocument = parse(text).expect("a document");
        let task = CayleyTask::new(&document).expect("a task");
        assert_eq!((cayley_pooled(&task), cayley_pooled_but_one(&task)), (Some(18), Some(12)));
    }
}
