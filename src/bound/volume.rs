//! Room for all transmissions.

use super::nodes::growth::slots_with_room;
use crate::model::{CollectiveTask, DemandsTask, PortRule};
use crate::wire::Lower;

/// The least number of slots whose moves have room for all transmissions; broadcasts spread from their root.
pub(super) fn of_demands(task: &DemandsTask) -> Lower {
    let (moves, room) = (task.least_moves(), task.moves_of_a_slot());
    let value = match task.root() {
        Some(_) if !task.is_personal() => slots_with_room(moves, room, task.most_sends().into()),
        // A network without links has no moves to make.
        _ => moves.div_ceil(room.max(1)),
    };
    Lower::Volume { value }
}

/// The same of so many transmissions of a node, or of all in a task with a root; one half-duplex port lets at
/// most half of the nodes send.
pub(super) fn of_collective(task: &CollectiveTask, transmissions: u64) -> Lower {
    let (nodes, sends) = (task.network().nodes(), u64::from(task.ports().sends()));
    let room = match task.ports() {
        PortRule::FullDuplex(_) => nodes.saturating_mul(sends),
        PortRule::HalfDuplex => nodes / 2,
    };
    let value = match task.collective().root() {
        Some(_) => slots_with_room(transmissions, room, sends),
        None => (transmissions * nodes).div_ceil(room),
    };
    Lower::Volume { value }
}

/// The slots in which there is room, where they have been counted.
pub(super) fn of_slots(value: u64) -> Lower {
    Lower::Volume { value }
}
