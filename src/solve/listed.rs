//! From listed packets to an explicit schedule with a checked certificate.

use super::pipeline::read_back;
use super::{Outcome, Phase, SolveError, SolveOptions};
use crate::bound::{ListedBounds, listed};
use crate::certify::listed_certificate;
use crate::check::Verdict;
use crate::model::{IncompleteHypercube, ListedTask, Node, count_of};
use crate::shop::{ListedFound, ListedSearch, PacketRule, list_schedule, listed_broadcast};
use crate::tree::incomplete_broadcast;
use crate::wire::{self, CertificateDocument};

/// How the schedule of listed packets is made. Accumulations are made as broadcasts with time reversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ListedMethod {
    /// [`list_schedule`] by all rules, with improvement, or [`listed_broadcast`].
    ListScheduling,
    /// [`list_schedule`] by one rule.
    Rule(PacketRule),
    /// [`listed_broadcast`] along the trees of [`incomplete_broadcast`]; broadcasts and accumulations only.
    IncompleteTree,
}

impl ListedMethod {
    /// The word of the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ListScheduling => "list-scheduling",
            Self::Rule(rule) => rule.as_str(),
            Self::IncompleteTree => "incomplete-tree",
        }
    }

    /// How the schedule comes about, with the source.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::ListScheduling => {
                "slot by slot, in the best of several orders of priority, whatever can come nearer does"
            }
            Self::Rule(_) => "slot by slot, in an order of priority, whatever can come nearer does",
            Self::IncompleteTree => "along spanning trees of shortest paths (P4 Algorithm 6)",
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
/// transmissions, and has the independent checker accept its certificate.
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
    let bounds = listed(task);
    (options.progress)(Phase::Building);
    let method = method.unwrap_or(ListedMethod::ListScheduling);
    let lower = bounds.best();
    let search = ListedSearch {
        lower: lower.value(),
        endless: options.time_limit.is_some(),
        stop: options.stop,
        cancel: options.cancel,
    };
    let Some(ListedFound { schedule, tries }) = make(task, method, search)? else {
        let reason = "it was stopped before there was a schedule".to_owned();
        return Ok(Outcome::Unknown { reason });
    };
    let (slots, moves) = (schedule.slots.len(), count_of(schedule.slots.iter().map(Vec::len).sum()));
    let mut explanation =
        vec![format!("bound: {} slots by {}; it binds every schedule", lower.value(), lower.kind().as_str())];
    explanation.extend(tries);
    let (name, how) = (method.as_str(), method.description());
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

/// What the method makes of the task; nothing if it was cancelled.
fn make(
    task: &ListedTask,
    method: ListedMethod,
    search: ListedSearch<'_>,
) -> Result<Option<ListedFound>, SolveError> {
    if task.is_combined() {
        let found = make(&task.reversed(), method, search)?;
        let back = |found: ListedFound| ListedFound { schedule: found.schedule.reversed(), ..found };
        return Ok(found.map(back));
    }
    let nodes = task.network().nodes();
    let tree = |root: Node| {
        let cube = IncompleteHypercube::new(nodes).expect("a network has nodes");
        let narrow = |node: Node| u32::try_from(node.0).expect("a node of a table");
        incomplete_broadcast(&cube, root).iter().map(|copy| (narrow(copy.from), narrow(copy.to))).collect()
    };
    Ok(match (method, task.is_personal()) {
        (ListedMethod::ListScheduling, true) => list_schedule(task, &PacketRule::ALL, true, search),
        (ListedMethod::ListScheduling, false) => listed_broadcast(task, None, search),
        (ListedMethod::Rule(rule), true) => list_schedule(task, &[rule], false, search),
        (ListedMethod::IncompleteTree, false) => listed_broadcast(task, Some(&tree), search),
        (ListedMethod::Rule(_), false) => {
            return Err(not_for(method, "tasks whose packets go from node to node"));
        }
        (ListedMethod::IncompleteTree, true) => return Err(not_for(method, "broadcasts and accumulations")),
    })
}

fn not_for(method: ListedMethod, what: &str) -> SolveError {
    SolveError::Construction {
        method: method.as_str(),
        fault: format!("it is for {what}; the method list-scheduling takes any task"),
    }
}
