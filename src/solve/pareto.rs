//! Completion time against total delay: the least total delay of symmetric schedules within every horizon.

use super::certify::certify;
use super::methods::{
    Ilp, MAX_NODES, MAX_SECOND_VARIABLES, Quotient, of_matrix, unasked_nodes, whole_seconds,
};
use super::pipeline::{suiting, try_all, try_asked};
use super::traffic::{Start, Trials, bounds_beside, choose_route, start_along};
use super::units::coloring;
use super::{Form, Method, MethodError, Outcome, Phase, RefusedOption, Solution, SolveError, SolveOptions};
use crate::bound::{Bounds, ScopedBound, pooled_bound};
use crate::certify::{DelayMeasured, Measured};
use crate::delay::pooled;
use crate::model::{IsotropicTask, Problem, Schedule, count_of};
use crate::program::{
    DelayModel, DelayRows, DelaySchedule, DelayWays, MAX_DETOUR_VARIABLES, MAX_VARIABLES, ProgramError,
    SearchEnd, SearchOptions, delay_scope, delay_size, least_delay, widest_model,
};
use crate::route::{RouteChoice, task_matrix};
use crate::wire::{Claim, Horizon, Lower, Objective, Quantity, Scope, Status};
use std::collections::BTreeSet;
use std::time::Instant;
use thiserror::Error;

/// Most horizons that may stay open without a time limit: each costs seconds, and others beside it seldom
/// fare better.
const MAX_OPEN_HORIZONS: usize = 3;
/// Most variables of a model that then gets a search tree, as long as no horizon has stayed open.
const MAX_FRONT_VARIABLES: u64 = 4_000;

/// The least total delay that is known within some slots.
#[derive(Debug, Clone)]
pub struct ParetoPoint {
    /// Most slots that a schedule may take.
    pub horizon: u64,
    /// Whether no schedule in the scope of the bounds has both at most this completion time and at most this
    /// delay, and less of one: proved (`true`); a repetition of a point of fewer slots, or worse than one
    /// that is listed (`false`); or open.
    pub optimal: Option<bool>,
    /// The schedules of which it is proved: what excludes a rival may bind fewer than the bound on the delay
    /// does.
    pub scope: Option<Scope>,
    /// The schedule with its own certificate, whose claim of total delay has the horizon; the objective of
    /// the task in it goes with that horizon.
    pub solution: Solution,
}

impl ParetoPoint {
    /// The strongest claim about the total delay.
    ///
    /// # Panics
    /// If the certificate was replaced by one without a claim of delay.
    #[must_use]
    pub fn delay(&self) -> &Claim {
        let claims = &self.solution.certificate.claims;
        let delay = claims.iter().find(|claim| claim.quantity == Quantity::TotalDelay);
        delay.expect("every point claims its delay")
    }

    /// The widest scope in which no schedule is shorter; none where that is not proved.
    fn shortest_in(&self) -> Option<Scope> {
        let claims = self.solution.certificate.claims.iter();
        let proved = claims
            .filter(|claim| claim.quantity == Quantity::CompletionTime && claim.status == Status::Optimal);
        proved.map(|claim| claim.scope).max()
    }

    /// Whether no schedule within the horizon has less delay, in the scope of the claim.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.delay().status == Status::Optimal
    }
}

/// A note on a front.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParetoNote {
    /// The least completion time of symmetric schedules is open.
    #[error(
        "the least completion time of symmetric schedules is not proved: those of {least} to {most} slots are not excluded"
    )]
    StartOpen {
        /// The least slots that are not excluded.
        least: u64,
        /// The most.
        most: u64,
    },
    /// The search ended although there were horizons to be tried.
    #[error(
        "horizons were left untried when {open} could not be decided; a limit of time lets the search go on"
    )]
    Untried {
        /// The number of horizons that could not be decided.
        open: usize,
    },
    /// Detours were left out.
    #[error(
        "the models have no detours, which would make them too large: schedules with detours may have less delay"
    )]
    NoDetours,
}

/// Total delay against completion time, horizon by horizon.
#[derive(Debug, Clone)]
pub struct ParetoFront {
    /// By increasing horizon: every horizon from the least completion time to the first at which no longer
    /// schedule has less delay; and the horizon that suffices, if that is proved of no other one.
    pub points: Vec<ParetoPoint>,
    /// Whether the least completion time of symmetric schedules is proved.
    pub starts_critical: bool,
    /// Notes for the reader, one sentence each.
    pub notes: Vec<ParetoNote>,
    /// The explanation of the result: the programs that were solved, in their order.
    pub explanation: Vec<ParetoProgram>,
}

/// A program that was solved for a front.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "program of {horizon} slots: least delay found {}, at least {lower}, nodes of the tree: {nodes}",
    .delay.map_or("none".to_owned(), |delay| delay.to_string())
)]
pub struct ParetoProgram {
    /// The slots that its schedules may take.
    pub horizon: u64,
    /// The delay of the best that was found.
    pub delay: Option<u64>,
    /// The proved bound.
    pub lower: u64,
    /// The nodes of its tree.
    pub nodes: usize,
}

impl ParetoFront {
    /// Whether every point is proved, and that no point is missing.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.starts_critical && self.points.iter().all(ParetoPoint::is_proved)
    }

    /// The widest scope in which all bounds hold, that on the completion time with which the front begins
    /// among them.
    #[must_use]
    pub fn scope(&self) -> Scope {
        let critical = self.points.first().and_then(ParetoPoint::shortest_in);
        let delays = self.points.iter().map(|point| point.delay().scope);
        delays.chain([critical.unwrap_or(Scope::Isotropic)]).min().unwrap_or(Scope::Isotropic)
    }
}

/// Finds for every horizon, from the least completion time to the one that suffices, the least total delay
/// `ΣC_i` of symmetric schedules of at most `horizon` slots; of those along shortest paths where models with
/// detours would be too large.
///
/// The delay falls with the horizon, and a bound for a longer horizon holds for a shorter one: the two ends
/// are solved first, then horizons between unequal delays, by bisection. The objective of the task is set
/// aside, and options that choose a method or a form are refused. `time_limit` is for all horizons together;
/// the points have gaps when it ends, or without it when three horizons could not be decided. A schedule with
/// detours that the models do not have is compared with the pooled bound alone. Returns `None` when `cancel`
/// ends the work before there is a schedule.
///
/// # Errors
/// [`SolveError::Method`] with [`ProgramError::TooLarge`] or [`ProgramError::TooManyNodes`] before anything
/// is built; otherwise as [`least_delay`], and [`SolveError::SelfCheck`] when a certificate is refused.
///
/// # Complexity
/// At most one integer program of each horizon, about log₂ of their number for each point of the front.
///
/// # Examples
/// Three packets to each neighbour on the 4-cube and one to the farthest node: in 4 slots that one has to
/// move in every slot and holds up others; the later it may arrive, the less it costs.
/// ```
/// use isotask::solve::{SolveOptions, pareto};
/// use isotask::{model::IsotropicTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":4},
///   "task":{"kind":"isotropic","packets":[{"offset":1,"count":3},{"offset":2,"count":3},
///   {"offset":4,"count":3},{"offset":8,"count":3},{"offset":15}]},
///   "ports":"all","objective":"average-delay"}"#;
/// let task = IsotropicTask::new(&wire::parse(text)?)?;
/// let front = pareto(&task, &SolveOptions::default())?.expect("not cancelled");
/// let points: Vec<_> = front.points.iter().map(|point| (point.horizon, point.delay().value)).collect();
/// assert_eq!(points, [(4, 34), (5, 32), (6, 31)]);
/// assert!(front.is_proved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pareto(task: &IsotropicTask, options: &SolveOptions<'_>) -> Result<Option<ParetoFront>, SolveError> {
    let clock = Instant::now();
    require_default(options)?;
    let (ways, last) = widest_model(task, MAX_DETOUR_VARIABLES).map_err(by_program)?;
    let pooled = pooled(task).and_then(|total| u64::try_from(total).ok()).ok_or(SolveError::DelayTooLarge)?;
    (options.progress)(Phase::Routing);
    let route = choose_route(task, options.stop);
    let known = constructions(task, ways, &route, options)?;
    if known.is_empty() {
        return Ok(None);
    }
    let mut search = Search {
        task,
        options,
        clock,
        pooled,
        ways,
        first: route.completion,
        last: last.max(route.completion),
        sufficient: last,
        known,
        bounds: Vec::new(),
        asked: BTreeSet::new(),
        open: 0,
        explanation: Vec::new(),
    };
    (options.progress)(Phase::Decomposing);
    while let Some(horizon) = search.next() {
        if !search.ask(horizon).map_err(by_program)? {
            break;
        }
    }
    (options.progress)(Phase::Bounding);
    let bounds = bounds_beside(task, &route, route.completion);
    search.front(&bounds).map(Some)
}

/// Options that choose a method, or intervals, mean nothing here.
fn require_default(options: &SolveOptions<'_>) -> Result<(), RefusedOption> {
    if options.bias.is_some() {
        return Err(RefusedOption::Bias);
    }
    if options.method.is_some() || options.source.is_some() {
        return Err(RefusedOption::Method);
    }
    match options.form {
        Form::Intervals => Err(RefusedOption::Intervals { of: "one objective" }),
        Form::Windows => Err(RefusedOption::Windows),
        Form::Automatic | Form::Slots => Ok(()),
    }
}

fn by_program(fault: ProgramError) -> SolveError {
    SolveError::of(Ilp.word(), MethodError::Program(fault))
}

/// A schedule that replays.
#[derive(Debug, Clone)]
struct Known {
    method: &'static dyn Method,
    schedule: DelaySchedule,
    completion: u64,
    /// Whether the models have it: detours are not in all of them.
    modelled: bool,
}

impl Known {
    fn new(
        task: &IsotropicTask,
        ways: DelayWays<'_>,
        method: &'static dyn Method,
        schedule: DelaySchedule,
    ) -> Self {
        let shortest = u128::from(count_of(schedule.coloring.slots.len())) == task.total_distance();
        let modelled = shortest || ways == DelayWays::DetoursFree;
        Self { method, completion: schedule.coloring.length(), schedule, modelled }
    }
}

/// The schedules that need no program, all of them even when the search is to stop: every horizon is measured
/// against them. The method quotient takes the least completion time that is known.
fn constructions(
    task: &IsotropicTask,
    ways: DelayWays<'_>,
    route: &RouteChoice,
    options: &SolveOptions<'_>,
) -> Result<Vec<Known>, SolveError> {
    let options = &SolveOptions { stop: &|| false, ..*options };
    let mut found = Vec::new();
    for objective in [Objective::CompletionTimeThenAverageDelay, Objective::AverageDelay] {
        let problem = Problem::from(task.with_objective(objective));
        let start = start_along(&problem, options, route.clone());
        let start = Start { methods: suiting(&problem), ..start };
        found.extend(try_all(&start)?);
    }
    let (method, problem): (&'static dyn Method, _) = (&Quotient, Problem::from(task.clone()));
    let suited = method.suits(&problem).expect("it takes every task matrix");
    found.extend(try_asked(&start_along(&problem, options, route.clone()), &suited)?);
    let mut known = Vec::new();
    for Trials { candidate, .. } in found {
        let coloring = coloring(&candidate.schedule).expect("constructions are those of a stored matrix");
        let schedule = DelaySchedule::new(task, candidate.directions, coloring).map_err(by_program)?;
        known.push(Known::new(task, ways, candidate.method, schedule));
    }
    // Without a schedule of the least completion time there is no first point.
    if known.iter().all(|known| known.completion > route.completion) {
        known.clear();
    }
    Ok(known)
}

/// The state of the search over all horizons.
struct Search<'a> {
    task: &'a IsotropicTask,
    options: &'a SolveOptions<'a>,
    clock: Instant,
    /// Binds every schedule.
    pooled: u64,
    /// The schedules that the models contain.
    ways: DelayWays<'static>,
    /// The least completion time that is known.
    first: u64,
    /// A horizon that suffices.
    last: u64,
    /// The horizon beyond which no schedule of the models gains more.
    sufficient: u64,
    known: Vec<Known>,
    /// Bounds of the model with the number of its slots.
    bounds: Vec<(u64, Lower)>,
    asked: BTreeSet<u64>,
    /// The number of these that stayed open.
    open: usize,
    explanation: Vec<ParetoProgram>,
}

impl Search<'_> {
    /// Returns the wanted schedule of least delay within the horizon; of equals one that the models have.
    fn least(&self, horizon: u64, wanted: impl Fn(&Known) -> bool) -> Option<&Known> {
        let within = self.known.iter().filter(|known| known.completion <= horizon && wanted(known));
        within.min_by_key(|known| (known.schedule.total_delay, !known.modelled, known.completion))
    }

    /// The schedule of least delay within the horizon.
    fn best(&self, horizon: u64) -> &Known {
        self.least(horizon, |_| true).expect("the first schedules include one of the first horizon")
    }

    /// Returns the best bound of the models of at least `horizon` slots, which binds schedules within the
    /// horizon too; of equals that of most slots.
    fn bound(&self, horizon: u64) -> Option<&(u64, Lower)> {
        let binding = self.bounds.iter().filter(|(slots, _)| *slots >= horizon);
        binding.max_by_key(|(slots, lower)| (lower.value(), *slots))
    }

    fn is_proved(&self, horizon: u64) -> bool {
        let best = self.best(horizon);
        let by_model = self.bound(horizon).filter(|_| best.modelled).map(|(_, lower)| lower.slots());
        best.schedule.total_delay == by_model.unwrap_or(0).max(self.pooled)
    }

    /// The horizon to be solved next: an end, else the middle one of those that are open.
    fn next(&self) -> Option<u64> {
        let is_open = |horizon: &u64| !self.asked.contains(horizon) && !self.is_proved(*horizon);
        [self.first, self.last].into_iter().find(is_open).or_else(|| {
            let open: Vec<u64> = (self.first..=self.last).filter(is_open).collect();
            open.get(open.len() / 2).copied()
        })
    }

    /// Returns the most variables of a model that gets a search tree without a time limit.
    fn most_variables(&self) -> u64 {
        if self.open == 0 { MAX_FRONT_VARIABLES } else { MAX_SECOND_VARIABLES }
    }

    /// Solves the program of one horizon; false when no time is left for it.
    fn ask(&mut self, horizon: u64) -> Result<bool, ProgramError> {
        let limit = self.options.time_limit;
        let left = limit.map(|limit| limit.saturating_sub(self.clock.elapsed()));
        let is_enough = left.map_or(self.open == MAX_OPEN_HORIZONS, |left| left.is_zero());
        if (self.options.stop)() || is_enough {
            return Ok(false);
        }
        self.asked.insert(horizon);
        let size = delay_size(self.task, self.ways, horizon);
        let model = DelayModel::new(self.task, self.ways, horizon, MAX_VARIABLES, DelayRows::Needed)?;
        let incumbent = self.least(horizon, |known| known.modelled);
        let limits = SearchOptions {
            threads: self.options.threads,
            // Whole seconds: rounded up, so that some time is left.
            time_limit: left.map(whole_seconds),
            // A caller who sets a time limit gets the most search nodes.
            nodes: match limit {
                Some(_) => MAX_NODES,
                None if size.variables <= self.most_variables() => unasked_nodes(size.variables),
                None => 1,
            },
            stop: self.options.stop,
            watch: self.options,
        };
        let incumbent = incumbent.map(|known| known.schedule.clone());
        let found = least_delay(model, incumbent, &limits)?;
        self.open += usize::from(found.end != SearchEnd::Proved);
        self.explanation.push(ParetoProgram {
            horizon,
            delay: found.schedule.as_ref().map(|best| best.total_delay),
            lower: found.lower,
            nodes: found.tree.len(),
        });
        if let Some(schedule) = &found.schedule {
            // Without a schedule the bound means nothing.
            self.bounds.extend(found.bound().map(|lower| (horizon, lower)));
            self.known.push(Known::new(self.task, self.ways, &Ilp, schedule.clone()));
        }
        Ok(true)
    }

    /// All points with their certificates, each accepted by the checker.
    fn front(self, bounds: &Bounds) -> Result<ParetoFront, SolveError> {
        let end = self.best(self.last).completion.max(self.first);
        let mut points = Vec::new();
        for horizon in self.first..=end {
            points.push(self.point(horizon, bounds)?);
        }
        // More slots gain nothing that is known, but a bound for any horizon has to say so.
        let reaches = points.last().is_some_and(|point| point.delay().horizon == Some(Horizon::Any));
        if self.last > end && !reaches {
            points.push(self.point(self.last, bounds)?);
        }
        let starts_critical = self.first == bounds.greatest();
        decide(&mut points, starts_critical);
        let mut notes = Vec::new();
        if !starts_critical {
            notes.push(ParetoNote::StartOpen { least: bounds.greatest(), most: self.first - 1 });
        }
        if self.options.time_limit.is_none() && self.open == MAX_OPEN_HORIZONS && self.next().is_some() {
            notes.push(ParetoNote::Untried { open: self.open });
        }
        let detours_gain = points.iter().any(|point| point.delay().value > self.pooled.into());
        if detours_gain
            && self.ways != DelayWays::DetoursFree
            && self.task.network().dimensions().iter().any(|d| !d.is_single_link())
        {
            notes.push(ParetoNote::NoDetours);
        }
        Ok(ParetoFront { points, starts_critical, notes, explanation: self.explanation })
    }

    fn point(&self, horizon: u64, bounds: &Bounds) -> Result<ParetoPoint, SolveError> {
        let best = self.best(horizon).clone();
        let delay = best.schedule.total_delay;
        let model = self.bound(horizon).filter(|(_, lower)| best.modelled && lower.slots() > self.pooled);
        let claimed = match model {
            Some(&(slots, _)) if slots < self.sufficient => {
                let critical = horizon == self.first && best.completion == bounds.greatest();
                if critical { Horizon::Critical } else { Horizon::Slots(horizon) }
            }
            _ => Horizon::Any,
        };
        let by_model = model
            .zip(delay_scope(self.task, self.ways))
            .map(|((_, lower), scope)| ScopedBound { scope, lower: lower.clone() });
        let by_pools = pooled_bound(self.pooled.into());
        let directions = best.schedule.directions;
        let matrix = task_matrix(self.task, &directions).expect("directions of the task itself");
        let problem = Problem::from(self.task.with_objective(match claimed {
            Horizon::Critical => Objective::CompletionTimeThenAverageDelay,
            Horizon::Any | Horizon::Slots(_) => Objective::AverageDelay,
        }));
        let schedule = Schedule::of_units(matrix, best.schedule.coloring);
        let delay = DelayMeasured { value: delay.into(), horizon: claimed };
        let measured = Measured::new(&problem, &schedule, Some(delay));
        let bounds = Bounds { delay: by_model.into_iter().chain([by_pools]).collect(), ..bounds.clone() };
        let candidate = of_matrix(best.method, schedule, "", directions);
        let options = SolveOptions { copy: None, ..*self.options };
        match certify(&problem, bounds, &measured, candidate, Vec::new(), &options)? {
            Outcome::Optimal(solution) | Outcome::Feasible(solution) => {
                Ok(ParetoPoint { horizon, optimal: None, scope: None, solution: *solution })
            }
            Outcome::Unknown { .. } => unreachable!("a schedule that is there is handed out"),
        }
    }
}

/// Says of every point whether it is on the front, from what the certificates of the points prove.
fn decide(points: &mut [ParetoPoint], starts_critical: bool) {
    for index in 0..points.len() {
        let (before, rest) = points.split_at_mut(index);
        let (point, value) = (&rest[0], rest[0].delay().value);
        let repeats = point.solution.completion_time() < point.horizon;
        let (optimal, scope) = if repeats || before.iter().any(|other| other.delay().value <= value) {
            (Some(false), None)
        } else {
            // The schedules of which it is proved that no shorter one has so little delay.
            let none_shorter = match before.last() {
                None => starts_critical.then(|| point.shortest_in().unwrap_or(Scope::Isotropic)),
                Some(other) => (other.horizon + 1 == point.horizon && other.delay().lower.value() > value)
                    .then(|| other.delay().scope),
            };
            let scope =
                none_shorter.filter(|_| point.is_proved()).map(|scope| scope.min(point.delay().scope));
            (scope.map(|_| true), scope)
        };
        (rest[0].optimal, rest[0].scope) = (optimal, scope);
    }
}
