//! Negotiation in a fixed number of slots: whoever is in a crowded cell looks for another way through its
//! corridor, and where that does not help, on detours.

use super::cells::Cells;
use super::detours::{Detour, MOST_MORE};
use super::find::Step;
use super::router::{Hop, Router};
use super::tables::Tables;
use super::ways::Ways;
use crate::graph::Random;
use crate::model::{Packet, count_of, wide};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Sweeps without progress before it is given up.
const PATIENCE: u32 = 40;
/// Sweeps without progress after which packets in crowded cells are put on detours, and between two times.
const BETWEEN_DETOURS: u32 = 8;
/// At most one of 16 packets is put on a detour at a time, but up to 8 of any number, and never above 1,024.
const MOST_STUCK: usize = 1 << 10;
const STUCK_OF: usize = 16;
const FEW_STUCK: usize = 8;
/// Packets that are placed or moved between two looks at whether to stop.
const BETWEEN_STOPS: usize = 256;

/// Ways of all packets in so many slots; none if they do not settle, or it was stopped. What it costs is
/// taken from `work`.
pub(super) fn settled(
    tables: &Tables<'_>,
    slots: usize,
    seed: u64,
    work: &mut u64,
    stop: &dyn Fn() -> bool,
) -> Option<Ways> {
    let mut state = Settling::new(tables, slots, seed);
    let mut packets: Vec<u32> = (0..).take(tables.corridors.len()).collect();
    state.random.shuffle(&mut packets);
    packets.sort_by_key(|&packet| Reverse(tables.corridors.hops(packet)));
    let most_stuck = (packets.len() / STUCK_OF).clamp(FEW_STUCK, MOST_STUCK);
    let (mut least, mut waited) = (u64::MAX, 0);
    let mut is_first = true;
    loop {
        for some in packets.chunks(BETWEEN_STOPS) {
            if stop() {
                return None;
            }
            for &packet in some {
                if is_first || state.is_crowded(packet) {
                    if !is_first {
                        state.remove(packet);
                    }
                    state.place(packet);
                }
            }
        }
        is_first = false;
        let excess = state.cells.excess;
        let spent = state.router.work + state.work;
        if excess == 0 {
            *work = work.saturating_sub(spent);
            return Some(state.ways);
        }
        waited += 1;
        if excess < least - least / 64 {
            (least, waited) = (excess, 0);
        }
        if waited > PATIENCE || spent > *work {
            *work = work.saturating_sub(spent);
            return None;
        }
        packets = state.crowded();
        if waited > 0 && waited.is_multiple_of(BETWEEN_DETOURS) && packets.len() <= most_stuck {
            state.choose_detours(&packets, stop);
        }
        state.random.shuffle(&mut packets);
    }
}

/// Every packet has a way, and cells may be crowded.
struct Settling<'a> {
    tables: &'a Tables<'a>,
    cells: Cells<'a>,
    ways: Ways,
    router: Router,
    way: Vec<Hop>,
    /// By packet that was stuck: its other ways, by number of hops, and which of these it takes.
    detours: BTreeMap<u32, (Vec<Detour>, usize)>,
    random: Random,
    /// Links that were looked at for detours.
    work: u64,
}

impl<'a> Settling<'a> {
    fn new(tables: &'a Tables<'a>, slots: usize, seed: u64) -> Self {
        Self {
            tables,
            cells: Cells::new(&tables.resources, slots),
            ways: Ways::new(&tables.corridors),
            router: Router::new(seed),
            way: Vec::new(),
            detours: BTreeMap::new(),
            random: Random::new(seed),
            work: 0,
        }
    }

    fn place(&mut self, packet: u32) {
        let corridors = &self.tables.corridors;
        let chosen = self.detours.get(&packet).map(|(detours, chosen)| &detours[*chosen]);
        let (steps, hops): (&[Step], usize) = match chosen {
            Some(detour) => (&detour.steps, detour.hops),
            None => (corridors.of(packet), corridors.hops(packet)),
        };
        self.router.route(&self.cells, steps, hops, &mut self.way);
        for hop in &self.way {
            self.cells.enter(hop.arc, wide(hop.slot));
        }
        self.ways.set(packet, &self.way);
    }

    fn remove(&mut self, packet: u32) {
        for hop in self.ways.of(packet) {
            self.cells.leave(hop.arc, wide(hop.slot));
        }
    }

    fn is_crowded(&self, packet: u32) -> bool {
        let crowded = |hop: &Hop| self.cells.is_crowded(hop.arc, wide(hop.slot));
        self.ways.of(packet).iter().any(crowded)
    }

    /// The packets in crowded cells, which become dearer for good.
    fn crowded(&mut self) -> Vec<u32> {
        // Detours may lead where corridors do not.
        let mut packets: Vec<u32> = self.detours.keys().copied().collect();
        for (resource, slot) in self.cells.crowded_cells() {
            packets.extend_from_slice(self.tables.users.of(resource));
            self.cells.remember(resource, wide(slot));
        }
        packets.sort_unstable();
        packets.dedup();
        packets.retain(|&packet| self.is_crowded(packet));
        packets
    }

    /// Has each of some packets take ways of another number of hops, any that the slots leave time for.
    fn choose_detours(&mut self, packets: &[u32], stop: &dyn Fn() -> bool) {
        for &packet in packets {
            if stop() {
                return;
            }
            if !self.detours.contains_key(&packet) {
                let found = self.find_detours(packet);
                if found.is_empty() {
                    continue;
                }
                self.detours.insert(packet, (found, 0));
            }
            if let Some((detours, chosen)) = self.detours.get_mut(&packet) {
                *chosen = self.random.below(detours.len());
            }
        }
    }

    /// The ways of a packet by number of hops, the shortest among them.
    fn find_detours(&mut self, packet: u32) -> Vec<Detour> {
        let Tables { corridors, packets, task, .. } = self.tables;
        let Packet::Personal { from, to } = packets[wide(packet)] else { return Vec::new() };
        let (graph, ends) = (task.graph(), [from.narrow(), to.narrow()]);
        self.work += u64::from(graph.arcs());
        let left = graph.distances_to(ends[1]);
        let shortest = corridors.hops(packet);
        let most = (shortest + MOST_MORE).min(self.cells.slots());
        let of = |hops| Detour::new(corridors, graph, ends, &left, hops, &mut self.random);
        let found: Vec<Detour> = (shortest..=most).filter_map(of).collect();
        self.work += count_of(found.iter().map(|detour| detour.steps.len()).sum());
        found
    }
}
