//! Bounds the completion time by the packets that one node receives.

use super::nodes::at;
use super::nodes::ports::{self, PortBound};
use crate::model::{CollectiveTask, DemandsTask, Node};
use crate::wire::Lower;

fn lower(PortBound { value, node, distance }: PortBound) -> Lower {
    Lower::Reception { value, node: at(node), distance }
}

/// Returns the bound by the packets that the root of a task, or every node, receives.
pub(super) fn of_collective(task: &CollectiveTask) -> Lower {
    lower(ports::of_collective(task))
}

/// Returns the greatest bound by the packets that a node receives.
pub(super) fn of_demands(task: &DemandsTask) -> Option<Lower> {
    ports::of_demands(task, false).map(lower)
}

/// Returns the greatest bound of a node, from the numbers of packets of every node at each distance.
pub(super) fn of_counts(task: &DemandsTask, counts: Vec<Vec<u64>>) -> Option<Lower> {
    ports::of_counts(task, counts, false).map(lower)
}

/// Returns the bound of `value` slots by what a node receives over a distance or farther.
pub(super) fn of_node(value: u64, node: Node, distance: u64) -> Lower {
    lower(PortBound { value, node, distance })
}
