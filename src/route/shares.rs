//! The fractional routing problem of an Abelian network, and whole packets in place of its shares.

use super::loads::Group;
use super::relations::{Relation, Uses, WordUses, hops, width};
use crate::linear::{self, Choices, Column, Fractional, Mixture};
use crate::model::{CayleyTask, OffsetClass, WeightedPaths, wide};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::collections::HashSet;

/// Bits behind the point of a share.
const BITS: u32 = 32;
/// Most steps along links, n · m for every column, in the search for the mixture.
const MOST_STEPS: u64 = 1 << 28;
/// Most columns that it may generate.
const MOST_COLUMNS: u64 = 2_000;

/// Routes for every packet, divided among the columns of an optimal mixture.
pub(super) struct Mixed {
    /// The words of every column, with its share in units of 2⁻³².
    columns: Vec<(WordUses, u64)>,
}

/// The routing problem, remembering what it was asked.
struct Asked<'a> {
    task: &'a CayleyTask,
    weights: Vec<Vec<u64>>,
}

impl Asked<'_> {
    fn paths(&self, weights: &[u64]) -> WeightedPaths {
        self.task.graph().weighted(weights)
    }
}

impl Choices for Asked<'_> {
    fn cheapest(&mut self, weights: &[u64]) -> Column {
        self.weights.push(weights.to_vec());
        Column { uses: self.paths(weights).uses(self.task.classes()) }
    }
}

impl Mixed {
    /// Solves the fractional problem; `None` if it is too large.
    pub(super) fn new(task: &CayleyTask) -> Option<Self> {
        let graph = task.graph();
        let budget = (MOST_STEPS / (graph.nodes() * u64::from(graph.links()))).min(MOST_COLUMNS);
        let budget = usize::try_from(budget).unwrap_or(usize::MAX);
        let mut asked = Asked { task, weights: Vec::new() };
        let answer = linear::refute_or_mix(width(graph), task.ports(), u64::MAX, &mut asked, budget);
        let Fractional::Possible(Mixture { shares, .. }) = answer else { return None };
        // The columns of the mixture are counted in the order of the questions.
        let columns = shares.iter().map(|(index, share)| {
            let paths = asked.paths(&asked.weights[*index]);
            (WordUses::new(graph, &paths, usize::MAX), scaled(share))
        });
        Some(Self { columns: columns.collect() })
    }

    /// The different routes of a class with their shares, those of at most `longest` links.
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

    /// The differences between the routes of a class, of all classes until there are `most`.
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

    /// Whole packets in place of shares: what is left of every class when its shares are rounded down goes,
    /// class by class, the longest routes first, where it brings the loads nearest to those of the shares. A
    /// class without a route goes as `otherwise` says.
    pub(super) fn rounded(&self, task: &CayleyTask, longest: u64, otherwise: &WordUses) -> Vec<Group> {
        let mut order: Vec<usize> = (0..task.classes().len()).collect();
        order.sort_by_key(|&class| std::cmp::Reverse(task.graph().distance(task.classes()[class].offset)));
        // How much more each link is used than by the shares, in units of 2⁻³².
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
                let exact = ((u128::from(packets.count) * u128::from(*share)) << BITS) / sum;
                let whole = exact >> BITS;
                counts.push(u64::try_from(whole).expect("a share is at most all packets"));
                let rest = i128::try_from(exact - (whole << BITS)).expect("a rest is below 1");
                for &(link, used) in uses {
                    more[wide(link)] -= rest * i128::from(used);
                }
            }
            for _ in counts.iter().sum()..packets.count {
                let best = (0..routes.len()).min_by_key(|&at| growth(&more, &routes[at].0));
                let best = best.expect("a class has a route");
                counts[best] += 1;
                for &(link, used) in &routes[best].0 {
                    more[wide(link)] += i128::from(used) << BITS;
                }
            }
            let taken = routes.into_iter().zip(counts).filter(|(_, count)| *count > 0);
            groups.extend(taken.map(|((uses, _), count)| Group { class, uses, count }));
        }
        groups
    }
}

/// By how much Σ more² grows with one packet on a route.
fn growth(more: &[i128], uses: &[(u32, u64)]) -> i128 {
    let by = |&(link, hops): &(u32, u64)| {
        let hops = i128::from(hops);
        2 * more[wide(link)] * hops + ((hops * hops) << BITS)
    };
    uses.iter().map(by).sum()
}

fn scaled(share: &BigRational) -> u64 {
    let scaled = share * BigRational::from_integer((1_u64 << BITS).into());
    scaled.to_integer().to_u64().expect("a share is at most 1")
}
