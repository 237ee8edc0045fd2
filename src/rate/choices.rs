//! The choices of ways: for every packet its cheapest way, or cheapest tree, at the prices of links and
//! ports.

use super::trees::{Trees, Way};
use crate::bound::{FlowRows, Rows, climbed_prices};
use crate::linear::{Choices, Column};
use crate::model::{DemandsTask, Subgroup, count_of, wide};

/// The packets of a task, one for each orbit of a group, and the rows that their ways use.
pub(super) struct Ways<'a> {
    pub(super) task: &'a DemandsTask,
    pub(super) rows: FlowRows<'a>,
    trees: Trees<'a>,
}

/// What a search costs beside its looks at links.
const LOOKS_OF_A_SEARCH: u64 = 64;

/// The most multiples of one number to which prices are rounded.
const MAX_PARTS: u64 = 24;

/// A bound on the rate: prices of rows, the least price of all packets, and the price of a slot.
#[derive(Debug, Clone)]
pub(super) struct Priced {
    pub(super) prices: Vec<u64>,
    pub(super) paid: u128,
    pub(super) capacity: u128,
}

impl Priced {
    /// Returns whether it proves more than another; false too if the numbers are too large to compare.
    pub(super) fn is_above(&self, other: &Self) -> bool {
        let products = self.paid.checked_mul(other.capacity).zip(other.paid.checked_mul(self.capacity));
        products.is_some_and(|(own, others)| own > others)
    }
}

impl<'a> Ways<'a> {
    pub(super) fn new(task: &'a DemandsTask, group: Option<&Subgroup>) -> Self {
        let rows = FlowRows::new(task, group);
        Self { task, rows, trees: Trees::new(task, group) }
    }

    /// Estimates the looks at links of one choice; of copies those of the checker, which grows a tree from
    /// every root.
    pub(super) fn looks(&self) -> u64 {
        let trees = if self.task.is_personal() { 0 } else { self.task.loads().len() / 2 };
        count_of(self.trees.searches().max(trees)).saturating_mul(self.looks_of_a_packet())
    }

    /// Estimates the looks at links of one way.
    pub(super) fn looks_of_a_packet(&self) -> u64 {
        u64::from(self.task.graph().arcs()) + LOOKS_OF_A_SEARCH
    }

    /// Returns the number of packets of each item: packets with the same ends.
    pub(super) fn items(&self) -> Vec<u64> {
        self.trees.items.iter().map(|item| item.packets).collect()
    }

    /// Returns the cheapest way of an item for the costs of directed links.
    pub(super) fn cheapest_of(&self, item: usize, costs: &[u64]) -> Option<Vec<u32>> {
        self.trees.cheapest_of(item, costs)
    }

    /// Returns the root of an item that is copied to all hosts; none of one that goes from node to node.
    pub(super) fn root_of(&self, item: usize) -> Option<u32> {
        self.trees.root_of(item)
    }

    /// Returns whether all nodes that are no switches are reached.
    pub(super) fn are_hosts_reached(&self, is_reached: &[bool]) -> bool {
        self.trees.are_hosts_reached(is_reached)
    }

    /// Returns a tree without branches that end at switches.
    pub(super) fn without_idle_ends(&self, tree: Vec<u32>) -> Vec<u32> {
        self.trees.without_idle_ends(tree)
    }

    /// Returns the cheapest ways of all packets at these prices; none if some node is not reached.
    pub(super) fn cheapest(&self, prices: &[u64]) -> Option<Vec<Way>> {
        self.trees.cheapest(&self.rows.arc_costs(prices))
    }

    /// Returns the bound of prices; none if nothing has a price, or the numbers are too large to count.
    /// Packets that are copied among switches pay at least what the dearest of all hosts pays alone.
    pub(super) fn priced(&self, prices: Vec<u64>) -> Option<Priced> {
        let capacity = self.rows.priced_capacity(&prices);
        let paid = self.trees.least_price(&self.rows.arc_costs(&prices)).filter(|_| capacity > 0)?;
        Some(Priced { prices, paid, capacity })
    }

    /// Returns the bound of prices that are sought by climbing, for personal packets.
    pub(super) fn climbed(&self) -> Option<Priced> {
        let found = self.task.is_personal().then(|| climbed_prices(&self.rows))?;
        let greatest = u128::from(*found.iter().max()?);
        // The best prices are often multiples of one number.
        let rounded = |parts: u64| -> Vec<u64> {
            let part =
                |&price: &u64| (u128::from(price) * u128::from(parts) * 2 + greatest) / (2 * greatest.max(1));
            found.iter().map(|price| u64::try_from(part(price)).unwrap_or(parts)).collect()
        };
        let tried =
            (1..=MAX_PARTS).map(rounded).chain([found.clone()]).filter_map(|prices| self.priced(prices));
        tried.reduce(|best, other| if other.is_above(&best) { other } else { best })
    }

    /// Returns the choices, with uses scaled so that all rows have the same capacity `scale`.
    pub(super) fn scaled(&'a self, scale: u64) -> ScaledWays<'a> {
        let factors = self.rows.capacities.iter().map(|capacity| scale / capacity).collect();
        ScaledWays { ways: self, factors, asked: Vec::new(), best: None, value: (0, 1) }
    }
}

/// Choices of ways as columns of the linear program.
pub(super) struct ScaledWays<'a> {
    ways: &'a Ways<'a>,
    factors: Vec<u64>,
    /// The prices of every choice that was asked for.
    pub(super) asked: Vec<Vec<u64>>,
    /// The prices for which all ways cost most, against the price of a slot.
    pub(super) best: Option<Vec<u64>>,
    /// These two prices.
    value: (u128, u128),
}

impl Choices for ScaledWays<'_> {
    fn cheapest(&mut self, weights: &[u64]) -> Column {
        let ways = self.ways;
        let prices: Vec<u64> = weights.iter().zip(&self.factors).map(|(w, factor)| w * factor).collect();
        let mut arcs = vec![0_u64; wide(ways.task.graph().arcs())];
        for way in ways.cheapest(&prices).into_iter().flatten() {
            for arc in way.arcs {
                arcs[wide(arc)] += way.packets;
            }
        }
        let uses = ways.rows.row_uses(&arcs);
        let paid = uses.iter().zip(&prices).map(|(&uses, &price)| u128::from(uses) * u128::from(price));
        let (paid, capacity) = (paid.sum::<u128>(), ways.rows.priced_capacity(&prices));
        let products = paid.checked_mul(self.value.1).zip(self.value.0.checked_mul(capacity));
        if capacity > 0 && (self.best.is_none() || products.is_some_and(|(own, others)| own > others)) {
            (self.best, self.value) = (Some(prices.clone()), (paid, capacity));
        }
        self.asked.push(prices);
        Column { uses: uses.iter().zip(&self.factors).map(|(uses, factor)| uses * factor).collect() }
    }
}
