//! The packet that leaves the root last.

use super::nodes::{at, hosts_by_distance, narrow};
use crate::bound::growth::slots_to_reach;
use crate::model::{DemandsTask, Node};
use crate::wire::Lower;
use std::cmp::Reverse;

/// Of the packets of a single node broadcast the one that leaves the root last.
///
/// The root starts at most k′ new packets in a slot, k′ being its ports, so with M packets one starts after
/// ⌈M/k′⌉ − 1 slots or later. From then on that packet needs as many slots as a single packet needs to reach
/// all nodes. An accumulation is the same with time reversed.
pub(super) fn last_packet(task: &DemandsTask) -> Option<Lower> {
    let root = task.root().filter(|_| !task.is_personal())?;
    let far = hosts_by_distance(task, task.loads().first()?.packet, narrow(root))
        .max_by_key(|&(d, node)| (d, Reverse(node)));
    let (distance, node) = far?;
    let own = narrow(root);
    let own = u64::from(if task.is_combined() { task.receives_of(own) } else { task.sends_of(own) });
    let spread = slots_to_reach(task.network().hosts(), task.most_sends().into());
    let value = task.packets().div_ceil(own) - 1 + spread.max(distance.into());
    Some(Lower::LastPacket { value, node: at(Node(node.into())) })
}
