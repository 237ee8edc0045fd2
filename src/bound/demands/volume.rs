//! Room for all transmissions.

use crate::bound::growth::slots_with_room;
use crate::model::{DemandsTask, PortRule};
use crate::wire::Lower;

/// Most moves in a slot.
fn capacity(task: &DemandsTask) -> u64 {
    match task.ports() {
        PortRule::HalfDuplex => task.network().nodes() / 2,
        PortRule::FullDuplex(_) => {
            let nodes = || 0..task.graph().nodes();
            let sends: u64 = nodes().map(|node| u64::from(task.sends_of(node))).sum();
            // Every move is a send and a receive.
            sends.min(nodes().map(|node| u64::from(task.receives_of(node))).sum())
        }
    }
}

/// The least number of slots whose moves have room for all transmissions; broadcasts spread from their root.
pub(super) fn volume(task: &DemandsTask) -> Lower {
    let value = match task.root() {
        Some(_) if !task.is_personal() => {
            slots_with_room(task.least_moves(), capacity(task), task.ports().sends().into())
        }
        _ => task.least_moves().div_ceil(capacity(task)),
    };
    Lower::Volume { value }
}
