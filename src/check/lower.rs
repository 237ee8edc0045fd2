//! Lower bounds, recomputed from their witnesses.

use super::directions::{Budget, Fixed, Prices, least};
use super::network::{Dimension, Network};
use super::problem::Problem;
use super::task::Task;
use super::{Form, Rejection, counting, delay_tree, narrow, pooled, split, tree, wide};
use isotask_wire::{Claim, Lower, Per, Scope};

/// The widest scope of a bound.
pub(super) fn widest(problem: &Problem, lower: &Lower) -> Scope {
    match lower {
        // The transport model has every schedule.
        Lower::DelayTree { .. } if !matches!(problem, Problem::Isotropic(_)) => Scope::All,
        Lower::Weights { .. }
        | Lower::Distance { .. }
        | Lower::Distances { .. }
        | Lower::Pooled { .. }
        | Lower::Reception { .. }
        | Lower::Emission { .. }
        | Lower::LastPacket { .. }
        | Lower::Volume { .. }
        | Lower::Cut { .. }
        | Lower::Prices { .. }
        | Lower::Spanning { .. } => Scope::All,
        Lower::Split { .. } | Lower::DualTree { .. } | Lower::DelayTree { .. } => Scope::Isotropic,
    }
}

/// Whether a bound of this kind is defined for the task and the form of its schedule.
pub(super) fn fits(problem: &Problem, form: Form, lower: &Lower) -> bool {
    match problem {
        Problem::Collective(task) => return counting::fits(task, lower),
        Problem::Listed(task) => return fits_listed(&task.network, lower),
        Problem::Isotropic(_) => {}
    }
    match lower {
        // These go by the two ways round each ring.
        Lower::Split { .. } | Lower::DualTree { .. } | Lower::Weights { within: Some(_), .. }
            if problem.network().cayley().is_some() =>
        {
            false
        }
        Lower::Weights { .. }
        | Lower::Distance { .. }
        | Lower::Distances { .. }
        | Lower::Reception { .. }
        | Lower::Emission { .. }
        | Lower::Volume { .. } => true,
        Lower::Split { .. } | Lower::DualTree { .. } | Lower::DelayTree { .. } | Lower::Pooled { .. } => {
            form != Form::Explicit
        }
        Lower::LastPacket { .. } | Lower::Spanning { .. } | Lower::Cut { .. } | Lower::Prices { .. } => false,
    }
}

/// Whether a bound of this kind is defined for packets from node to node.
fn fits_listed(network: &Network, lower: &Lower) -> bool {
    match lower {
        // Only rings have two ways.
        Lower::Weights { within: Some(_), .. } => network.is_symmetric() && network.cayley().is_none(),
        Lower::Weights { within: None, .. }
        | Lower::Distance { .. }
        | Lower::Distances { .. }
        | Lower::Reception { .. }
        | Lower::Emission { .. }
        | Lower::Volume { .. }
        | Lower::Cut { .. }
        | Lower::Prices { .. }
        | Lower::DelayTree { .. } => true,
        Lower::Split { .. }
        | Lower::DualTree { .. }
        | Lower::Pooled { .. }
        | Lower::LastPacket { .. }
        | Lower::Spanning { .. } => false,
    }
}

/// Recomputes the bound of a claim from its witness, or refuses the witness.
///
/// # Complexity
/// Time O(offsets · dimensions) and what the choices of directions ask for, within a fixed limit.
pub(super) fn recompute(
    problem: &Problem,
    form: Form,
    claim: usize,
    stated: &Claim,
) -> Result<u64, Rejection> {
    if let Lower::DelayTree { horizon_slots, tree, .. } = &stated.lower {
        return delay_tree::prove(problem, claim, stated, *horizon_slots, tree);
    }
    let task = match problem {
        Problem::Isotropic(task) => task,
        Problem::Collective(task) => return counting::recompute(task, form.per(), claim, &stated.lower),
        Problem::Listed(task) => return task.recompute(claim, &stated.lower),
    };
    match &stated.lower {
        Lower::Weights { value, weights, within } => {
            let place = || format!("claims[{claim}].lower.weights");
            require_weights(&task.network, weights, place)?;
            if weights.iter().all(|&w| w == 0) {
                return Err(Rejection::ZeroWeights { claim });
            }
            match *within {
                None => by_weights(task, claim, weights),
                Some(within) if within.checked_add(1) != Some(*value) => {
                    Err(Rejection::WithinMismatch { claim, within, value: *value })
                }
                Some(within) => by_weights_within(task, claim, weights, within).map(|()| *value),
            }
        }
        Lower::Distance { from: Some(_), .. } => Err(Rejection::OriginUnexpected { claim }),
        Lower::Distance { packet, .. } => {
            let place = || format!("claims[{claim}].lower.packet");
            let offset = task.network.offset(packet, &place)?;
            if !task.has(offset) {
                return Err(Rejection::NotAnOffset { claim, offset });
            }
            let mut coordinates = Vec::new();
            task.network.coordinates_into(offset, &mut coordinates);
            Ok(task.network.distance(&coordinates))
        }
        Lower::Split { .. } => split::least_time(task, claim),
        Lower::DualTree { value, tree } => {
            tree::refute(task, claim, *value, tree)?;
            Ok(*value)
        }
        Lower::Distances { .. } => {
            let whole = match form.per() {
                Per::Node => Some(task.distances),
                Per::Network => task.distances.checked_mul(task.network.nodes),
            };
            whole.ok_or_else(|| Rejection::Overflow { place: format!("claims[{claim}].lower") })
        }
        Lower::Pooled { .. } => pooled::total_delay(task, claim),
        Lower::Reception { .. } | Lower::Emission { .. } | Lower::Volume { .. } => {
            counting::isotropic(task, claim, &stated.lower)
        }
        Lower::DelayTree { .. }
        | Lower::LastPacket { .. }
        | Lower::Spanning { .. }
        | Lower::Cut { .. }
        | Lower::Prices { .. } => Err(Rejection::BoundNotForTask { claim, kind: stated.lower.kind() }),
    }
}

/// Refuses a list that does not give every link a weight.
pub(super) fn require_weights(
    network: &Network,
    weights: &[u64],
    place: impl Fn() -> String,
) -> Result<(), Rejection> {
    let (found, expected) = (weights.len(), network.links());
    if found == expected {
        return Ok(());
    }
    Err(Rejection::WeightCount { place: place(), found, expected })
}

/// Refuses distances that are not 1 ≤ K ≤ L ≤ diameter.
pub(super) fn require_band(min: u64, max: u64, diameter: u64) -> Result<(), Rejection> {
    if min == 0 {
        return Err(Rejection::MinZero);
    }
    if min > max {
        return Err(Rejection::MinAboveMax { min, max });
    }
    if max > diameter {
        return Err(Rejection::MaxAboveDiameter { max, diameter });
    }
    Ok(())
}

/// The least weight of the way to coordinate x of a dimension.
fn way(weights: &[u64], d: &Dimension, x: u64) -> u128 {
    // Two factors below 2⁶⁴.
    let weigh = |hops, link: usize| u128::from(weights[link]) * u128::from(hops);
    let plus = weigh(x, d.plus);
    d.minus.map_or(plus, |link| plus.min(weigh(d.radix - x, link)))
}

/// The least weights of routes between any two nodes.
pub(super) struct Routes<'a> {
    network: &'a Network,
    weights: &'a [u64],
    /// From node 0, on a Cayley graph.
    table: Vec<u64>,
}

impl<'a> Routes<'a> {
    /// Routes for weights of all links; none on overflow.
    pub(super) fn new(network: &'a Network, weights: &'a [u64]) -> Option<Self> {
        let table = match network.cayley() {
            Some(cayley) => cayley.weighted_distances(weights)?,
            None => Vec::new(),
        };
        Some(Self { network, weights, table })
    }

    /// The least weight of a route from one node to another; none on overflow.
    pub(super) fn between(&self, from: u64, to: u64) -> Option<u128> {
        let network = self.network;
        if network.cayley().is_some() {
            return Some(
                narrow(network.difference(from, to), self.table.len()).map_or(0, |at| self.table[at].into()),
            );
        }
        if !network.is_symmetric() {
            // Every bit in which they differ is changed once at least, and once is enough.
            let bits = self.weights.iter().enumerate().filter(|(link, _)| (from ^ to) >> link & 1 == 1);
            return bits.map(|(_, &w)| u128::from(w)).try_fold(0, u128::checked_add);
        }
        let offset = network.difference(from, to);
        let mut ways = network.dimensions.iter().map(|d| way(self.weights, d, offset / d.stride % d.radix));
        ways.try_fold(0, u128::checked_add)
    }
}

/// W(w): the sum of the k largest weights.
pub(super) fn largest(weights: &[u64], ports: u64) -> u128 {
    let mut sorted = weights.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    // Fewer than 2⁶⁴ weights below 2⁶⁴.
    (0..ports).zip(sorted).map(|(_, w)| u128::from(w)).sum()
}

/// Rounds up Σ `dist_w` / W(w).
fn by_weights(task: &Task, claim: usize, weights: &[u64]) -> Result<u64, Rejection> {
    let overflow = || Rejection::Overflow { place: format!("claims[{claim}].lower") };
    let mut sum = 0_u128;
    if let Some(cayley) = task.network.cayley() {
        let least = cayley.weighted_distances(weights).ok_or_else(overflow)?;
        task.visit(|offset| {
            let route = narrow(offset.index, least.len()).map_or(0, |at| least[at]);
            let packets = u128::from(route) * u128::from(offset.count);
            sum = sum.checked_add(packets).ok_or_else(overflow)?;
            Ok(())
        })?;
        return u64::try_from(sum.div_ceil(largest(weights, task.ports))).map_err(|_| overflow());
    }
    let way = |d: &Dimension, x: u64| way(weights, d, x);
    if let Some(census) = task.census() {
        for (i, d) in task.network.dimensions.iter().enumerate() {
            for (x, packets) in census.coordinates(&task.network, i) {
                let weight = way(d, x).checked_mul(packets).ok_or_else(overflow)?;
                sum = sum.checked_add(weight).ok_or_else(overflow)?;
            }
        }
        return u64::try_from(sum.div_ceil(largest(weights, task.ports))).map_err(|_| overflow());
    }
    task.visit(|offset| {
        let mut route = 0_u128;
        for (d, &x) in task.network.dimensions.iter().zip(offset.coordinates) {
            if x > 0 {
                route = route.checked_add(way(d, x)).ok_or_else(overflow)?;
            }
        }
        let packets = route.checked_mul(u128::from(offset.count)).ok_or_else(overflow)?;
        sum = sum.checked_add(packets).ok_or_else(overflow)?;
        Ok(())
    })?;
    u64::try_from(sum.div_ceil(largest(weights, task.ports))).map_err(|_| overflow())
}

/// Shows that no schedule takes `within` slots: some packet has no route of so few hops, or the weight
/// that must move exceeds `within` · W(w).
fn by_weights_within(task: &Task, claim: usize, weights: &[u64], within: u64) -> Result<(), Rejection> {
    if task.farthest > within {
        return Ok(());
    }
    let mut budget = Budget::new(claim);
    let mut scale = Scale::new(task, claim, weights, within)?;
    task.visit(|offset| {
        let at = (offset.index, offset.coordinates);
        let fixed = Fixed::default();
        let prices = Prices { weights, plus: &[] };
        match least(&task.network, at, prices, within, fixed, &mut budget)? {
            Some(weight) => scale.add(offset.count, weight),
            // The shortest route has at most `within` hops.
            None => Ok(()),
        }
    })?;
    if scale.sum > scale.capacity {
        return Ok(());
    }
    Err(Rejection::NotProved { claim, sum: scale.sum, capacity: scale.capacity })
}

/// What must move against what can move.
#[derive(Debug)]
pub(super) struct Scale {
    claim: usize,
    /// Σ n · d, and what a leaf adds.
    pub(super) sum: i128,
    /// L · W(w).
    pub(super) capacity: i128,
}

impl Scale {
    /// An empty sum against the capacity of `slots` slots.
    pub(super) fn new(task: &Task, claim: usize, weights: &[u64], slots: u64) -> Result<Self, Rejection> {
        let capacity = largest(weights, task.ports)
            .checked_mul(u128::from(slots))
            .and_then(|capacity| i128::try_from(capacity).ok())
            .ok_or_else(|| Rejection::Overflow { place: format!("claims[{claim}].lower") })?;
        Ok(Self { claim, sum: 0, capacity })
    }

    /// Adds packets of one weight.
    pub(super) fn add(&mut self, packets: u64, weight: i128) -> Result<(), Rejection> {
        let product = weight.checked_mul(i128::from(packets));
        self.sum = product
            .and_then(|product| self.sum.checked_add(product))
            .ok_or_else(|| Rejection::Overflow { place: format!("claims[{}].lower", self.claim) })?;
        Ok(())
    }
}

/// The number of offsets that a witness may ask to hold in memory.
pub(super) fn require_classes(classes: usize, claim: usize, limit: u64) -> Result<(), Rejection> {
    if wide(classes) > limit { Err(Rejection::TooManyClasses { claim, limit }) } else { Ok(()) }
}
