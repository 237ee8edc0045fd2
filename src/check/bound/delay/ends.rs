//! What each node sends, or receives, by distance.

use crate::network::topology::Flow;
use crate::refusal::rejection::Rejection;
use crate::refusal::value::overflow;
use crate::task::ports::require_few_nodes;
use crate::task::problem::Problem;
use std::collections::BTreeMap;

/// Visits the packets of demands, scatter and gather: source, destination and count. Isotropic tasks list
/// none.
pub(super) fn visit_listed(
    problem: &Problem,
    visit: &mut dyn FnMut(u64, u64, u64) -> Result<(), Rejection>,
) -> Result<(), Rejection> {
    match problem {
        Problem::Demands(task) => {
            task.packets.iter().try_for_each(|demand| visit(demand.from, demand.to, demand.count))
        }
        Problem::Collective(task) => {
            let (network, root) = (problem.network(), task.kind.root().unwrap_or_default());
            require_few_nodes(network)?;
            network.spend_looks(1)?;
            network.hosts().filter(|&node| node != root).try_for_each(|node| {
                let (from, to) = if task.kind.is_collecting() { (node, root) } else { (root, node) };
                visit(from, to, task.count)
            })
        }
        Problem::Isotropic(_) => Ok(()),
    }
}

/// Adds up over all nodes what `f` makes of the packets that a node sends, or receives, by their distance,
/// and of how many of them go through its ports in a slot.
///
/// # Complexity
/// Time O(packets in the list · (log packets + cost of a distance)), space O(packets in the list); of a task
/// that is the same from every node that of its distances.
pub(super) fn sum_over_nodes(
    problem: &Problem,
    claim: usize,
    way: Flow,
    f: impl Fn(&BTreeMap<u64, u128>, u128) -> Option<u128>,
) -> Result<u128, Rejection> {
    let network = problem.network();
    let overflow = || overflow(claim);
    let through = |node| u128::from(problem.ports().each_of(network, node, way).max(1));
    if let Problem::Isotropic(task) = problem {
        let mut packets = BTreeMap::new();
        task.visit_distances(|distance, count| {
            *packets.entry(distance).or_insert(0) += u128::from(count);
            Ok(())
        })?;
        let of_a_node = f(&packets, through(0)).ok_or_else(overflow)?;
        return of_a_node.checked_mul(network.nodes.into()).ok_or_else(overflow);
    }
    let mut packets: BTreeMap<u64, BTreeMap<u64, u128>> = BTreeMap::new();
    visit_listed(problem, &mut |from, to, count| {
        // A packet without a way is refused with its task; fewer than 2⁶³ packets in all.
        let distance = network.way(from, to).unwrap_or_default();
        let node = if matches!(way, Flow::Out) { from } else { to };
        *packets.entry(node).or_default().entry(distance).or_insert(0) += u128::from(count);
        Ok(())
    })?;
    let add = |sum: u128, (&node, packets)| sum.checked_add(f(packets, through(node))?);
    packets.iter().try_fold(0, add).ok_or_else(overflow)
}
