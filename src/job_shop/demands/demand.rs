//! Personal packets in tables: how many wait where for which destination.

use crate::model::{DemandsTask, Graph, Load, Node, Packet, count_of, wide};
use std::collections::BTreeSet;

/// Most pairs of a node or an arc with a destination.
const MAX_CELLS: usize = 1 << 26;

/// Up to this number of pairs tables are always made; above it, if there are at most 64 pairs for each move.
const ALWAYS_ALLOWED_CELLS: u64 = 1 << 21;
const MAX_CELLS_PER_MOVE: u64 = 1 << 6;

/// Whether tables would be large and nearly empty, so that packets are better looked at one by one.
pub(super) fn is_sparse(task: &DemandsTask) -> bool {
    let to = |load: &Load| load.packet().ends().1.unwrap_or(load.home());
    let destinations: BTreeSet<Node> = task.loads().iter().map(to).collect();
    let cells = count_of(destinations.len()) * u64::from(task.graph().nodes().max(task.graph().arcs()));
    cells > ALWAYS_ALLOWED_CELLS && cells / MAX_CELLS_PER_MOVE > task.least_moves()
}

/// The packets of a task by node and destination.
#[derive(Debug)]
pub(super) struct Demand<'a> {
    task: &'a DemandsTask,
    pub(super) graph: &'a Graph,
    /// Whether a node may lack ports for all its links.
    pub(super) shares_ports: bool,
    /// Slots that no schedule can do without, as far as is known.
    pub(super) lower: u64,
    /// All packets, equal ones side by side.
    pub(super) packets: Vec<Packet>,
    ends: Vec<(u32, u32)>,
    /// The destinations, in increasing order.
    pub(super) to: Vec<u32>,
    /// By node, then destination: number of packets that start there.
    waiting: Vec<u32>,
    /// By destination, then node.
    distances: Vec<u32>,
    by_distance: Vec<u32>,
}

impl<'a> Demand<'a> {
    /// The tables; none if some packet is copied or combined, or they would be too large.
    pub(super) fn new(task: &'a DemandsTask, lower: u64) -> Option<Self> {
        let graph = task.graph();
        let nodes = wide(graph.nodes());
        let mut ends = Vec::new();
        let mut packets = Vec::new();
        for load in task.loads() {
            let Packet::Personal { from, to } = load.packet() else { return None };
            ends.push((
                from.narrow(),
                to.narrow(),
                u32::try_from(load.count()).expect("at most 2^22 packets"),
            ));
            packets.extend(load.packets());
        }
        let mut to: Vec<u32> = ends.iter().map(|&(_, to, _)| to).collect();
        to.sort_unstable();
        to.dedup();
        to.len().checked_mul(nodes.max(wide(graph.arcs()))).filter(|&cells| cells <= MAX_CELLS)?;
        let mut waiting = vec![0; nodes * to.len()];
        let mut of_packets = Vec::with_capacity(packets.len());
        for (from, there, count) in ends {
            let index = to.binary_search(&there).expect("it is one of them");
            waiting[wide(from) * to.len() + index] += count;
            let index = u32::try_from(index).expect("at most the nodes");
            of_packets.extend((0..count).map(|_| (from, index)));
        }
        let mut distances = Vec::with_capacity(nodes * to.len());
        let mut by_distance = Vec::with_capacity(nodes * to.len());
        for &to in &to {
            let table = graph.distances_to(to);
            let mut order: Vec<u32> = (0..graph.nodes()).collect();
            order.sort_by_key(|&node| table[wide(node)]);
            distances.extend(table);
            by_distance.extend(order);
        }
        let shares_ports = task.shares_ports();
        Some(Self {
            task,
            graph,
            shares_ports,
            lower,
            packets,
            ends: of_packets,
            to,
            waiting,
            distances,
            by_distance,
        })
    }

    /// Returns the origin of a packet, and the index of its destination.
    pub(super) fn ends(&self, packet: u32) -> (u32, usize) {
        let (from, to) = self.ends[wide(packet)];
        (from, wide(to))
    }

    pub(super) fn sends_of(&self, node: u32) -> u32 {
        self.task.sends_of(node)
    }

    pub(super) fn receives_of(&self, node: u32) -> u32 {
        self.task.receives_of(node)
    }

    /// Whether a node does one thing in a slot, sends or receives.
    pub(super) fn is_half_duplex(&self, node: u32) -> bool {
        self.task.is_half_duplex(node)
    }

    /// Whether all nodes do one thing in a slot.
    pub(super) fn is_half_duplex_everywhere(&self) -> bool {
        self.task.is_half_duplex_everywhere()
    }

    pub(super) fn waiting(&self, node: u32, to: usize) -> u32 {
        self.waiting[wide(node) * self.to.len() + to]
    }

    pub(super) fn distance(&self, node: u32, to: usize) -> u32 {
        self.distances[to * wide(self.graph.nodes()) + wide(node)]
    }

    /// All nodes, the nearest to a destination first.
    pub(super) fn nodes_by_distance(&self, to: usize) -> &[u32] {
        let nodes = wide(self.graph.nodes());
        &self.by_distance[to * nodes..][..nodes]
    }

    /// Whether routes may be looked for packet by packet.
    pub(super) fn is_small(&self) -> bool {
        let work = self.packets.len().saturating_mul(wide(self.graph.arcs()));
        work <= 1 << 23
    }

    /// All moves over all ports.
    pub(super) fn average_slots(&self) -> u64 {
        self.task.least_moves().div_ceil(self.task.moves_of_a_slot().max(1)).max(self.lower)
    }
}
