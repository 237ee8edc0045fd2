//! The exact program of packets in a list: those that are alike as flows over links and slots.

use super::effort::{MOST_SMALL_VARIABLES, ended, is_asked, limits};
use crate::model::{DemandsTask, Problem, View};
use crate::program::{MOST_VARIABLES, SearchEnd, TransportModel, least_slots};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::notes::{Explanation, ModelSize, Note};
use crate::solve::unsuited::Unsuited;

/// Where a gap is left; none where the problem is none of demands.
pub(super) fn suits(problem: &Problem) -> Option<Result<Suited, Unsuited>> {
    problem.demands().map(|_| Ok(Suited { view: View::Demands, when: When::GoesOn }))
}

const HOW: &str = "packets that are alike as flows over links and slots, solved by HiGHS, its schedule replayed; fewer slots refuted by multipliers";

/// Whether the program goes on where list scheduling leaves a gap above `least` slots.
pub(in crate::solve) fn goes_on_from_lists(context: &Context<'_>, least: u64) -> bool {
    match (context.options.method, context.problem.demands()) {
        (Some(method), _) => method.word() == "ilp",
        (None, Some(task)) => is_small(task, least),
        (None, None) => false,
    }
}

fn is_small(task: &DemandsTask, least: u64) -> bool {
    TransportModel::size(task, least).require(MOST_SMALL_VARIABLES).is_ok()
}

/// Goes on from a schedule that leaves a gap; without being asked for it when the model is small.
pub(super) fn fewer_slots(
    ilp: &'static dyn Method,
    task: &DemandsTask,
    context: &Context<'_>,
    candidate: Candidate,
) -> Result<Candidate, MethodError> {
    let (asked, mut candidate) = (is_asked(context), candidate);
    let (least, length) = (context.bounds.best().value(), candidate.schedule.length());
    let how = Explanation::Method { word: "ilp", how: HOW };
    let note = |candidate: &mut Candidate, note| candidate.tried.push(Explanation::Note(note));
    if length <= least {
        if asked {
            let word = candidate.method.word();
            note(&mut candidate, Note::NotNeeded { method: word, meets: "its bounds" });
            (candidate.method, candidate.how) = (ilp, how);
        }
        return Ok(candidate);
    }
    if !asked && !is_small(task, least) {
        let size = ModelSize::Most(MOST_VARIABLES);
        note(&mut candidate, Note::TooLargeUnasked { model: "transport", size });
        return Ok(candidate);
    }
    let most = if asked { MOST_VARIABLES } else { MOST_SMALL_VARIABLES };
    let limits = limits(context);
    let program = task.clone();
    let build = move |slots| TransportModel::new(&program, slots, most);
    let result = least_slots(build, least, length, &limits)?;
    candidate.raised.completion = result.bound().filter(|bound| bound.value() > least);
    if result.end != SearchEnd::Proved {
        if let Some(end) = ended(result.end, limits.nodes, context.options) {
            note(&mut candidate, end);
        }
        if !asked {
            note(&mut candidate, Note::MayClose { gap: "the gap" });
        }
    }
    let shorter = result.schedule.map(crate::model::Schedule::from).filter(|found| found.length() < length);
    if asked || shorter.is_some() {
        (candidate.method, candidate.how) = (ilp, how);
    }
    candidate.schedule = shorter.unwrap_or(candidate.schedule);
    Ok(candidate)
}
