//! Several groups of nodes at once, each with a task of its own on the same network: schedules that can be
//! carried out together, in few slots, and what no such schedules can beat.

mod bounds;
mod freight;
mod merged;
mod placing;
mod prices;

use crate::check::{Options, Rejection, check_groups};
use crate::model::{DemandsTask, ModelError, Problem, count_of};
use crate::solve::{Phase, SolveError, SolveOptions};
use crate::tree::timetable::Timetable;
use crate::wire::{GroupDocument, GroupsDocument, GroupsLower, Objective, Task};
use freight::{Freight, alone};
use placing::placed;
use thiserror::Error;

/// Groups without schedules.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GroupsError {
    /// No group.
    #[error("no groups, expected at least one")]
    NoGroups,
    /// Another network than that of the first group.
    #[error("group {group}: another network than that of group 0, expected the same nodes and links")]
    OtherNetwork {
        /// Its place, from 0.
        group: usize,
    },
    /// A task of another kind.
    #[error(
        "group {group}: a task that groups do not take, expected one whose packets take a slot for each move"
    )]
    OtherTask {
        /// Its place, from 0.
        group: usize,
    },
    /// A task that is too large for the limits of a solve.
    #[error("group {group}: {fault}")]
    Solve {
        /// Its place, from 0.
        group: usize,
        /// Why.
        fault: SolveError,
    },
    /// A task of which no schedule is found.
    #[error("group {group}: the search ended without a schedule")]
    Unfinished {
        /// Its place, from 0.
        group: usize,
    },
    /// Schedules that are too long together.
    #[error("schedules of {slots} slots together, too many for the links and ports of this network")]
    TooLong {
        /// The sum of their slots.
        slots: u64,
    },
    /// No network for the moves of all.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// Together they are no schedules, such as on networks that differ.
    #[error(transparent)]
    Rejected(#[from] Rejection),
}

/// Returns schedules of several groups that can be carried out at once, and a bound that the checker has
/// accepted. The tasks are on one network, given link by link, in which the nodes that take no part are
/// switches, with the same ports in all.
///
/// Each group is solved alone, over all links and over those among its own nodes. Then all moves are put in
/// slots one after the other, each as early as links and ports are free, in several orders; the shortest
/// schedules are kept. If they are longer than what is known to be needed, prices of links and ports are
/// sought that prove more; then, if no packet is copied or summed, all packets are solved as one task of
/// demands.
///
/// # Errors
/// [`GroupsError`] if a task does not fit, or has no schedule within the limits.
///
/// # Complexity
/// That of [`solve`](crate::solve::solve), at most twice for each group and once for all, and O(M log M) for
/// M moves in each order, beside the search for room.
pub fn groups(problems: &[Problem], options: &SolveOptions<'_>) -> Result<GroupsDocument, GroupsError> {
    let first = problems.first().ok_or(GroupsError::NoGroups)?;
    for (group, problem) in problems.iter().enumerate() {
        let is_fit = (problem.demands().is_some() || problem.allreduce().is_some())
            && problem.network().link_list().is_some()
            && problem.objective() == Objective::CompletionTime;
        if !is_fit {
            return Err(GroupsError::OtherTask { group });
        }
        let network = |problem: &Problem| problem.document().network.without_switches();
        if network(problem) != network(first) {
            return Err(GroupsError::OtherNetwork { group });
        }
    }
    let none = Task::Demands { packets: Vec::new(), count: 1 };
    let frame = DemandsTask::new(&first.document().with_task(none))?;
    let mut solved = Vec::new();
    let each = SolveOptions { progress: &|_| {}, ..*options };
    let all = count_of(problems.len());
    for (group, problem) in problems.iter().enumerate() {
        (options.progress)(Phase::Groups { done: count_of(group), all });
        let found = alone(problem, &each).map_err(|fault| GroupsError::Solve { group, fault })?;
        solved.push(found.ok_or(GroupsError::Unfinished { group })?);
    }
    let mut lowers = bounds::lowers(problems, &solved);
    let mut least = lowers.first().map_or(0, GroupsLower::value);
    let schedules: Vec<Freight> = solved.into_iter().map(|solved| solved.freight).collect();
    let slots = schedules.iter().map(|freight| count_of(freight.slots.len())).sum();
    if usize::try_from(slots).is_ok_and(|slots| Timetable::new(&frame).is_too_long(slots)) {
        return Err(GroupsError::TooLong { slots });
    }
    let mut best = placed(&frame, &schedules, least);
    if placing::length(&best) > least {
        let own = (0..).zip(problems).zip(&schedules).map(|((done, problem), known)| {
            (options.progress)(Phase::Groups { done, all });
            freight::among_hosts(problem, &each).unwrap_or_else(|| known.clone())
        });
        let own: Vec<Freight> = own.collect();
        best = placing::shorter(best, placed(&frame, &own, least));
    }
    if placing::length(&best) > least {
        (options.progress)(Phase::Bounding);
        if let Some(lower) = prices::priced(problems, &best, least) {
            least = lower.value();
            lowers.insert(0, lower);
        }
    }
    if placing::length(&best) > least
        && let Some(together) = merged::merged(problems, options)
    {
        best = placing::shorter(best, placed(&frame, &together, least));
    }
    let documents: Vec<GroupDocument> = problems
        .iter()
        .zip(best)
        .map(|(problem, freight)| GroupDocument {
            task: problem.document().clone(),
            schedule: freight.written(problem),
        })
        .collect();
    best_proved(&documents, lowers)
}

/// Returns the document with the greatest bound that the checker has the time to compute.
fn best_proved(groups: &[GroupDocument], lowers: Vec<GroupsLower>) -> Result<GroupsDocument, GroupsError> {
    let mut refused = None;
    for lower in lowers {
        let document = GroupsDocument::new(groups.to_vec(), lower);
        match check_groups(&document, &Options::default()) {
            Ok(_) => return Ok(document),
            Err(rejection) if rejection.is_of_a_limit() => refused = Some(rejection),
            Err(rejection) => return Err(rejection.into()),
        }
    }
    Err(refused.map_or(GroupsError::NoGroups, GroupsError::Rejected))
}
