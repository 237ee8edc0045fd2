//! Packets along words of links: one port by node-invariant rules, more ports as a job shop.

use isotask::model::{CayleyGraph, CayleyTask, Link, Network, Node};
use isotask::shop::{
    LocalAlgorithm, NodeInvariant, QueueFault, QueueRule, Waiting, node_invariant, replay_queues,
};
use isotask::wire::{self, Objective, PacketCount, Ports, Task, TaskDocument, parse};
use proptest::prelude::*;
use std::collections::VecDeque;

/// One small network of every kind and family, and groups given by permutations: S₃ by a cycle and a swap, and one of order 8.
const SMALL: [&str; 16] = [
    r#"{"kind":"cayley","family":"star","n":3}"#,
    r#"{"kind":"cayley","family":"star","n":4}"#,
    r#"{"kind":"cayley","family":"pancake","n":4}"#,
    r#"{"kind":"cayley","family":"bubble-sort","n":4}"#,
    r#"{"kind":"cayley","family":"complete","n":6}"#,
    r#"{"kind":"cayley","family":"cube-connected-cycles","n":3}"#,
    r#"{"kind":"cayley","family":"butterfly","n":3}"#,
    r#"{"kind":"cayley","family":"circulant","n":13,"steps":[1,5]}"#,
    r#"{"kind":"cayley","permutations":[[1,2,0],[2,0,1],[1,0,2]]}"#,
    r#"{"kind":"cayley","permutations":[[1,2,3,0],[3,0,1,2],[0,3,2,1]]}"#,
    r#"{"kind":"hypercube","dimension":3}"#,
    r#"{"kind":"hypercube","dimension":4}"#,
    r#"{"kind":"ring","nodes":5}"#,
    r#"{"kind":"ring","nodes":8}"#,
    r#"{"kind":"torus","radices":[3,4]}"#,
    r#"{"kind":"torus","radices":[2,3,3]}"#,
];

fn network(json: &str) -> wire::Network {
    parse(json.as_bytes()).expect("a network")
}

fn build(network: wire::Network, task: Task, ports: Ports) -> CayleyTask {
    let document = TaskDocument::new(None, network, task, ports, Objective::CompletionTime);
    CayleyTask::new(&document).expect("a task")
}

fn total_exchange(json: &str, ports: Ports) -> CayleyTask {
    build(network(json), Task::TotalExchange { count: 1 }, ports)
}

/// An isotropic task on one of the small networks: up to 12 listed offsets with counts up to 4.
fn small_tasks() -> impl Strategy<Value = CayleyTask> {
    let packets = prop::collection::btree_map(any::<u64>(), 1_u64..=4, 0..12);
    (prop::sample::select(&SMALL[..]), packets, 1_u64..=4).prop_map(|(json, packets, ports)| {
        let network = network(json);
        let nodes = Network::new(&network).expect("a network").nodes();
        let mut counts = std::collections::BTreeMap::new();
        for (offset, count) in packets {
            *counts.entry(1 + offset % (nodes - 1)).or_insert(0) += count;
        }
        let packets = counts
            .into_iter()
            .map(|(offset, count)| PacketCount { offset: wire::NodeRef::Index(offset), count })
            .collect();
        build(network, Task::Isotropic { packets, count: 1 }, Ports::AtMost(ports))
    })
}

/// One server, packets by increasing distance: the sum of all times at which one is done (Smith 1956).
fn pooled_delay_of_one_server(task: &CayleyTask) -> u64 {
    let mut clock = 0;
    let mut sum = 0;
    for (distance, count) in task.distance_counts() {
        for _ in 0..count {
            clock += distance;
            sum += clock;
        }
    }
    sum
}

/// P3 Theorem 1 for every rule, and the delay of the shortest first.
fn assert_node_invariant(task: &CayleyTask) {
    for rule in QueueRule::ALL {
        let schedule = node_invariant(task, rule);
        schedule.replay(task).expect("a schedule of the task");
        assert_eq!(schedule.length(), task.total_distance(), "{}", rule.as_str());
        assert!(schedule.slots.iter().all(|moves| moves.len() == 1), "every slot is used");
        let (delay, pooled) = (schedule.total_delay(), pooled_delay_of_one_server(task));
        assert!(delay >= pooled, "no schedule has less delay than the pooled bound");
        assert!(rule != QueueRule::ShortestFirst || delay == pooled, "{delay}, expected {pooled}");
    }
}

#[test]
fn node_invariant_rules_take_exactly_sigma_slots_on_every_network() {
    for json in SMALL {
        assert_node_invariant(&total_exchange(json, Ports::One));
    }
}

#[test]
fn all_queues_stay_translates_of_each_other_on_every_network() {
    for json in SMALL {
        let task = total_exchange(json, Ports::One);
        for rule in QueueRule::ALL {
            let replay = replay_queues(&task, &NodeInvariant::new(task.graph(), rule)).expect(json);
            assert_eq!(replay.slots, task.total_distance(), "{json}");
            // A queue grows only when a message arrives, which is in the slot in which another leaves.
            assert!(replay.greatest_queue == task.rows(), "{json}");
        }
    }
}

/// What all nodes do by themselves is what the schedule says of node 0's packets: the longest remaining first, in order.
#[test]
fn the_queue_of_node_0_sends_over_the_links_of_the_schedule() {
    struct Listening<'a>(NodeInvariant<'a>, std::cell::RefCell<Vec<u32>>);
    impl LocalAlgorithm for Listening<'_> {
        fn select(&self, node: Node, queue: &VecDeque<Waiting>) -> usize {
            self.0.select(node, queue)
        }
        fn link(&self, node: Node, message: &Waiting) -> Link {
            let link = self.0.link(node, message);
            if node == Node(0) {
                self.1.borrow_mut().push(link.0);
            }
            link
        }
    }
    for json in SMALL {
        let task = total_exchange(json, Ports::One);
        for rule in QueueRule::ALL {
            let algorithm = Listening(NodeInvariant::new(task.graph(), rule), Vec::new().into());
            replay_queues(&task, &algorithm).expect(json);
            let links: Vec<u32> = node_invariant(&task, rule).slots.iter().map(|moves| moves[0].1).collect();
            assert_eq!(algorithm.1.into_inner(), links, "{json} {}", rule.as_str());
        }
    }
}

/// A local algorithm with a fault at one node.
struct Faulty<'a> {
    sound: NodeInvariant<'a>,
    graph: &'a CayleyGraph,
    select: bool,
    astray: bool,
    node: Node,
}

impl LocalAlgorithm for Faulty<'_> {
    fn select(&self, node: Node, queue: &VecDeque<Waiting>) -> usize {
        if self.select && node == self.node { queue.len() - 1 } else { self.sound.select(node, queue) }
    }

    fn link(&self, node: Node, message: &Waiting) -> Link {
        let link = self.sound.link(node, message);
        if self.astray && node == self.node { self.graph.opposite(link) } else { link }
    }
}

#[test]
fn a_rule_that_depends_on_the_number_of_the_node_is_found_out() {
    for json in SMALL {
        let task = total_exchange(json, Ports::One);
        let graph = task.graph();
        for node in (0..graph.nodes()).map(Node) {
            let sound = NodeInvariant::new(graph, QueueRule::Fifo);
            let faulty = Faulty { sound, graph, select: true, astray: false, node };
            let fault = replay_queues(&task, &faulty).expect_err(json);
            assert!(
                matches!(fault, QueueFault::NotTheTranslate { .. } | QueueFault::Received { .. }),
                "{json}: {fault}"
            );
        }
    }
}

#[test]
fn a_message_sent_astray_is_found_out() {
    // On a ring of five the opposite of the way home is never a way home.
    let task = total_exchange(SMALL[12], Ports::One);
    let graph = task.graph();
    let sound = NodeInvariant::new(graph, QueueRule::Fifo);
    let faulty = Faulty { sound, graph, select: false, astray: true, node: Node(3) };
    let fault = replay_queues(&task, &faulty);
    assert_eq!(fault, Err(QueueFault::Derouted { slot: 0, node: Node(3) }));
}

#[test]
fn large_circulants_and_stars_take_exactly_sigma_slots() {
    let circulant = r#"{"kind":"cayley","family":"circulant","n":100000,"steps":[1,10,100,1000,10000]}"#;
    for json in [circulant, r#"{"kind":"cayley","family":"star","n":7}"#] {
        assert_node_invariant(&total_exchange(json, Ports::One));
    }
}

proptest! {
    #[test]
    fn node_invariant_rules_take_exactly_sigma_slots_for_isotropic_tasks(task in small_tasks()) {
        assert_node_invariant(&task);
        for rule in QueueRule::ALL {
            let replay = replay_queues(&task, &NodeInvariant::new(task.graph(), rule)).expect("no fault");
            prop_assert_eq!(replay.slots, task.total_distance());
        }
    }
}
