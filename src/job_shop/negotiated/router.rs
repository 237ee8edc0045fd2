//! The cheapest route of a packet through states and slots.

use super::cells::Cells;
use super::guide::StaticRoutes;
use super::region::{Region, Step};
use super::space::Space;
use super::trips::{MAX_ROUTE_HOPS, Trip};
use super::ways::Hop;
use crate::graph::Random;
use crate::model::{count_of, wide};

/// The cost of a state and slot that are not reached.
const UNREACHED: i16 = i16::MAX;
/// The work of looking at an arc, beside that of its slots.
const WORK_PER_ARC: u64 = 16;
/// Slots beyond a packet's hops in which a route is sought before it is sought in all slots.
const WINDOW_SLOTS: usize = 24;

/// A search for cheapest routes; waiting is free.
///
/// The dynamic program runs over states and slots (Ford & Fulkerson 1958: flows over time are flows in the
/// time-expanded network). In a state that is h hops from the start and r from the destination, a packet is
/// from slot h to slot T − r at most. Costs are kept for every state from its own slot h on, and an arc is
/// relaxed for all slots at once, until nothing changes; states are taken in the order of h, so that with
/// shortest routes alone every arc is relaxed once.
#[derive(Debug)]
pub(super) struct Router<'a> {
    space: &'a Space,
    /// The static routes that are tried before others, if there are any.
    guide: Option<&'a StaticRoutes>,
    region: Region,
    /// Fewest hops of routes in the region.
    hops: usize,
    /// The slots in which a route is sought: the first, and their number.
    begin: usize,
    slots: usize,
    /// The number of slots of each state.
    width: usize,
    /// The cap on the cost of a move, so that the sum over a route is below [`UNREACHED`].
    most: i16,
    /// By place in the region, then slot after h: the least cost, and whether a place has changed.
    cost: Vec<i16>,
    changed: Vec<bool>,
    random: Random,
    work: u64,
}

/// The last move of a cheapest route to a state.
struct Last {
    arc: u32,
    from: usize,
    /// Slots after h of the state it comes from.
    slot: usize,
    cost: i16,
}

impl<'a> Router<'a> {
    pub(super) fn new(space: &'a Space, guide: Option<&'a StaticRoutes>, seed: u64) -> Self {
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

    /// Returns the work so far: arcs times slots, and the cost of finding the arcs.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Puts a cheapest route of a packet into `way`: arcs and slots, the last first. A shortest or static
    /// route in a window of slots is taken at once if it is nearly free of conflicts, and one in all slots
    /// before routes of up to `detour` hops more are tried.
    ///
    /// The shortest route must not have more hops than there are slots.
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
        let few = first + WINDOW_SLOTS;
        let route = self.guide.and_then(|guide| guide.route(packet));
        let lasting: usize = route.into_iter().flatten().map(|arc| cells.static_price(arc)).sum();
        let free = cells.nearly_free_cost(first) + lasting;
        let is_free = |cost: i16| usize::from(cost.unsigned_abs()) < free;
        if few + few / 2 < all {
            // The first and the last slots are tried as often as the others.
            self.begin = self.random.below(all).saturating_sub(few / 2).min(all - few);
            self.slots = few;
            if is_free(self.search(cells, trip)) {
                return self.trace(cells, trip, way);
            }
        }
        (self.begin, self.slots) = (0, all);
        let cost = self.search(cells, trip);
        let longer = (first + detour).min(all).min(MAX_ROUTE_HOPS);
        if longer > first && !is_free(cost) {
            self.explore_further(trip, longer);
            self.search(cells, trip);
        }
        self.trace(cells, trip, way);
    }

    /// Sets the region to the packet's static route or open arcs, if a route there arrives in time, or else
    /// to its shortest routes.
    fn explore_first(&mut self, packet: u32, trip: Trip<'_>, slots: usize) {
        let most = slots.min(MAX_ROUTE_HOPS);
        if let Some(guide) = self.guide {
            if let Some(route) = guide.route(packet) {
                self.region.set_route(self.space, trip.from, route);
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

    /// Sets the region to routes of at most `hops` hops: all of them, or those on the open arcs if the packet
    /// began on a static route.
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

    /// Sets the region to all routes of a packet of at most `hops` hops.
    fn explore(&mut self, trip: Trip<'_>, hops: usize) {
        self.region.explore(self.space, trip, hops, |_| true);
        self.hops = trip.shortest();
        self.limit(hops);
    }

    /// Caps the cost of a move so that a route of at most `hops` hops, of which there is one in the
    /// region, costs less than [`UNREACHED`].
    fn limit(&mut self, hops: usize) {
        self.most = (UNREACHED - 1) / i16::try_from(hops.max(1)).expect("at most 2^12 hops");
    }

    /// Returns the cost of the cheapest route.
    fn search(&mut self, cells: &Cells<'_>, trip: Trip<'_>) -> i16 {
        self.width = self.slots - self.hops + 1;
        self.cost.clear();
        self.cost.resize(self.region.len() * self.width, UNREACHED);
        self.cost[..self.width].fill(0);
        self.changed.clear();
        self.changed.resize(self.region.len(), false);
        self.changed[0] = true;
        while self.pass(cells) {}
        let place = self.region.place(trip.to).expect("there is a way");
        wait(&mut self.cost[place * self.width..][..self.width]);
        self.cost[(place + 1) * self.width - 1]
    }

    /// Relaxes the steps from all states that have changed; returns whether a state changed that was passed
    /// before.
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
                self.work += count_of(count) + WORK_PER_ARC;
                let prices = &cells.prices(step.arc)[self.begin + before..][..count];
                let (from, there) = (here * self.width, to * self.width + shift);
                let (from, there) = two_rows(&mut self.cost, from, there, count);
                if relax(from, prices, self.most, there) && !self.changed[to] {
                    self.changed[to] = true;
                    again |= to <= here;
                }
            }
        }
        again
    }

    /// Follows the cheapest route back.
    fn trace(&mut self, cells: &Cells<'_>, trip: Trip<'_>, way: &mut Vec<Hop>) {
        way.clear();
        let mut here = self.region.place(trip.to).expect("there is a way");
        let mut slot = self.width - 1;
        let mut cost = self.cost[here * self.width + slot];
        while here != 0 || cost != 0 {
            // The earliest slot from which the packet may have waited here.
            let row = &self.cost[here * self.width..][..=slot];
            slot = row.partition_point(|&before| before > cost);
            let last = self.last_move(cells, here, slot, cost);
            let time = self.begin + self.region.hops(last.from) + last.slot;
            way.push(Hop { arc: last.arc, slot: u32::try_from(time).expect("a slot of a table") });
            (here, slot, cost) = (last.from, last.slot, last.cost);
        }
    }

    /// Returns a random one of the moves that lead to a state in a slot at its cost.
    fn last_move(&mut self, cells: &Cells<'_>, here: usize, slot: usize, cost: i16) -> Last {
        let lead = |step: &Step| {
            let (from, before) = (wide(step.from), wide(step.before));
            let shift = before + 1 - self.region.hops(here);
            let slot = slot.checked_sub(shift)?;
            let paid = self.cost[from * self.width + slot];
            let price = cells.prices(step.arc)[self.begin + before + slot].min(self.most);
            (paid != UNREACHED && paid + price == cost).then_some(Last {
                arc: step.arc,
                from,
                slot,
                cost: paid,
            })
        };
        let mut moves = self.region.steps_to(self.space, here).filter_map(lead);
        let first = moves.next().expect("a cost comes from somewhere");
        let others: Vec<Last> = moves.collect();
        let turn = if others.is_empty() { 0 } else { self.random.below(others.len() + 1) };
        others.into_iter().nth(turn.wrapping_sub(1)).unwrap_or(first)
    }
}

/// Lets packets wait: replaces every cost by the minimum over the slots so far.
fn wait(row: &mut [i16]) {
    let mut least = UNREACHED;
    for cost in row {
        least = least.min(*cost);
        *cost = least;
    }
}

/// Returns two rows of one table, the second to be changed.
fn two_rows(table: &mut [i16], from: usize, to: usize, count: usize) -> (&[i16], &mut [i16]) {
    if from < to {
        let (low, high) = table.split_at_mut(to);
        (&low[from..][..count], &mut high[..count])
    } else {
        let (low, high) = table.split_at_mut(from);
        (&high[..count], &mut low[to..][..count])
    }
}

/// Lowers the costs of a state to those over an arc; returns whether one is lower.
fn relax(from: &[i16], prices: &[i16], most: i16, to: &mut [i16]) -> bool {
    let mut lower = 0;
    for ((&from, &price), to) in from.iter().zip(prices).zip(to) {
        let cost = from.saturating_add(price.min(most));
        lower |= i16::from(cost < *to);
        *to = cost.min(*to);
    }
    lower != 0
}
