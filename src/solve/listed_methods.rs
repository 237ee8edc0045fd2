//! The methods of listed packets.

use super::listed_symmetric::symmetric;
use super::{SolveError, SolveOptions};
use crate::bound::ListedBounds;
use crate::model::{ExplicitSchedule, IncompleteHypercube, ListedTask, Node, count_of};
use crate::shop::{ListedFound, ListedSearch, PacketRule, list_schedule, listed_broadcast};
use crate::tree::incomplete_broadcast;

/// How the schedule of listed packets is made. Accumulations are made as broadcasts with time reversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ListedMethod {
    /// The packets are the same from every node after all: what every node does in a schedule of the symmetric task.
    Symmetric,
    /// [`list_schedule`] by all rules, with improvement, or [`listed_broadcast`].
    ListScheduling,
    /// [`list_schedule`] by one rule.
    Rule(PacketRule),
    /// [`listed_broadcast`] along the trees of [`incomplete_broadcast`]; broadcasts and accumulations only.
    IncompleteTree,
    /// An integer program, solved by HiGHS; it goes on from the other methods.
    #[cfg(feature = "ilp")]
    Ilp,
}

impl ListedMethod {
    /// The word of the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Symmetric => "symmetric",
            Self::ListScheduling => "list-scheduling",
            Self::Rule(rule) => rule.as_str(),
            Self::IncompleteTree => "incomplete-tree",
            #[cfg(feature = "ilp")]
            Self::Ilp => "ilp",
        }
    }

    /// How the schedule comes about, with the source.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Symmetric => {
                "what every node does in a schedule of the same packets taken as a task that looks the same from every node"
            }
            Self::ListScheduling => {
                "slot by slot, in the best of several orders of priority, whatever can come nearer does"
            }
            Self::Rule(_) => "slot by slot, in an order of priority, whatever can come nearer does",
            Self::IncompleteTree => "along spanning trees of shortest paths (P4 Algorithm 6)",
            #[cfg(feature = "ilp")]
            Self::Ilp => {
                "packets that are alike as flows over links and slots, solved by HiGHS, its schedule replayed; fewer slots refuted by multipliers"
            }
        }
    }
}

/// A schedule on its way to its certificate, with the bounds that it is held against.
#[derive(Debug)]
pub(super) struct ListedMade {
    pub(super) method: ListedMethod,
    pub(super) schedule: ExplicitSchedule,
    pub(super) bounds: ListedBounds,
    /// What a person may want to know, one sentence each.
    pub(super) notes: Vec<String>,
}

/// What the method makes of the task, or the best that any makes; nothing if it was cancelled. An `endless`
/// search takes all the time there is.
pub(super) fn make(
    task: &ListedTask,
    method: Option<ListedMethod>,
    bounds: ListedBounds,
    endless: bool,
    options: &SolveOptions<'_>,
) -> Result<Option<ListedMade>, SolveError> {
    let lower = bounds.best().value();
    let search = ListedSearch { lower, endless, stop: options.stop, cancel: options.cancel };
    let twin = match method {
        None | Some(ListedMethod::Symmetric) => symmetric(task, options),
        Some(_) => None,
    };
    if let Some(schedule) = twin {
        let slots = schedule.slots.len();
        let notes = vec![format!("symmetric: {slots} slots")];
        let made = ListedMade { method: ListedMethod::Symmetric, schedule, bounds, notes };
        if method.is_some() || count_of(slots) == lower {
            return Ok(Some(made));
        }
        let listed = by_lists(task, ListedMethod::ListScheduling, search)?;
        let Some(listed) = listed.filter(|listed| listed.schedule.slots.len() < slots) else {
            return Ok(Some(made));
        };
        let notes = [made.notes, listed.tries].concat();
        let (method, schedule) = (ListedMethod::ListScheduling, listed.schedule);
        return Ok(Some(ListedMade { method, schedule, notes, bounds: made.bounds }));
    }
    let method = match method {
        Some(ListedMethod::Symmetric) => {
            return Err(not_for(ListedMethod::Symmetric, "packets that are the same from every node"));
        }
        #[cfg(feature = "ilp")]
        Some(ListedMethod::Ilp) => ListedMethod::ListScheduling,
        Some(method) => method,
        None => ListedMethod::ListScheduling,
    };
    let found = by_lists(task, method, search)?;
    let made =
        |found: ListedFound| ListedMade { method, schedule: found.schedule, notes: found.tries, bounds };
    Ok(found.map(made))
}

/// What a method of list scheduling makes of the task; nothing if it was cancelled.
fn by_lists(
    task: &ListedTask,
    method: ListedMethod,
    search: ListedSearch<'_>,
) -> Result<Option<ListedFound>, SolveError> {
    if task.is_combined() {
        let found = by_lists(&task.reversed(), method, search)?;
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
        (ListedMethod::Rule(rule), true) => list_schedule(task, &[rule], false, search),
        (ListedMethod::IncompleteTree, false) => listed_broadcast(task, Some(&tree), search),
        (ListedMethod::Rule(_), false) => {
            return Err(not_for(method, "tasks whose packets go from node to node"));
        }
        (ListedMethod::IncompleteTree, true) => return Err(not_for(method, "broadcasts and accumulations")),
        (_, true) => list_schedule(task, &PacketRule::ALL, true, search),
        (_, false) => listed_broadcast(task, None, search),
    })
}

fn not_for(method: ListedMethod, what: &str) -> SolveError {
    SolveError::Construction {
        method: method.as_str(),
        fault: format!("it is for {what}; the method list-scheduling takes any task"),
    }
}
