//! List scheduling: slot by slot, in an order of priority.

use super::collective::spreading::{self, BROADCAST, spreading};
use super::demands::lists::{candidate, counts_delay_alone, is_left_to_orbits, is_quickest, search, spread};
use crate::job_shop::{
    Effort, ListFound, ListSearch, ListTry, PacketRule, can_negotiate, list_broadcast, list_schedule,
};
use crate::model::{CollectiveTask, DemandsTask, Packet, View, count_of};
use crate::solve::method::{About, Candidate, Context, Made, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::{graph_broadcast, single_node_broadcast};

/// [`single_node_broadcast`]; of packets in a list [`list_schedule`] by all rules, with improvement, or
/// [`list_broadcast`].
#[derive(Debug)]
pub(crate) struct ListScheduling;

const ABOUT: About = About {
    word: "list-scheduling",
    sentence: "Single node broadcast on any network; demands, and all tasks on incomplete hypercubes and graphs, in several orders of priority",
    source: "Hedetniemi & Hedetniemi, Broadcasting in trees, 1981; Bar-Noy, Kipnis & Schieber, Optimal multiple message broadcasting in telephone-like communication systems, 2000; Graham, Bounds on multiprocessing timing anomalies, 1969",
    tasks: BROADCAST.tasks,
};

/// The name of the tries of [`graph_broadcast`].
const LIVE: &str = "along a hypercube, or the node that lags most first, the latest packet of use";

impl Method for ListScheduling {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_collective<'a>(&'static self, task: &'a CollectiveTask) -> Result<Suited<'a>, Unsuited> {
        BROADCAST.require(task)?;
        Ok(Suited::new(self, View::Collective, When::FIRST, move |context| self.make(task, context)))
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        Ok(Suited::new(self, View::Demands, When::Tried { turn: 1 }, move |context| {
            Ok(by_lists(task, context))
        }))
    }
}

impl ListScheduling {
    fn make(&'static self, task: &CollectiveTask, context: &Context<'_>) -> Made {
        let task = spreading(task);
        let root = task.collective().root().expect("a broadcast has a root");
        let schedule = single_node_broadcast(task.network(), root, task.ports(), task.count())?;
        let how = "the shortest of several: along a tree, along a hypercube, slot by slot";
        Ok(Some(spreading::candidate(self, context, schedule, how)))
    }
}

/// Schedules packets in a list; returns the result only if it is shorter than the best known one.
fn by_lists(task: &DemandsTask, context: &Context<'_>) -> Option<Candidate> {
    if is_left_to_orbits(context, task) || is_quickest(context) {
        return None;
    }
    let task = &*task.without_spare_links();
    let search = search(task, context);
    // Unless it is asked for, packets from node to node go on by negotiation, copies along packed trees.
    let others_go_on = || !task.is_personal() || can_negotiate(task, search.lower);
    let is_improving = context.options.method.is_none() && others_go_on();
    let search = if is_improving {
        ListSearch { effort: search.effort.min(Effort::Standard), ..search }
    } else {
        search
    };
    let found = spread(task, |task| {
        if task.is_personal() {
            list_schedule(task, &PacketRule::ALL, true, search)
        } else {
            let found = list_broadcast(task, None, search)?;
            Some(live(task, &found, search).unwrap_or(found))
        }
    })?;
    let how = "slot by slot, in the best of several orders of priority, whatever can come nearer does";
    let mut candidate = candidate(&ListScheduling, task, context, found, how);
    if let Some(best) = context.best {
        if candidate.schedule.length() >= best.schedule.length() && !counts_delay_alone(task) {
            return None;
        }
        candidate.tried.splice(0..0, best.tried.iter().cloned());
    }
    Some(candidate)
}

/// Schedules a broadcast of one root in which the node that lags most goes first; returns it if it is shorter
/// than the one found.
fn live(task: &DemandsTask, found: &ListFound, search: ListSearch<'_>) -> Option<ListFound> {
    let &[load] = task.loads() else { return None };
    let Packet::Copied { from } = load.packet() else { return None };
    let is_alike = task.network().switches().is_none() || !task.shares_ports();
    let known = count_of(found.schedule.slots.len());
    if !is_alike || known <= search.lower {
        return None;
    }
    let asked = (from.narrow(), task.ports(), load.count());
    let stop = || (search.cancel)() || (search.stop)();
    let schedule = graph_broadcast(task.graph(), asked, (search.lower, known), &stop)?;
    let schedule = schedule.without_idle_switches(task.network());
    let mut tries = found.tries.clone();
    tries.push(ListTry::new(LIVE, false, &schedule.slots));
    Some(ListFound { schedule, tries, cut_short: found.cut_short })
}
