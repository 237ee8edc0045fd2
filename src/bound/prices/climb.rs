//! Searches for prices by subgradient ascent, whatever the rows are.

use super::flow::{PricedFlow, Rows};
use num_integer::Integer;

/// Binary digits behind the point of fixed-point numbers, and digits that weights can spare.
const FRACTION_BITS: u32 = 20;
const SPARED_WEIGHT_BITS: u32 = 16;
/// The steepest slope, in multiples of the value.
const MAX_RELATIVE_SLOPE: i128 = 1 << 10;
/// Rounds over which the mean of the prices runs, and from one trial of the mean to the next.
const ROUNDS_PER_MEAN: u64 = 10;
/// No starting price is below 1/64 of the greatest price.
const MIN_START_PRICE_DIVISOR: u64 = 1 << 6;
/// Rounds from one trial of the rounded mean to the next; it is rounded to multiples of 1, 1/2, … 1/4 of its
/// greatest price.
const ROUNDS_PER_ROUNDED_TRIAL: u64 = 60;
const MAX_ROUNDING_PARTS: u64 = 4;

/// The best prices met so far.
#[derive(Debug)]
pub(in crate::bound) struct Best<'a, R> {
    pub(in crate::bound) rows: &'a R,
    pub(in crate::bound) prices: Vec<u64>,
    sum: u128,
    capacity: u128,
    /// Trials since the best prices were found.
    pub(super) idle: u64,
}

impl<'a, R: Rows> Best<'a, R> {
    pub(in crate::bound) fn new(rows: &'a R) -> Self {
        Self { rows, prices: vec![0; rows.capacities().len()], sum: 0, capacity: 1, idle: 0 }
    }

    /// Sends all packets for these prices, and keeps the prices as the best if their ratio is better.
    pub(in crate::bound) fn try_out(&mut self, prices: &[u64]) -> PricedFlow {
        let (paid, capacity) = (self.rows.cheapest(prices), self.rows.priced_capacity(prices));
        // Sums below 2²² packets · 2²⁰ hops · 2⁴² and 2²⁵ rows · 2⁶⁴: their products may not fit, then the
        // quotients are compared.
        let better = match (paid.sum.checked_mul(self.capacity), self.sum.checked_mul(capacity)) {
            (Some(new), Some(old)) => new > old,
            _ => capacity > 0 && paid.sum / capacity > self.sum / self.capacity,
        };
        self.idle += 1;
        if better && capacity > 0 {
            self.idle = 0;
            (self.prices, self.sum, self.capacity) = (prices.to_vec(), paid.sum, capacity);
        }
        paid
    }

    /// Returns the starting prices: all equal, or near the best that were tried, none so low that it could
    /// not rise again.
    fn starting_prices(&self) -> Vec<u64> {
        let greatest = self.rows.greatest();
        let highest = u128::from(self.prices.iter().copied().max().unwrap_or(0));
        if highest == 0 {
            return vec![greatest; self.prices.len()];
        }
        let range = greatest - greatest / MIN_START_PRICE_DIVISOR;
        let near = |&price: &u64| {
            let scaled = u128::from(price) * u128::from(range) / highest;
            greatest / MIN_START_PRICE_DIVISOR + u64::try_from(scaled).expect("at most the greatest")
        };
        self.prices.iter().map(near).collect()
    }

    pub(in crate::bound) fn value(&self) -> u64 {
        u64::try_from(self.sum.div_ceil(self.capacity)).expect("no bound exceeds the sum of the distances")
    }
}

/// Limits of a search for prices.
#[derive(Clone, Copy)]
pub(in crate::bound) struct Limits<'a> {
    /// Most rounds.
    pub(in crate::bound) rounds: u64,
    /// The bound that is known already, in slots.
    pub(in crate::bound) known: u64,
    /// The bound at which the search ends, in slots.
    pub(in crate::bound) enough: u64,
    /// Asked in every round; `true` ends it.
    pub(in crate::bound) cancel: &'a dyn Fn() -> bool,
}

/// Searches for prices whose bound is above `limits.known`, until the bound is enough or a flow proves that
/// no prices bound more. The flow divides the packets equally among the routes of all rounds: if no row
/// gets more of it than it carries in the known slots, no bound exceeds those slots. Returns the number of
/// rounds that it took.
///
/// Take the price of a row times its capacity as its share of the total: the bound is concave on the simplex
/// of shares, and its slope is the use of a row above the mean. Shares grow by the exponential of the slope
/// times Polyak's step towards a target a little above what is known (Polyak 1969; Beck & Teboulle 2003). The
/// mean of the last prices is tried now and then, and also rounded, for best prices are often 0 and 1. The
/// search starts near the best prices that were tried before.
pub(in crate::bound) fn climb(best: &mut Best<'_, impl Rows>, limits: Limits<'_>) -> u64 {
    let rows = best.rows;
    let mut known = limits.known;
    let mut prices = best.starting_prices();
    let mut mean = prices.clone();
    let mut uses = vec![0_u64; rows.capacities().len()];
    for round in 1..=limits.rounds {
        let paid = best.try_out(&prices);
        uses.iter_mut().zip(&paid.uses).for_each(|(all, more)| *all += more);
        let fits = |(&uses, &capacity): (&u64, &u64)| {
            u128::from(uses) <= u128::from(known) * u128::from(capacity) * u128::from(round)
        };
        if best.value() >= limits.enough || (limits.cancel)() || uses.iter().zip(rows.capacities()).all(fits)
        {
            return round;
        }
        known = known.max(best.value());
        step_prices(rows, &mut prices, &paid, known);
        for (mean, price) in mean.iter_mut().zip(&prices) {
            *mean = (*mean / ROUNDS_PER_MEAN) * (ROUNDS_PER_MEAN - 1) + price / ROUNDS_PER_MEAN;
        }
        if round.is_multiple_of(ROUNDS_PER_MEAN) {
            best.try_out(&mean);
        }
        if round.is_multiple_of(ROUNDS_PER_ROUNDED_TRIAL) || round == limits.rounds {
            try_rounded(best, &mean);
        }
    }
    limits.rounds
}

/// Tries the prices rounded, for best prices are often 0 and 1; returns the number of trials.
pub(super) fn try_rounded(best: &mut Best<'_, impl Rows>, prices: &[u64]) -> u64 {
    for parts in 1..=MAX_ROUNDING_PARTS {
        best.try_out(&rounded(prices, parts));
    }
    MAX_ROUNDING_PARTS
}

/// Moves the prices by one step towards a bound above `known`.
fn step_prices(rows: &impl Rows, prices: &mut [u64], paid: &PricedFlow, known: u64) {
    let signed = |number: u128| i128::try_from(number).expect("sums of a table");
    // Fixed-point numbers; slopes and the length of the step are in multiples of the value.
    let one = 1_i128 << FRACTION_BITS;
    let capacity = signed(rows.priced_capacity(prices)).max(1);
    let value = (signed(paid.sum << FRACTION_BITS) / capacity).max(1);
    let slopes: Vec<i128> = (0..prices.len())
        .map(|row| {
            let use_of =
                signed(u128::from(paid.uses[row]) << FRACTION_BITS) / i128::from(rows.capacities()[row]);
            ((use_of - value) * one / value).min(one * MAX_RELATIVE_SLOPE)
        })
        .collect();
    // Weights below 2⁷² can spare digits; squares are below 2⁴⁰, and rows fewer than 2²⁵.
    let square = |(row, slope): (usize, &i128)| {
        let weight = i128::from(rows.capacities()[row]) * i128::from(prices[row]);
        ((slope * slope) >> FRACTION_BITS) * (weight >> SPARED_WEIGHT_BITS)
    };
    let variance =
        slopes.iter().enumerate().map(square).sum::<i128>() / (capacity >> SPARED_WEIGHT_BITS).max(1);
    let target = (i128::from(known) << FRACTION_BITS) + one / 8;
    let length = ((target - value) * one / value).clamp(one / 64, one * MAX_RELATIVE_SLOPE) / 2;
    let mut greatest = 1;
    for (price, slope) in prices.iter_mut().zip(&slopes) {
        let by = (length * slope / variance.max(1)).clamp(-one, one);
        let square = (by * by) >> FRACTION_BITS;
        let factor = one + by + square / 2 + ((square * by) >> FRACTION_BITS) / 6;
        let grown = ((i128::from(*price) * factor) >> FRACTION_BITS).max(1);
        *price = u64::try_from(grown).expect("at most three times the limit");
        greatest = greatest.max(*price);
    }
    // The greatest is brought to the limit again, so that small ones keep their digits.
    for price in prices {
        let scaled = u128::from(*price) * u128::from(rows.greatest()) / u128::from(greatest);
        *price = u64::try_from(scaled).expect("at most the limit").max(1);
    }
}

/// Returns the prices rounded to multiples of an ever smaller part of the greatest, until they prove the
/// bound `value`.
pub(in crate::bound) fn simplest_prices(rows: &impl Rows, prices: &[u64], value: u64) -> Vec<u64> {
    let common = prices.iter().fold(0, |common: u64, price| common.gcd(price)).max(1);
    let greatest = prices.iter().copied().max().unwrap_or(1);
    let proves = |prices: &[u64]| {
        let capacity = rows.priced_capacity(prices);
        capacity > 0 && rows.cheapest(prices).sum.div_ceil(capacity) >= value.into()
    };
    let small =
        (1..=16).chain((5..30).map(|shift| 1 << shift)).take_while(|&parts| parts < greatest / common);
    let found = small.map(|parts| rounded(prices, parts)).find(|prices| proves(prices));
    found.unwrap_or_else(|| prices.iter().map(|price| price / common).collect())
}

/// Returns the prices as the nearest multiples of 1/`parts` of the greatest.
fn rounded(prices: &[u64], parts: u64) -> Vec<u64> {
    let greatest = u128::from(prices.iter().copied().max().unwrap_or(1).max(1));
    let part = |&price: &u64| (u128::from(price) * u128::from(2 * parts) + greatest) / (2 * greatest);
    prices.iter().map(|price| u64::try_from(part(price)).expect("at most the parts")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packets that use every row a fixed number of times, whatever the prices are.
    struct Fixed {
        capacities: Vec<u64>,
        uses: Vec<u64>,
        /// How many copies of each packet there are.
        copies: u128,
    }

    impl Rows for Fixed {
        fn capacities(&self) -> &[u64] {
            &self.capacities
        }

        fn greatest(&self) -> u64 {
            1 << 40
        }

        fn cheapest(&self, prices: &[u64]) -> PricedFlow {
            let paid =
                self.uses.iter().zip(prices).map(|(&uses, &price)| u128::from(uses) * u128::from(price));
            PricedFlow { sum: paid.sum::<u128>() * self.copies, uses: self.uses.clone() }
        }
    }

    /// With a row used three times and one used once the mean is 2, slopes are ±1/2 of it, and their squares
    /// 1/4. The target is 1/8 above, and half of the distance to it 1/32 of the mean: shares grow by
    /// e^(±1/16).
    #[test]
    fn shares_grow_by_the_exponential_of_their_slopes() {
        let rows = Fixed { capacities: vec![1, 1], uses: vec![3, 1], copies: 1 };
        let mut prices = vec![1 << 40; 2];
        let paid = rows.cheapest(&prices);
        step_prices(&rows, &mut prices, &paid, 2);
        assert_eq!(prices[0], 1 << 40);
        // e^(-1/8) = 0.8825
        assert!((8820..8830).contains(&((prices[1] * 10_000) >> 40)), "{prices:?}");
    }

    /// Products of sums of a hundred binary digits do not fit.
    #[test]
    fn the_better_of_huge_sums_is_kept() {
        let rows = Fixed { capacities: vec![1 << 62, 1 << 62], uses: vec![3, 1], copies: 1 << 62 };
        let mut best = Best::new(&rows);
        let prices = [[1 << 38, 1 << 40], [1 << 40, 1 << 38], [1 << 39, 1 << 40]];
        for prices in &prices {
            best.try_out(prices);
        }
        assert_eq!(best.prices, prices[1]);
    }

    #[test]
    fn the_simplest_prices_prove_as_much() {
        // Alone the first row proves 5, and the second 1; of equal prices nothing follows but 3.
        let rows = Fixed { capacities: vec![1, 1], uses: vec![5, 1], copies: 1 };
        for prices in [[400, 90], [400, 210], [400, 0], [90, 90]] {
            let value = rows.cheapest(&prices).sum.div_ceil(rows.priced_capacity(&prices));
            let simple = simplest_prices(&rows, &prices, u64::try_from(value).expect("small"));
            assert!(
                rows.cheapest(&simple).sum.div_ceil(rows.priced_capacity(&simple)) >= value,
                "{simple:?}"
            );
            assert!(simple.iter().max() < prices.iter().max());
        }
        // Capacity of a row whose price is rounded to 0 proves nothing.
        assert_eq!(
            simplest_prices(&Fixed { capacities: vec![0, 1], uses: vec![5, 1], copies: 1 }, &[40, 10], 6),
            [2, 1]
        );
    }

    #[test]
    fn prices_are_rounded_to_the_nearest_part() {
        assert_eq!(rounded(&[0, 10, 24, 26, 49, 74, 76, 100], 4), [0, 0, 1, 1, 2, 3, 3, 4]);
        assert_eq!(rounded(&[0, 49, 50, 100], 1), [0, 0, 1, 1]);
    }
}
