//! Solves the fractional routing problem of an Abelian network and rounds its shares to whole packets.

use super::loads::Group;
use super::relations::{Relation, Uses, WordUses, hops, width};
use crate::linear::{self, Choices, Column, Fractional, Mixture};
use crate::model::{CayleyTask, OffsetClass, WeightedPaths, wide};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::collections::HashSet;

/// Fractional bits of a share.
const SHARE_FRACTION_BITS: u32 = 32;
/// Most steps along links in the search for the mixture, which takes n · m for every column.
const MAX_LINK_STEPS: u64 = 1 << 28;
/// Most columns that the search for the mixture may generate.
const MAX_MIXTURE_COLUMNS: u64 = 2_000;

/// Routes for every packet, divided among the columns of an optimal mixture.
pub(super) struct RouteMixture {
    /// The words of every column, with its share in units of 2⁻³².
    columns: Vec<(WordUses, u64)>,
}

/// The routing problem, with a record of the weights that it was asked for.
struct RecordedChoices<'a> {
    task: &'a CayleyTask,
    weights: Vec<Vec<u64>>,
}

impl RecordedChoices<'_> {
    fn paths(&self, weights: &[u64]) -> WeightedPaths {
        self.task.graph().weighted(weights)
    }
}

impl Choices for RecordedChoices<'_> {
    fn cheapest(&mut self, weights: &[u64]) -> Column {
        self.weights.push(weights.to_vec());
        Column { uses: self.paths(weights).uses(self.task.classes()) }
    }
}

impl RouteMixture {
    /// Solves the fractional problem; `None` if it is too large.
    pub(super) fn new(task: &CayleyTask) -> Option<Self> {
        let graph = task.graph();
        let budget = (MAX_LINK_STEPS / (graph.nodes() * u64::from(graph.links()))).min(MAX_MIXTURE_COLUMNS);
        let budget = usize::try_from(budget).unwrap_or(usize::MAX);
        let mut asked = RecordedChoices { task, weights: Vec::new() };
        let answer = linear::refute_or_mix(width(graph), task.ports(), u64::MAX, &mut asked, budget);
        let Fractional::Possible(Mixture { shares, .. }) = answer else { return None };
        // The columns of the mixture are numbered in the order of the questions.
        let columns = shares.iter().map(|(index, share)| {
            let paths = asked.paths(&asked.weights[*index]);
            (WordUses::new(graph, &paths, usize::MAX), scaled(share))
        });
        Some(Self { columns: columns.collect() })
    }

    /// Returns the different routes of a class of at most `longest` links, with their shares.
    fn routes(&self, class: &OffsetClass, longest: u64) -> Vec<(Uses, u64)> {
        let mut routes: Vec<(Uses, u64)> = Vec::new();
        for (words, share) in &self.columns {
            let uses = words.of(class.offset).expect("all words were taken");
            match routes.iter_mut().find(|route| route.0 == uses) {
                Some(route) => route.1 += share,
                None if hops(uses) <= longest && *share > 0 => routes.push((uses.to_vec(), *share)),
                None => {}
            }
        }
        routes
    }

    /// Returns the differences between routes of a class, over all classes until there are `most`.
    pub(super) fn relations(&self, task: &CayleyTask, longest: u64, most: usize) -> HashSet<Relation> {
        let mut found = HashSet::new();
        for class in task.classes() {
            let routes = self.routes(class, longest);
            for (at, (from, _)) in routes.iter().enumerate() {
                found.extend(routes[..at].iter().map(|(to, _)| Relation::between(from, to)));
            }
            if found.len() >= most {
                break;
            }
        }
        found
    }

    /// Rounds the shares to whole packets. Shares are rounded down; then, class by class, the longest routes
    /// first, the remaining packets go where they bring the loads nearest to those of the shares. A class
    /// without a route takes the words of `otherwise`.
    pub(super) fn rounded(&self, task: &CayleyTask, longest: u64, otherwise: &WordUses) -> Vec<Group> {
        let mut order: Vec<usize> = (0..task.classes().len()).collect();
        order.sort_by_key(|&class| std::cmp::Reverse(task.graph().distance(task.classes()[class].offset)));
        // The excess of the load of each link over that of the shares, in units of 2⁻³².
        let mut more = vec![0_i128; width(task.graph())];
        let mut groups = Vec::new();
        for class in order {
            let packets = task.classes()[class];
            let mut routes = self.routes(&packets, longest);
            if routes.is_empty() {
                routes.push((otherwise.of(packets.offset).expect("all words were taken").to_vec(), 1));
            }
            let sum: u128 = routes.iter().map(|route| u128::from(route.1)).sum();
            let mut counts = Vec::with_capacity(routes.len());
            for (uses, share) in &routes {
                let exact = ((u128::from(packets.count) * u128::from(*share)) << SHARE_FRACTION_BITS) / sum;
                let whole = exact >> SHARE_FRACTION_BITS;
                counts.push(u64::try_from(whole).expect("a share is at most all packets"));
                let rest = i128::try_from(exact - (whole << SHARE_FRACTION_BITS)).expect("a rest is below 1");
                for &(link, used) in uses {
                    more[wide(link)] -= rest * i128::from(used);
                }
            }
            for _ in counts.iter().sum()..packets.count {
                let best = (0..routes.len()).min_by_key(|&at| growth(&more, &routes[at].0));
                let best = best.expect("a class has a route");
                counts[best] += 1;
                for &(link, used) in &routes[best].0 {
                    more[wide(link)] += i128::from(used) << SHARE_FRACTION_BITS;
                }
            }
            let taken = routes.into_iter().zip(counts).filter(|(_, count)| *count > 0);
            groups.extend(taken.map(|((uses, _), count)| Group { class, uses, count }));
        }
        groups
    }
}

/// Returns by how much Σ more² grows when a packet is added on a route.
fn growth(more: &[i128], uses: &[(u32, u64)]) -> i128 {
    let by = |&(link, hops): &(u32, u64)| {
        let hops = i128::from(hops);
        2 * more[wide(link)] * hops + ((hops * hops) << SHARE_FRACTION_BITS)
    };
    uses.iter().map(by).sum()
}

fn scaled(share: &BigRational) -> u64 {
    let scaled = share * BigRational::from_integer((1_u64 << SHARE_FRACTION_BITS).into());
    scaled.to_integer().to_u64().expect("a share is at most 1")
}
