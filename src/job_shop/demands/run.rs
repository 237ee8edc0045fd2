//! One schedule, slot by slot: who sends which packet over which link.

use super::balance::Flows;
use super::demand::Demand;
use crate::graph::{Cover, alternating_path};
use crate::model::{Node, Sent, wide};

/// No cell, no packet.
const NO_ENTRY: u32 = u32::MAX;

/// Packets that wait at a node for one destination are a *cell*; an arc takes them from the cell that stands
/// first in its node's order.
struct Run<'a> {
    demand: &'a Demand<'a>,
    /// Number of destinations, and of words of a set of them.
    width: usize,
    words: usize,
    /// By node, then destination: the first packet of a chain, and by packet the next one.
    first: Vec<u32>,
    next: Vec<u32>,
    /// By node: the destinations in order, and the place of each.
    order: Vec<u32>,
    rank: Vec<u32>,
    /// By arc, then destination: how many packets may still take it.
    quota: Vec<u32>,
    /// By arc: the places in the order of its node whose cell has a packet for it.
    open: Vec<u64>,
    /// Moves of each arc, sends and receives of each node that are still to come.
    arc_left: Vec<u64>,
    sends_left: Vec<u64>,
    receives_left: Vec<u64>,
    /// By arc: the destination it takes a packet for in this slot.
    chosen: Vec<u32>,
    /// By node: packets in its cells, which no arc has taken.
    waiting: Vec<u32>,
    /// Packets that are not at home.
    away: usize,
}

/// Makes a schedule along the quotas of flows, cells of a node in the given order: `keys` by node, then
/// destination, the greatest first.
pub(super) fn run(
    demand: &Demand,
    flows: Flows,
    keys: &[u64],
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Vec<Sent>>> {
    let mut run = Run::new(demand, flows, keys);
    let mut cover = Cover::default();
    let mut slots = Vec::new();
    while run.away > 0 {
        if slots.len() + 1 >= usize::try_from(limit).unwrap_or(usize::MAX) || stop() {
            return None;
        }
        let arcs = run.arcs(&mut cover);
        run.choose(&arcs);
        slots.push(run.send());
    }
    Some(slots)
}

impl<'a> Run<'a> {
    fn new(demand: &'a Demand<'a>, flows: Flows, keys: &[u64]) -> Self {
        let graph = demand.graph;
        let (nodes, arcs, width) = (wide(graph.nodes()), wide(graph.arcs()), demand.to.len());
        let words = width.div_ceil(64);
        let mut order: Vec<u32> = Vec::with_capacity(nodes * width);
        let mut rank = vec![0; nodes * width];
        let mut own: Vec<u32> = Vec::new();
        for node in 0..nodes {
            let keys = &keys[node * width..][..width];
            own.clear();
            own.extend(0..u32::try_from(width).expect("at most the nodes"));
            own.sort_by_key(|&to| std::cmp::Reverse(keys[wide(to)]));
            for (place, &to) in (0..).zip(&own) {
                rank[node * width + wide(to)] = place;
            }
            order.extend_from_slice(&own);
        }
        let mut run = Self {
            demand,
            width,
            words,
            first: vec![NO_ENTRY; nodes * width],
            next: vec![NO_ENTRY; demand.packets.len()],
            order,
            rank,
            quota: flows.quota,
            open: vec![0; arcs * words],
            arc_left: flows.arc,
            sends_left: flows.sent,
            receives_left: flows.received,
            chosen: vec![NO_ENTRY; arcs],
            waiting: vec![0; nodes],
            away: demand.packets.len(),
        };
        for packet in (0..).take(demand.packets.len()) {
            let (from, to) = demand.ends(packet);
            run.put(from, to, packet);
        }
        run
    }

    fn cell(&self, node: u32, to: usize) -> usize {
        wide(node) * self.width + to
    }

    /// Says whether an arc can take a packet of a cell of its node.
    fn refresh(&mut self, arc: u32, to: usize) {
        let node = self.demand.graph.from(arc);
        let cell = self.cell(node, to);
        let place = wide(self.rank[cell]);
        let word = &mut self.open[wide(arc) * self.words + place / 64];
        let bit = 1 << (place % 64);
        if self.first[cell] != NO_ENTRY && self.quota[wide(arc) * self.width + to] > 0 {
            *word |= bit;
        } else {
            *word &= !bit;
        }
    }

    fn refresh_cell(&mut self, node: u32, to: usize) {
        for arc in self.demand.graph.leaving(node) {
            self.refresh(arc, to);
        }
    }

    /// A packet comes to a node.
    fn put(&mut self, node: u32, to: usize, packet: u32) {
        self.waiting[wide(node)] += 1;
        let cell = self.cell(node, to);
        let was = std::mem::replace(&mut self.first[cell], packet);
        self.next[wide(packet)] = was;
        if was == NO_ENTRY {
            self.refresh_cell(node, to);
        }
    }

    /// The first cell from which an arc can take a packet.
    fn best(&self, arc: u32) -> Option<usize> {
        let open = &self.open[wide(arc) * self.words..][..self.words];
        let (word, bits) = (0..).zip(open).find(|(_, bits)| **bits != 0)?;
        let place: usize = word * 64 + wide(bits.trailing_zeros());
        Some(wide(self.order[wide(self.demand.graph.from(arc)) * self.width + place]))
    }

    /// The arcs over which something may be sent in this slot.
    fn arcs(&mut self, cover: &mut Cover) -> Vec<u32> {
        let graph = self.demand.graph;
        let busy: Vec<u32> = (0..graph.arcs()).filter(|&arc| self.best(arc).is_some()).collect();
        if !self.demand.shares_ports {
            return busy;
        }
        let nodes = graph.nodes();
        // A vertex for the sends of a node, and one for its receives unless it does one of the two.
        let half = |node: u32| self.demand.is_half_duplex(node);
        let vertices = if self.demand.is_half_duplex_everywhere() { nodes } else { 2 * nodes };
        cover.clear(wide(vertices));
        let place = |arc: u32| self.rank[self.cell(graph.from(arc), self.best(arc).expect("it is busy"))];
        let mut sorted: Vec<(u32, u32)> = busy.into_iter().map(|arc| (place(arc), arc)).collect();
        sorted.sort_unstable();
        for (_, arc) in sorted {
            let (from, to) = (graph.from(arc), graph.to(arc));
            cover.push([from, if half(to) { to } else { nodes + to }], arc);
        }
        let weight = |vertex: u32| match vertex.checked_sub(nodes) {
            None if half(vertex) => (self.sends_left[wide(vertex)] + self.receives_left[wide(vertex)]) * 64,
            None => self.sends_left[wide(vertex)] * 64 / u64::from(self.demand.sends_of(vertex)),
            Some(node) => self.receives_left[wide(node)] * 64 / u64::from(self.demand.receives_of(node)),
        };
        let capacity = |vertex: u32| match vertex.checked_sub(nodes) {
            None => self.demand.sends_of(vertex),
            Some(node) => self.demand.receives_of(node),
        };
        let mut order: Vec<u32> = (0..vertices).collect();
        order.sort_by_cached_key(|&vertex| std::cmp::Reverse(weight(vertex)));
        let capacities: Vec<u32> = (0..vertices).map(capacity).collect();
        cover.heaviest(&order, &capacities)
    }

    /// Gives every arc a packet, as far as there are any: the arc with the most to do first, others changing
    /// theirs if one goes without.
    fn choose(&mut self, arcs: &[u32]) {
        let mut arcs = arcs.to_vec();
        arcs.sort_by_key(|&arc| (self.demand.graph.from(arc), std::cmp::Reverse(self.arc_left[wide(arc)])));
        let from = |arc: u32| self.demand.graph.from(arc);
        let mut chosen = std::mem::take(&mut self.chosen);
        chosen.fill(NO_ENTRY);
        for group in arcs.chunk_by(|&a, &b| from(a) == from(b)) {
            let mut stuck = vec![false; group.len()];
            for place in (0..).take(group.len()) {
                self.assign(place, group, &mut chosen, &mut stuck);
            }
        }
        self.chosen = chosen;
    }

    fn take(&mut self, arc: u32, to: usize, chosen: &mut [u32]) {
        let node = self.demand.graph.from(arc);
        let cell = self.cell(node, to);
        // The packet leaves its cell at the end of the slot; until then it is out of reach of the others.
        let packet = self.first[cell];
        self.first[cell] = self.next[wide(packet)];
        self.waiting[wide(node)] -= 1;
        self.quota[wide(arc) * self.width + to] -= 1;
        chosen[wide(arc)] = packet;
        if self.first[cell] == NO_ENTRY {
            self.refresh_cell(node, to);
        } else {
            self.refresh(arc, to);
        }
    }

    /// Gives an arc its best packet, or one that another arc of the node can do without; arcs are named by
    /// their places in the group. From arcs in `stuck` no exchange leads to a packet that waits, nor will one
    /// in this slot, in which cells only lose packets.
    fn assign(&mut self, place: u32, group: &[u32], chosen: &mut [u32], stuck: &mut [bool]) {
        let arc = |place: u32| group[wide(place)];
        if let Some(to) = self.best(arc(place)) {
            return self.take(arc(place), to, chosen);
        }
        if self.waiting[wide(self.demand.graph.from(arc(place)))] == 0 {
            return;
        }
        let quota = |arc: u32, packet: u32| wide(arc) * self.width + self.demand.ends(packet).1;
        let could_take = |wants, gives| {
            let packet = chosen[wide(arc(gives))];
            !stuck[wide(gives)] && packet != NO_ENTRY && self.quota[quota(arc(wants), packet)] > 0
        };
        let is_spare = |gives| self.best(arc(gives)).is_some();
        let path = match alternating_path(group.len(), place, could_take, is_spare) {
            Ok(path) => path,
            Err(reached) => return reached.into_iter().for_each(|place| stuck[wide(place)] = true),
        };
        let other = self.best(arc(path[0])).expect("the path ends where another packet may go");
        let mut hand = chosen[wide(arc(path[0]))];
        self.take(arc(path[0]), other, chosen);
        for step in path.windows(2) {
            let (gives, wants) = (arc(step[0]), arc(step[1]));
            let to = self.demand.ends(hand).1;
            self.quota[wide(gives) * self.width + to] += 1;
            self.quota[wide(wants) * self.width + to] -= 1;
            self.refresh(gives, to);
            self.refresh(wants, to);
            hand = std::mem::replace(&mut chosen[wide(wants)], hand);
        }
    }

    /// Carries the chosen packets over.
    fn send(&mut self) -> Vec<Sent> {
        let graph = self.demand.graph;
        let moves = self.chosen.iter().filter(|&&packet| packet != NO_ENTRY).count();
        let mut slot = Vec::with_capacity(moves);
        for arc in 0..graph.arcs() {
            let packet = self.chosen[wide(arc)];
            if packet == NO_ENTRY {
                continue;
            }
            let (from, there) = (graph.from(arc), graph.to(arc));
            slot.push(Sent::new(packet, Node(from.into()), Node(there.into())));
            self.arc_left[wide(arc)] -= 1;
            self.sends_left[wide(from)] -= 1;
            self.receives_left[wide(there)] -= 1;
            let to = self.demand.ends(packet).1;
            if self.demand.to[to] == there {
                self.away -= 1;
            } else {
                self.put(there, to, packet);
            }
        }
        slot.sort_unstable();
        slot
    }
}
