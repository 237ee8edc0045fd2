//! The pooled bound on the total delay: the links replaced by identical servers.

use super::ends::visit_listed;
use crate::bound::kind::{Asked, Bound};
use crate::number::wide;
use crate::refusal::rejection::Rejection;
use crate::refusal::value::overflow;
use crate::replay::replayed::Form;
use crate::task::isotropic::Isotropic;
use crate::task::packets::Mode;
use crate::task::problem::Problem;
use isotask_wire::{Per, Quantity, Scope};
use std::collections::{BTreeMap, VecDeque};

/// Steps of a group of servers that are free at the same time.
const STEPS_OF_A_GROUP: u64 = 8;

/// As many servers as there are ports, which take packets in turn.
#[derive(Debug)]
struct Servers {
    /// The slot after which each server is free again.
    free: Vec<u128>,
    /// The server whose turn it is.
    next: usize,
    /// `ΣC_i` of the packets served.
    total: u128,
}

impl Servers {
    /// Serves a number of packets of one distance; none on overflow.
    ///
    /// As long as distances do not decrease, completion times do not either, so the next server in turn is
    /// one that is free first: `C_i` = r_i + C_(i−k). A server that takes m packets of distance r when it is
    /// free after slot F completes them after slots F + r, F + 2r, …, F + mr.
    fn serve(&mut self, distance: u64, packets: u64) -> Option<()> {
        let count = u64::try_from(self.free.len()).ok()?;
        let distance = u128::from(distance);
        let rounds = u128::from(packets.checked_div(count)?);
        let (turns, extra) = (self.free.len(), usize::try_from(packets % count).ok()?);
        for turn in 0..turns {
            let free = &mut self.free[(self.next + turn) % turns];
            let served = rounds + u128::from(turn < extra);
            // served ≤ 2⁶⁴ and one of two neighbours is even.
            let steps = served * (served + 1) / 2;
            let delay = free.checked_mul(served)?.checked_add(distance.checked_mul(steps)?)?;
            self.total = self.total.checked_add(delay)?;
            *free = free.checked_add(served.checked_mul(distance)?)?;
        }
        self.next = (self.next + extra) % turns;
        Some(())
    }
}

/// The witness, which is the value alone.
pub(crate) struct Pooled;

impl Bound for Pooled {
    fn binds(&self, problem: &Problem, _form: Form) -> (Quantity, Option<Scope>) {
        (Quantity::TotalDelay, (problem.mode() == Mode::Personal).then_some(Scope::All))
    }

    /// Recomputes the bound on the delay of the packets of a node, or of all in the network.
    ///
    /// The bound for the network serves the packets of all nodes on the ports of all nodes. In an isotropic
    /// task with full-duplex ports every distance occurs a multiple of n times, so n servers in step take n
    /// packets at a time, and the sum is n times that of one node. For any other task, and with half-duplex
    /// ports, there are as many servers as a slot may have moves.
    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        let Asked { problem, per, claim, .. } = asked;
        let Problem::Isotropic(task) = problem else { return listed(problem, claim) };
        match per {
            Per::Node => total_delay(task, claim),
            Per::Network if task.rule.half_duplex => listed(problem, claim),
            Per::Network => total_delay(task, claim)?
                .checked_mul(task.network.nodes.into())
                .ok_or_else(|| overflow(claim)),
        }
    }
}

/// Returns the number of packets of the whole network at each distance.
fn distances(problem: &Problem, claim: usize) -> Result<BTreeMap<u64, u128>, Rejection> {
    let network = problem.network();
    let mut packets: BTreeMap<u64, u128> = BTreeMap::new();
    let mut add = |distance: u64, count: u128| {
        // For every distance the servers go through at most as many groups as there are distances.
        if !packets.contains_key(&distance) {
            network.effort.spend_times(wide(packets.len()), STEPS_OF_A_GROUP)?;
        }
        let sum = packets.entry(distance).or_default();
        *sum = sum.checked_add(count).ok_or_else(|| overflow(claim))?;
        Ok(())
    };
    if let Problem::Isotropic(task) = problem {
        task.visit_distances(|distance, count| {
            // Two factors of 64 bits.
            add(distance, u128::from(count) * u128::from(network.nodes))
        })?;
    }
    visit_listed(problem, &mut |sent| add(sent.hops, sent.count.into()))?;
    Ok(packets)
}

/// Returns `ΣC_i` of the packets of the whole network, the nearest first, on as many identical servers as a
/// slot has moves at most (P1 Theorem 6).
///
/// # Complexity
/// Time O(distances² + packets in the list · cost of a distance), space O(distances).
fn listed(problem: &Problem, claim: usize) -> Result<u128, Rejection> {
    let servers = problem.ports().capacity_of(problem.network())?;
    on_servers(servers, distances(problem, claim)?).ok_or_else(|| overflow(claim))
}

/// Returns `ΣC_i` of packets by distance on identical servers. They are kept in the order in which they are
/// free, grouped by the time.
fn on_servers(servers: u128, packets: BTreeMap<u64, u128>) -> Option<u128> {
    // If no packet can move there are no packets.
    let servers = servers.max(1);
    let mut free: VecDeque<(u128, u128)> = VecDeque::from([(0, servers)]);
    let mut total: u128 = 0;
    for (distance, count) in packets {
        let (distance, rounds) = (u128::from(distance), count / servers);
        for (end, many) in &mut free {
            // In round g each server ends at its old end + g · distance.
            let steps = rounds.checked_mul(rounds.checked_add(1)?)? / 2;
            let one = rounds.checked_mul(*end)?.checked_add(steps.checked_mul(distance)?)?;
            total = total.checked_add(one.checked_mul(*many)?)?;
            *end = end.checked_add(rounds.checked_mul(distance)?)?;
        }
        let mut left = count % servers;
        while let Some((end, many)) = free.pop_front() {
            let served = many.min(left);
            if served < many {
                free.push_front((end, many - served));
            }
            if served > 0 {
                let end = end.checked_add(distance)?;
                total = total.checked_add(end.checked_mul(served)?)?;
                free.push_back((end, served));
            }
            left -= served;
            if left == 0 {
                break;
            }
        }
    }
    Some(total)
}

/// Returns `ΣC_i` of the task's packets, the nearest first, on as many identical servers as there are ports.
///
/// # Complexity
/// Time O(offsets · dimensions + distances · ports), space O(ports + length of the document).
pub(crate) fn total_delay(task: &Isotropic, claim: usize) -> Result<u128, Rejection> {
    served(task, claim, 0)
}

/// Returns `ΣC_i` without one packet of greatest distance: all packets but one have at least this total
/// delay, whichever is left out.
pub(crate) fn without_farthest(task: &Isotropic, claim: usize) -> Result<u128, Rejection> {
    served(task, claim, 1)
}

fn served(task: &Isotropic, claim: usize, left_out: u64) -> Result<u128, Rejection> {
    let overflow = || overflow(claim);
    let ports = usize::try_from(task.ports).map_err(|_| overflow())?;
    let mut servers = Servers { free: vec![0; ports], next: 0, total: 0 };
    task.visit_distances(|distance, packets| {
        let fewer = if distance == task.farthest { packets.saturating_sub(left_out) } else { packets };
        servers.serve(distance, fewer).ok_or_else(overflow)
    })?;
    Ok(servers.total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;
    use isotask_wire as wire;

    fn bound(radices: &[u64], packets: &[(&[u64], u64)], ports: wire::Ports) -> Result<u128, Rejection> {
        let packets = packets.iter().map(|&(to, count)| wire::PacketCount {
            offset: wire::NodeRef::Coordinates(to.to_vec()).into(),
            count,
        });
        let task = wire::Task::Isotropic { packets: packets.collect(), count: 1 };
        total(wire::Network::Torus { radices: radices.to_vec() }, task, ports)
    }

    fn total(network: wire::Network, task: wire::Task, ports: wire::Ports) -> Result<u128, Rejection> {
        let objective = wire::Objective::AverageDelay;
        let document = wire::TaskDocument::new(None, network, task, ports, objective);
        match Problem::new(&document, &Effort::new(u64::MAX)) {
            Ok(Problem::Isotropic(task)) => total_delay(&task, 0),
            other => unreachable!("expected an isotropic task, found {other:?}"),
        }
    }

    fn exchange(dimension: u64) -> Result<u128, Rejection> {
        let task = wire::Task::TotalExchange { count: 1 };
        total(wire::Network::Hypercube { dimension }, task, wire::Ports::All)
    }

    #[test]
    fn the_values_of_total_exchange_on_hypercubes_are_the_known_ones() {
        let known = [(1, 1), (2, 5), (3, 18), (4, 64), (6, 892), (8, 13_684), (9, 54_540), (12, 3_530_564)];
        for (dimension, expected) in known {
            assert_eq!(exchange(dimension), Ok(expected), "dimension {dimension}");
        }
    }

    #[test]
    fn counts_beyond_any_list_are_served_in_closed_form() {
        // 2²⁸ packets of one hop on two servers: 2 · (1 + 2 + … + 2²⁷).
        let half = 1_u128 << 27;
        let packets: [(&[u64], u64); 1] = [(&[1], 1 << 28)];
        assert_eq!(bound(&[5], &packets, wire::Ports::All), Ok(half * (half + 1)));
        // Three servers have one packet too many in the last of 2²⁸ div 3 + 1 rounds.
        let rounds = (1_u128 << 28) / 3;
        let expected = 3 * rounds * (rounds + 1) / 2 + rounds + 1;
        let packets: [(&[u64], u64); 1] = [(&[1, 0], 1 << 28)];
        assert_eq!(bound(&[5, 5], &packets, wire::Ports::AtMost(3)), Ok(expected));
        // More packets than any schedule could list.
        let packets: [(&[u64], u64); 2] = [(&[1, 0], 1 << 31), (&[0, 2], 3)];
        let n = 1_u128 << 31;
        let last = 3 * n + 2 + 4 + 6;
        assert_eq!(bound(&[5, 5], &packets, wire::Ports::One), Ok(n * (n + 1) / 2 + last));
    }

    /// Compares with servers that take the next packet one after the other, the nearest first.
    #[test]
    fn grouped_servers_give_the_total_delay_of_single_servers() {
        for servers in 1..12_u128 {
            for seed in 0..40_u128 {
                let packets: BTreeMap<u64, u128> =
                    (1..6).map(|distance| (distance, (seed * 7 + u128::from(distance) * 5) % 17)).collect();
                let all = packets.iter().flat_map(|(&distance, &count)| (0..count).map(move |_| distance));
                let mut ends: VecDeque<u128> = (0..servers).map(|_| 0).collect();
                let mut expected = 0;
                for distance in all {
                    let end = ends.pop_front().unwrap_or_default() + u128::from(distance);
                    expected += end;
                    ends.push_back(end);
                }
                assert_eq!(on_servers(servers, packets.clone()), Some(expected), "{servers} {packets:?}");
            }
        }
        assert_eq!(on_servers(1, BTreeMap::from([(u64::MAX, u128::MAX)])), None);
        assert_eq!(on_servers(0, BTreeMap::new()), Some(0));
    }

    #[test]
    fn sums_beyond_64_bits_are_exact_and_those_beyond_128_refused() {
        let large: [(&[u64], u64); 1] = [(&[1], 1 << 40)];
        let n = 1_u128 << 40;
        assert_eq!(bound(&[3], &large, wire::Ports::One), Ok(n * (n + 1) / 2));
        let mut servers = Servers { free: vec![u128::MAX - 5, 0], next: 0, total: 0 };
        assert_eq!(servers.serve(3, 2), None);
        let mut servers = Servers { free: vec![0], next: 0, total: 0 };
        assert_eq!(servers.serve(u64::MAX, u64::MAX), None);
    }

    #[test]
    fn the_distances_of_a_band_are_those_of_its_offsets_in_order() {
        let network = || wire::Network::Torus { radices: vec![4, 3, 5] };
        let band = wire::Task::NeighbourhoodExchange { min: 2, max: 4, count: 3 };
        let found = total(network(), band, wire::Ports::AtMost(4));
        let mut list = Vec::new();
        for x in 0..60_u64 {
            let to = vec![x / 15, x / 5 % 3, x % 5];
            let distance: u64 = to.iter().zip([4, 3, 5]).map(|(&x, p)| x.min(p - x)).sum();
            if (2..=4).contains(&distance) {
                list.push((to, 3));
            }
        }
        let listed: Vec<(&[u64], u64)> = list.iter().map(|(to, n)| (to.as_slice(), *n)).collect();
        assert_eq!(found, bound(&[4, 3, 5], &listed, wire::Ports::AtMost(4)));
        // A ring has as many distances as half its nodes.
        let ring = total(
            wire::Network::Ring { nodes: 10_001 },
            wire::Task::TotalExchange { count: 1 },
            wire::Ports::All,
        );
        // Both servers take one packet of each distance: 2 · Σ r (r + 1) / 2.
        assert_eq!(ring, Ok((1..=5000_u128).map(|r| r * (r + 1)).sum()));
    }
}
