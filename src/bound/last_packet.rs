//! Bounds the completion time by the packet of a broadcast that leaves the root last.
//!
//! An accumulation is a broadcast with time reversed (P2 §1).

use super::nodes::growth::slots_to_reach;
use super::nodes::{at, hosts_by_distance};
use crate::model::{CollectiveTask, DemandsTask, Node};
use crate::wire::Lower;
use std::cmp::Reverse;

/// Returns the bound on the completion time by the last packet.
///
/// A root with k ports starts at most k packets in a slot, so one of M packets does not leave it before slot
/// ⌈M/k⌉ (from 1). That packet then needs as many slots as its distance to the farthest node. It also needs
/// ⌈log n⌉ slots, to the base k′ + 1, to reach n nodes: if a node has at most k′ ports, in a slot at most k′
/// + 1 times as many nodes come to hold it.
fn slots(packets: u64, of_root: u64, of_others: u64, nodes: u64, farthest: u64) -> u64 {
    packets.div_ceil(of_root) - 1 + slots_to_reach(nodes, of_others).max(farthest)
}

/// Returns the bound of a single node broadcast or accumulation.
pub(super) fn of_collective(task: &CollectiveTask, far: Node) -> Lower {
    let (network, sends) = (task.network(), u64::from(task.ports().sends()));
    let value = slots(task.count(), sends, sends, network.nodes(), network.diameter());
    Lower::LastPacket { value, node: at(far) }
}

/// Returns the bound of a list of copied, or combined, packets of one root.
pub(super) fn of_demands(task: &DemandsTask) -> Option<Lower> {
    let root = task.root().filter(|_| !task.is_personal())?;
    let far = hosts_by_distance(task, task.loads().first()?.packet(), root.narrow())
        .max_by_key(|&(d, node)| (d, Reverse(node)));
    let (distance, node) = far?;
    let own = root.narrow();
    let own = u64::from(if task.is_combined() { task.receives_of(own) } else { task.sends_of(own) });
    let value = slots(task.packets(), own, task.most_sends().into(), task.network().hosts(), distance.into());
    Some(Lower::LastPacket { value, node: at(Node(node.into())) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{TaskDocument, parse};

    /// Three packets leave one by one; the last leaves in slot 3 and has four links to go.
    #[test]
    fn the_last_packet_goes_round_a_directed_ring() {
        for (kind, far) in [("single-node-broadcast", 0), ("single-node-accumulation", 2)] {
            let text = format!(
                r#"{{"format":"isotask.task/1","network":{{"kind":"graph","nodes":5,"directed":true,
                  "links":[[0,1],[1,2],[2,3],[3,4],[4,0]]}},
                  "task":{{"kind":"{kind}","root":1,"count":3}},"ports":"all","objective":"completion-time"}}"#
            );
            let task = DemandsTask::new(&parse::<TaskDocument>(text.as_bytes()).expect("a document"));
            let found = of_demands(&task.expect("a task"));
            assert_eq!(found, Some(Lower::LastPacket { value: 6, node: at(Node(far)) }));
        }
    }
}
