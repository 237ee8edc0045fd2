//! Searches for link weights, averaged over the sources (P1 §2 Theorem 1).

use super::{WeightBound, cayley_weighted, weighted as best_weights};
use crate::model::{CayleyTask, DemandsTask, IsotropicTask, Node, Packet, PortRule, wide};
use crate::wire::{self, Lower, NodeRef, PacketCount, TaskDocument};
use std::collections::BTreeMap;

/// Most bits of an incomplete hypercube whose sets of link types are all tried.
const MAX_SUBSET_BITS: u32 = 12;

/// Returns the bound T ≥ ⌈Σ `dist_w` / W⌉ of the best link weights w, where all nodes together can move
/// weight W in a slot; none for packets that are copied or combined.
///
/// With one half-duplex port no weights prove more than the volume: `dist_w` is at most dist times the
/// greatest weight.
pub(in crate::bound) fn weighted_demands(task: &DemandsTask) -> Option<Lower> {
    if !task.is_personal() || task.loads().is_empty() {
        return None;
    }
    let bound = match task.ports() {
        PortRule::HalfDuplex => return None,
        // Links of a graph have no types.
        PortRule::FullDuplex(_) if task.network().link_list().is_some() => return None,
        PortRule::FullDuplex(_) if task.network().incomplete().is_some() => by_sets_of_links(task),
        PortRule::FullDuplex(_) => by_offsets(task)?,
    };
    Some(bound.into_lower())
}

/// The packets of all nodes together to one offset.
#[derive(Debug, Default)]
struct Sent {
    packets: u64,
    /// Most packets of one node, and the number of nodes with packets.
    most: u64,
    sources: u64,
}

/// Returns packets by offset; none on networks without offsets, and if packets are copied or combined.
fn by_offset(task: &DemandsTask) -> Option<BTreeMap<Node, Sent>> {
    let network = task.network();
    if !network.is_symmetric() {
        return None;
    }
    let mut offsets: BTreeMap<Node, Sent> = BTreeMap::new();
    for load in task.loads() {
        let Packet::Personal { from, to } = load.packet() else { return None };
        let sent = offsets.entry(network.offset(from, to)).or_default();
        sent.packets += load.count();
        sent.most = sent.most.max(load.count());
        sent.sources += 1;
    }
    Some(offsets)
}

/// Returns the packets of node 0 if every node sends the translates of them; none otherwise, and for a task
/// without packets.
///
/// # Complexity
/// O(P · c) for P loads and a time of c to compute an offset.
#[must_use]
pub fn isotropic_packets(task: &DemandsTask) -> Option<Vec<PacketCount>> {
    let nodes = task.network().nodes();
    let offsets = by_offset(task).filter(|offsets| !offsets.is_empty())?;
    let packet = |(offset, sent): (Node, Sent)| {
        let all_alike = sent.sources == nodes && sent.most * nodes == sent.packets;
        all_alike.then_some(PacketCount { offset: NodeRef::Index(offset.0).into(), count: sent.most })
    };
    offsets.into_iter().map(packet).collect()
}

/// Returns the best weights on a network with offsets; none if the packets are too many.
///
/// Σ `dist_w` depends on the offsets of the packets only, so it is that of the isotropic task whose node 0
/// sends, to each offset, the packets of all n nodes together. In a slot one node moves at most W there,
/// all n nodes n·W here: the bound is that of the isotropic task divided by n, and ⌈⌈a⌉ / n⌉ = ⌈a / n⌉.
fn by_offsets(task: &DemandsTask) -> Option<WeightBound> {
    let network = task.network();
    let packet = |(offset, sent): (Node, Sent)| PacketCount {
        offset: NodeRef::Index(offset.0).into(),
        count: sent.packets,
    };
    let packets = by_offset(task)?.into_iter().map(packet).collect();
    let document = TaskDocument::new(
        None,
        network.kind().clone(),
        wire::Task::Isotropic { packets, count: 1 },
        task.document().ports,
        wire::Objective::CompletionTime,
    );
    let bound = if network.cayley().is_some() {
        cayley_weighted(&CayleyTask::new(&document).ok()?, u64::MAX)
    } else {
        best_weights(&IsotropicTask::new(&document).ok()?, u64::MAX)
    };
    Some(WeightBound { value: bound.value.div_ceil(network.nodes()), weights: bound.weights })
}

/// Returns the best weights on an incomplete hypercube: 1 for a set of link types, and 0 for the others.
///
/// Every bit in which two nodes differ is changed once at least, so Σ `dist_w` = Σ `w_j` · `D_j`, `D_j` being
/// the packets whose ends differ in bit j. A node can move the sum of the k largest weights of its links in a
/// slot, which is the Lovász extension of the submodular min(k, |S ∩ its links|). Along the chain of sets
/// {j : `w_j` ≥ a} both sums are mixtures of their values at these sets, with equal coefficients, so one of
/// the sets has at least the ratio of w (Lovász 1983). Beyond 12 bits only a chain of sets is tried: the bits
/// by decreasing ratio of D to the number of links of the type, the first 1, 2, … of them.
///
/// # Complexity
/// O(P · d + 2^min(d, 12) · C) for P loads, C classes of nodes with equal links, d bits.
fn by_sets_of_links(task: &DemandsTask) -> WeightBound {
    let bits = task.network().links();
    let mut crossing = vec![0_u64; wide(bits)];
    for load in task.loads() {
        if let Packet::Personal { from, to } = load.packet() {
            for (bit, sum) in crossing.iter_mut().enumerate() {
                *sum += ((from.0 ^ to.0) >> bit & 1) * load.count();
            }
        }
    }
    let graph = task.graph();
    // Numbers of nodes by the set of their links.
    let mut classes: BTreeMap<u32, u64> = BTreeMap::new();
    let mut arcs = vec![0_u64; wide(bits)];
    for node in 0..graph.nodes() {
        let links = graph.leaving(node).map(|arc| graph.link(arc).0);
        *classes.entry(links.clone().fold(0, |set, link| set | 1 << link)).or_default() += 1;
        links.for_each(|link| arcs[wide(link)] += 1);
    }
    let ports = task.ports().sends();
    let bound = |set: u32| {
        let work: u64 = (0..bits).filter(|bit| set >> bit & 1 == 1).map(|bit| crossing[wide(bit)]).sum();
        let moved = |(links, nodes): (&u32, &u64)| u64::from((links & set).count_ones().min(ports)) * nodes;
        // Every type has a link, so a nonempty set has a capacity above 0.
        work.div_ceil(classes.iter().map(moved).sum())
    };
    let all = u32::MAX >> (32 - bits);
    let sets: Vec<u32> = if bits <= MAX_SUBSET_BITS {
        (1..=all).rev().collect()
    } else {
        let mut order: Vec<u32> = (0..bits).collect();
        // By falling D / arcs, products of numbers below 2⁶³ and 2²⁵.
        let products = |a: u32, b: u32| u128::from(crossing[wide(a)]) * u128::from(arcs[wide(b)]);
        order.sort_by(|&a, &b| products(b, a).cmp(&products(a, b)));
        let chain = order.iter().scan(0, |set, bit| {
            *set |= 1 << bit;
            Some(*set)
        });
        chain.collect()
    };
    let best = sets.into_iter().map(|set| (bound(set), set)).reduce(|a, b| if b.0 > a.0 { b } else { a });
    let (value, set) = best.expect("a network has a link");
    WeightBound { value, weights: (0..bits).map(|bit| u64::from(set >> bit & 1)).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Objective, Ports, Task};

    /// All nodes together send n times as many packets as each of them, and move n times as many in a slot.
    #[test]
    fn an_isotropic_task_as_demands_has_the_bound_of_one_node() {
        let torus = wire::Network::Torus { radices: vec![2, 6] };
        let star = wire::Network::Cayley(wire::Group::Family { family: wire::Family::Star, n: 4 });
        for network in [torus, star] {
            let task = Task::TotalExchange { count: 3 };
            let document = TaskDocument::new(None, network, task, Ports::All, Objective::CompletionTime);
            let task = DemandsTask::new(&document).expect("a task");
            let best = match IsotropicTask::new(&document) {
                Ok(task) => best_weights(&task, u64::MAX),
                Err(_) => cayley_weighted(&CayleyTask::new(&document).expect("a task"), u64::MAX),
            };
            assert_eq!(weighted_demands(&task), Some(best.into_lower()));
        }
    }
}
