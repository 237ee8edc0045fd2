//! The exact program for the delay: asked for by name, or by itself where a small gap is left open.

use super::made::{Made, Matrix, Scheduled};
use super::pipeline::{best_construction, make_by, rank};
use super::{Method, Phase, SolveError, SolveOptions};
use crate::certify::ScopedBound;
use crate::delay::pooled;
use crate::ilp::{
    DelayOptions, DelaySchedule, DelaySize, DelayWays, IlpError, MOST_DELAY_VARIABLES, MOST_DETOUR_VARIABLES, least_delay,
    sufficient_horizon, widest_model,
};
use crate::model::IsotropicTask;
use crate::route::{RouteChoice, task_matrix};
use crate::wire::Objective;

/// Most nodes of a tree that proves a delay.
pub(super) const MOST_NODES: u64 = 20_000;
/// Most variables of a model that is solved without being asked for.
const MOST_SMALL_VARIABLES: u64 = 3_000;
/// Most nodes of its tree. A count, not a clock, so that the result is the same everywhere.
const MOST_SMALL_NODES: u64 = 200;

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
    ) -> Result<Self, IlpError> {
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

/// The method `ilp` for an objective of delay, beginning with the best construction.
pub(super) fn by_program(
    task: &IsotropicTask,
    route: &RouteChoice,
    options: &SolveOptions<'_>,
) -> Result<Option<Made>, SolveError> {
    // No model has fewer slots than a packet has hops, nor at horizon critical than the completion time.
    let farthest = task.farthest().map_or(0, |node| task.network().distance(node));
    let slots = match task.document().objective {
        Objective::AverageDelay => farthest,
        Objective::CompletionTime | Objective::CompletionTimeThenAverageDelay => route.completion,
    };
    DelaySize::new(task, DelayWays::TiesFree, slots).require(MOST_DELAY_VARIABLES)?;
    let Some(made) = best_construction(task, route, options)? else { return Ok(None) };
    if is_proved(task, route, &made) {
        let note =
            format!("the method {} meets the pooled bound; no program was needed", made.method.as_str());
        return Ok(Some(Made { method: Method::Ilp, notes: vec![note], ..made }));
    }
    let model = Model::new(task, route, &made, MOST_DETOUR_VARIABLES)?;
    improve(task, route, options, made, &model, MOST_NODES).map(Some)
}

/// Goes on from the best construction when it leaves a gap and the model is small.
pub(super) fn finish_small(
    task: &IsotropicTask,
    route: &RouteChoice,
    options: &SolveOptions<'_>,
    made: Made,
) -> Result<Made, SolveError> {
    if task.rows() > MOST_SMALL_VARIABLES || is_proved(task, route, &made) {
        return Ok(made);
    }
    let Ok(model) = Model::new(task, route, &made, MOST_SMALL_VARIABLES) else { return Ok(made) };
    if DelaySize::new(task, model.ways, model.horizon).require(MOST_SMALL_VARIABLES).is_err() {
        return Ok(made);
    }
    improve(task, route, options, made, &model, MOST_SMALL_NODES)
}

/// Whether the pooled bound proves a schedule already.
fn is_proved(task: &IsotropicTask, route: &RouteChoice, made: &Made) -> bool {
    let in_time =
        task.document().objective == Objective::AverageDelay || made.completion() <= route.completion;
    in_time && pooled(task) == Some(made.total_delay())
}

/// A better schedule than the one at hand, or this one, with a bound.
fn improve(
    task: &IsotropicTask,
    route: &RouteChoice,
    options: &SolveOptions<'_>,
    made: Made,
    model: &Model,
    nodes: u64,
) -> Result<Made, SolveError> {
    let admissible = |made: &Made| {
        let shortest = made.matrix.total() == task.total_distance();
        made.completion() <= model.horizon && (shortest || model.ways == DelayWays::DetoursFree)
    };
    let mut first =
        Some(&made).filter(|made| admissible(made)).map(|made| (made.directions.clone(), made.coloring()));
    if first.is_none() {
        let quotient = make_by(Method::Quotient, task, route, options)?.filter(admissible);
        first = quotient.map(|made| (made.directions.clone(), made.coloring()));
    }
    let first =
        first.map(|(directions, coloring)| DelaySchedule::new(task, directions, coloring)).transpose()?;
    (options.progress)(Phase::Decomposing);
    let limits =
        DelayOptions { threads: options.threads, time_limit: options.time_limit, nodes, stop: options.stop };
    let found = least_delay(task, model.ways, model.horizon, first, &limits)?;
    let bound = found.bound().zip(found.scope).map(|(lower, scope)| ScopedBound { scope, lower });
    let best = found.schedule.map(|best| Made {
        method: Method::Ilp,
        matrix: Matrix::Stored(task_matrix(task, &best.directions).expect("directions of the task itself")),
        directions: best.directions,
        scheduled: Scheduled::Units(best.coloring),
        notes: Vec::new(),
        delay_bound: None,
    });
    let objective = task.document().objective;
    let best = match best {
        Some(best) if rank(objective, &best) <= rank(objective, &made) => best,
        _ => made,
    };
    // A schedule of more slots than the model has is claimed for more slots than the bound holds for.
    let bound = bound.filter(|_| objective == Objective::AverageDelay || best.completion() <= model.horizon);
    Ok(Made { delay_bound: bound, ..best })
}

/// What `--explain` says of the method.
pub(super) fn explanation() -> String {
    format!(
        "method ilp: the best construction, then a program with unary residuals, solved by HiGHS; multipliers in integers \
         prove the bound; without --method it is used where the constructions leave a gap and the model has at most \
         {MOST_SMALL_VARIABLES} variables"
    )
}
