//! What the pipeline asks of a kind of traffic.

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

/// What is known of a problem before there is a schedule.
#[derive(Debug)]
pub(in crate::solve) struct Ground {
    /// Its lower bounds.
    pub(in crate::solve) bounds: Bounds,
    /// The directions of a product of rings that take the fewest slots.
    pub(in crate::solve) route: Option<RouteChoice>,
    /// What ends the trials.
    pub(in crate::solve) target: Option<Target>,
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

impl Ground {
    /// Whether a schedule ends the trials.
    pub(in crate::solve) fn is_met_by(&self, schedule: &Schedule, nodes: u64) -> bool {
        let Some(target) = self.target else { return false };
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
    /// What each method made of the problem.
    pub(in crate::solve) tried: Vec<Explanation>,
}

/// A kind of traffic.
pub(in crate::solve) trait TrafficKind: Sync + fmt::Debug {
    /// What a method says of such a problem.
    fn suits<'a>(&self, method: &'static dyn Method, problem: &'a Problem) -> Result<Suited<'a>, Unsuited>;

    /// Refuses what would not fit memory, before anything is built, and forms in which no such schedule is
    /// written.
    fn require(&self, problem: &Problem, options: &SolveOptions<'_>) -> Result<(), SolveError>;

    /// What can be said before there is a schedule.
    fn begin(&self, problem: &Problem, options: &SolveOptions<'_>) -> Ground;

    /// Completes the bounds that are sought up to the completion time of the best schedule; the last argument
    /// ends that early, with what holds by then.
    fn complete(
        &self,
        _problem: &Problem,
        _ground: &mut Ground,
        _attained: &Candidate,
        _cancel: &dyn Fn() -> bool,
    ) {
    }

    /// Why there is no schedule where a method was cancelled.
    fn unfinished(&self) -> Unfinished {
        Unfinished::Search
    }

    /// All lower bounds, without a schedule.
    fn bounds(&self, problem: &Problem, stop: &(dyn Fn() -> bool + Sync)) -> Bounds;

    /// How a result came about.
    fn explain(
        &self,
        problem: &Problem,
        ground: &Ground,
        found: &Trials,
        options: &SolveOptions<'_>,
    ) -> Vec<Explanation>;
}

/// Refuses forms in which schedules are not written that say what every node sends.
pub(super) fn require_slots(options: &SolveOptions<'_>) -> Result<(), SolveError> {
    match options.form {
        Form::Intervals => Err(RefusedOption::Intervals { of: "isotropic tasks" }.into()),
        Form::Windows => Err(RefusedOption::Windows.into()),
        Form::Automatic | Form::Slots => Ok(()),
    }
}

/// What can be said of such problems: the bounds, and that a schedule of so many slots ends the trials.
pub(super) fn begin_with(bounds: Bounds, moves: bool) -> Ground {
    let slots = Some(bounds.best().slots());
    Ground { bounds, route: None, target: Some(Target { slots, delay: None, moves }) }
}

/// A bound that binds every schedule, as it is explained where all bounds do.
pub(in crate::solve) fn every_schedule(lower: &Lower) -> Explanation {
    Explanation::bound("bound", lower, " slots", "; it binds every schedule")
}
