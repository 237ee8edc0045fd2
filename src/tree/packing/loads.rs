//! The load of every link and port, and the price that grows with it.

use super::lines::Lines;
use crate::model::count_of;

/// A fully loaded link or port costs 2 to this power times as much as an idle one.
const FULL_LOAD_OCTAVES: u64 = 29;
/// Prices by quarters of an octave: 1024 times the powers 0 to 3 of the fourth root of 2.
const QUARTER_OCTAVE_FACTORS: [u64; 4] = [1024, 1218, 1448, 1722];
/// The logarithm of the highest price, in quarters of octaves; beyond that load a price grows no more.
const MAX_PRICE_QUARTERS: u64 = 5 * FULL_LOAD_OCTAVES;

/// The loads of links and ports, and their prices. A price is exponential in the load, which keeps loads
/// even, as in approximations of fractional packings (Garg & Könemann 1998).
#[derive(Debug)]
pub(super) struct Loads<'a> {
    lines: &'a Lines,
    /// By resource, the moves of all trees.
    moves: Vec<u64>,
    /// By resource, the price of one more move.
    prices: Vec<u64>,
    /// The sum of all prices.
    total: u128,
    /// The slots in which all moves should be carried.
    slots: u64,
}

impl<'a> Loads<'a> {
    /// Starts with no moves, and with `slots` as the slots in which all should be carried.
    pub(super) fn new(lines: &'a Lines, slots: u64) -> Self {
        let resources = lines.capacities.len();
        let (moves, prices) = (vec![0; resources], vec![0; resources]);
        let mut made = Self { lines, moves, prices, total: 0, slots };
        made.set_prices();
        made
    }

    /// Returns the slots that the busiest link or port needs.
    fn most(&self) -> u64 {
        let needs =
            self.moves.iter().zip(&self.lines.capacities).map(|(load, capacity)| load.div_ceil(*capacity));
        needs.max().unwrap_or(0)
    }

    /// Computes all prices anew, after raising the slots to those that the busiest link or port needs.
    pub(super) fn set_prices(&mut self) {
        self.slots = self.slots.max(self.most()).max(1);
        (0..self.moves.len()).for_each(|resource| self.prices[resource] = self.price(resource));
        self.total = self.prices.iter().copied().map(u128::from).sum();
    }

    fn price(&self, resource: usize) -> u64 {
        let capacity = self.lines.capacities[resource];
        let quarters = (self.moves[resource] + 1) * 4 * FULL_LOAD_OCTAVES / (capacity * self.slots);
        let quarters = quarters.min(MAX_PRICE_QUARTERS);
        let root = QUARTER_OCTAVE_FACTORS[usize::try_from(quarters % 4).expect("below 4")];
        ((root << (quarters / 4)) / capacity).max(1)
    }

    /// Returns the price of a move over a line.
    pub(super) fn of_line(&self, line: usize) -> u64 {
        self.lines.all[line].resources.iter().map(|&resource| self.prices[resource]).sum()
    }

    /// Returns the mean price of links and ports.
    pub(super) fn mean(&self) -> u64 {
        let mean = self.total / u128::from(count_of(self.prices.len()).max(1));
        u64::try_from(mean).expect("no more than the highest price")
    }

    /// Adds the moves over these lines.
    pub(super) fn add(&mut self, tree: &[usize]) {
        self.change(tree, |load| load + 1);
    }

    /// Removes the moves over these lines.
    pub(super) fn remove(&mut self, tree: &[usize]) {
        self.change(tree, |load| load - 1);
    }

    fn change(&mut self, tree: &[usize], changed: impl Fn(u64) -> u64) {
        for &line in tree {
            for &resource in &self.lines.all[line].resources {
                self.moves[resource] = changed(self.moves[resource]);
                let price = self.price(resource);
                self.total = self.total - u128::from(self.prices[resource]) + u128::from(price);
                self.prices[resource] = price;
            }
        }
    }
}
