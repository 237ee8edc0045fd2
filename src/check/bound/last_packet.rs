//! The bound by the last packet: when it leaves the root of a broadcast it has all of its way to go, or all
//! nodes to reach.

use crate::bound::reception::node_of;
use crate::network::topology::Flow;
use crate::refusal::rejection::Rejection;
use crate::task::collective::Collective;
use isotask_wire::{LowerKind, NodeRef};

/// Recomputes the bound on a broadcast, or on an accumulation, which is one with time reversed.
///
/// # Complexity
/// Time O(dimensions + log nodes).
pub(crate) fn bound(task: &Collective, claim: usize, node: &NodeRef) -> Result<u64, Rejection> {
    let node = node_of(&task.network, claim, node)?;
    let Some(root) = task.kind.root() else {
        return Err(Rejection::BoundNotForTask { claim, kind: LowerKind::LastPacket });
    };
    let network = &task.network;
    let (way, hops) = if task.kind.is_collecting() {
        (Flow::In, network.between(node, root))
    } else {
        (Flow::Out, network.between(root, node))
    };
    // Switches need not have the packet, but may help to spread it.
    let last = hops.max(doublings(network.host_count(), task.ports.most()));
    // ⌈count / ports⌉ ≥ 1, as a task has a packet and the root a link at least.
    Ok(task.count.div_ceil(task.ports_of(root, way)) - 1 + last)
}

/// The least t with (ports + 1)^t ≥ nodes: a slot makes at most so many holders of one.
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
