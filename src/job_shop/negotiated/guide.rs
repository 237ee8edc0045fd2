//! Which arcs the packets to a destination take where all share the network evenly, whatever the slots.

use super::space::Space;
use super::trips::Trips;
use crate::graph::{Arc, Random, dijkstra};
use crate::model::{count_of, wide};
use std::collections::BTreeMap;

/// Most arcs that are looked at, most rounds, and with fewer it is not tried.
const MOST_STEPS: u64 = 1 << 29;
const MOST_ROUNDS: u64 = 96;
const LEAST_ROUNDS: u64 = 8;
/// A load has so many binary digits behind the point.
const FRACTION: u32 = 20;
/// A full resource costs 2 to this power as much as an empty one.
const SLOPE: u64 = 24;
/// The price of the fullest, as a power of 2, and how much further others may rise in a round.
const HIGHEST: u64 = 30;
const ABOVE: u64 = 10;

/// The arcs that are open to the packets of a destination: those on their ways in the last half of the
/// rounds.
///
/// In every round the packets of one destination after the other go over the cheapest arcs, and the price of
/// a resource is exponential in its load, the mean of some rounds: the multiplicative weights of Garg &
/// Könemann (*Faster and simpler algorithms for multicommodity flow*, 2007). The mean of all rounds is a
/// flow whose fullest resource is hardly fuller than it must be; shortest ways may be far from that.
#[derive(Debug)]
pub(super) struct Guide {
    /// By state: the place of a destination.
    places: BTreeMap<u32, usize>,
    /// By destination, then arc: a bit.
    open: Vec<u64>,
    words: usize,
}

impl Guide {
    /// The arcs for packets that are to be over in so many slots; none on networks that are too large.
    ///
    /// # Complexity
    /// O(D · A log A) for each of at most 96 rounds, D · A / 8 bytes, for D destinations and A arcs.
    pub(super) fn new(space: &Space, trips: &Trips, slots: u64) -> Option<Self> {
        let mut demands: BTreeMap<u32, BTreeMap<u32, u64>> = BTreeMap::new();
        for trip in trips.iter() {
            *demands.entry(trip.to).or_default().entry(trip.from).or_default() += 1;
        }
        let steps = count_of(demands.len()) * count_of(space.arcs());
        let rounds = (MOST_STEPS / steps.max(1)).min(MOST_ROUNDS);
        if rounds < LEAST_ROUNDS {
            return None;
        }
        let places = demands.keys().copied().zip(0..).collect();
        let words = space.arcs().div_ceil(64);
        let mut guide = Self { places, open: vec![0; words * demands.len()], words };
        let mut balance = Balance::new(space, slots);
        let mut order: Vec<(usize, u32)> = (0..).zip(demands.keys().copied()).collect();
        let (mut random, mut through) = (Random::new(slots), vec![0; space.states()]);
        for round in 0..rounds {
            random.shuffle(&mut order);
            // The first ways are those of an empty network: they count less and less.
            balance.begin(round / 2 + 1);
            for &(place, to) in &order {
                for (&from, &count) in &demands[&to] {
                    through[wide(from)] = count;
                }
                let used = balance.send(to, &mut through);
                if 2 * round >= rounds {
                    let open = &mut guide.open[place * words..][..words];
                    used.for_each(|arc| open[wide(arc) / 64] |= 1 << (arc % 64));
                } else {
                    used.for_each(drop);
                }
            }
        }
        Some(guide)
    }

    /// Whether an arc is open to the packets of a destination.
    pub(super) fn arcs(&self, to: u32) -> impl Fn(u32) -> bool {
        let open = &self.open[self.places[&to] * self.words..][..self.words];
        move |arc| open[wide(arc) / 64] >> (arc % 64) & 1 == 1
    }
}

/// The loads of resources, and what they cost.
struct Balance<'a> {
    space: &'a Space,
    /// By resource: for how many packets there is room in all slots, how many go there, with digits behind
    /// the point, and the price.
    room: Vec<u64>,
    load: Vec<u64>,
    price: Vec<u64>,
    /// The power of 2 that the fullest had at the beginning of the round.
    fullest: u64,
    /// Of so many rounds a load is the mean.
    memory: u64,
}

impl<'a> Balance<'a> {
    fn new(space: &'a Space, slots: u64) -> Self {
        let room = (0..).take(space.resources()).map(|resource| u64::from(space.capacity(resource)) * slots);
        let (load, price) = (vec![0; space.resources()], vec![0; space.resources()]);
        Self { space, room: room.collect(), load, price, fullest: 0, memory: 1 }
    }

    /// Begins a round: what was there counts as all but one of so many rounds.
    fn begin(&mut self, memory: u64) {
        self.memory = memory;
        for load in &mut self.load {
            *load -= *load / memory;
        }
        self.fullest = (0..self.load.len()).map(|resource| self.power(resource)).max().unwrap_or(0);
        for resource in 0..self.load.len() {
            self.price[resource] = self.priced(resource);
        }
    }

    fn power(&self, resource: usize) -> u64 {
        SLOPE * (self.load[resource] / self.room[resource])
    }

    fn priced(&self, resource: usize) -> u64 {
        let power = self.power(resource).min(self.fullest + (ABOVE << FRACTION));
        power_of_two((power + (HIGHEST << FRACTION)).saturating_sub(self.fullest))
    }

    /// Sends packets from all states to one along the cheapest arcs, and says over which; none is left.
    fn send(&mut self, to: u32, through: &mut [u64]) -> impl Iterator<Item = u32> {
        let price = |arc| self.space.taken_by(arc).map(|resource| self.price[wide(resource)]).sum::<u64>();
        let arcs = |state: u32| {
            let back = |&arc: &u32| Arc { to: self.space.from(arc), cost: price(arc), name: arc };
            self.space.entering(state).iter().map(back)
        };
        let tree = dijkstra(self.space.states(), to, arcs);
        // From the farthest to the nearest: what goes through a state came over arcs to it.
        tree.order.into_iter().rev().filter_map(move |state| {
            let count = std::mem::take(&mut through[wide(state)]);
            let arc = tree.last[wide(state)].filter(|_| count > 0)?;
            through[wide(self.space.to(arc))] += count;
            for resource in self.space.taken_by(arc).map(wide) {
                self.load[resource] += (count << FRACTION) / self.memory;
                self.price[resource] = self.priced(resource);
            }
            Some(arc)
        })
    }
}

/// 2 to the power of a number with digits behind the point, at least 1: exact for whole numbers, and between
/// them by a parabola less than 1 % from it.
fn power_of_two(power: u64) -> u64 {
    let (whole, part) = (power >> FRACTION, (power >> (FRACTION - 10)) & 1023);
    // 1 + p · (0.65625 + 0.34375 p) for p from 0 to 1.
    let digits = (1 << 20) + part * (672 + 352 * part / 1024);
    if whole >= 20 { digits << (whole - 20) } else { digits >> (20 - whole) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_rise_and_are_exact_where_whole() {
        for whole in 0..=HIGHEST + ABOVE {
            assert_eq!(power_of_two(whole << FRACTION), 1 << whole);
        }
        let powers: Vec<u64> = (0..(HIGHEST + ABOVE) << 4)
            .map(|sixteenths| power_of_two(sixteenths << (FRACTION - 4)))
            .collect();
        assert!(powers.is_sorted(), "a fuller resource costs no less");
    }
}
