//! The packets of one pair of nodes as a flow over time.

use super::demands::DemandsTask;
use crate::graph::{Lane, QuickestFlow, quickest_flow};
use crate::model::{Load, Packet, wide};
use std::ops::Range;

/// The capacity of vertices and lanes that nothing else limits.
const UNLIMITED: u64 = 1 << 32;
/// Most lanes that a search visits, counted again for every length of paths.
const MAX_LANE_VISITS: usize = 1 << 25;

/// Packets that all go from one node to another, as a quickest flow. Every flow is a schedule: the packets
/// are interchangeable, and none waits on its way.
#[derive(Debug)]
pub struct PairFlow {
    nodes: u32,
    /// The lanes: for every node its receives and its sends, then the directed links, those side by side as
    /// one lane.
    lanes: Vec<Lane>,
    /// The directed link of each such lane, of those side by side the first, in increasing order.
    arcs: Vec<u32>,
    flow: QuickestFlow,
}

impl PairFlow {
    /// Returns the common ends of all packets of a task, and their number. Returns none if packets are copied
    /// or combined or have different ends, or if some node has a half-duplex port, which sends and receives
    /// share.
    #[must_use]
    pub fn pair(task: &DemandsTask) -> Option<(u32, u32, u64)> {
        let first = task.loads().first()?.packet();
        let Packet::Personal { from, to } = first else { return None };
        let is_one = task.loads().iter().all(|load| load.packet() == first);
        let is_full_duplex = (0..task.graph().nodes()).all(|node| !task.is_half_duplex(node));
        let packets = task.loads().iter().map(Load::count).sum();
        (is_one && is_full_duplex).then(|| (from.narrow(), to.narrow(), packets))
    }

    /// Computes the flow of a task that has such a [`Self::pair`]; also none if the work would exceed a fixed
    /// limit.
    ///
    /// # Complexity
    /// That of [`quickest_flow`], within a fixed limit.
    #[must_use]
    pub fn of(task: &DemandsTask) -> Option<Self> {
        let (from, to, packets) = Self::pair(task)?;
        Self::between(task, (from, to), packets)
    }

    /// Computes the flow of `packets` packets from one node to another over the network of a task, under its
    /// ports; also none if some node has a half-duplex port, or there is no way.
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
        // A node has a vertex where packets enter, one where they stay, and one where they leave.
        let capacity_of = |ports: u32, links: u32| if ports < links { u64::from(ports) } else { UNLIMITED };
        for node in 0..graph.nodes() {
            let [enter, at, leave] = vertices(node);
            let receives = capacity_of(task.receives_of(node), graph.degree_in(node));
            let sends = capacity_of(task.sends_of(node), graph.degree(node));
            lanes.push(Lane { from: enter, to: at, capacity: receives, length: 0 });
            lanes.push(Lane { from: at, to: leave, capacity: sends, length: 0 });
        }
        let mut arcs = Vec::new();
        for arc in 0..graph.arcs() {
            let (from, to) = (graph.from(arc), graph.to(arc));
            let ends = (vertices(from)[2], vertices(to)[0]);
            if let Some(last) = lanes.last_mut().filter(|last| (last.from, last.to) == ends) {
                // Links side by side stand in a row.
                last.capacity = (last.capacity + 1).min(UNLIMITED);
                continue;
            }
            // A single port at one end already limits the link to one packet a slot.
            let is_one = lanes[2 * wide(from) + 1].capacity == 1 || lanes[2 * wide(to)].capacity == 1;
            let capacity = if is_one { UNLIMITED } else { 1 };
            lanes.push(Lane { from: ends.0, to: ends.1, capacity, length: 1 });
            arcs.push(arc);
        }
        let ends = (vertices(from)[1], vertices(to)[1]);
        let mut left = MAX_LANE_VISITS / lanes.len();
        let stop = || {
            left = left.saturating_sub(1);
            left == 0
        };
        let flow = quickest_flow(3 * wide(graph.nodes()), &lanes, ends, packets, stop)?;
        Some(Self { nodes: graph.nodes(), lanes, arcs, flow })
    }

    /// Returns the least completion time.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.flow.slots
    }

    /// Returns paths of directed links that may all be used in every slot; the first of links side by side
    /// stands for all. A packet may start on a path in every slot from which it arrives in time.
    pub fn paths(&self) -> impl Iterator<Item = Vec<u32>> {
        let arc = |&name: &u32| name.checked_sub(2 * self.nodes).map(|link| self.arcs[wide(link)]);
        self.flow.paths.iter().map(move |path| path.iter().filter_map(arc).collect())
    }

    /// Returns the slots in which a move over a directed link crosses the minimum cut over time of one slot
    /// less.
    #[must_use]
    pub fn of_arc(&self, arc: u32) -> Range<u64> {
        self.crossed(2 * wide(self.nodes) + self.arcs.partition_point(|&first| first <= arc) - 1)
    }

    /// Returns the slots in which a send of a node crosses that cut.
    #[must_use]
    pub fn of_sends(&self, node: u32) -> Range<u64> {
        let crossed = self.crossed(2 * wide(node) + 1);
        // Sends after the last slot do not count.
        crossed.start..crossed.end.min(self.slots() - 1)
    }

    /// Returns the slots at whose end a receive of a node crosses that cut.
    #[must_use]
    pub fn of_receives(&self, node: u32) -> Range<u64> {
        let crossed = self.crossed(2 * wide(node));
        crossed.start.saturating_sub(1)..crossed.end.saturating_sub(1)
    }

    fn crossed(&self, lane: usize) -> Range<u64> {
        self.flow.crossed(&self.lanes[lane])
    }
}

/// Returns the vertices of a node where packets enter, stay and leave.
fn vertices(node: u32) -> [u32; 3] {
    [0, 1, 2].map(|of_node| 3 * node + of_node)
}
