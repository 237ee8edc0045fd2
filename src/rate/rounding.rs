//! Ways of whole packets in a short period, found by rip-up and reroute.

use super::choices::Ways;
use super::trees::Way;
use crate::model::wide;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Most rounds for a period; in each, the packets on full links are rerouted.
const MAX_ROUNDS: u64 = 120;
/// The price of a row that was never too full.
const PLAIN_PRICE: u64 = 64;
/// What a round adds to the price of a row that is too full.
const HISTORY_STEP: u64 = 16;
/// Most packets of a period, and most looks at links for it.
pub(super) const MAX_PACKETS: u64 = 1 << 16;
const MAX_LOOKS: u64 = 1 << 23;

/// Seeks a way for each of `times` times all packets so that no row carries more than `slots` times its
/// capacity; none if that fails.
///
/// Every packet takes its cheapest way. A row costs more the longer it was too full, and the more it is just
/// now (`McMurchie` & Ebeling 1995, see [`crate::job_shop`]); packets that use such rows are rerouted one by
/// one.
///
/// # Complexity
/// O(A log A) for each packet that is rerouted, in at most 120 rounds.
pub(super) fn rounded(ways: &Ways<'_>, (slots, times): (u64, u64)) -> Option<Vec<Way>> {
    let mut left = MAX_LOOKS;
    let most = |capacity: &u64| capacity.checked_mul(slots);
    let limits: Vec<u64> = ways.rows.capacities.iter().map(most).collect::<Option<_>>()?;
    let items = ways.items();
    let all = items.iter().try_fold(0_u64, |all, &packets| all.checked_add(packets.checked_mul(times)?));
    all.filter(|&all| all <= MAX_PACKETS)?;
    let mut state = State { ways, limits, loads: vec![0; ways.rows.capacities.len()], history: Vec::new() };
    state.history = vec![0; state.loads.len()];
    // By packet: its item and its way.
    let mut taken: Vec<(usize, Vec<u32>)> = Vec::new();
    for (item, &packets) in items.iter().enumerate() {
        taken.extend((0..packets * times).map(|_| (item, Vec::new())));
    }
    for round in 0..MAX_ROUNDS {
        // Forwards and backwards in turn, so that no packets change places for ever.
        for step in 0..taken.len() {
            let place = if round.is_multiple_of(2) { step } else { taken.len() - 1 - step };
            let (item, arcs) = &mut taken[place];
            if round > 0 && !state.is_on_full_row(arcs) {
                continue;
            }
            state.put(arcs, false);
            left = left.checked_sub(ways.looks_of_a_packet())?;
            *arcs = state.reroute(*item, round)?;
            state.put(arcs, true);
        }
        if !state.remember() {
            return Some(taken.into_iter().map(|(_, arcs)| Way { arcs, packets: 1 }).collect());
        }
    }
    None
}

struct State<'a, 'b> {
    ways: &'a Ways<'b>,
    limits: Vec<u64>,
    loads: Vec<u64>,
    history: Vec<u64>,
}

impl State<'_, '_> {
    fn put(&mut self, arcs: &[u32], in_place: bool) {
        for row in arcs.iter().flat_map(|&arc| self.ways.rows.row_indices(arc)) {
            let load = &mut self.loads[wide(row)];
            *load = if in_place { *load + 1 } else { *load - 1 };
        }
    }

    fn is_on_full_row(&self, arcs: &[u32]) -> bool {
        let mut rows = arcs.iter().flat_map(|&arc| self.ways.rows.row_indices(arc)).map(wide);
        rows.any(|row| self.loads[row] > self.limits[row])
    }

    /// Returns the price of a row if one packet more uses it.
    fn price(&self, row: usize, round: u64) -> u64 {
        let over = (self.loads[row] + 1).saturating_sub(self.limits[row]).min(1 << 16);
        PLAIN_PRICE + self.history[row] + over * PLAIN_PRICE * (1 + round)
    }

    /// Returns a new way of a packet: a cheapest one, or a tree that grows by cheapest links.
    fn reroute(&mut self, item: usize, round: u64) -> Option<Vec<u32>> {
        let Some(root) = self.ways.root_of(item) else {
            let prices: Vec<u64> = (0..self.loads.len()).map(|row| self.price(row, round)).collect();
            return self.ways.cheapest_of(item, &self.ways.rows.arc_costs(&prices));
        };
        self.grown(root, round)
    }

    /// Grows a tree link by link: each time the cheapest link to a node that is not reached, of equal ones
    /// that of the fewest hops from the root. What the tree loads itself counts at once, so that it spreads
    /// over the rows: a link that has become dearer since it was seen waits for its turn again.
    fn grown(&mut self, root: u32, round: u64) -> Option<Vec<u32>> {
        let graph = self.ways.task.graph();
        let mut is_reached = vec![false; wide(graph.nodes())];
        is_reached[wide(root)] = true;
        let (mut arcs, mut open) = (Vec::new(), BinaryHeap::new());
        open.extend(graph.leaving(root).map(|arc| Reverse((self.cost(arc, round), 0_u64, arc))));
        while let Some(Reverse((seen, hops, arc))) = open.pop() {
            let to = graph.to(arc);
            if is_reached[wide(to)] {
                continue;
            }
            let cost = self.cost(arc, round);
            if cost > seen {
                open.push(Reverse((cost, hops, arc)));
                continue;
            }
            is_reached[wide(to)] = true;
            self.put(&[arc], true);
            arcs.push(arc);
            open.extend(graph.leaving(to).map(|arc| Reverse((self.cost(arc, round), hops + 1, arc))));
        }
        self.put(&arcs, false);
        self.ways.are_hosts_reached(&is_reached).then(|| self.ways.without_idle_ends(arcs))
    }

    /// Returns the price of a link if one packet more uses it.
    fn cost(&self, arc: u32, round: u64) -> u64 {
        self.ways.rows.row_indices(arc).map(|row| self.price(wide(row), round)).sum()
    }

    /// Raises the prices of rows that are too full; returns whether there are any.
    fn remember(&mut self) -> bool {
        let mut is_any = false;
        for ((history, load), limit) in self.history.iter_mut().zip(&self.loads).zip(&self.limits) {
            if load > limit {
                *history += HISTORY_STEP * (load - limit).min(64);
                is_any = true;
            }
        }
        is_any
    }
}
