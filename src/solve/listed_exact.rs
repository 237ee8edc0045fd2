//! The exact program for listed packets: asked for by name, or by itself where a small gap is left open.

use super::exact_delay::{MOST_NODES, MOST_SMALL_NODES, MOST_SMALL_VARIABLES, end_note, limits};
use super::listed_methods::{ListedMade, ListedMethod};
use super::{Phase, SolveError, SolveOptions};
use crate::model::{ListedTask, count_of};
use crate::program::{MOST_VARIABLES, SearchEnd, TransportModel, least_slots};

/// Whether the program goes on where a gap is left above `least` slots.
pub(super) fn may_go_on(task: &ListedTask, method: Option<ListedMethod>, least: u64) -> bool {
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
        if asked { (MOST_NODES, MOST_VARIABLES) } else { (MOST_SMALL_NODES, MOST_SMALL_VARIABLES) };
    if !asked && !may_go_on(task, None, least) {
        found.notes.push(format!(
            "the transport model is too large to be searched without being asked for; --method ilp takes up to {MOST_VARIABLES} variables"
        ));
        return Ok(found);
    }
    (options.progress)(Phase::Decomposing);
    let program = task.clone();
    let build = move |slots| TransportModel::new(&program, slots, most);
    let result = least_slots(build, least, length, &limits(options, nodes))?;
    if let Some(bound) = result.bound().filter(|bound| bound.value() > least) {
        found.bounds.completion.insert(0, bound);
    }
    if result.end != SearchEnd::Proved {
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
