//! Listed packets that look the same from every node after all: the symmetric task is solved, and what every node does is written out.

use super::{Outcome, SolveOptions, solve, solve_cayley, solve_collective, visit_transmissions};
use crate::bound::isotropic_packets;
use crate::model::{ExplicitSchedule, ListedTask, Packet, Sent, Task, count_of, wide};
use crate::wire::{self, ScheduleBody, TaskDocument};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// A schedule that comes from symmetry; none unless the packets are the same from every node of a network that looks so too, or the
/// incomplete hypercube has all nodes of a hypercube.
///
/// # Complexity
/// That of the symmetric solve, and O(P log P) for P loads, O(M log M) for M moves of all nodes.
pub(super) fn symmetric(task: &ListedTask, options: &SolveOptions<'_>) -> Option<ExplicitSchedule> {
    let document = symmetric_document(task)?;
    let twin = Task::new(&document).ok()?;
    let schedule = symmetric_schedule(&twin, options)?;
    Some(written_out(task, &twin, &schedule))
}

fn symmetric_schedule(twin: &Task, options: &SolveOptions<'_>) -> Option<ScheduleBody> {
    /// What the solve made, optimal or not.
    fn made<S>(outcome: Outcome<S>) -> Option<Box<S>> {
        match outcome {
            Outcome::Optimal(solution) | Outcome::Feasible(solution) => Some(solution),
            Outcome::Unknown { .. } => None,
        }
    }
    // The phases shown are those of the listed task.
    let options = SolveOptions { progress: &|_| (), method: None, form: super::Form::Slots, ..*options };
    match twin {
        Task::Isotropic(task) => Some(made(solve(task, &options).ok()?)?.certificate.schedule),
        Task::Cayley(task) => Some(made(solve_cayley(task, None, &options).ok()?)?.certificate.schedule),
        Task::Collective(task) => {
            Some(made(solve_collective(task, None, &options).ok()?)?.certificate.schedule)
        }
        Task::Listed(_) => None,
    }
}

/// The same task said in a way that shows its symmetry.
fn symmetric_document(task: &ListedTask) -> Option<TaskDocument> {
    let mut document = task.document().clone();
    if let Some(cube) = task.network().incomplete() {
        if !cube.is_complete() {
            return None;
        }
        document.network = wire::Network::Hypercube { dimension: cube.dimension().into() };
    }
    if let wire::Task::Demands { .. } = &document.task {
        let packets = isotropic_packets(&ListedTask::new(&document).ok()?)?;
        document.task = wire::Task::Isotropic { packets, count: 1 };
    }
    Some(document)
}

/// What every node does in a schedule of the symmetric task.
fn written_out(task: &ListedTask, twin: &Task, schedule: &ScheduleBody) -> ExplicitSchedule {
    let mut packets = Vec::new();
    let mut first: BTreeMap<Packet, usize> = BTreeMap::new();
    for load in task.loads() {
        first.insert(load.packet, packets.len());
        packets.extend((0..load.count).map(|_| load.packet));
    }
    let length = match schedule {
        ScheduleBody::Symmetric { slots, .. } => slots.len(),
        ScheduleBody::Placed { slots } => slots.len(),
        ScheduleBody::Explicit { slots, .. } => slots.len(),
        ScheduleBody::Intervals { .. } => 0,
    };
    let mut slots: Vec<Vec<Sent>> = vec![Vec::new(); length];
    let number = |packet: &Packet, copy: Option<u64>| {
        let copy = usize::try_from(copy.unwrap_or(0)).expect("a copy of a listed packet");
        u32::try_from(first[packet] + copy).expect("at most 2^22 packets")
    };
    let written = visit_transmissions(
        twin,
        schedule,
        None,
        0..count_of(length),
        |slot, sent| -> Result<(), Infallible> {
            let packet = number(&sent.packet, sent.copy);
            let slot = u32::try_from(slot).expect("a slot has a move at least");
            slots[wide(slot)].push(Sent { packet, from: sent.from, to: sent.to });
            Ok(())
        },
    );
    match written {
        Ok(()) => {}
        Err(never) => match never {},
    }
    for slot in &mut slots {
        slot.sort_unstable();
    }
    ExplicitSchedule { packets, slots }
}
