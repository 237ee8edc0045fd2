//! The ways of packets through arcs and slots.

use crate::model::{count_of, wide};
use rayon::prelude::*;

/// No place.
const NONE: u32 = u32::MAX;
/// Packets that one thread looks through at least.
const SIDE_BY_SIDE: usize = 1 << 14;

/// A move: an arc in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hop {
    pub(super) arc: u32,
    pub(super) slot: u32,
}

/// The ways of all packets in one list. A *place* is an arc in a slot, as one number.
#[derive(Debug, Clone)]
pub(super) struct Ways {
    slots: u32,
    /// By packet: where its moves begin in the list, how many there are, and for how many there is room.
    start: Vec<u32>,
    length: Vec<u16>,
    room: Vec<u16>,
    /// Places in the order of time.
    moves: Vec<u32>,
    /// Entries of the list that are no packet's room any more.
    lost: usize,
}

impl Ways {
    /// Packets without ways; room for so many moves of each.
    pub(super) fn new(slots: usize, rooms: impl Iterator<Item = usize>) -> Self {
        let (mut start, mut room, mut end) = (Vec::new(), Vec::new(), 0);
        for moves in rooms {
            start.push(narrow(end));
            room.push(u16::try_from(moves).expect("a way of less than 2^16 moves"));
            end += moves;
        }
        let (length, moves) = (vec![0; start.len()], vec![NONE; end]);
        Self { slots: narrow(slots), start, length, room, moves, lost: 0 }
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

    /// The moves of a packet in the order of time.
    pub(super) fn way(
        &self,
        packet: u32,
    ) -> impl DoubleEndedIterator<Item = Hop> + ExactSizeIterator + Clone {
        self.moves[self.range(packet)].iter().map(|&place| self.hop(place))
    }

    /// The packets that go over one of some arcs in slots, in increasing order.
    ///
    /// # Complexity
    /// O(A · T / 64 + M) for all A arcs in T slots and all M moves: packets are not kept by their places, as
    /// whoever moves would change that.
    pub(super) fn through(&self, arcs: usize, hops: impl Iterator<Item = Hop>) -> Vec<u32> {
        let mut wanted = vec![0_u64; (arcs * wide(self.slots)).div_ceil(64)];
        for place in hops.map(|hop| self.place(hop)) {
            wanted[wide(place / 64)] |= 1 << (place % 64);
        }
        let is_there = |&place: &u32| wanted[wide(place / 64)] >> (place % 64) & 1 == 1;
        let packets = (0..narrow(self.start.len())).into_par_iter().with_min_len(SIDE_BY_SIDE);
        packets.filter(|&packet| self.moves[self.range(packet)].iter().any(is_there)).collect()
    }

    /// The ways that are over in so many slots; the other packets have none.
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

    /// Takes a packet off its way.
    pub(super) fn clear(&mut self, packet: u32) {
        self.length[wide(packet)] = 0;
    }

    /// Gives a packet a way, the last move first.
    pub(super) fn put(&mut self, packet: u32, way: &[Hop]) {
        let length = u16::try_from(way.len()).expect("a way of less than 2^16 moves");
        if length > self.room[wide(packet)] {
            self.make_room(packet, length);
        }
        self.length[wide(packet)] = length;
        for (entry, &hop) in self.range(packet).zip(way.iter().rev()) {
            self.moves[entry] = self.place(hop);
        }
    }

    /// Gives a packet room at the end of the list, for which it leaves its way. At most an eighth of the list
    /// is lost.
    fn make_room(&mut self, packet: u32, moves: u16) {
        let packet = wide(packet);
        self.length[packet] = 0;
        self.lost += usize::from(std::mem::take(&mut self.room[packet]));
        if self.lost > self.moves.len() / 8 {
            self.close_up();
        }
        // On networks without odd cycles the next detour has two moves more.
        let room = moves.next_multiple_of(2);
        self.start[packet] = narrow(self.moves.len());
        self.room[packet] = room;
        let more = usize::from(room);
        if self.moves.capacity() - self.moves.len() < more {
            self.moves.reserve_exact(more.max(self.moves.len() / 8));
        }
        self.moves.resize(self.moves.len() + more, NONE);
    }

    /// Moves all ways together, in the order in which they stand.
    fn close_up(&mut self) {
        let mut order: Vec<u32> = (0..).take(self.start.len()).collect();
        order.sort_unstable_by_key(|&packet| self.start[wide(packet)]);
        let mut end = 0;
        for packet in order.into_iter().map(wide) {
            let (start, room) = (wide(self.start[packet]), usize::from(self.room[packet]));
            self.moves.copy_within(start..start + room, end);
            self.start[packet] = narrow(end);
            end += room;
        }
        self.moves.truncate(end);
        self.lost = 0;
    }

    /// The same with no more room than they need.
    pub(super) fn close(mut self) -> Self {
        self.room.clone_from(&self.length);
        self.close_up();
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

    /// A way of so many moves, the last first.
    fn some_way(moves: usize, slots: usize, random: &mut Random) -> Vec<Hop> {
        let mut times = BTreeSet::new();
        while times.len() < moves {
            times.insert(narrow(random.below(slots)));
        }
        times.into_iter().rev().map(|slot| Hop { arc: narrow(random.below(ARCS)), slot }).collect()
    }

    /// All ways are as they were put, and at every place are those who go through it.
    fn agree(ways: &Ways, put: &[Vec<Hop>], slots: usize) {
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
    fn ways_stay_what_they_are_while_others_need_more_room() {
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
                agree(&ways, &put, slots);
            }
        }
        agree(&ways, &put, slots);
        assert!(longest <= packets * 20 * 8 / 7 + 20, "{longest} entries for ways of less than 20 moves");
        // In fewer slots whoever comes later has no way.
        put.iter_mut().filter(|way| way.first().is_some_and(|last| last.slot >= 20)).for_each(Vec::clear);
        agree(&ways.close().in_slots(20), &put, 20);
    }
}
