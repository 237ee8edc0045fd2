//! Bounds on tasks of listed packets. They bind every schedule.

use crate::model::{ListedTask, Load, Node, Packet, PortRule, count_of, wide};
use crate::wire::{Lower, NodeRef};
use std::cmp::Reverse;

/// The lower bounds of a task of listed packets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedBounds {
    /// On the completion time, in slots; the greatest first, at least one.
    pub completion: Vec<Lower>,
    /// On the transmissions of all nodes.
    pub transmissions: Lower,
}

impl ListedBounds {
    /// The greatest bound on the completion time.
    #[must_use]
    pub fn best(&self) -> &Lower {
        &self.completion[0]
    }
}

/// The bounds of a task of listed packets (P1 §2 Theorem 1 and its kin; FORMATS.md has their proofs).
///
/// # Complexity
/// O(P · (d + log P)) for P loads on a network of diameter d.
#[must_use]
pub fn listed(task: &ListedTask) -> ListedBounds {
    let value = task.least_moves();
    let personal = task.is_personal();
    let transmissions = if personal { Lower::Distances { value } } else { Lower::Spanning { value } };
    let mut completion = Vec::new();
    completion.extend(farthest(task));
    if personal {
        completion.extend(through_one_node(task, true));
        completion.extend(through_one_node(task, false));
        let capacity = capacity(task);
        completion.push(Lower::Volume { value: value.div_ceil(capacity) });
    }
    // The sort is stable; of equal bounds the one with the richer witness stands first.
    completion.reverse();
    completion.sort_by_key(|lower| Reverse(lower.value()));
    ListedBounds { completion, transmissions }
}

fn at(node: Node) -> NodeRef {
    NodeRef::Index(node.0)
}

/// Most moves in a slot.
fn capacity(task: &ListedTask) -> u64 {
    match task.ports() {
        PortRule::HalfDuplex => task.network().nodes() / 2,
        PortRule::FullDuplex(_) => (0..task.graph().nodes()).map(|node| u64::from(task.sends_of(node))).sum(),
    }
}

/// A packet of greatest distance, the first of those; of packets that are copied or combined the node that is farthest.
fn farthest(task: &ListedTask) -> Option<Lower> {
    let network = task.network();
    let ends = |load: &Load| match load.packet {
        Packet::Personal { from, to } => (network.distance_between(from, to), from, to),
        Packet::Copied { from: node } | Packet::Combined { to: node } => {
            let others = (0..network.nodes()).map(Node);
            let far = others.map(|other| (network.distance_between(node, other), Reverse(other))).max();
            let (distance, Reverse(other)) = far.expect("a network has nodes");
            (distance, node, other)
        }
    };
    let (value, from, to) =
        task.loads().iter().map(ends).max_by_key(|&(value, from, to)| (value, Reverse((from, to))))?;
    let from = (task.is_personal() || task.root().is_none()).then(|| at(from));
    Some(Lower::Distance { value, packet: at(to), from })
}

/// ⌈N/k⌉ + δ − 1 for the N packets that a node sends, or receives, over a distance of δ or more, with the greatest value over all nodes and
/// δ; the first such node and the least δ.
fn through_one_node(task: &ListedTask, sends: bool) -> Option<Lower> {
    let network = task.network();
    let nodes = wide(task.graph().nodes());
    // How many packets of each node go so far.
    let mut counts: Vec<Vec<u64>> = vec![Vec::new(); nodes];
    for load in task.loads() {
        let Packet::Personal { from, to } = load.packet else { continue };
        let own = &mut counts[usize::try_from(if sends { from.0 } else { to.0 }).expect("a node of a table")];
        let distance = usize::try_from(network.distance_between(from, to)).expect("a distance of a table");
        if own.len() <= distance {
            own.resize(distance + 1, 0);
        }
        own[distance] += load.count;
    }
    let mut best: Option<(u64, Reverse<(u32, u64)>)> = None;
    for (node, counts) in (0..).zip(&counts) {
        let mut packets = 0;
        for (distance, &here) in counts.iter().enumerate().rev() {
            let distance = count_of(distance);
            packets += here;
            if packets > 0 && distance > 0 {
                let value = packets.div_ceil(task.sends_of(node).into()) + distance - 1;
                best = best.max(Some((value, Reverse((node, distance)))));
            }
        }
    }
    let (value, Reverse((node, distance))) = best?;
    let node = at(Node(node.into()));
    Some(if sends {
        Lower::Emission { value, node, distance }
    } else {
        Lower::Reception { value, node, distance }
    })
}
