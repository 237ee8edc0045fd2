//! Room for all transmissions.

use crate::bound::growth::slots_with_room;
use crate::model::DemandsTask;
use crate::wire::Lower;

/// The least number of slots whose moves have room for all transmissions; broadcasts spread from their root.
pub(super) fn volume(task: &DemandsTask) -> Lower {
    let value = match task.root() {
        Some(_) if !task.is_personal() => {
            slots_with_room(task.least_moves(), task.moves_of_a_slot(), task.most_sends().into())
        }
        _ => task.least_moves().div_ceil(task.moves_of_a_slot()),
    };
    Lower::Volume { value }
}
