//! Bounds that count receptions, sends, last packets and transmissions.

use super::collective::{Collective, Kind};
use super::listed::Side;
use super::task::Task;
use super::{Rejection, wide};
use isotask_wire::{Lower, NodeRef, Per};

/// Recomputes a bound on a broadcast, accumulation, scatter or gather.
///
/// # Complexity
/// Time O(dimensions · nodes / greatest radix).
pub(super) fn recompute(task: &Collective, per: Per, claim: usize, lower: &Lower) -> Result<u64, Rejection> {
    let network = &task.network;
    // Below 2⁶³ by the size of the task, as are all numbers of packets and transmissions here.
    let spanning = u128::from(task.count) * u128::from(network.nodes - 1);
    match lower {
        Lower::Distance { packet, from, .. } => {
            let place = || format!("claims[{claim}].lower.packet");
            let (node, from) = match (task.kind.root(), from) {
                (None, Some(from)) if !network.is_symmetric() => {
                    let origin = || format!("claims[{claim}].lower.from");
                    (network.node(packet, &place)?, network.node(from, &origin)?)
                }
                (_, Some(_)) => return Err(Rejection::OriginUnexpected { claim }),
                (None, None) if !network.is_symmetric() => return Err(Rejection::OriginMissing { claim }),
                (None, None) => (network.offset(packet, &place)?, 0),
                (Some(root), None) => (network.node(packet, &place)?, root),
            };
            if node == from {
                return Err(Rejection::NotAnOffset { claim, offset: node });
            }
            Ok(network.between(from, node))
        }
        Lower::Reception { node, distance, .. } => {
            let node = node_of(task, claim, node)?;
            narrow(
                claim,
                after(claim, received(task, task.kind, node, *distance), task.ports_of(node), *distance)?,
            )
        }
        Lower::Emission { node, distance, .. } => {
            let node = node_of(task, claim, node)?;
            narrow(claim, after(claim, sent(task, node, *distance), task.ports_of(node), *distance)?)
        }
        Lower::LastPacket { node, .. } => {
            let node = node_of(task, claim, node)?;
            let Some(root) = task.kind.root() else { return Err(unfit(claim, lower)) };
            let way = network.between(root, node).max(doublings(network.nodes, task.ports.each));
            // ⌈count / ports⌉ ≥ 1, as a task has a packet and the root a link at least.
            Ok(task.count.div_ceil(task.ports_of(root)) - 1 + way)
        }
        Lower::Volume { .. } => {
            let start = task.kind.root().map(|_| task.ports.each);
            narrow(claim, least_time(volume(task), task.ports.capacity_of(network)?, start))
        }
        Lower::Spanning { .. } => match (task.kind.root(), per) {
            (Some(_), _) | (None, Per::Node) => narrow(claim, spanning),
            (None, Per::Network) => narrow(claim, spanning * u128::from(network.nodes)),
        },
        Lower::Distances { .. } => narrow(claim, volume(task)),
        Lower::Cut { nodes, .. } => {
            let inside = Side::new(network, claim, nodes)?;
            inside.bound(network, task.ports, claim, leaving(task, &inside))
        }
        _ => Err(unfit(claim, lower)),
    }
}

/// Whether a bound of this kind is defined for the task.
pub(super) fn fits(task: &Collective, lower: &Lower) -> bool {
    let single = matches!(task.kind, Kind::Broadcast { .. } | Kind::Accumulation { .. });
    let personal = matches!(task.kind, Kind::Scatter { .. } | Kind::Gather { .. });
    match lower {
        Lower::Distance { .. }
        | Lower::Reception { .. }
        | Lower::Emission { .. }
        | Lower::Volume { .. }
        | Lower::Cut { .. }
        | Lower::DelayTree { .. } => true,
        Lower::LastPacket { .. } => single,
        Lower::Spanning { .. } => !personal,
        Lower::Distances { .. } => personal,
        Lower::Weights { .. }
        | Lower::Split { .. }
        | Lower::DualTree { .. }
        | Lower::Prices { .. }
        | Lower::Pooled { .. } => false,
    }
}

/// Number of packets of which something must go from the nodes inside to those outside.
fn leaving(task: &Collective, inside: &Side) -> u128 {
    let within = |node: &u64| inside.has(*node);
    let nodes = || 0..task.network.nodes;
    let number = |count: usize| u128::from(wide(count));
    let packets = match task.kind {
        // What starts inside is needed outside, too.
        Kind::Broadcast { root } => u128::from(within(&root)),
        Kind::MultinodeBroadcast => number(nodes().filter(within).count()),
        // What comes together outside has parts inside.
        Kind::Accumulation { root } => u128::from(!within(&root)),
        Kind::MultinodeAccumulation => number(nodes().filter(|node| !within(node)).count()),
        Kind::Scatter { root } if within(&root) => number(nodes().filter(|node| !within(node)).count()),
        Kind::Gather { root } if !within(&root) => number(nodes().filter(within).count()),
        Kind::Scatter { .. } | Kind::Gather { .. } => 0,
    };
    packets * u128::from(task.count)
}

fn unfit(claim: usize, lower: &Lower) -> Rejection {
    Rejection::BoundNotForTask { claim, kind: lower.kind() }
}

fn node_of(task: &Collective, claim: usize, node: &NodeRef) -> Result<u64, Rejection> {
    task.network.node(node, &|| format!("claims[{claim}].lower.node"))
}

fn narrow(claim: usize, value: u128) -> Result<u64, Rejection> {
    u64::try_from(value).map_err(|_| Rejection::Overflow { place: format!("claims[{claim}].lower") })
}

/// Number of packets that a node has to receive in slots from `distance` (counted from 1) on.
///
/// What comes from so far cannot arrive before. Of a combined packet the last message that brings something from so far away
/// counts, one for each packet, at its root.
fn received(task: &Collective, kind: Kind, node: u64, distance: u64) -> u128 {
    let network = &task.network;
    let far = |root: u64| u128::from(network.between(root, node) >= distance && root != node);
    let others = u128::from(network.nodes_from(node, distance.max(1)));
    let items = match kind {
        Kind::Broadcast { root } | Kind::Scatter { root } => far(root),
        Kind::Gather { root } if root == node => others,
        Kind::Accumulation { root } if root == node => others.min(1),
        Kind::Gather { .. } | Kind::Accumulation { .. } => 0,
        Kind::MultinodeBroadcast => others,
        Kind::MultinodeAccumulation => others.min(1),
    };
    items * u128::from(task.count)
}

/// Number of packets that a node has to send so early that they can still go as far as `distance`; [`received`] with time
/// reversed.
fn sent(task: &Collective, node: u64, distance: u64) -> u128 {
    let kind = match task.kind {
        Kind::Broadcast { root } => Kind::Accumulation { root },
        Kind::Accumulation { root } => Kind::Broadcast { root },
        Kind::Scatter { root } => Kind::Gather { root },
        Kind::Gather { root } => Kind::Scatter { root },
        Kind::MultinodeBroadcast => Kind::MultinodeAccumulation,
        Kind::MultinodeAccumulation => Kind::MultinodeBroadcast,
    };
    received(task, kind, node, distance)
}

/// Slots in which `packets` can go through the ports of a node, when the first `distance` − 1 slots are of no use.
fn after(claim: usize, packets: u128, ports: u64, distance: u64) -> Result<u128, Rejection> {
    if distance == 0 {
        return Err(Rejection::DistanceZero { claim });
    }
    if packets == 0 {
        return Ok(0);
    }
    Ok(packets.div_ceil(u128::from(ports)) + u128::from(distance - 1))
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

/// Transmissions in the whole network that the task needs at least.
fn volume(task: &Collective) -> u128 {
    let (count, nodes) = (u128::from(task.count), u128::from(task.network.nodes));
    match task.kind {
        Kind::Broadcast { .. } | Kind::Accumulation { .. } => count * (nodes - 1),
        Kind::Scatter { root } | Kind::Gather { root } => count * task.network.distances_from(root),
        Kind::MultinodeBroadcast | Kind::MultinodeAccumulation => count * nodes * (nodes - 1),
    }
}

/// The least number of slots with room for `volume` transmissions: `capacity` in each, and if everything starts at a root at most
/// k(k + 1)^(t − 1) in slot t counted from 1, k being `start`, because no more than (k + 1)^(t − 1) nodes have anything to send.
fn least_time(volume: u128, capacity: u128, start: Option<u64>) -> u128 {
    let (mut left, mut slots) = (volume, 0);
    if let Some(ports) = start {
        let mut room = u128::from(ports);
        while left > 0 && room < capacity {
            left = left.saturating_sub(room);
            slots += 1;
            // Below the capacity, at most 2¹²⁴, before a product with at most 2⁷.
            room *= u128::from(ports) + 1;
        }
    }
    slots + left.div_ceil(capacity)
}

/// Recomputes a bound by reception, emission or volume on an isotropic task.
///
/// # Complexity
/// As [`Task::packets_from`].
pub(super) fn isotropic(task: &Task, claim: usize, lower: &Lower) -> Result<u64, Rejection> {
    match lower {
        Lower::Reception { node, distance, .. } | Lower::Emission { node, distance, .. } => {
            task.network.node(node, &|| format!("claims[{claim}].lower.node"))?;
            // Every node sends and receives as many packets over a distance as node 0 sends.
            narrow(claim, after(claim, task.packets_from(*distance)?, task.ports, *distance)?)
        }
        Lower::Volume { .. } => {
            let nodes = task.network.nodes;
            // Two factors below 2⁶³.
            let volume = u128::from(nodes) * u128::from(task.distances);
            narrow(claim, least_time(volume, task.rule.capacity(nodes), None))
        }
        _ => Err(unfit(claim, lower)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_time_is_that_of_adding_up_slot_by_slot() {
        for volume in 0..200_u128 {
            for capacity in 1..30_u128 {
                for start in [None, Some(1), Some(2), Some(5)] {
                    let (mut room, mut slots) = (0, 0);
                    while room < volume {
                        let k = u128::from(start.unwrap_or(0));
                        let most = if start.is_some() {
                            k.saturating_mul((k + 1).saturating_pow(slots))
                        } else {
                            capacity
                        };
                        room += most.min(capacity);
                        slots += 1;
                    }
                    assert_eq!(least_time(volume, capacity, start), u128::from(slots));
                }
            }
        }
    }

    #[test]
    fn holders_multiply_until_there_are_enough() {
        for (nodes, ports, slots) in
            [(2, 1, 1), (4, 1, 2), (5, 1, 3), (9, 2, 2), (10, 2, 3), (2, 62, 1), (1 << 31, 1, 31)]
        {
            assert_eq!(doublings(nodes, ports), slots);
        }
    }
}
