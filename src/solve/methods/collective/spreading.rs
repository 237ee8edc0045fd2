//! Parts shared by broadcasts and scatter; accumulations and gather are their duals, made with time reversed
//! (P2 §1).

use crate::model::{Collective, CollectiveTask, ExplicitSchedule, MultinodeSchedule, PortRule, Schedule};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method};
use crate::solve::notes::Explanation;
use crate::solve::unsuited::Unsuited;
use crate::tree;

/// Most sends that are written for a multinode task: of one node, or of every node where the schedule is
/// explicit.
const MAX_SENDS: u64 = 1 << 24;

/// The task that spreads: the problem's own, or the dual of one that collects.
pub(in crate::solve::methods) fn spreading(task: &CollectiveTask) -> CollectiveTask {
    if task.collective().is_collecting() { task.reversed() } else { task.clone() }
}

/// Some of the problems of P2, each with its dual.
#[derive(Debug, Clone, Copy)]
pub(in crate::solve::methods) struct Spread {
    /// The name of the tasks for people.
    pub(in crate::solve::methods) tasks: &'static str,
    has: fn(Collective) -> bool,
}

/// Every node spreads.
pub(in crate::solve::methods) const MULTINODE: Spread =
    Spread { tasks: "multinode broadcasts and accumulations", has: |problem| problem.root().is_none() };
/// A root spreads packets of their own for all others.
pub(super) const SCATTER: Spread = Spread { tasks: "scatter and gather", has: Collective::is_personal };
/// A root spreads each of its packets to all others.
pub(in crate::solve::methods) const BROADCAST: Spread = Spread {
    tasks: "single node broadcasts and accumulations",
    has: |problem| problem.root().is_some() && !problem.is_personal(),
};
/// A root spreads.
pub(super) const ROOTED: Spread = Spread {
    tasks: "single node broadcasts and accumulations, scatter and gather",
    has: |problem| problem.root().is_some(),
};

impl Spread {
    /// Refuses a task that is none of these.
    pub(in crate::solve::methods) fn require(self, task: &CollectiveTask) -> Result<(), Unsuited> {
        if (self.has)(task.collective()) { Ok(()) } else { Err(Unsuited::OtherCollective { of: self.tasks }) }
    }

    /// Refuses a task that is none of these on a hypercube.
    pub(super) fn require_on_cube(self, task: &CollectiveTask) -> Result<(), Unsuited> {
        self.require(task)?;
        if task.network().is_hypercube() { Ok(()) } else { Err(Unsuited::OtherNetwork { of: "hypercubes" }) }
    }
}

/// A schedule of the task that spreads, turned round in time where the problem collects.
pub(in crate::solve::methods) fn candidate(
    method: &'static dyn Method,
    context: &Context<'_>,
    schedule: impl Into<Schedule>,
    how: &'static str,
) -> Candidate {
    let mut candidate = Candidate::new(method, schedule, how);
    let problem = context.problem;
    if problem.is_collecting() {
        let reversed = candidate.schedule.reversed(problem.network());
        candidate.schedule = reversed.expect("schedules of collective tasks have time to be reversed");
        candidate.tried.push(Explanation::Reversed);
    }
    candidate
}

/// Refuses a schedule of a multinode task that would be too long to be written.
pub(in crate::solve::methods) fn require_sends(
    task: &CollectiveTask,
    explicit: bool,
) -> Result<(), MethodError> {
    let (nodes, count) = (task.network().nodes(), task.count());
    let explicit = explicit || task.ports() == PortRule::HalfDuplex;
    // Every node gets every packet of the others; below 2⁶³ by the size of the task.
    let found = (nodes - 1) * count * if explicit { nodes } else { 1 };
    if found > MAX_SENDS { Err(MethodError::TooManySends { found, most: MAX_SENDS }) } else { Ok(()) }
}

/// A symmetric schedule of a multinode task under its ports.
pub(super) fn under_ports(task: &CollectiveTask, placed: MultinodeSchedule) -> Result<Schedule, MethodError> {
    Ok(match task.ports() {
        PortRule::FullDuplex(_) => placed.into(),
        PortRule::HalfDuplex => {
            halved(task, tree::expand(task.network(), task.count(), false, &placed)?).into()
        }
    })
}

/// A one-port schedule under the ports of the task.
pub(super) fn halved(task: &CollectiveTask, schedule: ExplicitSchedule) -> ExplicitSchedule {
    match task.ports() {
        PortRule::FullDuplex(_) => schedule,
        PortRule::HalfDuplex => tree::half_duplex(&schedule),
    }
}

/// Packets per item as trees take them.
pub(in crate::solve::methods) fn narrow(count: u64) -> Result<u32, MethodError> {
    u32::try_from(count).map_err(|_| MethodError::TooManyPackets { found: count })
}
