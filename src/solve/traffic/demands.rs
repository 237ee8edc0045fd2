//! Packets in a list: demands, and whatever is to be done on a network without symmetry.

use super::kind::{Start, Target, TrafficKind, Trials, every_schedule, require_slots};
use super::rows::OfRows;
use super::words::OfWords;
use crate::bound::{Bounds, collective, isotropic_packets, of_demands, timed_prices};
use crate::model::{CollectiveTask, DemandsTask, PortRule, Problem};
use crate::solve::error::SolveError;
use crate::solve::method::{Candidate, Method, SolveOptions, Suited};
use crate::solve::notes::Explanation;
use crate::solve::options::Phase;
use crate::solve::outcome::Unfinished;
use crate::solve::unsuited::Unsuited;
use crate::wire::{Lower, Objective, Task, TaskDocument};

/// The traffic of packets in a list.
#[derive(Debug)]
pub(super) struct OfDemands;

fn task(problem: &Problem) -> &DemandsTask {
    problem.demands().expect("the problem is taken as demands")
}

impl TrafficKind for OfDemands {
    fn suits<'a>(&self, method: &'static dyn Method, problem: &'a Problem) -> Result<Suited<'a>, Unsuited> {
        method.on_demands(task(problem))
    }

    fn require(&self, _: &Problem, options: &SolveOptions<'_>) -> Result<(), SolveError> {
        require_slots(options)
    }

    fn begin<'a>(&self, problem: &'a Problem, options: &'a SolveOptions<'a>) -> Start<'a> {
        (options.progress)(Phase::Bounding);
        let bounds = self.bounds(problem, options.stop);
        let delay = bounds.delay.first().map(|bound| bound.lower.value());
        let counts_slots = delay.is_none() || problem.objective() != Objective::AverageDelay;
        let slots = counts_slots.then(|| bounds.best().slots());
        let target = Some(Target { slots, delay, moves: false });
        Start { target, ..Start::new(&Self, problem, options, bounds) }
    }

    /// The method that negotiates seeks prices of slots itself, where conflicts stay.
    fn complete(&self, start: &mut Start<'_>, attained: &Candidate, cancel: &dyn Fn() -> bool) {
        let task = task(start.problem);
        let is_of_time = start.problem.objective() != Objective::AverageDelay && !task.is_scatter_or_gather();
        if is_of_time && !attained.proved.is_complete {
            let proved = attained.proved.completion.as_ref().map_or(0, Lower::slots);
            let (known, attained) = (start.bounds.best().slots().max(proved), attained.schedule.length());
            start.bounds.completion.splice(0..0, timed_prices(task, known, attained, cancel));
        }
    }

    fn unfinished(&self) -> Unfinished {
        Unfinished::Stopped
    }

    fn bounds(&self, problem: &Problem, stop: &(dyn Fn() -> bool + Sync)) -> Bounds {
        demand_bounds(task(problem), stop)
    }

    fn explain(&self, start: &Start<'_>, found: &Trials) -> Vec<Explanation> {
        let (slots, moves) = (found.candidate.schedule.length(), found.candidate.schedule.moves());
        let mut lines = vec![every_schedule(start.bounds.best())];
        lines.extend(found.candidate.tried.iter().cloned());
        lines.push(match &found.candidate.how {
            &Explanation::Method { word, how } => Explanation::Attained { word, how, slots, moves },
            how => how.clone(),
        });
        lines
    }
}

/// Returns the bounds of a symmetric problem.
fn bounds(problem: &Problem, stop: &(dyn Fn() -> bool + Sync)) -> Bounds {
    let on_words = || OfWords.bounds(problem, stop);
    problem.rows().map_or_else(on_words, |_| OfRows.bounds(problem, stop))
}

/// Returns the lower bounds of packets in a list: [`of_demands`], and if every node sends the translate of
/// what node 0 sends, the bounds of that isotropic task.
///
/// Those hold in whatever form the task is written, as they bind every schedule. They add weights of routes
/// of limited length, for which the length of a schedule must be known.
///
/// # Complexity
/// That of [`of_demands`], and of [`crate::solve::bounds`] where they are asked.
fn demand_bounds(task: &DemandsTask, stop: &(dyn Fn() -> bool + Sync)) -> Bounds {
    let mut found = of_demands(task);
    if let Some(rooted) = rooted(task) {
        return Bounds { delay: found.delay, ..collective(&rooted) };
    }
    let more = isotropic(task).into_iter().flat_map(|problem| bounds(&problem, stop).completion);
    let more = more.filter(Lower::is_limited);
    if let Some(lower) = more.max_by_key(Lower::slots).filter(|lower| lower.slots() > found.best().slots()) {
        found.completion.insert(0, lower);
    }
    found
}

/// A scatter or gather as the task that it is where the completion time alone counts.
fn rooted(task: &DemandsTask) -> Option<CollectiveTask> {
    let mut document = task.document().clone();
    document.objective = Objective::CompletionTime;
    task.is_scatter_or_gather().then(|| CollectiveTask::new(&document).ok()).flatten()
}

/// The task of the translates of what node 0 sends, if that is what all nodes send through full-duplex ports.
fn isotropic(task: &DemandsTask) -> Option<Problem> {
    if task.ports() == PortRule::HalfDuplex {
        return None;
    }
    let packets = isotropic_packets(task)?;
    let document = TaskDocument::new(
        None,
        task.network().kind().clone(),
        Task::Isotropic { packets, count: 1 },
        task.document().ports,
        Objective::CompletionTime,
    );
    Problem::new(&document).ok()
}
