//! The packets that each node sends, or receives, by distance.

use crate::network::topology::Flow;
use crate::refusal::rejection::Rejection;
use crate::refusal::value::overflow;
use crate::replay::replayed::Form;
use crate::task::demands::Demand;
use crate::task::packets::Mode;
use crate::task::ports::require_few_nodes;
use crate::task::problem::Problem;
use isotask_wire::{Per, Scope};
use std::collections::BTreeMap;

/// Packets from one node to another.
pub(super) struct Sent {
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) count: u64,
    /// Their distance.
    pub(super) hops: u64,
}

/// Visits the packets of demands, scatter and gather. Isotropic tasks list none.
pub(super) fn visit_listed(
    problem: &Problem,
    visit: &mut dyn FnMut(Sent) -> Result<(), Rejection>,
) -> Result<(), Rejection> {
    match problem {
        Problem::Demands(task) => {
            let sent = |&Demand { from, to, count }: &Demand, hops| Sent { from, to, count, hops };
            task.with_hops(|_| true).try_for_each(|(demand, hops)| visit(sent(demand, hops)))
        }
        Problem::Collective(task) => {
            let (network, root) = (problem.network(), task.kind.root().unwrap_or_default());
            require_few_nodes(network)?;
            network.spend_looks(1)?;
            network.hosts().filter(|&node| node != root).try_for_each(|node| {
                let (from, to) = if task.kind.is_collecting() { (node, root) } else { (root, node) };
                // A task with a packet without a route is refused.
                let hops = network.way(from, to).unwrap_or_default();
                visit(Sent { from, to, count: task.count, hops })
            })
        }
        Problem::Isotropic(_) | Problem::Allreduce(_) | Problem::Parcels { .. } => Ok(()),
    }
}

/// Returns the widest scope of sums over nodes: all schedules, if every packet goes to one node and the
/// schedule states the moves of every node.
pub(super) fn widest(problem: &Problem, form: Form) -> Option<Scope> {
    (problem.mode() == Mode::Personal && form.per() == Per::Network).then_some(Scope::All)
}

/// Sums `f` over all nodes. Its arguments are the numbers of packets that a node sends, or receives, by their
/// distance, and the number that go through its ports in a slot.
///
/// # Complexity
/// Time O(packets in the list · (log packets + cost of a distance)), space O(packets in the list); for an
/// isotropic task, those of its distances.
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
    visit_listed(problem, &mut |sent| {
        let node = if matches!(way, Flow::Out) { sent.from } else { sent.to };
        // Fewer than 2⁶³ packets in all.
        *packets.entry(node).or_default().entry(sent.hops).or_insert(0) += u128::from(sent.count);
        Ok(())
    })?;
    let add = |sum: u128, (&node, packets)| sum.checked_add(f(packets, through(node))?);
    packets.iter().try_fold(0, add).ok_or_else(overflow)
}
