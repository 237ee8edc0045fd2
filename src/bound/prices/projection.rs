//! Searches for prices by the method of multipliers: packets shift from dearer routes to the cheapest ones.

use super::climb::{Best, Limits, try_rounded};
use super::flow::Routes;
use crate::graph::Random;
use crate::model::wide;
use std::cmp::Ordering;

/// Binary digits behind the point of loads, shares and prices, which are fixed-point numbers.
const FRACTION_BITS: u32 = 20;
const FIXED_POINT_ONE: i64 = 1 << FRACTION_BITS;
/// Parts whose routes are computed side by side for the same prices, whatever the number of threads is.
const PARTS_PER_BATCH: usize = 16;
/// Passes in a round that shift packets among the routes already known.
const SHIFT_PASSES_PER_ROUND: usize = 4;
/// The first round in which multipliers may be updated, and the rounds from one update to the next.
const FIRST_MULTIPLIER_ROUND: u64 = 18;
const ROUNDS_PER_MULTIPLIER_UPDATE: u64 = 3;
/// If the total excess is above this multiple of the least so far, the step of the multipliers is halved; and
/// how often that is done at most.
const EXCESS_GROWTH_THAT_HALVES_STEP: i64 = 2;
const MAX_STEP_HALVINGS: u32 = 6;
/// Rounds from one trial of the prices to the next, and from one trial of rounded prices to the next.
const ROUNDS_PER_TRIAL: u64 = 9;
const ROUNDS_PER_ROUNDED_TRIAL: u64 = 63;
/// Most rounds, and most trials since the best prices were found.
const MAX_PROJECTION_ROUNDS: u64 = 1_000;
const MAX_IDLE_TRIALS: u64 = 24;
/// If less than 1/2¹³ of a demand would stay on a route, all of its share leaves the route.
const MIN_SHARE_DIVISOR: i64 = 1 << 13;
/// An excess of up to 1/2¹⁰ of the capacity is tolerated.
const EXCESS_TOLERANCE_DIVISOR: i64 = 1 << 10;
/// The greatest price: routes through all rows of a large network cost less than 2⁶³.
const MAX_MULTIPLIER_PRICE: i64 = 1 << 36;
/// Most demands, and most rows of all routes together.
const MAX_DEMANDS: usize = 1 << 18;
const MAX_STORED_ROWS: usize = 1 << 23;

/// Searches for prices whose bound is above `limits.known`, until the bound is enough, a flow fits into the
/// known slots, or no better prices are found. Returns the number of rounds that it took, where a trial of
/// prices counts as a round; all rounds if there are too many demands to begin.
///
/// The excess of a row, its load above its capacity, costs half its square plus a multiplier times itself:
/// the method of multipliers (Hestenes 1969, Powell 1969). The price of a row is its excess plus its
/// multiplier. Every demand keeps the routes that it uses. In a round cheapest routes are computed part by
/// part, and packets shift to them from dearer routes by Newton's step along the difference, which is
/// gradient projection (Bertsekas & Gafni 1982). A few passes then shift packets among the known routes. If
/// no flow fits, the excess does not vanish, and prices grow in the proportions of a proof.
///
/// # Complexity
/// A round sends all packets once and goes a few times through the rows of all routes, 2²³ at most.
pub(in crate::bound) fn project(best: &mut Best<'_, impl Routes>, limits: Limits<'_>) -> u64 {
    let rows = best.rows;
    if (0..rows.parts()).map(|part| rows.counts(part).len()).sum::<usize>() > MAX_DEMANDS {
        return limits.rounds;
    }
    let mut flow = Flow::new(rows, limits.known);
    let mut random = Random::new(limits.known);
    let mut parts: Vec<usize> = (0..rows.parts()).collect();
    let (mut spent, mut round) = (0_u64, 0_u64);
    best.idle = 0;
    while spent < limits.rounds.min(MAX_PROJECTION_ROUNDS) && flow.stored_rows <= MAX_STORED_ROWS {
        random.shuffle(&mut parts);
        for some in parts.chunks(PARTS_PER_BATCH) {
            if (limits.cancel)() {
                return spent;
            }
            let found = rows.cheapest_routes(some, &flow.loads.prices());
            for (&part, routes) in some.iter().zip(found) {
                flow.shift_to_routes(part, routes);
            }
        }
        for _ in 0..SHIFT_PASSES_PER_ROUND {
            flow.shift_to_cheapest();
        }
        (spent, round) = (spent + 1, round + 1);
        if round.is_multiple_of(ROUNDS_PER_TRIAL) {
            let prices = flow.loads.prices();
            best.try_out(&prices);
            spent += 1;
            if round.is_multiple_of(ROUNDS_PER_ROUNDED_TRIAL) {
                spent += try_rounded(best, &prices);
            }
        }
        if round >= FIRST_MULTIPLIER_ROUND && round.is_multiple_of(ROUNDS_PER_MULTIPLIER_UPDATE) {
            flow.loads.update_multipliers();
        }
        if best.value() >= limits.enough || best.idle > MAX_IDLE_TRIALS || flow.loads.fits() {
            return spent;
        }
    }
    spent
}

/// A route, and how many packets of its demand take it.
#[derive(Debug)]
struct Route {
    /// Its rows by index, each as often as the route uses it.
    rows: Vec<u32>,
    share: i64,
}

/// The packets of one node for another.
#[derive(Debug)]
struct Demand {
    count: i64,
    routes: Vec<Route>,
}

/// All packets, divided among routes.
#[derive(Debug)]
struct Flow {
    loads: RowLoads,
    /// By part.
    demands: Vec<Vec<Demand>>,
    /// Rows of all routes together.
    stored_rows: usize,
}

impl Flow {
    fn new(rows: &impl Routes, slots: u64) -> Self {
        let demand = |count| Demand { count: fixed_point(count), routes: Vec::new() };
        let of_part = |part| rows.counts(part).into_iter().map(demand).collect();
        Self {
            loads: RowLoads::new(rows, slots),
            demands: (0..rows.parts()).map(of_part).collect(),
            stored_rows: 0,
        }
    }

    /// Shifts packets of each demand of a part to its route in `routes`.
    fn shift_to_routes(&mut self, part: usize, routes: Vec<Vec<u32>>) {
        for (demand, mut rows) in self.demands[part].iter_mut().zip(routes) {
            rows.sort_unstable();
            let before = demand.stored_rows();
            let known = demand.routes.iter().position(|route| route.rows == rows);
            let to = known.unwrap_or_else(|| demand.add_route(rows, &mut self.loads));
            demand.shift_to_route(to, &mut self.loads);
            self.stored_rows = self.stored_rows + demand.stored_rows() - before;
        }
    }

    /// Shifts packets of every demand to the cheapest of its known routes.
    fn shift_to_cheapest(&mut self) {
        for demand in self.demands.iter_mut().flatten() {
            let cost = |&route: &usize| self.loads.cost(&demand.routes[route].rows);
            if let Some(to) = (0..demand.routes.len()).min_by_key(cost) {
                let before = demand.stored_rows();
                demand.shift_to_route(to, &mut self.loads);
                self.stored_rows = self.stored_rows + demand.stored_rows() - before;
            }
        }
    }
}

impl Demand {
    /// Returns the number of rows of its routes.
    fn stored_rows(&self) -> usize {
        self.routes.iter().map(|route| route.rows.len()).sum()
    }

    /// Adds a route and returns its place; all packets take it if there is no other.
    fn add_route(&mut self, rows: Vec<u32>, loads: &mut RowLoads) -> usize {
        let share = if self.routes.is_empty() { self.count } else { 0 };
        loads.add(&rows, share);
        self.routes.push(Route { rows, share });
        self.routes.len() - 1
    }

    /// Shifts packets between route `to` and each of the others until both cost as much. A packet more or
    /// less changes the price of each row by one, unless both routes use the row. A second pass corrects what
    /// later shifts have changed.
    fn shift_to_route(&mut self, to: usize, loads: &mut RowLoads) {
        for _ in 0..2 {
            let (mut least, mut is_even) = (loads.cost(&self.routes[to].rows), true);
            for from in (0..self.routes.len()).filter(|&from| from != to) {
                let saved = loads.cost(&self.routes[from].rows) - least;
                if saved != 0 {
                    self.shift_between(from, to, saved, loads);
                    (least, is_even) = (loads.cost(&self.routes[to].rows), false);
                }
            }
            if is_even {
                break;
            }
        }
        self.routes.retain(|route| route.share > 0);
    }

    /// Shifts packets from route `from` to route `to`, which costs `saved` less; back if `saved` is negative.
    fn shift_between(&mut self, from: usize, to: usize, saved: i64, loads: &mut RowLoads) {
        let [Route { rows: dear, share }, Route { rows: cheap, share: most }] =
            [&self.routes[from], &self.routes[to]];
        let moved = (saved / loads.count_differing_rows(dear, cheap).max(1)).max(-most);
        let moved = if share - moved < self.count / MIN_SHARE_DIVISOR { *share } else { moved };
        loads.add(dear, -moved);
        loads.add(cheap, moved);
        self.routes[from].share -= moved;
        self.routes[to].share += moved;
    }
}

/// Loads and prices of the rows.
#[derive(Debug)]
struct RowLoads {
    /// By row, in packets: its capacity in all slots, its load above that, and its price, which counts as 0
    /// if it is negative.
    capacity: Vec<i64>,
    excess: Vec<i64>,
    price: Vec<i64>,
    greatest: i64,
    /// The least total excess so far, and how often the step was halved: an update adds excess / 2^halvings
    /// to a multiplier.
    least_excess: i64,
    step_halvings: u32,
}

impl RowLoads {
    fn new(rows: &impl Routes, slots: u64) -> Self {
        let capacity: Vec<i64> =
            rows.capacities().iter().map(|&capacity| fixed_point(capacity.saturating_mul(slots))).collect();
        let excess: Vec<i64> = capacity.iter().map(|capacity| -capacity).collect();
        let greatest = i64::try_from(rows.greatest()).unwrap_or(i64::MAX).min(MAX_MULTIPLIER_PRICE);
        Self { price: excess.clone(), excess, capacity, greatest, least_excess: i64::MAX, step_halvings: 0 }
    }

    /// Returns the price of a row, between 0 and the greatest.
    #[inline]
    fn price(&self, row: usize) -> i64 {
        self.price[row].clamp(0, self.greatest)
    }

    fn prices(&self) -> Vec<u64> {
        (0..self.capacity.len()).map(|row| self.price(row).cast_unsigned()).collect()
    }

    /// Returns the cost of a route.
    fn cost(&self, rows: &[u32]) -> i64 {
        rows.iter().map(|&row| self.price(wide(row))).sum()
    }

    /// Returns how many rows with a price one of two routes uses more often than the other.
    fn count_differing_rows(&self, mut one: &[u32], mut other: &[u32]) -> i64 {
        let mut count = 0;
        while let (Some(&first), Some(&second)) = (one.first(), other.first()) {
            let order = first.cmp(&second);
            count += i64::from(order != Ordering::Equal && self.price(wide(first.min(second))) > 0);
            one = &one[usize::from(order != Ordering::Greater)..];
            other = &other[usize::from(order != Ordering::Less)..];
        }
        let dear = one.iter().chain(other).filter(|&&row| self.price(wide(row)) > 0).count();
        count + i64::try_from(dear).expect("a way is short")
    }

    fn add(&mut self, rows: &[u32], by: i64) {
        for &row in rows {
            self.excess[wide(row)] += by;
            self.price[wide(row)] += by;
        }
    }

    /// Adds the excess of each row to its multiplier, times the step; a negative excess lowers the
    /// multiplier.
    fn update_multipliers(&mut self) {
        let all: i64 = self.excess.iter().map(|&excess| excess.max(0)).sum();
        if all / EXCESS_GROWTH_THAT_HALVES_STEP > self.least_excess && self.step_halvings < MAX_STEP_HALVINGS
        {
            (self.step_halvings, self.least_excess) = (self.step_halvings + 1, all);
        }
        self.least_excess = self.least_excess.min(all);
        for (price, excess) in self.price.iter_mut().zip(&self.excess) {
            let lasting = (*price - excess + (excess >> self.step_halvings)).clamp(0, self.greatest);
            *price = lasting + excess;
        }
    }

    /// Returns whether all rows have capacity for their packets, within the tolerance.
    fn fits(&self) -> bool {
        self.excess
            .iter()
            .zip(&self.capacity)
            .all(|(excess, capacity)| *excess <= capacity / EXCESS_TOLERANCE_DIVISOR)
    }
}

/// Converts a number of packets, fewer than 2²² together, to fixed point; unlimited capacities become half of
/// the greatest integer.
fn fixed_point(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX).saturating_mul(FIXED_POINT_ONE).min(i64::MAX / 2)
}
