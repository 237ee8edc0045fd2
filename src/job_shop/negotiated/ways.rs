//! The ways of packets, and which packets go over an arc in a slot.

use crate::model::{count_of, wide};

/// No packet.
const NONE: u32 = u32::MAX;

/// A move: an arc in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hop {
    pub(super) arc: u32,
    pub(super) slot: u32,
}

/// The ways of all packets in one list. A *place* is an arc in a slot, as one number.
#[derive(Debug)]
pub(super) struct Ways {
    slots: u32,
    /// By packet: where its moves begin in the list, how many there are, and for how many there is room.
    start: Vec<u32>,
    length: Vec<u16>,
    room: Vec<u16>,
    /// Places in the order of time.
    moves: Vec<u32>,
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
        Self { slots: narrow(slots), length: vec![0; start.len()], start, room, moves: vec![NONE; end] }
    }

    fn place(&self, hop: Hop) -> u32 {
        hop.arc * self.slots + hop.slot
    }

    fn range(&self, packet: u32) -> std::ops::Range<usize> {
        let start = wide(self.start[wide(packet)]);
        start..start + usize::from(self.length[wide(packet)])
    }

    fn hop(&self, place: u32) -> Hop {
        Hop { arc: place / self.slots, slot: place % self.slots }
    }

    /// The moves of a packet in the order of time.
    pub(super) fn way(&self, packet: u32) -> impl DoubleEndedIterator<Item = Hop> + Clone {
        self.moves[self.range(packet)].iter().map(|&place| self.hop(place))
    }

    /// The ways that are over in so many slots; the other packets have none.
    fn in_slots(mut self, slots: usize) -> Self {
        let slots = narrow(slots);
        for packet in (0..).take(self.start.len()) {
            let range = self.range(packet);
            if self.way(packet).next_back().is_some_and(|last| last.slot >= slots) {
                self.length[wide(packet)] = 0;
                continue;
            }
            for entry in range {
                let hop = self.hop(self.moves[entry]);
                self.moves[entry] = hop.arc * slots + hop.slot;
            }
        }
        Self { slots, ..self }
    }

    /// Moves all ways together, in the order in which they stand, and what belongs to their moves.
    fn close_up(&mut self, mut beside: Option<&mut Vec<u32>>) {
        let mut order: Vec<u32> = (0..).take(self.start.len()).collect();
        order.sort_unstable_by_key(|&packet| self.start[wide(packet)]);
        let mut end = 0;
        for packet in order.into_iter().map(wide) {
            let (start, room) = (wide(self.start[packet]), usize::from(self.room[packet]));
            self.moves.copy_within(start..start + room, end);
            if let Some(beside) = &mut beside {
                beside.copy_within(start..start + room, end);
            }
            self.start[packet] = narrow(end);
            end += room;
        }
        self.moves.truncate(end);
        if let Some(beside) = beside {
            beside.truncate(end);
        }
    }
}

/// Ways with the packets of every place in a chain.
#[derive(Debug)]
pub(super) struct Chains {
    ways: Ways,
    /// By place: the first packet there; by place in the list of moves: the next packet in the chain.
    first: Vec<u32>,
    next: Vec<u32>,
    /// Entries of the list that are no packet's room any more.
    lost: usize,
}

impl Chains {
    /// Over so many arcs in so many slots; packets whose ways take longer have none.
    pub(super) fn new(arcs: usize, slots: usize, ways: Ways) -> Self {
        let ways = ways.in_slots(slots);
        let next = vec![NONE; ways.moves.len()];
        let mut chains = Self { ways, first: vec![NONE; arcs * slots], next, lost: 0 };
        for packet in (0..).take(chains.ways.start.len()) {
            chains.link(packet);
        }
        chains
    }

    /// The ways alone, with no more room than they need.
    pub(super) fn into_ways(self) -> Ways {
        let Self { mut ways, first, next, .. } = self;
        drop((first, next));
        ways.room.clone_from(&ways.length);
        ways.close_up(None);
        ways.moves.shrink_to_fit();
        ways
    }

    /// The moves of a packet in the order of time.
    pub(super) fn way(&self, packet: u32) -> impl DoubleEndedIterator<Item = Hop> {
        self.ways.way(packet)
    }

    /// The packets that go over an arc in a slot.
    pub(super) fn at(&self, hop: Hop) -> impl Iterator<Item = u32> {
        let place = self.ways.place(hop);
        let real = |packet: u32| (packet != NONE).then_some(packet);
        std::iter::successors(real(self.first[wide(place)]), move |&packet| {
            real(self.next[self.entry(packet, place)])
        })
    }

    /// Where in the list a packet's move through a place is.
    fn entry(&self, packet: u32, place: u32) -> usize {
        let range = self.ways.range(packet);
        let index = self.ways.moves[range.clone()].iter().position(|&own| own == place);
        range.start + index.expect("a packet in the chain of a place goes through it")
    }

    /// Gives a packet that has no way one, the last move first.
    pub(super) fn put(&mut self, packet: u32, way: &[Hop]) {
        let length = u16::try_from(way.len()).expect("a way of less than 2^16 moves");
        if length > self.ways.room[wide(packet)] {
            self.make_room(packet, length);
        }
        let ways = &mut self.ways;
        ways.length[wide(packet)] = length;
        for (entry, &hop) in ways.range(packet).zip(way.iter().rev()) {
            ways.moves[entry] = ways.place(hop);
        }
        self.link(packet);
    }

    /// Puts a packet in front of the chains of its places.
    fn link(&mut self, packet: u32) {
        for entry in self.ways.range(packet) {
            let place = wide(self.ways.moves[entry]);
            self.next[entry] = std::mem::replace(&mut self.first[place], packet);
        }
    }

    /// Gives a packet that has no way room at the end of the list. At most an eighth of it is lost.
    fn make_room(&mut self, packet: u32, moves: u16) {
        let packet = wide(packet);
        self.lost += usize::from(std::mem::take(&mut self.ways.room[packet]));
        if self.lost > self.ways.moves.len() / 8 {
            self.ways.close_up(Some(&mut self.next));
            self.lost = 0;
        }
        // On networks without odd cycles the next detour has two moves more.
        let room = moves.next_multiple_of(2);
        self.ways.start[packet] = narrow(self.ways.moves.len());
        self.ways.room[packet] = room;
        grow(&mut self.ways.moves, room.into());
        grow(&mut self.next, room.into());
    }

    /// Takes a packet off its way.
    pub(super) fn take(&mut self, packet: u32) {
        for entry in self.ways.range(packet) {
            let place = self.ways.moves[entry];
            let mut here = self.first[wide(place)];
            if here == packet {
                self.first[wide(place)] = self.next[entry];
                continue;
            }
            loop {
                let at = self.entry(here, place);
                here = self.next[at];
                if here == packet {
                    self.next[at] = self.next[entry];
                    break;
                }
            }
        }
        self.ways.length[wide(packet)] = 0;
    }
}

/// Makes a list longer, and where it lies for this by an eighth at most.
fn grow(list: &mut Vec<u32>, by: usize) {
    if list.capacity() - list.len() < by {
        list.reserve_exact(by.max(list.len() / 8));
    }
    list.resize(list.len() + by, NONE);
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

    /// All ways are as they were put, and chains hold those who are there.
    fn agree(chains: &Chains, ways: &[Vec<Hop>], slots: usize) {
        for (packet, way) in (0..).zip(ways) {
            assert!(chains.way(packet).eq(way.iter().rev().copied()));
        }
        for arc in (0..).take(ARCS) {
            for slot in (0..).take(slots) {
                let hop = Hop { arc, slot };
                let here: BTreeSet<u32> = chains.at(hop).collect();
                let there = (0..).zip(ways).filter(|(_, way)| way.contains(&hop));
                assert_eq!(here, there.map(|(packet, _)| packet).collect());
            }
        }
    }

    #[test]
    fn ways_stay_what_they_are_while_others_need_more_room() {
        let (packets, slots) = (40, 30);
        let mut random = Random::new(1);
        let mut chains = Chains::new(ARCS, slots, Ways::new(slots, (0..packets).map(|_| 2)));
        let mut ways = vec![Vec::new(); packets];
        let mut longest = 0;
        for round in 0..4000 {
            let packet = random.below(packets);
            chains.take(narrow(packet));
            ways[packet] = some_way(random.below(1 + round / 200), slots, &mut random);
            chains.put(narrow(packet), &ways[packet]);
            longest = longest.max(chains.ways.moves.len());
            if round % 100 == 0 {
                agree(&chains, &ways, slots);
            }
        }
        agree(&chains, &ways, slots);
        let used: usize = ways.iter().map(Vec::len).sum();
        assert!(longest < 4000, "{longest} entries for {used} moves");
        // In fewer slots whoever comes later has no way.
        let fewer = Chains::new(ARCS, 20, chains.into_ways());
        ways.iter_mut().filter(|way| way.first().is_some_and(|last| last.slot >= 20)).for_each(Vec::clear);
        agree(&fewer, &ways, 20);
    }
}
