//! The exact program of packets in a list, and of those that are copied or combined, each of which is listed
//! for it: those that are alike as flows over links and slots.

use super::effort::{MOST_SMALL_VARIABLES, ended, is_asked, limits};
use crate::model::{DemandsTask, Problem, Schedule, View};
use crate::program::{MOST_VARIABLES, ModelSize, ProgramError, SearchEnd, TransportModel, least_slots};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::methods::views::of_collective;
use crate::solve::notes::{Explanation, ModelSize as OfModel, Note};
use crate::solve::unsuited::Unsuited;

/// Where a gap is left; none where nodes send the same packets to others.
pub(super) fn suits(problem: &Problem) -> Option<Result<Suited, Unsuited>> {
    let view = Some(problem.view()).filter(|view| matches!(view, View::Demands | View::Collective))?;
    Some(Ok(Suited { view, when: When::GoesOn }))
}

/// The packets of the problem as the program has them, if the model of so many slots has at most so many
/// variables.
///
/// # Errors
/// [`ProgramError::TooLarge`], and [`MethodError::Model`] where they are too many to be listed.
fn listed(problem: &Problem, slots: u64, most: u64) -> Result<DemandsTask, MethodError> {
    let fits = |size: ModelSize| size.require(most).map_err(ProgramError::from);
    if let Some(task) = problem.demands() {
        fits(TransportModel::size(task, slots))?;
        return Ok(task.clone());
    }
    fits(TransportModel::size_of_collective(of_collective(problem)?, slots))?;
    Ok(DemandsTask::new(problem.document())?)
}

const HOW: &str = "packets that are alike as flows over links and slots, solved by HiGHS, its schedule replayed; fewer slots refuted by multipliers";

/// Whether the program goes on where list scheduling leaves a gap above `least` slots.
pub(in crate::solve) fn goes_on_from_lists(context: &Context<'_>, least: u64) -> bool {
    match context.options.method {
        Some(method) => method.word() == "ilp",
        None => listed(context.problem, least, MOST_SMALL_VARIABLES).is_ok(),
    }
}

/// Goes on from a schedule that leaves a gap; without being asked for it when the model is small.
pub(super) fn fewer_slots(
    ilp: &'static dyn Method,
    context: &Context<'_>,
    candidate: Candidate,
) -> Result<Candidate, MethodError> {
    let (asked, mut candidate) = (is_asked(context), candidate);
    let (least, length) = (context.bounds.best().slots(), candidate.schedule.length());
    let how = Explanation::Method { word: "ilp", how: HOW };
    if length <= least {
        if asked {
            let word = candidate.method.word();
            candidate.tried.push(Explanation::Note(Note::NotNeeded { method: word, meets: "its bounds" }));
            (candidate.method, candidate.how) = (ilp, how);
        }
        return Ok(candidate);
    }
    let most = if asked { MOST_VARIABLES } else { MOST_SMALL_VARIABLES };
    let program = match listed(context.problem, least, most) {
        Ok(program) => program,
        Err(fault) if asked => return Err(fault),
        Err(_) => {
            let size = OfModel::Most(MOST_VARIABLES);
            let note = Note::TooLargeUnasked { model: "transport", size };
            candidate.tried.push(Explanation::Note(note));
            return Ok(candidate);
        }
    };
    let limits = limits(context, TransportModel::size(&program, least).variables);
    let build = move |slots| TransportModel::new(&program, slots, most);
    let result = least_slots(build, least, length, &limits)?;
    candidate.raised.completion = result.bound().filter(|bound| bound.slots() > least);
    if result.end != SearchEnd::Proved {
        let end = ended(result.end, limits.nodes, context.options);
        let more = (!asked).then_some(Note::MayClose { gap: "the gap" });
        candidate.tried.extend(end.into_iter().chain(more).map(Explanation::Note));
    }
    let shorter = result.schedule.map(Schedule::from).filter(|found| found.length() < length);
    if asked || shorter.is_some() {
        (candidate.method, candidate.how) = (ilp, how);
    }
    candidate.schedule = shorter.unwrap_or(candidate.schedule);
    Ok(candidate)
}
