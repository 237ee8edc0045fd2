//! Listed packets that arrive as soon as the others let them: one after the other, and then again.

use super::listed::{CutShort, ListSearch};
use crate::graph::Random;
use crate::model::{DemandsTask, ExplicitSchedule, Graph, Load, Node, Packet, Sent, count_of, wide};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Work of a search without a time limit, in arcs in slots that are looked at.
const MAX_LOOKS: u64 = 20_000_000;
/// Most nodes times destinations of the tables of distances, and most arcs times slots of the table of moves.
const MAX_DISTANCES: u64 = 1 << 24;
const MAX_CELLS: u64 = 1 << 26;
/// Most packets that are taken out together.
const MAX_TAKEN_OUT: usize = 12;
/// No slot, or no arc.
const NO_INDEX: u32 = u32::MAX;

/// A schedule that [`soonest`] has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoonestFound {
    /// The schedule.
    pub schedule: ExplicitSchedule,
    /// ΣC of its packets.
    pub delay: u64,
    /// Why the search ended before its bound, where it could have gone on.
    pub cut_short: Option<CutShort>,
}

/// The limits of a search for the least delay.
#[derive(Debug, Clone, Copy)]
pub struct SoonestAim {
    /// Most slots of the schedule.
    pub horizon: u64,
    /// A total delay that no schedule is below: it ends the search.
    pub lower: u64,
}

/// Looks for a schedule of packets from node to node with little total delay. It starts from the schedule
/// that is given, if any, or from one made packet by packet, the nearest first, each on the route on which it
/// arrives soonest. Then packets are taken out and put back in other orders as long as the delay falls or
/// stays. Returns none if the task is too large for the tables, if some packet is copied or combined, or if
/// no schedule keeps to the horizon.
///
/// As a packet may wait anywhere, to come to a node earlier is never worse, so that the soonest route is
/// found as a shortest path over nodes. The result guarantees only that no packet alone can come sooner.
///
/// # Complexity
/// O(A · W) for each packet that is put in, A directed links and W slots that it waits at most.
///
/// # Panics
/// Never.
#[must_use]
pub fn soonest(
    task: &DemandsTask,
    given: Option<&ExplicitSchedule>,
    aim: SoonestAim,
    search: ListSearch<'_>,
) -> Option<SoonestFound> {
    let mut board = Board::new(task, given, aim)?;
    if let Some(schedule) = given {
        board.take_over(schedule)?;
    } else {
        let mut order: Vec<u32> = (0..board.count()).collect();
        order.sort_by_key(|&packet| (board.hops(packet), packet));
        if order.into_iter().any(|packet| (search.cancel)() || !board.insert(packet)) {
            return None;
        }
    }
    let is_done = board.improve(aim.lower, &search);
    let cut_short = search.cut_short(is_done);
    let delay = board.delay();
    Some(SoonestFound { schedule: board.into_schedule(), delay, cut_short })
}

/// A move of a packet: over which arc in which slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Step {
    slot: u32,
    arc: u32,
}

/// All packets on their routes, and the links and ports that they take.
struct Board<'a> {
    task: &'a DemandsTask,
    graph: &'a Graph,
    packets: Vec<Packet>,
    /// By packet its ends and the place of its destination among all.
    ends: Vec<(u32, u32, usize)>,
    /// By destination: how far each node is.
    distances: Vec<Vec<u32>>,
    slots: u32,
    ways: Vec<Vec<Step>>,
    /// By slot, then arc: whether it is taken.
    taken: Vec<bool>,
    /// By slot, then node: its sends and receives.
    sends: Vec<u32>,
    receives: Vec<u32>,
    /// By node: the most sends and receives of a slot, and whether both share one port.
    most_sends: Vec<u32>,
    most_receives: Vec<u32>,
    is_half: Vec<bool>,
    /// Looks at arcs so far.
    work: u64,
}

impl<'a> Board<'a> {
    fn new(task: &'a DemandsTask, given: Option<&ExplicitSchedule>, aim: SoonestAim) -> Option<Self> {
        let graph = task.graph();
        let packets: Vec<Packet> = match given {
            Some(schedule) => schedule.packets.clone(),
            None => task.loads().iter().flat_map(Load::packets).collect(),
        };
        let (mut places, mut ends) = (BTreeMap::new(), Vec::with_capacity(packets.len()));
        for packet in &packets {
            let &Packet::Personal { from, to } = packet else { return None };
            let next = places.len();
            ends.push((from.narrow(), to.narrow(), *places.entry(to.narrow()).or_insert(next)));
        }
        if u64::from(graph.nodes()).saturating_mul(count_of(places.len())) > MAX_DISTANCES {
            return None;
        }
        let mut distances = vec![Vec::new(); places.len()];
        for (&to, &place) in &places {
            distances[place] = graph.distances_to(to);
        }
        let most = MAX_CELLS / u64::from(graph.arcs().max(graph.nodes()).max(1));
        let length = given.map_or(0, |schedule| count_of(schedule.slots.len()));
        let slots = u32::try_from(aim.horizon.min(most)).ok().filter(|&slots| u64::from(slots) >= length)?;
        let (nodes, cells) = (wide(graph.nodes()), wide(slots) * wide(graph.arcs()));
        let all = || 0..graph.nodes();
        Some(Self {
            task,
            graph,
            ways: vec![Vec::new(); packets.len()],
            packets,
            ends,
            distances,
            slots,
            taken: vec![false; cells],
            sends: vec![0; wide(slots) * nodes],
            receives: vec![0; wide(slots) * nodes],
            most_sends: all().map(|node| task.sends_of(node)).collect(),
            most_receives: all().map(|node| task.receives_of(node)).collect(),
            is_half: all().map(|node| task.is_half_duplex(node)).collect(),
            work: 0,
        })
    }

    fn count(&self) -> u32 {
        u32::try_from(self.packets.len()).expect("at most 2^22 packets")
    }

    fn hops(&self, packet: u32) -> u32 {
        let (from, _, place) = self.ends[wide(packet)];
        self.distances[place][wide(from)]
    }

    /// Slots until a packet has arrived.
    fn arrival(&self, packet: u32) -> u32 {
        self.ways[wide(packet)].last().map_or(0, |step| step.slot + 1)
    }

    fn delay(&self) -> u64 {
        (0..self.count()).map(|packet| u64::from(self.arrival(packet))).sum()
    }

    /// Puts the packets of a schedule on their ways; none if it has more slots than there may be.
    fn take_over(&mut self, schedule: &ExplicitSchedule) -> Option<()> {
        for (slot, moves) in (0..).zip(&schedule.slots) {
            for sent in moves {
                let (from, to) = (sent.from().narrow(), sent.to().narrow());
                let arc = self.graph.arcs_between(from, to).find(|&arc| !self.taken[self.cell(slot, arc)])?;
                self.ways[wide(sent.packet)].push(Step { slot, arc });
                self.mark(Step { slot, arc }, true);
            }
        }
        Some(())
    }

    fn cell(&self, slot: u32, arc: u32) -> usize {
        wide(slot) * wide(self.graph.arcs()) + wide(arc)
    }

    fn at(&self, slot: u32, node: u32) -> usize {
        wide(slot) * wide(self.graph.nodes()) + wide(node)
    }

    /// Takes an arc in a slot, or gives it back.
    fn mark(&mut self, Step { slot, arc }: Step, takes: bool) {
        let (from, to) = (self.graph.from(arc), self.graph.to(arc));
        let (cell, send, receive) = (self.cell(slot, arc), self.at(slot, from), self.at(slot, to));
        self.taken[cell] = takes;
        if takes {
            self.sends[send] += 1;
            self.receives[receive] += 1;
        } else {
            self.sends[send] -= 1;
            self.receives[receive] -= 1;
        }
    }

    /// Whether a packet more may take an arc in a slot.
    fn is_free(&self, Step { slot, arc }: Step) -> bool {
        let (from, to) = (self.graph.from(arc), self.graph.to(arc));
        let (send, receive) = (self.at(slot, from), self.at(slot, to));
        !self.taken[self.cell(slot, arc)]
            && self.sends[send] < self.most_sends[wide(from)]
            && self.receives[receive] < self.most_receives[wide(to)]
            && !(self.is_half[wide(from)] && self.receives[send] > 0)
            && !(self.is_half[wide(to)] && self.sends[receive] > 0)
    }

    fn take_out(&mut self, packet: u32) -> Vec<Step> {
        let way = std::mem::take(&mut self.ways[wide(packet)]);
        for &step in &way {
            self.mark(step, false);
        }
        way
    }

    fn put_back(&mut self, packet: u32, way: Vec<Step>) {
        for &step in &way {
            self.mark(step, true);
        }
        self.ways[wide(packet)] = way;
    }

    /// Puts a packet in on a way on which it arrives soonest; false if none keeps to the slots.
    fn insert(&mut self, packet: u32) -> bool {
        let Some(way) = self.soonest_way(packet) else { return false };
        self.put_back(packet, way);
        true
    }

    /// The way on which a packet arrives soonest: a shortest path over nodes by slots, led by the hops that
    /// are left.
    fn soonest_way(&mut self, packet: u32) -> Option<Vec<Step>> {
        let (from, to, place) = self.ends[wide(packet)];
        let nodes = wide(self.graph.nodes());
        let mut known: Vec<u32> = vec![NO_INDEX; nodes];
        let mut before: Vec<Option<Step>> = vec![None; nodes];
        let mut heap = BinaryHeap::new();
        known[wide(from)] = 0;
        heap.push(Reverse((self.distances[place][wide(from)], 0, from)));
        while let Some(Reverse((_, slot, node))) = heap.pop() {
            if node == to {
                break;
            }
            if slot > known[wide(node)] {
                continue;
            }
            for arc in self.graph.leaving(node) {
                let next = self.graph.to(arc);
                let left = self.distances[place][wide(next)];
                if left == NO_INDEX || known[wide(next)] <= slot + 1 {
                    continue;
                }
                let last = self.slots.saturating_sub(left).min(known[wide(next)].saturating_sub(1));
                let free = (slot..last).find(|&slot| self.is_free(Step { slot, arc }));
                self.work += u64::from(free.map_or(last.saturating_sub(slot), |free| free + 1 - slot));
                let Some(free) = free else { continue };
                known[wide(next)] = free + 1;
                before[wide(next)] = Some(Step { slot: free, arc });
                heap.push(Reverse((free + 1 + left, free + 1, next)));
            }
        }
        let (mut way, mut node) = (Vec::new(), to);
        while node != from {
            let step = before[wide(node)]?;
            way.push(step);
            node = self.graph.from(step.arc);
        }
        way.reverse();
        Some(way)
    }

    /// Takes packets out and puts them back sooner, first each alone until none gains, then some together;
    /// whether the bound is met.
    fn improve(&mut self, lower: u64, search: &ListSearch<'_>) -> bool {
        let mut random = Random::new(0);
        let is_over = |board: &Self| (search.stop)() || board.work > search.effort.steps(MAX_LOOKS);
        let mut gains = true;
        while gains && self.delay() > lower && !is_over(self) {
            gains = false;
            let mut order: Vec<u32> = (0..self.count()).collect();
            order.sort_by_key(|&packet| (self.arrival(packet), packet));
            for packet in order {
                if is_over(self) {
                    break;
                }
                gains |= self.exchange(&[packet], self.delay_of(&[packet]));
            }
        }
        let most = MAX_TAKEN_OUT.min(self.packets.len());
        let mut total = self.delay();
        while total > lower && most > 1 && !is_over(self) {
            let many = 2 + random.below(most - 1);
            let out = self.picked(many, &mut random);
            let before = self.delay_of(&out);
            if self.exchange(&out, before + 1) {
                total = total - before + self.delay_of(&out);
            }
        }
        total <= lower || self.delay() <= lower
    }

    fn delay_of(&self, packets: &[u32]) -> u64 {
        packets.iter().map(|&packet| u64::from(self.arrival(packet))).sum()
    }

    /// Takes packets out and puts them back in this order, unless their delay is not below a limit then.
    fn exchange(&mut self, packets: &[u32], limit: u64) -> bool {
        let ways: Vec<Vec<Step>> = packets.iter().map(|&packet| self.take_out(packet)).collect();
        let fits = packets.iter().all(|&packet| self.insert(packet));
        if fits && self.delay_of(packets) < limit {
            return true;
        }
        for &packet in packets {
            self.take_out(packet);
        }
        for (&packet, way) in packets.iter().zip(ways) {
            self.put_back(packet, way);
        }
        false
    }

    /// A packet that comes later than it is far, and others that take its arcs in the slots before, in some
    /// order; else any.
    fn picked(&mut self, many: usize, random: &mut Random) -> Vec<u32> {
        let all = self.packets.len();
        let packet = |index: usize| u32::try_from(index).expect("at most 2^22 packets");
        let first = (0..8).map(|_| packet(random.below(all)));
        let late = |packet: &u32| self.arrival(*packet) > self.hops(*packet);
        let first = first.into_iter().find(late).unwrap_or_else(|| packet(0));
        let mut out = vec![first];
        let (from, to, _) = self.ends[wide(first)];
        for _ in 0..8 * many {
            if out.len() == many {
                break;
            }
            self.work += 1;
            let other = packet(random.below(all));
            let near = |&Step { arc, .. }: &Step| {
                [self.graph.from(arc), self.graph.to(arc)].into_iter().any(|node| node == from || node == to)
            };
            let is_near = self.ways[wide(other)].iter().any(near);
            if !out.contains(&other) && (is_near || random.bits(3) == 0) {
                out.push(other);
            }
        }
        random.shuffle(&mut out);
        if random.bits(1) == 0 {
            out.sort_by_key(|&packet| self.hops(packet));
        }
        out
    }

    fn into_schedule(self) -> ExplicitSchedule {
        let length = (0..self.count()).map(|packet| self.arrival(packet)).max().unwrap_or(0);
        let mut slots: Vec<Vec<Sent>> = vec![Vec::new(); wide(length)];
        for (packet, way) in (0..).zip(&self.ways) {
            for &Step { slot, arc } in way {
                let [from, to] = [self.graph.from(arc), self.graph.to(arc)].map(|node| Node(node.into()));
                slots[wide(slot)].push(Sent::new(packet, from, to));
            }
        }
        for slot in &mut slots {
            slot.sort_unstable();
        }
        debug_assert!(self.task.is_personal());
        ExplicitSchedule { packets: self.packets, slots }
    }
}
