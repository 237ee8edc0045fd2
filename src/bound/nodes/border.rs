//! Selects borders: sets of nodes whose packets for the other nodes need many slots.

use super::node_index;
use crate::model::{DemandsTask, Node, Packet, wide};
use crate::wire::{Lower, NodeRef};
use std::cmp::Reverse;

/// Most borders around a single node.
const MAX_SINGLE_NODE_BORDERS: usize = 16;

/// A border: the packets from its inside to its outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::bound) struct Border {
    /// By node: whether it is inside.
    pub(in crate::bound) inside: Vec<bool>,
}

impl Border {
    /// Returns the border of a cut.
    pub(in crate::bound) fn of(task: &DemandsTask, cut: &Lower) -> Option<Self> {
        let Lower::Cut { nodes, .. } = cut else { return None };
        let mut inside = vec![false; wide(task.graph().nodes())];
        for node in nodes {
            let NodeRef::Index(index) = node else { return None };
            inside[node_index(Node(*index))] = true;
        }
        Some(Self { inside })
    }

    /// Returns borders around the single nodes whose ports need most slots for the packets they send, or
    /// receive.
    pub(in crate::bound) fn of_busy_nodes(task: &DemandsTask) -> Vec<Self> {
        let mut busy = busy_nodes(task);
        busy.sort_by_key(|&(least, node, receives)| (Reverse(least), node, receives));
        let of = |(_, node, receives): (u64, u32, bool)| {
            let mut inside = vec![receives; wide(task.graph().nodes())];
            inside[wide(node)] = !receives;
            Self { inside }
        };
        busy.into_iter().take(MAX_SINGLE_NODE_BORDERS).map(of).collect()
    }
}

/// Returns, for every node and its sends and receives, the slots that its ports need for these packets, the
/// node, and whether it receives them.
fn busy_nodes(task: &DemandsTask) -> Vec<(u64, u32, bool)> {
    let graph = task.graph();
    let mut packets = vec![[0; 2]; wide(graph.nodes())];
    for load in task.loads() {
        if let Packet::Personal { from, to } = load.packet() {
            packets[node_index(from)][0] += load.count();
            packets[node_index(to)][1] += load.count();
        }
    }
    let busy = |node: u32| {
        let sends = u64::from(task.sends_of(node).min(graph.degree(node))).max(1);
        let receives = u64::from(task.receives_of(node).min(graph.degree_in(node))).max(1);
        let [out, into]: [u64; 2] = packets[wide(node)];
        [(out.div_ceil(sends), node, false), (into.div_ceil(receives), node, true)]
    };
    (0..graph.nodes()).flat_map(busy).filter(|&(least, ..)| least > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{TaskDocument, parse};

    #[test]
    fn nodes_that_need_most_slots_come_first_and_idle_nodes_are_left_out() {
        let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":5},"task":{"kind":"demands",
          "packets":[{"from":0,"to":2,"count":2},{"from":1,"to":2,"count":9}]},"ports":"all","objective":"completion-time"}"#;
        let task = DemandsTask::new(&parse::<TaskDocument>(text).expect("a document")).expect("a task");
        let borders = Border::of_busy_nodes(&task);
        let inside: Vec<Vec<usize>> =
            borders.iter().map(|border| (0..5).filter(|&node| border.inside[node]).collect()).collect();
        // Eleven packets go to node 2 by two links, nine leave node 1, and two node 0.
        assert_eq!(inside, [vec![0, 1, 3, 4], vec![1], vec![0]]);
    }
}
