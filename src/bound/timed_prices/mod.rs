//! Computes prices that change from slot to slot: the dual of the fractional flow through the time-expanded
//! network. Prices that are equal in all slots are tried first.

mod one_node;
mod pair;
mod region;
mod unrolled;

pub(super) use one_node::of_one_node;
pub(super) use pair::of_pair;

use super::cut;
use super::nodes::border::Border;
use super::prices::climb::{Best, Limits, simplest_prices};
use super::prices::flow::{FlowRows, PricedFlow, Routes, Rows};
use super::prices::{Search, StaticPrices, WorkLeft, search_static_prices};
use crate::graph::Random;
use crate::model::{DemandsTask, count_of, wide};
use crate::wire::{Lower, NodeRef, SlotPrices};
use rayon::prelude::*;
use region::{Cheapest, Region};

/// Most links in slots that the search looks at, and most links in the search for prices equal in all slots.
const MAX_TIMED_LINK_STEPS: WorkLeft = WorkLeft { climb: 1 << 31, project: 1 << 36 };
const MAX_STATIC_LINK_STEPS: WorkLeft = WorkLeft { climb: 1 << 29, project: 1 << 32 };
/// Most cells (nodes and links in slots) in a table of the checker, and most that it visits, once for each
/// sender; then the lower limits on these visits for [`Search::Climb`] and for [`Search::Project`].
const MAX_CHECKED_CELLS: u64 = 1 << 22;
const MAX_CHECKED_CELL_VISITS: u64 = 1 << 30;
const MAX_CLIMB_CELL_VISITS: u64 = 1 << 26;
const MAX_PROJECT_CELL_VISITS: u64 = 1 << 29;
/// Most cells of the flow over one border, and of the flows over all borders together.
const MAX_CELLS_PER_BORDER: u64 = 1 << 20;
const MAX_CELLS_OF_ALL_BORDERS: u64 = 1 << 23;
/// Most slots that the search prices, and most of its rounds.
const MAX_PRICED_SLOTS: u64 = 1 << 7;
const MAX_TIMED_ROUNDS: u64 = 4_000;
/// The greatest price of a row. Costs carry random noise in binary digits below the price, which makes some
/// of the equally cheap routes a little cheaper, others in every round.
const MAX_TIMED_PRICE: u64 = 1 << 30;
const NOISE_BITS: u32 = 20;
const MAX_NOISE: usize = 1 << 12;

/// Returns prices of links and ports, a set for each slot, that refute as many slots as possible, from
/// `known` up to one below `attained`. All packets together pay more on their cheapest routes in time than
/// the capacity of all slots costs. None if no prices are found, or `cancel` ends the search first.
///
/// # Complexity
/// That of [`TimedPrices::refute`], within one limit for all.
#[must_use]
pub fn timed_prices(
    task: &DemandsTask,
    known: u64,
    attained: u64,
    cancel: &dyn Fn() -> bool,
) -> Option<Lower> {
    let mut prices = TimedPrices::new(task)?;
    let refuted = |slots| match prices.refute(slots, cancel) {
        Some(Refuted::Proved(lower)) => Some(lower),
        Some(Refuted::Nearly(_)) | None => None,
    };
    (known.max(1)..attained).map_while(refuted).last()
}

/// The result of a search for prices that refute a number of slots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refuted {
    /// No schedule has this number of slots.
    Proved(Lower),
    /// The prices that came nearest to a proof, slot by slot, then by directed link: where they are high,
    /// packets compete for links.
    Nearly(Vec<Vec<u64>>),
}

/// The search for prices that refute a number of slots, within a limit of work. It tries prices equal in all
/// slots, which refute where links or ports are overloaded, and prices that change from slot to slot.
#[derive(Debug)]
pub struct TimedPrices<'a> {
    task: &'a DemandsTask,
    /// Links in slots that it may still look at, and cells for flows over borders.
    work_left: WorkLeft,
    border_cells_left: u64,
    /// Links that it may still look at for prices equal in all slots, and the best of these prices.
    static_left: WorkLeft,
    static_prices: StaticPrices,
    /// The borders that are tried; none before their first use.
    borders: Option<Vec<Border>>,
}

impl<'a> TimedPrices<'a> {
    /// Begins a search for a task of packets from node to node; none if some packet is copied or combined, or
    /// there are no packets.
    #[must_use]
    pub fn new(task: &'a DemandsTask) -> Option<Self> {
        let has_prices = task.is_personal() && !task.loads().is_empty();
        let all = Self {
            task,
            work_left: MAX_TIMED_LINK_STEPS,
            border_cells_left: MAX_CELLS_OF_ALL_BORDERS,
            static_left: MAX_STATIC_LINK_STEPS,
            static_prices: StaticPrices::default(),
            borders: None,
        };
        has_prices.then_some(all)
    }

    /// Limits the search to 1/`parts` of its work.
    ///
    /// # Panics
    /// If `parts` is 0.
    #[must_use]
    pub fn with_one_of(self, parts: u64) -> Self {
        let of = |left: WorkLeft| WorkLeft { climb: left.climb / parts, project: left.project / parts };
        Self { work_left: of(self.work_left), static_left: of(self.static_left), ..self }
    }

    /// Searches for prices that prove that no schedule has `slots` slots: all packets together pay more on
    /// their cheapest routes in time than the capacity of all slots costs. None if network times slots are
    /// too large; `cancel` ends the search.
    ///
    /// Every schedule of T slots is a flow of all packets through the network time-expanded over T slots, and
    /// a mean of schedules is a fractional flow. A number of slots that no prices refute has a fractional
    /// flow. Prices equal in all slots (`prices`) do not see packets that have no time to wait.
    ///
    /// # Complexity
    /// O(s · A · T) for each round, s senders, A directed links and T slots, of which those count that are on
    /// some route in time; within a fixed limit for all numbers of slots together.
    pub fn refute(&mut self, slots: u64, cancel: &dyn Fn() -> bool) -> Option<Refuted> {
        self.refute_by(slots, &[Search::Climb], cancel)
    }

    /// Searches as [`Self::refute`] and then also by the method of multipliers, which takes longer and proves
    /// more where loads are heavy.
    ///
    /// # Complexity
    /// As [`Self::refute`], with a greater limit.
    pub fn refute_further(&mut self, slots: u64, cancel: &dyn Fn() -> bool) -> Option<Refuted> {
        self.refute_by(slots, &[Search::Climb, Search::Project], cancel)
    }

    fn refute_by(&mut self, slots: u64, searches: &[Search], cancel: &dyn Fn() -> bool) -> Option<Refuted> {
        if let Some(lower) = self.refute_at_borders(slots, cancel) {
            return Some(Refuted::Proved(lower));
        }
        let flow = FlowRows::new(self.task, None);
        let mut nearly = None;
        for &search in searches {
            if let Some(lower) = self.refute_by_static_prices(&flow, slots, search, cancel) {
                return Some(Refuted::Proved(lower));
            }
            let Some(rows) = self.timed_rows(&flow, slots.max(1), search) else { continue };
            let mut best = Best::new(&rows);
            // The best prices equal in all slots are a good start of a climb.
            if let Some(prices) = scaled(&self.static_prices.prices).filter(|_| search == Search::Climb) {
                best.try_out(&prices.repeat(rows.slots));
            }
            let limits = Limits { rounds: MAX_TIMED_ROUNDS, known: 1, enough: 2, cancel };
            let is_sought = self.work_left.search_prices(search, &mut best, rows.steps, limits);
            if best.value() >= 2 {
                return Some(Refuted::Proved(lower(&flow, &simplest_prices(&rows, &best.prices, 2), None)));
            }
            let is_some = |prices: &Vec<u64>| is_sought && prices.iter().any(|&price| price > 0);
            nearly = Some(best.prices).filter(is_some).or(nearly);
        }
        let of_slot = |prices: &[u64]| flow.arc_costs(prices);
        Some(Refuted::Nearly(nearly?.chunks(flow.capacities.len()).map(of_slot).collect()))
    }

    /// Returns the rows of `slots` slots; none if they are too many for the rounds of a search.
    fn timed_rows<'b>(&self, flow: &'b FlowRows<'b>, slots: u64, search: Search) -> Option<TimedRows<'b>> {
        let most = if search == Search::Climb { MAX_CLIMB_CELL_VISITS } else { MAX_PROJECT_CELL_VISITS };
        let is_small = slots <= MAX_PRICED_SLOTS && fits_checker(self.task, slots, most);
        is_small.then(|| TimedRows::new(flow, usize::try_from(slots).expect("few slots")))
    }

    /// Searches for prices equal in all slots that prove more than `slots` slots, with more work than the
    /// search for every bound gets.
    fn refute_by_static_prices(
        &mut self,
        flow: &FlowRows<'_>,
        slots: u64,
        search: Search,
        cancel: &dyn Fn() -> bool,
    ) -> Option<Lower> {
        if self.static_prices.lower.as_ref().is_none_or(|lower| lower.slots() <= slots) {
            let how = (search, &self.static_prices.prices[..]);
            self.static_prices = search_static_prices(flow, slots, how, &mut self.static_left, cancel);
        }
        self.static_prices.lower.clone()
    }

    /// Searches for prices at one border alone, which takes much less time: the border of the best cut, or of
    /// one of the nodes whose ports have most to do. They refute where packets cannot cross the border, or
    /// arrive, while there is capacity. If all packets have one origin, or all one destination, and no port
    /// is half-duplex, they refute every number of slots that has no schedule: every flow of all packets is
    /// one.
    ///
    /// # Complexity
    /// A maximum flow through n · T nodes and A · T links for each border, within a fixed limit for all.
    pub fn refute_at_borders(&mut self, slots: u64, cancel: &dyn Fn() -> bool) -> Option<Lower> {
        let (task, slots) = (self.task, slots.max(1));
        let places = u64::from(task.graph().nodes()) + u64::from(task.graph().arcs());
        let cells = places.saturating_mul(slots);
        if cells > MAX_CELLS_PER_BORDER || !fits_checker(task, slots, MAX_CHECKED_CELL_VISITS) {
            return None;
        }
        let borders = self.borders.get_or_insert_with(|| {
            let of_cut = cut::cut(task).and_then(|cut| Border::of(task, &cut));
            of_cut.into_iter().chain(Border::of_busy_nodes(task)).collect()
        });
        let flow = FlowRows::new(task, None);
        for border in borders {
            if self.border_cells_left < cells || cancel() {
                return None;
            }
            self.border_cells_left -= cells;
            if let Some(prices) = unrolled::prices(border, &flow, usize::try_from(slots).ok()?, cancel) {
                return Some(lower(&flow, &prices, None));
            }
        }
        None
    }
}

/// Scales prices so that the greatest is [`MAX_TIMED_PRICE`]; none if all are 0.
fn scaled(prices: &[u64]) -> Option<Vec<u64>> {
    let highest = u128::from(prices.iter().copied().max().filter(|&highest| highest > 0)?);
    let of = |&price: &u64| u64::try_from(u128::from(price) * u128::from(MAX_TIMED_PRICE) / highest).ok();
    prices.iter().map(of).collect()
}

/// Returns the bound that prices of some slots prove: one slot more. If packets are copied or combined, only
/// those of `node` pay.
fn lower(flow: &FlowRows<'_>, prices: &[u64], node: Option<NodeRef>) -> Lower {
    let of_slot = |prices: &[u64]| flow.nonzero_prices(prices);
    let slots: Vec<SlotPrices> = prices.chunks(flow.capacities.len()).map(of_slot).collect();
    Lower::TimedPrices { value: count_of(slots.len()) + 1, node, slots }
}

/// Returns whether the checker accepts prices of `slots` slots, and its check visits at most `most` cells. On
/// networks whose links have types it counts all types at every node, at most the links of the node with the
/// most links.
fn fits_checker(task: &DemandsTask, slots: u64, most: u64) -> bool {
    let graph = task.graph();
    let degree = (0..graph.nodes()).map(|node| graph.degree(node)).max().unwrap_or(0);
    let cells = u64::from(graph.nodes()) * (u64::from(degree) + 1) * slots;
    // Loads are grouped by sender.
    let senders = task.loads().chunk_by(|a, b| a.home() == b.home()).count();
    cells <= MAX_CHECKED_CELLS && cells * count_of(senders) <= most
}

/// The rows of a flow in every slot.
struct TimedRows<'a> {
    flow: &'a FlowRows<'a>,
    slots: usize,
    /// The capacities of the rows, slot by slot.
    capacities: Vec<u64>,
    regions: Vec<Region<'a>>,
    /// Links in slots of all regions together.
    steps: u64,
}

impl<'a> TimedRows<'a> {
    fn new(flow: &'a FlowRows<'a>, slots: usize) -> Self {
        let senders = (0..).zip(&flow.demands).filter(|(_, demands)| !demands.is_empty());
        let regions = senders.map(|(from, demands)| Region::new(flow, from, demands, slots));
        let regions: Vec<Region<'_>> = regions.collect();
        let graph = flow.task.graph();
        let nodes = regions.iter().flat_map(|region| &region.nodes);
        let all = nodes.map(|&node| u64::from(graph.degree(node))).sum::<u64>() + u64::from(graph.arcs());
        Self { flow, slots, capacities: flow.capacities.repeat(slots), steps: all * count_of(slots), regions }
    }
}

/// The price of packets, and the links that they use.
struct Sent {
    /// None if some packet cannot arrive in time.
    sum: Option<u128>,
    /// How often each arc is used, by slot, then arc.
    uses: Vec<u64>,
}

impl Rows for TimedRows<'_> {
    fn capacities(&self) -> &[u64] {
        &self.capacities
    }

    fn greatest(&self) -> u64 {
        MAX_TIMED_PRICE
    }

    /// Sends every packet along its cheapest route. If a packet cannot arrive in time, the sum is greater
    /// than the price of all capacity, which proves the bound.
    fn cheapest(&self, prices: &[u64]) -> PricedFlow {
        let all: Vec<usize> = (0..self.regions.len()).collect();
        let Sent { sum, uses } = self.send_all(&all, prices);
        match sum {
            Some(sum) => PricedFlow { sum, uses: self.row_uses(&uses) },
            None => {
                PricedFlow { sum: self.priced_capacity(prices) + 1, uses: vec![0; self.capacities.len()] }
            }
        }
    }
}

impl Routes for TimedRows<'_> {
    fn parts(&self) -> usize {
        self.regions.len()
    }

    fn counts(&self, part: usize) -> Vec<u64> {
        self.regions[part].demands.iter().map(|&(_, count)| count).collect()
    }

    /// A packet that cannot arrive in time has a route without rows.
    fn cheapest_routes(&self, parts: &[usize], prices: &[u64]) -> Vec<Vec<Vec<u32>>> {
        let costs = self.costs(prices);
        let share = parts.len().div_ceil(rayon::current_num_threads());
        parts.par_chunks(share).flat_map_iter(|parts| self.routes_of(parts, &costs)).collect()
    }
}

impl Sent {
    /// Adds other packets.
    fn merged_with(mut self, other: Self) -> Self {
        self.sum = self.sum.zip(other.sum).map(|(one, other)| one + other);
        self.uses.iter_mut().zip(other.uses).for_each(|(uses, more)| *uses += more);
        self
    }
}

impl TimedRows<'_> {
    /// Returns how often each row is used, given that of arcs, slot by slot.
    fn row_uses(&self, uses: &[u64]) -> Vec<u64> {
        let arcs = wide(self.flow.task.graph().arcs());
        uses.chunks(arcs).flat_map(|uses| self.flow.row_uses(uses)).collect()
    }

    /// Returns the costs of moves, slot by slot, then by arc, with random noise that breaks ties.
    fn costs(&self, prices: &[u64]) -> Vec<u64> {
        let mut random = Random::new(prices.iter().fold(0, |sum: u64, price| sum.wrapping_mul(31) ^ price));
        let mut costs = Vec::with_capacity(wide(self.flow.task.graph().arcs()) * self.slots);
        for of_slot in prices.chunks(self.flow.capacities.len()) {
            let noisy =
                |price: u64| price << NOISE_BITS | u64::try_from(1 + random.below(MAX_NOISE)).expect("small");
            costs.extend(self.flow.arc_costs(of_slot).into_iter().map(noisy));
        }
        costs
    }

    /// Sends the packets of some senders.
    fn send_all(&self, regions: &[usize], prices: &[u64]) -> Sent {
        let costs = self.costs(prices);
        // Sums of integers do not depend on how senders are divided among threads.
        let share = regions.len().div_ceil(rayon::current_num_threads());
        let sent = regions.par_chunks(share).map(|regions| self.send(regions, &costs));
        sent.reduce_with(Sent::merged_with).expect("somebody sends")
    }

    /// Returns the rows of the cheapest routes of some senders' packets, for costs of moves.
    fn routes_of(&self, parts: &[usize], costs: &[u64]) -> Vec<Vec<Vec<u32>>> {
        let width = u32::try_from(self.flow.capacities.len()).expect("rows of a table");
        let mut table = Cheapest::new(wide(self.flow.task.graph().nodes()), self.slots);
        let mut of_part = |&part: &usize| {
            let region = &self.regions[part];
            table.fill(self.flow, costs, region);
            let route = |&(to, _): &(u32, u64)| {
                let mut rows = Vec::new();
                if table.cost(to).is_some() {
                    table.trace(costs, to, |slot, arc| {
                        let first = u32::try_from(slot).expect("few slots") * width;
                        rows.extend(self.flow.row_indices(arc).map(|row| first + row));
                    });
                }
                rows
            };
            region.demands.iter().map(route).collect()
        };
        parts.iter().map(&mut of_part).collect()
    }

    /// Sends the packets of some senders, for costs of moves, slot by slot, then by arc.
    fn send(&self, regions: &[usize], costs: &[u64]) -> Sent {
        let graph = self.flow.task.graph();
        let (arcs, nodes) = (wide(graph.arcs()), wide(graph.nodes()));
        let mut sent = Sent { sum: Some(0), uses: vec![0; arcs * self.slots] };
        let mut table = Cheapest::new(nodes, self.slots);
        for region in regions.iter().map(|&region| &self.regions[region]) {
            table.fill(self.flow, costs, region);
            for &(to, count) in region.demands {
                let paid = table.cost(to).map(|paid| u128::from(paid >> NOISE_BITS) * u128::from(count));
                sent.sum = sent.sum.zip(paid).map(|(sum, paid)| sum + paid);
                if sent.sum.is_none() {
                    return sent;
                }
                table.trace(costs, to, |slot, arc| sent.uses[slot * arcs + wide(arc)] += count);
            }
        }
        sent
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::of_demands;
    use crate::wire::{TaskDocument, parse};

    /// With one row for all slots, and with a row for each slot.
    #[test]
    fn cheapest_routes_cost_as_much_as_all_packets_pay() {
        let text = br#"{"format":"isotask.task/1","network":{"kind":"graph","nodes":6,
            "links":[[0,1],[1,2,2],[2,3],[3,4],[4,5],[5,0],[1,4]]},"task":{"kind":"demands","packets":[
            {"from":0,"to":3,"count":3},{"from":0,"to":2},{"from":4,"to":1,"count":2},{"from":5,"to":2}]},
            "ports":{"at-most":2},"objective":"completion-time"}"#;
        let task = DemandsTask::new(&parse::<TaskDocument>(text).expect("a document")).expect("a task");
        let flow = FlowRows::new(&task, None);
        let mut random = Random::new(1);
        for _ in 0..50 {
            assert_routes_cost_what_is_paid(&flow, &mut random);
            for slots in 3..7 {
                assert_routes_cost_what_is_paid(&TimedRows::new(&flow, slots), &mut random);
            }
        }
    }

    fn assert_routes_cost_what_is_paid(rows: &impl Routes, random: &mut Random) {
        let prices: Vec<u64> = rows.capacities().iter().map(|_| count_of(random.below(9))).collect();
        let parts: Vec<usize> = (0..rows.parts()).collect();
        let counts: Vec<u64> = parts.iter().flat_map(|&part| rows.counts(part)).collect();
        let routes: Vec<Vec<u32>> = rows.cheapest_routes(&parts, &prices).into_iter().flatten().collect();
        assert_eq!(counts.len(), routes.len());
        let cost = |route: &Vec<u32>| route.iter().map(|&row| prices[wide(row)]).sum::<u64>();
        let paid: u64 = counts.iter().zip(&routes).map(|(count, route)| count * cost(route)).sum();
        assert_eq!(u128::from(paid), rows.cheapest(&prices).sum);
    }

    /// Ten packets of each node to the next and one to the last, on a ring too large for the prices that
    /// every bound gets. A packet that goes round the other way takes all links but one, so that the link
    /// ahead may have the whole price, and ten slots are needed.
    #[test]
    fn the_search_by_slots_finds_static_prices_on_a_ring_too_large_for_every_bound() {
        let nodes = 1700;
        let packets = (0..nodes).map(|node| {
            let (next, last) = ((node + 1) % nodes, (node + nodes - 1) % nodes);
            format!(r#"{{"from":{node},"to":{next},"count":10}},{{"from":{node},"to":{last}}}"#)
        });
        let packets: Vec<String> = packets.collect();
        let links: Vec<String> = (0..nodes).map(|node| format!("[{node},{}]", (node + 1) % nodes)).collect();
        let text = format!(
            r#"{{"format":"isotask.task/1","network":{{"kind":"graph","nodes":{nodes},"links":[{}]}},
              "task":{{"kind":"demands","packets":[{}]}},"ports":"all","objective":"completion-time"}}"#,
            links.join(","),
            packets.join(",")
        );
        let task = DemandsTask::new(&parse::<TaskDocument>(text.as_bytes()).expect("a document"));
        let task = task.expect("a task");
        assert!(of_demands(&task).best().slots() < 10);
        let (mut prices, flow) =
            (TimedPrices::new(&task).expect("personal packets"), FlowRows::new(&task, None));
        let lower = prices.refute_by_static_prices(&flow, 9, Search::Climb, &|| false);
        assert!(matches!(lower, Some(Lower::Prices { value: 10, .. })), "{lower:?}");
        let left = prices.static_left.climb;
        assert_eq!(
            (prices.refute_by_static_prices(&flow, 6, Search::Climb, &|| false), prices.static_left.climb),
            (lower, left)
        );
        assert_eq!(prices.refute_by_static_prices(&flow, 10, Search::Climb, &|| false), None);
        assert!(prices.static_left.climb < left);
    }
}
