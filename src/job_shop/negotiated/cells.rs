//! Cells: a resource in a slot, with the number of packets in it and what they cost.

use super::space::Space;
use super::ways::Hop;
use crate::model::{count_of, wide};

/// What a move costs where nobody is in the way.
pub(super) const HOP: u8 = 8;
/// What a packet too many costs, in multiples of what the cell costs without.
pub(super) const CROWDING: u8 = 4;
/// The greatest history; beyond it all are halved.
const MOST_HISTORY: i16 = 512;
/// The greatest price of a cell; an arc takes three.
const MOST: i16 = 8000;
/// The greatest price of an arc that others have found.
const MOST_GIVEN: i16 = 512;

/// The cells of a space in a number of slots.
#[derive(Debug)]
pub(super) struct Cells<'a> {
    space: &'a Space,
    slots: usize,
    /// By resource, then slot.
    packets: Vec<u32>,
    history: Vec<i16>,
    /// By sort of arcs, then slot: the price of one packet more.
    price: Vec<i16>,
    /// Cells that may be crowded: all that are, and some that were.
    crowded: Vec<u32>,
    /// Packets too many, over all cells.
    excess: u64,
    /// How often the price of an arc in a slot was changed.
    charges: u64,
}

impl<'a> Cells<'a> {
    /// Empty cells. Prices of arcs, slot by slot, are paid beside what cells cost: a mean one as much as a
    /// hop.
    pub(super) fn new(space: &'a Space, slots: usize, prices: Option<&[Vec<u64>]>) -> Self {
        let cells = space.resources() * slots;
        let mut empty = Self {
            space,
            slots,
            packets: vec![0; cells],
            history: vec![0; cells],
            price: vec![i16::from(HOP); space.sorts() * slots],
            crowded: Vec::new(),
            excess: 0,
            charges: 0,
        };
        let all = || prices.into_iter().flatten().flatten().map(|&price| u128::from(price));
        let (sum, arcs) = (all().sum::<u128>().max(1), all().map(|_| 1_u128).sum::<u128>());
        for (slot, prices) in prices.into_iter().flatten().enumerate() {
            for (arc, &price) in (0..).zip(prices) {
                let hops = u128::from(price) * arcs * u128::from(HOP) / sum;
                let at = wide(space.sort(arc)) * slots + slot;
                empty.price[at] += i16::try_from(hops).unwrap_or(MOST_GIVEN).min(MOST_GIVEN);
            }
        }
        empty
    }

    pub(super) fn slots(&self) -> usize {
        self.slots
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
        let over = i16::try_from((self.packets[cell] + 1).saturating_sub(capacity)).unwrap_or(i16::MAX);
        let history = self.history[cell];
        let crowding = over.saturating_mul(CROWDING.into()).saturating_mul(i16::from(HOP) + history);
        crowding.saturating_add(history).min(MOST)
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
            self.history[cell] = self.history[cell].saturating_add(over).min(MOST_HISTORY);
            greatest = greatest.max(self.history[cell]);
            self.charge(resource, slot, self.toll(cell, capacity) - before);
        }
        if greatest == MOST_HISTORY {
            self.fade();
        }
    }

    /// Halves all that is remembered.
    fn fade(&mut self) {
        for resource in (0..).take(self.space.resources()) {
            for slot in (0..).take(self.slots) {
                let (cell, capacity) = (self.cell(resource, slot), self.space.capacity(resource));
                let before = self.toll(cell, capacity);
                self.history[cell] /= 2;
                self.charge(resource, slot, self.toll(cell, capacity) - before);
            }
        }
    }
}
