//! A reduce-scatter and an allgather, one after the other, with every move as early as it can be.

use super::schedule;
use crate::model::{AllreduceTask, ExplicitSchedule, Node, Sent, wide};
use crate::tree::timetable::Timetable;

/// Returns the schedule of an allreduce whose first moves combine every block at some node, and whose later
/// moves spread it from there; each move is brought forward to the first slot with room in which its sender
/// has what it sends. No move is later than in the two schedules one after the other.
///
/// `combining` and `spreading` are the slots of the two halves; the packet of a move is its block.
///
/// # Complexity
/// O(M log M) for M moves, beside the search for room.
#[must_use]
pub fn joined_halves(
    task: &AllreduceTask,
    combining: Vec<Vec<Sent>>,
    spreading: Vec<Vec<Sent>>,
) -> ExplicitSchedule {
    let mut table = Timetable::new(task.frame());
    if table.is_too_long(combining.len() + spreading.len()) {
        return schedule(task.count(), false, combining.into_iter().chain(spreading).collect());
    }
    // By block and node: the first slot in which the node can send the block as far as it is complete there.
    let nodes = wide(task.graph().nodes());
    let blocks = usize::try_from(task.count()).expect("an allreduce has fewer than 2^25 blocks");
    let mut ready = vec![0; blocks * nodes];
    let place = |block: u32, node: Node| wide(block) * nodes + wide(node.narrow());
    for sent in combining.iter().chain(&spreading).flatten() {
        let arc = table.graph().arc_between(sent.from().narrow(), sent.to().narrow());
        let arc = arc.expect("the halves are schedules of the network");
        let slot = table.earliest(ready[place(sent.packet, sent.from())], arc);
        table.take(sent.packet, (slot, arc));
        let there = &mut ready[place(sent.packet, sent.to())];
        *there = slot.saturating_add(1).max(*there);
    }
    schedule(task.count(), false, table.into_slots())
}
