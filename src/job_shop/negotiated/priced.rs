//! Cells that cost from the beginning what a fractional flow pays for them.

use super::rest::Rest;
use super::search::Search;
use super::space::Space;
use super::trips::Trips;
use super::ways::{Hop, Ways};
use crate::graph::Random;
use crate::model::{count_of, wide};
use rayon::prelude::*;

/// What a cell costs beside its price, and a mean price; a move; the least and the most.
const MEAN: u64 = 1 << 20;
const HOP: u64 = MEAN / 50;
const LEAST: u64 = 1 << 10;
const MOST: u64 = 1 << 44;
/// So many packets that are there already cost the most.
const MOST_THERE: u32 = 1 << 6;
/// By what part a cell gets dearer for every packet too many, and cheaper if there is none; and by less than
/// what it changes beside that in a sweep.
const DEARER: u64 = 10;
const CHEAPER: u64 = 200;
const NOISE: u64 = 1 << 9;
/// Packets that look for their ways side by side, none knowing of the others: as many for any number of
/// threads. Of those in crowded cells at most one in so many does.
const LANES: usize = 2;
const SHARE: usize = 128;
/// Sweeps after the best.
const MOST_IDLE: u64 = 60;
/// Of so many packets one may be too many where the rest is parted, and hops of a detour there.
const FEW: usize = 200;
const A_FEW: usize = 8;
const DETOUR: usize = 4;

/// Ways of all packets on which no cell has more than one packet; none if they are not found, it was stopped,
/// or cells are not those of single arcs. Prices are by slot, then arc.
///
/// A packet takes its cheapest way, of any length, through cells that cost their price, and as much again for
/// every packet that is there; who is in a crowded cell looks again, in sweeps, after which such cells get
/// dearer in proportion. Where a flow fits whose prices these nearly are, packets part sooner than if cells
/// cost nothing at first. When few are too many the [`Rest`] is parted one after the other.
///
/// # Complexity
/// O(a T) time for a packet in a sweep, for a arcs in T slots; `most_steps` limits all sweeps together.
pub(super) fn priced(
    space: &Space,
    trips: &Trips,
    prices: &[Vec<u64>],
    most_steps: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Ways> {
    if !space.has_a_cell_for_every_arc() {
        return None;
    }
    let mut state = Priced::new(space, trips, prices);
    let all: Vec<u32> = (0..).take(trips.len()).collect();
    state.sweep(all, stop)?;
    let (mut least, mut idle) = (usize::MAX, 0);
    while state.excess() > A_FEW + trips.len() / FEW {
        idle = if state.excess() < least { 0 } else { idle + 1 };
        least = least.min(state.excess());
        if idle > MOST_IDLE || state.steps() > most_steps {
            return None;
        }
        state.raise();
        let crowded = state.crowded();
        state.sweep(crowded, stop)?;
    }
    let ways = state.places();
    Rest::new(space, trips, prices.len(), DETOUR, state.random).part(&ways, usize::MAX, 1, stop)
}

/// The ways of packets, and what cells cost.
struct Priced<'a> {
    space: &'a Space,
    trips: &'a Trips,
    slots: usize,
    /// The last move first.
    ways: Vec<Vec<Hop>>,
    /// By slot, then arc.
    price: Vec<u64>,
    there: Vec<u32>,
    lanes: Vec<Search>,
    random: Random,
}

impl<'a> Priced<'a> {
    fn new(space: &'a Space, trips: &'a Trips, prices: &[Vec<u64>]) -> Self {
        let slots = prices.len();
        let sum: u128 = prices.iter().flatten().map(|&price| u128::from(price)).sum();
        let cells = space.arcs() * slots;
        let mean =
            |price: u64| u128::from(price) * u128::from(MEAN) * u128::from(count_of(cells)) / sum.max(1);
        let of_cell =
            |&price: &u64| MEAN + u64::try_from(mean(price).min(u128::from(MOST))).expect("at most the most");
        Self {
            space,
            trips,
            slots,
            ways: vec![Vec::new(); trips.len()],
            price: prices.iter().flatten().map(of_cell).collect(),
            there: vec![0; cells],
            lanes: (0..LANES).map(|_| Search::new(space)).collect(),
            random: Random::new(count_of(slots)),
        }
    }

    /// The number of packets too many, over all cells.
    fn excess(&self) -> usize {
        self.there.iter().map(|&there| wide(there.saturating_sub(1))).sum()
    }

    /// Steps that were looked at.
    fn steps(&self) -> u64 {
        self.lanes.iter().map(Search::steps).sum()
    }

    /// Makes crowded cells dearer and empty ones cheaper, and all of them a little different.
    fn raise(&mut self) {
        for (price, &there) in self.price.iter_mut().zip(&self.there) {
            let over = u64::from(there.saturating_sub(1).min(MOST_THERE));
            let noise = usize::try_from(*price / NOISE).expect("a part of the most");
            let noise = count_of(self.random.below(noise));
            *price = *price + *price / DEARER * over + noise - *price / NOISE / 2;
            *price -= if there == 0 { *price / CHEAPER } else { 0 };
            *price = (*price).clamp(LEAST, MOST);
        }
    }

    fn cell(&self, Hop { arc, slot }: Hop) -> usize {
        wide(slot) * self.space.arcs() + wide(arc)
    }

    /// Whether a packet is in a crowded cell.
    fn is_crowded(&self, packet: u32) -> bool {
        self.ways[wide(packet)].iter().any(|&hop| self.there[self.cell(hop)] > 1)
    }

    /// The packets in crowded cells.
    fn crowded(&self) -> Vec<u32> {
        (0..).take(self.ways.len()).filter(|&packet| self.is_crowded(packet)).collect()
    }

    /// These packets take their cheapest ways, if they have none, or are in a crowded cell when their turn
    /// comes.
    fn sweep(&mut self, mut packets: Vec<u32>, stop: &dyn Fn() -> bool) -> Option<()> {
        self.random.shuffle(&mut packets);
        let width = (packets.len() / SHARE).clamp(1, LANES);
        for some in packets.chunks(width) {
            if stop() {
                return None;
            }
            let is_moved = |&packet: &u32| self.ways[wide(packet)].is_empty() || self.is_crowded(packet);
            let some: Vec<u32> = some.iter().copied().filter(is_moved).collect();
            self.move_all(&some);
        }
        Some(())
    }

    /// All of these take their cheapest ways at once.
    fn move_all(&mut self, packets: &[u32]) {
        for &packet in packets {
            for hop in std::mem::take(&mut self.ways[wide(packet)]) {
                let cell = self.cell(hop);
                self.there[cell] -= 1;
            }
        }
        let (price, there, arcs) = (&self.price, &self.there, self.space.arcs());
        let toll = |Hop { arc, slot }: Hop| {
            let cell = wide(slot) * arcs + wide(arc);
            price[cell] * u64::from(1 + there[cell].min(MOST_THERE)) + HOP
        };
        let find = |(lane, &packet): (&mut Search, &u32)| {
            lane.cheapest(self.space, self.trips.of(packet), self.slots, self.slots, toll)
        };
        let found: Vec<Vec<Hop>> = self.lanes.par_iter_mut().zip(packets).map(find).collect();
        for (&packet, way) in packets.iter().zip(found) {
            for &hop in &way {
                let cell = self.cell(hop);
                self.there[cell] += 1;
            }
            self.ways[wide(packet)] = way;
        }
    }

    /// The ways, as lists of arcs times slots, and the slot.
    fn places(&self) -> Vec<Vec<usize>> {
        let place = |&Hop { arc, slot }: &Hop| wide(arc) * self.slots + wide(slot);
        self.ways.iter().map(|way| way.iter().rev().map(place).collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job_shop::negotiated::tests::{assert_full_cube_settles, tables};

    /// With prices that are all equal, and with those of nothing.
    #[test]
    fn packets_that_pay_settle_on_a_schedule() {
        for price in [0, 7] {
            assert_full_cube_settles(|tables, slots| {
                let prices = vec![vec![price; tables.space.arcs()]; slots];
                priced(&tables.space, &tables.trips, &prices, u64::MAX, &|| false)
            });
        }
    }

    /// Of two ways that are equally long packets take the one that nobody pays for.
    #[test]
    fn packets_go_where_it_is_cheap() {
        let tables = tables(r#"{"kind":"ring","nodes":4}"#, r#"{"from":0,"to":2}"#, "all");
        let (space, slots) = (&tables.space, 2);
        for dear in 0..4 {
            let of_arc = |arc| u64::from(space.from(arc) == dear || space.to(arc) == dear);
            let prices = vec![(0..).take(space.arcs()).map(of_arc).collect(); slots];
            let ways = priced(space, &tables.trips, &prices, u64::MAX, &|| false).expect("a way");
            let through: Vec<u32> = ways.way(0).map(|hop| space.to(hop.arc)).collect();
            assert!(through.len() == 2 && (through[0] != dear || dear == 2), "{dear}: {through:?}");
        }
    }

    /// Ports that several arcs share are not cells, two slots are too few, and who stops it gets nothing.
    #[test]
    fn what_cannot_be_done_is_left() {
        let find = |ports, slots, stopped| {
            let tables = tables(r#"{"kind":"ring","nodes":4}"#, r#"{"from":0,"to":2,"count":3}"#, ports);
            let prices = vec![vec![1; tables.space.arcs()]; slots];
            priced(&tables.space, &tables.trips, &prices, u64::MAX, &|| stopped).is_some()
        };
        assert!(find("all", 3, false));
        assert!(!find("all", 2, false));
        assert!(!find("all", 3, true));
        assert!(!find("one", 9, false));
    }
}
