//! The schedule in windows of an exchange: a plan says how the rows of each distance are joined to those
//! before, and everything else follows (models/formats/schedule.md).
//!
//! Rows are taken by distance, in groups of as many as there are links. Whole orbits, and short ones that
//! make as many rows together, are blocks; the other rows of a distance are divided into those that complete
//! the group before and those that begin the next. All links serve all groups up to the end of each, but for
//! one slot by which some are late. That the links and slots of a plan exist follows from König's theorem, so
//! that a plan of a network with 2⁶² nodes is checked in time that is polynomial in its dimensions; small
//! schedules are written out and replayed besides.

mod expand;
pub(crate) mod fault;
mod front;
mod orbits;
mod rows;

use crate::number::wide;
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::{Counts, Extent, Form, Options, Run, Shape, small_enough};
use crate::replay::symmetric;
use crate::task::isotropic::Isotropic;
use fault::PlanFault;
use front::Front;
use isotask_wire::Window;
use orbits::{Turning, no_turn};
use rows::{Listed, refused};

/// Checks a plan and counts its slots and moves; replays it as slots if it is small enough.
///
/// # Complexity
/// Time O(dimensions · length of the plan + dimensions² · diameter), space O(length of the plan), and the
/// cost of a replay within the limit.
pub(crate) fn replay(task: &Isotropic, plan: &[Window], options: Options) -> Result<Run, Rejection> {
    let network = &task.network;
    let far = task.exchange_within().ok_or(Rejection::ScheduleDoesNotFit {
        expected: "one of another kind: windows are for one packet to every node, or every node near by",
    })?;
    if task.ports < wide(network.links()) {
        return Err(Rejection::ScheduleDoesNotFit { expected: "one of another kind: windows use all ports" });
    }
    if wide(plan.len()) != far {
        let fault = PlanFault::Length { found: plan.len(), expected: far };
        return Err(refused("schedule.plan".to_owned(), fault));
    }
    let turning = Turning::new(network, far).ok_or_else(no_turn)?;
    let mut front = Front::new(turning.columns());
    let mut held = Vec::new();
    for (window, distance) in plan.iter().zip(1..) {
        let place = format!("schedule.plan[{}]", distance - 1);
        let listed = Listed::new(network, &turning, distance, window, &place)?;
        let blocks = wide(listed.blocks.len() + listed.bins.len());
        let blocks = u128::from(blocks) + unlisted(&turning, &listed, &place)?;
        let group: Vec<_> = held.into_iter().chain(listed.first).collect();
        front.join(&turning, &group, &window.ends, &place)?;
        front.pass_blocks(blocks, distance)?;
        held = listed.last;
    }
    if !held.is_empty() {
        return Err(refused("schedule.plan".to_owned(), PlanFault::Held { found: held.len() }));
    }
    if small_enough(network.nodes, task.distances, options) {
        let (packets, slots) = expand::expand(task, &turning, plan)?;
        let mut run = symmetric::replay(task, &packets, &slots, options)?;
        run.replayed.form = Form::Windows;
        return Ok(run);
    }
    let counts = Counts {
        completion_time: front.end,
        transmissions: task.distances,
        delay: Some(front.total),
        detour: None,
    };
    let shape = Shape { form: Form::Windows, replay: Extent::Plan, packets: task.rows };
    Ok(Run::new(network, task.ports, shape, &counts))
}

/// Returns the number of blocks of the orbits that are not listed: d/p orbits of period p make one block, d
/// being the number of links.
fn unlisted(turning: &Turning<'_>, listed: &Listed, place: &str) -> Result<u128, Rejection> {
    let columns = turning.columns();
    let mut blocks = 0;
    for period in (1..=columns).filter(|period| columns.is_multiple_of(*period)) {
        let (all, written) = (turning.orbits(wide(period), listed.distance), listed.of_period(period));
        let group = u128::from(wide(columns / period));
        let Some(left) = all.checked_sub(written).filter(|left| left.is_multiple_of(group)) else {
            let (period, group) = (wide(period), wide(columns / period));
            let fault = PlanFault::Unlisted { listed: written, all, period, group };
            return Err(refused(place.to_owned(), fault));
        };
        blocks += left / group;
    }
    Ok(blocks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;
    use crate::network::topology::Network;

    /// On the 4-cube the one orbit of 1010 has half a block, and on the 6-cube that of 101010 a third.
    #[test]
    fn orbits_that_make_no_whole_block_have_to_be_listed() {
        for (dimension, distance, group) in [(4, 2, 2), (6, 3, 3)] {
            let cube = isotask_wire::Network::Hypercube { dimension };
            let network = Network::new(&cube, &Effort::new(0)).expect("a cube");
            let turning = Turning::new(&network, distance).expect("a turn");
            let Err(Rejection::Plan { fault, .. }) = unlisted(&turning, &Listed::none(distance), "plan")
            else {
                unreachable!("a block is left over")
            };
            let expected = PlanFault::Unlisted { listed: 0, all: 1, period: 2, group };
            assert_eq!(fault, expected);
        }
    }
}
