//! The plan that repeats a schedule.

use super::choices::Ways;
use super::plan::Plan;
use super::trees::Way;
use crate::model::{Packet, Problem, Schedule};
use crate::solve::{SolveOptions, solve};
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

/// A slot, and the directed link that is taken in it.
type Step = (u64, u32);

/// Returns the plan whose period is the best schedule that is found of one task, for packets that go from
/// node to node: no link carries more in a period than it does in the schedule. None for other packets, where
/// no schedule is found, and where a packet comes twice to a node.
///
/// # Complexity
/// That of [`solve`].
pub(super) fn repeated(problem: &Problem, ways: &Ways<'_>) -> Option<Plan> {
    if !ways.task.is_personal() {
        return None;
    }
    let outcome = solve(problem, &SolveOptions::default()).ok()?;
    let schedule = Schedule::accepted(problem, &outcome.solution().ok()?.certificate.schedule);
    let graph = ways.task.graph();
    let mut moves: BTreeMap<(Packet, Option<u64>), Vec<Step>> = BTreeMap::new();
    let length = schedule.length();
    let visited: Result<(), Infallible> = schedule.visit(problem, None, 0..length, |slot, sent| {
        let arc = graph.arc_between(sent.from.narrow(), sent.to.narrow());
        let arc = arc.expect("the schedule is one of the network");
        moves.entry((sent.packet, sent.copy)).or_default().push((slot, arc));
        Ok(())
    });
    let Ok(()) = visited;
    let way = |mut steps: Vec<Step>| {
        steps.sort_unstable();
        let arcs: Vec<u32> = steps.into_iter().map(|(_, arc)| arc).collect();
        let mut met: BTreeSet<u32> = arcs.first().map(|&arc| graph.from(arc)).into_iter().collect();
        arcs.iter().all(|&arc| met.insert(graph.to(arc))).then_some(Way { arcs, packets: 1 })
    };
    let found = moves.into_values().map(way).collect::<Option<Vec<_>>>()?;
    Some(Plan::of_ways((length, 1), found))
}
