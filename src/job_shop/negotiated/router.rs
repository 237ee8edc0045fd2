//! The cheapest way of a packet through states and slots.

use super::cells::Cells;
use super::guide::Guide;
use super::region::{Region, Step};
use super::space::Space;
use super::trips::{MOST_HOPS, Trip};
use super::ways::Hop;
use crate::graph::Random;
use crate::model::{count_of, wide};

/// Not reached.
const FAR: i16 = i16::MAX;
/// What an arc costs beside the slots that are looked at.
const STEP: u64 = 16;
/// Slots beyond a packet's hops that it looks at before it looks at all.
const WINDOW: usize = 24;

/// A search for cheapest ways; waiting is free.
///
/// Dynamic program over states and slots (Ford & Fulkerson 1958: flows over time are flows in the network
/// expanded in time). In a state that is h hops from the start and r from the destination, a packet is from
/// slot h to slot T − r at most. Costs are kept for every state from its own slot h on, and an arc is relaxed
/// for all slots at once, until nothing changes; states are taken in the order of h, so that with shortest
/// ways alone every arc is relaxed once.
#[derive(Debug)]
pub(super) struct Router<'a> {
    space: &'a Space,
    /// Where packets look before they look elsewhere, if not on shortest ways.
    guide: Option<&'a Guide>,
    region: Region,
    /// Fewest hops of ways in the region.
    hops: usize,
    /// The slots that are looked at: the first and how many.
    begin: usize,
    slots: usize,
    /// Slots of each state.
    width: usize,
    /// What a move costs at most, so that a sum over a way is below [`FAR`].
    most: i16,
    /// By place in the region, then slot after h.
    cost: Vec<i16>,
    changed: Vec<bool>,
    random: Random,
    work: u64,
}

/// A move that leads to a state at its cost.
struct Last {
    arc: u32,
    from: usize,
    /// Slots after h of the state it comes from.
    slot: usize,
    cost: i16,
}

impl<'a> Router<'a> {
    pub(super) fn new(space: &'a Space, guide: Option<&'a Guide>, seed: u64) -> Self {
        Self {
            space,
            guide,
            region: Region::new(space.states()),
            hops: 0,
            begin: 0,
            slots: 0,
            width: 0,
            most: 0,
            cost: Vec::new(),
            changed: Vec::new(),
            random: Random::new(seed),
            work: 0,
        }
    }

    /// Arcs times slots that were looked at, and what it costs to find the arcs.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Puts a cheapest way of a packet into `way`: arcs and slots, the last first. A shortest way, or that
    /// of the guide, in a few slots that meets nobody is taken before all slots are looked at, and one in all
    /// slots before ways of up to `detour` hops more.
    ///
    /// There must be as many slots as the shortest way has hops.
    pub(super) fn route(
        &mut self,
        cells: &Cells<'_>,
        (packet, trip): (u32, Trip<'_>),
        detour: usize,
        way: &mut Vec<Hop>,
    ) {
        let all = cells.slots();
        self.explore_first(packet, trip, all);
        let first = self.hops;
        let few = first + WINDOW;
        let route = self.guide.and_then(|guide| guide.route(packet));
        let lasting: usize = route.into_iter().flatten().map(|arc| cells.lasting(arc)).sum();
        let free = cells.nearly_free(first) + lasting;
        let is_free = |cost: i16| usize::from(cost.unsigned_abs()) < free;
        if few + few / 2 < all {
            // The first and the last slots as often as the others.
            self.begin = self.random.below(all).saturating_sub(few / 2).min(all - few);
            self.slots = few;
            if is_free(self.search(cells, trip)) {
                return self.trace(cells, trip, way);
            }
        }
        (self.begin, self.slots) = (0, all);
        let cost = self.search(cells, trip);
        let longer = (first + detour).min(all).min(MOST_HOPS);
        if longer > first && !is_free(cost) {
            self.explore_further(trip, longer);
            self.search(cells, trip);
        }
        self.trace(cells, trip, way);
    }

    /// Goes over to what the guide of another packet knows, a way or open arcs, if a way there is over in
    /// time, or to the shortest ways.
    fn explore_first(&mut self, packet: u32, trip: Trip<'_>, slots: usize) {
        let most = slots.min(MOST_HOPS);
        if let Some(guide) = self.guide {
            if let Some(route) = guide.route(packet) {
                self.region.follow(self.space, trip.from, route);
            } else {
                self.region.explore(self.space, trip, most, guide.arcs(trip.to));
            }
            let hops = self.region.place(trip.to).map(|place| self.region.hops(place));
            if let Some(hops) = hops.filter(|&hops| hops <= most) {
                self.hops = hops;
                return self.limit(hops);
            }
        }
        self.explore(trip, trip.shortest());
    }

    /// Goes over to ways of so many hops at most: all, or those on the open arcs of a guide whose ways are
    /// known.
    fn explore_further(&mut self, trip: Trip<'_>, hops: usize) {
        if let Some(guide) = self.guide.filter(|guide| guide.is_strict()) {
            self.region.explore(self.space, trip, hops, guide.arcs(trip.to));
            if let Some(place) = self.region.place(trip.to) {
                self.hops = self.region.hops(place);
                return self.limit(hops);
            }
        }
        self.explore(trip, hops);
    }

    /// Goes over to ways of another packet, of so many hops at most.
    fn explore(&mut self, trip: Trip<'_>, hops: usize) {
        self.region.explore(self.space, trip, hops, |_| true);
        self.hops = trip.shortest();
        self.limit(hops);
    }

    /// Some way in the region has at most so many hops, so that the cheapest has a cost.
    fn limit(&mut self, hops: usize) {
        self.most = (FAR - 1) / i16::try_from(hops.max(1)).expect("at most 2^12 hops");
    }

    /// The cost of the cheapest way.
    fn search(&mut self, cells: &Cells<'_>, trip: Trip<'_>) -> i16 {
        self.width = self.slots - self.hops + 1;
        self.cost.clear();
        self.cost.resize(self.region.len() * self.width, FAR);
        self.cost[..self.width].fill(0);
        self.changed.clear();
        self.changed.resize(self.region.len(), false);
        self.changed[0] = true;
        while self.pass(cells) {}
        let place = self.region.place(trip.to).expect("there is a way");
        wait(&mut self.cost[place * self.width..][..self.width]);
        self.cost[(place + 1) * self.width - 1]
    }

    /// Relaxes the steps from all states that have changed; whether one has changed that was passed before.
    fn pass(&mut self, cells: &Cells<'_>) -> bool {
        let mut again = false;
        for here in 0..self.region.len() {
            if !std::mem::take(&mut self.changed[here]) {
                continue;
            }
            wait(&mut self.cost[here * self.width..][..self.width]);
            for step in self.region.steps(here) {
                let (before, to) = (wide(step.before), wide(step.to));
                let shift = before + 1 - self.region.hops(to);
                let count = self.slots.saturating_sub(before + wide(step.after));
                let count = count.min(self.width.saturating_sub(shift));
                if count == 0 {
                    continue;
                }
                self.work += count_of(count) + STEP;
                let prices = &cells.prices(step.arc)[self.begin + before..][..count];
                let (from, there) = (here * self.width, to * self.width + shift);
                let (from, there) = two(&mut self.cost, from, there, count);
                if relax(from, prices, self.most, there) && !self.changed[to] {
                    self.changed[to] = true;
                    again |= to <= here;
                }
            }
        }
        again
    }

    /// Follows the cheapest way back.
    fn trace(&mut self, cells: &Cells<'_>, trip: Trip<'_>, way: &mut Vec<Hop>) {
        way.clear();
        let mut here = self.region.place(trip.to).expect("there is a way");
        let mut slot = self.width - 1;
        let mut cost = self.cost[here * self.width + slot];
        while here != 0 || cost != 0 {
            // The earliest slot from which it may have waited here.
            let row = &self.cost[here * self.width..][..=slot];
            slot = row.partition_point(|&before| before > cost);
            let last = self.last(cells, here, slot, cost);
            let time = self.begin + self.region.hops(last.from) + last.slot;
            way.push(Hop { arc: last.arc, slot: u32::try_from(time).expect("a slot of a table") });
            (here, slot, cost) = (last.from, last.slot, last.cost);
        }
    }

    /// One of the moves that lead to a state in a slot at its cost.
    fn last(&mut self, cells: &Cells<'_>, here: usize, slot: usize, cost: i16) -> Last {
        let lead = |step: &Step| {
            let (from, before) = (wide(step.from), wide(step.before));
            let shift = before + 1 - self.region.hops(here);
            let slot = slot.checked_sub(shift)?;
            let paid = self.cost[from * self.width + slot];
            let price = cells.prices(step.arc)[self.begin + before + slot].min(self.most);
            (paid != FAR && paid + price == cost).then_some(Last { arc: step.arc, from, slot, cost: paid })
        };
        let mut moves = self.region.steps_to(self.space, here).filter_map(lead);
        let first = moves.next().expect("a cost comes from somewhere");
        let others: Vec<Last> = moves.collect();
        let turn = if others.is_empty() { 0 } else { self.random.below(others.len() + 1) };
        others.into_iter().nth(turn.wrapping_sub(1)).unwrap_or(first)
    }
}

/// Whoever is here in a slot may be here in the next.
fn wait(row: &mut [i16]) {
    let mut least = FAR;
    for cost in row {
        least = least.min(*cost);
        *cost = least;
    }
}

/// Two rows of one table.
fn two(table: &mut [i16], from: usize, to: usize, count: usize) -> (&[i16], &mut [i16]) {
    if from < to {
        let (low, high) = table.split_at_mut(to);
        (&low[from..][..count], &mut high[..count])
    } else {
        let (low, high) = table.split_at_mut(from);
        (&high[..count], &mut low[to..][..count])
    }
}

/// Lowers costs to what they are by way of an arc; whether one is lower.
fn relax(from: &[i16], prices: &[i16], most: i16, to: &mut [i16]) -> bool {
    let mut lower = 0;
    for ((&from, &price), to) in from.iter().zip(prices).zip(to) {
        let cost = from.saturating_add(price.min(most));
        lower |= i16::from(cost < *to);
        *to = cost.min(*to);
    }
    lower != 0
}
