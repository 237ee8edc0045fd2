//! The farthest packet.

use super::nodes::{at, hosts_by_distance, narrow};
use crate::model::{DemandsTask, Load, Node, Packet};
use crate::wire::Lower;
use std::cmp::Reverse;

/// A packet of greatest distance, the first of those; of packets that are copied or combined the node that is
/// farthest.
pub(super) fn farthest(task: &DemandsTask) -> Option<Lower> {
    let network = task.network();
    let ends = |load: &Load| match load.packet {
        Packet::Personal { from, to } => (network.distance_between(from, to), from, to),
        Packet::Copied { from: node } | Packet::Combined { to: node } => {
            let all = hosts_by_distance(task, load.packet, narrow(node));
            let far = all.map(|(far, other)| (u64::from(far), Reverse(Node(other.into())))).max();
            let (distance, Reverse(other)) = far.expect("a network has nodes");
            (distance, node, other)
        }
    };
    let (value, from, to) =
        task.loads().iter().map(ends).max_by_key(|&(value, from, to)| (value, Reverse((from, to))))?;
    let from = (task.is_personal() || task.root().is_none()).then(|| at(from));
    Some(Lower::Distance { value, packet: at(to), from })
}
