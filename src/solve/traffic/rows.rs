//! Isotropic tasks on a product of rings: rows of a task matrix.

use super::hop_limited::hop_limited;
use super::kind::{Start, Target, TrafficKind, Trials};
use crate::bound::{
    Attainable, Bounds, DistanceBound, ScopedBound, TransmissionBound, WeightBound, direction_tree, distance,
    pooled, pooled_bound, split, weighted,
};
use crate::model::{IsotropicTask, Problem, Rows as _, Schedule, WindowsPlan};
use crate::route::{Directions, RouteChoice, RouteProof, SearchBudget, least_completion, refute_for_all};
use crate::solve::error::{RefusedOption, SolveError};
use crate::solve::method::{Candidate, Method, SolveOptions, Suited};
use crate::solve::methods::{implied_rows, wants_plan};
use crate::solve::notes::Explanation;
use crate::solve::options::{Form, MAX_ENTRIES, MAX_MOVES, Phase};
use crate::solve::unsuited::Unsuited;
use crate::wire::{Lower, Objective, Per};

/// Most evaluations of a route in the search for directions.
const MAX_EVALUATIONS: u64 = 200_000_000;

/// The traffic of rows.
#[derive(Debug)]
pub(super) struct OfRows;

fn task(problem: &Problem) -> &IsotropicTask {
    problem.rows().expect("the problem is taken as rows")
}

/// Whether the schedule is a plan of windows, for which nothing of the size of the task is made.
fn in_windows(problem: &Problem, options: &SolveOptions<'_>) -> Result<bool, RefusedOption> {
    let by_windows = match options.method {
        Some(method) => method.makes_plans(),
        None => problem.objective() != Objective::CompletionTime,
    };
    let fits = by_windows && WindowsPlan::fits(task(problem));
    match options.form {
        Form::Windows if !fits => Err(RefusedOption::Windows),
        _ => Ok(fits && wants_plan(task(problem), options.form)),
    }
}

/// The directions that take the fewest slots.
pub(in crate::solve) fn choose_route(task: &IsotropicTask, stop: &(dyn Fn() -> bool + Sync)) -> RouteChoice {
    least_completion(task, &SearchBudget { evaluations: MAX_EVALUATIONS, stop })
}

/// Returns everything that is known of rows along some directions before there is a schedule.
pub(in crate::solve) fn start_along<'a>(
    problem: &'a Problem,
    options: &'a SolveOptions<'a>,
    route: RouteChoice,
) -> Start<'a> {
    let bounds = beside_nothing(task(problem), &route);
    let delay = bounds.delay.first().map(|bound| bound.lower.value());
    let slots = Some(route.completion);
    let target = delay.map(|delay| Target { slots, delay: Some(delay), moves: false });
    Start { route: Some(route), target, ..Start::new(&OfRows, problem, options, bounds) }
}

impl TrafficKind for OfRows {
    fn suits<'a>(&self, method: &'static dyn Method, problem: &'a Problem) -> Result<Suited<'a>, Unsuited> {
        method.on_rows(problem, task(problem))
    }

    fn require(&self, problem: &Problem, options: &SolveOptions<'_>) -> Result<(), SolveError> {
        let task = task(problem);
        if in_windows(problem, options)? {
            return Ok(());
        }
        let entries: u128 = (0..task.network().dimensions().len())
            .flat_map(|index| task.coordinate_counts(index).iter().map(|c| u128::from(c.packets)))
            .sum();
        if entries > MAX_ENTRIES.into() && implied_rows(task, options).is_none() {
            return Err(SolveError::TooManyEntries { found: entries, most: MAX_ENTRIES });
        }
        let asked = options.method.map(Method::word);
        let intervals = options.method.is_none_or(Method::makes_intervals)
            && (problem.objective() == Objective::CompletionTime || asked.is_some());
        let moves = task.total_distance();
        if (options.form == Form::Slots || !intervals) && moves > MAX_MOVES.into() {
            return Err(SolveError::TooManyMoves { found: moves, most: MAX_MOVES });
        }
        if options.form == Form::Intervals && !intervals {
            return Err(SolveError::NoIntervals { method: asked });
        }
        Ok(())
    }

    fn begin<'a>(&self, problem: &'a Problem, options: &'a SolveOptions<'a>) -> Start<'a> {
        (options.progress)(Phase::Routing);
        start_along(problem, options, choose_route(task(problem), options.stop))
    }

    fn complete(&self, start: &mut Start<'_>, attained: &Candidate, _: &dyn Fn() -> bool) {
        let route = start.route.as_ref().expect("rows have directions");
        let delay = std::mem::take(&mut start.bounds.delay);
        let bounds = bounds_beside(task(start.problem), route, attained.schedule.length());
        start.bounds = Bounds { delay, ..bounds };
    }

    fn bounds(&self, problem: &Problem, stop: &(dyn Fn() -> bool + Sync)) -> Bounds {
        let task = task(problem);
        let route = choose_route(task, stop);
        let mut bounds = bounds_beside(task, &route, route.completion);
        for lower in
            [Some(weighted(task, route.completion).into_lower()), farthest(task)].into_iter().flatten()
        {
            if !bounds.completion.contains(&lower) {
                bounds.completion.push(lower);
            }
        }
        bounds
    }

    fn explain(&self, start: &Start<'_>, found: &Trials) -> Vec<Explanation> {
        let (problem, candidate) = (start.problem, &found.candidate);
        let task = task(problem);
        let route = start.route.as_ref().expect("rows have directions");
        // Where every dimension has one link, there is nothing to choose.
        let has_directions = task.network().dimensions().iter().any(|dimension| !dimension.is_single_link());
        let how = candidate.routes.unwrap_or(match (&route.directions, &route.proof) {
            _ if !has_directions => {
                "every packet flips each bit of its offset once: shortest ways differ only in the order"
            }
            (Directions::Default, _) => {
                "every packet takes its shorter way, ties alternate; P1 §8 balances the columns"
            }
            (_, RouteProof::Split) => {
                "every dimension chooses its + and - packets for itself, detours included"
            }
            (_, RouteProof::Weights(_)) => {
                "a search over directions; weights on hop-limited routes refute fewer slots"
            }
            (_, RouteProof::Tree(_)) => "a search over directions; its tree refutes fewer slots",
        });
        let bounds = &start.bounds;
        // Routes and directions are those of rows, which the packets of every node take.
        let is_of_rows = candidate.schedule.per() == Per::Node;
        let mut lines = Vec::new();
        lines.extend(is_of_rows.then_some(Explanation::Routes(how)));
        let sums = sums(&candidate.schedule);
        lines.extend(sums.map(|(critical, total)| Explanation::MatrixSlots {
            critical,
            total,
            ports: task.ports(),
        }));
        let (lower, attained) = (route.lower, route.completion);
        let of_directions = is_of_rows && has_directions;
        lines.extend(of_directions.then_some(Explanation::DirectionSlots { lower, attained }));
        lines.push(Explanation::bound("bound for every schedule", bounds.best(), "", ""));
        let symmetric = bounds.symmetric.iter();
        lines.extend(
            symmetric.map(|bound| Explanation::bound("bound for symmetric schedules", &bound.lower, "", "")),
        );
        let pooled = pooled(task).filter(|_| problem.objective() != Objective::CompletionTime);
        lines.extend(pooled.map(|value| Explanation::Pooled { value, ports: task.ports() }));
        lines.push(candidate.how.clone());
        lines.extend(candidate.tried.iter().cloned());
        lines
    }
}

/// The critical sum and the sum of all entries of a schedule's matrix, if it is one of a matrix.
fn sums(schedule: &Schedule) -> Option<(u64, u64)> {
    let stored = schedule.matrix().map(|matrix| (matrix.critical_sum(), matrix.total()));
    stored.or_else(|| schedule.implied_rows().map(|rows| (rows.critical_sum(), rows.total())))
}

fn farthest(task: &IsotropicTask) -> Option<Lower> {
    distance(task).map(DistanceBound::into_lower)
}

/// All bounds but those on the completion time, which are sought up to one that is attained.
fn beside_nothing(task: &IsotropicTask, route: &RouteChoice) -> Bounds {
    let wanted = task.document().objective != Objective::CompletionTime;
    let pooled = pooled(task).filter(|_| wanted).map(pooled_bound);
    Bounds {
        completion: Vec::new(),
        symmetric: None,
        transmissions: TransmissionBound { per: Per::Node, value: task.total_distance(), carried: true },
        delay: pooled.into_iter().collect(),
        attainable: Some(Attainable { slots: route.completion, source: "P1 Theorem 7" }),
    }
}

/// The bounds, sought up to a completion time that is attained: the best that binds every schedule, and the
/// best that binds symmetric ones if it is greater.
pub(in crate::solve) fn bounds_beside(task: &IsotropicTask, route: &RouteChoice, attained: u64) -> Bounds {
    let distance = farthest(task);
    let weighted = weighted(task, attained);
    let known = weighted.value.max(distance.as_ref().map_or(0, Lower::slots));
    let within = hop_limited(known, attained, |slots| refute_for_all(task, slots));
    let proved = match &route.proof {
        RouteProof::Weights(weights) => Some(WeightBound { value: route.lower, weights: weights.clone() }),
        _ => None,
    };
    let mut all = weighted.into_lower();
    for bound in distance.into_iter().chain(within.into_iter().chain(proved).map(WeightBound::into_limited)) {
        if bound.value() > all.value() {
            all = bound;
        }
    }
    let symmetric = beyond(route, all.slots());
    Bounds { completion: vec![all], symmetric, ..beside_nothing(task, route) }
}

/// Returns the bound over all directions on symmetric schedules where it exceeds the bound for all schedules;
/// that happens only where no weights prove it.
pub(super) fn beyond(route: &RouteChoice, known: u64) -> Option<ScopedBound> {
    match &route.proof {
        _ if route.lower <= known => None,
        RouteProof::Split => Some(split(route.lower)),
        RouteProof::Weights(_) => None,
        RouteProof::Tree(tree) => Some(direction_tree(route.lower, tree.to_wire())),
    }
}
