//! The bound by the last packet: when it leaves the root of a broadcast it still has to travel its whole
//! distance, and to reach all nodes.

use crate::bound::kind::{Asked, Bound};
use crate::bound::reception::node_of;
use crate::network::topology::Flow;
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::Form;
use crate::task::packets::Mode;
use crate::task::problem::Problem;
use isotask_wire::{NodeRef, Quantity, Scope};

/// The witness: a node to which the last packet has to go.
pub(crate) struct LastPacket<'a> {
    pub(crate) node: &'a NodeRef,
}

impl Bound for LastPacket<'_> {
    fn binds(&self, problem: &Problem, _form: Form) -> (Quantity, Option<Scope>) {
        let is_rooted = matches!(problem, Problem::Collective(task) if task.kind.root().is_some());
        let defined = is_rooted && problem.mode() != Mode::Personal;
        (Quantity::CompletionTime, defined.then_some(Scope::All))
    }

    /// Recomputes the bound on a broadcast, or on an accumulation, which is a broadcast with time reversed.
    ///
    /// # Complexity
    /// Time O(dimensions + log nodes).
    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        let Problem::Collective(task) = asked.problem else {
            return Err(asked.not_for_task());
        };
        let network = &task.network;
        let node = node_of(network, asked.claim, self.node)?;
        let Some(root) = task.kind.root() else {
            return Err(asked.not_for_task());
        };
        let (way, hops) = if task.kind.is_collecting() {
            (Flow::In, network.between(node, root))
        } else {
            (Flow::Out, network.between(root, node))
        };
        // Switches need not get the packet, but may help to spread it.
        let last = hops.max(doublings(network.host_count(), task.ports.most()));
        // ⌈count / ports⌉ ≥ 1, as a task has a packet and the root a link at least.
        Ok((task.count.div_ceil(task.ports_of(root, way)) - 1 + last).into())
    }
}

/// Returns the least t with (ports + 1)^t ≥ nodes: in a slot one holder becomes at most ports + 1 holders.
fn doublings(nodes: u64, ports: u64) -> u64 {
    let (mut holders, mut slots) = (1_u128, 0);
    while holders < u128::from(nodes) {
        // Below 2⁶² · 2⁶⁴ before the product.
        holders *= u128::from(ports) + 1;
        slots += 1;
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holders_multiply_until_there_are_enough() {
        for (nodes, ports, slots) in
            [(2, 1, 1), (4, 1, 2), (5, 1, 3), (9, 2, 2), (10, 2, 3), (2, 62, 1), (1 << 31, 1, 31)]
        {
            assert_eq!(doublings(nodes, ports), slots);
        }
    }
}
