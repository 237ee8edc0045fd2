//! Which replay a schedule asks for: by its kind and by the task.

use crate::refusal::rejection::Rejection;
use crate::replay::orbit::{self, Slots};
use crate::replay::replayed::{Options, Run};
use crate::replay::{conveyor, explicit, intervals, multinode, rows, symmetric, windows};
use crate::task::packets::Mode;
use crate::task::problem::Problem;
use isotask_wire::ScheduleBody;

/// Replays a schedule of any kind, or refuses a kind that the task does not have.
pub(crate) fn replay(
    problem: &Problem,
    body: &ScheduleBody,
    options: Options,
    delay_wanted: bool,
) -> Result<Run, Rejection> {
    match (problem, body) {
        (_, ScheduleBody::Explicit { packets, slots }) => explicit::replay(problem, packets, slots),
        (_, ScheduleBody::Orbit { subgroup, packets, slots }) if problem.mode() == Mode::Personal => {
            orbit::replay(problem, subgroup, packets, Slots::Carried(slots), options)
        }
        (_, ScheduleBody::OrbitMultinode { subgroup, packets, slots })
            if problem.mode() != Mode::Personal =>
        {
            orbit::replay(problem, subgroup, packets, Slots::Spread(slots), options)
        }
        (_, ScheduleBody::Orbit { .. } | ScheduleBody::OrbitMultinode { .. }) => {
            Err(Rejection::ScheduleDoesNotFit { expected: "packets with the ends that the task gives them" })
        }
        (Problem::Isotropic(task), ScheduleBody::Symmetric { packets, slots }) => {
            task.rule.require_full_duplex()?;
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
            multinode::replay(task, slots, options)
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
