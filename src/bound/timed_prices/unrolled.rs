//! Packets that must cross a border in time, as one flow through links and slots.

use crate::bound::nodes::border::Border;
use crate::bound::prices::flow::FlowRows;
use crate::graph::{FlowNetwork, dinic};
use crate::model::{count_of, wide};

/// What every way has room for that nothing else limits.
const ENDLESS: u64 = u64::MAX >> 2;
/// Most packets times slots, and most nodes and rows in slots that are looked at for one border.
const MOST_WAITING: u64 = 1 << 28;
const MOST_LOOKS: u64 = 1 << 30;

/// Prices of all rows, slot by slot, by which the packets that must cross pay more than these slots can
/// cost, if they cannot all cross and be there in so many.
///
/// Whichever of them is which, they are a flow over time (Ford & Fulkerson 1958) from where they start to
/// where they go, and a greatest flow is as great as a least cut. If that is less than all of them, each
/// row and slot of the cut has a price of 1: of the packets whose start and end it does not cut off, which
/// are more than it has room for, each crosses it.
///
/// None also if they are so many, or have so far to go, that this would take too long, or `cancel` says so.
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
    let packets = unrolled.join(flow, &border.inside);
    // A path goes through all slots, waiting in most of them.
    if packets.saturating_mul(count_of(slots)) > MOST_WAITING {
        return None;
    }
    let (source, sink) = (unrolled.source(), unrolled.sink());
    let mut left = MOST_LOOKS / count_of(unrolled.nodes * slots + unrolled.places.len());
    let stop = || {
        left = left.saturating_sub(1);
        left == 0 || cancel()
    };
    let found = dinic(&mut unrolled.network, source, sink, stop)?;
    (found < packets).then(|| unrolled.prices(flow))
}

/// A network, slot by slot: each node before each slot and after the last, and what rows have room for.
#[derive(Debug)]
struct Unrolled {
    network: FlowNetwork,
    nodes: usize,
    slots: usize,
    /// A row in a slot, and from which vertex to which it leads.
    places: Vec<(usize, usize, usize)>,
}

impl Unrolled {
    fn new(flow: &FlowRows<'_>, slots: usize) -> Self {
        let graph = flow.task.graph();
        let nodes = wide(graph.nodes());
        // Beside the nodes source and sink, and a vertex for the ports of each node either way.
        let network = FlowNetwork::new(nodes * (slots + 1) + 2 + 2 * nodes * slots);
        let mut unrolled = Self { network, nodes, slots, places: Vec::new() };
        for slot in 0..slots {
            unrolled.add_slot(flow, slot);
        }
        unrolled
    }

    /// A node before a slot.
    fn at(&self, node: usize, slot: usize) -> usize {
        slot * self.nodes + node
    }

    fn source(&self) -> usize {
        self.nodes * (self.slots + 1)
    }

    fn sink(&self) -> usize {
        self.source() + 1
    }

    /// The vertex behind the sends, or before the receives, of a node in a slot.
    fn port(&self, node: usize, slot: usize, receives: bool) -> usize {
        self.source() + 2 + 2 * self.at(node, slot) + usize::from(receives)
    }

    fn add_slot(&mut self, flow: &FlowRows<'_>, slot: usize) {
        let graph = flow.task.graph();
        for node in 0..self.nodes {
            self.network.add_arc(self.at(node, slot), self.at(node, slot + 1), ENDLESS);
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

    /// An arc with the room of a row, if it has one.
    fn add(&mut self, flow: &FlowRows<'_>, row: Option<usize>, slot: usize, (from, to): (usize, usize)) {
        self.network.add_arc(from, to, row.map_or(ENDLESS, |row| flow.capacities[row]));
        if let Some(row) = row {
            self.places.push((slot * flow.capacities.len() + row, from, to));
        }
    }

    /// Joins the source to where the packets of a border start, and where they go to the sink; how many there
    /// are.
    fn join(&mut self, flow: &FlowRows<'_>, inside: &[bool]) -> u64 {
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

    /// 1 for each place of a row, slot by slot, that leads over the least cut nearest to the source.
    fn prices(&self, flow: &FlowRows<'_>) -> Vec<u64> {
        let reached = self.network.reached(self.source());
        let mut prices = vec![0; flow.capacities.len() * self.slots];
        for &(place, from, to) in &self.places {
            prices[place] += u64::from(reached[from] && !reached[to]);
        }
        prices
    }
}
