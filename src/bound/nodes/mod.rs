//! Converts nodes to the names of documents and to indices of lists, and finds their distances.

pub(super) mod border;
pub(super) mod growth;
pub(super) mod orders;
pub(super) mod ports;

use crate::model::{DemandsTask, Node, Packet, wide};
use crate::wire::NodeRef;

/// Returns a node as documents name it.
pub(super) fn at(node: Node) -> NodeRef {
    NodeRef::Index(node.0)
}

/// Returns a node as an index of a list over all nodes.
pub(super) fn node_index(node: Node) -> usize {
    wide(node.narrow())
}

/// Returns the hosts, each as its number of hops from a root, or to it, and the node.
pub(super) fn hosts_by_distance(
    task: &DemandsTask,
    packet: Packet,
    root: u32,
) -> impl Iterator<Item = (u32, u32)> + '_ {
    let distances = distances_of(task, packet, root);
    distances.into_iter().zip(0..).filter(|&(_, node)| !task.network().is_switch(Node(node.into())))
}

/// Returns the hops of a copied, or combined, packet between its root and every node.
fn distances_of(task: &DemandsTask, packet: Packet, root: u32) -> Vec<u32> {
    match packet {
        Packet::Combined { .. } => task.graph().distances_to(root),
        Packet::Copied { .. } | Packet::Personal { .. } | Packet::Summed { .. } => {
            task.graph().distances_from(root)
        }
    }
}
