//! The three-phase total exchanges of P2 §4, made by the printed rules, what they leave open chosen by a seed.

use super::made::{Congruence, index, short};
use crate::model::count_of;

/// A symmetric total exchange on the d-cube.
pub(super) struct Exchange {
    pub(super) d: u64,
    /// For each packet of node 0, by its offset, its moves `(slot, link)`; slots and links from 0.
    pub(super) moves: Vec<Vec<(u64, u64)>>,
    /// Time units.
    pub(super) time: u64,
}

/// When phases two and three begin, given the time of the smaller exchange and the packets of phase two.
pub(super) type Phases = fn(u64, u64) -> (u64, u64);

impl Exchange {
    /// The exchange of §4, rules (a) and (b): ties go from left to right with seed 0, else they are broken at random. `None` if a packet
    /// were to be sent on before it has crossed.
    pub(super) fn new(d: u64, seed: u64, phases: Phases) -> Option<Self> {
        let mut choice = Congruence(seed);
        let mut made = Self { d, moves: vec![Vec::new(), vec![(0, 0)]], time: 1 };
        for link in 1..d {
            let packets = 1 << link;
            let (crossing, again) = phases(made.time, packets);
            let mut order = Vec::new();
            for offset in 1..packets {
                let &(slot, own) = made.moves[index(offset)].first()?;
                let tie = if seed == 0 { own } else { count_of(choice.below(1 << 16)) };
                order.push((slot, tie, offset));
            }
            order.sort_unstable();
            let mut crossed = vec![Vec::new(); index(packets)];
            for (slot, offset) in (crossing..).zip(order.into_iter().map(|place| place.2).chain([0])) {
                let mut way = vec![(slot, link)];
                way.extend(made.moves[index(offset)].iter().map(|&(slot, link)| (slot + again, link)));
                if way.get(1).is_some_and(|next| next.0 <= slot) {
                    return None;
                }
                crossed[index(offset)] = way;
            }
            made.moves.append(&mut crossed);
            made.time = (again + made.time).max(crossing + packets);
        }
        Some(made)
    }

    /// Slot by slot the moves `(offset − 1, link)`.
    pub(super) fn slots(&self) -> Vec<Vec<(u32, u32)>> {
        let mut slots = vec![Vec::new(); index(self.time)];
        for (row, moves) in (0..).zip(&self.moves[1..]) {
            for &(slot, link) in moves {
                slots[index(slot)].push((row, short(link)));
            }
        }
        slots
    }

    /// `N_d(i,n)`: how many of its own packets a node has sent by time n.
    pub(super) fn own(&self, n: u64) -> u64 {
        let sent = |moves: &&Vec<(u64, u64)>| moves.first().is_some_and(|&(slot, _)| slot < n);
        count_of(self.moves.iter().filter(sent).count())
    }

    /// For each link, in the order of time, the offsets of the packets that node 0 sends first over it.
    pub(super) fn first_sends(&self) -> Vec<Vec<(u64, u64)>> {
        let mut columns = vec![Vec::new(); index(self.d)];
        for (offset, moves) in (0..).zip(&self.moves) {
            if let Some(&(slot, link)) = moves.first() {
                columns[index(link)].push((slot, offset));
            }
        }
        columns.iter_mut().for_each(|column| column.sort_unstable());
        columns
    }

    /// For each link, in the order of time, the packets that node 0 receives over it: slot, origin, destination.
    pub(super) fn receptions(&self) -> Vec<Vec<(u64, u64, u64)>> {
        let mut links = vec![Vec::new(); index(self.d)];
        for (offset, moves) in (0_u64..).zip(&self.moves) {
            let mut crossed = 0;
            for &(slot, link) in moves {
                crossed |= 1 << link;
                // The origin whose packet is at node 0 after these crossings.
                links[index(link)].push((slot, crossed, crossed ^ offset));
            }
        }
        links.iter_mut().for_each(|link| link.sort_unstable());
        links
    }
}
