//! The exact program for listed packets: asked for by name, or by itself where a small gap is left open.

use super::exact_delay::{MOST_NODES, MOST_SMALL_NODES, MOST_SMALL_VARIABLES, end_note};
use super::listed_methods::{ListedMade, ListedMethod};
use super::{Phase, SolveError, SolveOptions};
use crate::ilp::{DelayEnd, DelayOptions, MOST_DELAY_VARIABLES, TransportModel, transport_least_slots};
use crate::model::{ListedTask, count_of};

/// Whether the program would go on from a schedule that leaves a gap to `least` slots.
pub(super) fn goes_on(task: &ListedTask, method: Option<ListedMethod>, least: u64) -> bool {
    match method {
        None => TransportModel::size(task, least).require(MOST_SMALL_VARIABLES).is_ok(),
        Some(method) => method == ListedMethod::Ilp,
    }
}

/// Goes on from a schedule that leaves a gap; without being `asked` for it when the model is small.
///
/// # Errors
/// [`SolveError::Ilp`] when it is asked for and the model is too large, or `HiGHS` fails.
pub(super) fn go_on(
    task: &ListedTask,
    asked: bool,
    mut found: ListedMade,
    options: &SolveOptions<'_>,
) -> Result<ListedMade, SolveError> {
    let (least, length) = (found.bounds.best().value(), count_of(found.schedule.slots.len()));
    if length <= least {
        if asked {
            let method = found.method.as_str();
            found.notes.push(format!("the method {method} meets its bounds; no program was needed"));
            found.method = ListedMethod::Ilp;
        }
        return Ok(found);
    }
    let (nodes, most) =
        if asked { (MOST_NODES, MOST_DELAY_VARIABLES) } else { (MOST_SMALL_NODES, MOST_SMALL_VARIABLES) };
    if !asked && !goes_on(task, None, least) {
        found.notes.push(format!(
            "the transport model is too large to be searched without being asked for; --method ilp takes up to {MOST_DELAY_VARIABLES} variables"
        ));
        return Ok(found);
    }
    (options.progress)(Phase::Decomposing);
    let limits =
        DelayOptions { threads: options.threads, time_limit: options.time_limit, nodes, stop: options.stop };
    let result = transport_least_slots(task, least, length, most, &limits)?;
    if let Some(bound) = result.bound().filter(|bound| bound.value() > least) {
        found.bounds.completion.insert(0, bound);
    }
    if result.end != DelayEnd::Proved {
        found.notes.extend(end_note(result.end, nodes, options));
        if !asked {
            found.notes.push("--method ilp may close the gap".to_owned());
        }
    }
    let shorter = result.schedule.filter(|schedule| count_of(schedule.slots.len()) < length);
    if asked || shorter.is_some() {
        found.method = ListedMethod::Ilp;
    }
    found.schedule = shorter.unwrap_or(found.schedule);
    Ok(found)
}
