//! What every link and port has to carry, and what it costs therefore.

use super::lines::Lines;
use crate::model::count_of;

/// A link or port that is used to the full costs 2 to this power of an idle one.
const OCTAVES: u64 = 29;
/// A price that is rounded down to a quarter of an octave: 1024 times the powers of the fourth root of 2.
const QUARTERS: [u64; 4] = [1024, 1218, 1448, 1722];
/// The highest price, in quarters of octaves, so that what is much too full is avoided alike.
const MOST_QUARTERS: u64 = 5 * OCTAVES;

/// The loads of links and ports, and the prices by which they are kept even: exponential in the load, as in
/// approximations of fractional packings (Garg & Könemann 1998).
#[derive(Debug)]
pub(super) struct Loads<'a> {
    lines: &'a Lines,
    /// By resource: the moves of all trees.
    moves: Vec<u64>,
    /// By resource: what one more move costs.
    prices: Vec<u64>,
    /// The sum of all prices.
    total: u128,
    /// The slots in which all should be carried.
    slots: u64,
}

impl<'a> Loads<'a> {
    /// Of no trees as yet, whose moves should be carried in this many slots.
    pub(super) fn new(lines: &'a Lines, slots: u64) -> Self {
        let resources = lines.capacities.len();
        let (moves, prices) = (vec![0; resources], vec![0; resources]);
        let mut made = Self { lines, moves, prices, total: 0, slots };
        made.aim();
        made
    }

    /// The slots that the busiest link or port needs.
    fn most(&self) -> u64 {
        let needs =
            self.moves.iter().zip(&self.lines.capacities).map(|(load, capacity)| load.div_ceil(*capacity));
        needs.max().unwrap_or(0)
    }

    /// Sets prices anew, for as many slots as the busiest needs if they are more than those meant before.
    pub(super) fn aim(&mut self) {
        self.slots = self.slots.max(self.most()).max(1);
        (0..self.moves.len()).for_each(|resource| self.prices[resource] = self.price(resource));
        self.total = self.prices.iter().copied().map(u128::from).sum();
    }

    fn price(&self, resource: usize) -> u64 {
        let capacity = self.lines.capacities[resource];
        let quarters = (self.moves[resource] + 1) * 4 * OCTAVES / (capacity * self.slots);
        let quarters = quarters.min(MOST_QUARTERS);
        let root = QUARTERS[usize::try_from(quarters % 4).expect("below 4")];
        ((root << (quarters / 4)) / capacity).max(1)
    }

    /// What a move over a line costs.
    pub(super) fn of_line(&self, line: usize) -> u64 {
        self.lines.all[line].resources.iter().map(|&resource| self.prices[resource]).sum()
    }

    /// The mean price of links and ports.
    pub(super) fn mean(&self) -> u64 {
        let mean = self.total / u128::from(count_of(self.prices.len()).max(1));
        u64::try_from(mean).expect("no more than the highest price")
    }

    /// Adds the moves over these lines.
    pub(super) fn add(&mut self, tree: &[usize]) {
        self.change(tree, |load| load + 1);
    }

    /// Takes the moves over these lines away.
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
