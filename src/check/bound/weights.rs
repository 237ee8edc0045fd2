//! The bound by weights: T ≥ ⌈Σ `dist_w` / W⌉ for weights w of the links, W being the greatest weight that
//! moves in a slot.

use crate::bound::kind::{Asked, Bound};
use crate::bound::routes::directions::{Budget, Fixed, LinkPrices, least};
use crate::bound::routes::limited::limited_distances;
use crate::bound::routes::scale::{Scale, require_weights};
use crate::network::offsets::census::Census;
use crate::network::routes::{Routes, largest, way};
use crate::network::topology::{Flow, Network, Topology};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::refusal::value::{overflow, value};
use crate::replay::replayed::Form;
use crate::task::demands::Demands;
use crate::task::isotropic::Isotropic;
use crate::task::ports::require_few_nodes;
use crate::task::problem::Problem;
use isotask_wire::{Quantity, Scope};
use std::collections::BTreeMap;

/// Steps of a search for the least weights (Dijkstra 1959) for each link, beside finding the node to which it
/// leads.
const STEPS_OF_A_SEARCH: u64 = 64;

/// The witness: weights of the links, and the most hops of the routes that are weighed, if they are limited.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Weights<'a> {
    /// The bound as it is stated.
    pub(crate) value: u64,
    pub(crate) links: &'a [u64],
    pub(crate) within: Option<u64>,
}

impl Bound for Weights<'_> {
    fn binds(&self, problem: &Problem, _form: Form) -> (Quantity, Option<Scope>) {
        let network = problem.network();
        let limited = self.within.is_none() || network.is_symmetric();
        let is_carried = matches!(problem, Problem::Isotropic(_) | Problem::Demands(_));
        let weighed = is_carried && network.has_link_types();
        (Quantity::CompletionTime, (weighed && limited).then_some(Scope::All))
    }

    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        match asked.problem {
            Problem::Isotropic(task) => isotropic(task, asked.claim, *self),
            Problem::Demands(task) => demands(task, asked.claim, *self),
            Problem::Collective(_) | Problem::Allreduce(_) | Problem::Parcels { .. } => {
                Err(asked.not_for_task())
            }
        }
        .map(u128::from)
    }
}

impl Weights<'_> {
    /// Returns the limit on hops, which must be one less than the bound.
    fn limit(self, claim: usize) -> Result<Option<u64>, Rejection> {
        match self.within {
            Some(within) if within.checked_add(1) != Some(self.value) => {
                Err(Rejection::WithinMismatch { claim, within, value: self.value })
            }
            within => Ok(within),
        }
    }
}

/// Recomputes the bound on an isotropic task.
///
/// # Complexity
/// Time O(offsets · dimensions), and with `within` what the choices of directions ask for, within a fixed
/// limit.
fn isotropic(task: &Isotropic, claim: usize, bound: Weights<'_>) -> Result<u64, Rejection> {
    let Weights { value, links: weights, .. } = bound;
    require_weights(&task.network, weights, || format!("claims[{claim}].lower.weights"))?;
    if weights.iter().all(|&w| w == 0) {
        return Err(Rejection::ZeroWeights { claim });
    }
    match bound.limit(claim)? {
        None => isotropic_by(task, claim, weights),
        Some(within) => isotropic_by_within(task, claim, weights, within).map(|()| value),
    }
}

/// Recomputes the bound on demands.
///
/// # Complexity
/// Time O(demands · dimensions + nodes · links), and with `within` what the choices of directions ask for,
/// within a fixed limit.
fn demands(task: &Demands, claim: usize, bound: Weights<'_>) -> Result<u64, Rejection> {
    let Weights { value, links: weights, .. } = bound;
    match bound.limit(claim)? {
        None => demands_by(task, claim, weights),
        Some(within) => demands_by_within(task, claim, weights, within).map(|()| value),
    }
}

/// Takes the steps of a search from node 0 of a Cayley graph.
fn spend_search(network: &Network) -> Result<(), Rejection> {
    // Below 2²⁶ links.
    let looks = network.nodes.saturating_mul(wide(network.links()));
    network.effort.spend_times(looks, STEPS_OF_A_SEARCH + network.steps_of_a_look())
}

/// Returns Σ `dist_w` / W(w), rounded up.
fn isotropic_by(task: &Isotropic, claim: usize, weights: &[u64]) -> Result<u64, Rejection> {
    let mut sum = 0_u128;
    let mut add = |weight: Option<u128>, packets: u128| {
        let weight = weight.and_then(|weight| weight.checked_mul(packets));
        sum = weight.and_then(|weight| sum.checked_add(weight)).ok_or_else(|| overflow(claim))?;
        Ok(())
    };
    if let Topology::Group(cayley) = &task.network.topology {
        spend_search(&task.network)?;
        let least = cayley.weighted_distances(weights).ok_or_else(|| overflow(claim))?;
        task.visit(|offset| {
            let route = narrow(offset.index, least.len()).map_or(0, |at| least[at]);
            add(Some(route.into()), offset.count.into())
        })?;
    } else if let Some(census) = task.census() {
        for (i, d) in task.network.dimensions().iter().enumerate() {
            Census::spend_coordinates(&task.network, i)?;
            for (x, packets) in census.coordinates(&task.network, i) {
                add(Some(way(weights, d, x)), packets)?;
            }
        }
    } else {
        task.visit(|offset| {
            let rings = task.network.dimensions().iter().zip(offset.coordinates);
            let mut ways = rings.filter(|&(_, &x)| x > 0).map(|(d, &x)| way(weights, d, x));
            add(ways.try_fold(0, u128::checked_add), offset.count.into())
        })?;
    }
    value(claim, sum.div_ceil(largest(weights, task.ports)))
}

/// Requires a proof that no schedule takes `within` slots: some packet has no route of at most `within` hops,
/// or the weight that must move exceeds `within` · W(w).
fn isotropic_by_within(
    task: &Isotropic,
    claim: usize,
    weights: &[u64],
    within: u64,
) -> Result<(), Rejection> {
    if task.farthest > within {
        return Ok(());
    }
    let mut routes = LimitedRoutes::new(&task.network, weights, within, claim)?;
    let mut scale = Scale::new(task, claim, weights, within)?;
    task.visit(|offset| {
        let weight = routes.least(offset.index, offset.coordinates)?;
        scale.add(offset.count, weight)
    })?;
    if scale.sum > scale.capacity {
        return Ok(());
    }
    Err(Rejection::NotProved { claim, sum: scale.sum, capacity: scale.capacity })
}

/// Returns Σ `dist_w` / W, both over all nodes, rounded up.
fn demands_by(task: &Demands, claim: usize, weights: &[u64]) -> Result<u64, Rejection> {
    let capacity = weighted_capacity(task, claim, weights)?;
    if matches!(task.network.topology, Topology::Group(_)) {
        spend_search(&task.network)?;
    }
    let routes = Routes::new(&task.network, weights).ok_or_else(|| overflow(claim))?;
    let mut sum = 0_u128;
    for demand in &task.packets {
        let route = routes.between(demand.from, demand.to).ok_or_else(|| overflow(claim))?;
        let packets = route.checked_mul(demand.count.into()).ok_or_else(|| overflow(claim))?;
        sum = sum.checked_add(packets).ok_or_else(|| overflow(claim))?;
    }
    value(claim, sum.div_ceil(capacity))
}

/// Requires a proof that no schedule takes `within` slots: some packet is farther, or the weight that must
/// move on routes of at most `within` hops is more than `within` slots can move.
fn demands_by_within(task: &Demands, claim: usize, weights: &[u64], within: u64) -> Result<(), Rejection> {
    let capacity = weighted_capacity(task, claim, weights)?.checked_mul(within.into());
    let capacity = capacity.and_then(|most| i128::try_from(most).ok()).ok_or_else(|| overflow(claim))?;
    if task.with_hops(|_| true).any(|(_, hops)| hops > within) {
        return Ok(());
    }
    // The routes of packets with equal offsets have equal weights.
    let mut offsets: BTreeMap<u64, i128> = BTreeMap::new();
    for demand in &task.packets {
        // Fewer than 2⁶³ packets.
        *offsets.entry(task.network.seen_from(demand.from, demand.to)).or_default() +=
            i128::from(demand.count);
    }
    let (mut sum, mut coordinates) = (0_i128, Vec::new());
    let mut routes = LimitedRoutes::new(&task.network, weights, within, claim)?;
    for (offset, packets) in offsets {
        task.network.coordinates_into(offset, &mut coordinates);
        let route = routes.least(offset, &coordinates)?;
        let weight = route.checked_mul(packets).ok_or_else(|| overflow(claim))?;
        sum = sum.checked_add(weight).ok_or_else(|| overflow(claim))?;
    }
    if sum > capacity { Ok(()) } else { Err(Rejection::NotProved { claim, sum, capacity }) }
}

/// The least weights of routes of at most `within` hops, on a network that looks the same from every node.
struct LimitedRoutes<'a> {
    network: &'a Network,
    weights: &'a [u64],
    within: u64,
    /// From node 0, on a Cayley graph.
    table: Vec<Option<i128>>,
    budget: Budget,
}

impl<'a> LimitedRoutes<'a> {
    fn new(network: &'a Network, weights: &'a [u64], within: u64, claim: usize) -> Result<Self, Rejection> {
        let mut budget = Budget::new(claim, network.effort.clone());
        let table = match &network.topology {
            Topology::Group(cayley) => limited_distances(cayley, weights, within, &mut budget)?,
            _ => Vec::new(),
        };
        Ok(Self { network, weights, within, table, budget })
    }

    /// Returns the least weight for an offset with its coordinates; 0, which proves nothing, where no route
    /// is short enough.
    fn least(&mut self, offset: u64, coordinates: &[u64]) -> Result<i128, Rejection> {
        if matches!(self.network.topology, Topology::Group(_)) {
            return Ok(narrow(offset, self.table.len()).and_then(|at| self.table[at]).unwrap_or(0));
        }
        let prices = LinkPrices { weights: self.weights, plus: &[] };
        let (at, fixed) = ((offset, coordinates), Fixed::default());
        Ok(least(self.network, at, prices, self.within, fixed, &mut self.budget)?.unwrap_or(0))
    }
}

/// Returns the greatest weight that can be moved in a slot, which is not 0: at every node its k heaviest
/// links, or with a half-duplex port the heaviest link of every second node. Refuses a list that is not one
/// of weights.
fn weighted_capacity(task: &Demands, claim: usize, weights: &[u64]) -> Result<u128, Rejection> {
    let network = &task.network;
    require_weights(network, weights, || format!("claims[{claim}].lower.weights"))?;
    if weights.iter().all(|&w| w == 0) {
        return Err(Rejection::ZeroWeights { claim });
    }
    if task.ports.half_duplex {
        let most = u128::from(network.nodes / 2).checked_mul(largest(weights, 1));
        return most.ok_or_else(|| overflow(claim));
    }
    if network.is_symmetric() {
        let most = u128::from(network.nodes).checked_mul(largest(weights, task.ports.each));
        return most.ok_or_else(|| overflow(claim));
    }
    require_few_nodes(network)?;
    network.spend_looks(1)?;
    let heaviest = |node| {
        let there = |&(link, _): &(usize, &u64)| network.adjacent(node, link, Flow::Out).is_some();
        let own: Vec<u64> = weights.iter().enumerate().filter(there).map(|(_, &w)| w).collect();
        largest(&own, task.ports.each)
    };
    // Every link type of an incomplete hypercube leads somewhere.
    let most = (0..network.nodes).map(heaviest).try_fold(0_u128, u128::checked_add);
    most.ok_or_else(|| overflow(claim))
}
