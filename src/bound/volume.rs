//! Bounds the completion time by the capacity for all transmissions.

use super::nodes::growth::slots_with_room;
use crate::model::{CollectiveTask, DemandsTask, PortRule};
use crate::wire::Lower;

/// Returns the least number of slots with the capacity for all transmissions; broadcasts spread from their
/// root.
pub(super) fn of_demands(task: &DemandsTask) -> Lower {
    let (moves, capacity) = (task.least_moves(), task.moves_of_a_slot());
    let value = match task.root() {
        Some(_) if !task.is_personal() => slots_with_room(moves, capacity, task.most_sends().into()),
        // A network without links has no moves to make.
        _ => moves.div_ceil(capacity.max(1)),
    };
    Lower::Volume { value }
}

/// Returns the least number of slots with the capacity for `transmissions` of each node, or of all nodes
/// together in a task with a root; one half-duplex port lets at most half of the nodes send.
pub(super) fn of_collective(task: &CollectiveTask, transmissions: u64) -> Lower {
    let (nodes, sends) = (task.network().nodes(), u64::from(task.ports().sends()));
    let capacity = match task.ports() {
        PortRule::FullDuplex(_) => nodes.saturating_mul(sends),
        PortRule::HalfDuplex => nodes / 2,
    };
    let value = match task.collective().root() {
        Some(_) => slots_with_room(transmissions, capacity, sends),
        None => (transmissions * nodes).div_ceil(capacity),
    };
    Lower::Volume { value }
}

/// Returns the bound of a number of slots that is known already.
pub(super) fn of_slots(value: u64) -> Lower {
    Lower::Volume { value }
}
