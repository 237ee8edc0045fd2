//! Prices of single links and ports: the dual of the fractional flow of all packets.

mod copies;
mod flow;

pub(super) use copies::copy_prices;

use crate::linear::{self, Choices, Column};
use crate::model::{DemandsTask, Subgroup};
use crate::wire::{Lower, NodeRef};
use flow::{FlowRows, Paid};
use num_integer::Integer;

/// Most rows of an exact linear program, and most columns that it may ask for.
const MOST_EXACT_ROWS: usize = 24;
const MOST_COLUMNS: usize = 100;
/// Most that rows are scaled to.
const MOST_SCALE: u64 = 1 << 12;
/// Most links that the search looks at, and most times that it sends all packets.
const MOST_STEPS: u64 = 1 << 26;
const MOST_ROUNDS: u64 = 2_000;
/// Most links that the checker looks at.
const MOST_CHECKED: u64 = 1 << 26;
/// With fewer rounds than this the search would only find what weights find.
const LEAST_ROUNDS: u64 = 12;
/// How many loads of rows are tried as the least that has a price.
const MOST_LEVELS: usize = 8;
/// Prices start all equal, and the greatest is as much in every round.
const LIMIT: u64 = 1 << 40;
/// Binary digits behind the point, and those that weights can spare.
const FRACTION: u32 = 20;
const HALF: u32 = 16;
/// The steepest slope, in multiples of the value.
const STEEPEST: i128 = 1 << 10;
/// Of so many prices the mean is taken, and tried as often.
const MEMORY: u64 = 10;

/// Prices whose bound T ≥ ⌈Σ `dist_p` / P⌉ is above `known`; none if none are found.
///
/// On small networks the linear program is solved exactly ([`crate::linear`]). Otherwise, or if it takes too
/// long, they climb along what is asked of each link and port ([`climb`]). All is done in integers; whatever
/// prices come out are rounded to the smallest numbers that prove as much, and hold by themselves. On a lift
/// that is too large for this they are sought for one link of those that its group takes to one another.
///
/// # Complexity
/// O(s · A log A) for each round, s senders and A directed links, within a fixed limit.
pub(super) fn prices(task: &DemandsTask, known: u64) -> Option<Lower> {
    if !task.is_personal() || task.loads().is_empty() {
        return None;
    }
    let rounds = |rows: &FlowRows<'_>| (MOST_STEPS / rows.cost().max(1)).min(MOST_ROUNDS);
    let (mut rows, mut is_large) = (FlowRows::new(task, None), false);
    if rows.cost() > MOST_CHECKED {
        return None;
    }
    if rounds(&rows) < LEAST_ROUNDS
        && let Some(group) = Subgroup::of_lift(task.network()).filter(|group| task.orbits(group).is_some())
    {
        rows = FlowRows::new(task, Some(&group));
        is_large = true;
    }
    let mut best = Best::new(&rows);
    if is_large {
        busiest(&rows, &mut best);
    }
    let rounds = rounds(&rows);
    if rounds < LEAST_ROUNDS && !is_large {
        return None;
    }
    let is_found = is_large && best.value() > known;
    if !is_found && rounds >= LEAST_ROUNDS && (rows.room.len() > MOST_EXACT_ROWS || !exact(&rows, &mut best))
    {
        climb(&rows, &mut best, rounds, known);
    }
    let value = best.value();
    if value <= known {
        return None;
    }
    let simple = simplest(&rows, &best.prices, value);
    // Rounded ones may prove more.
    let value = rows.cheapest(&simple).sum.div_ceil(rows.capacity(&simple));
    let value = u64::try_from(value).expect("no bound exceeds the sum of the distances");
    let named = rows.named(&simple);
    let at = |node: u32| NodeRef::Index(node.into());
    Some(Lower::Prices {
        value,
        links: named.links.into_iter().map(|(from, to, price)| (at(from), at(to), price)).collect(),
        sends: named.sends.into_iter().map(|(node, price)| (at(node), price)).collect(),
        receives: named.receives.into_iter().map(|(node, price)| (at(node), price)).collect(),
    })
}

/// The best prices met so far.
#[derive(Debug)]
struct Best<'a> {
    rows: &'a FlowRows<'a>,
    prices: Vec<u64>,
    sum: u128,
    capacity: u128,
}

impl<'a> Best<'a> {
    fn new(rows: &'a FlowRows<'a>) -> Self {
        Self { rows, prices: vec![0; rows.room.len()], sum: 0, capacity: 1 }
    }

    /// Sends all packets for these prices, and remembers them if their ratio is better.
    fn try_out(&mut self, prices: &[u64]) -> Paid {
        let (paid, capacity) = (self.rows.cheapest(prices), self.rows.capacity(prices));
        // Sums below 2²² packets · 2²⁰ hops · 2⁴² and 2²⁵ rows · 2⁶⁴: their products may not fit, then the
        // quotients are compared.
        let better = match (paid.sum.checked_mul(self.capacity), self.sum.checked_mul(capacity)) {
            (Some(new), Some(old)) => new > old,
            _ => capacity > 0 && paid.sum / capacity > self.sum / self.capacity,
        };
        if better && capacity > 0 {
            (self.prices, self.sum, self.capacity) = (prices.to_vec(), paid.sum, capacity);
        }
        paid
    }

    fn value(&self) -> u64 {
        u64::try_from(self.sum.div_ceil(self.capacity)).expect("no bound exceeds the sum of the distances")
    }
}

/// Solves the linear program, unless rows carry too different numbers; whether it came to its end.
fn exact(rows: &FlowRows<'_>, best: &mut Best<'_>) -> bool {
    let common = |scale: u64, room: &u64| {
        (scale / scale.gcd(room)).checked_mul(*room).filter(|&scale| scale <= MOST_SCALE)
    };
    let Some(scale) = rows.room.iter().try_fold(1, common) else { return false };
    let mut choices = Scaled { rows, best, scale };
    let links = rows.room.len();
    let ports = u32::try_from(links).expect("few rows");
    // No limit: the weights of the optimum are the last that it asks for.
    let found = linear::refute_or_mix(links, ports, u64::MAX, &mut choices, MOST_COLUMNS);
    matches!(found, linear::Fractional::Possible(_))
}

/// The rows with their uses brought to one scale, so that every one carries as much in a slot.
struct Scaled<'a, 'b> {
    rows: &'a FlowRows<'a>,
    best: &'a mut Best<'b>,
    scale: u64,
}

impl Choices for Scaled<'_, '_> {
    fn cheapest(&mut self, weights: &[u64]) -> Column {
        let factors: Vec<u64> = self.rows.room.iter().map(|room| self.scale / room).collect();
        let prices: Vec<u64> = weights.iter().zip(&factors).map(|(w, factor)| w * factor).collect();
        let paid = self.best.try_out(&prices);
        Column { uses: paid.uses.iter().zip(&factors).map(|(uses, factor)| uses * factor).collect() }
    }
}

/// Price 1 for all rows that shortest ways fill most, or nearly so, and none for the others: what must be
/// where shortest ways leave no choice.
fn busiest(rows: &FlowRows<'_>, best: &mut Best<'_>) {
    let paid = best.try_out(&vec![1; rows.room.len()]);
    let load = |row: usize| u128::from(paid.uses[row]) * u128::from(LIMIT) / u128::from(rows.room[row]);
    let loads: Vec<u128> = (0..rows.room.len()).map(load).collect();
    let mut levels = loads.clone();
    levels.sort_unstable();
    levels.dedup();
    for level in levels.into_iter().rev().take(MOST_LEVELS) {
        let prices: Vec<u64> = loads.iter().map(|&load| u64::from(load >= level)).collect();
        best.try_out(&prices);
    }
}

/// Looks for prices whose bound is above `known`, until all rounds together show routes that need no more
/// slots: in each the packets go their ways in full, so they may go them in equal shares, and no prices bound
/// more than what such a flow takes.
///
/// With the price as its share in what a slot carries, the bound is concave on the simplex of shares, and the
/// use of a row above the mean its slope. Shares grow by the exponential of the slope times Polyak's step
/// towards a target a little above what is known (Polyak 1969; Beck & Teboulle 2003); now and then the mean
/// of the last prices is tried.
fn climb(rows: &FlowRows<'_>, best: &mut Best<'_>, rounds: u64, mut known: u64) {
    let mut prices = vec![LIMIT; rows.room.len()];
    let mut mean = prices.clone();
    let mut uses = vec![0_u64; rows.room.len()];
    for round in 1..=rounds {
        let paid = best.try_out(&prices);
        uses.iter_mut().zip(&paid.uses).for_each(|(all, more)| *all += more);
        let fits = |(&uses, &room): (&u64, &u64)| {
            u128::from(uses) <= u128::from(known) * u128::from(room) * u128::from(round)
        };
        if uses.iter().zip(&rows.room).all(fits) {
            return;
        }
        known = known.max(best.value());
        step(rows, &mut prices, &paid, known);
        for (mean, price) in mean.iter_mut().zip(&prices) {
            *mean = (*mean / MEMORY) * (MEMORY - 1) + price / MEMORY;
        }
        if round.is_multiple_of(MEMORY) {
            best.try_out(&mean);
        }
    }
}

/// One step of prices towards a bound above `known`.
fn step(rows: &FlowRows<'_>, prices: &mut [u64], paid: &Paid, known: u64) {
    let signed = |number: u128| i128::try_from(number).expect("sums of a table");
    // Numbers with so many binary digits behind the point; slopes and the way in multiples of the value.
    let one = 1_i128 << FRACTION;
    let capacity = signed(rows.capacity(prices)).max(1);
    let value = (signed(paid.sum << FRACTION) / capacity).max(1);
    let slopes: Vec<i128> = (0..prices.len())
        .map(|row| {
            let use_of = signed(u128::from(paid.uses[row]) << FRACTION) / i128::from(rows.room[row]);
            ((use_of - value) * one / value).min(one * STEEPEST)
        })
        .collect();
    // Weights below 2⁷² can spare digits; squares are below 2⁴⁰, and rows fewer than 2²⁵.
    let square = |(row, slope): (usize, &i128)| {
        let weight = i128::from(rows.room[row]) * i128::from(prices[row]);
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
        let scaled = u128::from(*price) * u128::from(LIMIT) / u128::from(greatest);
        *price = u64::try_from(scaled).expect("at most the limit").max(1);
    }
}

/// The prices rounded to multiples of an ever smaller part of the greatest, until they prove as much.
fn simplest(rows: &FlowRows<'_>, prices: &[u64], value: u64) -> Vec<u64> {
    let common = prices.iter().fold(0, |common: u64, price| common.gcd(price)).max(1);
    let greatest = prices.iter().copied().max().unwrap_or(1).max(1);
    let proves = |prices: &[u64]| {
        let capacity = rows.capacity(prices);
        capacity > 0 && rows.cheapest(prices).sum.div_ceil(capacity) >= value.into()
    };
    let rounded = |parts: u64| -> Vec<u64> {
        let part = |&price: &u64| {
            (u128::from(price) * u128::from(2 * parts) + u128::from(greatest)) / u128::from(2 * greatest)
        };
        prices.iter().map(|price| u64::try_from(part(price)).expect("at most the parts")).collect()
    };
    let small =
        (1..=16).chain((5..30).map(|shift| 1 << shift)).take_while(|&parts| parts < greatest / common);
    let found = small.map(rounded).find(|prices| proves(prices));
    found.unwrap_or_else(|| prices.iter().map(|price| price / common).collect())
}
