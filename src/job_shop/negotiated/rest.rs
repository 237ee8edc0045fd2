//! The last packets too many, one after the other.

use super::search::Search;
use super::space::Space;
use super::trips::Trips;
use super::ways::{Hop, Ways};
use crate::graph::Random;
use crate::model::{count_of, wide};

/// What the first packet too many costs in a cell, a move, and by less than what moves differ from time to
/// time.
const MEETING: u64 = 1 << 16;
const HOP: u64 = MEETING / 10;
const NOISE: usize = 1 << 10;
/// What a cell gets dearer where somebody has looked for a better way in vain.
const DEARER: u64 = MEETING / 100;
/// Packets that look for a way before all begins anew.
const TURNS: u64 = 1 << 18;
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
    search: Search,
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
            search: Search::new(space),
            random,
        }
    }

    /// Ways on which no cell has more than one packet, near these, on which at most so many have; none if
    /// they are not found in so many attempts, or it was stopped.
    ///
    /// One of those that meet takes its cheapest way, again and again. Where that is none better, the cells
    /// in which it meets others get dearer for good (the breakout method; Morris 1993).
    ///
    /// # Complexity
    /// O(a T) time for each of 2¹⁸ turns of a packet in an attempt, for a arcs on its ways in T slots.
    pub(super) fn part(
        mut self,
        ways: &[Vec<usize>],
        most: usize,
        attempts: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<Ways> {
        for _ in 0..attempts {
            self.begin(ways);
            if self.crowded.len() > most {
                return None;
            }
            for turn in 0..TURNS {
                if self.crowded.is_empty() {
                    return Some(Ways::of_places(self.slots, &self.ways));
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

    /// Takes a packet off its way; what that cost.
    fn leave(&mut self, packet: u32) -> u64 {
        let mut cost = 0;
        for cell in std::mem::take(&mut self.ways[wide(packet)]) {
            self.there[cell].retain(|&other| other != packet);
            cost += toll(self.price[cell], self.there[cell].len());
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
        let Self { price, there, random, .. } = self;
        let cell = |Hop { arc, slot }: Hop| wide(arc) * self.slots + wide(slot);
        let toll = |cell: usize| toll(price[cell], there[cell].len());
        let noisy = |hop: Hop| toll(cell(hop)) + count_of(random.below(NOISE));
        let way = self.search.cheapest(self.space, self.trips.of(packet), self.slots, self.detour, noisy);
        let way: Vec<usize> = way.into_iter().rev().map(cell).collect();
        (way.iter().map(|&cell| toll(cell)).sum(), way)
    }
}

/// What a move costs where others are, beside its noise.
fn toll(price: u64, others: usize) -> u64 {
    price * count_of(others) + HOP
}
