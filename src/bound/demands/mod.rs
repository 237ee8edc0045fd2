//! Bounds on demands. They bind every schedule.

mod averaged;
mod cuts;
mod network_flow;
mod nodes;
mod ports_of_node;
mod price_search;

pub use averaged::isotropic_packets;

use super::growth::{slots_to_reach, slots_with_room};
use super::{Bounds, TransmissionBound};
use crate::model::{DemandsTask, Load, Node, Packet, PortRule};
use crate::wire::{Lower, Per};
use nodes::{at, narrow};
use std::cmp::Reverse;

/// The bounds of demands (P1 §2 Theorem 1 and its kin; FORMATS.md has their proofs).
///
/// What one node receives and sends, what must leave a set of nodes, link weights averaged over the sources,
/// distances, and, where none of these finds as much, prices of single links and ports: the dual of the
/// fractional flow. Of equal bounds the simpler witness stands first.
///
/// # Complexity
/// O(P · d) for P loads on a network of diameter d, what the best weights cost ([`weighted`](super::weighted)
/// and its kin), and searches for cuts and prices within fixed limits of work, which are limits on how good
/// they are, not on whether they hold.
///
/// # Examples
/// Four packets of node 4, which hangs on node 0 by one link, and one that comes the other way.
/// ```
/// use isotask::{bound::of_demands, model::DemandsTask};
/// use isotask::wire::{LowerKind, TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"incomplete-hypercube","nodes":5},
///   "task":{"kind":"demands","packets":[{"from":4,"to":3,"count":4},{"from":1,"to":4}]},
///   "ports":"all","objective":"completion-time"}"#;
/// let bounds = of_demands(&DemandsTask::new(&parse::<TaskDocument>(text)?)?);
/// // The last of the four leaves in slot 4 and has two more hops to go.
/// assert_eq!((bounds.best().value(), bounds.best().kind()), (4 + 3 - 1, LowerKind::Emission));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn of_demands(task: &DemandsTask) -> Bounds {
    let transmissions =
        TransmissionBound { per: Per::Network, value: task.least_moves(), carried: task.is_personal() };
    let completion = vec![volume(task)];
    let mut bounds =
        Bounds { completion, symmetric: None, transmissions, delay: Vec::new(), attainable: None };
    bounds.completion.extend(farthest(task));
    bounds.completion.extend(last_packet(task));
    bounds.completion.extend(averaged::weighted(task));
    bounds.completion.extend(cuts::cut(task));
    bounds.completion.extend(ports_of_node::one_node(task, true));
    bounds.completion.extend(ports_of_node::one_node(task, false));
    // The sort is stable.
    bounds.completion.reverse();
    bounds.completion.sort_by_key(|lower| Reverse(lower.value()));
    // Averaged over all translations the best prices are weights, where these permit it: the capacities are
    // those of every node.
    let full_duplex = task.ports() != PortRule::HalfDuplex;
    if full_duplex && isotropic_packets(task).is_some() {
        return bounds;
    }
    let prices = price_search::prices(task, bounds.best().value());
    bounds.completion.splice(0..0, prices);
    bounds
}

/// Most moves in a slot.
fn capacity(task: &DemandsTask) -> u64 {
    match task.ports() {
        PortRule::HalfDuplex => task.network().nodes() / 2,
        PortRule::FullDuplex(_) => (0..task.graph().nodes()).map(|node| u64::from(task.sends_of(node))).sum(),
    }
}

/// Room for all transmissions.
fn volume(task: &DemandsTask) -> Lower {
    let value = match task.root() {
        Some(_) if !task.is_personal() => {
            slots_with_room(task.least_moves(), capacity(task), task.ports().sends().into())
        }
        _ => task.least_moves().div_ceil(capacity(task)),
    };
    Lower::Volume { value }
}

/// Of the packets of a single node broadcast the one that leaves the root last.
///
/// The root starts at most k′ new packets in a slot, k′ being its ports, so with M packets one starts after
/// ⌈M/k′⌉ − 1 slots or later. From then on that packet needs as many slots as a single packet needs to reach
/// all nodes. An accumulation is the same with time reversed.
fn last_packet(task: &DemandsTask) -> Option<Lower> {
    let root = task.root().filter(|_| !task.is_personal())?;
    let far = task
        .graph()
        .distances_to(narrow(root))
        .into_iter()
        .zip(0..)
        .max_by_key(|&(d, node)| (d, Reverse(node)));
    let (distance, node) = far?;
    let own = u64::from(task.sends_of(narrow(root)));
    let spread = slots_to_reach(task.network().nodes(), task.ports().sends().into());
    let value = task.packets().div_ceil(own) - 1 + spread.max(distance.into());
    Some(Lower::LastPacket { value, node: at(Node(node)) })
}

/// A packet of greatest distance, the first of those; of packets that are copied or combined the node that is
/// farthest.
fn farthest(task: &DemandsTask) -> Option<Lower> {
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
