//! Prices by the method of multipliers, while packets go over from dearer ways to the cheapest.

use super::climb::{Best, Limits, rounded_best};
use super::flow::Rows;
use crate::graph::Random;
use crate::model::wide;
use std::cmp::Ordering;

/// Loads, shares and prices have so many binary digits behind the point.
const FRACTION: u32 = 20;
const ONE: i64 = 1 << FRACTION;
/// Parts whose ways are sought side by side, none knowing of the others: as many for any number of threads.
const TOGETHER: usize = 16;
/// How often packets go over to the cheapest of the ways that are known, before new ones are sought.
const EVENED: usize = 4;
/// After so many rounds what rows have above their room costs for good, every so many rounds.
const FIRST: u64 = 18;
const RAISED: u64 = 3;
/// If so many times as much is above the room as there ever was, less costs for good, down to so little.
const WORSE: i64 = 2;
const LEAST_STEP: u32 = 6;
/// After so many rounds prices are tried, and after so many more what they are rounded to.
const TRIED: u64 = 9;
const ROUNDED: u64 = 63;
/// Most rounds, and most prices that are tried after the best.
const MOST_ROUNDS: u64 = 1_000;
const MOST_IDLE: u64 = 24;
/// A share of a demand that would be smaller than this part goes whole; so small a part of a room more is
/// none.
const LITTLE: i64 = 1 << 13;
const NONE: i64 = 1 << 10;
/// The greatest price: ways of all rows of a large network cost less than 2⁶³.
const MOST_PRICE: i64 = 1 << 36;
/// Most demands, and most rows of all ways together.
const MOST_DEMANDS: usize = 1 << 18;
const MOST_HELD: usize = 1 << 23;

/// Looks for prices whose bound is above what is known, until it is enough, or a flow needs no more slots, or
/// no better ones are found. Says how many rounds it took, those counted in which prices are tried; all, if
/// there are too many demands to begin.
///
/// What rows have above their room costs its square, and for good what it was above before: the method of
/// multipliers (Hestenes 1969, Powell 1969), whose prices are the sum of both. Every demand knows the ways
/// that it uses. In a round it hears of its cheapest one, part by part, and packets go over from dearer ways
/// by Newton's step along the difference, which is gradient projection (Bertsekas & Gafni 1982); then some
/// times among the ways that are known. If no flow fits, what is above the room does not vanish, and prices
/// grow in the proportions of a proof.
///
/// # Complexity
/// A round sends all packets once and looks a few times at the rows of all ways, 2²³ at most.
pub(in crate::bound) fn project(best: &mut Best<'_, impl Rows>, limits: Limits<'_>) -> u64 {
    let rows = best.rows;
    if (0..rows.parts()).map(|part| rows.counts(part).len()).sum::<usize>() > MOST_DEMANDS {
        return limits.rounds;
    }
    let mut flow = Flow::new(rows, limits.known);
    let mut random = Random::new(limits.known);
    let mut parts: Vec<usize> = (0..rows.parts()).collect();
    let (mut spent, mut round) = (0_u64, 0_u64);
    best.idle = 0;
    while spent < limits.rounds.min(MOST_ROUNDS) && flow.held <= MOST_HELD {
        random.shuffle(&mut parts);
        for some in parts.chunks(TOGETHER) {
            if (limits.cancel)() {
                return spent;
            }
            let found = rows.ways(some, &flow.rooms.prices());
            for (&part, ways) in some.iter().zip(found) {
                flow.hear(part, ways);
            }
        }
        for _ in 0..EVENED {
            flow.even_out();
        }
        (spent, round) = (spent + 1, round + 1);
        if round.is_multiple_of(TRIED) {
            let prices = flow.rooms.prices();
            best.try_out(&prices);
            spent += 1;
            if round.is_multiple_of(ROUNDED) {
                spent += rounded_best(best, &prices);
            }
        }
        if round >= FIRST && round.is_multiple_of(RAISED) {
            flow.rooms.raise();
        }
        if best.value() >= limits.enough || best.idle > MOST_IDLE || flow.rooms.fit() {
            return spent;
        }
    }
    spent
}

/// A way, and how many packets of its demand take it.
#[derive(Debug)]
struct Way {
    /// Its rows by index, each as often as it is used.
    rows: Vec<u32>,
    share: i64,
}

/// The packets of one node for another.
#[derive(Debug)]
struct Demand {
    count: i64,
    ways: Vec<Way>,
}

/// All packets, divided among ways.
#[derive(Debug)]
struct Flow {
    rooms: Rooms,
    /// By part.
    demands: Vec<Vec<Demand>>,
    /// Rows of all ways together.
    held: usize,
}

impl Flow {
    fn new(rows: &impl Rows, slots: u64) -> Self {
        let demand = |count| Demand { count: whole(count), ways: Vec::new() };
        let of_part = |part| rows.counts(part).into_iter().map(demand).collect();
        Self { rooms: Rooms::new(rows, slots), demands: (0..rows.parts()).map(of_part).collect(), held: 0 }
    }

    /// Lets the demands of a part go over to these ways.
    fn hear(&mut self, part: usize, ways: Vec<Vec<u32>>) {
        for (demand, mut rows) in self.demands[part].iter_mut().zip(ways) {
            rows.sort_unstable();
            let before = demand.held();
            let known = demand.ways.iter().position(|way| way.rows == rows);
            let to = known.unwrap_or_else(|| demand.learn(rows, &mut self.rooms));
            demand.go_over(to, &mut self.rooms);
            self.held = self.held + demand.held() - before;
        }
    }

    /// Lets all demands go over to the cheapest of their ways.
    fn even_out(&mut self) {
        for demand in self.demands.iter_mut().flatten() {
            let cost = |&way: &usize| self.rooms.cost(&demand.ways[way].rows);
            if let Some(to) = (0..demand.ways.len()).min_by_key(cost) {
                let before = demand.held();
                demand.go_over(to, &mut self.rooms);
                self.held = self.held + demand.held() - before;
            }
        }
    }
}

impl Demand {
    /// Rows of its ways.
    fn held(&self) -> usize {
        self.ways.iter().map(|way| way.rows.len()).sum()
    }

    /// Adds a way, which all packets take if there is no other; its place.
    fn learn(&mut self, rows: Vec<u32>, rooms: &mut Rooms) -> usize {
        let share = if self.ways.is_empty() { self.count } else { 0 };
        rooms.add(&rows, share);
        self.ways.push(Way { rows, share });
        self.ways.len() - 1
    }

    /// Packets go over between one way and each of the others, as many as make both cost the same: a packet
    /// more or less changes what each row costs by one, if it is not one of both. What was right before the
    /// others went is put right after them.
    fn go_over(&mut self, to: usize, rooms: &mut Rooms) {
        for _ in 0..2 {
            let (mut least, mut is_even) = (rooms.cost(&self.ways[to].rows), true);
            for from in (0..self.ways.len()).filter(|&from| from != to) {
                let saved = rooms.cost(&self.ways[from].rows) - least;
                if saved != 0 {
                    self.share_out(from, to, saved, rooms);
                    (least, is_even) = (rooms.cost(&self.ways[to].rows), false);
                }
            }
            if is_even {
                break;
            }
        }
        self.ways.retain(|way| way.share > 0);
    }

    /// The same between two ways, where one costs so much more.
    fn share_out(&mut self, from: usize, to: usize, saved: i64, rooms: &mut Rooms) {
        let [Way { rows: dear, share }, Way { rows: cheap, share: most }] =
            [&self.ways[from], &self.ways[to]];
        let moved = (saved / rooms.difference(dear, cheap).max(1)).max(-most);
        let moved = if share - moved < self.count / LITTLE { *share } else { moved };
        rooms.add(dear, -moved);
        rooms.add(cheap, moved);
        self.ways[from].share -= moved;
        self.ways[to].share += moved;
    }
}

/// What rows carry, and what they cost.
#[derive(Debug)]
struct Rooms {
    /// By row, in packets: what it carries in all slots, what it has to carry beyond that, and its price,
    /// which is none if below 0.
    room: Vec<i64>,
    over: Vec<i64>,
    price: Vec<i64>,
    greatest: i64,
    /// The least sum above the room so far; of what there is a part with so many digits less costs for good.
    least: i64,
    step: u32,
}

impl Rooms {
    fn new(rows: &impl Rows, slots: u64) -> Self {
        let room: Vec<i64> = rows.room().iter().map(|&room| whole(room.saturating_mul(slots))).collect();
        let over: Vec<i64> = room.iter().map(|room| -room).collect();
        let greatest = i64::try_from(rows.greatest()).unwrap_or(i64::MAX).min(MOST_PRICE);
        Self { price: over.clone(), over, room, greatest, least: i64::MAX, step: 0 }
    }

    /// What a row costs.
    #[inline]
    fn price(&self, row: usize) -> i64 {
        self.price[row].clamp(0, self.greatest)
    }

    fn prices(&self) -> Vec<u64> {
        (0..self.room.len()).map(|row| self.price(row).cast_unsigned()).collect()
    }

    /// What a way costs.
    fn cost(&self, rows: &[u32]) -> i64 {
        rows.iter().map(|&row| self.price(wide(row))).sum()
    }

    /// How many rows that cost something one of two ways uses more often than the other.
    fn difference(&self, mut one: &[u32], mut other: &[u32]) -> i64 {
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
            self.over[wide(row)] += by;
            self.price[wide(row)] += by;
        }
    }

    /// What is above the room costs for good; what is below it costs less than before.
    fn raise(&mut self) {
        let all: i64 = self.over.iter().map(|&over| over.max(0)).sum();
        if all / WORSE > self.least && self.step < LEAST_STEP {
            (self.step, self.least) = (self.step + 1, all);
        }
        self.least = self.least.min(all);
        for (price, over) in self.price.iter_mut().zip(&self.over) {
            let lasting = (*price - over + (over >> self.step)).clamp(0, self.greatest);
            *price = lasting + over;
        }
    }

    /// Whether all rows have room for their packets, but for a little.
    fn fit(&self) -> bool {
        self.over.iter().zip(&self.room).all(|(over, room)| *over <= room / NONE)
    }
}

/// A number of packets, of which there are fewer than 2²² together; of endless rooms as much as can be.
fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX).saturating_mul(ONE).min(i64::MAX / 2)
}
