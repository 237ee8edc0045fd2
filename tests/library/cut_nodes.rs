//! The bound at a cut node: attained where a root separates parts, and never above the optimum of an
//! exhaustive search on sparse graphs.

use crate::common::least_slots::least_slots;
use isotask::bound::of_demands;
use isotask::model::DemandsTask;
use isotask::solve::{Outcome, SolveOptions, solve};
use isotask::wire::{
    Graph, GraphLink, Lower, LowerKind, Network, NodeRef, Objective, Ports, Task, TaskDocument,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

pub(crate) fn task(network: &Network, task: Task, ports: Ports) -> DemandsTask {
    let document = TaskDocument::new(None, network.clone(), task, ports, Objective::CompletionTime);
    DemandsTask::new(&document).expect("a task within the limits")
}

fn graph(nodes: u64, ends: &[(u32, u32)]) -> Network {
    let links = ends.iter().map(|&(from, to)| GraphLink { from, to, capacity: 1 }).collect();
    let (names, switches, switch_ports) = (None, None, Ports::All);
    Network::Graph(Graph { nodes, directed: false, names, switches, switch_ports, links })
}

fn broadcast(root: u64, count: u64) -> Task {
    Task::SingleNodeBroadcast { root: NodeRef::Index(root), count }
}

fn solved(task: &DemandsTask) -> u64 {
    match solve(&task.clone().into(), &SolveOptions::default()).expect("it passes its own check") {
        Outcome::Optimal(solution) => solution.completion_time(),
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn a_root_between_parts_sends_every_packet_into_each() {
    let path = Network::Mesh { radices: vec![7] };
    let legs: Vec<(u32, u32)> = (0..3)
        .flat_map(|leg| (0..4).map(move |at| (if at == 0 { 0 } else { leg * 4 + at }, leg * 4 + at + 1)))
        .collect();
    let legs = graph(13, &legs);
    let reduce = Task::SingleNodeAccumulation { root: NodeRef::Index(3), count: 5 };
    for (network, asked, ports, slots) in [
        (&path, broadcast(3, 5), Ports::One, 12),
        (&path, reduce, Ports::One, 12),
        // The last of ten sends is in slot 10 in this case, too: the root receives nothing.
        (&path, broadcast(3, 5), Ports::OneHalfDuplex, 12),
        (&legs, broadcast(0, 4), Ports::One, 15),
    ] {
        let task = task(network, asked, ports);
        let bounds = of_demands(&task);
        assert_eq!((bounds.best().slots(), bounds.best().kind()), (slots, LowerKind::CutNode));
        assert_eq!(solved(&task), slots);
    }
}

/// Each end of the bridge sends the packets that start on its side to the other end, and all others, its own
/// included, to its five neighbours.
#[test]
fn both_ends_of_a_bridge_forward_the_packets_of_all_other_nodes() {
    let complete =
        |first: u32| (first..first + 6).flat_map(move |from| (from + 1..first + 6).map(move |to| (from, to)));
    let ends: Vec<(u32, u32)> = complete(0).chain(complete(6)).chain([(5, 6)]).collect();
    for kind in [Task::MultinodeBroadcast { count: 30 }, Task::MultinodeAccumulation { count: 30 }] {
        let bounds = of_demands(&task(&graph(12, &ends), kind, Ports::One));
        // Seven nodes' packets go one way and six nodes' the other; the last has a hop to go.
        assert_eq!((bounds.best().slots(), bounds.best().kind()), (390, LowerKind::CutNode));
    }
}

/// Trees of up to `most` nodes with up to one link more, whose links may carry two packets and, where the task has
/// one root, lead one way; some nodes are switches with ports of their own.
pub(crate) fn sparse(most: u32, one_way: bool) -> impl Strategy<Value = Graph> {
    let draws = proptest::collection::vec((0_u32..1000, 0_u32..4), 6);
    let switches = proptest::collection::vec(0_u32..4, 6);
    let directed = if one_way { proptest::bool::ANY.boxed() } else { Just(false).boxed() };
    (3..=most, draws, switches, ports(), directed).prop_map(
        |(nodes, draws, switches, switch_ports, directed)| {
            let capacity = |draw: u32| 1 + u32::from(draw == 0);
            let tree = (1..nodes).zip(&draws).map(|(to, &(draw, size))| (draw % to, to, capacity(size)));
            let (from, to) = (draws[4].0 % nodes, draws[5].0 % nodes);
            let chord = [(from, to, 1)].into_iter().filter(|_| draws[4].1 < 2 && from != to);
            let mut known = BTreeSet::new();
            let is_new = |&(from, to, _): &(u32, u32, u32)| known.insert((from.min(to), from.max(to)));
            let links = tree.chain(chord).filter(is_new);
            let links = links.map(|(from, to, capacity)| GraphLink { from, to, capacity }).collect();
            // Nodes 0 and 1 have packets.
            let switches: Vec<u32> =
                (2..nodes).zip(&switches).filter(|&(_, &draw)| draw == 0).map(|(node, _)| node).collect();
            let switches = (!switches.is_empty()).then(|| switches.into());
            let switch_ports = if switches.is_some() { switch_ports } else { Ports::All };
            Graph { nodes: nodes.into(), directed, names: None, switches, switch_ports, links }
        },
    )
}

pub(crate) fn ports() -> impl Strategy<Value = Ports> {
    prop_oneof![Just(Ports::One), Just(Ports::OneHalfDuplex), Just(Ports::AtMost(2)), Just(Ports::All)]
}

/// Copying and combining tasks of few packets in sparse graphs.
pub(crate) fn copied() -> impl Strategy<Value = DemandsTask> {
    let single = (sparse(5, true), 0..2_u64, 1..=2_u64, ports(), proptest::bool::ANY);
    let single = single.prop_map(|(graph, root, count, ports, combined)| {
        // Where links lead one way all nodes can be reached from node 0.
        let root = if graph.directed { 0 } else { root };
        let asked = if combined && !graph.directed {
            Task::SingleNodeAccumulation { root: NodeRef::Index(root), count }
        } else {
            broadcast(root, count)
        };
        task(&Network::Graph(graph), asked, ports)
    });
    let multinode = (sparse(4, false), ports(), proptest::bool::ANY).prop_map(|(graph, ports, combined)| {
        let (of_all, to_all) =
            (Task::MultinodeBroadcast { count: 1 }, Task::MultinodeAccumulation { count: 1 });
        task(&Network::Graph(graph), if combined { to_all } else { of_all }, ports)
    });
    prop_oneof![single, multinode]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_bound_on_copies_in_sparse_graphs_exceeds_the_optimum(task in copied()) {
        let truth = least_slots(&task);
        let bounds = of_demands(&task).completion;
        let kinds: Vec<LowerKind> = bounds.iter().map(Lower::kind).collect();
        prop_assert!(kinds.contains(&LowerKind::CutNode));
        for lower in bounds {
            prop_assert!(lower.slots() <= truth, "{:?} above {}", lower, truth);
        }
    }
}
