//! The routes of all packets through arcs and slots.

use crate::model::{count_of, wide};
use rayon::prelude::*;

/// An entry of the list without a place.
const NO_MOVE: u32 = u32::MAX;
/// The fewest packets that a thread searches.
const MIN_PACKETS_PER_THREAD: usize = 1 << 14;

/// A move: an arc in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hop {
    pub(super) arc: u32,
    pub(super) slot: u32,
}

/// The routes of all packets in one list. A *place* is an arc in a slot, as one number.
#[derive(Debug, Clone)]
pub(super) struct Ways {
    slots: u32,
    /// By packet: the start of its moves in the list, their number, and the entries reserved for them.
    start: Vec<u32>,
    length: Vec<u16>,
    reserved: Vec<u16>,
    /// Places in the order of time.
    moves: Vec<u32>,
    /// Entries of the list that are reserved for no packet any more.
    lost: usize,
}

impl Ways {
    /// Returns an empty route for each packet; `reserve` says how many moves to reserve for each.
    pub(super) fn new(slots: usize, reserve: impl Iterator<Item = usize>) -> Self {
        let (mut start, mut reserved, mut end) = (Vec::new(), Vec::new(), 0);
        for moves in reserve {
            start.push(narrow(end));
            reserved.push(u16::try_from(moves).expect("a way of less than 2^16 moves"));
            end += moves;
        }
        let (length, moves) = (vec![0; start.len()], vec![NO_MOVE; end]);
        Self { slots: narrow(slots), start, length, reserved, moves, lost: 0 }
    }

    fn place(&self, hop: Hop) -> u32 {
        hop.arc * self.slots + hop.slot
    }

    fn hop(&self, place: u32) -> Hop {
        Hop { arc: place / self.slots, slot: place % self.slots }
    }

    fn range(&self, packet: u32) -> std::ops::Range<usize> {
        let start = wide(self.start[wide(packet)]);
        start..start + usize::from(self.length[wide(packet)])
    }

    /// Iterates over the moves of a packet in the order of time.
    pub(super) fn way(
        &self,
        packet: u32,
    ) -> impl DoubleEndedIterator<Item = Hop> + ExactSizeIterator + Clone {
        self.moves[self.range(packet)].iter().map(|&place| self.hop(place))
    }

    /// Returns the packets that make one of these moves, in increasing order.
    ///
    /// # Complexity
    /// O(A · T / 64 + M) for all A arcs in T slots and all M moves. No index of packets by place is kept, as
    /// every change of a route would have to update it.
    pub(super) fn through(&self, arcs: usize, hops: impl Iterator<Item = Hop>) -> Vec<u32> {
        let mut wanted = vec![0_u64; (arcs * wide(self.slots)).div_ceil(64)];
        for place in hops.map(|hop| self.place(hop)) {
            wanted[wide(place / 64)] |= 1 << (place % 64);
        }
        let is_there = |&place: &u32| wanted[wide(place / 64)] >> (place % 64) & 1 == 1;
        let packets = (0..narrow(self.start.len())).into_par_iter().with_min_len(MIN_PACKETS_PER_THREAD);
        packets.filter(|&packet| self.moves[self.range(packet)].iter().any(is_there)).collect()
    }

    /// Returns the routes that end within `slots` slots; the other packets have none.
    pub(super) fn in_slots(mut self, slots: usize) -> Self {
        let slots = narrow(slots);
        for packet in (0..).take(self.start.len()) {
            if self.way(packet).next_back().is_some_and(|last| last.slot >= slots) {
                self.clear(packet);
            }
            for entry in self.range(packet) {
                let hop = self.hop(self.moves[entry]);
                self.moves[entry] = hop.arc * slots + hop.slot;
            }
        }
        Self { slots, ..self }
    }

    /// Takes a packet off its route.
    pub(super) fn clear(&mut self, packet: u32) {
        self.length[wide(packet)] = 0;
    }

    /// Gives a packet a route, the last move first.
    pub(super) fn put(&mut self, packet: u32, way: &[Hop]) {
        let length = u16::try_from(way.len()).expect("a way of less than 2^16 moves");
        if length > self.reserved[wide(packet)] {
            self.reserve_at_end(packet, length);
        }
        self.length[wide(packet)] = length;
        for (entry, &hop) in self.range(packet).zip(way.iter().rev()) {
            self.moves[entry] = self.place(hop);
        }
    }

    /// Reserves entries for a packet at the end of the list, for which it leaves its route. At most an eighth
    /// of the list is lost.
    fn reserve_at_end(&mut self, packet: u32, moves: u16) {
        let packet = wide(packet);
        self.length[packet] = 0;
        self.lost += usize::from(std::mem::take(&mut self.reserved[packet]));
        if self.lost > self.moves.len() / 8 {
            self.compact();
        }
        // On networks without odd cycles the next detour has two moves more.
        let reserved = moves.next_multiple_of(2);
        self.start[packet] = narrow(self.moves.len());
        self.reserved[packet] = reserved;
        let more = usize::from(reserved);
        if self.moves.capacity() - self.moves.len() < more {
            self.moves.reserve_exact(more.max(self.moves.len() / 8));
        }
        self.moves.resize(self.moves.len() + more, NO_MOVE);
    }

    /// Moves all routes together, in the order in which they stand, so that no entries are lost.
    fn compact(&mut self) {
        let mut order: Vec<u32> = (0..).take(self.start.len()).collect();
        order.sort_unstable_by_key(|&packet| self.start[wide(packet)]);
        let mut end = 0;
        for packet in order.into_iter().map(wide) {
            let (start, reserved) = (wide(self.start[packet]), usize::from(self.reserved[packet]));
            self.moves.copy_within(start..start + reserved, end);
            self.start[packet] = narrow(end);
            end += reserved;
        }
        self.moves.truncate(end);
        self.lost = 0;
    }

    /// Returns the routes without reserved entries that they do not use.
    pub(super) fn into_compact(mut self) -> Self {
        self.reserved.clone_from(&self.length);
        self.compact();
        self.moves.shrink_to_fit();
        self
    }
}

fn narrow(count: usize) -> u32 {
    u32::try_from(count_of(count)).expect("few moves and slots")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Random;
    use std::collections::BTreeSet;

    const ARCS: usize = 7;

    /// Returns a random route of `moves` moves, the last first.
    fn some_way(moves: usize, slots: usize, random: &mut Random) -> Vec<Hop> {
        let mut times = BTreeSet::new();
        while times.len() < moves {
            times.insert(narrow(random.below(slots)));
        }
        times.into_iter().rev().map(|slot| Hop { arc: narrow(random.below(ARCS)), slot }).collect()
    }

    /// Asserts that all routes are as they were put, and that every place lists the packets that go through
    /// it.
    fn assert_as_put(ways: &Ways, put: &[Vec<Hop>], slots: usize) {
        for (packet, way) in (0..).zip(put) {
            assert!(ways.way(packet).eq(way.iter().rev().copied()));
        }
        for arc in (0..).take(ARCS) {
            for slot in (0..).take(slots) {
                let hop = Hop { arc, slot };
                let here = (0..).zip(put).filter(|(_, way)| way.contains(&hop)).map(|(packet, _)| packet);
                assert!(ways.through(ARCS, std::iter::once(hop)).into_iter().eq(here));
            }
        }
    }

    #[test]
    fn routes_stay_unchanged_while_others_grow() {
        let (packets, slots) = (40, 30);
        let mut random = Random::new(1);
        let mut ways = Ways::new(slots, (0..packets).map(|_| 2));
        let mut put = vec![Vec::new(); packets];
        let mut longest = 0;
        for round in 0..4000 {
            let packet = random.below(packets);
            put[packet] = some_way(random.below(1 + round / 200), slots, &mut random);
            ways.put(narrow(packet), &put[packet]);
            longest = longest.max(ways.moves.len());
            if round % 100 == 0 {
                assert_as_put(&ways, &put, slots);
            }
        }
        assert_as_put(&ways, &put, slots);
        assert!(longest <= packets * 20 * 8 / 7 + 20, "{longest} entries for ways of less than 20 moves");
        // In fewer slots, packets that arrive later have no route.
        put.iter_mut().filter(|way| way.first().is_some_and(|last| last.slot >= 20)).for_each(Vec::clear);
        assert_as_put(&ways.into_compact().in_slots(20), &put, 20);
    }
}
