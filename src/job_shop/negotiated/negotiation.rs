//! Sweeps in a fixed number of slots: whoever is in a crowded cell looks for another way.

use super::cells::Cells;
use super::guide::Guide;
use super::region::Trip;
use super::router::Router;
use super::space::Space;
use super::ways::{Chains, Hop, Ways};
use crate::graph::Random;
use crate::model::{count_of, wide};

/// Most hops that all detours together may have.
const MOST_HOPS: usize = 1 << 28;
/// Packets that are placed or moved between two looks at whether to stop.
const BETWEEN_STOPS: usize = 256;

/// Every packet has a way, and cells may be crowded.
pub(super) struct Negotiation<'a> {
    space: &'a Space,
    trips: &'a [Trip<'a>],
    cells: Cells<'a>,
    ways: Chains,
    router: Router<'a>,
    random: Random,
    /// Hops that ways may have more than the shortest where those meet others, and the most of them.
    detour: usize,
    most_detour: usize,
    /// A way that is being looked for.
    way: Vec<Hop>,
}

/// What an attempt may cost.
#[derive(Clone, Copy)]
pub(super) struct Effort<'a> {
    /// Steps, as [`Negotiation::work`] counts them.
    pub(super) work: u64,
    /// Sweeps without progress while one packet is too many; of more packets as many times fewer.
    pub(super) patience: u64,
    /// Asked now and then; `true` ends it.
    pub(super) stop: &'a dyn Fn() -> bool,
}

impl<'a> Negotiation<'a> {
    /// Gives every packet the way that it has among others, if it is over in time, or its cheapest: those
    /// first that have farthest to go. None if it was stopped.
    pub(super) fn new(
        space: &'a Space,
        trips: &'a [Trip<'a>],
        slots: usize,
        known: Option<&Ways>,
        guide: Option<&'a Guide>,
        seed: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let farthest = trips.iter().map(Trip::shortest).max().unwrap_or(0);
        let mut state = Self {
            space,
            trips,
            cells: Cells::new(space, slots),
            ways: Chains::new(space.arcs(), slots, trips.iter().map(Trip::shortest)),
            router: Router::new(space, guide, seed),
            random: Random::new(seed),
            detour: 0,
            most_detour: (2 * farthest).min(slots).min(MOST_HOPS / trips.len().max(1)),
            way: Vec::new(),
        };
        let mut packets: Vec<u32> = (0..).take(trips.len()).collect();
        state.random.shuffle(&mut packets);
        packets.sort_by_key(|&packet| std::cmp::Reverse(trips[wide(packet)].shortest()));
        if let Some(known) = known {
            packets.retain(|&packet| !state.follow(packet, known));
        }
        for some in packets.chunks(BETWEEN_STOPS) {
            if stop() {
                return None;
            }
            for &packet in some {
                state.place(packet);
            }
        }
        Some(state)
    }

    /// Gives a packet the way that it has among others, if that is over in time.
    fn follow(&mut self, packet: u32, known: &Ways) -> bool {
        self.way.clear();
        self.way.extend(known.way(packet).rev());
        let in_time = self.way.first().is_some_and(|last| wide(last.slot) < self.cells.slots());
        if in_time {
            self.settle(packet);
        }
        in_time
    }

    fn place(&mut self, packet: u32) {
        self.router.route(&self.cells, self.trips[wide(packet)], self.detour, &mut self.way);
        self.settle(packet);
    }

    fn settle(&mut self, packet: u32) {
        self.ways.put(packet, &self.way);
        for &hop in &self.way {
            self.cells.enter(hop);
        }
    }

    fn remove(&mut self, packet: u32) {
        for hop in self.ways.way(packet) {
            self.cells.leave(hop);
        }
        self.ways.take(packet);
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
        self.ways.into_ways()
    }

    /// Steps: prices that were looked at or changed.
    pub(super) fn work(&self) -> u64 {
        self.router.work() + self.cells.charges()
    }

    /// Sweeps until no cell is crowded, or the effort is spent. Ways are longer than the shortest only after
    /// some sweeps without progress.
    pub(super) fn settle_all(&mut self, effort: Effort<'_>) {
        let end = self.work().saturating_add(effort.work);
        let (mut least, mut waited) = (u64::MAX, 0);
        while !self.is_settled() {
            let excess = self.cells.excess();
            if excess < least - (least / 64).min(least / 2) {
                (least, waited) = (excess, 0);
            }
            if waited > effort.patience / least + 32 {
                if self.detour >= self.most_detour {
                    return;
                }
                self.detour = (2 * self.detour).max(2);
                (least, waited) = (u64::MAX, 0);
            }
            if self.work() >= end || !self.sweep(effort.stop) {
                return;
            }
            waited += 1;
        }
    }

    /// Whoever is in a crowded cell, and still is when its turn comes, takes its cheapest way; whether it was
    /// not stopped.
    fn sweep(&mut self, stop: &dyn Fn() -> bool) -> bool {
        let crowded = self.cells.crowded();
        self.cells.remember(&crowded);
        let mut packets = Vec::new();
        for &(resource, slot) in &crowded {
            for &arc in self.space.users(resource) {
                packets.extend(self.ways.at(Hop { arc, slot }));
            }
        }
        packets.sort_unstable();
        packets.dedup();
        self.random.shuffle(&mut packets);
        for some in packets.chunks(BETWEEN_STOPS) {
            if stop() {
                return false;
            }
            for &packet in some {
                let cells = &self.cells;
                if self.ways.way(packet).any(|hop| cells.is_crowded(hop)) {
                    self.remove(packet);
                    self.place(packet);
                }
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
