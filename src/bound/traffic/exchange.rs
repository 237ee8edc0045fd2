//! Bounds total exchange with packets too many to be listed, from the numbers of nodes at each distance.

use crate::bound::pooled::{of_network, pooled_bound};
use crate::bound::{Bounds, ScopedBound, TransmissionBound, distance, emission, reception, volume};
use crate::model::{DemandsTask, Graph, Node, count_of, wide};
use crate::wire::{Lower, Objective, Per};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use thiserror::Error;

/// Nodes searched from at once: a word holds a bit for each.
const NODES_PER_WORD: usize = 64;
/// Most steps of all searches together, as estimated before they begin.
const MAX_STEPS: u128 = 1 << 38;
/// The greatest distance that a search goes to.
const MAX_DISTANCE: u32 = 1 << 12;
/// Most numbers of nodes at a distance that are kept.
const MAX_NUMBERS: u128 = 1 << 24;

/// Why total exchange has no bounds from distances.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExchangeError {
    /// The caller ended the search.
    #[error("stopped before the distances of all nodes were known")]
    Stopped,
    /// There are two hosts without a route from one to the other.
    #[error("no way leads from some host to another")]
    NoWay,
    /// Two nodes are too far from each other.
    #[error(
        "two nodes are {found} hops from each other, expected at most {MAX_DISTANCE} for bounds of total exchange with packets too many to be listed"
    )]
    TooFar {
        /// Their distance.
        found: u32,
    },
    /// Too many numbers to keep.
    #[error(
        "{found} numbers of nodes at each distance, expected at most {MAX_NUMBERS} for bounds of total exchange with packets too many to be listed"
    )]
    TooManyDistances {
        /// Nodes times distances.
        found: u128,
    },
    /// The searches would take too long.
    #[error(
        "searches from all nodes of about {found} steps, expected at most {MAX_STEPS} for bounds of total exchange with packets too many to be listed"
    )]
    TooManySteps {
        /// The estimate.
        found: u128,
    },
    /// A bound does not fit 64 bits.
    #[error("a bound of more than 64 bits")]
    Overflow,
}

/// Returns the bounds of total exchange with `count` packets for every pair of hosts: those of
/// [`of_demands`](crate::bound::of_demands) by volume, by distance, and by the packets that one node sends
/// and receives. `frame` is a task without packets on the network. Searches that would take too long are
/// refused before they begin.
///
/// Breadth-first searches from 64 nodes run at once, with a bit of a word for each (M. Then and others, *The
/// more the merrier: efficient multi-source graph traversal*, 2014).
///
/// # Complexity
/// O(n/64 · A · d) time for n nodes, A directed links and a diameter d, within a fixed limit; O(n · d + A)
/// space.
///
/// # Errors
/// Each variant of [`ExchangeError`]: stopped, hosts without a way between them, distances or steps beyond
/// the limits, or a bound of more than 64 bits.
///
/// # Examples
/// On the ring of six nodes, the packets of every node have nine hops to go together, over its two links.
/// ```
/// use isotask::{bound::of_exchange, model::DemandsTask};
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"graph","nodes":6,
///   "links":[[0,1],[1,2],[2,3],[3,4],[4,5],[0,5]]},
///   "task":{"kind":"demands","packets":[]},"ports":"all","objective":"completion-time"}"#;
/// let bounds = of_exchange(&DemandsTask::new(&parse::<TaskDocument>(text)?)?, 1, &|| false)?;
/// assert_eq!((bounds.best().slots(), bounds.transmissions.value), (5, 6 * 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of_exchange(
    frame: &DemandsTask,
    count: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Bounds, ExchangeError> {
    require_few_steps(frame)?;
    let received = by_distance(frame, false, stop)?;
    let others = frame.network().hosts() - 1;
    let is_reached = |(node, counts): (u64, &Vec<u64>)| {
        frame.network().is_switch(Node(node)) || counts.iter().sum::<u64>() == others
    };
    if !(0..).zip(&received).all(is_reached) {
        return Err(ExchangeError::NoWay);
    }
    let is_directed = frame.network().link_list().is_some_and(crate::model::ExplicitGraph::is_directed);
    let sent = if is_directed { Some(by_distance(frame, true, stop)?) } else { None };
    of_distances(frame, count, &received, sent.as_ref().unwrap_or(&received)).ok_or(ExchangeError::Overflow)
}

/// Returns the bounds from the numbers of nodes at each distance; none if they have more than 64 bits.
fn of_distances(frame: &DemandsTask, count: u64, received: &[Vec<u64>], sent: &[Vec<u64>]) -> Option<Bounds> {
    let hops = |counts: &Vec<u64>| {
        (0..).zip(counts).map(|(far, &nodes): (u64, _)| u128::from(far * nodes)).sum::<u128>()
    };
    let moves: u128 = received.iter().map(hops).sum::<u128>().checked_mul(count.into())?;
    let slots = u64::try_from(moves.div_ceil(frame.moves_of_a_slot().max(1).into())).ok()?;
    let mut completion = vec![volume::of_slots(slots), farthest(frame, received)?];
    let packets = |nodes: &[Vec<u64>]| -> Vec<Vec<u64>> {
        nodes.iter().map(|counts| counts.iter().map(|&nodes| nodes * count).collect()).collect()
    };
    completion.extend(emission::of_counts(frame, packets(sent)));
    completion.extend(reception::of_counts(frame, packets(received)));
    // The sort is stable.
    completion.reverse();
    completion.sort_by_key(|lower| Reverse(lower.value()));
    let transmissions = TransmissionBound { per: Per::Network, value: moves, carried: true };
    let delay = match frame.document().objective {
        Objective::CompletionTime => Vec::new(),
        _ => pooled_of_counts(frame, count, received).into_iter().collect(),
    };
    Some(Bounds { completion, symmetric: None, transmissions, delay, attainable: None })
}

/// Returns the pooled bound on the delay of `count` packets for every pair of nodes.
fn pooled_of_counts(frame: &DemandsTask, count: u64, received: &[Vec<u64>]) -> Option<ScopedBound> {
    let mut packets: BTreeMap<u64, u64> = BTreeMap::new();
    for (distance, &nodes) in received.iter().flat_map(|counts| (0..).zip(counts)) {
        let sum = packets.entry(distance).or_default();
        *sum = sum.checked_add(nodes.checked_mul(count)?)?;
    }
    packets.retain(|&distance, _| distance > 0);
    of_network(frame.moves_of_a_slot(), packets).map(pooled_bound)
}

/// Returns the bound by two hosts that are farthest from each other.
fn farthest(frame: &DemandsTask, received: &[Vec<u64>]) -> Option<Lower> {
    let far = |counts: &Vec<u64>| counts.iter().rposition(|&nodes| nodes > 0).unwrap_or(0);
    let (to, counts) = (0_u32..).zip(received).max_by_key(|&(to, counts)| (far(counts), Reverse(to)))?;
    let value = u32::try_from(far(counts)).ok()?;
    let host = |node: u32| !frame.network().is_switch(Node(node.into()));
    let hops = frame.graph().distances_to(to);
    let from =
        (0_u32..).zip(&hops).find(|&(node, &hops)| hops >= value && host(node)).map(|(node, _)| node)?;
    let [from, to] = [from, to].map(|node| Node(node.into()));
    Some(distance::of_packet(from, to, value.into()))
}

/// Refuses a network of `nodes` nodes, two of which are `far` hops apart, if its distances are beyond the
/// limits.
///
/// # Errors
/// [`ExchangeError::TooFar`], [`ExchangeError::TooManyDistances`].
pub fn require_few_distances(nodes: u64, far: u32) -> Result<(), ExchangeError> {
    if far > MAX_DISTANCE {
        return Err(ExchangeError::TooFar { found: far });
    }
    let found = u128::from(nodes) * (u128::from(far) + 1);
    if found > MAX_NUMBERS {
        return Err(ExchangeError::TooManyDistances { found });
    }
    Ok(())
}

/// Refuses searches beyond the limits, as estimated from the distances to one host: where links lead both
/// ways, the eccentricity of every host is at least half that of this one.
fn require_few_steps(frame: &DemandsTask) -> Result<(), ExchangeError> {
    let (graph, network) = (frame.graph(), frame.network());
    let Some(host) = (0..graph.nodes()).find(|&node| !network.is_switch(Node(node.into()))) else {
        return Ok(());
    };
    let hops = graph.distances_to(host);
    let far = hops.into_iter().filter(|&hops| hops != u32::MAX).max().unwrap_or(0);
    require_few_distances(graph.nodes().into(), far)?;
    let (nodes, rounds) = (u128::from(graph.nodes()), u128::from(far) + 1);
    // A node has at most as many distances from the ends of a search as there are ends.
    let looks = u128::from(graph.arcs()) * rounds.min(u128::from(count_of(NODES_PER_WORD)));
    let found =
        u128::from(network.hosts()).div_ceil(u128::from(count_of(NODES_PER_WORD))) * (nodes * rounds + looks);
    if found > MAX_STEPS {
        return Err(ExchangeError::TooManySteps { found });
    }
    Ok(())
}

/// Counts, for every host, the hosts at each distance from which its packets come, or to which it `sends`;
/// none for switches.
fn by_distance(
    frame: &DemandsTask,
    sends: bool,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<Vec<u64>>, ExchangeError> {
    let (graph, network) = (frame.graph(), frame.network());
    let hosts: Vec<u32> = (0..graph.nodes()).filter(|&node| !network.is_switch(Node(node.into()))).collect();
    let is_host: Vec<bool> = (0..graph.nodes()).map(|node| !network.is_switch(Node(node.into()))).collect();
    let some = |some: &[u32]| {
        if stop() {
            return Err(ExchangeError::Stopped);
        }
        count_from_ends(graph, some, &is_host, sends)
    };
    let empty = || vec![Vec::new(); wide(graph.nodes())];
    // The sums do not depend on the order.
    let add = |mut all: Vec<Vec<u64>>, more: Vec<Vec<u64>>| {
        for (own, counts) in all.iter_mut().zip(more) {
            if own.len() < counts.len() {
                own.resize(counts.len(), 0);
            }
            own.iter_mut().zip(counts).for_each(|(sum, nodes)| *sum += nodes);
        }
        Ok(all)
    };
    hosts.par_chunks(NODES_PER_WORD).map(some).try_reduce(empty, add)
}

/// Counts, for every host, those of at most 64 other ends at each distance.
fn count_from_ends(
    graph: &Graph,
    ends: &[u32],
    is_host: &[bool],
    sends: bool,
) -> Result<Vec<Vec<u64>>, ExchangeError> {
    let mut front = vec![0_u64; wide(graph.nodes())];
    for (bit, &end) in ends.iter().enumerate() {
        front[wide(end)] = 1 << bit;
    }
    let (mut seen, mut next) = (front.clone(), vec![0_u64; front.len()]);
    let mut counts = vec![Vec::new(); front.len()];
    for distance in 1..=MAX_DISTANCE + 1 {
        for here in (0..graph.nodes()).filter(|&here| front[wide(here)] != 0) {
            let bits = front[wide(here)];
            if sends {
                graph.entering(here).iter().for_each(|&arc| next[wide(graph.from(arc))] |= bits);
            } else {
                graph.leaving(here).for_each(|arc| next[wide(graph.to(arc))] |= bits);
            }
        }
        let mut is_end = true;
        for (node, bits) in next.iter_mut().enumerate() {
            *bits &= !seen[node];
            seen[node] |= *bits;
            is_end &= *bits == 0;
            if *bits != 0 && is_host[node] {
                counts[node].resize(wide(distance) + 1, 0);
                counts[node][wide(distance)] = u64::from(bits.count_ones());
            }
        }
        if is_end {
            return Ok(counts);
        }
        std::mem::swap(&mut front, &mut next);
        next.fill(0);
    }
    Err(ExchangeError::TooFar { found: MAX_DISTANCE + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{TaskDocument, parse};

    /// The ring has more nodes than a word has bits.
    #[test]
    fn every_node_of_a_long_ring_has_two_others_at_each_distance() {
        let links: Vec<String> = (0..70).map(|node| format!("[{node},{}]", (node + 1) % 70)).collect();
        let text = format!(
            r#"{{"format":"isotask.task/1","network":{{"kind":"graph","nodes":70,"links":[{}]}},
              "task":{{"kind":"demands","packets":[]}},"ports":"all","objective":"completion-time"}}"#,
            links.join(",")
        );
        let document: TaskDocument = parse(text.as_bytes()).expect("a document");
        let frame = DemandsTask::new(&document).expect("a task");
        let mut one = vec![2; 36];
        (one[0], one[35]) = (0, 1);
        for sends in [false, true] {
            assert_eq!(by_distance(&frame, sends, &|| false), Ok(vec![one.clone(); 70]));
        }
    }
}
