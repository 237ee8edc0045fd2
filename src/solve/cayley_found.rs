//! Schedules of isotropic tasks on Cayley graphs that are found, and which of them is better.

use super::cayley_methods::CayleyMade;
use crate::certify::{CompletionBounds, ScopedBound};
use crate::model::CayleyTask;
use crate::wire::Objective;

/// A schedule with the bounds that it is held against.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) made: CayleyMade,
    pub(super) bounds: CompletionBounds,
    /// A bound on the total delay beside the pooled one.
    pub(super) delay: Option<ScopedBound>,
    /// One sentence on each method tried.
    pub(super) tried: Vec<String>,
}

/// Whether the task asks for little delay.
pub(super) fn delay_wanted(task: &CayleyTask) -> bool {
    task.document().objective != Objective::CompletionTime
}

/// Less is better.
pub(super) fn rank(task: &CayleyTask, made: &CayleyMade) -> (u64, u64, u64) {
    let (slots, delay) = (made.schedule.length(), made.schedule.total_delay());
    let moves = made.schedule.moves();
    match task.document().objective {
        Objective::CompletionTime => (slots, moves, delay),
        Objective::CompletionTimeThenAverageDelay => (slots, delay, moves),
        Objective::AverageDelay => (delay, slots, moves),
    }
}
