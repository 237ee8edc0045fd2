//! List scheduling of listed packets on any network.
//!
//! Packets from node to node, many equal ones on links of much capacity in bundles first:
//! 1. [`balance`] chooses how many packets for each destination take each link, so that the busiest link or
//!    port has little to do;
//! 2. [`run`] sends them slot by slot, in every slot as many as links and ports allow, those with the most to
//!    do first.
//!
//! Packets that are copied go slot by slot by [`copied`]. Nothing is promised about the number of slots; it
//! is held against a bound elsewhere.

mod balance;
mod copied;
mod demand;
mod doubling;
mod rules;
mod run;

pub use copied::TreeOf;
pub use rules::PacketRule;

use super::corridors::in_corridors;
use super::listed::{ListFound, ListSearch, ListTry};
use super::watch::{SearchState, SearchWork};
use crate::graph::Random;
use crate::model::{DemandsTask, ExplicitSchedule, Node, Packet, PortRule, Sent, count_of};
use balance::{Flows, balanced};
use copied::{Spread, SpreadOrder, spread};
use demand::{Demand, is_sparse};
use doubling::doubling;
use rayon::prelude::*;
use rules::keys;
use run::run;
use std::sync::OnceLock;

/// Most moves for which all rules are tried in both directions of time, and most for which all rules are
/// tried.
const MAX_MOVES_BOTH_DIRECTIONS: u64 = 100_000;
const MAX_MOVES_ALL_RULES: u64 = 1_000_000;

/// Most arcs times slots of schedules that are made with tables.
const MAX_ARCS_TIMES_SLOTS: u128 = 1 << 29;

/// A search under way.
struct Personal<'a> {
    search: ListSearch<'a>,
    /// The packets, and those with time reversed where that is tried.
    demands: Vec<Demand<'a>>,
    /// The shortest schedule so far, and of which of the demands it is.
    best: Option<(Vec<Vec<Sent>>, usize)>,
    tries: Vec<ListTry>,
}

/// A schedule of packets from node to node; none if some packet is copied or combined, or the search was
/// cancelled.
///
/// Every rule of the list is tried, on large tasks the first alone; with `also_reversed` each also with time
/// reversed. Packets take shortest paths. Where tables would be too large, or with `also_reversed` nearly
/// empty, packets keep to a few short ways, without rules. Many equal packets on links that carry many in a
/// slot move in bundles ([`DemandsTask::bundled`]).
///
/// # Complexity
/// O(D · A) space for D destinations and A directed links, O(T · A · D/64) time for a rule whose schedule has
/// T slots, with few ports O(T · n · A) at worst.
#[must_use]
pub fn list_schedule(
    task: &DemandsTask,
    rules: &[PacketRule],
    also_reversed: bool,
    search: ListSearch<'_>,
) -> Option<ListFound> {
    if !task.is_personal() {
        return None;
    }
    if let Some(bundled) = task.bundled() {
        let found = list_schedule(bundled.task(), rules, also_reversed, search)?;
        return Some(ListFound { schedule: bundled.unbundled(task.loads(), &found.schedule), ..found });
    }
    let without_tables = || in_corridors(task, search);
    // With tables every slot looks at every arc.
    let looks = u128::from(task.graph().arcs()) * u128::from(search.lower);
    if looks > MAX_ARCS_TIMES_SLOTS || also_reversed && !search.effort.is_endless() && is_sparse(task) {
        return without_tables();
    }
    let moves = task.least_moves();
    // The tables of a large task are not made twice without need.
    let reversed = (also_reversed && (moves <= MAX_MOVES_BOTH_DIRECTIONS || search.effort.is_endless()))
        .then(|| task.reversed());
    let tables = std::iter::once(task).chain(&reversed).map(|task| Demand::new(task, search.lower));
    let Some(demands) = tables.collect::<Option<Vec<_>>>() else {
        return without_tables();
    };
    let begun = SearchWork::Slots { tries: None, steps: 0 };
    search.watch.see(SearchState { best: None, lower: search.lower, work: begun });
    let mut state = Personal { search, demands, best: None, tries: Vec::new() };
    let mut round = 0;
    loop {
        let rules =
            if moves > MAX_MOVES_ALL_RULES && round == 0 { &rules[..rules.len().min(1)] } else { rules };
        let directions =
            if also_reversed && (moves <= MAX_MOVES_BOTH_DIRECTIONS || round > 0) { 2 } else { 1 };
        let tries = rules.iter().flat_map(|&rule| (0..directions).map(move |direction| (rule, direction)));
        state.try_all(&tries.collect::<Vec<_>>(), round);
        state.best.as_ref()?;
        if !also_reversed || !search.effort.is_endless() || state.is_done() || (search.stop)() {
            break;
        }
        round += 1;
    }
    let cut_short = state.search.cut_short(!also_reversed || state.is_done());
    let (slots, direction) = state.best?;
    let packets = state.demands.swap_remove(direction).packets;
    let schedule = ExplicitSchedule { packets, slots };
    let schedule = if direction == 1 { schedule.reversed() } else { schedule };
    Some(ListFound { schedule, tries: state.tries, cut_short })
}

impl Personal<'_> {
    fn length(&self) -> u64 {
        self.best.as_ref().map_or(u64::MAX, |(slots, _)| count_of(slots.len()))
    }

    fn is_done(&self) -> bool {
        self.length() <= self.search.lower
    }

    fn keep(&mut self, slots: Vec<Vec<Sent>>, direction: usize, how: &'static str) {
        self.tries.push(ListTry::new(how, direction == 1, &slots));
        self.best = Some((slots, direction));
    }

    /// Schedules by lists for rules and directions of time, until one meets the bound. As many tries run side
    /// by side as there are threads; those count that are shorter than all before them.
    fn try_all(&mut self, tries: &[(PacketRule, usize)], round: u64) {
        // By direction; all rules share the flows.
        let flows = [OnceLock::new(), OnceLock::new()];
        for some in tries.chunks(rayon::current_num_threads()) {
            if self.best.is_some() && (self.is_done() || (self.search.stop)()) {
                return;
            }
            if self.best.is_none() && (self.search.cancel)() {
                return;
            }
            let attempt = |place: usize| {
                let (rule, direction) = some[place];
                // Only the first try of all goes on until there is a schedule.
                let is_first = place == 0 && self.best.is_none();
                let stop = if is_first { self.search.cancel } else { self.search.stop };
                self.attempt(rule, direction, round, &flows[direction], stop)
            };
            let found: Vec<_> = match some {
                [_] => vec![attempt(0)],
                _ => (0..some.len()).into_par_iter().map(attempt).collect(),
            };
            for (&(rule, direction), slots) in some.iter().zip(found) {
                if let Some(slots) = slots.filter(|slots| count_of(slots.len()) < self.length()) {
                    self.keep(slots, direction, rule.as_str());
                }
            }
        }
    }

    /// Schedules by lists for one rule; noise keeps nodes from all sending for one destination first.
    fn attempt(
        &self,
        rule: PacketRule,
        direction: usize,
        round: u64,
        flows: &OnceLock<Flows>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<Vec<Sent>>> {
        let demand = &self.demands[direction];
        let sweeps = if demand.is_small() { 8 } else { 5 };
        let flows = flows.get_or_init(|| balanced(demand, sweeps, round, self.search.stop)).clone();
        let mut random = Random::new(round * 2 + count_of(direction));
        let noise = [4, 16, 48, 0][usize::try_from(round % 4).expect("below 4")];
        let keys = keys(demand, &flows, rule, noise, &mut random);
        run(demand, flows, &keys, self.length(), stop)
    }
}

/// Most copies of a broadcast that is tried several times.
const MAX_COPIES_FOR_RETRIES: u64 = 1 << 16;

/// Returns a schedule of copied packets; none if some packet is of another kind, or the search was cancelled.
///
/// In every slot links are matched with packets that one end has and the other lacks, the packets that fewest
/// nodes have first; with few ports, the nodes that lack most are served first. With a tree, packets keep to
/// it. A single packet without a tree is first tried with the links in one order.
///
/// # Complexity
/// O(T · A · P) time at worst for T slots, A directed links and P packets, O(A · P) bits.
#[must_use]
pub fn list_broadcast(
    task: &DemandsTask,
    tree: Option<TreeOf<'_>>,
    search: ListSearch<'_>,
) -> Option<ListFound> {
    let mut packets = Vec::new();
    for load in task.loads() {
        let Packet::Copied { .. } = load.packet() else { return None };
        packets.extend(load.packets());
    }
    let mut tries = Vec::new();
    let mut best = match (tree, packets.as_slice()) {
        // With all ports, flooding brings a packet to every node as soon as possible.
        (None, [Packet::Copied { from }]) if task.ports() != PortRule::FullDuplex(task.network().links()) => {
            one_bit_a_slot(task, *from, &mut tries)
        }
        _ => None,
    };
    let is_done = |best: &Option<Vec<Vec<Sent>>>| {
        best.as_ref().is_some_and(|slots| count_of(slots.len()) <= search.lower)
    };
    let state = Spread::new(task, packets, tree);
    let most = search.effort.steps((MAX_COPIES_FOR_RETRIES / task.least_moves().max(1)).clamp(1, 16)).max(1);
    let mut attempt = 0;
    while attempt < most && !is_done(&best) {
        let stop = if best.is_some() { search.stop } else { search.cancel };
        if stop() {
            break;
        }
        let limit = best.as_ref().map_or(u64::MAX, |slots| count_of(slots.len()));
        let order = SpreadOrder { seed: attempt / 2, opening: attempt % 2 == 0 };
        if let Some(slots) = spread(&state, order, limit, stop) {
            let how = if order.opening {
                "rarest packets first, of nodes those with the most neighbours to serve"
            } else {
                "rarest packets first, of nodes any"
            };
            tries.push(ListTry::new(how, false, &slots));
            best = Some(slots);
        }
        attempt += 1;
    }
    let cut_short = search.cut_short(is_done(&best));
    let network = task.network();
    let found = |slots| ExplicitSchedule { packets: state.packets, slots }.without_idle_switches(network);
    best.map(|slots| ListFound { schedule: found(slots), tries, cut_short })
}

fn one_bit_a_slot(task: &DemandsTask, from: Node, tries: &mut Vec<ListTry>) -> Option<Vec<Vec<Sent>>> {
    let root = from.narrow();
    let slots = doubling(task.graph(), root, task.network().links())?;
    tries.push(ListTry::new("one bit in every slot", false, &slots));
    Some(slots)
}
