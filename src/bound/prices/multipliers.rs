//! Prices by the method of multipliers, while packets go part by part.

use super::climb::{Best, Limits, rounded_best};
use super::flow::Rows;
use crate::graph::Random;
use crate::model::count_of;

/// Loads and prices have so many binary digits behind the point.
const FRACTION: u32 = 20;
const ONE: i64 = 1 << FRACTION;
/// Parts that go side by side, none knowing of the others: as many for any number of threads.
const TOGETHER: usize = 8;
/// After so many rounds the prices are tried, and after so many more what they are rounded to.
const TRIED: u64 = 5;
const ROUNDED: u64 = 60;
/// Most rounds, and most prices that are tried after the best.
const MOST_ROUNDS: u64 = 500;
const MOST_IDLE: u64 = 40;
/// Packets too many count as if there were never more slots than so many.
const SLOTS: u64 = 1 << 7;
/// A move costs so much beside the price, and after so many rounds from round to round a part less.
const MOVE: i64 = ONE / 2;
const FULL_ROUNDS: u64 = 60;
const FADES: i64 = 100;

/// How prices go on from round to round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::bound) enum Pace {
    /// From nothing, where rows are for all slots, and moves cost at first.
    Fresh,
    /// From the best prices that were tried, for a row in every slot.
    Near,
}

impl Pace {
    /// Of so many rounds a load is the mean.
    fn memory(self, round: u64) -> i64 {
        let rounds = match self {
            Self::Fresh => round / 2 + 1,
            Self::Near => (round / 2 + 1).min((round / 6).max(6)),
        };
        i64::try_from(rounds).expect("few rounds")
    }

    /// By how much a row that has so much above its room, the mean of so many rounds, gets dearer for good.
    fn raise(self, over: i64, memory: i64) -> i64 {
        match self {
            Self::Fresh => over / 4,
            Self::Near => 2 * over / memory,
        }
    }

    /// What a move costs.
    fn of_move(self) -> i64 {
        if self == Self::Fresh { MOVE } else { 0 }
    }
}

/// Looks for prices whose bound is above what is known, until it is enough, or the flow needs no more slots,
/// or no better ones are found. Says how many rounds it took, those counted in which prices are tried.
///
/// All packets go part by part, divided as they like. For good a row costs what it had above its room in all
/// rounds, and beside that what the mean of the last rounds has there now: the method of multipliers
/// (Hestenes 1969, Powell 1969). What rows cost for good are the prices. On heavy loads they come nearer to
/// the best in as many rounds than those of [`super::climb`], which begin better.
///
/// # Complexity
/// A round sends all packets once.
pub(in crate::bound) fn multiply(best: &mut Best<'_, impl Rows>, limits: Limits<'_>, pace: Pace) -> u64 {
    let rows = best.rows;
    let mut flow = Flow::new(best, limits.known, pace);
    let mut random = Random::new(limits.known);
    let mut parts: Vec<usize> = (0..rows.parts()).collect();
    let (mut spent, mut round) = (0, 0);
    best.idle = 0;
    while spent < limits.rounds.min(MOST_ROUNDS) {
        random.shuffle(&mut parts);
        flow.begin(round, pace);
        for some in parts.chunks(TOGETHER) {
            if (limits.cancel)() {
                return spent;
            }
            let uses = rows.uses(some, &flow.prices());
            flow.add(&uses);
        }
        flow.raise(pace);
        (spent, round) = (spent + 1, round + 1);
        if round.is_multiple_of(TRIED) {
            let prices = flow.lasting();
            best.try_out(&prices);
            spent += 1;
            if round.is_multiple_of(ROUNDED) {
                spent += rounded_best(best, &prices);
            }
        }
        if best.value() >= limits.enough || best.idle > MOST_IDLE || flow.fits() {
            return spent;
        }
    }
    spent
}

/// The flow of all packets, and what it costs.
#[derive(Debug)]
struct Flow {
    /// What each row carries in a slot, and the slots.
    rooms: Vec<u64>,
    room: i64,
    /// Packets that count as one.
    unit: i64,
    /// By row, in rooms of a slot: the mean of the last rounds; what it costs for good.
    load: Vec<i64>,
    lasting: Vec<i64>,
    memory: i64,
    of_move: i64,
    greatest: i64,
}

impl Flow {
    fn new(best: &Best<'_, impl Rows>, slots: u64, pace: Pace) -> Self {
        let rooms = best.rows.room().to_vec();
        let unit = i64::try_from((slots / SLOTS).max(1)).unwrap_or(i64::MAX);
        let lasting = match pace {
            Pace::Fresh => vec![0; rooms.len()],
            Pace::Near => with_mean_one(&best.prices),
        };
        Self {
            room: i64::try_from(slots).unwrap_or(1).saturating_mul(ONE),
            unit,
            load: vec![0; rooms.len()],
            lasting,
            memory: 1,
            of_move: pace.of_move(),
            greatest: i64::try_from(best.rows.greatest()).unwrap_or(i64::MAX),
            rooms,
        }
    }

    /// Begins a round, which is a part of the mean.
    fn begin(&mut self, round: u64, pace: Pace) {
        self.memory = pace.memory(round);
        let memory = self.memory;
        self.load.iter_mut().for_each(|load| *load -= *load / memory);
        if round > FULL_ROUNDS {
            self.of_move -= self.of_move / FADES;
        }
    }

    /// What a row has above its room.
    fn over(&self, row: usize) -> i64 {
        (self.load[row] - self.room) / self.unit
    }

    /// What rows cost now.
    fn prices(&self) -> Vec<u64> {
        let price = |row: usize| self.price(self.lasting[row] + self.over(row) / 2);
        (0..self.load.len()).map(price).collect()
    }

    /// What rows cost for good, and moves.
    fn lasting(&self) -> Vec<u64> {
        self.lasting.iter().map(|&lasting| self.price(lasting)).collect()
    }

    fn price(&self, price: i64) -> u64 {
        (price.max(0) + self.of_move).min(self.greatest).cast_unsigned()
    }

    /// Packets use rows so often. There are fewer than 2²² of them.
    fn add(&mut self, uses: &[u64]) {
        for ((load, &uses), &room) in self.load.iter_mut().zip(uses).zip(&self.rooms) {
            *load += ((uses << FRACTION) / room.max(1)).cast_signed() / self.memory;
        }
    }

    /// Ends a round.
    fn raise(&mut self, pace: Pace) {
        for row in 0..self.load.len() {
            let change = pace.raise(self.over(row), self.memory);
            self.lasting[row] = (self.lasting[row] + change).clamp(0, self.greatest);
        }
    }

    /// Whether all slots have room for it.
    fn fits(&self) -> bool {
        self.load.iter().all(|&load| load <= self.room)
    }
}

/// The prices in the same proportions, as many times as great as makes their mean one; all one, if all are 0.
fn with_mean_one(prices: &[u64]) -> Vec<i64> {
    let sum: u128 = prices.iter().map(|&price| u128::from(price)).sum();
    let scale = u128::from(ONE.unsigned_abs()) * u128::from(count_of(prices.len()));
    let of = |&price: &u64| match (u128::from(price) * scale).checked_div(sum) {
        Some(price) => i64::try_from(price).unwrap_or(i64::MAX / 4),
        None => ONE,
    };
    prices.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_prices_is_one() {
        assert_eq!(with_mean_one(&[3, 0, 5, 4]), [ONE, 0, 5 * ONE / 3, 4 * ONE / 3]);
        assert_eq!(with_mean_one(&[0, 0]), [ONE, ONE]);
    }
}
