//! From a broadcast, accumulation, scatter or gather to a schedule with a checked certificate.

use super::collective_methods::{CollectiveMethod, make, methods};
use super::pipeline::read_back;
use super::{Outcome, Phase, SolveError, SolveOptions};
use crate::bound::{CollectiveBounds, collective};
use crate::certify::collective_certificate;
use crate::check::Verdict;
use crate::model::{CollectiveSchedule, CollectiveTask};
use crate::wire::{self, CertificateDocument};

/// A schedule of a collective task that the checker has accepted, with all that is known of it.
#[derive(Debug, Clone)]
pub struct CollectiveSolution {
    /// The task.
    pub task: CollectiveTask,
    /// The method that made the schedule.
    pub method: CollectiveMethod,
    /// The bounds on completion time and transmissions.
    pub bounds: CollectiveBounds,
    /// The certificate as it was read back from its bytes.
    pub certificate: CertificateDocument,
    /// What the checker says of it.
    pub verdict: Verdict,
    /// How the result came about, one sentence each.
    pub explanation: Vec<String>,
}

impl CollectiveSolution {
    /// The completion time, in slots.
    #[must_use]
    pub fn completion_time(&self) -> u64 {
        self.verdict.replayed.completion_time
    }
}

/// A schedule and the method that made it.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) method: CollectiveMethod,
    pub(super) schedule: CollectiveSchedule,
}

/// Solves a collective task: makes schedules by all methods that suit it, or by the one asked for, keeps the shortest, of equally
/// short ones that with the fewest transmissions, and has the independent checker accept its certificate.
///
/// Accumulations and gather are the duals of broadcasts and scatter: their schedules are made there and turned round in time (P2 §1).
///
/// # Errors
/// [`SolveError`] when the task is too large or not one for the method, or the result fails its own check.
///
/// # Complexity
/// That of the methods: most take O(moves · log moves).
///
/// # Examples
/// ```
/// use isotask::model::CollectiveTask;
/// use isotask::solve::{Outcome, SolveOptions, solve_collective};
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":4},
///   "task":{"kind":"multinode-broadcast"},"ports":"all","objective":"completion-time"}"#;
/// let task = CollectiveTask::new(&parse::<TaskDocument>(text)?)?;
/// let Outcome::Optimal(solution) = solve_collective(&task, None, &SolveOptions::default())? else { panic!("P2 §2") };
/// // P2 Table 1: ⌈(2⁴ − 1) / 4⌉ slots.
/// assert_eq!(solution.completion_time(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_collective(
    task: &CollectiveTask,
    method: Option<CollectiveMethod>,
    options: &SolveOptions<'_>,
) -> Result<Outcome<CollectiveSolution>, SolveError> {
    (options.progress)(Phase::Bounding);
    let bounds = collective(task);
    (options.progress)(Phase::Building);
    let spreading = if task.collective().is_collecting() { task.reversed() } else { task.clone() };
    let (made, explanation) = match method {
        Some(method) => (Some(Made { method, schedule: make(&spreading, method)? }), Vec::new()),
        None => best(&spreading, &bounds, options),
    };
    let Some(mut made) = made else {
        return Err(SolveError::NoMethod { reasons: explanation.join("; ") });
    };
    let lower = bounds.best();
    let bound =
        format!("bound: {} slots by {}; it binds every schedule", lower.value(), lower.kind().as_str());
    let how = format!("method {}: {}", made.method.as_str(), made.method.description());
    let mut explanation = [vec![bound, how], explanation].concat();
    if task.collective().is_collecting() {
        explanation.push("the schedule is one of the dual task with time reversed (P2 §1)".to_owned());
        made.schedule = made.schedule.reversed(task.network());
    }
    hand_out(task, bounds, made, explanation, options)
}

/// The best schedule of all methods that suit a task, with a sentence on each method; meeting the bounds on slots and on moves ends the search.
fn best(
    task: &CollectiveTask,
    bounds: &CollectiveBounds,
    options: &SolveOptions<'_>,
) -> (Option<Made>, Vec<String>) {
    let mut best: Option<Made> = None;
    let mut tried = Vec::new();
    let least = bounds.best().value();
    for &method in methods(task) {
        if best.is_some() && (options.stop)() {
            tried.push(format!("{}: not tried, the time was up", method.as_str()));
            continue;
        }
        match make(task, method) {
            Ok(schedule) => {
                let (slots, moves) = (schedule.length(), schedule.moves());
                tried.push(format!("{}: {slots} slots, {moves} moves", method.as_str()));
                let meets_both = (slots, moves) == (least, bounds.least_moves(task, &schedule));
                let key = |made: &Made| (made.schedule.length(), made.schedule.moves());
                if best.as_ref().is_none_or(|best| (slots, moves) < key(best)) {
                    best = Some(Made { method, schedule });
                }
                if meets_both {
                    break;
                }
            }
            Err(fault) => tried.push(fault.to_string()),
        }
    }
    (best, tried)
}

/// Writes the certificate, forgets everything, reads it again and has it checked.
pub(super) fn hand_out(
    task: &CollectiveTask,
    bounds: CollectiveBounds,
    made: Made,
    explanation: Vec<String>,
    options: &SolveOptions<'_>,
) -> Result<Outcome<CollectiveSolution>, SolveError> {
    (options.progress)(Phase::Writing);
    let Made { method, schedule } = made;
    let bytes = wire::to_bytes(&collective_certificate(task, &bounds, &schedule));
    drop(schedule);
    let (certificate, verdict) = read_back(bytes, options)?;
    let optimal = verdict.replayed.completion_time == bounds.best().value();
    let task = task.clone();
    let solution = Box::new(CollectiveSolution { task, method, bounds, certificate, verdict, explanation });
    Ok(if optimal { Outcome::Optimal(solution) } else { Outcome::Feasible(solution) })
}
