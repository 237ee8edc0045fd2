//! Bounds the time that one node needs for the packets that go through its ports.

use super::{hosts_by_distance, node_index};
use crate::model::{CollectiveTask, DemandsTask, Exchange, Node, Packet, Packets, count_of, wide};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Most distances whose bounds are compared.
const MAX_COMPARED_DISTANCES: u64 = 1 << 20;

/// A bound by the packets that go through the ports of one node.
pub(in crate::bound) struct PortBound {
    /// The bound, in slots.
    pub(in crate::bound) value: u64,
    /// The node.
    pub(in crate::bound) node: Node,
    /// The least distance of the packets that are counted.
    pub(in crate::bound) distance: u64,
}

/// Returns ⌈N/k⌉ + δ − 1 for N packets that a node with k ports sends, or receives, over a distance of δ or
/// more.
///
/// None of the packets to a node arrives before slot δ. The last packet that leaves a node needs δ − 1 more
/// slots.
fn slots(packets: u64, ports: u64, distance: u64) -> u64 {
    packets.div_ceil(ports) + distance - 1
}

/// Returns the greatest bound, over all distances, by the packets between the root of a task, or node 0, and
/// all other nodes.
pub(in crate::bound) fn of_collective(task: &CollectiveTask) -> PortBound {
    let (network, sends) = (task.network(), u64::from(task.ports().sends()));
    let time = |nodes: u64, distance: u64| slots(task.count() * nodes, sends, distance);
    let (mut value, mut distance) = (time(network.nodes() - 1, 1), 1);
    if network.diameter() <= MAX_COMPARED_DISTANCES {
        let all = Exchange { min: 1, max: network.diameter(), count: 1 };
        let mut beyond = 0;
        for (far, nodes) in Packets::from(all).distance_counts(network).into_iter().rev() {
            beyond += nodes;
            if time(beyond, far) > value {
                (value, distance) = (time(beyond, far), far);
            }
        }
    }
    PortBound { value, node: task.collective().root().unwrap_or(Node(0)), distance }
}

/// Returns the greatest bound over all nodes and distances, of equal ones that of the first node and the
/// least distance. k is the number of ports of the node, or of its links if they are fewer.
///
/// # Complexity
/// O(P log d) for P loads, n for each packet that is copied or combined, and a diameter d.
pub(in crate::bound) fn of_demands(task: &DemandsTask, sends: bool) -> Option<PortBound> {
    greatest(task, by_distance(task, sends), sends)
}

/// Returns the greatest bound over all nodes and distances, as [`of_demands`], from the numbers of packets of
/// every node at each distance.
pub(in crate::bound) fn of_counts(
    task: &DemandsTask,
    counts: Vec<Vec<u64>>,
    sends: bool,
) -> Option<PortBound> {
    let by_distance =
        |counts: Vec<u64>| counts.into_iter().enumerate().map(|(distance, here)| (count_of(distance), here));
    greatest(task, counts.into_iter().map(by_distance), sends)
}

/// Returns the greatest bound, from pairs of a distance and its packets for every node, by increasing
/// distance.
fn greatest<C>(task: &DemandsTask, counts: impl IntoIterator<Item = C>, sends: bool) -> Option<PortBound>
where
    C: IntoIterator<IntoIter: DoubleEndedIterator<Item = (u64, u64)>>,
{
    let mut best: Option<(u64, Reverse<(u32, u64)>)> = None;
    for (node, counts) in (0..).zip(counts) {
        let mut packets = 0;
        for (distance, here) in counts.into_iter().rev() {
            packets += here;
            if packets > 0 && distance > 0 {
                let ports = if sends { task.sends_of(node) } else { task.receives_of(node) };
                let value = slots(packets, ports.into(), distance);
                best = best.max(Some((value, Reverse((node, distance)))));
            }
        }
    }
    let (value, Reverse((node, distance))) = best?;
    Some(PortBound { value, node: Node(node.into()), distance })
}

/// Counts, for every node, the packets that it must send, or receive, over each distance.
///
/// Every other host receives one copy of a copied packet, over the distance from its origin. The origin sends
/// at least one copy, which reaches the farthest host, copied on. A combined packet is a copied one with time
/// reversed.
pub(in crate::bound) fn by_distance(task: &DemandsTask, sends: bool) -> Vec<BTreeMap<u64, u64>> {
    let mut counts = vec![BTreeMap::new(); wide(task.graph().nodes())];
    let mut add = |node: Node, distance: u64, count: u64| {
        *counts[node_index(node)].entry(distance).or_default() += count;
    };
    for (load, &hops) in task.loads().iter().zip(task.hops_of_loads()) {
        let everywhere = match load.packet() {
            Packet::Personal { from, to } => {
                add(if sends { from } else { to }, hops.into(), load.count());
                continue;
            }
            Packet::Copied { .. } => !sends,
            Packet::Combined { .. } => sends,
            Packet::Summed { .. } => unreachable!("an allreduce has no list of packets"),
        };
        let root = load.home();
        let hosts = hosts_by_distance(task, load.packet(), root.narrow());
        if everywhere {
            let others = hosts.filter(|&(distance, _)| distance > 0);
            others.for_each(|(distance, node)| add(Node(node.into()), distance.into(), load.count()));
        } else {
            add(root, hosts.map(|(distance, _)| distance.into()).max().unwrap_or(0), load.count());
        }
    }
    counts
}
