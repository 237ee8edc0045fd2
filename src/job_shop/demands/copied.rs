//! Broadcasts node by node: in every slot a matching of links with packets that their ends lack, the rarest
//! first.

use crate::graph::{Cover, alternating_path, mix64};
use crate::model::{DemandsTask, Graph, Node, Packet, Sent, count_of, wide};

/// No packet.
const NO_PACKET: u32 = u32::MAX;
/// Most packets that are considered for an arc.
const MAX_PACKETS_PER_ARC: u32 = 256;

/// The links that a copied packet may take: from its origin the pairs of a parent and a child.
pub type TreeOf<'a> = &'a dyn Fn(Node) -> Vec<(u32, u32)>;

/// Packets that are copied, and where they may go.
#[derive(Debug)]
pub(super) struct Spread<'a> {
    task: &'a DemandsTask,
    pub(super) packets: Vec<Packet>,
    /// By arc: the packets that may take it, as a set; all may if there is none.
    allowed: Option<Vec<u64>>,
}

impl<'a> Spread<'a> {
    pub(super) fn new(task: &'a DemandsTask, packets: Vec<Packet>, tree: Option<TreeOf<'_>>) -> Self {
        let graph = task.graph();
        let words = packets.len().div_ceil(64);
        let allowed = tree.map(|tree| {
            let mut allowed = vec![0; wide(graph.arcs()) * words];
            let mut known = (None, Vec::new());
            for (index, packet) in packets.iter().enumerate() {
                let Packet::Copied { from } = *packet else { continue };
                if known.0 != Some(from) {
                    let arc =
                        |(from, to)| graph.arc_between(from, to).expect("a tree has links of the network");
                    known = (Some(from), tree(from).into_iter().map(arc).collect());
                }
                for &arc in &known.1 {
                    allowed[wide(arc) * words + index / 64] |= 1 << (index % 64);
                }
            }
            allowed
        });
        Self { task, packets, allowed }
    }
}

/// The order in which packets are copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SpreadOrder {
    pub(super) seed: u64,
    /// Whether receivers that open the way to others come first.
    pub(super) opening: bool,
}

struct State<'a> {
    spread: &'a Spread<'a>,
    graph: &'a Graph,
    words: usize,
    /// By node: the packets that it has, as a set.
    held: Vec<u64>,
    /// By packet: how many nodes have it.
    holders: Vec<u32>,
    /// By packet: its place in the order of this slot.
    rank: Vec<u32>,
    /// By node: how many packets it lacks.
    lacks: Vec<u32>,
    /// How many all hosts lack together.
    lacking: u64,
    /// By arc: the packet that it takes in this slot.
    chosen: Vec<u32>,
    /// By node: the packets that come to it in this slot, as a set.
    coming: Vec<u64>,
}

/// Makes a schedule with fewer than `limit` slots.
pub(super) fn spread(
    spread: &Spread,
    order: SpreadOrder,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Vec<Sent>>> {
    let mut state = State::new(spread);
    let mut cover = Cover::default();
    let mut slots = Vec::new();
    while state.lacking > 0 {
        if count_of(slots.len()) + 1 >= limit || stop() {
            return None;
        }
        state.sort(order.seed, count_of(slots.len()));
        let arcs = state.arcs(&mut cover, order);
        state.choose(&arcs);
        slots.push(state.send());
    }
    Some(slots)
}

impl<'a> State<'a> {
    fn new(spread: &'a Spread<'a>) -> Self {
        let graph = spread.task.graph();
        let (nodes, words) = (wide(graph.nodes()), spread.packets.len().div_ceil(64));
        let packets = count_of(spread.packets.len());
        let mut state = Self {
            spread,
            graph,
            lacking: packets * spread.task.network().hosts(),
            words,
            held: vec![0; nodes * words],
            holders: vec![0; spread.packets.len()],
            rank: vec![0; spread.packets.len()],
            lacks: vec![u32::try_from(spread.packets.len()).expect("at most 2^22 packets"); nodes],
            chosen: vec![NO_PACKET; wide(graph.arcs())],
            coming: vec![0; nodes * words],
        };
        for (packet, ends) in (0..).zip(&spread.packets) {
            if let Packet::Copied { from } = ends {
                state.hold(from.narrow(), packet);
            }
        }
        state
    }

    fn hold(&mut self, node: u32, packet: u32) {
        self.held[wide(node) * self.words + wide(packet) / 64] |= 1 << (packet % 64);
        self.holders[wide(packet)] += 1;
        self.lacks[wide(node)] -= 1;
        self.lacking -= u64::from(!self.spread.task.network().is_switch(Node(node.into())));
    }

    /// Puts the packets in order, the rarest first.
    fn sort(&mut self, seed: u64, slot: u64) {
        let mut order: Vec<u32> = (0..).take(self.holders.len()).collect();
        let mixed = |packet: u32| mix64(mix64(seed ^ (slot << 32)) ^ u64::from(packet));
        order.sort_by_cached_key(|&packet| (self.holders[wide(packet)], mixed(packet)));
        for (place, packet) in (0..).zip(order) {
            self.rank[wide(packet)] = place;
        }
    }

    /// Packets that could take an arc, 64 at a time.
    fn useful(&self, arc: u32, word: usize) -> u64 {
        let at = |node: u32| wide(node) * self.words + word;
        let (from, to) = (at(self.graph.from(arc)), at(self.graph.to(arc)));
        let allowed =
            self.spread.allowed.as_ref().map_or(u64::MAX, |sets| sets[wide(arc) * self.words + word]);
        self.held[from] & !self.held[to] & !self.coming[to] & allowed
    }

    /// The rarest packet that could take an arc, and how many could.
    fn best(&self, arc: u32) -> Option<(u32, u32)> {
        let mut best = None;
        let mut number = 0;
        // Not all arcs begin at one packet.
        for word in (0..self.words).map(|word| (word + wide(arc)) % self.words) {
            let mut bits = self.useful(arc, word);
            number += bits.count_ones();
            while bits != 0 {
                let packet = u32::try_from(word * 64).expect("at most 2^22 packets") + bits.trailing_zeros();
                bits &= bits - 1;
                if best.is_none_or(|(rank, _)| self.rank[wide(packet)] < rank) {
                    best = Some((self.rank[wide(packet)], packet));
                }
            }
            if number > MAX_PACKETS_PER_ARC {
                break;
            }
        }
        best.map(|(_, packet)| (packet, number))
    }

    fn is_useful(&self, arc: u32) -> bool {
        (0..self.words).any(|word| self.useful(arc, word) != 0)
    }

    /// The arcs over which something may be sent in this slot.
    fn arcs(&self, cover: &mut Cover, order: SpreadOrder) -> Vec<u32> {
        let graph = self.graph;
        let task = self.spread.task;
        let busy: Vec<u32> = (0..graph.arcs()).filter(|&arc| self.is_useful(arc)).collect();
        let nodes = graph.nodes();
        if !task.shares_ports() {
            return busy;
        }
        // A vertex for the sends of a node, and one for its receives unless it does one of the two.
        let half = |node: u32| task.is_half_duplex(node);
        let vertices = if task.is_half_duplex_everywhere() { nodes } else { 2 * nodes };
        cover.clear(wide(vertices));
        let rank = |arc: u32| self.best(arc).map_or(NO_PACKET, |(packet, _)| self.rank[wide(packet)]);
        let mut sorted: Vec<(u32, u32)> = busy.into_iter().map(|arc| (rank(arc), arc)).collect();
        sorted.sort_unstable();
        for (_, arc) in sorted {
            let (from, to) = (graph.from(arc), graph.to(arc));
            cover.push([from, if half(to) { to } else { nodes + to }], arc);
        }
        let weight = |vertex: u32| {
            if half(vertex % nodes) != (vertex < nodes) {
                return (0, 0, 0);
            }
            let node = vertex % nodes;
            let lacking = u64::from(self.lacks[wide(node)]) * 64 / u64::from(task.receives_of(node));
            let opens = graph.leaving(node).map(|arc| u64::from(self.lacks[wide(graph.to(arc))])).sum();
            let mixed = mix64(order.seed ^ u64::from(node));
            if order.opening { (lacking, opens, mixed) } else { (lacking, mixed, 0) }
        };
        let mut by_weight: Vec<u32> = (0..vertices).collect();
        by_weight.sort_by_cached_key(|&vertex| std::cmp::Reverse(weight(vertex)));
        let capacity = |vertex: u32| match vertex.checked_sub(nodes) {
            None => task.sends_of(vertex),
            Some(node) => task.receives_of(node),
        };
        let capacities: Vec<u32> = (0..vertices).map(capacity).collect();
        cover.heaviest(&by_weight, &capacities)
    }

    /// Gives every arc a packet, as far as there are any, each packet to a receiver once.
    fn choose(&mut self, arcs: &[u32]) {
        let graph = self.graph;
        self.chosen.fill(NO_PACKET);
        let mut arcs: Vec<(u32, u32, u32)> = arcs
            .iter()
            .map(|&arc| (graph.to(arc), self.best(arc).map_or(0, |(_, number)| number), arc))
            .collect();
        arcs.sort_unstable();
        for group in arcs.chunk_by(|a, b| a.0 == b.0) {
            let group: Vec<u32> = group.iter().map(|&(_, _, arc)| arc).collect();
            for place in (0..).take(group.len()) {
                self.assign(place, &group);
            }
        }
    }

    /// An arc takes the rarest packet, or one that another arc of the receiver can do without; arcs by their
    /// places in the group.
    fn assign(&mut self, place: u32, group: &[u32]) {
        let arc = |place: u32| group[wide(place)];
        if let Some((packet, _)) = self.best(arc(place)) {
            return self.take(arc(place), packet);
        }
        let could_take = |wants, gives| {
            let packet = self.chosen[wide(arc(gives))];
            packet != NO_PACKET && self.could(arc(wants), packet)
        };
        let is_spare = |gives| self.best(arc(gives)).is_some();
        let Ok(path) = alternating_path(group.len(), place, could_take, is_spare) else { return };
        let (other, _) = self.best(arc(path[0])).expect("the path ends where another packet may go");
        let mut hand = self.chosen[wide(arc(path[0]))];
        self.take(arc(path[0]), other);
        for &back in &path[1..] {
            hand = std::mem::replace(&mut self.chosen[wide(arc(back))], hand);
        }
    }

    fn take(&mut self, arc: u32, packet: u32) {
        self.chosen[wide(arc)] = packet;
        self.coming[wide(self.graph.to(arc)) * self.words + wide(packet) / 64] |= 1 << (packet % 64);
    }

    /// Whether a packet could take an arc if no other brought it.
    fn could(&self, arc: u32, packet: u32) -> bool {
        let (word, bit) = (wide(packet) / 64, packet % 64);
        let allowed =
            self.spread.allowed.as_ref().map_or(u64::MAX, |sets| sets[wide(arc) * self.words + word]);
        (self.held[wide(self.graph.from(arc)) * self.words + word] & allowed) >> bit & 1 == 1
    }

    fn send(&mut self) -> Vec<Sent> {
        let mut slot = Vec::new();
        for arc in 0..self.graph.arcs() {
            let packet = self.chosen[wide(arc)];
            if packet != NO_PACKET {
                let (from, to) = (self.graph.from(arc), self.graph.to(arc));
                slot.push(Sent::new(packet, Node(from.into()), Node(to.into())));
                self.hold(to, packet);
            }
        }
        self.coming.fill(0);
        slot.sort_unstable();
        slot
    }
}
