//! Shorter schedules from long ones: packets that come late are put on free ways through the slots, and push
//! others out of theirs.

use super::demand::Demand;
use crate::graph::Random;
use crate::job_shop::slots::in_slots;
use crate::model::{Node, Sent, wide};

/// No packet, no arc.
const NONE: u32 = u32::MAX;
/// Not reached.
const FAR: u64 = u64::MAX;
/// What a conflict costs at first, and how much more each time that somebody is pushed out.
const CONFLICT: u64 = 64;
const MORE: u64 = 16;

/// Who is where in a number of slots, packets that found no place aside.
struct Board<'a> {
    demand: &'a Demand<'a>,
    slots: usize,
    /// By slot, then arc: the packet on it.
    taken: Vec<u32>,
    /// By slot, then node.
    sends: Vec<u32>,
    receives: Vec<u32>,
    /// What it costs to push somebody off an arc, or out of a port, by slot.
    arc_price: Vec<u64>,
    send_price: Vec<u64>,
    receive_price: Vec<u64>,
    /// By packet: its moves.
    moves: Vec<Vec<(u32, u32)>>,
    /// By slot, then node: the cost to be there, and the arc over which one comes.
    cost: Vec<u64>,
    came: Vec<u32>,
    random: Random,
}

/// Looks for a schedule in `slots` slots, starting with what of a longer one fits; `budget` is what the
/// search may cost, in arcs looked at.
pub(super) fn eject(
    demand: &Demand,
    longer: &[Vec<Sent>],
    slots: usize,
    budget: &mut u64,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Vec<Sent>>> {
    let mut board = Board::new(demand, slots, seed);
    let mut homeless = board.keep(longer);
    while !homeless.is_empty() {
        let index = board.random.below(homeless.len());
        let packet = homeless.swap_remove(index);
        let spent = board.place(packet, &mut homeless)?;
        if spent >= *budget || stop() {
            *budget = 0;
            return None;
        }
        *budget -= spent;
    }
    Some(board.schedule())
}

impl<'a> Board<'a> {
    fn new(demand: &'a Demand<'a>, slots: usize, seed: u64) -> Self {
        let (nodes, arcs) = (wide(demand.graph.nodes()), wide(demand.graph.arcs()));
        Self {
            demand,
            slots,
            taken: vec![NONE; slots * arcs],
            sends: vec![0; slots * nodes],
            receives: vec![0; slots * nodes],
            arc_price: vec![CONFLICT; slots * arcs],
            send_price: vec![CONFLICT; slots * nodes],
            receive_price: vec![CONFLICT; slots * nodes],
            moves: vec![Vec::new(); demand.packets.len()],
            cost: vec![FAR; (slots + 1) * nodes],
            came: vec![NONE; (slots + 1) * nodes],
            random: Random::new(seed),
        }
    }

    fn nodes(&self) -> usize {
        wide(self.demand.graph.nodes())
    }

    fn arc_at(&self, slot: usize, arc: u32) -> usize {
        slot * wide(self.demand.graph.arcs()) + wide(arc)
    }

    fn node_at(&self, slot: usize, node: u32) -> usize {
        slot * self.nodes() + wide(node)
    }

    /// Takes over the packets that are at home in time; the others.
    fn keep(&mut self, longer: &[Vec<Sent>]) -> Vec<u32> {
        let mut late = vec![false; self.moves.len()];
        for step in longer.iter().skip(self.slots).flatten() {
            late[wide(step.packet)] = true;
        }
        for (slot, steps) in longer.iter().enumerate().take(self.slots) {
            for step in steps.iter().filter(|step| !late[wide(step.packet)]) {
                let mut arcs = self.demand.graph.arcs_between(step.from().narrow(), step.to().narrow());
                let arc = arcs.find(|&arc| self.taken[self.arc_at(slot, arc)] == NONE);
                self.occupy(step.packet, slot, arc.expect("a free link"));
            }
        }
        (0..).zip(late).filter_map(|(packet, late)| late.then_some(packet)).collect()
    }

    fn occupy(&mut self, packet: u32, slot: usize, arc: u32) {
        let at = self.arc_at(slot, arc);
        self.taken[at] = packet;
        let (from, to) = (self.demand.graph.from(arc), self.demand.graph.to(arc));
        let (from, to) = (self.node_at(slot, from), self.node_at(slot, to));
        self.sends[from] += 1;
        self.receives[to] += 1;
        self.moves[wide(packet)].push((u32::try_from(slot).expect("few slots"), arc));
    }

    fn remove(&mut self, packet: u32) {
        for (slot, arc) in std::mem::take(&mut self.moves[wide(packet)]) {
            let at = self.arc_at(wide(slot), arc);
            self.taken[at] = NONE;
            let (from, to) = (self.demand.graph.from(arc), self.demand.graph.to(arc));
            let (from, to) = (self.node_at(wide(slot), from), self.node_at(wide(slot), to));
            self.sends[from] -= 1;
            self.receives[to] -= 1;
        }
    }

    fn send_full(&self, slot: usize, node: u32) -> bool {
        let at = self.node_at(slot, node);
        if self.demand.is_half_duplex(node) {
            self.sends[at] + self.receives[at] > 0
        } else {
            self.sends[at] >= self.demand.sends_of(node)
        }
    }

    fn receive_full(&self, slot: usize, node: u32) -> bool {
        let at = self.node_at(slot, node);
        if self.demand.is_half_duplex(node) {
            self.sends[at] + self.receives[at] > 0
        } else {
            self.receives[at] >= self.demand.receives_of(node)
        }
    }

    /// What a move costs: 4 and what pushing others out costs.
    fn price(&self, slot: usize, arc: u32) -> u64 {
        let at = self.arc_at(slot, arc);
        if self.taken[at] != NONE {
            return 4 + self.arc_price[at];
        }
        let (from, to) = (self.demand.graph.from(arc), self.demand.graph.to(arc));
        let mut price = 4;
        if self.send_full(slot, from) {
            price += self.send_price[self.node_at(slot, from)];
        }
        if self.receive_full(slot, to) {
            price += self.receive_price[self.node_at(slot, to)];
        }
        price
    }

    /// Puts a packet on its cheapest way; whoever is in the way becomes homeless. How many arcs were looked
    /// at, none if there is no way.
    fn place(&mut self, packet: u32, homeless: &mut Vec<u32>) -> Option<u64> {
        let (start, to) = self.demand.ends(packet);
        let (demand, graph, nodes) = (self.demand, self.demand.graph, self.nodes());
        let mut spent = 0;
        self.cost.fill(FAR);
        self.cost[wide(start)] = 0;
        for slot in 0..self.slots {
            let left = u32::try_from(self.slots - slot - 1).expect("few slots");
            let noise = self.random.bits(2);
            for node in 0..graph.nodes() {
                let here = self.cost[slot * nodes + wide(node)];
                if here == FAR {
                    continue;
                }
                let stay = (slot + 1) * nodes + wide(node);
                if demand.distance(node, to) <= left && here < self.cost[stay] {
                    self.cost[stay] = here;
                    self.came[stay] = NONE;
                }
                for arc in graph.leaving(node) {
                    let there = graph.to(arc);
                    spent += 1;
                    if demand.distance(there, to) > left {
                        continue;
                    }
                    let cost = here + self.price(slot, arc) + (noise ^ u64::from(arc)) % 4;
                    let next = (slot + 1) * nodes + wide(there);
                    if cost < self.cost[next] {
                        self.cost[next] = cost;
                        self.came[next] = arc;
                    }
                }
            }
        }
        let mut here = demand.to[to];
        if self.cost[self.slots * nodes + wide(here)] == FAR {
            return None;
        }
        for slot in (0..self.slots).rev() {
            let arc = self.came[(slot + 1) * nodes + wide(here)];
            if arc != NONE {
                self.push_out(slot, arc, homeless);
                self.occupy(packet, slot, arc);
                here = graph.from(arc);
            }
        }
        Some(spent)
    }

    /// Makes room for a move.
    fn push_out(&mut self, slot: usize, arc: u32, homeless: &mut Vec<u32>) {
        let graph = self.demand.graph;
        let at = self.arc_at(slot, arc);
        let mut out = self.taken[at];
        if out != NONE {
            self.arc_price[at] += MORE;
            self.remove(out);
            homeless.push(out);
            return;
        }
        let (from, to) = (graph.from(arc), graph.to(arc));
        if self.send_full(slot, from) {
            let at = self.node_at(slot, from);
            self.send_price[at] += MORE;
            out = self.one_of(slot, from, true);
            self.remove(out);
            homeless.push(out);
        }
        if self.receive_full(slot, to) {
            let at = self.node_at(slot, to);
            self.receive_price[at] += MORE;
            out = self.one_of(slot, to, false);
            self.remove(out);
            homeless.push(out);
        }
    }

    /// One of the packets at the ports of a node.
    fn one_of(&mut self, slot: usize, node: u32, sent: bool) -> u32 {
        let graph = self.demand.graph;
        let mut found = Vec::new();
        let (leaving, entering) = (graph.leaving(node), graph.entering(node));
        let half = self.demand.is_half_duplex(node);
        for index in 0..leaving.len().max(entering.len()) {
            let leaves = leaving.clone().nth(index).filter(|_| sent || half);
            let enters = entering.get(index).copied().filter(|_| !sent || half);
            found.extend(leaves.into_iter().chain(enters).map(|arc| self.taken[self.arc_at(slot, arc)]));
        }
        found.retain(|&packet| packet != NONE);
        found[self.random.below(found.len())]
    }

    fn schedule(&self) -> Vec<Vec<Sent>> {
        let graph = self.demand.graph;
        let moves =
            (0..).zip(&self.moves).flat_map(|(packet, moves)| moves.iter().map(move |hop| (packet, hop)));
        let sent = |(packet, &(slot, arc)): (u32, &(u32, u32))| {
            let (from, to) = (Node(graph.from(arc).into()), Node(graph.to(arc).into()));
            (slot, Sent::new(packet, from, to))
        };
        let mut slots = in_slots(self.slots, moves.map(sent));
        for slot in &mut slots {
            slot.sort_unstable();
        }
        slots
    }
}
