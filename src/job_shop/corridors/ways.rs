//! One way of every packet: arcs in slots.

use super::find::Corridors;
use super::router::Hop;
use crate::model::wide;

/// The ways of all packets, each from its end.
#[derive(Debug, Clone)]
pub(super) struct Ways {
    /// By packet: where its hops begin, and their number at the end.
    first: Vec<usize>,
    hops: Vec<Hop>,
}

impl Ways {
    pub(super) fn new(corridors: &Corridors) -> Self {
        let mut first = vec![0];
        for packet in (0..).take(corridors.len()) {
            first.push(first[wide(packet)] + corridors.hops(packet));
        }
        let hops = vec![Hop { arc: 0, slot: 0 }; first[corridors.len()]];
        Self { first, hops }
    }

    pub(super) fn of(&self, packet: u32) -> &[Hop] {
        &self.hops[self.first[wide(packet)]..self.first[wide(packet) + 1]]
    }

    pub(super) fn of_mut(&mut self, packet: u32) -> &mut [Hop] {
        &mut self.hops[self.first[wide(packet)]..self.first[wide(packet) + 1]]
    }
}
