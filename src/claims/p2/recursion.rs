//! The three-phase total exchanges of P2 §4, made by the printed rules, what they leave open chosen by a
//! seed.

use super::made::{broken, index, short};
use crate::claims::ClaimError;
use crate::claims::prove::Congruence;
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

/// All three phases: phase two with phase one, phase three right after phase one.
pub(super) const MLA: Phases = |time, _| (0, time);

impl Exchange {
    /// The exchange of §4, rules (a) and (b): ties go from left to right with seed 0, else they are broken at
    /// random. `None` if a packet were to be sent on before it has crossed.
    pub(super) fn new(d: u64, seed: u64, phases: Phases) -> Option<Self> {
        let mut choice = Congruence(seed);
        let first = Self { d: 1, moves: vec![Vec::new(), vec![(0, 0)]], time: 1 };
        (1..d).try_fold(first, |made, _| {
            made.grown(phases, |own| if seed == 0 { own } else { count_of(choice.below(1 << 16)) })
        })
    }

    /// The exchange of one dimension more; `tie` orders packets that are sent on in one time unit, given the
    /// link.
    pub(super) fn grown(mut self, phases: Phases, mut tie: impl FnMut(u64) -> u64) -> Option<Self> {
        let (link, packets) = (self.d, 1 << self.d);
        let (crossing, again) = phases(self.time, packets);
        let mut order = Vec::new();
        for offset in 1..packets {
            let &(slot, own) = self.moves[index(offset)].first()?;
            order.push((slot, tie(own), offset));
        }
        order.sort_unstable();
        let mut crossed = vec![Vec::new(); index(packets)];
        for (slot, offset) in (crossing..).zip(order.into_iter().map(|place| place.2).chain([0])) {
            let mut way = vec![(slot, link)];
            way.extend(self.moves[index(offset)].iter().map(|&(slot, link)| (slot + again, link)));
            if way.get(1).is_some_and(|next| next.0 <= slot) {
                return None;
            }
            crossed[index(offset)] = way;
        }
        self.moves.append(&mut crossed);
        self.time = (again + self.time).max(crossing + packets);
        self.d += 1;
        Some(self)
    }

    /// Some total exchange on the d-cube in 2^(d−1) time units, all links busy, found by trying packets in
    /// the order of a seed.
    pub(super) fn some_optimal(d: u64, seed: u64) -> Option<Self> {
        let time = 1_u64 << (d - 1);
        let mut moves = vec![Vec::new(); index(2 * time)];
        filled(d, 0, &mut moves, &mut Congruence(seed)).then_some(Self { d, moves, time })
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

    /// For each link, in the order of time, the offsets of the packets that node 0 sends first over it.
    pub(super) fn first_sends(&self) -> Vec<Vec<(u64, u64)>> {
        let mut columns = vec![Vec::new(); index(self.d)];
        for (offset, moves) in (0..).zip(&self.moves) {
            if let Some(&(slot, link)) = moves.first() {
                columns[index(link)].push((slot, offset));
            }
        }
        for list in &mut columns {
            list.sort_unstable();
        }
        columns
    }

    /// For each link, in the order of time, the packets that node 0 receives over it: slot, origin,
    /// destination.
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
        for list in &mut links {
            list.sort_unstable();
        }
        links
    }
}

/// The dimensions and seeds of that range.
pub(super) fn instances() -> impl Iterator<Item = (u64, u64)> {
    (1..=9).flat_map(|d| (0..4).map(move |seed| (d, seed)))
}

/// An exchange in which every packet can be sent on in time.
pub(super) fn made(d: u64, seed: u64, phases: Phases) -> Result<Exchange, ClaimError> {
    Exchange::new(d, seed, phases).ok_or_else(|| broken("a packet would be sent on before it has crossed"))
}

/// Fills the uses of links from a place on, time unit by time unit; takes back what leads nowhere.
fn filled(d: u64, place: u64, moves: &mut [Vec<(u64, u64)>], choice: &mut Congruence) -> bool {
    let (slot, link) = (place / d, place % d);
    let time = 1_u64 << (d - 1);
    let left = |offset: u64, moves: &[Vec<(u64, u64)>]| {
        u64::from(offset.count_ones()) - count_of(moves[index(offset)].len())
    };
    // At the start of a time unit no packet may have more links left than time units.
    if link == 0 && (1..2 * time).any(|offset| left(offset, moves) > time - slot) {
        return false;
    }
    if slot == time {
        return true;
    }
    let fits = |offset: &u64| {
        let sent = &moves[index(*offset)];
        offset >> link & 1 == 1 && sent.iter().all(|step| step.0 < slot && step.1 != link)
    };
    let mut fit: Vec<u64> = (1..2 * time).filter(fits).collect();
    choice.shuffle(&mut fit);
    fit.into_iter().any(|offset| {
        moves[index(offset)].push((slot, link));
        let done = filled(d, place + 1, moves, choice);
        if !done {
            moves[index(offset)].pop();
        }
        done
    })
}
