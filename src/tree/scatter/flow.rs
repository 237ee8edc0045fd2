//! The fastest scatter as a flow in a time-expanded network: all packets start at the root, so one commodity
//! is enough.

use super::farthest::{MAX_SENDS, scatter_packets};
use crate::graph::{FlowNetwork, dinic};
use crate::model::{ExplicitSchedule, Link, Network, Node, Sent, count_of};
use crate::tree::construction::{ConstructionError, at, limit, nodes, put, require, short, tidy};

/// Most arcs of a time-expanded network.
const MAX_ARCS: u64 = 1 << 21;

/// Finds a scatter of `count` packets per node in at most `slots` slots with k sends and k receives a slot,
/// or proves that there is none (`None`).
///
/// All packets start at the root and are interchangeable until they arrive. So a scatter is an integral flow
/// from the root at time 0 to `count` units at every other node at the end, in the time-expanded network of
/// pairs (node, time) (Ford & Fulkerson 1958). A link carries one unit a slot, a node keeps any number, and
/// sends and receives at most k units a slot. With `shortest` packets only move away from the root, which
/// minimises the sends; then `None` refutes only such scatters.
///
/// # Errors
/// [`ConstructionError::NoPacket`], [`ConstructionError::NoPort`], [`ConstructionError::TooLarge`] beyond
/// 2^21 arcs or 2^24 packets.
///
/// # Complexity
/// O(E √V) for paths of one unit and rarely more, with V = n · T vertices and E = n · m · T arcs ([`dinic`]).
///
/// # Examples
/// ```
/// use isotask::{model::{Network, Node}, tree::scatter_by_flow, wire};
/// let ring = Network::new(&wire::Network::Ring { nodes: 6 })?;
/// assert!(scatter_by_flow(&ring, Node(0), 2, 1, 2, false)?.is_none());
/// assert!(scatter_by_flow(&ring, Node(0), 2, 1, 3, true)?.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn scatter_by_flow(
    network: &Network,
    root: Node,
    ports: u32,
    count: u64,
    slots: usize,
    shortest: bool,
) -> Result<Option<ExplicitSchedule>, ConstructionError> {
    require(count, ports)?;
    let narrow = ports < network.links();
    let arcs_of_node = u64::from(network.links()) + if narrow { 3 } else { 1 };
    let arcs =
        network.nodes().checked_mul(arcs_of_node).and_then(|arcs| arcs.checked_mul(count_of(slots) + 1));
    limit("arcs of the network over time", arcs, MAX_ARCS)?;
    let wanted = limit("packets", (network.nodes() - 1).checked_mul(count), MAX_SENDS)?;
    let n = at(Node(network.nodes()));
    // Vertices: (node, time), then a send vertex and a receive vertex for each, then the sink.
    let layer = n * (slots + 1);
    let sink = 3 * layer;
    let mut flow = FlowNetwork::new(sink + 1);
    let mut moves = Vec::new();
    for time in 0..slots {
        for node in nodes(network) {
            let (here, next) = (time * n + at(node), (time + 1) * n + at(node));
            flow.add_arc(here, next, wanted);
            if narrow {
                flow.add_arc(here, layer + here, ports.into());
                flow.add_arc(2 * layer + next, next, ports.into());
            }
            for link in (0..network.links()).map(Link) {
                let to = network.neighbor(node, link);
                if to == Node(0) || shortest && network.distance(to) < network.distance(node) + 1 {
                    continue;
                }
                let there = (time + 1) * n + at(to);
                let arc = if narrow {
                    flow.add_arc(layer + here, 2 * layer + there, 1)
                } else {
                    flow.add_arc(here, there, 1)
                };
                moves.push((arc, time, node, to));
            }
        }
    }
    for node in 1..n {
        flow.add_arc(slots * n + node, sink, count);
    }
    if dinic(&mut flow, 0, sink, || false).is_none_or(|found| found < wanted) {
        return Ok(None);
    }
    let used = moves.into_iter().filter(|&(arc, ..)| flow.flow(arc) == 1);
    let used: Vec<_> = used.map(|(_, time, from, to)| (time, from, to)).collect();
    Ok(Some(with_destinations(network, root, count, &used)))
}

/// Assigns destinations to the units of a flow. Going backwards in time, a node gives up its own packets only
/// when it has no others.
fn with_destinations(
    network: &Network,
    root: Node,
    count: u64,
    moves: &[(usize, Node, Node)],
) -> ExplicitSchedule {
    let packets = scatter_packets(network, root, count);
    let translation = network.translation(root);
    let mut held: Vec<Vec<u32>> = vec![Vec::new(); at(Node(network.nodes()))];
    for packet in 0..packets.len() {
        let owner = 1 + packet / at(Node(count));
        held[owner].push(short(packet));
    }
    let mut slots = Vec::new();
    for slot in moves.chunk_by(|a, b| a.0 == b.0).rev() {
        // A packet that a node holds after the slot was received in it or held before; all moves of the slot
        // are reversed at once.
        let mut back = Vec::new();
        for &(time, from, to) in slot {
            if let Some(packet) = held[at(to)].pop() {
                back.push((from, packet));
                let (from, to) = (translation.of(from), translation.of(to));
                put(&mut slots, time, Sent::new(packet, from, to));
            }
        }
        for (from, packet) in back {
            held[at(from)].push(packet);
        }
    }
    ExplicitSchedule { packets, slots: tidy(slots) }
}
