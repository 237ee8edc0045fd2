//! From listed packets to an explicit schedule with a checked certificate.

use super::listed_bounds::listed_bounds;
use super::pipeline::read_back;
use super::{Outcome, Phase, SolveError, SolveOptions};
use crate::bound::ListedBounds;
use crate::certify::listed_certificate;
use crate::check::Verdict;
use crate::model::{ExplicitSchedule, ListedTask, count_of};
use crate::shop::{PacketRule, list_schedule};
use crate::tree::listed_broadcast;
use crate::wire::{self, CertificateDocument};

/// How the schedule of listed packets is made. Accumulations are made as broadcasts with time reversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ListedMethod {
    /// [`list_schedule`] with a rule, or [`listed_broadcast`].
    ListScheduling,
    /// An integer program, solved by HiGHS; it goes on from the other methods.
    #[cfg(feature = "ilp")]
    Ilp,
}

impl ListedMethod {
    /// The word of the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ListScheduling => "list-scheduling",
            #[cfg(feature = "ilp")]
            Self::Ilp => "ilp",
        }
    }

    /// How the schedule comes about, with the source.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::ListScheduling => "slot by slot, in an order of priority, whatever can come nearer does",
            #[cfg(feature = "ilp")]
            Self::Ilp => {
                "packets that are alike as flows over links and slots, solved by HiGHS, its schedule replayed; fewer slots refuted by multipliers"
            }
        }
    }
}

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
    let found =
        ListedFound { method: ListedMethod::ListScheduling, schedule: make(task), bounds, notes: Vec::new() };
    let found = match method {
        Some(ListedMethod::ListScheduling) => found,
        #[cfg(feature = "ilp")]
        _ => super::listed_exact::go_on(task, method.is_some(), found, options)?,
        #[cfg(not(feature = "ilp"))]
        None => found,
    };
    let ListedFound { method, schedule, bounds, notes } = found;
    let (slots, moves) = (count_of(schedule.slots.len()), schedule.slots.iter().map(Vec::len).sum());
    let lower = bounds.best();
    let mut explanation = vec![
        format!("bound: {} slots by {}; it binds every schedule", lower.value(), lower.kind().as_str()),
        format!(
            "method {}: {}: {slots} slots, {} moves",
            method.as_str(),
            method.description(),
            count_of(moves)
        ),
    ];
    explanation.extend(notes);
    (options.progress)(Phase::Writing);
    let bytes = wire::to_bytes(&listed_certificate(task, &bounds, &schedule));
    drop(schedule);
    let (certificate, verdict) = read_back(bytes, options)?;
    let optimal = verdict.replayed.completion_time == bounds.best().value();
    let task = task.clone();
    let solution = Box::new(ListedSolution { task, method, bounds, certificate, verdict, explanation });
    Ok(if optimal { Outcome::Optimal(solution) } else { Outcome::Feasible(solution) })
}

/// A schedule on its way to its certificate, with the bounds that it is held against.
#[derive(Debug)]
pub(super) struct ListedFound {
    pub(super) method: ListedMethod,
    pub(super) schedule: ExplicitSchedule,
    pub(super) bounds: ListedBounds,
    /// What a person may want to know, one sentence each.
    pub(super) notes: Vec<String>,
}

/// The shortest schedule of all rules.
fn make(task: &ListedTask) -> ExplicitSchedule {
    if task.is_combined() {
        return make(&task.reversed()).reversed();
    }
    let rules = [PacketRule::FarthestFirst, PacketRule::NearestFirst];
    let personal = rules.into_iter().filter_map(|rule| list_schedule(task, rule));
    personal.chain(listed_broadcast(task)).min_by_key(|schedule| schedule.slots.len()).unwrap_or_default()
}
