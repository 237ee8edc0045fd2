//! Computes the least completion time over the directions of all packets.

use super::coupled::{self, Decision, DirectionTree, Refutation};
use super::split::divisions_within;
use super::{Directions, Division, Run, split};
use crate::model::{Dimension, IsotropicTask, OffsetClass};
use std::fmt;

/// The effort that a search may spend.
pub struct SearchBudget<'a> {
    /// Most units of work in all searches of one bisection: evaluations of routes, and pivots by their size.
    pub evaluations: u64,
    /// Called now and then; when it returns `true`, the search ends with the result so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl fmt::Debug for SearchBudget<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SearchBudget").field("evaluations", &self.evaluations).finish_non_exhaustive()
    }
}

/// Directions with their completion time, and a lower bound on that of any directions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RouteChoice {
    /// The directions.
    pub directions: Directions,
    /// max(h, ⌈σ/k⌉) of their task matrix, in slots.
    pub completion: u64,
    /// A lower bound: no directions allow fewer slots.
    pub lower: u64,
    /// The proof of `lower`.
    pub proof: RouteProof,
}

/// The proof of a lower bound on the completion time over all directions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RouteProof {
    /// [`split()`].
    Split,
    /// Weights of links that refute all routes shorter than the bound; it holds for all kinds of schedules.
    Weights(Vec<u64>),
    /// A tree of choices with weights at its leaves.
    Tree(DirectionTree),
}

/// Chooses directions such that max(h, ⌈σ/k⌉) is least.
///
/// On total and neighbourhood exchange the default directions attain [`split()`]: in a ring of p nodes
/// coordinates come in pairs x, p − x, so strict shorter ways balance. If the number of ties is odd, the sums
/// of both ways differ by p/2, and by no less in any other division. Elsewhere the division of every
/// dimension is realised packet by packet; if some row then exceeds the bound, the coupled problem is
/// searched between the two values.
///
/// The search is exact when it ends within its budget; `completion` equals `lower` then.
///
/// # Complexity
/// O(X log σ + C log C) for X distinct coordinates and C classes when rows do not limit detours, else a tree
/// search.
#[must_use]
pub fn least_completion(task: &IsotropicTask, budget: &SearchBudget<'_>) -> RouteChoice {
    let bound = split(task);
    let listed = task.packets().listed();
    let directions = listed.map_or(Directions::Default, |classes| realize(task, classes, &bound.divisions));
    let completion = completion(task, &directions);
    let choice = RouteChoice { directions, completion, lower: bound.value, proof: RouteProof::Split };
    match listed {
        Some(classes) if completion > bound.value => improve(task, classes, choice, budget),
        _ => choice,
    }
}

/// Narrows the gap between a choice and its bound by bisection over the number of slots.
fn improve(
    task: &IsotropicTask,
    classes: &[OffsetClass],
    mut choice: RouteChoice,
    budget: &SearchBudget<'_>,
) -> RouteChoice {
    let mut low = choice.lower;
    let mut left = budget.evaluations;
    while low < choice.completion {
        let limit = low + (choice.completion - low) / 2;
        if let Some(directions) = realize_within(task, classes, limit) {
            choice.completion = completion(task, &directions);
            choice.directions = directions;
            continue;
        }
        // Half of the remaining work, so that a hard limit leaves work for the other limits.
        let mut share = left.div_ceil(2);
        left -= share;
        let decision = coupled::decide(task, classes, limit, budget.stop, &mut share);
        left += share;
        match decision {
            Decision::Found(runs) => {
                let directions = Directions::PerClass { runs, alternating: 0 };
                choice.completion = completion(task, &directions);
                choice.directions = directions;
            }
            Decision::Refuted(refutation) => {
                low = limit + 1;
                choice.lower = low;
                choice.proof = match refutation {
                    Refutation::Weights(weights) => RouteProof::Weights(weights),
                    Refutation::Tree(tree) => RouteProof::Tree(tree),
                };
            }
            Decision::Unknown => low = limit + 1,
        }
    }
    // The first choice may have taken detours that saved no slots.
    if let Some(directions) = realize_within(task, classes, choice.completion) {
        choice.directions = directions;
    }
    choice
}

/// Returns directions that realise divisions of least hops for a number of slots, if the rows keep to the
/// limit too.
fn realize_within(task: &IsotropicTask, classes: &[OffsetClass], limit: u64) -> Option<Directions> {
    let directions = realize(task, classes, &divisions_within(task, limit)?);
    (completion(task, &directions) <= limit).then_some(directions)
}

/// Returns link weights that refute every schedule of `limit` slots, symmetric or not, as routes of more than
/// `limit` hops are left out; `None` if there are none or the task has too many offsets.
///
/// It is stronger than the plain weighted bound only when some detour is longer than `limit`.
#[must_use]
pub fn refute_for_all(task: &IsotropicTask, limit: u64) -> Option<Vec<u64>> {
    if let Some(classes) = task.packets().listed() {
        return coupled::refute_at_root(task, classes, limit);
    }
    if task.network().nodes() > coupled::MAX_CLASSES {
        return None;
    }
    let classes: Vec<_> = task.classes().collect();
    coupled::refute_at_root(task, &classes, limit)
}

/// Returns max(h, ⌈σ/k⌉) of the task matrix of directions, without building the matrix.
fn completion(task: &IsotropicTask, directions: &Directions) -> u64 {
    let rings = task.network().dimensions();
    let mut plus = vec![0_u64; rings.len()];
    let mut minus = vec![0_u64; rings.len()];
    let mut longest = task.farthest().map_or(0, |offset| task.network().distance(offset));
    match directions {
        Directions::Default => {
            for (index, ring) in rings.iter().enumerate() {
                for c in task.coordinate_counts(index) {
                    let forward = going_plus(ring, c.x, c.packets);
                    plus[index] += forward * c.x;
                    minus[index] += (c.packets - forward) * (ring.radix() - c.x);
                }
            }
        }
        Directions::PerClass { runs, alternating } => {
            for (class, runs) in task.classes().zip(runs) {
                for run in runs {
                    let mut hops = 0;
                    for (index, ring) in rings.iter().enumerate() {
                        let x = ring.coordinate(class.offset);
                        if x == 0 {
                            continue;
                        }
                        if alternating >> index & 1 == 1 && ring.is_tie(x) {
                            hops += x;
                        } else if run.minus >> index & 1 == 1 {
                            minus[index] += (ring.radix() - x) * run.count;
                            hops += ring.radix() - x;
                        } else {
                            plus[index] += x * run.count;
                            hops += x;
                        }
                    }
                    longest = longest.max(hops);
                }
            }
            for (index, ring) in rings.iter().enumerate().filter(|(i, _)| alternating >> i & 1 == 1) {
                let ties = task.coordinate_counts(index).iter().find(|c| ring.is_tie(c.x));
                let (x, packets) = ties.map_or((0, 0), |c| (c.x, c.packets));
                plus[index] += packets.div_ceil(2) * x;
                minus[index] += packets / 2 * x;
            }
        }
    }
    let sum: u128 = plus.iter().chain(&minus).map(|&hops| u128::from(hops)).sum();
    let column = plus.into_iter().chain(minus).max().unwrap_or(0);
    let shared =
        u64::try_from(sum.div_ceil(task.ports().into())).expect("the size of the task bounds its slots");
    longest.max(column).max(shared)
}

/// Returns how many of the packets with one coordinate go + by default.
fn going_plus(ring: &Dimension, x: u64, packets: u64) -> u64 {
    if ring.is_single_link() || x * 2 < ring.radix() {
        packets
    } else if ring.is_tie(x) {
        packets.div_ceil(2)
    } else {
        0
    }
}

/// Gives every packet the ways that the divisions ask for; detours go to the packets with the shortest
/// routes, and inside a class to different packets in different dimensions as far as there are enough.
pub(super) fn realize(task: &IsotropicTask, classes: &[OffsetClass], divisions: &[Division]) -> Directions {
    let rings = task.network().dimensions();
    let mut alternating = 0;
    // For every class and dimension, how many packets go −.
    let mut minus = vec![vec![0_u64; rings.len()]; classes.len()];
    for (index, (ring, division)) in rings.iter().zip(divisions).enumerate() {
        if ring.is_single_link() {
            continue;
        }
        let shares = minus_shares(task, classes, index, division.plus);
        let ties = task.coordinate_counts(index).iter().find(|c| ring.is_tie(c.x)).map_or(0, |c| c.packets);
        let nearer: u64 =
            task.coordinate_counts(index).iter().filter(|c| c.x * 2 < ring.radix()).map(|c| c.packets).sum();
        if division.plus == nearer + ties.div_ceil(2) {
            alternating |= 1 << index;
        }
        for (class, share) in minus.iter_mut().zip(shares) {
            class[index] = share;
        }
    }
    let runs = classes.iter().zip(&minus).map(|(class, minus)| spread(rings, class, minus)).collect();
    Directions::PerClass { runs, alternating }
}

/// Returns, for one dimension, how many packets of every class go − when `plus` packets with the smallest
/// coordinates go +.
fn minus_shares(task: &IsotropicTask, classes: &[OffsetClass], index: usize, plus: u64) -> Vec<u64> {
    let ring = &task.network().dimensions()[index];
    let mut order: Vec<usize> =
        (0..classes.len()).filter(|&c| ring.coordinate(classes[c].offset) != 0).collect();
    // Among equal coordinates the packets that take the detour are those with the shortest routes: the last
    // ones if − is the detour, the first ones if + is.
    order.sort_by_key(|&c| {
        let x = ring.coordinate(classes[c].offset);
        let distance = task.network().distance(classes[c].offset);
        (x, if x * 2 < ring.radix() { u64::MAX - distance } else { distance })
    });
    let mut shares = vec![0; classes.len()];
    let mut left = plus;
    for c in order {
        let here = left.min(classes[c].count);
        left -= here;
        shares[c] = classes[c].count - here;
    }
    shares
}

/// Returns runs of a class in which the detours of different dimensions fall to different packets, as far as
/// possible.
fn spread(rings: &[Dimension], class: &OffsetClass, minus: &[u64]) -> Vec<Run> {
    let count = class.count;
    // In every dimension the detours take the packets from `start` on, cyclically.
    let mut start = 0;
    let mut marks = vec![0, count];
    let mut arcs = Vec::with_capacity(rings.len());
    for (ring, &minus) in rings.iter().zip(minus) {
        let minus_is_detour = ring.coordinate(class.offset) * 2 < ring.radix();
        let width = if minus_is_detour { minus } else { count - minus };
        arcs.push((start, width, minus_is_detour));
        marks.push(start);
        start = (start + width) % count;
        marks.push(start);
    }
    marks.sort_unstable();
    marks.dedup();
    let run = |from: u64, to: u64| {
        let minus = arcs.iter().enumerate().fold(0, |mask, (index, &(start, width, minus_is_detour))| {
            let inside = (from + count - start) % count < width;
            let goes_minus = inside == minus_is_detour && rings[index].coordinate(class.offset) != 0;
            mask | u64::from(goes_minus) << index
        });
        Run { minus, count: to - from }
    };
    marks.windows(2).map(|pair| run(pair[0], pair[1])).collect()
}
