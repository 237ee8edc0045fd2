//! Cells: a resource in a slot, with its occupancy and its price.

use super::guide::StaticRoutes;
use super::space::Space;
use super::ways::Hop;
use crate::model::{count_of, wide};

/// Cost of a move where no cell is occupied.
const HOP_COST: i16 = 8;
/// Most times finer that prices become, and a limit on that factor times the hops of a route.
const MAX_FINE_FACTOR: usize = 10;
const MAX_FINE_FACTOR_TIMES_HOPS: usize = 1 << 7;
/// Greatest price of one overuse, in multiples of the price of the cell without it.
const MAX_CONGESTION_FACTOR: u16 = 4;
/// Present congestion in units of 1/256: its maximum, and its value once it was lowered.
const MAX_PRESENT_FACTOR: u16 = MAX_CONGESTION_FACTOR << 8;
const MIN_PRESENT_FACTOR: u16 = 1 << 6;
/// The present congestion grows by 1/10 from sweep to sweep.
const CONGESTION_GROWTH_DIVISOR: u16 = 10;
/// History cost that a sweep adds for every overuse, with coarse and with fine prices.
const HISTORY_PER_OVERUSE: i16 = 1;
const FINE_HISTORY_PER_OVERUSE: i16 = 4;
/// Greatest history cost, and with fine prices, in moves.
const MAX_HISTORY: i16 = 512;
const MAX_FINE_HISTORY_MOVES: i16 = 25;
/// Greatest price of a cell; an arc takes three.
const MAX_CELL_PRICE: i16 = 8000;
/// Greatest external price of an arc.
const MAX_EXTERNAL_PRICE: i16 = 512;

/// The cells of all resources in a number of slots.
#[derive(Debug)]
pub(super) struct Cells<'a> {
    space: &'a Space,
    slots: usize,
    /// The cost of a move where no cell is occupied, now and with fine prices.
    hop: i16,
    fine_hop: i16,
    /// The present congestion: the price of one overuse in 1/256 of the price of the cell without it.
    present_factor: u16,
    /// By resource, then slot: occupancy and history cost.
    packets: Vec<u32>,
    history: Vec<i16>,
    /// By sort of arcs, then slot: the external prices, if there are any, and the price of one packet more.
    external: Vec<i16>,
    /// Whether the external prices are equal in all slots.
    is_external_static: bool,
    price: Vec<i16>,
    /// Cells that may be overused: all that are, and some that were.
    overused: Vec<u32>,
    /// The overuse: packets above capacity, summed over all cells.
    overuse: u64,
    /// The number of changes of the price of an arc in a slot.
    price_changes: u64,
}

impl<'a> Cells<'a> {
    /// Returns empty cells for packets whose shortest routes have at most `hops` hops. Prices of arcs, slot
    /// by slot, are paid beside those of cells; they are scaled so that their mean is the cost of a hop.
    pub(super) fn new(space: &'a Space, slots: usize, hops: usize, prices: Option<&[Vec<u64>]>) -> Self {
        let cells = space.resources() * slots;
        let times = i16::try_from((MAX_FINE_FACTOR_TIMES_HOPS / hops.max(1)).clamp(1, MAX_FINE_FACTOR))
            .expect("small");
        let mut empty = Self {
            space,
            slots,
            hop: HOP_COST,
            fine_hop: times * HOP_COST,
            present_factor: MAX_PRESENT_FACTOR,
            packets: vec![0; cells],
            history: vec![0; cells],
            external: Vec::new(),
            is_external_static: false,
            price: vec![HOP_COST; space.sorts() * slots],
            overused: Vec::new(),
            overuse: 0,
            price_changes: 0,
        };
        let all = || prices.into_iter().flatten().flatten().map(|&price| u128::from(price));
        let (sum, arcs) = (all().sum::<u128>().max(1), all().map(|_| 1_u128).sum::<u128>());
        for (slot, prices) in prices.into_iter().flatten().enumerate() {
            for (arc, &price) in (0..).zip(prices) {
                let hops = u128::from(price) * arcs * u128::from(HOP_COST.unsigned_abs()) / sum;
                let at = wide(space.sort(arc)) * slots + slot;
                empty.external.resize(empty.price.len(), 0);
                empty.external[at] =
                    i16::try_from(hops).unwrap_or(MAX_EXTERNAL_PRICE).min(MAX_EXTERNAL_PRICE);
            }
        }
        empty.reprice();
        empty
    }

    /// Makes packets pay in every slot the prices of the static routes.
    pub(super) fn add_static_prices(&mut self, guide: &StaticRoutes) {
        self.external.resize(self.price.len(), 0);
        self.is_external_static = true;
        for arc in (0..).take(self.space.arcs()) {
            let at = wide(self.space.sort(arc)) * self.slots;
            self.external[at..][..self.slots].fill(guide.price(arc, HOP_COST).min(MAX_EXTERNAL_PRICE));
        }
        self.reprice();
    }

    /// Returns the external price of an arc if it is equal in all slots, otherwise 0.
    pub(super) fn static_price(&self, arc: u32) -> usize {
        let at = wide(self.space.sort(arc)) * self.slots;
        let external = self
            .external
            .get(at)
            .filter(|_| self.is_external_static)
            .map_or(0, |external| *external * (self.hop / HOP_COST));
        usize::from(external.unsigned_abs())
    }

    /// Clears all history costs.
    pub(super) fn clear_history(&mut self) {
        self.history.fill(0);
        self.reprice();
    }

    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    /// Returns an upper limit on the cost of `hops` moves that are nearly free of conflicts.
    pub(super) fn nearly_free_cost(&self, hops: usize) -> usize {
        usize::from(self.hop.unsigned_abs()) * (hops + usize::from(MAX_CONGESTION_FACTOR))
    }

    fn cell(&self, resource: u32, slot: u32) -> usize {
        wide(resource) * self.slots + wide(slot)
    }

    /// Returns the prices of an arc, slot by slot.
    pub(super) fn prices(&self, arc: u32) -> &[i16] {
        &self.price[wide(self.space.sort(arc)) * self.slots..][..self.slots]
    }

    /// Returns the price of one packet more in a cell, beside the move.
    fn congestion_price(&self, cell: usize, capacity: u32) -> i16 {
        let over = (self.packets[cell] + 1).saturating_sub(capacity).min(1 << 10);
        let (history, congestion) = (self.history[cell], i64::from(over) * i64::from(self.present_factor));
        let congestion = (congestion * i64::from(self.hop + history)) >> 8;
        i16::try_from(congestion + i64::from(history)).unwrap_or(MAX_CELL_PRICE).min(MAX_CELL_PRICE)
    }

    fn add_to_prices(&mut self, resource: u32, slot: u32, change: i16) {
        if change != 0 {
            let users = self.space.sorts_of(resource);
            self.price_changes += count_of(users.len());
            for &sort in users {
                self.price[wide(sort) * self.slots + wide(slot)] += change;
            }
        }
    }

    /// Adds a move to the occupancy.
    pub(super) fn enter(&mut self, Hop { arc, slot }: Hop) {
        for resource in self.space.taken_by(arc) {
            let (cell, capacity) = (self.cell(resource, slot), self.space.capacity(resource));
            let before = self.congestion_price(cell, capacity);
            self.packets[cell] += 1;
            self.overuse += u64::from(self.packets[cell] > capacity);
            if self.packets[cell] == capacity + 1 {
                self.overused.push(u32::try_from(cell).expect("at most three for every place"));
            }
            self.add_to_prices(resource, slot, self.congestion_price(cell, capacity) - before);
        }
    }

    /// Removes a move from the occupancy.
    pub(super) fn leave(&mut self, Hop { arc, slot }: Hop) {
        for resource in self.space.taken_by(arc) {
            let (cell, capacity) = (self.cell(resource, slot), self.space.capacity(resource));
            let before = self.congestion_price(cell, capacity);
            self.overuse -= u64::from(self.packets[cell] > capacity);
            self.packets[cell] -= 1;
            self.add_to_prices(resource, slot, self.congestion_price(cell, capacity) - before);
        }
    }

    /// Whether a move takes an overused cell.
    pub(super) fn is_overused(&self, Hop { arc, slot }: Hop) -> bool {
        let is_over = |resource| self.packets[self.cell(resource, slot)] > self.space.capacity(resource);
        self.space.taken_by(arc).any(is_over)
    }

    /// Returns the number of changes of the price of an arc in a slot.
    pub(super) fn price_changes(&self) -> u64 {
        self.price_changes
    }

    /// Returns the overuse: packets above capacity, summed over all cells.
    pub(super) fn overuse(&self) -> u64 {
        self.overuse
    }

    /// Reduces the list of cells that may be overused to those that are.
    pub(super) fn collect_overused(&mut self) {
        let mut overused = std::mem::take(&mut self.overused);
        overused.sort_unstable();
        overused.dedup();
        overused.retain(|&cell| self.packets[wide(cell)] > self.space.capacity(self.place(cell).0));
        self.overused = overused;
    }

    /// Iterates over the cells that were overused at the last [`Self::collect_overused`], if nothing has
    /// moved since: resource and slot, in increasing order.
    pub(super) fn overused(&self) -> impl Iterator<Item = (u32, u32)> {
        self.overused.iter().map(|&cell| self.place(cell))
    }

    /// Returns the resource and the slot of a cell.
    fn place(&self, cell: u32) -> (u32, u32) {
        let slots = u32::try_from(self.slots).expect("no more than cells");
        (cell / slots, cell % slots)
    }

    /// Increases the history cost of the overused cells.
    pub(super) fn increase_history_cost(&mut self) {
        let mut greatest = 0;
        for at in 0..self.overused.len() {
            let (cell, (resource, slot)) = (wide(self.overused[at]), self.place(self.overused[at]));
            let capacity = self.space.capacity(resource);
            let before = self.congestion_price(cell, capacity);
            let over = i16::try_from(self.packets[cell].saturating_sub(capacity)).unwrap_or(i16::MAX);
            let per_overuse =
                if self.hop == HOP_COST { HISTORY_PER_OVERUSE } else { FINE_HISTORY_PER_OVERUSE };
            let history = self.history[cell].saturating_add(over.saturating_mul(per_overuse));
            self.history[cell] = history.min(self.max_history());
            greatest = greatest.max(self.history[cell]);
            self.add_to_prices(resource, slot, self.congestion_price(cell, capacity) - before);
        }
        if greatest == self.max_history() {
            self.halve_history();
        }
    }

    /// Returns the greatest history cost; when a cell reaches it, all are halved.
    fn max_history(&self) -> i16 {
        MAX_HISTORY.max(MAX_FINE_HISTORY_MOVES * self.hop)
    }

    /// Halves all history costs.
    fn halve_history(&mut self) {
        self.history.iter_mut().for_each(|history| *history /= 2);
        self.reprice();
    }

    /// Lowers the present congestion to its least value. Where prices were coarse it makes them fine and
    /// clears the history costs; otherwise it halves these.
    pub(super) fn lower_present_factor(&mut self) {
        if self.hop == self.fine_hop {
            self.history.iter_mut().for_each(|history| *history /= 2);
        } else {
            self.hop = self.fine_hop;
            self.history.fill(0);
        }
        self.present_factor = MIN_PRESENT_FACTOR;
        self.reprice();
    }

    /// Raises the present congestion by 1/10, up to its maximum; returns whether it is there.
    pub(super) fn raise_present_factor(&mut self) -> bool {
        if self.present_factor < MAX_PRESENT_FACTOR {
            self.present_factor = (self.present_factor + self.present_factor / CONGESTION_GROWTH_DIVISOR)
                .min(MAX_PRESENT_FACTOR);
            self.reprice();
        }
        self.present_factor == MAX_PRESENT_FACTOR
    }

    /// Recomputes the prices of all arcs.
    fn reprice(&mut self) {
        let (hop, times) = (self.hop, self.hop / HOP_COST);
        self.price.fill(hop);
        self.price.iter_mut().zip(&self.external).for_each(|(price, external)| *price += external * times);
        for resource in (0..).take(self.space.resources()) {
            let capacity = self.space.capacity(resource);
            for slot in (0..).take(self.slots) {
                self.add_to_prices(
                    resource,
                    slot,
                    self.congestion_price(self.cell(resource, slot), capacity),
                );
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

    /// After any sequence of moves and changes of prices, an arc costs a move and the prices of its cells.
    #[test]
    fn an_arc_costs_a_move_and_its_cells() {
        let text = br#"{"format":"isotask.task/1","network":{"kind":"graph","nodes":4,
            "links":[[0,1],[1,2],[2,3],[3,0],[0,2]]},"task":{"kind":"demands","packets":[{"from":0,"to":2}]},
            "ports":{"at-most":2},"objective":"completion-time"}"#;
        let task = DemandsTask::new(&parse(text).expect("a document")).expect("a task");
        let (space, slots, mut random) = (Space::of_task(&task), 3, Random::new(1));
        let mut cells = Cells::new(&space, slots, 2, None);
        let mut there: Vec<Hop> = Vec::new();
        for turn in 0..400 {
            match random.below(8) {
                0 if turn % 3 == 0 => cells.lower_present_factor(),
                0 | 1 => {
                    cells.collect_overused();
                    cells.increase_history_cost();
                    cells.raise_present_factor();
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
                    let congestion_price = |resource| {
                        cells.congestion_price(cells.cell(resource, slot), space.capacity(resource))
                    };
                    assert_eq!(
                        price,
                        cells.hop + space.taken_by(arc).map(congestion_price).sum::<i16>(),
                        "{turn}"
                    );
                }
            }
        }
    }

    /// Empty cells cost nothing. An overuse costs four moves at first; once the present congestion was
    /// lowered, a quarter of a move, growing to four.
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
        cells.lower_present_factor();
        assert_eq!(cells.prices(0), [80 + 20]);
        let mut sweeps = 1;
        while !cells.raise_present_factor() {
            sweeps += 1;
            assert!((80 + 20..80 + 320).contains(&cells.prices(0)[0]));
        }
        assert_eq!(cells.prices(0), [80 + 320]);
        assert!(sweeps > 20, "{sweeps}");
    }
}
