//! No schedule is shorter than the way of a packet.

use crate::model::{IsotropicTask, Node};

/// A packet and its distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DistanceBound {
    /// The bound, in slots.
    pub value: u64,
    /// The offset of a farthest packet.
    pub packet: Node,
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
