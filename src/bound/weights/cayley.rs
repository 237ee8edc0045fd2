//! Searches for link weights on Cayley graphs of any group.

use super::{MAX_COLUMNS, WeightBound, best_of};
use crate::linear::{Choices, Column};
use crate::model::{CayleyTask, Link, wide};

/// Most links of a node for which the best weights are searched.
pub(super) const MAX_CAYLEY_LINKS: usize = 32;
/// Most steps along links, n · m for every column, in the search for the best weights.
pub(super) const MAX_COLUMN_LINK_STEPS: u64 = 1 << 28;
/// Columns that may be generated however large the graph is.
pub(super) const MIN_COLUMNS: usize = 4;

/// Returns the best bound T ≥ ⌈Σ dist_w / W⌉, or the first that reaches `enough`: dist_w is the least weight
/// of a word for the offset of a packet, W the sum of the k largest weights.
///
/// It binds every schedule, symmetric or not, of any group. Proof: wherever a packet starts, it moves along a
/// word for its offset, since translations keep the types of links; so all packets of all n nodes together
/// move weight n · Σ dist_w at least. In a slot a node sends over at most k links, one packet over each, so
/// all nodes together move n · W at most.
///
/// Plain weights are tried first: all links, each link with the one that leads back, each link. If they do
/// not reach `enough`, the dual of the fractional routing problem is solved, as far as the size of the graph
/// permits. Its optimum is the best weighted bound there is, and any weights the search ends with give a
/// bound.
///
/// # Complexity
/// O(n · m · log n) for every weighting that is tried, n nodes and m links.
///
/// # Examples
/// Total exchange on the circulant of 7 nodes with steps 1 and 3: distances 1, 2, 1, 1, 2, 1 add up to 8,
/// four links.
/// ```
/// use isotask::bound::cayley_weighted;
/// use isotask::{model::CayleyTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"cayley","family":"circulant","n":7,"steps":[1,3]},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// let bound = cayley_weighted(&CayleyTask::new(&wire::parse(text)?)?, u64::MAX);
/// assert_eq!((bound.value, bound.weights.as_slice()), (2, &[1, 1, 1, 1][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn cayley_weighted(task: &CayleyTask, enough: u64) -> WeightBound {
    let steps = task.graph().nodes() * u64::from(task.graph().links());
    let columns = usize::try_from(MAX_COLUMN_LINK_STEPS / steps).unwrap_or(MAX_COLUMNS);
    let budget = columns.clamp(MIN_COLUMNS, MAX_COLUMNS);
    let links = wide(task.graph().links());
    let budget = if links <= MAX_CAYLEY_LINKS { budget } else { 0 };
    best_of(plain_weights(task), &mut Words { task }, task.ports(), budget, enough)
}

/// Returns weights 1 for all links; unless they are many, also for each link with its opposite, and each
/// link.
fn plain_weights(task: &CayleyTask) -> Vec<Vec<u64>> {
    let graph = task.graph();
    let links = wide(graph.links());
    let mut all = vec![vec![1; links]];
    if links > MAX_CAYLEY_LINKS {
        return all;
    }
    let mut push = |chosen: [Link; 2]| {
        let mut weights = vec![0; links];
        for link in chosen {
            weights[wide(link.0)] = 1;
        }
        all.push(weights);
    };
    let each = || (0..graph.links()).map(Link);
    each().filter(|&link| graph.opposite(link) > link).for_each(|link| push([link, graph.opposite(link)]));
    each().for_each(|link| push([link; 2]));
    all
}

/// The routing problem in which every packet chooses its word.
struct Words<'a> {
    task: &'a CayleyTask,
}

impl Choices for Words<'_> {
    fn cheapest(&mut self, weights: &[u64]) -> Column {
        Column { uses: self.task.graph().weighted(weights).uses(self.task.classes()) }
    }
}
