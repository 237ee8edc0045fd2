//! Nodes as witnesses name them, and as tables and lists count them.

pub(super) mod border;
pub(super) mod growth;
pub(super) mod orders;
pub(super) mod ports;

use crate::model::{DemandsTask, Node, Packet, wide};
use crate::wire::NodeRef;

/// A node as documents name it.
pub(super) fn at(node: Node) -> NodeRef {
    NodeRef::Index(node.0)
}

/// A node as an index of a list over all nodes.
pub(super) fn row(node: Node) -> usize {
    wide(node.narrow())
}

/// The hosts, each after its number of hops from a root, or to it.
pub(super) fn hosts_by_distance(
    task: &DemandsTask,
    packet: Packet,
    root: u32,
) -> impl Iterator<Item = (u32, u32)> + '_ {
    let distances = distances_of(task, packet, root);
    distances.into_iter().zip(0..).filter(|&(_, node)| !task.network().is_switch(Node(node.into())))
}

/// Hops that a packet which is copied, or combined, has to go between its root and every node.
fn distances_of(task: &DemandsTask, packet: Packet, root: u32) -> Vec<u32> {
    match packet {
        Packet::Combined { .. } => task.graph().distances_to(root),
        Packet::Copied { .. } | Packet::Personal { .. } => task.graph().distances_from(root),
    }
}
