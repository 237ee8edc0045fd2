//! The choice of the replay of a schedule, by its kind and by the task.

use crate::effort::Part;
use crate::number::wide;
use crate::refusal::rejection::Rejection;
use crate::replay::explicit::Explicit;
use crate::replay::intervals::rows;
use crate::replay::multinode::Multinode;
use crate::replay::orbit::Orbits;
use crate::replay::replayed::{Options, Run};
use crate::replay::slot_by_slot::{replay_all, while_coming};
use crate::replay::symmetric::{self, Symmetric};
use crate::replay::{conveyor, intervals, windows};
use crate::task::packets::Mode;
use crate::task::problem::Problem;
use isotask_wire::{Move, NodeRef, OrbitMove, ScheduleBody, Slots, StreamedSlots};
use std::io::Read;

/// Replays a schedule of any kind, or refuses a kind that the task does not have.
pub(crate) fn replay(
    problem: &Problem,
    body: &ScheduleBody,
    options: Options,
    delay_wanted: bool,
) -> Result<Run, Rejection> {
    problem.network().effort.charge_to(Part::Schedule);
    match (problem, body) {
        (_, ScheduleBody::Explicit { packets, slots }) => {
            replay_all(Explicit::new(problem, packets.iter(), moves(slots))?, slots)
        }
        (Problem::Allreduce(_) | Problem::Parcels { .. }, _) => {
            Err(Rejection::ScheduleDoesNotFit { expected: "an explicit one" })
        }
        (_, ScheduleBody::Orbit { subgroup, packets, slots }) if problem.mode() == Mode::Personal => {
            replay_all::<Move>(Orbits::new(problem, subgroup, packets.iter(), moves(slots), options)?, slots)
        }
        (_, ScheduleBody::OrbitMultinode { subgroup, packets, slots })
            if problem.mode() != Mode::Personal =>
        {
            replay_all::<OrbitMove>(
                Orbits::new(problem, subgroup, packets.iter(), moves(slots), options)?,
                slots,
            )
        }
        (_, ScheduleBody::Orbit { .. } | ScheduleBody::OrbitMultinode { .. }) => {
            Err(Rejection::ScheduleDoesNotFit { expected: "packets with the ends that the task gives them" })
        }
        (Problem::Isotropic(task), ScheduleBody::Symmetric { packets, slots }) => {
            symmetric::replay(task, packets, slots, options)
        }
        (Problem::Isotropic(task), &ScheduleBody::Conveyor { minus }) => {
            conveyor::replay(problem, task, minus, options)
        }
        (Problem::Isotropic(task), ScheduleBody::Windows { plan }) => {
            task.rule.require_full_duplex()?;
            windows::replay(task, plan, options)
        }
        (Problem::Isotropic(task), ScheduleBody::Intervals { packets, groups, intervals, routes }) => {
            task.rule.require_full_duplex()?;
            let parts = rows::Parts { groups, intervals, routes };
            intervals::replay(task, packets.as_deref(), &parts, options, delay_wanted)
        }
        (Problem::Isotropic(_), ScheduleBody::Multinode { .. }) => {
            Err(Rejection::ScheduleDoesNotFit { expected: "one with `packets`" })
        }
        (Problem::Collective(task), ScheduleBody::Multinode { slots }) if task.network.is_symmetric() => {
            replay_all(Multinode::new(task, Some(moves(slots)), options)?, slots)
        }
        (Problem::Demands(_), _) | (Problem::Collective(_), ScheduleBody::Multinode { .. }) => {
            Err(Rejection::ScheduleDoesNotFit { expected: "an explicit one" })
        }
        (
            Problem::Collective(_),
            ScheduleBody::Symmetric { .. }
            | ScheduleBody::Intervals { .. }
            | ScheduleBody::Conveyor { .. }
            | ScheduleBody::Windows { .. },
        ) => Err(Rejection::ScheduleDoesNotFit {
            expected: "an explicit one, or for a multinode task a symmetric one without `packets`",
        }),
    }
}

fn moves<M>(slots: &Slots<M>) -> u64 {
    wide(slots.moves().len())
}

/// Replays a schedule while its slots are read, `head` being the schedule without its slots and packets; none
/// where it is refused, or has to be replayed as a whole. The number of moves is not known, so that packets
/// that need much memory are left to the replay as a whole.
pub(crate) fn replay_while_coming<R: Read>(
    problem: &Problem,
    head: &ScheduleBody,
    coming: &mut StreamedSlots<R>,
    options: Options,
) -> Option<Run> {
    let packets = coming.take_packets();
    match (problem, head) {
        (Problem::Isotropic(task), ScheduleBody::Symmetric { .. }) => {
            let offset = |offset: u32| NodeRef::Index(offset.into());
            let packets = packets.into_offsets()?.into_iter().map(offset);
            while_coming(Symmetric::new(task, packets, options).ok()?, coming)
        }
        (Problem::Collective(task), ScheduleBody::Multinode { .. }) if task.network.is_symmetric() => {
            while_coming(Multinode::new(task, None, options).ok()?, coming)
        }
        (_, ScheduleBody::Explicit { .. }) => {
            let replay = Explicit::new(problem, packets.into_ends()?, 0).ok()?;
            while_coming(replay, coming)
        }
        (Problem::Allreduce(_) | Problem::Parcels { .. }, _) => None,
        (_, ScheduleBody::Orbit { subgroup, .. }) if problem.mode() == Mode::Personal => {
            let replay = Orbits::new(problem, subgroup, packets.into_ends()?, 0, options).ok()?;
            while_coming::<Move, R>(replay, coming)
        }
        (_, ScheduleBody::OrbitMultinode { subgroup, .. }) if problem.mode() != Mode::Personal => {
            let replay = Orbits::new(problem, subgroup, packets.into_ends()?, 0, options).ok()?;
            while_coming::<OrbitMove, R>(replay, coming)
        }
        _ => None,
    }
}
