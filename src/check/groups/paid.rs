//! What the packets of a task pay at least, if every move over a link has a price.

use crate::bound::prices::{LOOK_LIMIT, NodePrices, STEPS_OF_A_LOOK};
use crate::network::topology::{Flow, Network};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::refusal::value::overflow;
use crate::task::packets::Ends;
use crate::task::ports::require_few_nodes;
use crate::task::problem::Problem;

/// Returns the sum of what the packets of a task pay at least; none for tasks of which it is not counted.
///
/// A packet for one node pays the price of a cheapest way. One that is copied or added pays for the dearest
/// of the ways that it must go, or for all [`Places`] that it must enter or leave, if they cost more.
///
/// # Complexity
/// Time O(s · A log A) for s nodes from which ways begin and A directed links; at most 2²⁶ links are looked
/// at.
pub(super) fn paid(problem: &Problem, prices: &NodePrices) -> Result<Option<u128>, Rejection> {
    let packets: Vec<(Ends, u64)> = match problem {
        Problem::Demands(task) => task.packets.iter().map(|demand| (demand.ends(), demand.count)).collect(),
        Problem::Collective(task) => task.ends().map(|ends| (ends, task.count)).collect(),
        Problem::Allreduce(task) => vec![task.ends()],
        Problem::Isotropic(_) | Problem::Parcels { .. } => return Ok(None),
    };
    let network = problem.network();
    require_few_nodes(network)?;
    let ways = DearestWays::new(network, prices, &packets)?;
    let places = Places::new(network, prices);
    let mut sum = ways.personal;
    for (ends, count) in packets {
        let each = ways.of(ends).max(places.of(ends));
        let all = each.checked_mul(count.into()).ok_or_else(|| overflow(0))?;
        sum = sum.checked_add(all).ok_or_else(|| overflow(0))?;
    }
    Ok(Some(sum))
}

/// The prices of the ways that packets must go.
struct DearestWays {
    /// The cheapest ways of all packets from one node to one other, together.
    personal: u128,
    /// By host, the greatest price of a way from it to a host, and to it.
    from: Vec<u128>,
    to: Vec<u128>,
}

impl DearestWays {
    /// Finds the cheapest ways from all nodes from which a packet goes.
    fn new(network: &Network, prices: &NodePrices, packets: &[(Ends, u64)]) -> Result<Self, Rejection> {
        let nodes = usize::try_from(network.nodes).unwrap_or(0);
        let mut found = Self { personal: 0, from: vec![0; nodes], to: vec![0; nodes] };
        let hosts: Vec<u64> = network.hosts().collect();
        let is_added = packets.iter().any(|(ends, _)| ends.from.is_none());
        let origins = if is_added {
            hosts.clone()
        } else {
            packets.chunk_by(|(a, _), (b, _)| a.from == b.from).filter_map(|of| of[0].0.from).collect()
        };
        let looks = network.links_of_all().saturating_add(1).saturating_mul(wide(origins.len()));
        if looks > LOOK_LIMIT {
            return Err(Rejection::TooMuchWork { claim: 0, limit: LOOK_LIMIT });
        }
        network.effort.spend_times(looks, STEPS_OF_A_LOOK + network.steps_of_a_look())?;
        let mut rest = packets;
        for origin in origins {
            let cheapest = prices.from(network, origin, &hosts);
            let price = |node: u64| narrow(node, nodes).map_or(0, |at| cheapest[at]);
            let own = rest.iter().take_while(|(ends, _)| ends.from == Some(origin)).count();
            for (ends, count) in &rest[..own] {
                let one = ends.to.map_or(0, price);
                let all = one.checked_mul((*count).into()).ok_or_else(|| overflow(0))?;
                found.personal = found.personal.checked_add(all).ok_or_else(|| overflow(0))?;
            }
            rest = &rest[own..];
            let Some(here) = narrow(origin, nodes) else { continue };
            for (there, price) in hosts.iter().filter_map(|&host| Some((narrow(host, nodes)?, price(host)))) {
                found.from[here] = found.from[here].max(price);
                found.to[there] = found.to[there].max(price);
            }
        }
        Ok(found)
    }

    /// Returns the price of the dearest way of a packet that is copied or added; those for one node are in
    /// `personal`.
    fn of(&self, ends: Ends) -> u128 {
        let at = |all: &[u128], node| narrow(node, all.len()).map_or(0, |at| all[at]);
        match (ends.from, ends.to) {
            (Some(_), Some(_)) => 0,
            (Some(from), None) => at(&self.from, from),
            (None, Some(to)) => at(&self.to, to),
            (None, None) => self.from.iter().copied().max().unwrap_or(0),
        }
    }
}

/// Sets of nodes that are joined by links without a price, both ways. A packet that is copied must enter each
/// that has a host, but for its own; one that is added must leave each.
struct Places {
    /// The place of every node.
    of: Vec<usize>,
    /// By place with a host, the least price of a move into it and out of it; 0 for others.
    into: Vec<u128>,
    out: Vec<u128>,
}

impl Places {
    /// Divides the network.
    ///
    /// # Complexity
    /// Time O(n + A log A) for n nodes and A directed links.
    fn new(network: &Network, prices: &NodePrices) -> Self {
        let nodes = usize::try_from(network.nodes).unwrap_or(0);
        let is_free = |a: u64, b: u64| network.are_neighbors(a, b) && prices.of_move(a, b) == 0;
        let (mut of, mut count) = (vec![usize::MAX; nodes], 0);
        for first in 0..network.nodes {
            let mut open = vec![first];
            let before = count;
            while let Some(node) = open.pop() {
                let Some(at) = narrow(node, nodes).filter(|&at| of[at] == usize::MAX) else { continue };
                of[at] = before;
                count = before + 1;
                let others = network.lines(node, Flow::Out).map(|line| line.node);
                open.extend(others.filter(|&other| is_free(node, other) && is_free(other, node)));
            }
        }
        let mut places = Self { of, into: vec![u128::MAX; count], out: vec![u128::MAX; count] };
        let mut has_host = vec![false; count];
        for host in network.hosts() {
            has_host[places.at(host)] = true;
        }
        for from in 0..network.nodes {
            for to in network.lines(from, Flow::Out).map(|line| line.node) {
                let (own, other) = (places.at(from), places.at(to));
                if own != other {
                    let price = prices.of_move(from, to);
                    places.out[own] = places.out[own].min(price);
                    places.into[other] = places.into[other].min(price);
                }
            }
        }
        for (place, has_host) in has_host.into_iter().enumerate() {
            for least in [&mut places.into[place], &mut places.out[place]] {
                // A place that no link enters, or leaves, is one of which no packet asks it.
                *least = if has_host && *least < u128::MAX { *least } else { 0 };
            }
        }
        places
    }

    /// Returns the place of a node.
    fn at(&self, node: u64) -> usize {
        narrow(node, self.of.len()).map_or(0, |at| self.of[at])
    }

    /// Returns what a packet that is copied or added pays to enter or leave places.
    ///
    /// Once some place has all parts of a sum among its nodes for the first time, all others have sent some
    /// out, and still need some: they pay for both.
    fn of(&self, ends: Ends) -> u128 {
        // At most 2²⁴ places of three prices below 2⁶⁴.
        let sum = |prices: &[u128]| prices.iter().sum::<u128>();
        match (ends.from, ends.to) {
            (Some(_), Some(_)) => 0,
            (Some(from), None) => sum(&self.into) - self.into[self.at(from)],
            (None, Some(to)) => sum(&self.out) - self.out[self.at(to)],
            (None, None) => {
                let both: Vec<u128> = self.into.iter().zip(&self.out).map(|(into, out)| into + out).collect();
                sum(&both) - both.iter().copied().max().unwrap_or(0)
            }
        }
    }
}
