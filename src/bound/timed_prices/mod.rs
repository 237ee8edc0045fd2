//! Prices that change from slot to slot: the dual of the fractional flow through links and slots; and before
//! them, where those are enough, prices that are equal in all slots.

mod one_node;
mod pair;
mod region;
mod unrolled;

pub(super) use one_node::of_one_node;
pub(super) use pair::of_pair;

use super::cut;
use super::nodes::border::Border;
use super::prices::climb::{Best, Limits, simplest_prices};
use super::prices::flow::{FlowRows, PricedFlow, Rows};
use super::prices::{Search, StaticPrices, WorkLeft, search_static_prices};
use crate::graph::Random;
use crate::model::{DemandsTask, count_of, wide};
use crate::wire::{Lower, NodeRef, SlotPrices};
use rayon::prelude::*;
use region::{Cheapest, Region};

/// Most links in slots that the search looks at, and most links for prices that are equal in all slots.
const MOST_STEPS: WorkLeft = WorkLeft { climb: 1 << 31, project: 1 << 36 };
const MOST_LASTING: WorkLeft = WorkLeft { climb: 1 << 29, project: 1 << 32 };
/// Most nodes and links in all slots that the checker has a table for, and looks at from all senders; and
/// fewer of these for prices that climb, and for those that are sought by multipliers.
const MOST_CELLS: u64 = 1 << 22;
const MOST_CHECKED: u64 = 1 << 30;
const MOST_CLIMBED: u64 = 1 << 26;
const MOST_PROJECTED: u64 = 1 << 29;
/// Most nodes and links in all slots through which one border sends its packets, and all together.
const MOST_AT_ONCE: u64 = 1 << 20;
const MOST_UNROLLED: u64 = 1 << 23;
const MOST_SLOTS: u64 = 1 << 7;
const MOST_ROUNDS: u64 = 4_000;
/// The greatest price in every round, and the digits behind it: of equally cheap ways some are a little
/// cheaper, others in every round.
const LIMIT: u64 = 1 << 30;
const DIGITS: u32 = 20;
const NOISE: usize = 1 << 12;

/// Prices of links and ports, a set for each slot, that refute as many slots as they can, from `known` up to
/// one below `attained`: what all packets pay on their cheapest ways in time is more than all slots can cost.
/// None if none are found, or `cancel` says so first.
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

/// What prices say of a number of slots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refuted {
    /// No schedule has so few.
    Proved(Lower),
    /// The prices that came nearest to a proof, slot by slot, then by directed link: where they are high,
    /// packets are in each other's way.
    Nearly(Vec<Vec<u64>>),
}

/// The search for prices that refute a number of slots, whose work is limited: those that are equal in all
/// slots, which see links and ports with too much to do, and those that change.
#[derive(Debug)]
pub struct TimedPrices<'a> {
    task: &'a DemandsTask,
    /// Links in slots that it may still look at, and nodes and links in slots behind borders.
    left: WorkLeft,
    left_unrolled: u64,
    /// Links that it may still look at for prices equal in all slots, and what these have proved.
    left_lasting: WorkLeft,
    lasting: StaticPrices,
    /// Those that are tried, once somebody has asked.
    borders: Option<Vec<Border>>,
}

impl<'a> TimedPrices<'a> {
    /// Of a task of packets from node to node; none if some packet is copied or combined, or there is none.
    #[must_use]
    pub fn new(task: &'a DemandsTask) -> Option<Self> {
        let has_prices = task.is_personal() && !task.loads().is_empty();
        let all = Self {
            task,
            left: MOST_STEPS,
            left_unrolled: MOST_UNROLLED,
            left_lasting: MOST_LASTING,
            lasting: StaticPrices::default(),
            borders: None,
        };
        has_prices.then_some(all)
    }

    /// The search with this part of its work.
    ///
    /// # Panics
    /// If `parts` is 0.
    #[must_use]
    pub fn with_one_of(self, parts: u64) -> Self {
        let of = |left: WorkLeft| WorkLeft { climb: left.climb / parts, project: left.project / parts };
        Self { left: of(self.left), left_lasting: of(self.left_lasting), ..self }
    }

    /// Prices by which no schedule has so few slots: what all packets pay on their cheapest ways in time is
    /// more than all slots can cost. None if the network is too large for so many slots; `cancel` ends the
    /// search.
    ///
    /// Every schedule of T slots sends all packets at once through the network unrolled over T slots, and so
    /// does the mean of many: what no prices there refute, a fractional flow does. Prices of links for all
    /// slots (`prices`) know nothing of packets that have no time to wait.
    ///
    /// # Complexity
    /// O(s · A · T) for each round, s senders, A directed links and T slots, of which those count that are on
    /// some way in time; within a fixed limit for all numbers of slots together.
    pub fn refute(&mut self, slots: u64, cancel: &dyn Fn() -> bool) -> Option<Refuted> {
        self.refute_by(slots, &[Search::Climb], cancel)
    }

    /// The same with more work: then also by the method of multipliers, which takes longer and proves more of
    /// heavy loads.
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
            if let Some(lower) = self.refute_by_lasting(&flow, slots, search, cancel) {
                return Some(Refuted::Proved(lower));
            }
            let Some(rows) = self.in_slots(&flow, slots.max(1), search) else { continue };
            let mut best = Best::new(&rows);
            // What refutes nearly as many slots in all of them alike is a good beginning of a climb.
            if let Some(lasting) = scaled(&self.lasting.prices).filter(|_| search == Search::Climb) {
                best.try_out(&lasting.repeat(rows.slots));
            }
            let limits = Limits { rounds: MOST_ROUNDS, known: 1, enough: 2, cancel };
            let is_sought = self.left.search_prices(search, &mut best, rows.steps, limits);
            if best.value() >= 2 {
                return Some(Refuted::Proved(lower(&flow, &simplest_prices(&rows, &best.prices, 2), None)));
            }
            let is_some = |prices: &Vec<u64>| is_sought && prices.iter().any(|&price| price > 0);
            nearly = Some(best.prices).filter(is_some).or(nearly);
        }
        let of_slot = |prices: &[u64]| flow.arc_costs(prices);
        Some(Refuted::Nearly(nearly?.chunks(flow.capacities.len()).map(of_slot).collect()))
    }

    /// The rows of so many slots; none if there are too many for the rounds of a search.
    fn in_slots<'b>(&self, flow: &'b FlowRows<'b>, slots: u64, search: Search) -> Option<TimedRows<'b>> {
        let most = if search == Search::Climb { MOST_CLIMBED } else { MOST_PROJECTED };
        let is_small = slots <= MOST_SLOTS && is_checked(self.task, slots, most);
        is_small.then(|| TimedRows::new(flow, usize::try_from(slots).expect("few slots")))
    }

    /// The same by prices that are equal in all slots, sought with more work than every bound gets.
    fn refute_by_lasting(
        &mut self,
        flow: &FlowRows<'_>,
        slots: u64,
        search: Search,
        cancel: &dyn Fn() -> bool,
    ) -> Option<Lower> {
        if self.lasting.lower.as_ref().is_none_or(|lower| lower.slots() <= slots) {
            let how = (search, &self.lasting.prices[..]);
            self.lasting = search_static_prices(flow, slots, how, &mut self.left_lasting, cancel);
        }
        self.lasting.lower.clone()
    }

    /// The same by prices at one border alone, which take much less time: of the best cut, or of one of the
    /// nodes whose ports have most to do. They see packets that cannot cross, or be there, when there is
    /// room. If all packets come from one node, or all go to one, and no port is half-duplex, they refute
    /// whatever can be refuted: any flow of so many packets is a schedule.
    ///
    /// # Complexity
    /// A greatest flow through n · T nodes and A · T links for each border, within a fixed limit for all.
    pub fn refute_at_borders(&mut self, slots: u64, cancel: &dyn Fn() -> bool) -> Option<Lower> {
        let (task, slots) = (self.task, slots.max(1));
        let places = u64::from(task.graph().nodes()) + u64::from(task.graph().arcs());
        let cells = places.saturating_mul(slots);
        if cells > MOST_AT_ONCE || !is_checked(task, slots, MOST_CHECKED) {
            return None;
        }
        let borders = self.borders.get_or_insert_with(|| {
            let of_cut = cut::cut(task).and_then(|cut| Border::of(task, &cut));
            of_cut.into_iter().chain(Border::of_busy_nodes(task)).collect()
        });
        let flow = FlowRows::new(task, None);
        for border in borders {
            if self.left_unrolled < cells || cancel() {
                return None;
            }
            self.left_unrolled -= cells;
            if let Some(prices) = unrolled::prices(border, &flow, usize::try_from(slots).ok()?, cancel) {
                return Some(lower(&flow, &prices, None));
            }
        }
        None
    }
}

/// Prices whose greatest is [`LIMIT`], in the same proportions; none if all are 0.
fn scaled(prices: &[u64]) -> Option<Vec<u64>> {
    let highest = u128::from(prices.iter().copied().max().filter(|&highest| highest > 0)?);
    let of = |&price: &u64| u64::try_from(u128::from(price) * u128::from(LIMIT) / highest).ok();
    prices.iter().map(of).collect()
}

/// The bound of prices that refute as many slots as they are given for; of packets that are copied or
/// combined those of one node pay.
fn lower(flow: &FlowRows<'_>, prices: &[u64], node: Option<NodeRef>) -> Lower {
    let at = |node: u32| NodeRef::Index(node.into());
    let of_slot = |prices: &[u64]| {
        let named = flow.nonzero_prices(prices);
        SlotPrices {
            links: named.links.into_iter().map(|(from, to, price)| (at(from), at(to), price)).collect(),
            sends: named.sends.into_iter().map(|(node, price)| (at(node), price)).collect(),
            receives: named.receives.into_iter().map(|(node, price)| (at(node), price)).collect(),
        }
    };
    let slots: Vec<SlotPrices> = prices.chunks(flow.capacities.len()).map(of_slot).collect();
    Lower::TimedPrices { value: count_of(slots.len()) + 1, node, slots }
}

/// Whether the checker would look at so many slots, with so many looks at most. Of networks whose links have
/// types it counts all types at every node, which are no more than the node with the most links has.
fn is_checked(task: &DemandsTask, slots: u64, most: u64) -> bool {
    let graph = task.graph();
    let degree = (0..graph.nodes()).map(|node| graph.degree(node)).max().unwrap_or(0);
    let cells = u64::from(graph.nodes()) * (u64::from(degree) + 1) * slots;
    // Loads stand by their senders.
    let senders = task.loads().chunk_by(|a, b| a.packet().home() == b.packet().home()).count();
    cells <= MOST_CELLS && cells * count_of(senders) <= most
}

/// The rows of a flow in every slot.
struct TimedRows<'a> {
    flow: &'a FlowRows<'a>,
    slots: usize,
    /// Slot by slot what the rows carry.
    capacities: Vec<u64>,
    regions: Vec<Region<'a>>,
    /// Links in slots that all regions have.
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

/// What packets cost, and the links that they take.
struct Sent {
    /// None if some packet cannot be there in time.
    sum: Option<u128>,
    /// By slot, then arc.
    uses: Vec<u64>,
}

impl Rows for TimedRows<'_> {
    fn capacities(&self) -> &[u64] {
        &self.capacities
    }

    fn greatest(&self) -> u64 {
        LIMIT
    }

    /// Of packets that cannot be there in time, as of all that are sent, none is left out: they cost more
    /// than all slots do.
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

    fn parts(&self) -> usize {
        self.regions.len()
    }

    fn counts(&self, part: usize) -> Vec<u64> {
        self.regions[part].demands.iter().map(|&(_, count)| count).collect()
    }

    /// No way, where none is in time.
    fn cheapest_routes(&self, parts: &[usize], prices: &[u64]) -> Vec<Vec<Vec<u32>>> {
        let costs = self.costs(prices);
        let share = parts.len().div_ceil(rayon::current_num_threads());
        parts.par_chunks(share).flat_map_iter(|parts| self.routes_of(parts, &costs)).collect()
    }
}

impl Sent {
    /// What these cost and others.
    fn merged_with(mut self, other: Self) -> Self {
        self.sum = self.sum.zip(other.sum).map(|(one, other)| one + other);
        self.uses.iter_mut().zip(other.uses).for_each(|(uses, more)| *uses += more);
        self
    }
}

impl TimedRows<'_> {
    /// The uses of rows by those of arcs, slot by slot.
    fn row_uses(&self, uses: &[u64]) -> Vec<u64> {
        let arcs = wide(self.flow.task.graph().arcs());
        uses.chunks(arcs).flat_map(|uses| self.flow.row_uses(uses)).collect()
    }

    /// What moves cost, slot by slot, then by arc; of equally cheap ones some a little less.
    fn costs(&self, prices: &[u64]) -> Vec<u64> {
        let mut random = Random::new(prices.iter().fold(0, |sum: u64, price| sum.wrapping_mul(31) ^ price));
        let mut costs = Vec::with_capacity(wide(self.flow.task.graph().arcs()) * self.slots);
        for of_slot in prices.chunks(self.flow.capacities.len()) {
            let noisy = |price: u64| price << DIGITS | u64::try_from(1 + random.below(NOISE)).expect("small");
            costs.extend(self.flow.arc_costs(of_slot).into_iter().map(noisy));
        }
        costs
    }

    /// Sends the packets of some senders.
    fn send_all(&self, regions: &[usize], prices: &[u64]) -> Sent {
        let costs = self.costs(prices);
        // Sums of integers, whatever thread has which senders.
        let share = regions.len().div_ceil(rayon::current_num_threads());
        let sent = regions.par_chunks(share).map(|regions| self.send(regions, &costs));
        sent.reduce_with(Sent::merged_with).expect("somebody sends")
    }

    /// The rows of the cheapest ways of some senders' packets, for costs of moves.
    fn routes_of(&self, parts: &[usize], costs: &[u64]) -> Vec<Vec<Vec<u32>>> {
        let width = u32::try_from(self.flow.capacities.len()).expect("rows of a table");
        let mut table = Cheapest::new(wide(self.flow.task.graph().nodes()), self.slots);
        let mut of_part = |&part: &usize| {
            let region = &self.regions[part];
            table.fill(self.flow, costs, region);
            let way = |&(to, _): &(u32, u64)| {
                let mut rows = Vec::new();
                if table.cost(to).is_some() {
                    table.trace(costs, to, |slot, arc| {
                        let first = u32::try_from(slot).expect("few slots") * width;
                        rows.extend(self.flow.row_indices(arc).map(|row| first + row));
                    });
                }
                rows
            };
            region.demands.iter().map(way).collect()
        };
        parts.iter().map(&mut of_part).collect()
    }

    /// The same for costs of moves, slot by slot, then by arc.
    fn send(&self, regions: &[usize], costs: &[u64]) -> Sent {
        let graph = self.flow.task.graph();
        let (arcs, nodes) = (wide(graph.arcs()), wide(graph.nodes()));
        let mut sent = Sent { sum: Some(0), uses: vec![0; arcs * self.slots] };
        let mut table = Cheapest::new(nodes, self.slots);
        for region in regions.iter().map(|&region| &self.regions[region]) {
            table.fill(self.flow, costs, region);
            for &(to, count) in region.demands {
                let paid = table.cost(to).map(|paid| u128::from(paid >> DIGITS) * u128::from(count));
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

    /// What cheapest ways cost, one by one, is what all packets pay: for rows of all slots, and of each.
    #[test]
    fn ways_cost_what_packets_pay() {
        let text = br#"{"format":"isotask.task/1","network":{"kind":"graph","nodes":6,
            "links":[[0,1],[1,2,2],[2,3],[3,4],[4,5],[5,0],[1,4]]},"task":{"kind":"demands","packets":[
            {"from":0,"to":3,"count":3},{"from":0,"to":2},{"from":4,"to":1,"count":2},{"from":5,"to":2}]},
            "ports":{"at-most":2},"objective":"completion-time"}"#;
        let task = DemandsTask::new(&parse::<TaskDocument>(text).expect("a document")).expect("a task");
        let flow = FlowRows::new(&task, None);
        let mut random = Random::new(1);
        for _ in 0..50 {
            assert_ways_cost_what_is_paid(&flow, &mut random);
            for slots in 3..7 {
                assert_ways_cost_what_is_paid(&TimedRows::new(&flow, slots), &mut random);
            }
        }
    }

    fn assert_ways_cost_what_is_paid(rows: &impl Rows, random: &mut Random) {
        let prices: Vec<u64> = rows.capacities().iter().map(|_| count_of(random.below(9))).collect();
        let parts: Vec<usize> = (0..rows.parts()).collect();
        let counts: Vec<u64> = parts.iter().flat_map(|&part| rows.counts(part)).collect();
        let ways: Vec<Vec<u32>> = rows.cheapest_routes(&parts, &prices).into_iter().flatten().collect();
        assert_eq!(counts.len(), ways.len());
        let cost = |way: &Vec<u32>| way.iter().map(|&row| prices[wide(row)]).sum::<u64>();
        let paid: u64 = counts.iter().zip(&ways).map(|(count, way)| count * cost(way)).sum();
        assert_eq!(u128::from(paid), rows.cheapest(&prices).sum);
    }

    /// Ten packets of each node to the next and one to the last, on a ring too large for prices in every
    /// bound: who goes round the other way takes all links but one, so that the link ahead has the whole
    /// price, and ten slots are least.
    #[test]
    fn prices_equal_in_all_slots_are_sought_further_than_for_every_bound() {
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
        let lower = prices.refute_by_lasting(&flow, 9, Search::Climb, &|| false);
        assert!(matches!(lower, Some(Lower::Prices { value: 10, .. })), "{lower:?}");
        let left = prices.left_lasting.climb;
        assert_eq!(
            (prices.refute_by_lasting(&flow, 6, Search::Climb, &|| false), prices.left_lasting.climb),
            (lower, left)
        );
        assert_eq!(prices.refute_by_lasting(&flow, 10, Search::Climb, &|| false), None);
        assert!(prices.left_lasting.climb < left);
    }
}
