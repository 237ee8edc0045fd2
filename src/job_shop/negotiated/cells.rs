//! Cells: a resource in a slot, with the number of packets in it and what they cost.

use super::guide::Guide;
use super::space::Space;
use super::ways::Hop;
use crate::model::{count_of, wide};

/// What a move costs where nobody is in the way; and once prices are fine, as many times more as leave room
/// for the prices of so many moves.
const HOP: i16 = 8;
const MOST_FINE: usize = 10;
const ROOM: usize = 1 << 7;
/// What a packet too many costs at most, in multiples of what the cell costs without; and where it begins,
/// and by what part it grows, once packets did not settle: in multiples of 1/256.
const CROWDING: u16 = 4;
const HARD: u16 = CROWDING << 8;
const SOFT: u16 = 1 << 6;
const HARDER: u16 = 10;
/// What a crowded cell is dearer in the next sweep for every packet too many, and where prices are fine.
const DEARER: i16 = 1;
const DEARER_FINE: i16 = 4;
/// The greatest history, and in moves where prices are fine.
const MOST_HISTORY: i16 = 512;
const MOST_HISTORY_FINE: i16 = 25;
/// The greatest price of a cell; an arc takes three.
const MOST: i16 = 8000;
/// The greatest price of an arc that others have found.
const MOST_GIVEN: i16 = 512;

/// The cells of a space in a number of slots.
#[derive(Debug)]
pub(super) struct Cells<'a> {
    space: &'a Space,
    slots: usize,
    /// What a move costs where nobody is in the way, now and where prices are fine.
    hop: i16,
    fine: i16,
    /// What a packet too many costs, in parts of what the cell costs without.
    crowding: u16,
    /// By resource, then slot.
    packets: Vec<u32>,
    history: Vec<i16>,
    /// By sort of arcs, then slot: what others have found, if they have, and the price of one packet more.
    given: Vec<i16>,
    /// Whether what others have found is equal in all slots.
    is_lasting: bool,
    price: Vec<i16>,
    /// Cells that may be crowded: all that are, and some that were.
    crowded: Vec<u32>,
    /// Packets too many, over all cells.
    excess: u64,
    /// How often the price of an arc in a slot was changed.
    charges: u64,
}

impl<'a> Cells<'a> {
    /// Empty cells for ways of so many hops. Prices of arcs, slot by slot, are paid beside what cells cost: a
    /// mean one as much as a hop.
    pub(super) fn new(space: &'a Space, slots: usize, hops: usize, prices: Option<&[Vec<u64>]>) -> Self {
        let cells = space.resources() * slots;
        let times = i16::try_from((ROOM / hops.max(1)).clamp(1, MOST_FINE)).expect("small");
        let mut empty = Self {
            space,
            slots,
            hop: HOP,
            fine: times * HOP,
            crowding: HARD,
            packets: vec![0; cells],
            history: vec![0; cells],
            given: Vec::new(),
            is_lasting: false,
            price: vec![HOP; space.sorts() * slots],
            crowded: Vec::new(),
            excess: 0,
            charges: 0,
        };
        let all = || prices.into_iter().flatten().flatten().map(|&price| u128::from(price));
        let (sum, arcs) = (all().sum::<u128>().max(1), all().map(|_| 1_u128).sum::<u128>());
        for (slot, prices) in prices.into_iter().flatten().enumerate() {
            for (arc, &price) in (0..).zip(prices) {
                let hops = u128::from(price) * arcs * u128::from(HOP.unsigned_abs()) / sum;
                let at = wide(space.sort(arc)) * slots + slot;
                empty.given.resize(empty.price.len(), 0);
                empty.given[at] = i16::try_from(hops).unwrap_or(MOST_GIVEN).min(MOST_GIVEN);
            }
        }
        empty.reprice();
        empty
    }

    /// Packets pay in every slot what a guide has found.
    pub(super) fn follow(&mut self, guide: &Guide) {
        self.given.resize(self.price.len(), 0);
        self.is_lasting = true;
        for arc in (0..).take(self.space.arcs()) {
            let at = wide(self.space.sort(arc)) * self.slots;
            self.given[at..][..self.slots].fill(guide.price(arc, HOP).min(MOST_GIVEN));
        }
        self.reprice();
    }

    /// What an arc costs in every slot beside a move.
    pub(super) fn lasting(&self, arc: u32) -> usize {
        let at = wide(self.space.sort(arc)) * self.slots;
        let given =
            self.given.get(at).filter(|_| self.is_lasting).map_or(0, |given| *given * (self.hop / HOP));
        usize::from(given.unsigned_abs())
    }

    /// Forgets where it was crowded.
    pub(super) fn forget(&mut self) {
        self.history.fill(0);
        self.reprice();
    }

    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    /// What so many moves cost if they meet nobody, or hardly anybody.
    pub(super) fn nearly_free(&self, hops: usize) -> usize {
        usize::from(self.hop.unsigned_abs()) * (hops + usize::from(CROWDING))
    }

    fn cell(&self, resource: u32, slot: u32) -> usize {
        wide(resource) * self.slots + wide(slot)
    }

    /// The prices of an arc, slot by slot.
    pub(super) fn prices(&self, arc: u32) -> &[i16] {
        &self.price[wide(self.space.sort(arc)) * self.slots..][..self.slots]
    }

    /// What one packet more costs in a cell, beside the hop.
    fn toll(&self, cell: usize, capacity: u32) -> i16 {
        let over = (self.packets[cell] + 1).saturating_sub(capacity).min(1 << 10);
        let (history, crowding) = (self.history[cell], i64::from(over) * i64::from(self.crowding));
        let crowding = (crowding * i64::from(self.hop + history)) >> 8;
        i16::try_from(crowding + i64::from(history)).unwrap_or(MOST).min(MOST)
    }

    fn charge(&mut self, resource: u32, slot: u32, change: i16) {
        if change != 0 {
            let users = self.space.sorts_of(resource);
            self.charges += count_of(users.len());
            for &sort in users {
                self.price[wide(sort) * self.slots + wide(slot)] += change;
            }
        }
    }

    /// A packet more goes over an arc in a slot.
    pub(super) fn enter(&mut self, Hop { arc, slot }: Hop) {
        for resource in self.space.taken_by(arc) {
            let (cell, capacity) = (self.cell(resource, slot), self.space.capacity(resource));
            let before = self.toll(cell, capacity);
            self.packets[cell] += 1;
            self.excess += u64::from(self.packets[cell] > capacity);
            if self.packets[cell] == capacity + 1 {
                self.crowded.push(u32::try_from(cell).expect("at most three for every place"));
            }
            self.charge(resource, slot, self.toll(cell, capacity) - before);
        }
    }

    /// A packet less.
    pub(super) fn leave(&mut self, Hop { arc, slot }: Hop) {
        for resource in self.space.taken_by(arc) {
            let (cell, capacity) = (self.cell(resource, slot), self.space.capacity(resource));
            let before = self.toll(cell, capacity);
            self.excess -= u64::from(self.packets[cell] > capacity);
            self.packets[cell] -= 1;
            self.charge(resource, slot, self.toll(cell, capacity) - before);
        }
    }

    /// Whether a packet on an arc shares a cell with too many.
    pub(super) fn is_crowded(&self, Hop { arc, slot }: Hop) -> bool {
        let is_over = |resource| self.packets[self.cell(resource, slot)] > self.space.capacity(resource);
        self.space.taken_by(arc).any(is_over)
    }

    /// How often the price of an arc in a slot was changed.
    pub(super) fn charges(&self) -> u64 {
        self.charges
    }

    /// The number of packets too many, over all cells.
    pub(super) fn excess(&self) -> u64 {
        self.excess
    }

    /// Looks which cells are crowded.
    pub(super) fn look(&mut self) {
        let mut crowded = std::mem::take(&mut self.crowded);
        crowded.sort_unstable();
        crowded.dedup();
        crowded.retain(|&cell| self.packets[wide(cell)] > self.space.capacity(self.place(cell).0));
        self.crowded = crowded;
    }

    /// The cells that were crowded when somebody looked, if nothing has moved since: resource and slot, in
    /// increasing order.
    pub(super) fn crowded(&self) -> impl Iterator<Item = (u32, u32)> {
        self.crowded.iter().map(|&cell| self.place(cell))
    }

    /// The resource and the slot of a cell.
    fn place(&self, cell: u32) -> (u32, u32) {
        let slots = u32::try_from(self.slots).expect("no more than cells");
        (cell / slots, cell % slots)
    }

    /// Makes these cells dearer for good.
    pub(super) fn remember(&mut self) {
        let mut greatest = 0;
        for at in 0..self.crowded.len() {
            let (cell, (resource, slot)) = (wide(self.crowded[at]), self.place(self.crowded[at]));
            let capacity = self.space.capacity(resource);
            let before = self.toll(cell, capacity);
            let over = i16::try_from(self.packets[cell].saturating_sub(capacity)).unwrap_or(i16::MAX);
            let dearer = if self.hop == HOP { DEARER } else { DEARER_FINE };
            let history = self.history[cell].saturating_add(over.saturating_mul(dearer));
            self.history[cell] = history.min(self.most_history());
            greatest = greatest.max(self.history[cell]);
            self.charge(resource, slot, self.toll(cell, capacity) - before);
        }
        if greatest == self.most_history() {
            self.fade();
        }
    }

    /// The greatest history; beyond it all are halved.
    fn most_history(&self) -> i16 {
        MOST_HISTORY.max(MOST_HISTORY_FINE * self.hop)
    }

    /// Halves all that is remembered.
    fn fade(&mut self) {
        self.history.iter_mut().for_each(|history| *history /= 2);
        self.reprice();
    }

    /// Lets packets meet for little, and makes prices fine if they were not, when all is forgotten.
    pub(super) fn soften(&mut self) {
        if self.hop == self.fine {
            self.history.iter_mut().for_each(|history| *history /= 2);
        } else {
            self.hop = self.fine;
            self.history.fill(0);
        }
        self.crowding = SOFT;
        self.reprice();
    }

    /// Lets them pay more for it, up to the most; whether they pay that.
    pub(super) fn harden(&mut self) -> bool {
        if self.crowding < HARD {
            self.crowding = (self.crowding + self.crowding / HARDER).min(HARD);
            self.reprice();
        }
        self.crowding == HARD
    }

    /// Prices all arcs anew.
    fn reprice(&mut self) {
        let (hop, times) = (self.hop, self.hop / HOP);
        self.price.fill(hop);
        self.price.iter_mut().zip(&self.given).for_each(|(price, given)| *price += given * times);
        for resource in (0..).take(self.space.resources()) {
            let capacity = self.space.capacity(resource);
            for slot in (0..).take(self.slots) {
                self.charge(resource, slot, self.toll(self.cell(resource, slot), capacity));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Random;
    use crate::model::DemandsTask;
    use crate::wire::parse;

    /// Whoever comes and goes, and whatever is remembered, an arc costs a move and what its cells cost.
    #[test]
    fn arcs_cost_what_their_cells_do() {
        let text = br#"{"format":"isotask.task/1","network":{"kind":"graph","nodes":4,
            "links":[[0,1],[1,2],[2,3],[3,0],[0,2]]},"task":{"kind":"demands","packets":[{"from":0,"to":2}]},
            "ports":{"at-most":2},"objective":"completion-time"}"#;
        let task = DemandsTask::new(&parse(text).expect("a document")).expect("a task");
        let (space, slots, mut random) = (Space::of_task(&task), 3, Random::new(1));
        let mut cells = Cells::new(&space, slots, 2, None);
        let mut there: Vec<Hop> = Vec::new();
        for turn in 0..400 {
            match random.below(8) {
                0 if turn % 3 == 0 => cells.soften(),
                0 | 1 => {
                    cells.look();
                    cells.remember();
                    cells.harden();
                }
                2 | 3 if !there.is_empty() => cells.leave(there.swap_remove(random.below(there.len()))),
                _ => {
                    let arc = u32::try_from(random.below(space.arcs())).expect("few");
                    let hop = Hop { arc, slot: u32::try_from(random.below(slots)).expect("few") };
                    cells.enter(hop);
                    there.push(hop);
                }
            }
            for arc in (0..).take(space.arcs()) {
                for (slot, &price) in (0..).zip(cells.prices(arc)) {
                    let toll = |resource| cells.toll(cells.cell(resource, slot), space.capacity(resource));
                    assert_eq!(price, cells.hop + space.taken_by(arc).map(toll).sum::<i16>(), "{turn}");
                }
            }
        }
    }

    /// Empty cells cost nothing. A packet more in a full one costs four moves; where packets did not settle a
    /// quarter of a move at first, and four in the end.
    #[test]
    fn packets_that_meet_pay_more_from_sweep_to_sweep() {
        let text = br#"{"format":"isotask.task/1","network":{"kind":"graph","nodes":2,"links":[[0,1]]},
            "task":{"kind":"demands","packets":[{"from":0,"to":1,"count":2}]},
            "ports":"all","objective":"completion-time"}"#;
        let task = DemandsTask::new(&parse(text).expect("a document")).expect("a task");
        let space = Space::of_task(&task);
        let mut cells = Cells::new(&space, 1, 1, None);
        assert_eq!(cells.prices(0), [8]);
        cells.enter(Hop { arc: 0, slot: 0 });
        assert_eq!(cells.prices(0), [8 + 32]);
        cells.soften();
        assert_eq!(cells.prices(0), [80 + 20]);
        let mut sweeps = 1;
        while !cells.harden() {
            sweeps += 1;
            assert!((80 + 20..80 + 320).contains(&cells.prices(0)[0]));
        }
        assert_eq!(cells.prices(0), [80 + 320]);
        assert!(sweeps > 20, "{sweeps}");
    }
}
