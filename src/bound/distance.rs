//! Bounds the completion time by the distance of a packet.

use super::nodes::{at, hosts_by_distance};
use crate::model::{CayleyTask, CollectiveTask, DemandsTask, IsotropicTask, Load, Node, Packet};
use crate::wire::Lower;
use std::cmp::Reverse;

/// A packet and its distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DistanceBound {
    /// The bound, in slots.
    pub value: u64,
    /// The offset of a farthest packet.
    pub packet: Node,
}

impl DistanceBound {
    /// Returns the bound for a task in which every node sends the translates of the packets of node 0.
    pub(crate) fn into_lower(self) -> Lower {
        Lower::Distance { value: self.value, packet: at(self.packet), from: None }
    }
}

/// Returns a farthest packet; `None` for a task without packets (P1 Theorem 1, the rows).
///
/// # Complexity
/// As [`IsotropicTask::farthest`].
#[must_use]
pub fn distance(task: &IsotropicTask) -> Option<DistanceBound> {
    let packet = task.farthest()?;
    Some(DistanceBound { value: task.network().distance(packet), packet })
}

/// Returns a farthest packet on a Cayley graph; `None` for a task without packets.
///
/// # Complexity
/// O(C) for C classes.
#[must_use]
pub fn cayley_distance(task: &CayleyTask) -> Option<DistanceBound> {
    let packet = task.farthest()?;
    Some(DistanceBound { value: task.graph().distance(packet), packet })
}

/// Returns the distance between the root, or node 0, and a farthest node.
pub(super) fn of_collective(task: &CollectiveTask, far: Node) -> Lower {
    Lower::Distance { value: task.network().diameter(), packet: at(far), from: None }
}

/// Returns the bound of the first packet of greatest distance; a copied or combined packet has the distance
/// of the farthest host.
pub(super) fn of_demands(task: &DemandsTask) -> Option<Lower> {
    let ends = |(load, &hops): (&Load, &u32)| match load.packet() {
        Packet::Personal { from, to } => (u64::from(hops), from, to),
        Packet::Copied { from: node } | Packet::Combined { to: node } => {
            let all = hosts_by_distance(task, load.packet(), node.narrow());
            let far = all.map(|(far, other)| (u64::from(far), Reverse(Node(other.into())))).max();
            let (distance, Reverse(other)) = far.expect("a network has nodes");
            (distance, node, other)
        }
        Packet::Summed { .. } => unreachable!("an allreduce has no list of packets"),
    };
    let all = task.loads().iter().zip(task.hops_of_loads()).map(ends);
    let (value, from, to) = all.max_by_key(|&(value, from, to)| (value, Reverse((from, to))))?;
    let from = (task.is_personal() || task.root().is_none()).then(|| at(from));
    Some(Lower::Distance { value, packet: at(to), from })
}

/// Returns the bound of what every node has for the node at an offset, if all nodes are alike.
pub(super) fn of_offset(offset: Node, distance: u64) -> Lower {
    Lower::Distance { value: distance, packet: at(offset), from: None }
}

/// Returns the bound of a packet with this distance.
pub(super) fn of_packet(from: Node, to: Node, distance: u64) -> Lower {
    Lower::Distance { value: distance, packet: at(to), from: Some(at(from)) }
}
