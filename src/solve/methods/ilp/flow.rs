//! The least delay by flows over nodes and slots: the program that isotropic tasks on all networks have.

use super::effort::{MAX_SMALL_VARIABLES, is_asked, is_unhurried, limits};
use super::own::{Sought, seek};
use crate::delay::cayley_pooled_but_one;
use crate::model::{CayleyTask, WordSchedule};
use crate::program::{FlowModel, FlowWays, MAX_VARIABLES, ProgramError, SearchOptions};
use crate::solve::error::MethodError;
use crate::solve::method::Context;

/// A model with more variables gets fewer search nodes without a request.
const MAX_VARIABLES_FOR_ALL_NODES: u64 = 300;
/// Search nodes of a model with at most that many variables.
const MAX_UNASKED_NODES: u64 = 200;

/// Returns the most variables of a flow model of `slots` slots.
pub(super) fn variables(task: &CayleyTask, slots: u64) -> u64 {
    let graph = task.graph();
    (graph.nodes() - 1).saturating_mul(graph.links().into()).saturating_mul(slots)
}

/// Whether a flow model of `slots` slots is solved; a small one is without a request.
pub(super) fn is_taken(task: &CayleyTask, slots: u64, context: &Context<'_>) -> bool {
    variables(task, slots) <= if is_asked(context) { MAX_VARIABLES } else { MAX_SMALL_VARIABLES }
}

/// Returns the limits of the search for less delay.
pub(super) fn flow_limits<'a>(task: &CayleyTask, slots: u64, context: &Context<'a>) -> SearchOptions<'a> {
    let limits = limits(context, u64::MAX);
    let larger = variables(task, slots).max(MAX_VARIABLES_FOR_ALL_NODES);
    let nodes = MAX_UNASKED_NODES * MAX_VARIABLES_FOR_ALL_NODES / larger;
    SearchOptions { nodes: if is_unhurried(context) { limits.nodes } else { nodes }, ..limits }
}

/// A number of slots that no schedule with a total delay below `delay` exceeds: all packets but the last have
/// at least their pooled bound.
pub(super) fn last_arrival(task: &CayleyTask, delay: u128) -> Result<u64, MethodError> {
    let others = cayley_pooled_but_one(task).ok_or(MethodError::DelayTooLarge)?;
    let last = delay.saturating_sub(1).saturating_sub(others);
    u64::try_from(last).map_err(|_| MethodError::DelayTooLarge)
}

/// Returns the least delay within `slots` slots; none where the model is not solved.
pub(super) fn of_flow(
    task: &CayleyTask,
    context: &Context<'_>,
    horizon: u64,
    first: Option<WordSchedule>,
) -> Result<Option<Sought<WordSchedule>>, MethodError> {
    if !is_taken(task, horizon, context) {
        return Ok(None);
    }
    let build = || FlowModel::new(task, FlowWays::Free, horizon, MAX_VARIABLES);
    match seek(build, first, &flow_limits(task, horizon, context), is_asked(context)) {
        Err(ProgramError::TooLarge(_)) => Ok(None),
        sought => Ok(Some(sought?)),
    }
}
