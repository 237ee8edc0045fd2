//! Packets from node to node, each with its origin and destination, and the bounds that count them.

use super::collective::Ends;
use super::directions::{self, Budget, Fixed, least};
use super::network::Network;
use super::prices;
use super::task::{Ports, require_count, require_few_nodes};
use super::{Rejection, lower, narrow};
use isotask_wire::{self as wire, Lower, NodeRef};
use std::collections::BTreeMap;

/// At most this many pairs of nodes are gone through.
const PAIR_LIMIT: u64 = 1 << 23;
/// Packets and their hops must stay below this.
const SIZE_LIMIT: u128 = 1 << 63;

/// All packets from one node to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Demand {
    pub(super) from: u64,
    pub(super) to: u64,
    /// Number of packets, at least 1.
    pub(super) count: u64,
}

impl Demand {
    pub(super) fn ends(&self) -> Ends {
        Ends { from: Some(self.from), to: Some(self.to) }
    }
}

/// A task whose numbers all make sense.
#[derive(Debug)]
pub(super) struct Listed {
    /// The network.
    pub(super) network: Network,
    /// The packets by origin, then destination, each pair once.
    pub(super) demands: Vec<Demand>,
    /// What a node may do in one slot.
    pub(super) ports: Ports,
    /// Sum of the distances of all packets.
    pub(super) distances: u64,
}

impl Listed {
    /// Refuses tasks that are too large to count.
    pub(super) fn new(network: Network, demands: Vec<Demand>, ports: Ports) -> Result<Self, Rejection> {
        let hops = |demand: &Demand| {
            // At least 1 between two nodes; two factors below 2⁶⁴.
            u128::from(demand.count) * u128::from(network.between(demand.from, demand.to))
        };
        let distances = demands.iter().map(hops).try_fold(0_u128, u128::checked_add);
        let distances = distances.filter(|&sum| sum < SIZE_LIMIT).ok_or(Rejection::TaskTooLarge)?;
        let distances = u64::try_from(distances).map_err(|_| Rejection::TaskTooLarge)?;
        Ok(Self { network, demands, ports, distances })
    }

    /// Listed packets, so many copies of the list.
    pub(super) fn list(
        network: &Network,
        packets: &[wire::Demand],
        times: u64,
    ) -> Result<Vec<Demand>, Rejection> {
        require_count(times, || "task.task.count".to_owned())?;
        let mut list = Vec::with_capacity(packets.len());
        for (index, packet) in packets.iter().enumerate() {
            let node = |node, end| network.node(node, &|| format!("task.task.packets[{index}].{end}"));
            let (from, to) = (node(&packet.from, "from")?, node(&packet.to, "to")?);
            if from == to {
                return Err(Rejection::DemandToItself { index, node: from });
            }
            require_count(packet.count, || format!("task.task.packets[{index}].count"))?;
            let count = packet.count.checked_mul(times).ok_or(Rejection::TaskTooLarge)?;
            list.push(Demand { from, to, count });
        }
        list.sort_unstable();
        let mut merged: Vec<Demand> = Vec::with_capacity(list.len());
        for demand in list {
            match merged.last_mut() {
                Some(known) if (known.from, known.to) == (demand.from, demand.to) => {
                    known.count = known.count.checked_add(demand.count).ok_or(Rejection::TaskTooLarge)?;
                }
                _ => merged.push(demand),
            }
        }
        Ok(merged)
    }

    /// From every node the same number of packets to all nodes at a distance from `min` to `max`.
    pub(super) fn near(network: &Network, min: u64, max: u64, count: u64) -> Result<Vec<Demand>, Rejection> {
        require_count(count, || "task.task.count".to_owned())?;
        lower::require_band(min, max, network.diameter)?;
        if u128::from(network.nodes) * u128::from(network.nodes) > PAIR_LIMIT.into() {
            return Err(Rejection::TooManyRows { place: "task.task".to_owned(), limit: PAIR_LIMIT });
        }
        let row = |from| {
            let near = move |&to: &u64| (min..=max).contains(&network.between(from, to));
            (0..network.nodes).filter(near).map(move |to| Demand { from, to, count })
        };
        Ok((0..network.nodes).flat_map(row).collect())
    }

    /// Packets between a root and all other nodes.
    pub(super) fn rooted(
        network: &Network,
        root: u64,
        scatter: bool,
        count: u64,
    ) -> Result<Vec<Demand>, Rejection> {
        require_count(count, || "task.task.count".to_owned())?;
        if network.nodes > PAIR_LIMIT {
            return Err(Rejection::TooManyRows { place: "task.task".to_owned(), limit: PAIR_LIMIT });
        }
        let others = (0..network.nodes).filter(|&node| node != root);
        let demand = |node| {
            let (from, to) = if scatter { (root, node) } else { (node, root) };
            Demand { from, to, count }
        };
        Ok(others.map(demand).collect())
    }

    /// Recomputes a bound from its witness, or refuses the witness.
    ///
    /// # Complexity
    /// Time O(demands · dimensions + nodes · links); by prices as [`prices::bound`].
    pub(super) fn recompute(&self, claim: usize, lower: &Lower) -> Result<u64, Rejection> {
        let node = |node: &NodeRef, key| self.network.node(node, &|| format!("claims[{claim}].lower.{key}"));
        match lower {
            Lower::Weights { weights, within: None, .. } => self.by_weights(claim, weights),
            Lower::Weights { value, weights, within: Some(within) } => {
                if within.checked_add(1) != Some(*value) {
                    return Err(Rejection::WithinMismatch { claim, within: *within, value: *value });
                }
                self.by_weights_within(claim, weights, *within).map(|()| *value)
            }
            Lower::Distance { packet, from, .. } => {
                let from = from.as_ref().ok_or(Rejection::OriginMissing { claim })?;
                let (from, to) = (node(from, "from")?, node(packet, "packet")?);
                let is_there = |demand: &Demand| (demand.from, demand.to) == (from, to);
                if !self.demands.iter().any(is_there) {
                    return Err(Rejection::NotAnOffset { claim, offset: to });
                }
                Ok(self.network.between(from, to))
            }
            Lower::Reception { node: at, distance, .. } => {
                let at = node(at, "node")?;
                self.through(claim, at, *distance, |demand| demand.to == at)
            }
            Lower::Emission { node: at, distance, .. } => {
                let at = node(at, "node")?;
                self.through(claim, at, *distance, |demand| demand.from == at)
            }
            Lower::Volume { .. } => {
                let capacity = self.ports.capacity_of(&self.network)?;
                small(claim, u128::from(self.distances).div_ceil(capacity))
            }
            Lower::Distances { .. } => Ok(self.distances),
            Lower::Cut { nodes, .. } => {
                let inside = Side::new(&self.network, claim, nodes)?;
                let leaves = |demand: &&Demand| inside.has(demand.from) && !inside.has(demand.to);
                // Fewer than 2⁶³ packets.
                let packets = self.demands.iter().filter(leaves).map(|demand| u128::from(demand.count)).sum();
                inside.bound(&self.network, self.ports, claim, packets)
            }
            Lower::Prices { .. } => prices::bound(self, claim, lower),
            _ => Err(Rejection::BoundNotForTask { claim, kind: lower.kind() }),
        }
    }

    /// Slots in which the packets of a node over a distance or more go through its ports, with the slots that they need besides.
    fn through(
        &self,
        claim: usize,
        node: u64,
        distance: u64,
        is_its: impl Fn(&Demand) -> bool,
    ) -> Result<u64, Rejection> {
        if distance == 0 {
            return Err(Rejection::DistanceZero { claim });
        }
        let far =
            |demand: &&Demand| is_its(demand) && self.network.between(demand.from, demand.to) >= distance;
        let packets: u128 = self.demands.iter().filter(far).map(|demand| u128::from(demand.count)).sum();
        if packets == 0 {
            return Ok(0);
        }
        let ports = self.ports.each.min(self.network.degree(node));
        small(claim, packets.div_ceil(ports.into()) + u128::from(distance - 1))
    }

    /// Rounds up Σ `dist_w` / W, both over all nodes.
    fn by_weights(&self, claim: usize, weights: &[u64]) -> Result<u64, Rejection> {
        let overflow = || Rejection::Overflow { place: format!("claims[{claim}].lower") };
        let capacity = self.weighted_capacity(claim, weights)?;
        let routes = lower::Routes::new(&self.network, weights).ok_or_else(overflow)?;
        let mut sum = 0_u128;
        for demand in &self.demands {
            let route = routes.between(demand.from, demand.to).ok_or_else(overflow)?;
            let packets = route.checked_mul(demand.count.into()).ok_or_else(overflow)?;
            sum = sum.checked_add(packets).ok_or_else(overflow)?;
        }
        small(claim, sum.div_ceil(capacity))
    }

    /// Shows on a torus that no schedule takes `within` slots: some packet is farther, or what must move on routes of so few hops is more than
    /// so many slots can move.
    fn by_weights_within(&self, claim: usize, weights: &[u64], within: u64) -> Result<(), Rejection> {
        let overflow = || Rejection::Overflow { place: format!("claims[{claim}].lower") };
        let capacity = self.weighted_capacity(claim, weights)?.checked_mul(within.into());
        let capacity = capacity.and_then(|most| i128::try_from(most).ok()).ok_or_else(overflow)?;
        let far = |demand: &Demand| self.network.between(demand.from, demand.to) > within;
        if self.demands.iter().any(far) {
            return Ok(());
        }
        // Packets of one offset have the same routes.
        let mut offsets: BTreeMap<u64, i128> = BTreeMap::new();
        for demand in &self.demands {
            // Fewer than 2⁶³ packets.
            *offsets.entry(self.network.difference(demand.from, demand.to)).or_default() +=
                i128::from(demand.count);
        }
        let (mut sum, mut budget, mut coordinates) = (0_i128, Budget::new(claim), Vec::new());
        for (offset, packets) in offsets {
            self.network.coordinates_into(offset, &mut coordinates);
            let prices = directions::Prices { weights, plus: &[] };
            let fixed = Fixed::default();
            // The shortest route has at most `within` hops.
            let route = least(&self.network, (offset, &coordinates), prices, within, fixed, &mut budget)?;
            let weight = route.unwrap_or(0).checked_mul(packets).ok_or_else(overflow)?;
            sum = sum.checked_add(weight).ok_or_else(overflow)?;
        }
        if sum > capacity { Ok(()) } else { Err(Rejection::NotProved { claim, sum, capacity }) }
    }

    /// The greatest weight that can be moved in a slot, which is not 0: at every node its k heaviest links, or with a half-duplex port the
    /// heaviest link of every second node. Refuses lists that are no weights.
    fn weighted_capacity(&self, claim: usize, weights: &[u64]) -> Result<u128, Rejection> {
        let overflow = || Rejection::Overflow { place: format!("claims[{claim}].lower") };
        let network = &self.network;
        lower::require_weights(network, weights, || format!("claims[{claim}].lower.weights"))?;
        if weights.iter().all(|&w| w == 0) {
            return Err(Rejection::ZeroWeights { claim });
        }
        if self.ports.half_duplex {
            let most = u128::from(network.nodes / 2).checked_mul(lower::largest(weights, 1));
            return most.ok_or_else(overflow);
        }
        if network.is_symmetric() {
            let most = u128::from(network.nodes).checked_mul(lower::largest(weights, self.ports.each));
            return most.ok_or_else(overflow);
        }
        require_few_nodes(network)?;
        let heaviest = |node| {
            let there = |&(link, _): &(usize, &u64)| network.adjacent(node, link).is_some();
            let own: Vec<u64> = weights.iter().enumerate().filter(there).map(|(_, &w)| w).collect();
            lower::largest(&own, self.ports.each)
        };
        // Every link type of an incomplete hypercube leads somewhere.
        let most = (0..network.nodes).map(heaviest).try_fold(0_u128, u128::checked_add);
        most.ok_or_else(overflow)
    }
}

/// One side of a cut.
pub(super) struct Side {
    inside: Vec<bool>,
}

impl Side {
    /// Refuses lists that are not some nodes, but not all, each once.
    pub(super) fn new(network: &Network, claim: usize, nodes: &[NodeRef]) -> Result<Self, Rejection> {
        let fault = || Rejection::CutNodes { claim };
        if network.nodes > PAIR_LIMIT || nodes.is_empty() {
            return Err(fault());
        }
        let mut inside = vec![false; usize::try_from(network.nodes).map_err(|_| fault())?];
        for (index, node) in nodes.iter().enumerate() {
            let node = network.node(node, &|| format!("claims[{claim}].lower.nodes[{index}]"))?;
            let at = narrow(node, inside.len()).ok_or_else(fault)?;
            if std::mem::replace(&mut inside[at], true) {
                return Err(fault());
            }
        }
        if nodes.len() == inside.len() { Err(fault()) } else { Ok(Self { inside }) }
    }

    /// Whether a node is listed.
    pub(super) fn has(&self, node: u64) -> bool {
        narrow(node, self.inside.len()).is_some_and(|at| self.inside[at])
    }

    /// Slots in which so many packets can leave: in each at most what the ports of those inside send out, and no more than what the ports
    /// of the others take.
    pub(super) fn bound(
        &self,
        network: &Network,
        ports: Ports,
        claim: usize,
        packets: u128,
    ) -> Result<u64, Rejection> {
        let across = |node: u64| {
            let to = (0..network.links()).filter_map(|link| network.adjacent(node, link));
            let other_side =
                to.filter(|&there| self.has(there) != self.has(node)).map(|_| 1_u64).sum::<u64>();
            u128::from(other_side.min(ports.each))
        };
        let side =
            |inside| (0..network.nodes).filter(|&node| self.has(node) == inside).map(across).sum::<u128>();
        // The network is connected, so some link leads across.
        small(claim, packets.div_ceil(side(true).min(side(false)).max(1)))
    }
}

/// A bound as a number of a document.
pub(super) fn small(claim: usize, value: u128) -> Result<u64, Rejection> {
    u64::try_from(value).map_err(|_| Rejection::Overflow { place: format!("claims[{claim}].lower") })
}
