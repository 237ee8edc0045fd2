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
const MOST_STEPS: u64 = 1 << 23;
const MOST_ROUNDS: u64 = 2_000;
/// Most links that the checker looks at.
const MOST_CHECKED: u64 = 1 << 26;
/// With fewer rounds than this the search would only find what weights find.
const LEAST_ROUNDS: u64 = 24;
/// How many loads of rows are tried as the least that has a price.
const MOST_LEVELS: usize = 8;
/// Prices start here, and grow to at most so much before all are halved.
const START: u64 = 1 << 20;
const LIMIT: u64 = 1 << 40;

/// Prices whose bound T ≥ ⌈Σ `dist_p` / P⌉ is above `known`; none if none are found.
///
/// On small networks the linear program is solved exactly ([`crate::linear`]). Otherwise, or if it takes too
/// long, prices grow in proportion to how much is asked of each link and port, step by step more slowly (Garg
/// & Könemann 1998; Arora, Hazan & Kale 2012). All is done in integers; whatever prices come out are rounded
/// to the smallest numbers that prove as much, and hold by themselves. On a lift that is too large for this
/// they are sought for one link of those that its group takes to one another.
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
        grow(&rows, &mut best, rounds, known);
    }
    let value = best.value();
    if value <= known {
        return None;
    }
    let named = rows.named(&simplest(&rows, &best.prices, value));
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

/// Lets prices grow with use, until all rounds together show routes that need no more than `known` slots: in
/// each the packets go their ways in full, so they may go them in equal shares, and no prices bound more than
/// what such a flow takes.
fn grow(rows: &FlowRows<'_>, best: &mut Best<'_>, rounds: u64, known: u64) {
    let mut prices = vec![START; rows.room.len()];
    let mut uses = vec![0_u64; rows.room.len()];
    for round in 0..rounds {
        let paid = best.try_out(&prices);
        uses.iter_mut().zip(&paid.uses).for_each(|(all, more)| *all += more);
        let fits = |(&uses, &room): (&u64, &u64)| {
            u128::from(uses) <= u128::from(known) * u128::from(room) * u128::from(round + 1)
        };
        if uses.iter().zip(&rows.room).all(fits) {
            return;
        }
        // Uses per room, compared without fractions.
        let load = |row: usize| u128::from(paid.uses[row]) * u128::from(LIMIT) / u128::from(rows.room[row]);
        let Some(most) = (0..prices.len()).map(load).max().filter(|&most| most > 0) else { return };
        // By a half for the row that is used most at first, in the end by a hundredth.
        let slower = 2 + u128::from(round * 100 / rounds);
        for (row, price) in prices.iter_mut().enumerate() {
            let more = u128::from(*price) * load(row) / (most * slower);
            *price += u64::try_from(more).expect("at most half of the price");
        }
        while prices.iter().any(|&price| price > LIMIT) {
            for price in &mut prices {
                *price /= 2;
            }
        }
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
