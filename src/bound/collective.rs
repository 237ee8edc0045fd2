//! Bounds on broadcasts, accumulations, scatter and gather. They bind every schedule.

use super::growth::{slots_to_reach, slots_with_room};
use super::{Bounds, TransmissionBound};
use crate::model::{Collective, CollectiveTask, Node, Packets, PortRule};
use crate::wire::{Lower, NodeRef, Per};

/// Most distances over which the bounds by reception and emission are compared.
const MOST_DISTANCES: u64 = 1 << 20;

/// The bounds of a collective task (P2 §§2 and 3; models/formats/certificate.md has their proofs).
///
/// # Complexity
/// O(D² · diameter + T) for D dimensions and a bound of T slots; O(n + T) on a Cayley graph of n nodes.
///
/// # Examples
/// ```
/// use isotask::{bound::collective, model::CollectiveTask};
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":5},
///   "task":{"kind":"multinode-broadcast"},"ports":"all","objective":"completion-time"}"#;
/// let task = CollectiveTask::new(&parse::<TaskDocument>(text)?)?;
/// // P2 Table 1: ⌈(2⁵ − 1) / 5⌉.
/// assert_eq!(collective(&task).best().slots(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn collective(task: &CollectiveTask) -> Bounds {
    let network = task.network();
    let root = task.collective().root();
    let far = network.translate(root.unwrap_or(Node(0)), network.farthest());
    let at = |node: Node| NodeRef::Index(node.0);
    let mut completion = vec![Lower::Distance { value: network.diameter(), packet: at(far), from: None }];
    let here = at(root.unwrap_or(Node(0)));
    let (value, distance) = through_one_node(task);
    match task.collective() {
        Collective::SingleNodeBroadcast { .. } | Collective::SingleNodeAccumulation { .. } => {
            completion.push(Lower::LastPacket { value: last_packet(task), node: at(far) });
        }
        Collective::Scatter { .. } | Collective::MultinodeAccumulation => {
            completion.push(Lower::Emission { value, node: here, distance });
        }
        Collective::Gather { .. } | Collective::MultinodeBroadcast => {
            completion.push(Lower::Reception { value, node: here, distance });
        }
    }
    let transmissions = least_transmissions(task);
    if root.is_some() || task.ports() == PortRule::HalfDuplex {
        completion.push(Lower::Volume { value: volume(task, transmissions) });
    }
    // The sort is stable; of equal bounds the one with the richer witness stands first.
    completion.reverse();
    completion.sort_by_key(|lower| std::cmp::Reverse(lower.value()));
    let transmissions = TransmissionBound {
        per: if root.is_some() { Per::Network } else { Per::Node },
        value: transmissions.into(),
        carried: task.collective().is_personal(),
    };
    Bounds { completion, symmetric: None, transmissions, delay: Vec::new(), attainable: None }
}

/// ⌈N/k⌉ + δ − 1 for the N packets that a node exchanges with nodes at a distance of δ or more, the greatest
/// over δ, with that δ.
///
/// Those that arrive cannot begin to before slot δ, those that leave have δ − 1 slots to go after the last
/// has left.
fn through_one_node(task: &CollectiveTask) -> (u64, u64) {
    let (network, sends) = (task.network(), u64::from(task.ports().sends()));
    let time = |nodes: u64, distance: u64| (task.count() * nodes).div_ceil(sends) + distance - 1;
    let mut best = (time(network.nodes() - 1, 1), 1);
    if network.diameter() <= MOST_DISTANCES {
        let all = Packets::ByDistance { min: 1, max: network.diameter(), count: 1 };
        let mut beyond = 0;
        for (distance, nodes) in all.distance_counts(network).into_iter().rev() {
            beyond += nodes;
            let value = time(beyond, distance);
            if value > best.0 {
                best = (value, distance);
            }
        }
    }
    best
}

/// The packet that the root of a broadcast sends last for the first time leaves it in slot ⌈c/k⌉ or later;
/// then it has all its way to go, and at most multiplies by k + 1 in a slot.
fn last_packet(task: &CollectiveTask) -> u64 {
    let sends = u64::from(task.ports().sends());
    let spread = slots_to_reach(task.network().nodes(), sends);
    task.count().div_ceil(sends) - 1 + spread.max(task.network().diameter())
}

/// The transmissions that no schedule can do without: of one node in a multinode task, else of all nodes.
fn least_transmissions(task: &CollectiveTask) -> u64 {
    let network = task.network();
    match task.collective() {
        Collective::Scatter { .. } | Collective::Gather { .. } => {
            task.count() * network.total_distance().expect("below n², which the size of the task bounds")
        }
        _ => task.count() * (network.nodes() - 1),
    }
}

/// Least T whose slots have room for all transmissions of the network; one half-duplex port lets at most half
/// of the nodes send.
fn volume(task: &CollectiveTask, transmissions: u64) -> u64 {
    let (nodes, sends) = (task.network().nodes(), u64::from(task.ports().sends()));
    let most = match task.ports() {
        PortRule::FullDuplex(_) => nodes.saturating_mul(sends),
        PortRule::HalfDuplex => nodes / 2,
    };
    match task.collective().root() {
        Some(_) => slots_with_room(transmissions, most, sends),
        None => (transmissions * nodes).div_ceil(most),
    }
}
