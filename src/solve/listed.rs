//! From listed packets to an explicit schedule with a checked certificate.

use super::listed_bounds::listed_bounds;
#[cfg(feature = "ilp")]
use super::listed_exact::{go_on, may_go_on};
use super::listed_methods::{ListedMade, ListedMethod, make};
use super::pipeline::read_back;
use super::{Outcome, Phase, SolveError, SolveOptions};
use crate::bound::ListedBounds;
use crate::certify::listed_certificate;
use crate::check::Verdict;
use crate::model::{ListedTask, count_of};
use crate::wire::{self, CertificateDocument};

/// An explicit schedule that the checker has accepted, with all that is known of it.
#[derive(Debug, Clone)]
pub struct ListedSolution {
    /// The task.
    pub task: ListedTask,
    /// The method that made the schedule.
    pub method: ListedMethod,
    /// The bounds on completion time and transmissions.
    pub bounds: ListedBounds,
    /// The certificate as it was read back from its bytes.
    pub certificate: CertificateDocument,
    /// What the checker says of it.
    pub verdict: Verdict,
    /// How the result came about, one sentence each.
    pub explanation: Vec<String>,
}

impl ListedSolution {
    /// The completion time, in slots.
    #[must_use]
    pub fn completion_time(&self) -> u64 {
        self.verdict.replayed.completion_time
    }
}

/// Solves a task of listed packets: makes schedules by all rules that suit it, keeps the shortest, of equally short ones that with the fewest
/// transmissions, and has the independent checker accept its certificate. Where a gap is left, an integer program goes on if it is asked for, or small.
///
/// # Errors
/// [`SolveError`] when the task is not one for the method, or the result fails its own check.
///
/// # Examples
/// ```
/// use isotask::model::ListedTask;
/// use isotask::solve::{Outcome, SolveOptions, solve_listed};
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"incomplete-hypercube","nodes":5},
///   "task":{"kind":"gather","root":4},"ports":"all","objective":"completion-time"}"#;
/// let task = ListedTask::new(&parse::<TaskDocument>(text)?)?;
/// let Outcome::Optimal(solution) = solve_listed(&task, None, &SolveOptions::default())? else { panic!("one link") };
/// // Node 4 hangs on node 0 by one link, over which four packets come.
/// assert_eq!(solution.completion_time(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_listed(
    task: &ListedTask,
    method: Option<ListedMethod>,
    options: &SolveOptions<'_>,
) -> Result<Outcome<ListedSolution>, SolveError> {
    (options.progress)(Phase::Bounding);
    let bounds = listed_bounds(task, options.stop);
    (options.progress)(Phase::Building);
    // A program that goes on needs its share of the time.
    let endless = options.time_limit.is_some() && !may_go_on(task, method, bounds.best().value());
    let Some(found) = make(task, method, bounds, endless, options)? else {
        let reason = "it was stopped before there was a schedule".to_owned();
        return Ok(Outcome::Unknown { reason });
    };
    let found = match method {
        None => go_on(task, false, found, options)?,
        #[cfg(feature = "ilp")]
        Some(ListedMethod::Ilp) => go_on(task, true, found, options)?,
        Some(_) => found,
    };
    let ListedMade { method, schedule, bounds, notes } = found;
    let (slots, moves) = (schedule.slots.len(), count_of(schedule.slots.iter().map(Vec::len).sum()));
    let (lower, name, how) = (bounds.best(), method.as_str(), method.description());
    let mut explanation =
        vec![format!("bound: {} slots by {}; it binds every schedule", lower.value(), lower.kind().as_str())];
    explanation.extend(notes);
    explanation.push(format!("method {name}: {how}: {slots} slots, {moves} moves"));
    (options.progress)(Phase::Writing);
    let bytes = wire::to_bytes(&listed_certificate(task, &bounds, &schedule));
    drop(schedule);
    let (certificate, verdict) = read_back(bytes, options)?;
    let optimal = verdict.replayed.completion_time == bounds.best().value();
    let task = task.clone();
    let solution = Box::new(ListedSolution { task, method, bounds, certificate, verdict, explanation });
    Ok(if optimal { Outcome::Optimal(solution) } else { Outcome::Feasible(solution) })
}

#[cfg(not(feature = "ilp"))]
#[expect(clippy::unnecessary_wraps, reason = "with the feature `ilp` it may fail")]
fn go_on(_: &ListedTask, _: bool, found: ListedMade, _: &SolveOptions<'_>) -> Result<ListedMade, SolveError> {
    Ok(found)
}

#[cfg(not(feature = "ilp"))]
fn may_go_on(_: &ListedTask, _: Option<ListedMethod>, _: u64) -> bool {
    false
}
