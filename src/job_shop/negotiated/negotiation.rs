//! Sweeps in a fixed number of slots: whoever is in a crowded cell looks for another way.

use super::cells::Cells;
use super::guide::Guide;
use super::router::Router;
use super::space::Space;
use super::trips::Trips;
use super::ways::{Hop, Ways};
use crate::graph::Random;
use crate::model::count_of;
use rayon::prelude::*;

/// Most hops that all detours together may have.
const MOST_HOPS: usize = 1 << 28;
/// Hops that ways may have more than the shortest, once these are not enough, and where packets are patient.
const FIRST_DETOUR: usize = 2;
const FIRST_PATIENT: usize = 3;
/// Where fewer packets are too many than one of so many, they go on paying what they pay.
const FEW: u64 = 256;
/// Packets that are placed or moved between two looks at whether to stop.
const BETWEEN_STOPS: usize = 256;
/// Most packets that look for their ways side by side, none knowing of the others: as many for any number of
/// threads. Of those in crowded cells at most one in so many does.
const LANES: usize = 16;
const SHARE: usize = 128;
/// Most arcs that the regions of all of them may have.
const MOST_REGIONS: usize = 1 << 22;

/// Every packet has a way, and cells may be crowded.
pub(super) struct Negotiation<'a> {
    space: &'a Space,
    trips: &'a Trips,
    cells: Cells<'a>,
    ways: Ways,
    lanes: Vec<Lane<'a>>,
    random: Random,
    /// Hops that ways may have more than the shortest where those meet others, and the most of them.
    detour: usize,
    most_detour: usize,
    /// Whether packets begin on the ways of a guide.
    is_guided: bool,
}

/// With what an attempt begins.
#[derive(Clone, Copy)]
pub(super) struct Beginning<'a> {
    /// Where to look first.
    pub(super) guide: Option<&'a Guide>,
    /// What arcs cost, slot by slot, beside what packets make of it.
    pub(super) prices: Option<&'a [Vec<u64>]>,
    pub(super) seed: u64,
}

/// Looks for the way of one packet at a time.
struct Lane<'a> {
    router: Router<'a>,
    /// What it has found, the last move first.
    way: Vec<Hop>,
}

/// What an attempt may cost.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    /// Steps, as [`Negotiation::work`] counts them.
    pub(super) work: u64,
    /// Sweeps without progress while one packet is too many; of more packets as many times fewer.
    pub(super) patience: u64,
    /// Whether packets that do not settle may meet for little again, which takes many sweeps of most of them.
    pub(super) is_patient: bool,
    /// Asked now and then; `true` ends it.
    pub(super) stop: &'a dyn Fn() -> bool,
}

impl<'a> Negotiation<'a> {
    /// Gives every packet the way that it has among others, if it is over in time, or its cheapest: those
    /// first that have farthest to go. None if it was stopped.
    pub(super) fn new(
        space: &'a Space,
        trips: &'a Trips,
        slots: usize,
        known: Option<Ways>,
        begin: Beginning<'a>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let Beginning { guide, prices, seed } = begin;
        let farthest = trips.iter().map(|trip| trip.shortest()).max().unwrap_or(0);
        let most_detour = (2 * farthest).min(slots).min(MOST_HOPS / trips.len().max(1));
        let known = known.unwrap_or_else(|| Ways::new(slots, trips.iter().map(|trip| trip.shortest())));
        let mut state = Self {
            space,
            trips,
            cells: Cells::new(space, slots, farthest, prices),
            ways: known.in_slots(slots),
            lanes: (0..count_of((MOST_REGIONS / space.arcs().max(1)).clamp(1, LANES)))
                .map(|lane| Lane { router: Router::new(space, guide, seed ^ lane << 48), way: Vec::new() })
                .collect(),
            random: Random::new(seed),
            detour: 0,
            most_detour,
            is_guided: guide.is_some_and(Guide::is_strict),
        };
        if let Some(guide) = guide.filter(|guide| guide.is_strict() && prices.is_none()) {
            state.cells.follow(guide);
        }
        let mut packets: Vec<u32> = (0..).take(trips.len()).collect();
        state.random.shuffle(&mut packets);
        packets.sort_by_key(|&packet| std::cmp::Reverse(trips.of(packet).shortest()));
        packets.retain(|&packet| !state.follow(packet));
        let width = state.width(packets.len());
        for some in packets.chunks(BETWEEN_STOPS) {
            if stop() {
                return None;
            }
            for side_by_side in some.chunks(width) {
                state.place(side_by_side);
            }
        }
        Some(state)
    }

    /// Has a packet enter the cells of the way that is known; whether there is one.
    fn follow(&mut self, packet: u32) -> bool {
        self.ways.way(packet).for_each(|hop| self.cells.enter(hop));
        self.ways.way(packet).next().is_some()
    }

    /// How many of so many packets look for their ways side by side.
    fn width(&self, packets: usize) -> usize {
        (packets / SHARE).clamp(1, self.lanes.len())
    }

    /// Gives packets without ways their cheapest ones among those that are there.
    fn place(&mut self, packets: &[u32]) {
        if packets.is_empty() {
            return;
        }
        let (cells, detour) = (&self.cells, self.detour);
        let find = |(lane, &packet): (&mut Lane<'_>, &u32)| {
            lane.router.route(cells, (packet, self.trips.of(packet)), detour, &mut lane.way);
        };
        let lanes = &mut self.lanes[..packets.len()];
        if let [lane] = lanes {
            find((lane, &packets[0]));
        } else {
            lanes.par_iter_mut().with_min_len(LANES / 4).zip(packets).for_each(find);
        }
        for (lane, &packet) in packets.iter().enumerate() {
            let way = std::mem::take(&mut self.lanes[lane].way);
            self.settle(packet, &way);
            self.lanes[lane].way = way;
        }
    }

    fn settle(&mut self, packet: u32, way: &[Hop]) {
        self.ways.put(packet, way);
        for &hop in way {
            self.cells.enter(hop);
        }
    }

    fn remove(&mut self, packet: u32) {
        for hop in self.ways.way(packet) {
            self.cells.leave(hop);
        }
        self.ways.clear(packet);
    }

    /// Whether no cell is crowded.
    pub(super) fn is_settled(&self) -> bool {
        self.cells.excess() == 0
    }

    /// The number of packets too many, over all cells.
    pub(super) fn excess(&self) -> u64 {
        self.cells.excess()
    }

    /// The ways.
    pub(super) fn into_ways(self) -> Ways {
        self.ways.close()
    }

    /// Steps: prices that were looked at or changed.
    pub(super) fn work(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.router.work()).sum::<u64>() + self.cells.charges()
    }

    /// Sweeps until no cell is crowded, or the budget is spent. Ways are longer than the shortest only after
    /// some sweeps without progress; then, if they are patient and no guide has parted them, many packets may
    /// meet for little, and from sweep to sweep for more, so that those yield first whom it costs least.
    pub(super) fn settle_all(&mut self, budget: Budget<'_>) {
        let end = self.work().saturating_add(budget.work);
        let (mut least, mut waited, mut is_hard) = (u64::MAX, 0, true);
        while !self.is_settled() {
            let excess = self.cells.excess();
            if !is_hard || excess < least - (least / 64).min(least / 2) {
                (least, waited) = (excess, 0);
            }
            if waited > budget.patience / least + 32 {
                if self.detour >= self.most_detour {
                    return;
                }
                let is_crowded = excess > count_of(self.trips.len()) / FEW;
                let softens = budget.is_patient && is_crowded && !self.is_guided;
                if self.is_guided {
                    // On other ways than those of the guide it is crowded elsewhere.
                    self.cells.forget();
                }
                if softens {
                    self.cells.soften();
                }
                self.detour = (2 * self.detour).max(if softens { FIRST_PATIENT } else { FIRST_DETOUR });
                (least, waited) = (u64::MAX, 0);
            }
            if self.work() >= end || !self.sweep(budget.stop) {
                return;
            }
            is_hard = self.cells.harden();
            waited += 1;
        }
    }

    /// Whoever is in a crowded cell, and still is when its turn comes, takes its cheapest way; whether it was
    /// not stopped.
    fn sweep(&mut self, stop: &dyn Fn() -> bool) -> bool {
        self.cells.look();
        self.cells.remember();
        let hops = self.cells.crowded().flat_map(|(resource, slot)| {
            self.space.users(resource).iter().map(move |&arc| Hop { arc, slot })
        });
        let mut packets = self.ways.through(self.space.arcs(), hops);
        self.random.shuffle(&mut packets);
        let (width, mut moving) = (self.width(packets.len()), Vec::new());
        for some in packets.chunks(BETWEEN_STOPS) {
            if stop() {
                return false;
            }
            for side_by_side in some.chunks(width) {
                moving.clear();
                for &packet in side_by_side {
                    let cells = &self.cells;
                    if self.ways.way(packet).any(|hop| cells.is_crowded(hop)) {
                        self.remove(packet);
                        moving.push(packet);
                    }
                }
                self.place(&moving);
            }
        }
        true
    }
}

impl std::fmt::Debug for Negotiation<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (packets, excess) = (count_of(self.trips.len()), self.cells.excess());
        formatter
            .debug_struct("Negotiation")
            .field("packets", &packets)
            .field("excess", &excess)
            .finish_non_exhaustive()
    }
}
