//! Schedules while they are made.

use crate::model::wide;

/// Slot by slot the moves (packet, link) of a symmetric schedule.
pub(super) type Slots = Vec<Vec<(u32, u32)>>;

/// Groups moves by their slots, in the order in which they come; there are `slots` slots. The moves are
/// iterated twice, so that no list has more capacity than it needs.
pub(super) fn in_slots<M>(slots: usize, moves: impl Iterator<Item = (u32, M)> + Clone) -> Vec<Vec<M>> {
    let mut counts = vec![0; slots];
    moves.clone().for_each(|(slot, _)| counts[wide(slot)] += 1);
    let mut all: Vec<Vec<M>> = counts.into_iter().map(Vec::with_capacity).collect();
    moves.for_each(|(slot, of_packet)| all[wide(slot)].push(of_packet));
    all
}
