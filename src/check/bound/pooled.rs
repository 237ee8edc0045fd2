//! The pooled bound on the total delay: the links replaced by identical servers.

use crate::refusal::rejection::Rejection;
use crate::task::isotropic::Isotropic;
use isotask_wire::Per;

/// As many servers as there are ports, taking packets in turn.
#[derive(Debug)]
struct Servers {
    /// When each server is free again.
    free: Vec<u128>,
    /// The server whose turn it is.
    next: usize,
    /// `ΣC_i` of the packets served.
    total: u128,
}

impl Servers {
    /// Serves so many packets of one distance; none on overflow.
    ///
    /// As long as distances do not decrease, completion times do not either, so the server whose turn it
    /// is is one that is free first: `C_i` = r_i + C_(i−k). A server that takes m packets of distance r when
    /// it is free after slot F completes them after slots F + r, F + 2r, …, F + mr.
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

/// The bound on the delay of the packets of a node, or of all in the network.
///
/// The packets of all nodes on the ports of all nodes: every distance occurs a multiple of n times, so n
/// servers in step take n packets at a time, and the sum is n times that of one node.
pub(crate) fn bound(task: &Isotropic, per: Per, claim: usize) -> Result<u128, Rejection> {
    let of_a_node = total_delay(task, claim)?;
    match per {
        Per::Node => Ok(of_a_node),
        Per::Network => {
            let overflow = || Rejection::Overflow { place: format!("claims[{claim}].lower") };
            of_a_node.checked_mul(task.network.nodes.into()).ok_or_else(overflow)
        }
    }
}

/// `ΣC_i` of the task's packets, the nearest first, on as many identical servers as there are ports.
///
/// # Complexity
/// Time O(offsets · dimensions + distances · ports), space O(ports + length of the document).
pub(crate) fn total_delay(task: &Isotropic, claim: usize) -> Result<u128, Rejection> {
    served(task, claim, 0)
}

/// The same without one packet of greatest distance: what all packets but one have at least, whichever is
/// left out.
pub(crate) fn without_farthest(task: &Isotropic, claim: usize) -> Result<u128, Rejection> {
    served(task, claim, 1)
}

fn served(task: &Isotropic, claim: usize, left_out: u64) -> Result<u128, Rejection> {
    let overflow = || Rejection::Overflow { place: format!("claims[{claim}].lower") };
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
    use crate::task::problem::Problem;
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
