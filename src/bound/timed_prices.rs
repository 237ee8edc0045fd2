//! Prices that change from slot to slot: the dual of the fractional flow through links and slots.

use super::prices::climb::{Best, Limits, climb, simplest};
use super::prices::flow::{FlowRows, Paid, Rows};
use crate::graph::Random;
use crate::model::{DemandsTask, wide};
use crate::wire::{Lower, NodeRef, SlotPrices};

/// Most links in slots that the search looks at.
const MOST_STEPS: u64 = 1 << 31;
/// Most nodes and links in all slots that the checker has a table for, and looks at from all senders.
const MOST_CELLS: u64 = 1 << 22;
const MOST_CHECKED: u64 = 1 << 26;
const MOST_SLOTS: u64 = 1 << 7;
const MOST_ROUNDS: u64 = 4_000;
const LEAST_ROUNDS: u64 = 16;
/// The greatest price in every round, and the digits behind it: of equally cheap ways some are a little
/// cheaper, others in every round.
const LIMIT: u64 = 1 << 30;
const DIGITS: u32 = 20;
const NOISE: usize = 1 << 12;

/// Prices of links and ports, a set for each slot, that refute as many slots as they can, from `known` up to
/// one below `attained`: what all packets pay on their cheapest ways in time is more than all slots can cost.
/// None if none are found, or `cancel` says so first.
///
/// Every schedule of T slots sends all packets at once through the network unrolled over T slots, and so does
/// the mean of many: what no prices there refute, a fractional flow does. Prices of links for all slots
/// (`prices`) know nothing of packets that have no time to wait.
///
/// # Complexity
/// O(s · A · T) for each round, s senders, A directed links and T slots, within a fixed limit.
#[must_use]
pub fn timed_prices(
    task: &DemandsTask,
    known: u64,
    attained: u64,
    cancel: &dyn Fn() -> bool,
) -> Option<Lower> {
    if !task.is_personal() || task.loads().is_empty() {
        return None;
    }
    let flow = FlowRows::new(task, None);
    let mut left = MOST_STEPS;
    let mut found = None;
    for slots in known.max(1)..attained.min(MOST_SLOTS) {
        let Some(lower) = refuted(&flow, slots, &mut left, cancel) else { break };
        found = Some(lower);
    }
    found
}

/// Prices that refute so many slots.
fn refuted(flow: &FlowRows<'_>, slots: u64, left: &mut u64, cancel: &dyn Fn() -> bool) -> Option<Lower> {
    let steps = flow.cost() * slots;
    let rounds = (*left / steps.max(1)).min(MOST_ROUNDS);
    if !is_checked(flow, slots) || rounds < LEAST_ROUNDS {
        return None;
    }
    let rows = TimedRows::new(flow, usize::try_from(slots).expect("few slots"));
    let mut best = Best::new(&rows);
    *left -= steps * climb(&mut best, Limits { rounds, known: 1, enough: 2, cancel });
    if best.value() < 2 {
        return None;
    }
    let prices = simplest(&rows, &best.prices, 2);
    let at = |node: u32| NodeRef::Index(node.into());
    let of_slot = |prices: &[u64]| {
        let named = flow.named(prices);
        SlotPrices {
            links: named.links.into_iter().map(|(from, to, price)| (at(from), at(to), price)).collect(),
            sends: named.sends.into_iter().map(|(node, price)| (at(node), price)).collect(),
            receives: named.receives.into_iter().map(|(node, price)| (at(node), price)).collect(),
        }
    };
    Some(Lower::TimedPrices {
        value: slots + 1,
        slots: prices.chunks(flow.room.len()).map(of_slot).collect(),
    })
}

/// Whether the checker would look at so many slots. Of networks whose links have types it counts all types at
/// every node, which are no more than the node with the most links has.
fn is_checked(flow: &FlowRows<'_>, slots: u64) -> bool {
    let graph = flow.task.graph();
    let most = (0..graph.nodes()).map(|node| graph.degree(node)).max().unwrap_or(0);
    let cells = u64::from(graph.nodes()) * (u64::from(most) + 1) * slots;
    let senders = flow.demands.iter().filter(|list| !list.is_empty()).map(|_| 1_u64).sum::<u64>();
    cells <= MOST_CELLS && cells * senders <= MOST_CHECKED
}

/// The rows of a flow in every slot.
struct TimedRows<'a> {
    flow: &'a FlowRows<'a>,
    slots: usize,
    /// Slot by slot what the rows carry.
    room: Vec<u64>,
}

impl<'a> TimedRows<'a> {
    fn new(flow: &'a FlowRows<'a>, slots: usize) -> Self {
        Self { flow, slots, room: flow.room.repeat(slots) }
    }
}

/// What is cheapest from one node, slot by slot.
struct Unrolled {
    /// By slot, then node: the cost after it, and the arc by which a packet came in it.
    costs: Vec<u64>,
    last: Vec<Option<u32>>,
    nodes: usize,
}

impl Rows for TimedRows<'_> {
    fn room(&self) -> &[u64] {
        &self.room
    }

    fn greatest(&self) -> u64 {
        LIMIT
    }

    /// Of packets that cannot be there in time, as of all that are sent, none is left out: they cost more
    /// than all slots do.
    fn cheapest(&self, prices: &[u64]) -> Paid {
        let graph = self.flow.task.graph();
        let (arcs, nodes) = (wide(graph.arcs()), wide(graph.nodes()));
        let mut random = Random::new(prices.iter().fold(0, |sum: u64, price| sum.wrapping_mul(31) ^ price));
        let mut costs = Vec::with_capacity(arcs * self.slots);
        for of_slot in prices.chunks(self.flow.room.len()) {
            let noisy = |price: u64| price << DIGITS | u64::try_from(1 + random.below(NOISE)).expect("small");
            costs.extend(self.flow.of_arcs(of_slot).into_iter().map(noisy));
        }
        let mut uses = vec![0; arcs * self.slots];
        let mut sum = 0_u128;
        let mut table = Unrolled::new(nodes, self.slots);
        for (from, list) in self.flow.demands.iter().enumerate().filter(|(_, list)| !list.is_empty()) {
            table.fill(self.flow, &costs, from);
            for &(to, count) in list {
                let Some(paid) = table.cost(wide(to)) else {
                    return Paid { sum: self.capacity(prices) + 1, uses: vec![0; self.room.len()] };
                };
                sum += u128::from(paid >> DIGITS) * u128::from(count);
                table.trace(self.flow, wide(to), |slot, arc| uses[slot * arcs + wide(arc)] += count);
            }
        }
        let uses = uses.chunks(arcs).flat_map(|uses| self.flow.by_row(uses)).collect();
        Paid { sum, uses }
    }
}

impl Unrolled {
    fn new(nodes: usize, slots: usize) -> Self {
        Self { costs: vec![u64::MAX; nodes * (slots + 1)], last: vec![None; nodes * slots], nodes }
    }

    /// Begins at another node; `costs` slot by slot, then by arc.
    fn fill(&mut self, flow: &FlowRows<'_>, costs: &[u64], from: usize) {
        let (graph, nodes) = (flow.task.graph(), self.nodes);
        self.costs[..nodes].fill(u64::MAX);
        self.costs[from] = 0;
        self.last.fill(None);
        for (slot, costs) in costs.chunks(wide(graph.arcs())).enumerate() {
            let (before, after) = self.costs[slot * nodes..].split_at_mut(nodes);
            let after = &mut after[..nodes];
            after.copy_from_slice(before);
            let last = &mut self.last[slot * nodes..][..nodes];
            for (node, &paid) in (0..graph.nodes()).zip(&*before) {
                if paid == u64::MAX {
                    continue;
                }
                for arc in graph.leaving(node) {
                    let (cost, to) = (paid + costs[wide(arc)], wide(graph.to(arc)));
                    if cost < after[to] {
                        (after[to], last[to]) = (cost, Some(arc));
                    }
                }
            }
        }
    }

    /// What the cheapest way to a node costs, if one is in time.
    fn cost(&self, to: usize) -> Option<u64> {
        let end = self.costs.len() - self.nodes;
        Some(self.costs[end + to]).filter(|&cost| cost < u64::MAX)
    }

    /// The moves of the cheapest way to a node, the last first.
    fn trace(&self, flow: &FlowRows<'_>, to: usize, mut take: impl FnMut(usize, u32)) {
        let mut node = to;
        for (slot, last) in self.last.chunks(self.nodes).enumerate().rev() {
            if let Some(arc) = last[node] {
                take(slot, arc);
                node = wide(flow.task.graph().from(arc));
            }
        }
    }
}
