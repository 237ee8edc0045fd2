//! Packets that differ in length or start: each is put in on its soonest way past those before it, and a
//! search changes their order.
//!
//! A packet that waits loses nothing: from a node that it reaches earlier it can do whatever it can do from
//! there later. So the soonest way past given moves is a shortest path (Cooke & Halsey 1966, Dreyfus 1969),
//! found here by A* with distances. Which packets are put in first decides how long the schedule is: of those
//! that end last one comes earlier in the order, and the new order is kept unless its schedule is worse.
//! Where ports are few, plans made slot by slot are often shorter.

use super::listed::{CutShort, ListFound, ListSearch, ListTry};
use super::watch::{Effort, SearchState, SearchWork};
use crate::graph::Random;
use crate::model::{
    DemandsTask, ExplicitSchedule, Node, Parcel, ParcelsTask, PortRule, Sent, count_of, wide,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};

/// Hops of packets that are put in with the usual effort.
const USUAL_HOPS: u64 = 1 << 19;
/// Most packets times hops for which plans are made slot by slot.
const MAX_LOOKS_SLOT_BY_SLOT: u64 = 1 << 20;
/// Least orders that are tried with the usual effort, where packets are many.
const LEAST_ORDERS: u64 = 2;

const SOONEST_LAST: &str = "those that can end latest first";
const BY_START: &str = "by their starts";
const REORDERED: &str = "in a new order of the packets";

/// Looks for a short schedule of packets that differ in length or start; none if it is cancelled before there
/// is one. An endless search ends as one of the usual effort.
///
/// # Complexity
/// For each order O(Σ a log a) for packets that look at a links and slots.
#[must_use]
pub fn parcel_schedule(task: &ParcelsTask, search: ListSearch<'_>) -> Option<ListFound> {
    let yard = Yard::new(task);
    let packets = task.listed().len();
    let parcel = |packet: &usize| task.parcels()[task.listed()[*packet]];
    let mut by_start: Vec<usize> = (0..packets).collect();
    let mut soonest_last = by_start.clone();
    soonest_last.sort_by_key(|packet| Reverse(parcel(packet).soonest()));
    by_start.sort_by_key(|packet| (parcel(packet).release, Reverse(parcel(packet).soonest())));
    let mut tries = Vec::new();
    let mut best: Option<Plan> = None;
    let kinds = yard.kinds();
    let first = [(soonest_last, SOONEST_LAST), (by_start, BY_START)];
    for (&(ref order, how), &kind) in first.iter().flat_map(|one| kinds.iter().map(move |kind| (one, kind))) {
        if (search.cancel)() {
            break;
        }
        let plan = yard.plan(order.clone(), kind);
        if best.as_ref().is_none_or(|best| plan.slots < best.slots) {
            tries.push(ListTry { how, reversed: false, slots: plan.slots });
            best = Some(plan);
        }
    }
    let mut best = best?;
    let hops = task.least_moves().max(1);
    // A search without an end leaves the time to the formula.
    let effort = if search.effort.is_endless() { Effort::Standard } else { search.effort };
    let orders = effort.steps((USUAL_HOPS / hops).max(LEAST_ORDERS));
    let (mut random, mut steps) = (Random::new(0), 0);
    while best.slots > search.lower && steps < orders && !(search.stop)() {
        let work = SearchWork::Slots { tries: None, steps };
        search.watch.see(SearchState { best: Some(best.slots), lower: search.lower, work });
        steps += 1;
        // What suits a network is not known: now and then another kind of plan is tried.
        let kind = if random.bits(3) == 0 { kinds[random.below(kinds.len())] } else { best.kind };
        let plan = yard.plan(best.reordered(&mut random), kind);
        if plan.slots < best.slots {
            tries.retain(|earlier: &ListTry| earlier.how != REORDERED);
            tries.push(ListTry { how: REORDERED, reversed: false, slots: plan.slots });
        }
        if plan.cost() <= best.cost() {
            best = plan;
        }
    }
    let cut_short = (best.slots > search.lower && packets > 1)
        .then(|| if (search.stop)() { CutShort::Stopped } else { CutShort::Steps });
    Some(ListFound { schedule: best.schedule(task), tries, cut_short })
}

/// A move of a packet that begins when `start` slots are over.
#[derive(Debug, Clone, Copy)]
struct Begun {
    start: u64,
    arc: u32,
}

/// How packets are put in, one after the other in an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Each on its soonest way past those before it.
    Soonest,
    /// Each on its soonest way among the shortest: a detour takes links and ports that others may need.
    SoonestOfShortest,
    /// Slot by slot, each that can come nearer does, those first in the order first.
    SlotBySlot,
}

/// The ways of all packets, which were put in in an order.
#[derive(Debug)]
struct Plan {
    order: Vec<usize>,
    kind: Kind,
    /// By packet.
    ways: Vec<Vec<Begun>>,
    /// By packet, the slots that are over when it is there.
    ends: Vec<u64>,
    slots: u64,
}

impl Plan {
    /// Fewer slots, then fewer packets that end last, are better.
    fn cost(&self) -> (u64, usize) {
        (self.slots, self.ends.iter().filter(|&&end| end == self.slots).count())
    }

    /// Returns the order with a packet that ends last earlier, and now and then another one elsewhere.
    fn reordered(&self, random: &mut Random) -> Vec<usize> {
        let mut order = self.order.clone();
        let last: Vec<usize> =
            (0..order.len()).filter(|&place| self.ends[order[place]] == self.slots).collect();
        let place = last[random.below(last.len())];
        let packet = order.remove(place);
        order.insert(random.below(place + 1), packet);
        if random.bits(1) == 1 {
            let packet = order.remove(random.below(order.len()));
            order.insert(random.below(order.len() + 1), packet);
        }
        order
    }

    fn schedule(self, task: &ParcelsTask) -> ExplicitSchedule {
        let graph = task.parts().graph();
        let packets = task.listed().iter().map(|&place| task.parcels()[place].packet()).collect();
        let mut slots: Vec<Vec<Sent>> = Vec::new();
        for (packet, way) in (0..).zip(&self.ways) {
            for &Begun { start, arc } in way {
                let start = usize::try_from(start).expect("a schedule that fits memory");
                if slots.len() <= start {
                    slots.resize(start + 1, Vec::new());
                }
                let (from, to) = (graph.from(arc), graph.to(arc));
                slots[start].push(Sent::new(packet, Node(from.into()), Node(to.into())));
            }
        }
        for slot in &mut slots {
            slot.sort_unstable();
        }
        ExplicitSchedule { packets, slots }
    }
}

/// Something that carries only some number of packets at once: a link, or the ports of a node.
#[derive(Debug, Clone, Default)]
struct Resource {
    most: u32,
    /// How many it carries in each slot; empty where it carries one, which fills it.
    held: Vec<u32>,
    /// The runs of slots in which it is full: the end of each by its first slot.
    full: BTreeMap<u64, u64>,
}

impl Resource {
    fn new(most: u32) -> Self {
        Self { most, ..Self::default() }
    }

    /// Returns the end of the last run of full slots that has one from `start` to `end`.
    fn full_until(&self, start: u64, end: u64) -> Option<u64> {
        self.full.range(..end).next_back().map(|(_, &until)| until).filter(|&until| until > start)
    }

    fn hold(&mut self, start: u64, end: u64) {
        if self.most == 1 {
            return self.fill(start, end);
        }
        if self.held.len() < index(end) {
            self.held.resize(index(end), 0);
        }
        for slot in start..end {
            let held = &mut self.held[index(slot)];
            *held += 1;
            if *held == self.most {
                self.fill(slot, slot + 1);
            }
        }
    }

    /// Adds a run of full slots, joined with those next to it.
    fn fill(&mut self, start: u64, end: u64) {
        let before = self.full.range(..start).next_back().filter(|(_, until)| **until == start);
        let first = before.map_or(start, |(&first, _)| first);
        let last = self.full.remove(&end).unwrap_or(end);
        self.full.insert(first, last);
    }
}

/// The network with what is needed to put packets in.
struct Yard<'a> {
    task: &'a ParcelsTask,
    /// The links one by one, then the ports of nodes with fewer ports than links; all free.
    free: Vec<Resource>,
    /// By arc, what a move over it holds.
    holds: Vec<Vec<usize>>,
    /// By destination, the distance from every node.
    left: HashMap<Node, Vec<u32>>,
}

impl<'a> Yard<'a> {
    fn new(task: &'a ParcelsTask) -> Self {
        let frame = task.parts();
        let graph = frame.graph();
        let mut free: Vec<Resource> = (0..graph.arcs()).map(|_| Resource::new(1)).collect();
        let mut holds: Vec<Vec<usize>> = (0..wide(graph.arcs())).map(|arc| vec![arc]).collect();
        let mut limit = |most: u32, arcs: &mut dyn Iterator<Item = u32>| {
            for arc in arcs {
                holds[wide(arc)].push(free.len());
            }
            free.push(Resource::new(most));
        };
        for node in 0..graph.nodes() {
            let (out, into) = (graph.leaving(node), graph.entering(node));
            match frame.ports_of(node) {
                PortRule::HalfDuplex => limit(1, &mut out.chain(into.iter().copied())),
                PortRule::FullDuplex(ports) => {
                    if ports < graph.degree(node) {
                        limit(ports, &mut { out });
                    }
                    if ports < graph.degree_in(node) {
                        limit(ports, &mut into.iter().copied());
                    }
                }
            }
        }
        let left = |parcel: &Parcel| (parcel.to, graph.distances_to(parcel.to.narrow()));
        let mut all: HashMap<Node, Vec<u32>> = HashMap::new();
        for parcel in task.parcels() {
            if !all.contains_key(&parcel.to) {
                all.extend([left(parcel)]);
            }
        }
        Self { task, free, holds, left: all }
    }

    fn frame(&self) -> &DemandsTask {
        self.task.parts()
    }

    /// Returns the kinds of plans that do not take too long.
    fn kinds(&self) -> Vec<Kind> {
        let mut kinds = vec![Kind::Soonest, Kind::SoonestOfShortest];
        let packets = count_of(self.task.listed().len());
        if packets.saturating_mul(self.task.least_moves()) <= MAX_LOOKS_SLOT_BY_SLOT {
            kinds.push(Kind::SlotBySlot);
        }
        kinds
    }

    fn plan(&self, order: Vec<usize>, kind: Kind) -> Plan {
        match kind {
            Kind::Soonest | Kind::SoonestOfShortest => self.put_in(order, kind),
            Kind::SlotBySlot => self.slot_by_slot(order),
        }
    }

    fn parcel(&self, packet: usize) -> Parcel {
        self.task.parcels()[self.task.listed()[packet]]
    }

    /// Lets each packet that can come nearer do so, slot by slot, those first in the order first.
    ///
    /// A packet that waits is held up by moves, and its chance comes when one of them ends.
    fn slot_by_slot(&self, order: Vec<usize>) -> Plan {
        let (mut state, graph) = (self.free.clone(), self.frame().graph());
        let mut ways = vec![Vec::new(); order.len()];
        let start = |packet| {
            let parcel = self.parcel(packet);
            (parcel.from.narrow(), parcel.release)
        };
        let mut at: Vec<(u32, u64)> = (0..order.len()).map(start).collect();
        let mut left = order.clone();
        let mut times: BTreeSet<u64> = at.iter().map(|&(_, since)| since).collect();
        while let Some(now) = times.pop_first() {
            for &packet in &left {
                let ((node, since), parcel) = (at[packet], self.parcel(packet));
                let hops = &self.left[&parcel.to];
                let is_free = |&arc: &u32| {
                    hops[wide(graph.to(arc))] < hops[wide(node)]
                        && self.begin(&state, arc, now, parcel.length) == now
                };
                let free = (since <= now).then(|| graph.leaving(node).find(is_free)).flatten();
                let Some(arc) = free else { continue };
                let end = now + parcel.length;
                for &held in &self.holds[wide(arc)] {
                    state[held].hold(now, end);
                }
                ways[packet].push(Begun { start: now, arc });
                at[packet] = (graph.to(arc), end);
                times.insert(end);
            }
            left.retain(|&packet| at[packet].0 != self.parcel(packet).to.narrow());
        }
        let ends: Vec<u64> = at.into_iter().map(|(_, since)| since).collect();
        let slots = ends.iter().copied().max().unwrap_or(0);
        Plan { order, kind: Kind::SlotBySlot, ways, ends, slots }
    }

    /// Puts the packets in, each on its soonest way past those before it.
    fn put_in(&self, order: Vec<usize>, kind: Kind) -> Plan {
        let mut state = self.free.clone();
        let mut ways = vec![Vec::new(); order.len()];
        let mut ends = vec![0; order.len()];
        for &packet in &order {
            let parcel = self.parcel(packet);
            let way = self.soonest(&state, parcel, kind == Kind::SoonestOfShortest);
            for &Begun { start, arc } in &way {
                for &held in &self.holds[wide(arc)] {
                    state[held].hold(start, start + parcel.length);
                }
            }
            ends[packet] = way.last().map_or(parcel.release, |last| last.start + parcel.length);
            ways[packet] = way;
        }
        let slots = ends.iter().copied().max().unwrap_or(0);
        Plan { order, kind, ways, ends, slots }
    }

    /// Returns the first time from `from` on at which a move over an arc can begin.
    fn begin(&self, state: &[Resource], arc: u32, from: u64, length: u64) -> u64 {
        let mut start = from;
        let until = |start| {
            let ends = self.holds[wide(arc)]
                .iter()
                .filter_map(|&held| state[held].full_until(start, start + length));
            ends.max()
        };
        while let Some(end) = until(start) {
            start = end;
        }
        start
    }

    /// Returns a way on which a packet is at its destination soonest, of few hops among those.
    fn soonest(&self, state: &[Resource], parcel: Parcel, is_direct: bool) -> Vec<Begun> {
        let (graph, left) = (self.frame().graph(), &self.left[&parcel.to]);
        let (from, to) = (parcel.from.narrow(), parcel.to.narrow());
        // The least time and hops of a way by a node, then the latest first.
        let key = |node: u32, (time, hops): (u64, u64)| {
            let more = Some(left[wide(node)]).filter(|&more| more != u32::MAX).map(u64::from)?;
            Some(Reverse((time + more * parcel.length, hops + more, Reverse(time), node)))
        };
        let mut reached: HashMap<u32, ((u64, u64), Option<Begun>)> = HashMap::new();
        let (mut open, mut done) = (BinaryHeap::new(), HashSet::new());
        reached.insert(from, ((parcel.release, 0), None));
        open.extend(key(from, (parcel.release, 0)));
        while let Some(Reverse((_, _, Reverse(time), node))) = open.pop() {
            if !done.insert(node) {
                continue;
            }
            if node == to {
                break;
            }
            let ((_, hops), _) = reached[&node];
            let nearer = |&arc: &u32| !is_direct || left[wide(graph.to(arc))] < left[wide(node)];
            for arc in graph.leaving(node).filter(nearer) {
                let other = graph.to(arc);
                let start = self.begin(state, arc, time, parcel.length);
                let end = (start + parcel.length, hops + 1);
                let is_sooner = reached.get(&other).is_none_or(|&(known, _)| end < known);
                if let Some(key) = key(other, end).filter(|_| is_sooner) {
                    reached.insert(other, (end, Some(Begun { start, arc })));
                    open.push(key);
                }
            }
        }
        let (mut way, mut here) = (Vec::new(), to);
        while let Some(&(_, Some(begun))) = reached.get(&here) {
            way.push(begun);
            here = graph.from(begun.arc);
        }
        way.reverse();
        way
    }
}

fn index(slot: u64) -> usize {
    usize::try_from(slot).expect("a schedule that fits memory")
}
