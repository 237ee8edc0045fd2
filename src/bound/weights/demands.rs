//! Link weights, averaged over the sources (P1 §2 Theorem 1).

use super::{WeightBound, cayley_weighted, weighted as best_weights};
use crate::model::{CayleyTask, DemandsTask, IsotropicTask, Node, Packet, PortRule, wide};
use crate::wire::{self, Lower, NodeRef, PacketCount, TaskDocument};
use std::collections::BTreeMap;

/// Most bits of an incomplete hypercube whose sets of link types are all tried.
const MOST_SUBSETS: u32 = 12;

/// T ≥ ⌈Σ `dist_w` / W⌉ for the best link weights w, W being what all nodes together can move in a slot; none
/// for packets that are copied or combined.
///
/// With one half-duplex port no weights say more than the volume: `dist_w` is at most dist times the greatest
/// weight.
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

/// What all nodes together send to one offset.
#[derive(Debug, Default)]
struct Sent {
    packets: u64,
    /// The most that one node sends there, and how many nodes send something.
    most: u64,
    sources: u64,
}

/// Packets by offset; none on networks without offsets, and if they are copied or combined.
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

/// The packets of node 0 if every node sends the translates of them; none otherwise, and for a task without
/// packets.
///
/// # Complexity
/// O(P · c) for P loads, c being what an offset costs.
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

/// The best weights on a network that looks the same from every node; none if the packets are too many.
///
/// Σ `dist_w` depends on the offsets of the packets only, so it is that of the isotropic task whose node 0
/// sends, offset by offset, what all n nodes together send here. In a slot one node moves at most W there,
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

/// The best weights on an incomplete hypercube, which are those of a set of link types, 1 inside and 0
/// outside.
///
/// Every bit in which two nodes differ is changed once at least, so Σ `dist_w` = Σ `w_j` · `D_j`, `D_j` being
/// the packets whose ends differ in bit j. What a node can move in a slot, the sum of the k largest of the
/// weights of its links, is the Lovász extension of the submodular min(k, |S ∩ its links|): along the chain
/// of sets {j : `w_j` ≥ a} both are the same mixture of their values at these sets, so one of the sets has at
/// least the ratio of w (Lovász 1983). Beyond 12 bits only the sets of the first bits by increasing D over
/// the number of links of the type, from the end, are tried.
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
    // Nodes by the set of their links.
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
        // Every type has a link, so a set that is not empty moves something.
        work.div_ceil(classes.iter().map(moved).sum())
    };
    let all = u32::MAX >> (32 - bits);
    let sets: Vec<u32> = if bits <= MOST_SUBSETS {
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

    /// All nodes together send n times what each of them does, and move n times as much.
    #[test]
    fn packets_that_are_alike_at_all_nodes_have_the_bound_of_one_node() {
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
