//! Bounds an allreduce. The bounds bind every schedule, also those that keep several sums at a node.

use crate::bound::nodes::growth::slots_with_room;
use crate::bound::{Bounds, TransmissionBound, cut, distance, emission, reception, volume};
use crate::model::{AllreduceTask, ExplicitGraph, Node, wide};
use crate::wire::{Lower, Per};
use std::cmp::Reverse;

/// Most steps of the search for the distances between all nodes.
const MAX_DISTANCE_STEPS: u64 = 1 << 28;

/// Returns the bounds of an allreduce (models/formats/certificate.md has their proofs).
///
/// Every schedule brings what one host has of all blocks to all others, and what all others have to it, so
/// that bounds of a broadcast and of an accumulation bind it. Beside these, each block makes two moves for
/// each host but one.
///
/// # Complexity
/// O(n · A) for n nodes and A arcs, within a fixed limit, and that of a search for cuts.
///
/// # Examples
/// ```
/// use isotask::{bound::allreduce, model::AllreduceTask};
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":8},
///   "task":{"kind":"allreduce","count":16},"ports":"all","objective":"completion-time"}"#;
/// let task = AllreduceTask::new(&parse::<TaskDocument>(text)?)?;
/// // Sixteen links carry 16 · 2 · 7 moves.
/// assert_eq!(allreduce(&task).best().slots(), 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn allreduce(task: &AllreduceTask) -> Bounds {
    let mut completion = vec![by_volume(task)];
    completion.extend(by_nodes(task));
    if !task.network().is_symmetric() {
        completion.extend(by_cuts(task));
    }
    // The sort is stable.
    completion.reverse();
    completion.sort_by_key(|lower| Reverse(lower.value()));
    let transmissions =
        TransmissionBound { per: Per::Network, value: task.least_moves().into(), carried: false };
    Bounds { completion, symmetric: None, transmissions, delay: Vec::new(), attainable: None }
}

/// Returns the least number of slots with room for all moves, or for those of a broadcast, which spread from
/// one node.
fn by_volume(task: &AllreduceTask) -> Lower {
    let (moves, capacity) = (task.least_moves(), task.frame().moves_of_a_slot().max(1));
    let broadcast = slots_with_room(moves / 2, capacity, task.frame().most_sends().into());
    volume::of_slots(moves.div_ceil(capacity).max(broadcast))
}

/// Returns the bounds by the greatest distance, and by the blocks that one host sends and receives over the
/// greatest distance of another from it. All nodes of a symmetric network are alike; of one with too many
/// nodes for all distances, only the first host is looked at.
fn by_nodes(task: &AllreduceTask) -> Vec<Lower> {
    let graph = task.graph();
    let is_symmetric = task.network().is_symmetric();
    let steps = u64::from(graph.nodes()) * (u64::from(graph.nodes()) + u64::from(graph.arcs()));
    let hosts: Vec<u32> = task.hosts().collect();
    let looked_at = if is_symmetric || steps > MAX_DISTANCE_STEPS { 1 } else { hosts.len() };
    let after = |distance: u32, ports: u32| {
        task.count().div_ceil(u64::from(ports)) + u64::from(distance.saturating_sub(1))
    };
    let mut found = Vec::new();
    let (mut far, mut sent, mut received) = (None, None, None);
    for &node in hosts.iter().take(looked_at) {
        let farthest = |hops: &[u32]| {
            let far = hosts.iter().map(|&other| (hops[wide(other)], Reverse(other))).max();
            far.map_or((0, 0), |(hops, Reverse(other))| (hops, other))
        };
        let (out, there) = farthest(&graph.distances_from(node));
        let (into, _) = farthest(&graph.distances_to(node));
        far = far.max(Some((out, Reverse(node), there)));
        let by_ports = |distance, ports| Some((after(distance, ports), Reverse(node), distance));
        sent = sent.max(by_ports(out, task.frame().sends_of(node)));
        received = received.max(by_ports(into, task.frame().receives_of(node)));
    }
    let place = |node: u32| Node(node.into());
    let by_distance = |(hops, Reverse(from), to): (u32, Reverse<u32>, u32)| {
        if is_symmetric {
            return distance::of_offset(place(to), hops.into());
        }
        distance::of_packet(place(from), place(to), hops.into())
    };
    found.extend(far.map(by_distance));
    let of_node = |(value, Reverse(node), distance): (u64, Reverse<u32>, u32)| {
        (value, place(node), u64::from(distance))
    };
    let emission = |(value, node, distance)| emission::of_node(value, node, distance);
    let reception = |(value, node, distance)| reception::of_node(value, node, distance);
    found.extend(sent.map(of_node).map(emission));
    found.extend(received.map(of_node).map(reception));
    found
}

/// Returns the best cuts that are found: of every block something must come out of either side. The sets with
/// the first host are those of a broadcast from there, the others those of an accumulation there; where links
/// lead both ways one of a set and its complement is enough.
fn by_cuts(task: &AllreduceTask) -> Vec<Lower> {
    let is_directed = task.network().link_list().is_some_and(ExplicitGraph::is_directed);
    let Some(first) = task.hosts().next().map(|host| Node(host.into())) else { return Vec::new() };
    let mut halves = vec![task.broadcast_from(first)];
    if is_directed {
        halves.push(task.accumulation_at(first));
    }
    halves.into_iter().flatten().filter_map(|half| cut::cut(&half)).collect()
}
