//! Rip-up and reroute in a fixed number of slots: in every sweep each packet that is still in an overused
//! cell when its turn comes is removed and routed again at the current prices.

use super::cells::Cells;
use super::guide::StaticRoutes;
use super::router::Router;
use super::space::Space;
use super::trips::Trips;
use super::ways::{Hop, Ways};
use crate::graph::Random;
use crate::model::count_of;
use rayon::prelude::*;

/// Most hops that all detours together may have.
const MAX_HOPS_OF_ALL_DETOURS: usize = 1 << 28;
/// First detour, in hops beyond the shortest route, and the first one in a patient search.
const FIRST_DETOUR: usize = 2;
const FIRST_PATIENT_DETOUR: usize = 3;
/// The present congestion is not lowered while the overuse is at most this fraction of the packets, 1/256.
const LOWER_CONGESTION_OVERUSE_DIVISOR: u64 = 256;
/// Packets that are rerouted between two checks whether to stop.
const PACKETS_BETWEEN_STOP_CHECKS: usize = 256;
/// Maximum number of packets routed in one parallel batch at the same prices, for any number of threads.
const MAX_LANES: usize = 16;
/// Packets in overused cells for each packet of a batch.
const PACKETS_PER_LANE: usize = 128;
/// Most arcs that the regions of all lanes may have.
const MAX_ARCS_OF_ALL_REGIONS: usize = 1 << 22;

/// The routes of all packets in a number of slots; cells may be overused.
pub(super) struct Negotiation<'a> {
    space: &'a Space,
    trips: &'a Trips,
    cells: Cells<'a>,
    ways: Ways,
    lanes: Vec<Lane<'a>>,
    random: Random,
    /// Hops that routes may have beyond the shortest where those are in conflict, and the most of them.
    detour: usize,
    most_detour: usize,
    /// Whether packets begin on static routes.
    is_guided: bool,
}

/// The initial state of an attempt.
#[derive(Clone, Copy)]
pub(super) struct InitialState<'a> {
    /// The static routes that are tried first.
    pub(super) guide: Option<&'a StaticRoutes>,
    /// The price of every arc, slot by slot, that the caller has found; congestion is paid beside it.
    pub(super) prices: Option<&'a [Vec<u64>]>,
    pub(super) seed: u64,
}

/// A router for one packet at a time.
struct Lane<'a> {
    router: Router<'a>,
    /// The last route that was found, the last move first.
    way: Vec<Hop>,
}

/// The budget of an attempt.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    /// Prices read or changed, as [`Negotiation::work`] counts them.
    pub(super) work: u64,
    /// Sweeps without progress while the overuse is one; the number is divided by the overuse.
    pub(super) patience: u64,
    /// Whether the present congestion may be lowered when conflicts stay, which takes many sweeps over most
    /// packets.
    pub(super) is_patient: bool,
    /// Asked now and then; `true` ends the attempt.
    pub(super) stop: &'a dyn Fn() -> bool,
}

impl<'a> Negotiation<'a> {
    /// Gives every packet its known route among `known`, if it arrives in time, or else its cheapest one;
    /// packets with the farthest to go are routed first. Returns none if it was stopped.
    pub(super) fn new(
        space: &'a Space,
        trips: &'a Trips,
        slots: usize,
        known: Option<Ways>,
        begin: InitialState<'a>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let InitialState { guide, prices, seed } = begin;
        let farthest = trips.iter().map(|trip| trip.shortest()).max().unwrap_or(0);
        let most_detour = (2 * farthest).min(slots).min(MAX_HOPS_OF_ALL_DETOURS / trips.len().max(1));
        let known = known.unwrap_or_else(|| Ways::new(slots, trips.iter().map(|trip| trip.shortest())));
        let mut state = Self {
            space,
            trips,
            cells: Cells::new(space, slots, farthest, prices),
            ways: known.in_slots(slots),
            lanes: (0..count_of((MAX_ARCS_OF_ALL_REGIONS / space.arcs().max(1)).clamp(1, MAX_LANES)))
                .map(|lane| Lane { router: Router::new(space, guide, seed ^ lane << 48), way: Vec::new() })
                .collect(),
            random: Random::new(seed),
            detour: 0,
            most_detour,
            is_guided: guide.is_some_and(StaticRoutes::is_strict),
        };
        if let Some(guide) = guide.filter(|guide| guide.is_strict() && prices.is_none()) {
            state.cells.add_static_prices(guide);
        }
        let mut packets: Vec<u32> = (0..).take(trips.len()).collect();
        state.random.shuffle(&mut packets);
        packets.sort_by_key(|&packet| std::cmp::Reverse(trips.of(packet).shortest()));
        packets.retain(|&packet| !state.enter_known_route(packet));
        let lanes = state.lanes_for(packets.len());
        for some in packets.chunks(PACKETS_BETWEEN_STOP_CHECKS) {
            if stop() {
                return None;
            }
            for side_by_side in some.chunks(lanes) {
                state.place(side_by_side);
            }
        }
        Some(state)
    }

    /// Adds a packet's known route to the occupancy; returns whether there is one.
    fn enter_known_route(&mut self, packet: u32) -> bool {
        self.ways.way(packet).for_each(|hop| self.cells.enter(hop));
        self.ways.way(packet).next().is_some()
    }

    /// Returns how many of `packets` packets are routed side by side.
    fn lanes_for(&self, packets: usize) -> usize {
        (packets / PACKETS_PER_LANE).clamp(1, self.lanes.len())
    }

    /// Gives packets without routes their cheapest ones, given the occupancy.
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
            lanes.par_iter_mut().with_min_len(MAX_LANES / 4).zip(packets).for_each(find);
        }
        for (lane, &packet) in packets.iter().enumerate() {
            let way = std::mem::take(&mut self.lanes[lane].way);
            self.put_on_route(packet, &way);
            self.lanes[lane].way = way;
        }
    }

    fn put_on_route(&mut self, packet: u32, way: &[Hop]) {
        self.ways.put(packet, way);
        for &hop in way {
            self.cells.enter(hop);
        }
    }

    fn rip_up(&mut self, packet: u32) {
        for hop in self.ways.way(packet) {
            self.cells.leave(hop);
        }
        self.ways.clear(packet);
    }

    /// Whether no cell is overused.
    pub(super) fn is_settled(&self) -> bool {
        self.cells.overuse() == 0
    }

    /// Returns the overuse: packets above capacity, summed over all cells.
    pub(super) fn overuse(&self) -> u64 {
        self.cells.overuse()
    }

    /// Returns the routes.
    pub(super) fn into_ways(self) -> Ways {
        self.ways.into_compact()
    }

    /// Returns the work so far: prices read or changed.
    pub(super) fn work(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.router.work()).sum::<u64>() + self.cells.price_changes()
    }

    /// Reroutes packets until no cell is overused or the budget is spent. Detours are allowed only after some
    /// sweeps without progress. Then, if the budget is patient, packets did not begin on static routes, and
    /// the overuse is large, the present congestion falls and grows again from sweep to sweep, so that the
    /// packets with the cheapest alternatives yield first.
    pub(super) fn reroute_until_settled(&mut self, budget: Budget<'_>) {
        let end = self.work().saturating_add(budget.work);
        let (mut least, mut waited, mut is_full_congestion) = (u64::MAX, 0, true);
        while !self.is_settled() {
            let overuse = self.cells.overuse();
            if !is_full_congestion || overuse < least - (least / 64).min(least / 2) {
                (least, waited) = (overuse, 0);
            }
            if waited > budget.patience / least + 32 {
                if self.detour >= self.most_detour {
                    return;
                }
                let has_many_conflicts =
                    overuse > count_of(self.trips.len()) / LOWER_CONGESTION_OVERUSE_DIVISOR;
                let lowers_congestion = budget.is_patient && has_many_conflicts && !self.is_guided;
                if self.is_guided {
                    // Off the static routes other cells are overused.
                    self.cells.clear_history();
                }
                if lowers_congestion {
                    self.cells.lower_present_factor();
                }
                self.detour = (2 * self.detour).max(if lowers_congestion {
                    FIRST_PATIENT_DETOUR
                } else {
                    FIRST_DETOUR
                });
                (least, waited) = (u64::MAX, 0);
            }
            if self.work() >= end || !self.sweep(budget.stop) {
                return;
            }
            is_full_congestion = self.cells.raise_present_factor();
            waited += 1;
        }
    }

    /// Reroutes every packet that is in an overused cell, and still is when its turn comes; returns whether
    /// it was not stopped.
    fn sweep(&mut self, stop: &dyn Fn() -> bool) -> bool {
        self.cells.collect_overused();
        self.cells.increase_history_cost();
        let hops = self.cells.overused().flat_map(|(resource, slot)| {
            self.space.users(resource).iter().map(move |&arc| Hop { arc, slot })
        });
        let mut packets = self.ways.through(self.space.arcs(), hops);
        self.random.shuffle(&mut packets);
        let (lanes, mut moving) = (self.lanes_for(packets.len()), Vec::new());
        for some in packets.chunks(PACKETS_BETWEEN_STOP_CHECKS) {
            if stop() {
                return false;
            }
            for side_by_side in some.chunks(lanes) {
                moving.clear();
                for &packet in side_by_side {
                    let cells = &self.cells;
                    if self.ways.way(packet).any(|hop| cells.is_overused(hop)) {
                        self.rip_up(packet);
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
        let (packets, overuse) = (count_of(self.trips.len()), self.cells.overuse());
        formatter
            .debug_struct("Negotiation")
            .field("packets", &packets)
            .field("overuse", &overuse)
            .finish_non_exhaustive()
    }
}
