//! The questions of the pipeline to a kind of traffic.

use crate::bound::Bounds;
use crate::model::{Problem, Schedule};
use crate::route::RouteChoice;
use crate::solve::error::{RefusedOption, SolveError};
use crate::solve::method::{Candidate, Method, SolveOptions, Suited};
use crate::solve::notes::Explanation;
use crate::solve::options::Form;
use crate::solve::outcome::Unfinished;
use crate::solve::unsuited::Unsuited;
use crate::wire::Lower;
use std::fmt;

/// A problem, what is known of it before there is a schedule, and the methods that are to make one.
#[derive(Debug)]
pub(in crate::solve) struct Start<'a> {
    /// The problem.
    pub(in crate::solve) problem: &'a Problem,
    /// The options of the caller.
    pub(in crate::solve) options: &'a SolveOptions<'a>,
    /// Its kind of traffic.
    pub(in crate::solve) traffic: &'static dyn TrafficKind,
    /// Its lower bounds.
    pub(in crate::solve) bounds: Bounds,
    /// The directions of a product of rings that take the fewest slots.
    pub(in crate::solve) route: Option<RouteChoice>,
    /// The target that ends the trials.
    pub(in crate::solve) target: Option<Target>,
    /// Whether the method asked for goes on from the best schedule of the others.
    pub(in crate::solve) is_improving: bool,
    /// The methods that suit; only the one asked for, if it makes a schedule of its own.
    pub(in crate::solve) methods: Vec<Suited<'a>>,
}

/// A schedule that meets all of this ends the trials.
#[derive(Debug, Clone, Copy)]
pub(in crate::solve) struct Target {
    /// Slots.
    pub(in crate::solve) slots: Option<u64>,
    /// Total delay.
    pub(in crate::solve) delay: Option<u128>,
    /// Whether its moves have to meet their bound.
    pub(in crate::solve) moves: bool,
}

impl<'a> Start<'a> {
    /// Returns a problem with its bounds, without methods as yet.
    pub(super) fn new(
        traffic: &'static dyn TrafficKind,
        problem: &'a Problem,
        options: &'a SolveOptions<'a>,
        bounds: Bounds,
    ) -> Self {
        let (route, target, is_improving, methods) = (None, None, false, Vec::new());
        Self { problem, options, traffic, bounds, route, target, is_improving, methods }
    }

    /// Whether a schedule ends the trials.
    pub(in crate::solve) fn is_met_by(&self, schedule: &Schedule) -> bool {
        let Some(target) = self.target else { return false };
        let nodes = self.problem.network().nodes();
        let moves = || self.bounds.transmissions.of(schedule.per(), nodes).value();
        target.slots.is_none_or(|slots| slots == schedule.length())
            && (!target.moves || schedule.moves() == moves())
            && target.delay.is_none_or(|delay| schedule.total_delay() == Some(delay))
    }
}

/// A schedule with what was tried beside it.
#[derive(Debug)]
pub(in crate::solve) struct Trials {
    /// The best schedule.
    pub(in crate::solve) candidate: Candidate,
    /// The result of each method on the problem.
    pub(in crate::solve) tried: Vec<Explanation>,
}

/// A kind of traffic.
pub(in crate::solve) trait TrafficKind: Sync + fmt::Debug {
    /// Returns whether a method suits such a problem, and how.
    fn suits<'a>(&self, method: &'static dyn Method, problem: &'a Problem) -> Result<Suited<'a>, Unsuited>;

    /// Refuses what would not fit memory, before anything is built, and forms in which no such schedule is
    /// written.
    fn require(&self, problem: &Problem, options: &SolveOptions<'_>) -> Result<(), SolveError>;

    /// Returns the problem with everything that is known before there is a schedule.
    fn begin<'a>(&self, problem: &'a Problem, options: &'a SolveOptions<'a>) -> Start<'a>;

    /// Completes the bounds that are sought up to the completion time of the best schedule; the last argument
    /// ends that early, with what holds by then.
    fn complete(&self, _start: &mut Start<'_>, _attained: &Candidate, _cancel: &dyn Fn() -> bool) {}

    /// Why there is no schedule where a method was cancelled.
    fn unfinished(&self) -> Unfinished {
        Unfinished::Search
    }

    /// All lower bounds, without a schedule.
    fn bounds(&self, problem: &Problem, stop: &(dyn Fn() -> bool + Sync)) -> Bounds;

    /// Explains how a result came about.
    fn explain(&self, start: &Start<'_>, found: &Trials) -> Vec<Explanation>;
}

/// Refuses forms in which schedules are not written that say what every node sends.
pub(super) fn require_slots(options: &SolveOptions<'_>) -> Result<(), SolveError> {
    match options.form {
        Form::Intervals => Err(RefusedOption::Intervals { of: "isotropic tasks" }.into()),
        Form::Windows => Err(RefusedOption::Windows.into()),
        Form::Automatic | Form::Slots => Ok(()),
    }
}

/// A bound that binds every schedule, as it is explained where all bounds do.
pub(in crate::solve) fn every_schedule(lower: &Lower) -> Explanation {
    Explanation::bound("bound", lower, " slots", "; it binds every schedule")
}
