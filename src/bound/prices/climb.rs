//! Prices that climb along what is asked of each row, whatever the rows are.

use super::flow::{Paid, Rows};
use num_integer::Integer;

/// Binary digits behind the point, and those that weights can spare.
const FRACTION: u32 = 20;
const HALF: u32 = 16;
/// The steepest slope, in multiples of the value.
const STEEPEST: i128 = 1 << 10;
/// Of so many prices the mean is taken, and tried as often.
const MEMORY: u64 = 10;
/// What prices begin with at least, as a part of the greatest.
const LOWEST: u64 = 1 << 6;
/// After so many rounds the mean is rounded to multiples of ever smaller parts, down to this one.
const ROUNDED: u64 = 60;
const SMALLEST: u64 = 4;

/// The best prices met so far.
#[derive(Debug)]
pub(in crate::bound) struct Best<'a, R> {
    pub(in crate::bound) rows: &'a R,
    pub(in crate::bound) prices: Vec<u64>,
    sum: u128,
    capacity: u128,
    /// How many were tried since.
    pub(super) idle: u64,
}

impl<'a, R: Rows> Best<'a, R> {
    pub(in crate::bound) fn new(rows: &'a R) -> Self {
        Self { rows, prices: vec![0; rows.room().len()], sum: 0, capacity: 1, idle: 0 }
    }

    /// Sends all packets for these prices, and remembers them if their ratio is better.
    pub(in crate::bound) fn try_out(&mut self, prices: &[u64]) -> Paid {
        let (paid, capacity) = (self.rows.cheapest(prices), self.rows.capacity(prices));
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

    /// Where prices begin to climb: all equal, or near the best that were tried, none so low that it could
    /// not come up again.
    fn beginning(&self) -> Vec<u64> {
        let greatest = self.rows.greatest();
        let highest = u128::from(self.prices.iter().copied().max().unwrap_or(0));
        if highest == 0 {
            return vec![greatest; self.prices.len()];
        }
        let range = greatest - greatest / LOWEST;
        let near = |&price: &u64| {
            let scaled = u128::from(price) * u128::from(range) / highest;
            greatest / LOWEST + u64::try_from(scaled).expect("at most the greatest")
        };
        self.prices.iter().map(near).collect()
    }

    pub(in crate::bound) fn value(&self) -> u64 {
        u64::try_from(self.sum.div_ceil(self.capacity)).expect("no bound exceeds the sum of the distances")
    }
}

/// How far prices may climb.
#[derive(Clone, Copy)]
pub(in crate::bound) struct Limits<'a> {
    /// So many rounds.
    pub(in crate::bound) rounds: u64,
    /// What is known already.
    pub(in crate::bound) known: u64,
    /// What is as good as more.
    pub(in crate::bound) enough: u64,
    /// Asked in every round; `true` ends it.
    pub(in crate::bound) cancel: &'a dyn Fn() -> bool,
}

/// Looks for prices whose bound is above what is known, until it is enough, or all rounds together show
/// routes that need no more slots: in each the packets go their ways in full, so they may go them in equal
/// shares, and no prices bound more than what such a flow takes.
///
/// With the price as its share in what a slot carries, the bound is concave on the simplex of shares, and the
/// use of a row above the mean its slope. Shares grow by the exponential of the slope times Polyak's step
/// towards a target a little above what is known (Polyak 1969; Beck & Teboulle 2003); now and then the mean
/// of the last prices is tried, and what it is rounded to, for best prices are often 0 and 1. They begin near
/// the best that were tried before. Says how many rounds it took.
pub(in crate::bound) fn climb(best: &mut Best<'_, impl Rows>, limits: Limits<'_>) -> u64 {
    let rows = best.rows;
    let mut known = limits.known;
    let mut prices = best.beginning();
    let mut mean = prices.clone();
    let mut uses = vec![0_u64; rows.room().len()];
    for round in 1..=limits.rounds {
        let paid = best.try_out(&prices);
        uses.iter_mut().zip(&paid.uses).for_each(|(all, more)| *all += more);
        let fits = |(&uses, &room): (&u64, &u64)| {
            u128::from(uses) <= u128::from(known) * u128::from(room) * u128::from(round)
        };
        if best.value() >= limits.enough || (limits.cancel)() || uses.iter().zip(rows.room()).all(fits) {
            return round;
        }
        known = known.max(best.value());
        step(rows, &mut prices, &paid, known);
        for (mean, price) in mean.iter_mut().zip(&prices) {
            *mean = (*mean / MEMORY) * (MEMORY - 1) + price / MEMORY;
        }
        if round.is_multiple_of(MEMORY) {
            best.try_out(&mean);
        }
        if round.is_multiple_of(ROUNDED) || round == limits.rounds {
            rounded_best(best, &mean);
        }
    }
    limits.rounds
}

/// Tries what prices are rounded to, for best ones are often 0 and 1; how many there were.
pub(super) fn rounded_best(best: &mut Best<'_, impl Rows>, prices: &[u64]) -> u64 {
    for parts in 1..=SMALLEST {
        best.try_out(&rounded(prices, parts));
    }
    SMALLEST
}

/// One step of prices towards a bound above `known`.
fn step(rows: &impl Rows, prices: &mut [u64], paid: &Paid, known: u64) {
    let signed = |number: u128| i128::try_from(number).expect("sums of a table");
    // Numbers with so many binary digits behind the point; slopes and the way in multiples of the value.
    let one = 1_i128 << FRACTION;
    let capacity = signed(rows.capacity(prices)).max(1);
    let value = (signed(paid.sum << FRACTION) / capacity).max(1);
    let slopes: Vec<i128> = (0..prices.len())
        .map(|row| {
            let use_of = signed(u128::from(paid.uses[row]) << FRACTION) / i128::from(rows.room()[row]);
            ((use_of - value) * one / value).min(one * STEEPEST)
        })
        .collect();
    // Weights below 2⁷² can spare digits; squares are below 2⁴⁰, and rows fewer than 2²⁵.
    let square = |(row, slope): (usize, &i128)| {
        let weight = i128::from(rows.room()[row]) * i128::from(prices[row]);
        ((slope * slope) >> FRACTION) * (weight >> HALF)
    };
    let variance = slopes.iter().enumerate().map(square).sum::<i128>() / (capacity >> HALF).max(1);
    let target = (i128::from(known) << FRACTION) + one / 8;
    let way = ((target - value) * one / value).clamp(one / 64, one * STEEPEST) / 2;
    let mut greatest = 1;
    for (price, slope) in prices.iter_mut().zip(&slopes) {
        let by = (way * slope / variance.max(1)).clamp(-one, one);
        let square = (by * by) >> FRACTION;
        let factor = one + by + square / 2 + ((square * by) >> FRACTION) / 6;
        let grown = ((i128::from(*price) * factor) >> FRACTION).max(1);
        *price = u64::try_from(grown).expect("at most three times the limit");
        greatest = greatest.max(*price);
    }
    // The greatest is brought to the limit again, so that small ones keep their digits.
    for price in prices {
        let scaled = u128::from(*price) * u128::from(rows.greatest()) / u128::from(greatest);
        *price = u64::try_from(scaled).expect("at most the limit").max(1);
    }
}

/// The prices rounded to multiples of an ever smaller part of the greatest, until they prove as much.
pub(in crate::bound) fn simplest(rows: &impl Rows, prices: &[u64], value: u64) -> Vec<u64> {
    let common = prices.iter().fold(0, |common: u64, price| common.gcd(price)).max(1);
    let greatest = prices.iter().copied().max().unwrap_or(1);
    let proves = |prices: &[u64]| {
        let capacity = rows.capacity(prices);
        capacity > 0 && rows.cheapest(prices).sum.div_ceil(capacity) >= value.into()
    };
    let small =
        (1..=16).chain((5..30).map(|shift| 1 << shift)).take_while(|&parts| parts < greatest / common);
    let found = small.map(|parts| rounded(prices, parts)).find(|prices| proves(prices));
    found.unwrap_or_else(|| prices.iter().map(|price| price / common).collect())
}

/// The prices as the nearest multiples of so small a part of the greatest.
fn rounded(prices: &[u64], parts: u64) -> Vec<u64> {
    let greatest = u128::from(prices.iter().copied().max().unwrap_or(1).max(1));
    let part = |&price: &u64| (u128::from(price) * u128::from(2 * parts) + greatest) / (2 * greatest);
    prices.iter().map(|price| u64::try_from(part(price)).expect("at most the parts")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::wide;

    /// Packets that use every row so often, whatever the prices are.
    struct Fixed {
        room: Vec<u64>,
        uses: Vec<u64>,
        /// How many of each there are.
        copies: u128,
    }

    impl Rows for Fixed {
        fn room(&self) -> &[u64] {
            &self.room
        }

        fn greatest(&self) -> u64 {
            1 << 40
        }

        fn cheapest(&self, prices: &[u64]) -> Paid {
            let paid =
                self.uses.iter().zip(prices).map(|(&uses, &price)| u128::from(uses) * u128::from(price));
            Paid { sum: paid.sum::<u128>() * self.copies, uses: self.uses.clone() }
        }

        fn parts(&self) -> usize {
            1
        }

        fn counts(&self, _: usize) -> Vec<u64> {
            vec![1]
        }

        fn ways(&self, parts: &[usize], _: &[u64]) -> Vec<Vec<Vec<u32>>> {
            let rows = (0..)
                .zip(&self.uses)
                .flat_map(|(row, &uses)| vec![row; wide(u32::try_from(uses).expect("few"))]);
            vec![vec![rows.collect()]; parts.len()]
        }
    }

    /// With a row used three times and one used once the mean is 2, slopes are ±1/2 of it, and their squares
    /// 1/4. The target is 1/8 above, and half of the way there 1/32 of the mean: shares grow by e^(±1/16).
    #[test]
    fn shares_grow_by_the_exponential_of_their_slopes() {
        let rows = Fixed { room: vec![1, 1], uses: vec![3, 1], copies: 1 };
        let mut prices = vec![1 << 40; 2];
        let paid = rows.cheapest(&prices);
        step(&rows, &mut prices, &paid, 2);
        assert_eq!(prices[0], 1 << 40);
        // e^(-1/8) = 0.8825
        assert!((8820..8830).contains(&((prices[1] * 10_000) >> 40)), "{prices:?}");
    }

    /// Products of sums of a hundred binary digits do not fit.
    #[test]
    fn the_better_of_huge_sums_is_kept() {
        let rows = Fixed { room: vec![1 << 62, 1 << 62], uses: vec![3, 1], copies: 1 << 62 };
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
        let rows = Fixed { room: vec![1, 1], uses: vec![5, 1], copies: 1 };
        for prices in [[400, 90], [400, 210], [400, 0], [90, 90]] {
            let value = rows.cheapest(&prices).sum.div_ceil(rows.capacity(&prices));
            let simple = simplest(&rows, &prices, u64::try_from(value).expect("small"));
            assert!(rows.cheapest(&simple).sum.div_ceil(rows.capacity(&simple)) >= value, "{simple:?}");
            assert!(simple.iter().max() < prices.iter().max());
        }
        // Room that a rounded price leaves without a price proves nothing.
        assert_eq!(simplest(&Fixed { room: vec![0, 1], uses: vec![5, 1], copies: 1 }, &[40, 10], 6), [2, 1]);
    }

    #[test]
    fn prices_are_rounded_to_the_nearest_part() {
        assert_eq!(rounded(&[0, 10, 24, 26, 49, 74, 76, 100], 4), [0, 0, 1, 1, 2, 3, 3, 4]);
        assert_eq!(rounded(&[0, 49, 50, 100], 1), [0, 0, 1, 1]);
    }
}
