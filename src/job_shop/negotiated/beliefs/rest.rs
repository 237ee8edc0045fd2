//! The last packets too many, one after the other.

use super::super::region::Region;
use super::super::space::Space;
use super::super::trips::Trips;
use crate::graph::Random;
use crate::model::{count_of, wide};

/// What the first packet too many costs in a cell, a move, and by less than what moves differ from time to
/// time.
const MEETING: u64 = 1 << 16;
const HOP: u64 = MEETING / 10;
const NOISE: usize = 1 << 10;
/// What a cell gets dearer where somebody has looked for a better way in vain.
const DEARER: u64 = MEETING / 100;
/// Packets that look for a way before all begins anew, and how often it does.
const TURNS: u64 = 1 << 18;
const ATTEMPTS: u64 = 3;
/// Packets that look between two questions whether to stop.
const BETWEEN_STOPS: u64 = 64;

/// The ways of packets, as lists of cells, and who is in a cell.
pub(super) struct Rest<'a> {
    space: &'a Space,
    trips: &'a Trips,
    slots: usize,
    /// Hops that ways may have more than the shortest.
    detour: usize,
    ways: Vec<Vec<usize>>,
    there: Vec<Vec<u32>>,
    /// By cell: what a meeting costs.
    price: Vec<u64>,
    /// The cells with more than one packet, in no order, and by cell where it stands there.
    crowded: Vec<usize>,
    entry: Vec<Option<u32>>,
    region: Region,
    best: Vec<(u64, usize, Option<usize>)>,
    random: Random,
}

impl<'a> Rest<'a> {
    pub(super) fn new(
        space: &'a Space,
        trips: &'a Trips,
        slots: usize,
        detour: usize,
        random: Random,
    ) -> Self {
        let cells = space.arcs() * slots;
        Self {
            space,
            trips,
            slots,
            detour,
            ways: Vec::new(),
            there: vec![Vec::new(); cells],
            price: Vec::new(),
            crowded: Vec::new(),
            entry: vec![None; cells],
            region: Region::new(space.states()),
            best: Vec::new(),
            random,
        }
    }

    /// Ways on which no cell has more than one packet, near these, on which at most so many have; none if
    /// they are not found, or it was stopped.
    ///
    /// One of those that meet takes its cheapest way, again and again. Where that is none better, the cells
    /// in which it meets others get dearer for good (the breakout method; Morris 1993).
    ///
    /// # Complexity
    /// O(a T) time for each of less than 2²⁰ turns of a packet, for a arcs on its ways in T slots.
    pub(super) fn part(
        mut self,
        ways: &[Vec<usize>],
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Vec<usize>>> {
        for _ in 0..ATTEMPTS {
            self.begin(ways);
            if self.crowded.len() > most {
                return None;
            }
            for turn in 0..TURNS {
                if self.crowded.is_empty() {
                    return Some(self.ways);
                }
                if turn.is_multiple_of(BETWEEN_STOPS) && stop() {
                    return None;
                }
                self.turn();
            }
        }
        None
    }

    fn begin(&mut self, ways: &[Vec<usize>]) {
        self.there.iter_mut().for_each(Vec::clear);
        self.entry.fill(None);
        self.crowded.clear();
        self.price = vec![MEETING; self.there.len()];
        self.ways = vec![Vec::new(); ways.len()];
        for (packet, way) in (0..).zip(ways) {
            self.enter(packet, way.clone());
        }
    }

    /// A packet that meets another looks for a way.
    fn turn(&mut self) {
        let cell = self.crowded[self.random.below(self.crowded.len())];
        let packet = self.there[cell][self.random.below(self.there[cell].len())];
        let before = self.leave(packet);
        let (after, way) = self.cheapest(packet);
        self.enter(packet, way);
        if after >= before {
            for &cell in &self.ways[wide(packet)] {
                if self.there[cell].len() > 1 {
                    self.price[cell] += DEARER;
                }
            }
        }
    }

    /// What a move costs beside its noise.
    fn toll(&self, cell: usize) -> u64 {
        self.price[cell] * count_of(self.there[cell].len()) + HOP
    }

    /// Takes a packet off its way; what that cost.
    fn leave(&mut self, packet: u32) -> u64 {
        let mut cost = 0;
        for cell in std::mem::take(&mut self.ways[wide(packet)]) {
            self.there[cell].retain(|&other| other != packet);
            cost += self.toll(cell);
            self.look(cell);
        }
        cost
    }

    fn enter(&mut self, packet: u32, way: Vec<usize>) {
        for &cell in &way {
            self.there[cell].push(packet);
            self.look(cell);
        }
        self.ways[wide(packet)] = way;
    }

    /// Looks whether a cell is crowded.
    fn look(&mut self, cell: usize) {
        match (self.there[cell].len() > 1, self.entry[cell]) {
            (true, None) => {
                self.entry[cell] = Some(u32::try_from(self.crowded.len()).expect("at most the cells"));
                self.crowded.push(cell);
            }
            (false, Some(entry)) => {
                self.crowded.swap_remove(wide(entry));
                self.entry[cell] = None;
                if let Some(&moved) = self.crowded.get(wide(entry)) {
                    self.entry[moved] = Some(entry);
                }
            }
            _ => {}
        }
    }

    /// The cheapest way of a packet, or one that is hardly dearer, and what it costs.
    fn cheapest(&mut self, packet: u32) -> (u64, Vec<usize>) {
        let trip = self.trips.of(packet);
        self.region.explore(self.space, trip, trip.shortest() + self.detour, |_| true);
        let (places, slots) = (self.region.len(), self.slots);
        // By slot, then place: what it costs to be there, and the place before and the cell of the last step.
        self.best.clear();
        self.best.resize(places * (slots + 1), (u64::MAX, 0, None));
        self.best[0].0 = 0;
        for slot in 0..slots {
            for from in 0..places {
                let (cost, ..) = self.best[slot * places + from];
                if cost == u64::MAX {
                    continue;
                }
                let wait = (cost, from, None);
                let next = (slot + 1) * places;
                self.best[next + from] = self.best[next + from].min(wait);
                for step in self.region.steps(from) {
                    if slot + 1 + wide(step.after) <= slots {
                        let cell = wide(step.arc) * slots + slot;
                        let noise = count_of(self.random.below(NOISE));
                        let there = (cost + self.toll(cell) + noise, from, Some(cell));
                        let best = &mut self.best[next + wide(step.to)];
                        *best = there.min(*best);
                    }
                }
            }
        }
        let (mut way, mut place) = (Vec::new(), self.region.place(trip.to).expect("there is a way"));
        for slot in (1..=slots).rev() {
            let (_, from, cell) = self.best[slot * places + place];
            way.extend(cell);
            place = from;
        }
        way.reverse();
        (way.iter().map(|&cell| self.toll(cell)).sum(), way)
    }
}
