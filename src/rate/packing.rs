//! Trees of one root that share no link.

use super::choices::Ways;
use super::plan::Plan;
use super::trees::Way;
use crate::model::{Packet, count_of};
use crate::tree::{Arborescence, arborescences};

/// Returns the plan of a broadcast along trees that share no link, as many as the least cut has links
/// (Edmonds 1973); none for other tasks, where nodes have fewer ports than links, where there are switches,
/// and on large networks.
///
/// # Complexity
/// That of [`arborescences`].
pub(super) fn disjoint_trees(ways: &Ways<'_>) -> Option<Plan> {
    let task = ways.task;
    let [load] = task.loads() else { return None };
    let Packet::Copied { from } = load.packet() else { return None };
    let has_ports = (0..task.graph().nodes()).any(|node| ways.rows.port_rows(node) != [None, None]);
    if has_ports || task.network().switches().is_some() {
        return None;
    }
    let trees = arborescences(task.graph(), from.narrow(), &|| false)?;
    let times = count_of(trees.len());
    // Each tree carries as many packets in a period as the task has.
    let way = |tree: Arborescence| {
        let mut arcs = tree.arcs;
        arcs.sort_by_key(|&(_, hops)| hops);
        Way { arcs: arcs.into_iter().map(|(arc, _)| arc).collect(), packets: load.count() }
    };
    let ways = trees.into_iter().map(way).collect();
    (times > 0).then(|| Plan::of_ways((load.count(), times), ways))
}
