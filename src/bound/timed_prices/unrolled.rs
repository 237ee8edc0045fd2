//! Computes prices from the packets that must cross a border in time, as one flow through the time-expanded
//! network.

use crate::bound::nodes::border::Border;
use crate::bound::prices::flow::FlowRows;
use crate::graph::{FlowNetwork, dinic};
use crate::model::{count_of, wide};

/// The capacity of an arc that no row limits.
const UNLIMITED_CAPACITY: u64 = u64::MAX >> 2;
/// Most packets times slots, and most visits of nodes and rows in slots, for one border.
const MAX_PACKET_SLOTS: u64 = 1 << 28;
const MAX_CELL_VISITS_PER_BORDER: u64 = 1 << 30;

/// Returns prices of all rows, slot by slot, at which the packets that must cross the border pay more than
/// the capacity of these slots costs; none if all of them can cross and arrive within `slots` slots.
///
/// Packets that cross are a flow over time (Ford & Fulkerson 1958) from their origins to their destinations,
/// and a maximum flow equals a minimum cut. If it is less than the number of packets, each row and slot of
/// the cut has a price of 1. Packets whose start and end the cut does not cut off must each cross it, and
/// they are more than its capacity.
///
/// None also if packets, slots or network are too large for the fixed limits, or `cancel` ends the search.
///
/// # Complexity
/// That of [`dinic`] on a network of n · T nodes and A · T arcs, T slots, within a fixed limit.
pub(super) fn prices(
    border: &Border,
    flow: &FlowRows<'_>,
    slots: usize,
    cancel: &dyn Fn() -> bool,
) -> Option<Vec<u64>> {
    let mut unrolled = Unrolled::new(flow, slots);
    let packets = unrolled.connect_ends(flow, &border.inside);
    // A path goes through all slots, and waits in most of them.
    if packets.saturating_mul(count_of(slots)) > MAX_PACKET_SLOTS {
        return None;
    }
    let (source, sink) = (unrolled.source(), unrolled.sink());
    let mut left = MAX_CELL_VISITS_PER_BORDER / count_of(unrolled.nodes * slots + unrolled.row_arcs.len());
    let stop = || {
        left = left.saturating_sub(1);
        left == 0 || cancel()
    };
    let found = dinic(&mut unrolled.network, source, sink, stop)?;
    (found < packets).then(|| unrolled.prices(flow))
}

/// A time-expanded network: a vertex for each node before each slot and after the last, and an arc for each
/// row and slot.
#[derive(Debug)]
struct Unrolled {
    network: FlowNetwork,
    nodes: usize,
    slots: usize,
    /// Each row in a slot, with the vertices that its arc leads from and to.
    row_arcs: Vec<(usize, usize, usize)>,
}

impl Unrolled {
    fn new(flow: &FlowRows<'_>, slots: usize) -> Self {
        let graph = flow.task.graph();
        let nodes = wide(graph.nodes());
        // Beside the nodes there are source and sink, and two vertices for the ports of each node in a slot.
        let network = FlowNetwork::new(nodes * (slots + 1) + 2 + 2 * nodes * slots);
        let mut unrolled = Self { network, nodes, slots, row_arcs: Vec::new() };
        for slot in 0..slots {
            unrolled.add_slot(flow, slot);
        }
        unrolled
    }

    /// Returns the vertex of a node before a slot.
    fn at(&self, node: usize, slot: usize) -> usize {
        slot * self.nodes + node
    }

    fn source(&self) -> usize {
        self.nodes * (self.slots + 1)
    }

    fn sink(&self) -> usize {
        self.source() + 1
    }

    /// Returns the vertex behind the sends, or before the receives, of a node in a slot.
    fn port(&self, node: usize, slot: usize, receives: bool) -> usize {
        self.source() + 2 + 2 * self.at(node, slot) + usize::from(receives)
    }

    fn add_slot(&mut self, flow: &FlowRows<'_>, slot: usize) {
        let graph = flow.task.graph();
        for node in 0..self.nodes {
            self.network.add_arc(self.at(node, slot), self.at(node, slot + 1), UNLIMITED_CAPACITY);
        }
        let mut joined = vec![[false; 2]; self.nodes];
        for arc in (0..graph.arcs()).filter(|&arc| flow.is_first(arc)) {
            let (from, to) = (wide(graph.from(arc)), wide(graph.to(arc)));
            let [send, receive, link] = flow.rows(arc);
            let (mut begin, mut end) = (self.at(from, slot), self.at(to, slot + 1));
            if send.is_some() {
                let port = self.port(from, slot, false);
                if !std::mem::replace(&mut joined[from][0], true) {
                    self.add(flow, send, slot, (begin, port));
                }
                begin = port;
            }
            if receive.is_some() {
                let port = self.port(to, slot, true);
                if !std::mem::replace(&mut joined[to][1], true) {
                    self.add(flow, receive, slot, (port, end));
                }
                end = port;
            }
            self.add(flow, link, slot, (begin, end));
        }
    }

    /// Adds an arc with the capacity of its row, if it has one.
    fn add(&mut self, flow: &FlowRows<'_>, row: Option<usize>, slot: usize, (from, to): (usize, usize)) {
        self.network.add_arc(from, to, row.map_or(UNLIMITED_CAPACITY, |row| flow.capacities[row]));
        if let Some(row) = row {
            self.row_arcs.push((slot * flow.capacities.len() + row, from, to));
        }
    }

    /// Joins the source to the origins of the packets that cross a border, and their destinations to the
    /// sink; returns the number of these packets.
    fn connect_ends(&mut self, flow: &FlowRows<'_>, inside: &[bool]) -> u64 {
        let (mut starts, mut ends) = (vec![0; self.nodes], vec![0; self.nodes]);
        for (from, list) in flow.demands.iter().enumerate().filter(|&(from, _)| inside[from]) {
            for &(to, count) in list.iter().filter(|&&(to, _)| !inside[wide(to)]) {
                starts[from] += count;
                ends[wide(to)] += count;
            }
        }
        for node in 0..self.nodes {
            if starts[node] > 0 {
                self.network.add_arc(self.source(), self.at(node, 0), starts[node]);
            }
            if ends[node] > 0 {
                self.network.add_arc(self.at(node, self.slots), self.sink(), ends[node]);
            }
        }
        starts.iter().sum()
    }

    /// Returns a price of 1 for each row in a slot that crosses the minimum cut nearest to the source.
    fn prices(&self, flow: &FlowRows<'_>) -> Vec<u64> {
        let reached = self.network.reached(self.source());
        let mut prices = vec![0; flow.capacities.len() * self.slots];
        for &(place, from, to) in &self.row_arcs {
            prices[place] += u64::from(reached[from] && !reached[to]);
        }
        prices
    }
}
