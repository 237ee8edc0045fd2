//! A schedule as rounds of pairs of devices, and programs that carry such rounds out.

mod axes;
mod cells;
mod hops;
pub(super) mod jax;
pub(super) mod json;
mod layout;
mod pairs;
mod python;
pub(super) mod torch;

use super::plan::Plan;
use super::plan::error::PlanError;
use crate::wire::RoundsDocument;
use axes::Axes;
use cells::cells;
use hops::{Devices, Hop, hops};
use layout::Layout;
use pairs::rounds_of;

/// Most cells of all devices together.
const MAX_CELLS: u64 = 1 << 22;

/// Writes a schedule, which the checker has accepted, as rounds; `then` is the allgather that completes an
/// all-reduce, if one is wanted.
///
/// # Errors
/// [`PlanError::NoAllReduce`] unless the two are the halves of an all-reduce on one network,
/// [`PlanError::NothingToSend`] where no packet is sent,
/// [`PlanError::TooMuch`] above 2²² cells of all devices.
///
/// # Complexity
/// O(S log S + H · (d + n)) for S transmissions, H hops, d hops of a device in a slot and n devices.
pub fn rounds(plan: &Plan<'_>, then: Option<&Plan<'_>>) -> Result<RoundsDocument, PlanError> {
    let network = plan.problem.network();
    require_halves(plan, then)?;
    let devices = Devices::of(network);
    let (count, nodes) = (devices.count, devices.nodes.clone());
    let mut hops = hops(plan, &devices);
    let second = then.map(|then| (hops::hops(then, &devices), then.problem.document().clone()));
    let mut layout = Layout::new(plan.problem, devices, &hops);
    if hops.is_empty() {
        return Err(PlanError::NothingToSend);
    }
    let mut completed = None;
    if let Some((second, task)) = second {
        layout = layout.completed();
        hops.extend(second.into_iter().map(|hop| Hop { slot: hop.slot + plan.slots, ..hop }));
        completed = Some(task);
    }
    let (ends, most) = cells(&hops, &layout);
    let found = most.saturating_mul(count);
    if found > MAX_CELLS {
        return Err(PlanError::TooMuch { what: "cells of all devices", found, most: MAX_CELLS });
    }
    let task = plan.problem.document().clone();
    let mut document = RoundsDocument::new(task, completed, layout.collective, count);
    let axes = Axes::of(network);
    document.nodes = nodes;
    document.mesh = axes.as_ref().map(Axes::sides);
    document.root = layout.root;
    (document.input, document.output, document.cells) = (layout.input(), layout.output(), most);
    document.packets = layout.packets();
    document.copies = layout.copies();
    let slots = plan.slots + then.map_or(0, |then| then.slots);
    let mut rest = &hops[..];
    let mut rest_ends = &ends[..];
    for slot in 0..slots {
        let (now, after) = rest.split_at(rest.partition_point(|hop| hop.slot == slot));
        let (now_ends, after_ends) = rest_ends.split_at(now.len());
        document.slots.push(rounds_of(now, now_ends, network, axes.as_ref()));
        (rest, rest_ends) = (after, after_ends);
    }
    Ok(document)
}

/// Refuses a second half that does not complete the first to an all-reduce.
fn require_halves(plan: &Plan<'_>, then: Option<&Plan<'_>>) -> Result<(), PlanError> {
    let Some(then) = then else { return Ok(()) };
    let completes = plan.problem.allgather().is_some_and(|gather| {
        gather.is_ok_and(|gather| {
            let (asked, found) = (gather.document(), then.problem.document());
            asked.network == found.network && asked.task == found.task
        })
    });
    if completes { Ok(()) } else { Err(PlanError::NoAllReduce) }
}
