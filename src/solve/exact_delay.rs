//! The exact programs for hypercubes and tori: asked for by name, for the delay also by itself where a small
//! gap is left open.

use super::construct::{best_construction, construct, rank};
use super::made::{Made, Matrix, Scheduled};
use super::{Method, Phase, SolveError, SolveOptions};
use crate::certify::ScopedBound;
use crate::delay::pooled;
use crate::model::IsotropicTask;
use crate::program::{
    DelayModel, DelayRows, DelaySchedule, DelayWays, MOST_DETOUR_VARIABLES, MOST_VARIABLES, ModelSize,
    ProgramError, SearchEnd, SearchOptions, delay_size, least_delay, least_slots, sufficient_horizon,
    widest_model,
};
use crate::route::{RouteChoice, task_matrix};
use crate::wire::Objective;

/// Most nodes of a tree that proves a delay.
pub(super) const MOST_NODES: u64 = 20_000;
/// Most variables of a model that is solved without being asked for.
pub(super) const MOST_SMALL_VARIABLES: u64 = 3_000;
/// Most nodes of its tree. A count, not a clock, so that the result is the same everywhere.
pub(super) const MOST_SMALL_NODES: u64 = 200;

/// What is left to try.
const MAY_CLOSE: &str = "--method ilp may close the gap of the delay";

/// Which schedules the program goes through.
struct Model {
    ways: DelayWays<'static>,
    horizon: u64,
}

impl Model {
    /// Within the critical horizon detours are free, so that every symmetric schedule is met; with any number of slots they
    /// make the model much larger, and are free when the model is small, or the schedule at hand makes some.
    fn new(
        task: &IsotropicTask,
        route: &RouteChoice,
        made: &Made,
        with_detours: u64,
    ) -> Result<Self, ProgramError> {
        let detours = made.matrix.total() > task.total_distance();
        let (ways, horizon) = match task.document().objective {
            Objective::AverageDelay if !detours => widest_model(task, with_detours)?,
            Objective::AverageDelay => (DelayWays::DetoursFree, sufficient_horizon(task, true)?),
            Objective::CompletionTime | Objective::CompletionTimeThenAverageDelay => {
                (DelayWays::DetoursFree, route.completion)
            }
        };
        Ok(Self { ways, horizon })
    }
}

/// The method `ilp` for the completion time: all directions are free, and slots and directions are found together.
///
/// Below the proved bound nothing is tried, and what the search refutes above it no certificate says.
fn by_slots(
    task: &IsotropicTask,
    route: &RouteChoice,
    options: &SolveOptions<'_>,
) -> Result<Option<Made>, SolveError> {
    (options.progress)(Phase::Decomposing);
    let program = task.clone();
    let build = move |slots| DelayModel::of_slots(&program, slots);
    let found = least_slots(build, route.lower, route.completion + 1, &limits(options, MOST_NODES))?;
    if found.lower > route.completion {
        return Err(ProgramError::Missed { slots: route.completion }.into());
    }
    let notes = end_note(found.end, MOST_NODES, options).into_iter().collect();
    // The directions that are known attain their slots without the program.
    let made = match found.schedule {
        Some(best) => Some(made_of(task, best)),
        None => construct(Method::Quotient, task, route, options)?,
    };
    Ok(made.map(|made| Made { notes, ..made }))
}

/// The method `ilp`; for an objective of delay it begins with the best construction.
pub(super) fn by_program(
    task: &IsotropicTask,
    route: &RouteChoice,
    options: &SolveOptions<'_>,
) -> Result<Option<Made>, SolveError> {
    if task.document().objective == Objective::CompletionTime {
        return by_slots(task, route, options);
    }
    smallest(task, route).require(MOST_VARIABLES).map_err(ProgramError::from)?;
    let Some(made) = best_construction(task, route, options)? else { return Ok(None) };
    if is_proved(task, route, &made) {
        let note =
            format!("the method {} meets the pooled bound; no program was needed", made.method.as_str());
        return Ok(Some(Made { method: Method::Ilp, notes: vec![note], ..made }));
    }
    let model = Model::new(task, route, &made, MOST_DETOUR_VARIABLES)?;
    improve(task, route, options, made, &model, MOST_NODES).map(|(made, _)| Some(made))
}

/// No model is smaller: none has fewer slots than a packet has hops, nor at horizon critical than the completion time.
fn smallest(task: &IsotropicTask, route: &RouteChoice) -> ModelSize {
    let farthest = task.farthest().map_or(0, |node| task.network().distance(node));
    let slots = match task.document().objective {
        Objective::AverageDelay => farthest,
        Objective::CompletionTime | Objective::CompletionTimeThenAverageDelay => route.completion,
    };
    delay_size(task, DelayWays::TiesFree, slots)
}

/// The model that is searched without being asked for and its size, unless it is beyond what the method `ilp` takes.
fn model_within_limit(task: &IsotropicTask, route: &RouteChoice, made: &Made) -> Option<(Model, ModelSize)> {
    smallest(task, route).require(MOST_VARIABLES).ok()?;
    let model = Model::new(task, route, made, MOST_SMALL_VARIABLES).ok()?;
    let size = delay_size(task, model.ways, model.horizon);
    size.require(MOST_VARIABLES).ok()?;
    Some((model, size))
}

/// Goes on from the best construction when it leaves a gap and the model is small.
pub(super) fn finish_small(
    task: &IsotropicTask,
    route: &RouteChoice,
    options: &SolveOptions<'_>,
    mut made: Made,
) -> Result<Made, SolveError> {
    if is_proved(task, route, &made) {
        return Ok(made);
    }
    let has_gap = pooled(task).is_some_and(|least| made.total_delay() > least);
    let Some((model, size)) = model_within_limit(task, route, &made) else {
        if has_gap {
            made.notes.push("the delay model is too large for --method ilp".to_owned());
        }
        return Ok(made);
    };
    if size.require(MOST_SMALL_VARIABLES).is_err() {
        if has_gap {
            made.notes.push(format!(
                "the delay model is too large to be searched without being asked for (up to {size}); {MAY_CLOSE}"
            ));
        }
        return Ok(made);
    }
    let (mut made, end) = improve(task, route, options, made, &model, MOST_SMALL_NODES)?;
    if end == Some(SearchEnd::Nodes) {
        made.notes.push(MAY_CLOSE.to_owned());
    }
    Ok(made)
}

/// Whether the pooled bound proves a schedule already.
fn is_proved(task: &IsotropicTask, route: &RouteChoice, made: &Made) -> bool {
    let in_time =
        task.document().objective == Objective::AverageDelay || made.completion() <= route.completion;
    in_time && pooled(task) == Some(made.total_delay())
}

/// A better schedule than the one at hand, or this one, with a bound, and why the search ended if it leaves a gap.
fn improve(
    task: &IsotropicTask,
    route: &RouteChoice,
    options: &SolveOptions<'_>,
    made: Made,
    model: &Model,
    nodes: u64,
) -> Result<(Made, Option<SearchEnd>), SolveError> {
    let admissible = |made: &Made| {
        let shortest = made.matrix.total() == task.total_distance();
        made.completion() <= model.horizon && (shortest || model.ways == DelayWays::DetoursFree)
    };
    let mut first =
        Some(&made).filter(|made| admissible(made)).map(|made| (made.directions.clone(), made.coloring()));
    if first.is_none() {
        let quotient = construct(Method::Quotient, task, route, options)?.filter(admissible);
        first = quotient.map(|made| (made.directions.clone(), made.coloring()));
    }
    let first =
        first.map(|(directions, coloring)| DelaySchedule::new(task, directions, coloring)).transpose()?;
    (options.progress)(Phase::Decomposing);
    let program = DelayModel::new(task, model.ways, model.horizon, MOST_VARIABLES, DelayRows::Needed)?;
    let found = least_delay(program, first, &limits(options, nodes))?;
    let bound = found.bound().zip(found.scope).map(|(lower, scope)| ScopedBound { scope, lower });
    let best = found.schedule.map(|best| made_of(task, best));
    let objective = task.document().objective;
    let best = match best {
        Some(best) if rank(objective, &best) <= rank(objective, &made) => best,
        _ => made,
    };
    // A schedule of more slots than the model has is claimed for more slots than the bound holds for.
    let bound = bound.filter(|_| objective == Objective::AverageDelay || best.completion() <= model.horizon);
    let mut made = Made { delay_bound: bound, ..best };
    let proved = made.delay_bound.iter().map(|bound| bound.lower.value()).chain(pooled(task)).max();
    let end = Some(found.end).filter(|_| proved.is_some_and(|lower| made.total_delay() > lower));
    made.notes.extend(end.and_then(|end| end_note(end, nodes, options)));
    Ok((made, end))
}

pub(super) fn limits<'a>(options: &'a SolveOptions<'_>, nodes: u64) -> SearchOptions<'a> {
    SearchOptions { threads: options.threads, time_limit: options.time_limit, nodes, stop: options.stop }
}

fn made_of(task: &IsotropicTask, best: DelaySchedule) -> Made {
    Made {
        method: Method::Ilp,
        matrix: Matrix::Stored(task_matrix(task, &best.directions).expect("directions of the task itself")),
        directions: best.directions,
        scheduled: Scheduled::Units(best.coloring),
        notes: Vec::new(),
        delay_bound: None,
    }
}

/// Why a search ended without a proof. A caller who stops it does so for the time or for `cancel`.
pub(super) fn end_note(end: SearchEnd, nodes: u64, options: &SolveOptions<'_>) -> Option<String> {
    Some(match (end, options.time_limit) {
        (SearchEnd::Nodes, _) => format!("the search ended at its limit of {nodes} nodes"),
        (SearchEnd::Time | SearchEnd::Stopped, Some(seconds)) if !(options.cancel)() => {
            format!("the search ended at the time limit of {seconds} s")
        }
        (SearchEnd::Time | SearchEnd::Stopped, _) => "the search was interrupted".to_owned(),
        (SearchEnd::Size, _) => {
            "the search ended where the program of one slot more would be too large".to_owned()
        }
        (SearchEnd::Solver, _) => "the search ended where HiGHS gave nothing to go on with".to_owned(),
        _ => return None,
    })
}

/// What `--explain` says of the method; a program may not have been needed.
pub(super) fn explanation(by_program: bool) -> String {
    if !by_program {
        return "method ilp: the best construction meets the pooled bound, so that no program was solved"
            .to_owned();
    }
    format!(
        "method ilp: the best construction, then a program with unary residuals, solved by HiGHS; multipliers in integers \
         prove the bound; without --method it is used where the constructions leave a gap and the model has at most \
         {MOST_SMALL_VARIABLES} variables"
    )
}
