//! Schedules in intervals, unit by unit; and which schedule is better.

use crate::decompose::color;
use crate::model::{Coloring, Schedule};
use crate::wire::{Objective, Per};

/// A slot for every unit of a schedule in intervals of a stored task matrix.
pub(super) fn in_units(schedule: &Schedule) -> Option<Coloring> {
    schedule.matrix().zip(schedule.intervals()).map(|(matrix, form)| color(matrix, form))
}

/// The slot of every unit of a schedule that is one of a stored task matrix.
#[cfg(feature = "ilp")]
pub(super) fn coloring(schedule: &Schedule) -> Option<Coloring> {
    schedule.coloring().cloned().or_else(|| in_units(schedule))
}

/// The total delay of a schedule that has one, in intervals too.
pub(super) fn total_delay(schedule: &Schedule) -> Option<u128> {
    let of_intervals = || Some(in_units(schedule)?.total_delay(schedule.matrix()?).into());
    schedule.total_delay().or_else(of_intervals)
}

/// Less is better.
pub(super) fn rank(objective: Objective, schedule: &Schedule) -> [u128; 3] {
    let (slots, moves) = (u128::from(schedule.length()), schedule.moves());
    let delay = || total_delay(schedule).unwrap_or(0);
    match objective {
        Objective::CompletionTime => [slots, moves, schedule.total_delay().unwrap_or(0)],
        Objective::CompletionTimeThenAverageDelay => [slots, delay(), moves],
        Objective::AverageDelay => [delay(), slots, moves],
    }
}

/// Ranks schedules of one node and of all nodes alike: slots and delay of all packets of the network, in the
/// order of the objective.
pub(super) fn rank_of_all(objective: Objective, schedule: &Schedule, nodes: u64) -> [u128; 2] {
    let copies = if schedule.per() == Per::Node { nodes } else { 1 };
    let slots = u128::from(schedule.length());
    let delay = || total_delay(schedule).map_or(u128::MAX, |delay| delay.saturating_mul(copies.into()));
    match objective {
        Objective::CompletionTime => [slots, 0],
        Objective::CompletionTimeThenAverageDelay => [slots, delay()],
        Objective::AverageDelay => [delay(), slots],
    }
}
