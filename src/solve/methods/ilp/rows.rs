//! The exact programs of a task matrix: the fewest slots, and the least delay.

use super::effort::{MOST_SMALL_VARIABLES, ended, is_asked, limits};
use crate::bound::ScopedBound;
use crate::delay::pooled;
use crate::model::{IsotropicTask, Problem, Schedule, View};
use crate::program::{
    self, DelayModel, DelayRows, DelaySchedule, DelayWays, MOST_DETOUR_VARIABLES, MOST_VARIABLES,
    ProgramError, SearchEnd, delay_size, least_delay, least_slots, sufficient_horizon, widest_model,
};
use crate::route::task_matrix;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::methods::quotient::Quotient;
use crate::solve::methods::views::{of_matrix, route};
use crate::solve::notes::{Explanation, ModelSize, Note};
use crate::solve::units::{coloring, total_delay};
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// Asked for, or where a gap in the delay is left; none where the problem is none of rows.
pub(super) fn suits(problem: &Problem) -> Option<Result<Suited, Unsuited>> {
    problem.rows()?;
    let in_time = problem.objective() == Objective::CompletionTime;
    let when = if in_time { When::OnRequest } else { When::GoesOn };
    Some(Ok(Suited { view: View::Rows, when }))
}

/// The gap that is left.
const OF_DELAY: &str = "the gap of the delay";

/// The fewest slots with free directions; those that are known attain their slots without the program.
///
/// Below the proved bound nothing is tried, and what the search refutes above it no certificate says.
pub(super) fn fewest_slots(
    ilp: &'static dyn Method,
    task: &IsotropicTask,
    context: &Context<'_>,
) -> Result<Option<Candidate>, MethodError> {
    let (program, route, limits) = (task.clone(), route(context), limits(context));
    let build = move |slots| DelayModel::of_slots(&program, slots);
    let found = least_slots(build, route.lower, route.completion + 1, &limits)?;
    if found.lower > route.completion {
        return Err(ProgramError::Missed { slots: route.completion }.into());
    }
    let candidate = match found.schedule {
        Some(best) => {
            let how = "time-indexed program with free directions, solved by HiGHS, its schedule replayed";
            let mut candidate = made_of(ilp, task, best, how);
            candidate.routes = Some("chosen by the program together with the slots");
            Some(candidate)
        }
        None => Quotient.make(context)?,
    };
    let notes = ended(found.end, limits.nodes, context.options).into_iter().collect();
    Ok(candidate.map(|candidate| Candidate { notes, ..candidate }))
}

fn made_of(
    ilp: &'static dyn Method,
    task: &IsotropicTask,
    best: DelaySchedule,
    how: &'static str,
) -> Candidate {
    let matrix = task_matrix(task, &best.directions).expect("directions of the task itself");
    of_matrix(ilp, Schedule::of_units(matrix, best.coloring), how, best.directions)
}

/// Which schedules the program goes through.
struct Model {
    ways: DelayWays<'static>,
    horizon: u64,
}

impl Model {
    /// Within the critical horizon detours are free, so that every symmetric schedule is met; with any number
    /// of slots they make the model much larger, and are free when the model is small, or the schedule at
    /// hand makes some.
    fn new(
        task: &IsotropicTask,
        context: &Context<'_>,
        candidate: &Candidate,
        with_detours: u64,
    ) -> Result<Self, ProgramError> {
        let detours = candidate.schedule.moves() > task.total_distance();
        let (ways, horizon) = match task.document().objective {
            Objective::AverageDelay if !detours => widest_model(task, with_detours)?,
            Objective::AverageDelay => (DelayWays::DetoursFree, sufficient_horizon(task, true)?),
            Objective::CompletionTime | Objective::CompletionTimeThenAverageDelay => {
                (DelayWays::DetoursFree, route(context).completion)
            }
        };
        Ok(Self { ways, horizon })
    }
}

/// Refuses a task whose smallest model is too large.
pub(super) fn require(task: &IsotropicTask, context: &Context<'_>) -> Result<(), MethodError> {
    smallest(task, context).require(MOST_VARIABLES).map_err(ProgramError::from)?;
    Ok(())
}

/// No model is smaller: none has fewer slots than a packet has hops, nor at horizon critical than the
/// completion time.
fn smallest(task: &IsotropicTask, context: &Context<'_>) -> program::ModelSize {
    let farthest = task.farthest().map_or(0, |node| task.network().distance(node));
    let slots = match task.document().objective {
        Objective::AverageDelay => farthest,
        Objective::CompletionTime | Objective::CompletionTimeThenAverageDelay => route(context).completion,
    };
    delay_size(task, DelayWays::TiesFree, slots)
}

/// The model that is searched without being asked for and its size, unless it is beyond what the program
/// takes.
fn model_within_limit(
    task: &IsotropicTask,
    context: &Context<'_>,
    candidate: &Candidate,
) -> Option<(Model, program::ModelSize)> {
    require(task, context).ok()?;
    let model = Model::new(task, context, candidate, MOST_SMALL_VARIABLES).ok()?;
    let size = delay_size(task, model.ways, model.horizon);
    size.require(MOST_VARIABLES).ok()?;
    Some((model, size))
}

/// Goes on from the best construction when it leaves a gap; without being asked for it when the model is
/// small.
pub(super) fn less_delay(
    ilp: &'static dyn Method,
    task: &IsotropicTask,
    context: &Context<'_>,
    mut candidate: Candidate,
) -> Result<Candidate, MethodError> {
    let asked = is_asked(context);
    if is_proved(task, context, &candidate) {
        if asked {
            candidate.notes =
                vec![Note::NotNeeded { method: candidate.method.word(), meets: "the pooled bound" }];
            candidate.method = ilp;
        }
        return Ok(explained(ilp, candidate));
    }
    let model = if asked {
        Model::new(task, context, &candidate, MOST_DETOUR_VARIABLES)?
    } else {
        let has_gap = pooled(task).is_some_and(|least| total_delay(&candidate.schedule) > Some(least));
        let Some((model, size)) = model_within_limit(task, context, &candidate) else {
            candidate.notes.extend(has_gap.then_some(Note::BeyondProgram));
            return Ok(candidate);
        };
        if size.require(MOST_SMALL_VARIABLES).is_err() {
            let size = ModelSize::UpTo(size.to_string());
            candidate.notes.extend(has_gap.then_some(Note::TooLargeUnasked { model: "delay", size }));
            return Ok(candidate);
        }
        model
    };
    let (mut candidate, end) = improve(ilp, task, context, candidate, &model)?;
    if !asked && end == Some(SearchEnd::Nodes) {
        candidate.notes.push(Note::MayClose { gap: OF_DELAY });
    }
    Ok(explained(ilp, candidate))
}

/// How the result of a program came about, which may not have been needed.
fn explained(ilp: &'static dyn Method, mut candidate: Candidate) -> Candidate {
    if candidate.method != ilp {
        return candidate;
    }
    if candidate.raised.delay.is_none() {
        candidate.routes = Some("those of the best construction; no program was needed");
        let how = "the best construction meets the pooled bound, so that no program was solved";
        candidate.how = Explanation::Method { word: "ilp", how };
    } else {
        candidate.routes = Some(
            "chosen by the program together with the slots, or those of the best construction where it finds no better",
        );
        candidate.how = Explanation::DelayProgram { most: MOST_SMALL_VARIABLES };
    }
    candidate
}

/// Whether the pooled bound proves a schedule already.
fn is_proved(task: &IsotropicTask, context: &Context<'_>, candidate: &Candidate) -> bool {
    let in_time = context.problem.objective() == Objective::AverageDelay
        || candidate.schedule.length() <= route(context).completion;
    in_time && pooled(task).is_some() && pooled(task) == total_delay(&candidate.schedule)
}

/// A better schedule than the one at hand, or this one, with a bound, and why the search ended if it leaves a
/// gap.
fn improve(
    ilp: &'static dyn Method,
    task: &IsotropicTask,
    context: &Context<'_>,
    candidate: Candidate,
    model: &Model,
) -> Result<(Candidate, Option<SearchEnd>), MethodError> {
    let admissible = |candidate: &Candidate| {
        let shortest = candidate.schedule.moves() == task.total_distance();
        candidate.schedule.length() <= model.horizon && (shortest || model.ways == DelayWays::DetoursFree)
    };
    let taken = |candidate: &Candidate| {
        let coloring = coloring(&candidate.schedule).expect("constructions are those of a stored matrix");
        DelaySchedule::new(task, candidate.directions.clone(), coloring)
    };
    let first = if admissible(&candidate) {
        Some(taken(&candidate)?)
    } else {
        let quotient = Quotient.make(context)?.filter(admissible);
        quotient.as_ref().map(taken).transpose()?
    };
    let limits = limits(context);
    let program = DelayModel::new(task, model.ways, model.horizon, MOST_VARIABLES, DelayRows::Needed)?;
    let found = least_delay(program, first, &limits)?;
    let bound = found.bound().zip(found.scope).map(|(lower, scope)| ScopedBound { scope, lower });
    let best = found.schedule.map(|best| made_of(ilp, task, best, ""));
    let objective = context.problem.objective();
    let rank = |candidate: &Candidate| {
        let (slots, delay) = (candidate.schedule.length(), total_delay(&candidate.schedule));
        if objective == Objective::AverageDelay { (delay, Some(slots)) } else { (Some(slots), delay) }
    };
    let best = match best {
        Some(best) if rank(&best) <= rank(&candidate) => best,
        _ => candidate,
    };
    // A schedule of more slots than the model has is claimed for more slots than the bound holds for.
    let in_model = |candidate: &Candidate| candidate.schedule.length() <= model.horizon;
    let bound = bound.filter(|_| objective == Objective::AverageDelay || in_model(&best));
    let mut candidate = best;
    candidate.raised.delay = bound;
    let bounds = candidate.raised.delay.iter().map(|bound| bound.lower.value());
    let proved = bounds.chain(pooled(task)).max();
    let delay = total_delay(&candidate.schedule);
    let end = Some(found.end).filter(|_| proved.is_some_and(|lower| delay > Some(lower)));
    candidate.notes.extend(end.and_then(|end| ended(end, limits.nodes, context.options)));
    Ok((candidate, end))
}
