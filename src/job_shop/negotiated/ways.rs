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
    fn new(slots: usize, rooms: impl Iterator<Item = usize>) -> Self {
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

    /// The moves of a packet in the order of time.
    pub(super) fn way(&self, packet: u32) -> impl DoubleEndedIterator<Item = Hop> + Clone {
        let hop = |&place: &u32| Hop { arc: place / self.slots, slot: place % self.slots };
        self.moves[self.range(packet)].iter().map(hop)
    }
}

/// Ways with the packets of every place in a chain.
#[derive(Debug)]
pub(super) struct Chains {
    ways: Ways,
    /// By place: the first packet there; by place in the list of moves: the next packet in the chain.
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Chains {
    /// Packets without ways; room for so many moves of each.
    pub(super) fn new(arcs: usize, slots: usize, rooms: impl Iterator<Item = usize>) -> Self {
        let ways = Ways::new(slots, rooms);
        let next = vec![NONE; ways.moves.len()];
        Self { ways, first: vec![NONE; arcs * slots], next }
    }

    /// The ways alone.
    pub(super) fn into_ways(self) -> Ways {
        self.ways
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
        let ways = &mut self.ways;
        let length = u16::try_from(way.len()).expect("a way of less than 2^16 moves");
        if length > ways.room[wide(packet)] {
            ways.start[wide(packet)] = narrow(ways.moves.len());
            // Twice the room, so that what is left behind is no more than what is used.
            let room = length.next_power_of_two();
            ways.room[wide(packet)] = room;
            ways.moves.resize(ways.moves.len() + usize::from(room), NONE);
            self.next.resize(ways.moves.len(), NONE);
        }
        ways.length[wide(packet)] = length;
        for (entry, &hop) in ways.range(packet).zip(way.iter().rev()) {
            let place = ways.place(hop);
            ways.moves[entry] = place;
            self.next[entry] = std::mem::replace(&mut self.first[wide(place)], packet);
        }
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

fn narrow(count: usize) -> u32 {
    u32::try_from(count_of(count)).expect("few moves and slots")
}
