//! Schedules in corridors on small networks, move by move.

use super::in_corridors;
use crate::graph::Random;
use crate::job_shop::listed::{ListSearch, Refutation};
use crate::job_shop::watch::Effort;
use crate::model::{DemandsTask, Node, Packet, count_of};
use crate::wire::{Demand, Graph, GraphLink, Network, NodeRef, Objective, Ports, Task, TaskDocument};
use std::collections::{BTreeMap, BTreeSet};

const NEVER: &(dyn Fn() -> bool + Sync) = &|| false;

/// Returns a search by default effort that nothing stops.
fn from_bound(lower: u64) -> ListSearch<'static> {
    let refute = &|_, _| Refutation::Unknown;
    ListSearch { lower, refute, effort: Effort::Standard, watch: &(), stop: NEVER, cancel: NEVER }
}

/// Returns a ring with chords, each link carrying one or two packets.
fn network(nodes: u32, directed: bool, random: &mut Random) -> Network {
    let draw = |random: &mut Random| u32::try_from(random.below(1 << 16)).expect("16 bits") % nodes;
    let mut ends: BTreeSet<(u32, u32)> = (0..nodes).map(|node| (node, (node + 1) % nodes)).collect();
    for _ in 0..nodes {
        let (a, b) = (draw(random), draw(random));
        if a != b && !ends.contains(&(b, a)) {
            ends.insert((a, b));
        }
    }
    let links = ends.into_iter().map(|(from, to)| GraphLink { from, to, capacity: 1 + from % 2 }).collect();
    let switches = (random.below(2) == 0).then(|| [1].into());
    Network::Graph(Graph {
        nodes: nodes.into(),
        directed,
        names: None,
        switches,
        switch_ports: Ports::All,
        links,
    })
}

fn task(network: &Network, ports: Ports, random: &mut Random) -> DemandsTask {
    let empty = |packets| Task::Demands { packets, count: 1 };
    let document = |task| TaskDocument::new(None, network.clone(), task, ports, Objective::CompletionTime);
    let frame = DemandsTask::new(&document(empty(Vec::new()))).expect("a task");
    let hosts: Vec<u64> =
        (0..frame.network().nodes()).filter(|&node| !frame.network().is_switch(Node(node))).collect();
    let demand = |_| {
        let (from, to) = (random.below(hosts.len()), random.below(hosts.len() - 1));
        let to = if to < from { to } else { to + 1 };
        let [from, to] = [from, to].map(|at| NodeRef::Index(hosts[at]));
        Demand { from, to, count: 1 }
    };
    DemandsTask::new(&document(empty((0..60).map(demand).collect()))).expect("a task")
}

/// Asserts that every packet arrives on a route at most two hops longer than a shortest one, no link and no
/// port serves more than it can, and no slot is empty.
fn require_proper(task: &DemandsTask) {
    let lower = crate::bound::of_demands(task).best().slots();
    let found = in_corridors(task, from_bound(lower)).expect("packets from node to node");
    assert!(count_of(found.schedule.slots.len()) >= lower);
    assert_eq!(found.cut_short.is_none(), count_of(found.schedule.slots.len()) == lower);
    let mut places: Vec<Node> = found.schedule.packets.iter().filter_map(|packet| packet.home()).collect();
    let mut moves = vec![0; places.len()];
    for slot in &found.schedule.slots {
        let mut used: BTreeMap<(Node, Node), u64> = BTreeMap::new();
        let (mut sends, mut receives) = (BTreeMap::new(), BTreeMap::new());
        let mut met = BTreeSet::new();
        assert!(!slot.is_empty());
        for step in slot {
            let place = &mut places[crate::model::wide(step.packet)];
            assert!(*place == step.from() && met.insert(step.packet));
            *place = step.to();
            *used.entry((step.from(), step.to())).or_default() += 1;
            *sends.entry(step.from()).or_insert(0_u32) += 1;
            *receives.entry(step.to()).or_insert(0_u32) += 1;
            moves[crate::model::wide(step.packet)] += 1;
        }
        for ((from, to), packets) in used {
            assert!(packets <= task.network().capacity(from, to));
        }
        for (&node, &packets) in &sends {
            assert!(packets <= task.sends_of(node.narrow()));
            assert!(!task.is_half_duplex(node.narrow()) || !receives.contains_key(&node));
        }
        for (&node, &packets) in &receives {
            assert!(packets <= task.receives_of(node.narrow()));
        }
    }
    for ((place, packet), moves) in places.into_iter().zip(&found.schedule.packets).zip(moves) {
        let Packet::Personal { from, to } = *packet else { unreachable!("packets from node to node") };
        assert_eq!(place, to);
        let shortest = task.network().distance_between(from, to);
        assert!((shortest..=shortest + 2).contains(&moves));
    }
}

#[test]
fn packets_take_short_routes_within_links_and_ports() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        for ports in [Ports::All, Ports::One, Ports::AtMost(2), Ports::OneHalfDuplex] {
            let network = network(12 + u32::try_from(seed).expect("few"), seed % 2 == 1, &mut random);
            require_proper(&task(&network, ports, &mut random));
        }
    }
}

#[test]
fn distances_may_come_from_a_formula() {
    for (seed, network) in
        (0..).zip([Network::Torus { radices: vec![4, 5] }, Network::Hypercube { dimension: 5 }])
    {
        let mut random = Random::new(seed);
        for ports in [Ports::All, Ports::One] {
            require_proper(&task(&network, ports, &mut random));
        }
    }
}

/// Three packets of distance 2 come to node 3, which has two links; one of them has to go round by nodes 6
/// and 7, so that no two wait for one link.
#[test]
fn a_packet_that_stays_in_conflict_takes_a_detour() {
    let ends = [(0, 2), (1, 2), (4, 2), (2, 3), (0, 6), (6, 7), (7, 3)];
    let links = ends.map(|(from, to)| GraphLink { from, to, capacity: 1 }).into();
    let network = Network::Graph(Graph {
        nodes: 8,
        directed: true,
        names: None,
        switches: None,
        switch_ports: Ports::All,
        links,
    });
    let demand = |from| Demand { from: NodeRef::Index(from), to: NodeRef::Index(3), count: 1 };
    let task = Task::Demands { packets: [0, 1, 4].map(demand).into(), count: 1 };
    let document = TaskDocument::new(None, network, task, Ports::All, Objective::CompletionTime);
    let task = DemandsTask::new(&document).expect("a task");
    require_proper(&task);
    let found = in_corridors(&task, from_bound(3)).expect("packets from node to node");
    let moves: usize = found.schedule.slots.iter().map(Vec::len).sum();
    assert_eq!((found.schedule.slots.len(), moves), (3, 2 + 2 + 3));
}

/// A permutation takes as many slots as its farthest packet has hops if there are many links.
#[test]
fn a_permutation_needs_no_more_slots_than_the_bound() {
    let demands =
        (0..64).map(|node| Demand { from: NodeRef::Index(node), to: NodeRef::Index(63 - node), count: 1 });
    let task = Task::Demands { packets: demands.collect(), count: 1 };
    let network = Network::Hypercube { dimension: 6 };
    let document = TaskDocument::new(None, network, task, Ports::All, Objective::CompletionTime);
    let task = DemandsTask::new(&document).expect("a task");
    let found = in_corridors(&task, from_bound(6)).expect("packets from node to node");
    assert_eq!((found.schedule.slots.len(), found.cut_short), (6, None));
}
