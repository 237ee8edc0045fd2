//! Rip-up and reroute in a fixed number of slots: every packet in an overused cell takes another route
//! through its corridor or, where that does not help, a detour.

use super::cells::Cells;
use super::detours::{Detour, MAX_EXTRA_HOPS};
use super::find::Step;
use super::router::{Hop, Router};
use super::tables::Tables;
use super::ways::Ways;
use crate::graph::Random;
use crate::model::{Packet, count_of, wide};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Sweeps without progress before the attempt ends.
const MAX_SWEEPS_WITHOUT_PROGRESS: u32 = 40;
/// Sweeps without progress after which packets in overused cells are put on detours, and between two times.
const SWEEPS_BETWEEN_DETOURS: u32 = 8;
/// Detours are chosen while at most 1/16 of the packets are in conflict, or 8 of any number, and never above
/// 1,024.
const MAX_PACKETS_IN_CONFLICT: usize = 1 << 10;
const CONFLICT_PART_DIVISOR: usize = 16;
const ALWAYS_PACKETS_IN_CONFLICT: usize = 8;
/// Packets that are rerouted between two checks whether to stop.
const PACKETS_BETWEEN_STOP_CHECKS: usize = 256;

/// Returns routes of all packets in `slots` slots; none if conflicts stay, or it was stopped. The work done
/// is taken from `work`.
pub(super) fn settled(
    tables: &Tables<'_>,
    slots: usize,
    seed: u64,
    work: &mut u64,
    stop: &dyn Fn() -> bool,
) -> Option<Ways> {
    let mut state = Rerouting::new(tables, slots, seed);
    let mut packets: Vec<u32> = (0..).take(tables.corridors.len()).collect();
    state.random.shuffle(&mut packets);
    packets.sort_by_key(|&packet| Reverse(tables.corridors.hops(packet)));
    let most_in_conflict =
        (packets.len() / CONFLICT_PART_DIVISOR).clamp(ALWAYS_PACKETS_IN_CONFLICT, MAX_PACKETS_IN_CONFLICT);
    let (mut least, mut waited) = (u64::MAX, 0);
    let mut is_first = true;
    loop {
        for some in packets.chunks(PACKETS_BETWEEN_STOP_CHECKS) {
            if stop() {
                return None;
            }
            for &packet in some {
                if is_first || state.is_overused(packet) {
                    if !is_first {
                        state.rip_up(packet);
                    }
                    state.route_packet(packet);
                }
            }
        }
        is_first = false;
        let overuse = state.cells.overuse;
        let spent = state.router.work + state.work;
        if overuse == 0 {
            *work = work.saturating_sub(spent);
            return Some(state.ways);
        }
        waited += 1;
        if overuse < least - least / 64 {
            (least, waited) = (overuse, 0);
        }
        if waited > MAX_SWEEPS_WITHOUT_PROGRESS || spent > *work {
            *work = work.saturating_sub(spent);
            return None;
        }
        packets = state.overused();
        if waited > 0 && waited.is_multiple_of(SWEEPS_BETWEEN_DETOURS) && packets.len() <= most_in_conflict {
            state.choose_detours(&packets, stop);
        }
        state.random.shuffle(&mut packets);
    }
}

/// The routes of all packets; cells may be overused.
struct Rerouting<'a> {
    tables: &'a Tables<'a>,
    cells: Cells<'a>,
    ways: Ways,
    router: Router,
    way: Vec<Hop>,
    /// By packet that took a detour: its detours, by number of hops, and the index of the one it takes.
    detours: BTreeMap<u32, (Vec<Detour>, usize)>,
    random: Random,
    /// Links that were looked at for detours.
    work: u64,
}

impl<'a> Rerouting<'a> {
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

    fn route_packet(&mut self, packet: u32) {
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

    fn rip_up(&mut self, packet: u32) {
        for hop in self.ways.of(packet) {
            self.cells.leave(hop.arc, wide(hop.slot));
        }
    }

    fn is_overused(&self, packet: u32) -> bool {
        let overused = |hop: &Hop| self.cells.is_overused(hop.arc, wide(hop.slot));
        self.ways.of(packet).iter().any(overused)
    }

    /// Returns the packets in overused cells, and increases the history cost of these.
    fn overused(&mut self) -> Vec<u32> {
        // Detours may use arcs outside the corridors, which `users` does not list.
        let mut packets: Vec<u32> = self.detours.keys().copied().collect();
        for (resource, slot) in self.cells.overused_cells() {
            packets.extend_from_slice(self.tables.users.of(resource));
            self.cells.increase_history_cost(resource, wide(slot));
        }
        packets.sort_unstable();
        packets.dedup();
        packets.retain(|&packet| self.is_overused(packet));
        packets
    }

    /// Puts each of some packets on routes of a random number of hops, of those that [`Self::find_detours`]
    /// finds.
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

    /// Returns the routes of a packet by number of hops, the shortest among them.
    fn find_detours(&mut self, packet: u32) -> Vec<Detour> {
        let Tables { corridors, packets, task, .. } = self.tables;
        let Packet::Personal { from, to } = packets[wide(packet)] else { return Vec::new() };
        let (graph, ends) = (task.graph(), [from.narrow(), to.narrow()]);
        self.work += u64::from(graph.arcs());
        let left = graph.distances_to(ends[1]);
        let shortest = corridors.hops(packet);
        let most = (shortest + MAX_EXTRA_HOPS).min(self.cells.slots());
        let of = |hops| Detour::new(corridors, graph, ends, &left, hops, &mut self.random);
        let found: Vec<Detour> = (shortest..=most).filter_map(of).collect();
        self.work += count_of(found.iter().map(|detour| detour.steps.len()).sum());
        found
    }
}
