//! One route of every packet: arcs in slots.

use super::find::Corridors;
use super::router::Hop;
use crate::model::wide;
use std::collections::BTreeMap;

/// The routes of all packets, each with its last hop first.
#[derive(Debug, Clone)]
pub(super) struct Ways {
    /// By packet: where its hops begin, and their number at the end.
    first: Vec<usize>,
    hops: Vec<Hop>,
    /// Routes of other lengths, of packets whose entries in `hops` do not count.
    detours: BTreeMap<u32, Vec<Hop>>,
}

impl Ways {
    pub(super) fn new(corridors: &Corridors) -> Self {
        let mut first = vec![0];
        for packet in (0..).take(corridors.len()) {
            first.push(first[wide(packet)] + corridors.hops(packet));
        }
        let hops = vec![Hop { arc: 0, slot: 0 }; first[corridors.len()]];
        Self { first, hops, detours: BTreeMap::new() }
    }

    pub(super) fn of(&self, packet: u32) -> &[Hop] {
        self.detours.get(&packet).map_or_else(|| &self.hops[self.range(packet)], Vec::as_slice)
    }

    /// Returns the shortest route of a packet, to be changed.
    pub(super) fn of_mut(&mut self, packet: u32) -> &mut [Hop] {
        let range = self.range(packet);
        &mut self.hops[range]
    }

    /// Gives a packet another route, which may be longer.
    pub(super) fn set(&mut self, packet: u32, way: &[Hop]) {
        let range = self.range(packet);
        if way.len() == range.len() {
            self.hops[range].copy_from_slice(way);
            self.detours.remove(&packet);
        } else {
            self.detours.insert(packet, way.to_vec());
        }
    }

    /// Whether some packet takes a longer route.
    pub(super) fn has_detours(&self) -> bool {
        !self.detours.is_empty()
    }

    fn range(&self, packet: u32) -> std::ops::Range<usize> {
        self.first[wide(packet)]..self.first[wide(packet) + 1]
    }
}
