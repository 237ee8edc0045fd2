//! What one node receives.

use super::nodes::at;
use super::nodes::ports::{self, ThroughOne};
use crate::model::{CollectiveTask, DemandsTask};
use crate::wire::Lower;

fn lower(ThroughOne { value, node, distance }: ThroughOne) -> Lower {
    Lower::Reception { value, node: at(node), distance }
}

/// What the root of a task, or every node, receives.
pub(super) fn of_collective(task: &CollectiveTask) -> Lower {
    lower(ports::of_collective(task))
}

/// What the node receives that takes longest for it.
pub(super) fn of_demands(task: &DemandsTask) -> Option<Lower> {
    ports::of_demands(task, false).map(lower)
}

/// The same of packets that are counted, for every node, by their distance.
pub(super) fn of_counts(task: &DemandsTask, counts: Vec<Vec<u64>>) -> Option<Lower> {
    ports::of_counts(task, counts, false).map(lower)
}
