//! The exact programs for tasks on Cayley graphs: asked for by name, or by themselves where a small gap is left open.

use super::cayley_found::{Found, delay_wanted, rank};
use super::cayley_methods::{CayleyMade, CayleyMethod};
use super::exact_delay::{MOST_NODES, MOST_SMALL_NODES, MOST_SMALL_VARIABLES, end_note, limits};
use super::{SolveError, SolveOptions};
use crate::certify::ScopedBound;
use crate::delay::{cayley_pooled, cayley_pooled_but_one};
use crate::model::{CayleyTask, WordSchedule};
use crate::program::{FlowModel, FlowWays, MOST_VARIABLES, SearchEnd, least_delay, least_slots};
use crate::wire::Objective;

/// Goes on from a schedule that leaves a gap: first for the completion time, then for the delay.
///
/// Without being `asked` for it goes on when the model is small.
pub(super) fn go_on(
    task: &CayleyTask,
    asked: bool,
    mut found: Found,
    options: &SolveOptions<'_>,
) -> Result<Found, SolveError> {
    let mut needed = false;
    if task.document().objective != Objective::AverageDelay {
        needed |= fewer_slots(task, asked, &mut found, options)?;
    }
    if delay_wanted(task) {
        needed |= less_delay(task, asked, &mut found, options)?;
    }
    if asked {
        if !needed {
            let method = found.made.method.as_str();
            found.made.notes.push(format!("the method {method} meets its bounds; no program was needed"));
        }
        found.made.method = CayleyMethod::Ilp;
    }
    Ok(found)
}

/// Whether the flow model of so many slots may be solved.
fn is_small(task: &CayleyTask, slots: u64) -> bool {
    let graph = task.graph();
    let variables = (graph.nodes() - 1).saturating_mul(graph.links().into()).saturating_mul(slots);
    variables <= MOST_SMALL_VARIABLES
}

fn most_nodes(asked: bool) -> u64 {
    if asked { MOST_NODES } else { MOST_SMALL_NODES }
}

/// Adopts a schedule of the program if it is better.
fn adopt(task: &CayleyTask, found: &mut Found, schedule: Option<WordSchedule>) {
    let Some(schedule) = schedule else { return };
    let notes = std::mem::take(&mut found.made.notes);
    let made = CayleyMade { method: CayleyMethod::Ilp, schedule, notes };
    if rank(task, &made) < rank(task, &found.made) {
        found.made = made;
    } else {
        found.made.notes = made.notes;
    }
}

/// What is said where a search ended with a gap.
fn note(found: &mut Found, asked: bool, end: SearchEnd, options: &SolveOptions<'_>) {
    found.made.notes.extend(end_note(end, most_nodes(asked), options));
    if !asked {
        found.made.notes.push("--method ilp may close the gap".to_owned());
    }
}

const TOO_LARGE: &str = "the flow model is too large to be searched without being asked for; --method ilp takes up to 100000 variables";

/// Closes the gap of the completion time, as far as the program does; whether there was one.
fn fewer_slots(
    task: &CayleyTask,
    asked: bool,
    found: &mut Found,
    options: &SolveOptions<'_>,
) -> Result<bool, SolveError> {
    let (least, length) = (found.bounds.greatest(), found.made.schedule.length());
    if length <= least {
        return Ok(false);
    }
    if !asked && !is_small(task, length) {
        found.made.notes.push(TOO_LARGE.to_owned());
        return Ok(true);
    }
    let program = task.clone();
    let build = move |slots| FlowModel::new(&program, FlowWays::Free, slots, MOST_VARIABLES);
    let result = least_slots(build, least, length, &limits(options, most_nodes(asked)))?;
    let bound = result.bound().filter(|bound| bound.value() > least);
    let closed = result.end == SearchEnd::Proved;
    adopt(task, found, result.schedule);
    found.bounds.isotropic = bound;
    found.tried.push("ilp: flows over nodes and slots, refuted by trees of multipliers".to_owned());
    if !closed {
        note(found, asked, result.end, options);
    }
    Ok(true)
}

/// Closes the gap of the delay, as far as the program does; whether there was one.
fn less_delay(
    task: &CayleyTask,
    asked: bool,
    found: &mut Found,
    options: &SolveOptions<'_>,
) -> Result<bool, SolveError> {
    let (value, length) = (found.made.schedule.total_delay(), found.made.schedule.length());
    let Some(pooled) = cayley_pooled(task).filter(|&pooled| value > pooled) else { return Ok(false) };
    let horizon = match task.document().objective {
        // No schedule of less delay takes longer.
        Objective::AverageDelay => {
            let others = cayley_pooled_but_one(task).ok_or(SolveError::DelayTooLarge)?;
            length.max((value - 1).saturating_sub(others))
        }
        Objective::CompletionTime | Objective::CompletionTimeThenAverageDelay => length,
    };
    if !asked && !is_small(task, horizon) {
        found.made.notes.push(TOO_LARGE.to_owned());
        return Ok(true);
    }
    let first = Some(found.made.schedule.clone());
    let model = FlowModel::new(task, FlowWays::Free, horizon, MOST_VARIABLES)?;
    let result = least_delay(model, first, &limits(options, most_nodes(asked)))?;
    let bound = result.bound().zip(result.scope).map(|(lower, scope)| ScopedBound { scope, lower });
    found.delay = bound.filter(|bound| bound.lower.value() > pooled);
    adopt(task, found, result.schedule);
    found
        .tried
        .push("ilp: the delay by flows over nodes and slots, bounded by a tree of multipliers".to_owned());
    if result.end != SearchEnd::Proved {
        note(found, asked, result.end, options);
    }
    Ok(true)
}
