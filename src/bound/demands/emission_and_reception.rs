//! What goes through the ports of one node.

use super::nodes::{at, hosts_by_distance, narrow, row};
use crate::model::{DemandsTask, Node, Packet, count_of, wide};
use crate::wire::Lower;
use std::cmp::Reverse;

/// ⌈N/k⌉ + δ − 1 for the N packets that a node sends, or receives, over a distance of δ or more, with the
/// greatest value over all nodes and δ; the first such node and the least δ. k are the ports of the node, or
/// its links if they are fewer.
///
/// # Complexity
/// O(P + n · d) for P loads, n nodes and a diameter d; for multinode tasks O(n² · d').
pub(super) fn one_node(task: &DemandsTask, sends: bool) -> Option<Lower> {
    through_one_node(task, by_distance(task, sends).into_iter(), sends)
}

/// The same of packets that are counted, for every node, by their distance.
pub(super) fn through_one_node(
    task: &DemandsTask,
    counts: impl Iterator<Item = Vec<u64>>,
    sends: bool,
) -> Option<Lower> {
    let mut best: Option<(u64, Reverse<(u32, u64)>)> = None;
    for (node, counts) in (0..).zip(counts) {
        let mut packets = 0;
        for (distance, &here) in counts.iter().enumerate().rev() {
            let distance = count_of(distance);
            packets += here;
            if packets > 0 && distance > 0 {
                let ports = if sends { task.sends_of(node) } else { task.receives_of(node) };
                let value = packets.div_ceil(ports.into()) + distance - 1;
                best = best.max(Some((value, Reverse((node, distance)))));
            }
        }
    }
    let (value, Reverse((node, distance))) = best?;
    let node = at(Node(node.into()));
    Some(if sends {
        Lower::Emission { value, node, distance }
    } else {
        Lower::Reception { value, node, distance }
    })
}

/// For every node how many packets it must send, or receive, over each distance.
///
/// Of a packet that is copied every other host receives one, from as far as its origin; and its origin sends
/// one message at least that reaches, copied on, the farthest host. A packet that is combined is the same
/// with time reversed.
fn by_distance(task: &DemandsTask, sends: bool) -> Vec<Vec<u64>> {
    let network = task.network();
    let mut counts: Vec<Vec<u64>> = vec![Vec::new(); wide(task.graph().nodes())];
    let mut add = |node: Node, distance: u64, count: u64| {
        let own = &mut counts[row(node)];
        let distance = usize::try_from(distance).expect("a distance of a table");
        if own.len() <= distance {
            own.resize(distance + 1, 0);
        }
        own[distance] += count;
    };
    for load in task.loads() {
        let everywhere = match load.packet {
            Packet::Personal { from, to } => {
                add(if sends { from } else { to }, network.distance_between(from, to), load.count);
                continue;
            }
            Packet::Copied { .. } => !sends,
            Packet::Combined { .. } => sends,
        };
        let (Packet::Copied { from: root }
        | Packet::Combined { to: root }
        | Packet::Personal { from: root, .. }) = load.packet;
        let hosts = hosts_by_distance(task, load.packet, narrow(root));
        if everywhere {
            let others = hosts.filter(|&(distance, _)| distance > 0);
            others.for_each(|(distance, node)| add(Node(node.into()), distance.into(), load.count));
        } else {
            add(root, hosts.map(|(distance, _)| distance.into()).max().unwrap_or(0), load.count);
        }
    }
    counts
}
