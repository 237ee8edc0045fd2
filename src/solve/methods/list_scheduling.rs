//! List scheduling: slot by slot, in an order of priority.

use super::lists::{candidate, is_left_to_orbits, search, spread};
use super::spreading::{self, Spread, spreading};
use super::views::of_demands;
use crate::job_shop::{ListSearch, PacketRule, can_negotiate, list_broadcast, list_schedule};
use crate::model::{Problem, View};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::single_node_broadcast;

/// [`single_node_broadcast`]; of packets in a list [`list_schedule`] by all rules, with improvement, or
/// [`list_broadcast`].
#[derive(Debug)]
pub(crate) struct ListScheduling;

impl Method for ListScheduling {
    fn word(&self) -> &'static str {
        "list-scheduling"
    }

    fn sentence(&self) -> &'static str {
        "Single node broadcast on any network; demands, and all tasks on incomplete hypercubes and graphs, in several orders of priority"
    }

    fn source(&self) -> &'static str {
        "Hedetniemi & Hedetniemi, Broadcasting in trees, 1981; Graham, Bounds on multiprocessing timing anomalies, 1969"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        if problem.demands().is_some() {
            return Ok(Suited { view: View::Demands, when: When::Tried { turn: 1 } });
        }
        spreading::suits(problem, &[Spread::Broadcast], false, When::FIRST)
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        if context.problem.demands().is_some() {
            return by_lists(context);
        }
        let task = spreading(context.problem)?;
        let root = task.collective().root().expect("a broadcast has a root");
        let schedule = single_node_broadcast(task.network(), root, task.ports(), task.count())?;
        let how = "slot by slot, those packets first that have farthest to go";
        Ok(Some(spreading::candidate(self, context, schedule, how)))
    }
}

/// Of packets in a list, and only if that is shorter than what is known.
fn by_lists(context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
    let task = of_demands(context.problem)?;
    if is_left_to_orbits(context, task) {
        return Ok(None);
    }
    let search = search(context);
    // Unless it is asked for, packets from node to node go on by negotiation.
    let goes_on = context.options.method.is_none() && can_negotiate(task, search.lower);
    let search = ListSearch { endless: search.endless && !goes_on, ..search };
    let found = spread(task, |task| {
        if task.is_personal() {
            list_schedule(task, &PacketRule::ALL, true, search)
        } else {
            list_broadcast(task, None, search)
        }
    });
    let Some(found) = found else { return Ok(None) };
    let how = "slot by slot, in the best of several orders of priority, whatever can come nearer does";
    let mut candidate = candidate(&ListScheduling, context, found, how);
    if let Some(best) = context.best {
        if candidate.schedule.length() >= best.schedule.length() {
            return Ok(None);
        }
        candidate.tried.splice(0..0, best.tried.iter().cloned());
    }
    Ok(Some(candidate))
}
