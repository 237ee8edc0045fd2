//! Negotiation in a fixed number of slots: whoever is in a crowded cell looks for another way through its
//! corridor.

use super::cells::{Cells, Resources};
use super::find::Corridors;
use super::router::{Hop, Router};
use super::ways::Ways;
use crate::graph::Random;
use crate::model::wide;
use std::cmp::Reverse;

/// Sweeps without progress before it is given up.
const PATIENCE: u32 = 40;
/// Packets that are placed or moved between two looks at whether to stop.
const BETWEEN_STOPS: usize = 256;

/// Ways of all packets in so many slots; none if they do not settle, or it was stopped. What it costs is
/// taken from `work`.
pub(super) fn settled(
    corridors: &Corridors,
    resources: &Resources,
    slots: usize,
    seed: u64,
    work: &mut u64,
    stop: &dyn Fn() -> bool,
) -> Option<Ways> {
    let mut state = Settling {
        corridors,
        cells: Cells::new(resources, slots),
        ways: Ways::new(corridors),
        router: Router::new(seed),
        way: Vec::new(),
    };
    let mut random = Random::new(seed);
    let mut packets: Vec<u32> = (0..).take(corridors.len()).collect();
    random.shuffle(&mut packets);
    packets.sort_by_key(|&packet| Reverse(corridors.hops(packet)));
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
        if excess == 0 {
            *work = work.saturating_sub(state.router.work);
            return Some(state.ways);
        }
        waited += 1;
        if excess < least - least / 64 {
            (least, waited) = (excess, 0);
        }
        if waited > PATIENCE || state.router.work > *work {
            *work = work.saturating_sub(state.router.work);
            return None;
        }
        packets = state.crowded();
        random.shuffle(&mut packets);
    }
}

/// Every packet has a way, and cells may be crowded.
struct Settling<'a> {
    corridors: &'a Corridors,
    cells: Cells<'a>,
    ways: Ways,
    router: Router,
    way: Vec<Hop>,
}

impl Settling<'_> {
    fn place(&mut self, packet: u32) {
        let (corridor, hops) = (self.corridors.of(packet), self.corridors.hops(packet));
        self.router.route(&self.cells, corridor, hops, &mut self.way);
        for hop in &self.way {
            self.cells.enter(hop.arc, wide(hop.slot));
        }
        self.ways.of_mut(packet).copy_from_slice(&self.way);
    }

    fn remove(&mut self, packet: u32) {
        for hop in self.ways.of(packet) {
            self.cells.leave(hop.arc, wide(hop.slot));
        }
    }

    fn is_crowded(&self, packet: u32) -> bool {
        let crowded = |hop: &Hop| self.cells.crowded(hop.arc, wide(hop.slot)).next().is_some();
        self.ways.of(packet).iter().any(crowded)
    }

    /// The packets in crowded cells, which become dearer for good.
    fn crowded(&mut self) -> Vec<u32> {
        let (mut packets, mut cells) = (Vec::new(), Vec::new());
        for packet in (0..).take(self.corridors.len()) {
            let before = cells.len();
            for hop in self.ways.of(packet) {
                let crowded = self.cells.crowded(hop.arc, wide(hop.slot));
                cells.extend(crowded.map(|resource| (resource, hop.slot)));
            }
            if cells.len() > before {
                packets.push(packet);
            }
        }
        cells.sort_unstable();
        cells.dedup();
        for (resource, slot) in cells {
            self.cells.remember(resource, wide(slot));
        }
        packets
    }
}
