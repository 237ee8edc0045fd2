//! What broadcasts and scatter have in common; accumulations and gather are their duals, made with time
//! reversed (P2 §1).

use super::views::of_collective;
use crate::model::{
    Collective, CollectiveTask, ExplicitSchedule, MultinodeSchedule, PortRule, Problem, Schedule, View,
};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::notes::Explanation;
use crate::solve::unsuited::Unsuited;
use crate::tree;
use crate::wire;

/// Most sends that the schedule of a multinode task says: of one node, or of every node where it is explicit.
const MOST_SENDS: u64 = 1 << 24;

/// The task that spreads: the problem's own, or the dual of one that collects.
pub(super) fn spreading(problem: &Problem) -> Result<CollectiveTask, Unsuited> {
    let task = of_collective(problem)?;
    Ok(if task.collective().is_collecting() { task.reversed() } else { task.clone() })
}

/// Which of the three problems a method spreads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spread {
    Multinode,
    Scatter,
    Broadcast,
}

impl Spread {
    /// The problems with their duals, as people say them.
    fn words(spreads: &[Self]) -> &'static str {
        match spreads {
            [Self::Multinode] => "multinode broadcasts and accumulations",
            [Self::Scatter] => "scatter and gather",
            [Self::Broadcast] => "single node broadcasts and accumulations",
            _ => "single node broadcasts and accumulations, scatter and gather",
        }
    }
}

/// Whether a method for some problems suits one, on hypercubes only if it says so; then it is tried at its
/// turn.
pub(super) fn suits(
    problem: &Problem,
    spreads: &[Spread],
    cube_only: bool,
    when: When,
) -> Result<Suited, Unsuited> {
    let of = Spread::words(spreads);
    let task = problem.collective().ok_or(Unsuited::OtherTask { of })?;
    let spread = match task.collective() {
        Collective::MultinodeBroadcast | Collective::MultinodeAccumulation => Spread::Multinode,
        Collective::Scatter { .. } | Collective::Gather { .. } => Spread::Scatter,
        Collective::SingleNodeBroadcast { .. } | Collective::SingleNodeAccumulation { .. } => {
            Spread::Broadcast
        }
    };
    let is_cube = matches!(task.network().kind(), wire::Network::Hypercube { .. });
    if !spreads.contains(&spread) {
        return Err(Unsuited::OtherCollective { of });
    }
    if cube_only && !is_cube {
        return Err(Unsuited::OtherNetwork { of: "hypercubes" });
    }
    Ok(Suited { view: View::Collective, when })
}

/// Whether the problem is a scatter or a gather.
pub(super) fn is_scatter(task: &CollectiveTask) -> bool {
    matches!(task.collective(), Collective::Scatter { .. })
}

/// A schedule of the task that spreads, turned round in time where the problem collects.
pub(super) fn candidate(
    method: &'static dyn Method,
    context: &Context<'_>,
    schedule: impl Into<Schedule>,
    how: &'static str,
) -> Candidate {
    let mut candidate = Candidate::new(method, schedule, how);
    let problem = context.problem;
    if problem.collective().is_some_and(|task| task.collective().is_collecting()) {
        let reversed = candidate.schedule.reversed(problem.network());
        candidate.schedule = reversed.expect("schedules of collective tasks have time to be reversed");
        candidate.tried.push(Explanation::Reversed);
    }
    candidate
}

/// Refuses a schedule of a multinode task that would be too long to be written.
pub(super) fn require_sends(task: &CollectiveTask, explicit: bool) -> Result<(), MethodError> {
    let (nodes, count) = (task.network().nodes(), task.count());
    let explicit = explicit || task.ports() == PortRule::HalfDuplex;
    // Every node gets every packet of the others; below 2⁶³ by the size of the task.
    let found = (nodes - 1) * count * if explicit { nodes } else { 1 };
    if found > MOST_SENDS { Err(MethodError::TooManySends { found, most: MOST_SENDS }) } else { Ok(()) }
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
pub(super) fn narrow(count: u64) -> Result<u32, MethodError> {
    u32::try_from(count).map_err(|_| MethodError::TooManyPackets { found: count })
}
