//! The packets of one pair of nodes as a flow over time.

use super::demands::DemandsTask;
use crate::graph::{Lane, QuickestFlow, quickest_flow};
use crate::model::{Load, Packet, wide};
use std::ops::Range;

/// What every vertex and lane has room for that nothing else limits.
const ENDLESS: u64 = 1 << 32;
/// Most lanes that are looked at, again for every length of paths.
const MOST_LOOKS: usize = 1 << 25;

/// Packets that all go from one node to another, as a quickest flow: whatever flows is a schedule, as any
/// packet may be any other, and none waits on its way.
#[derive(Debug)]
pub struct PairFlow {
    nodes: u32,
    /// Of every node its receives and its sends, then the directed links, those side by side as one.
    lanes: Vec<Lane>,
    /// The first of these links, in increasing order.
    arcs: Vec<u32>,
    flow: QuickestFlow,
}

impl PairFlow {
    /// The ends of all packets of a task, and how many these are; none if packets are copied or combined, or
    /// of several pairs, or some node has a half-duplex port, through which two flows would have to go.
    #[must_use]
    pub fn pair(task: &DemandsTask) -> Option<(u32, u32, u64)> {
        let first = task.loads().first()?.packet();
        let Packet::Personal { from, to } = first else { return None };
        let is_one = task.loads().iter().all(|load| load.packet() == first);
        let is_full_duplex = (0..task.graph().nodes()).all(|node| !task.is_half_duplex(node));
        let packets = task.loads().iter().map(Load::count).sum();
        (is_one && is_full_duplex).then(|| (from.narrow(), to.narrow(), packets))
    }

    /// Of a task that has such a [`Self::pair`]; none also if its ways have so many lengths, on so large a
    /// network, that it would take too long.
    ///
    /// # Complexity
    /// That of [`quickest_flow`], within a fixed limit.
    #[must_use]
    pub fn of(task: &DemandsTask) -> Option<Self> {
        let (from, to, packets) = Self::pair(task)?;
        Self::between(task, (from, to), packets)
    }

    /// So many packets from one node to another over the network of a task, under its ports: none also if
    /// some node has a half-duplex port, or there is no way.
    ///
    /// # Complexity
    /// That of [`Self::of`].
    #[must_use]
    pub fn between(task: &DemandsTask, (from, to): (u32, u32), packets: u64) -> Option<Self> {
        let graph = task.graph();
        if (0..graph.nodes()).any(|node| task.is_half_duplex(node)) {
            return None;
        }
        let mut lanes = Vec::with_capacity(2 * wide(graph.nodes()) + wide(graph.arcs()));
        // A node has a vertex where packets come in, one where they are, and one where they leave.
        let room = |ports: u32, links: u32| if ports < links { u64::from(ports) } else { ENDLESS };
        for node in 0..graph.nodes() {
            let [enter, at, leave] = vertices(node);
            let receives = room(task.receives_of(node), graph.degree_in(node));
            let sends = room(task.sends_of(node), graph.degree(node));
            lanes.push(Lane { from: enter, to: at, room: receives, length: 0 });
            lanes.push(Lane { from: at, to: leave, room: sends, length: 0 });
        }
        let mut arcs = Vec::new();
        for arc in 0..graph.arcs() {
            let (from, to) = (graph.from(arc), graph.to(arc));
            let ends = (vertices(from)[2], vertices(to)[0]);
            if let Some(last) = lanes.last_mut().filter(|last| (last.from, last.to) == ends) {
                // Links side by side stand in a row.
                last.room = (last.room + 1).min(ENDLESS);
                continue;
            }
            // One port at either end allows one packet a slot anyway.
            let is_one = lanes[2 * wide(from) + 1].room == 1 || lanes[2 * wide(to)].room == 1;
            let room = if is_one { ENDLESS } else { 1 };
            lanes.push(Lane { from: ends.0, to: ends.1, room, length: 1 });
            arcs.push(arc);
        }
        let ends = (vertices(from)[1], vertices(to)[1]);
        let mut left = MOST_LOOKS / lanes.len();
        let stop = || {
            left = left.saturating_sub(1);
            left == 0
        };
        let flow = quickest_flow(3 * wide(graph.nodes()), &lanes, ends, packets, stop)?;
        Some(Self { nodes: graph.nodes(), lanes, arcs, flow })
    }

    /// The least completion time.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.flow.slots
    }

    /// Paths of directed links, which may all be used in every slot, of those side by side the first standing
    /// for all: a packet may begin on each in every slot from which it is there in time.
    pub fn paths(&self) -> impl Iterator<Item = Vec<u32>> {
        let arc = |&name: &u32| name.checked_sub(2 * self.nodes).map(|link| self.arcs[wide(link)]);
        self.flow.paths.iter().map(move |path| path.iter().filter_map(arc).collect())
    }

    /// In which slots a move over a directed link crosses the cut over time that has no room for all packets
    /// in one slot less.
    #[must_use]
    pub fn of_arc(&self, arc: u32) -> Range<u64> {
        self.crossed(2 * wide(self.nodes) + self.arcs.partition_point(|&first| first <= arc) - 1)
    }

    /// The same of the sends of a node.
    #[must_use]
    pub fn of_sends(&self, node: u32) -> Range<u64> {
        let crossed = self.crossed(2 * wide(node) + 1);
        // What is sent after the last slot is in vain.
        crossed.start..crossed.end.min(self.slots() - 1)
    }

    /// The same of its receives, at the end of a slot.
    #[must_use]
    pub fn of_receives(&self, node: u32) -> Range<u64> {
        let crossed = self.crossed(2 * wide(node));
        crossed.start.saturating_sub(1)..crossed.end.saturating_sub(1)
    }

    fn crossed(&self, lane: usize) -> Range<u64> {
        self.flow.crossed(&self.lanes[lane])
    }
}

/// Where packets come into a node, are, and leave it.
fn vertices(node: u32) -> [u32; 3] {
    [0, 1, 2].map(|of_node| 3 * node + of_node)
}
