//! The schedule of a certificate as a solution of the delay model, or of the flow model.

use crate::model::{IsotropicTask, Network, WordSchedule, wide};
use crate::program::{DelayModel, DelayMove, FlowModel};
use crate::wire::{NodeRef, ScheduleBody};
use thiserror::Error;

/// Why a schedule gives no solution of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolutionError {
    /// The schedule does not list its slots.
    #[error("the schedule is in intervals, expected one slot by slot")]
    Intervals,
    /// The schedule is no solution of the model.
    #[error(
        "the schedule takes detours or more slots than the model, expected shortest paths within its slots"
    )]
    NoSolution,
}

/// Returns the values that the schedule of a certificate gives to the variables of a delay model of its task.
///
/// # Errors
/// [`SolutionError`].
///
/// # Complexity
/// O(V + M·T + P log P) time, O(V) space for V variables, M moves, T slots and P packets.
pub fn solution(
    model: &DelayModel,
    task: &IsotropicTask,
    schedule: &ScheduleBody,
) -> Result<Vec<bool>, SolutionError> {
    let ScheduleBody::Symmetric { packets, slots } = schedule else {
        return Err(SolutionError::Intervals);
    };
    // The task lists its rows by index, the schedule its packets in any order; equal packets are adjacent.
    let mut order: Vec<usize> = (0..packets.len()).collect();
    order.sort_by_key(|&packet| index(task, &packets[packet]));
    let mut rows = vec![0; packets.len()];
    for (row, packet) in order.into_iter().enumerate() {
        rows[packet] = row;
    }
    let moves = slots.iter().enumerate().flat_map(|(slot, moves)| {
        let rows = &rows;
        moves.iter().map(move |step| DelayMove {
            packet: rows.get(wide(step.packet)).copied().unwrap_or(usize::MAX),
            link: step.link,
            slot,
        })
    });
    model.assignment(moves).ok_or(SolutionError::NoSolution)
}

/// Returns the values that the schedule of a certificate gives to the variables of a flow model of its task.
///
/// # Errors
/// [`SolutionError`].
///
/// # Complexity
/// O(V + M · diameter) time, O(V) space for V variables and M moves.
pub fn flow_solution(
    model: &FlowModel,
    network: &Network,
    schedule: &ScheduleBody,
) -> Result<Vec<bool>, SolutionError> {
    let ScheduleBody::Symmetric { packets, slots } = schedule else {
        return Err(SolutionError::Intervals);
    };
    let offset = |packet| network.node(packet, String::new).map_err(|_| SolutionError::NoSolution);
    let words = WordSchedule {
        packets: packets.iter().map(offset).collect::<Result<_, _>>()?,
        slots: slots
            .iter()
            .map(|moves| moves.iter().map(|step| (step.packet, step.link)).collect())
            .collect(),
    };
    model.assignment(&words).ok_or(SolutionError::NoSolution)
}

fn index(task: &IsotropicTask, node: &NodeRef) -> u64 {
    match node {
        NodeRef::Index(index) => *index,
        NodeRef::Coordinates(list) => {
            let rings = task.network().dimensions().iter();
            rings.zip(list).fold(0, |sum, (ring, x)| sum.wrapping_add(x.wrapping_mul(ring.stride())))
        }
    }
}
