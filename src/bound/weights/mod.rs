//! Computes the weighted bound: link weights that turn work into time.

mod cayley;
mod demands;
mod limited;

pub use cayley::cayley_weighted;
pub use demands::isotropic_packets;
pub(super) use demands::weighted_demands;
pub use limited::refute_by_limited_routes;

use crate::linear::{self, Choices, Column};
use crate::model::{Dimension, IsotropicTask, Link, Way, wide};
use crate::wire::Lower;

/// Link weights and the bound that they give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeightBound {
    /// ⌈Σ dist_w / W⌉, in slots.
    pub value: u64,
    /// A weight for every link.
    pub weights: Vec<u64>,
}

impl WeightBound {
    /// Returns the bound for routes of any length.
    pub(crate) fn into_lower(self) -> Lower {
        Lower::Weights { value: self.value, weights: self.weights, within: None }
    }

    /// Returns the bound for routes that one slot less leaves time for.
    pub(crate) fn into_limited(self) -> Lower {
        Lower::Weights { value: self.value, weights: self.weights, within: Some(self.value - 1) }
    }
}

/// Most columns that the search for the best weights may generate.
pub(super) const MAX_COLUMNS: usize = 2_000;
/// Most links of a node, in a product of rings, for which the best weights are searched.
const MAX_RING_LINKS: usize = 64;

/// Returns the least weight of a route that changes coordinate 0 of a ring into x.
#[must_use]
pub fn least_weight(ring: &Dimension, x: u64, weights: &[u64]) -> u128 {
    let cost = |way: Way| {
        let Link(link) = ring.link(way);
        let weight = weights[wide(link)];
        u128::from(ring.hops(x, way)) * u128::from(weight)
    };
    cost(Way::Plus).min(cost(Way::Minus))
}

/// Evaluates the bound T ≥ ⌈Σ dist_w / W⌉ for given weights, W being the sum of the k largest; 0 if all
/// weights are 0.
///
/// In a slot a node sends over at most k links, so all nodes together move at most n·W of weight, and n·Σ
/// dist_w must be moved. Weights that are 1 on one dimension and 0 elsewhere give the column bound of P1
/// Theorem 1.
///
/// # Complexity
/// O(X) for X distinct coordinates over all dimensions.
///
/// # Panics
/// If there is not a weight for every link.
#[must_use]
pub fn weigh(task: &IsotropicTask, weights: &[u64]) -> u64 {
    assert_eq!(u32::try_from(weights.len()), Ok(task.network().links()), "a weight for every link");
    let work: u128 = task
        .network()
        .dimensions()
        .iter()
        .enumerate()
        .flat_map(|(index, ring)| {
            task.coordinate_counts(index)
                .iter()
                .map(|c| least_weight(ring, c.x, weights) * u128::from(c.packets))
        })
        .sum();
    slots_for(work, weights, task.ports())
}

/// Returns ⌈work / W⌉ for `work`, the weight that each node must move; 0 if all weights are 0.
pub(super) fn slots_for(work: u128, weights: &[u64], ports: u32) -> u64 {
    match linear::capacity(weights, ports) {
        0 => 0,
        capacity => u64::try_from(work.div_ceil(capacity))
            .expect("no bound exceeds the total distance, which has 63 bits"),
    }
}

/// Returns the best weighted bound, or the first that reaches `enough`.
///
/// Plain weights are tried first: one dimension, one link, all links. If they do not reach `enough`, the dual
/// of the fractional routing problem is solved exactly, whose optimum is the best weighted bound there is.
///
/// # Complexity
/// O(m · X) for the plain weights of m links and X distinct coordinates; then one O(X) step for each column
/// generated.
///
/// # Examples
/// Six packets of offset 1 on a ring of 3: the long way is twice as long, and weights 2, 1 make both ways
/// equal.
/// ```
/// use isotask::{bound::weighted, model::IsotropicTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":3},
///   "task":{"kind":"isotropic","packets":[{"offset":1,"count":6}]},"ports":"all","objective":"completion-time"}"#;
/// let bound = weighted(&IsotropicTask::new(&wire::parse(text)?)?, u64::MAX);
/// assert_eq!((bound.value, bound.weights.as_slice()), (4, &[2, 1][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn weighted(task: &IsotropicTask, enough: u64) -> WeightBound {
    let budget = if wide(task.network().links()) <= MAX_RING_LINKS { MAX_COLUMNS } else { 0 };
    best_of(plain_weights(task), &mut CoordinateRoutes { task }, task.ports(), budget, enough)
}

/// Returns the best bound of a choice problem, or the first that reaches `enough`: first of plain weights,
/// one or more, each for all links, then of at most `budget` of those that the fractional problem asks for.
pub(super) fn best_of(
    plain: Vec<Vec<u64>>,
    choices: &mut dyn Choices,
    ports: u32,
    budget: usize,
    enough: u64,
) -> WeightBound {
    let links = plain.first().map_or(0, Vec::len);
    let mut best = Best { choices, ports, bound: WeightBound { value: 0, weights: vec![1; links] } };
    for weights in plain {
        best.cheapest(&weights);
        if best.bound.value >= enough {
            return best.bound;
        }
    }
    if budget > 0 && best.bound.value > 0 {
        // The answer is not needed: the weights that led to it, which refute or are the optimum, were seen.
        linear::refute_or_mix(links, ports, enough - 1, &mut best, budget);
    }
    best.bound
}

/// A choice problem that keeps the best bound of all weights that it was asked for.
struct Best<'a> {
    choices: &'a mut dyn Choices,
    ports: u32,
    bound: WeightBound,
}

impl Choices for Best<'_> {
    fn cheapest(&mut self, weights: &[u64]) -> Column {
        let column = self.choices.cheapest(weights);
        let value = slots_for(linear::weight(&column, weights), weights, self.ports);
        if value > self.bound.value {
            self.bound = WeightBound { value, weights: weights.to_vec() };
        }
        column
    }
}

/// Returns weights 1 for each dimension, for each link, and for all links.
fn plain_weights(task: &IsotropicTask) -> Vec<Vec<u64>> {
    let network = task.network();
    let links = wide(network.links());
    let mut all = Vec::new();
    let mut push = |chosen: &[Link]| {
        let mut weights = vec![0; links];
        for link in chosen {
            weights[wide(link.0)] = 1;
        }
        all.push(weights);
    };
    for ring in network.dimensions() {
        push(&[ring.link(Way::Plus), ring.link(Way::Minus)]);
    }
    for ring in network.dimensions().iter().filter(|ring| !ring.is_single_link()) {
        push(&[ring.link(Way::Plus)]);
        push(&[ring.link(Way::Minus)]);
    }
    all.push(vec![1; links]);
    all
}

/// The routing problem without limits on rows: every coordinate of every packet chooses for itself.
struct CoordinateRoutes<'a> {
    task: &'a IsotropicTask,
}

impl Choices for CoordinateRoutes<'_> {
    fn cheapest(&mut self, weights: &[u64]) -> Column {
        let network = self.task.network();
        let mut uses = vec![0; weights.len()];
        for (index, ring) in network.dimensions().iter().enumerate() {
            for c in self.task.coordinate_counts(index) {
                let cost = |way: Way| {
                    let link = wide(ring.link(way).0);
                    (u128::from(ring.hops(c.x, way)) * u128::from(weights[link]), ring.hops(c.x, way))
                };
                let way = if cost(Way::Plus) <= cost(Way::Minus) { Way::Plus } else { Way::Minus };
                let link = wide(ring.link(way).0);
                uses[link] += ring.hops(c.x, way) * c.packets;
            }
        }
        Column { uses }
    }
}
