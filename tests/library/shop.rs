//! Packets along words of links: one port by node-invariant rules, more ports as a job shop.

use isotask::job_shop::{
    LocalAlgorithm, NodeInvariant, QueueFault, QueueRule, ShopBudget, Waiting, job_shop, node_invariant,
    replay_queues,
};
use isotask::model::{CayleyGraph, CayleyTask, Link, Network, Node, WordSchedule};
use isotask::wire::{self, Objective, PacketCount, Ports, Task, TaskDocument};
use proptest::prelude::*;
use std::collections::{BTreeSet, VecDeque};

/// One small network of every kind and family, and groups given by permutations: S₃ by a cycle and a swap,
/// and one of order 8.
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
    serde_json::from_str(json).expect("a network")
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
    (prop::sample::select(SMALL.to_vec()), packets, 1_u64..=4).prop_map(|(json, packets, ports)| {
        let network = network(json);
        let nodes = Network::new(&network).expect("a network").nodes();
        let mut counts = std::collections::BTreeMap::new();
        for (offset, count) in packets {
            *counts.entry(1 + offset % (nodes - 1)).or_insert(0) += count;
        }
        let packets = counts
            .into_iter()
            .map(|(offset, count)| PacketCount { offset: wire::NodeRef::Index(offset).into(), count })
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

/// All nodes acting locally produce the schedule of node 0's packets: the longest remaining first, in order.
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
fn a_rule_that_depends_on_the_number_of_the_node_is_detected() {
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
fn a_message_sent_to_a_wrong_node_is_detected() {
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

/// ⌈Σ dist_w / W⌉, W being the greatest weight that a slot carries; distances by relaxing all links until
/// nothing changes.
fn weighted_bound(task: &CayleyTask, weights: &[u64]) -> u64 {
    let graph = task.graph();
    let nodes = usize::try_from(graph.nodes()).expect("few");
    let mut distances = vec![u64::MAX; nodes];
    distances[0] = 0;
    loop {
        let before = distances.clone();
        for node in 0..nodes {
            for (link, &weight) in (0..).map(Link).zip(weights) {
                let to = graph.neighbor(Node(u64::try_from(node).expect("few")), link).0;
                let to = usize::try_from(to).expect("few");
                distances[to] = distances[to].min(distances[node].saturating_add(weight));
            }
        }
        if distances == before {
            break;
        }
    }
    let mut greatest = weights.to_vec();
    greatest.sort_unstable_by_key(|&weight| std::cmp::Reverse(weight));
    let capacity: u64 = greatest.iter().take(usize::try_from(task.ports()).expect("few")).sum();
    let far = |offset: Node| distances[usize::try_from(offset.0).expect("few")];
    task.classes().iter().map(|class| class.count * far(class.offset)).sum::<u64>().div_ceil(capacity)
}

/// The distance of the farthest packet, and what the ports take for all hops.
fn plain_bound(task: &CayleyTask) -> u64 {
    let farthest = task.farthest().map_or(0, |node| task.graph().distance(node));
    farthest.max(task.total_distance().div_ceil(task.ports().into()))
}

fn searched(task: &CayleyTask, target: u64, weights: Option<&[u64]>, evaluations: u64) -> WordSchedule {
    let schedule = job_shop(task, target, weights, &ShopBudget { evaluations, stop: &|| false });
    schedule.replay(task).expect("a schedule of the task");
    assert_eq!(
        schedule.length(),
        u64::try_from(schedule.slots.len()).expect("few"),
        "no empty slot at the end"
    );
    schedule
}

#[test]
fn total_exchange_with_all_ports_meets_the_weighted_bound() {
    let cases: [(&str, u64, &[u64]); 17] = [
        ("star", 3, &[1, 1]),
        ("star", 4, &[1, 1, 1]),
        ("star", 5, &[1, 1, 1, 1]),
        ("star", 6, &[1, 1, 1, 1, 1]),
        ("star", 7, &[1, 1, 1, 1, 1, 1]),
        ("pancake", 3, &[1, 1]),
        ("pancake", 4, &[1, 1, 1]),
        ("pancake", 5, &[1, 1, 1, 1]),
        ("bubble-sort", 3, &[1, 1]),
        ("bubble-sort", 4, &[1, 1, 1]),
        ("bubble-sort", 5, &[0, 12, 11, 0]),
        ("cube-connected-cycles", 3, &[0, 0, 1]),
        ("cube-connected-cycles", 4, &[0, 0, 1]),
        ("cube-connected-cycles", 5, &[0, 0, 1]),
        ("butterfly", 3, &[0, 0, 1, 1]),
        ("butterfly", 4, &[0, 0, 1, 1]),
        ("butterfly", 5, &[0, 0, 1, 1]),
    ];
    for (family, n, weights) in cases {
        let json = format!(r#"{{"kind":"cayley","family":"{family}","n":{n}}}"#);
        let task = total_exchange(&json, Ports::All);
        let bound = weighted_bound(&task, weights);
        // Both with the weights that prove the bound, and where the search has to find out by itself.
        for weights in [Some(weights), None] {
            let schedule = searched(&task, bound, weights, 20);
            assert_eq!(schedule.length(), bound, "{family} {n} {weights:?}");
        }
    }
}

#[test]
fn total_exchange_with_some_ports_meets_the_bound_that_counts_hops() {
    let cases = [("star", 4, 2), ("star", 5, 2), ("star", 5, 3), ("pancake", 5, 3), ("bubble-sort", 6, 3)];
    for (family, n, ports) in cases.into_iter().chain([("cube-connected-cycles", 4, 2), ("butterfly", 4, 3)])
    {
        let json = format!(r#"{{"kind":"cayley","family":"{family}","n":{n}}}"#);
        let task = total_exchange(&json, Ports::AtMost(ports));
        let schedule = searched(&task, plain_bound(&task), None, 20);
        assert_eq!(schedule.length(), plain_bound(&task), "{family} {n} with {ports} ports");
    }
}

/// The 6-pancake needs 3295 = 5 · 659 hops, so that 659 slots would use each of the 5 links 659 times and
/// never go a detour. Reversing the first 2, 3 or 6 symbols is an odd permutation, the first 4 or 5 an even
/// one; so 3 · 659 odd links would be used in all, an odd number. But 360 packets go to odd permutations,
/// which makes it even.
#[test]
fn signs_of_permutations_forbid_the_bound_on_the_6_pancake() {
    let task = total_exchange(r#"{"kind":"cayley","family":"pancake","n":6}"#, Ports::All);
    assert_eq!(task.total_distance(), 5 * 659);
    let is_odd = |link: u32| [0, 1, 4].contains(&link);
    let schedule = searched(&task, 660, None, 40);
    let odd = schedule.slots.iter().flatten().filter(|&&(_, link)| is_odd(link)).count();
    assert_eq!((schedule.length(), odd % 2), (660, 0));
}

/// Returns whether a symmetric schedule of a number of slots exists, by all sets of moves in every slot, from
/// the multiset of residuals at the start.
fn attainable(task: &CayleyTask, slots: u64) -> bool {
    let graph = task.graph();
    let packets = task.classes().iter().flat_map(|class| (0..class.count).map(|_| class.offset));
    let mut states = BTreeSet::from([packets.map(|offset| graph.inverse(offset)).collect::<Vec<Node>>()]);
    for left in (0..slots).rev() {
        let mut next = BTreeSet::new();
        for state in &states {
            all_moves(task, &mut state.clone(), 0, &mut vec![false; 8], 0, &mut next);
        }
        // Packets further from home than slots are left, singly or by all hops together, come too late.
        next.retain(|state| {
            let distances = || state.iter().map(|&node| graph.distance(node));
            distances().all(|hops| hops <= left) && distances().sum::<u64>() <= left * u64::from(task.ports())
        });
        states = next;
    }
    !states.is_empty()
}

fn all_moves(
    task: &CayleyTask,
    state: &mut Vec<Node>,
    packet: usize,
    used: &mut Vec<bool>,
    moves: u32,
    found: &mut BTreeSet<Vec<Node>>,
) {
    if packet == state.len() {
        let mut sorted = state.clone();
        sorted.sort_unstable();
        found.insert(sorted);
        return;
    }
    all_moves(task, state, packet + 1, used, moves, found);
    let node = state[packet];
    for link in 0..task.graph().links() {
        let place = usize::try_from(link).expect("few");
        if node != Node(0) && !used[place] && moves < task.ports() {
            (used[place], state[packet]) = (true, task.graph().neighbor(node, Link(link)));
            all_moves(task, state, packet + 1, used, moves + 1, found);
            (used[place], state[packet]) = (false, node);
        }
    }
}

/// Few packets in conflict: no bound of ours is attained, yet no schedule is shorter.
#[test]
fn tasks_of_few_packets_take_the_slots_of_an_exhaustive_search() {
    type Case<'a> = (&'a str, u64, &'a [(u64, u64)]);
    let cases: [Case; 9] = [
        ("bubble-sort", 4, &[(3, 1), (18, 2), (20, 1)]),
        ("bubble-sort", 4, &[(3, 1), (14, 1), (17, 1), (19, 1), (20, 1)]),
        ("pancake", 4, &[(11, 1), (19, 1)]),
        ("pancake", 4, &[(8, 1), (10, 1), (19, 1)]),
        ("pancake", 5, &[(34, 1), (49, 1)]),
        ("pancake", 5, &[(51, 1), (72, 1), (79, 1), (88, 1)]),
        ("pancake", 5, &[(33, 1), (51, 1), (68, 1), (75, 1), (105, 1)]),
        ("star", 5, &[(19, 1), (37, 1), (50, 1), (52, 1), (108, 1)]),
        ("butterfly", 3, &[(5, 2), (10, 1)]),
    ];
    for (family, n, packets) in cases {
        let json = format!(r#"{{"kind":"cayley","family":"{family}","n":{n}}}"#);
        let packet = |&(offset, count): &(u64, u64)| PacketCount {
            offset: wire::NodeRef::Index(offset).into(),
            count,
        };
        let packets = packets.iter().map(packet).collect();
        let task = build(network(&json), Task::Isotropic { packets, count: 1 }, Ports::All);
        let schedule = searched(&task, plain_bound(&task), None, 20);
        assert!(
            attainable(&task, schedule.length()),
            "the search by all moves finds what the job shop has found"
        );
        assert!(!attainable(&task, schedule.length() - 1), "{family} {n}: {} slots", schedule.length());
    }
}

#[test]
fn a_search_that_is_stopped_at_once_still_has_a_schedule() {
    let task = total_exchange(SMALL[1], Ports::All);
    let schedule = job_shop(&task, 1, None, &ShopBudget { evaluations: u64::MAX, stop: &|| true });
    schedule.replay(&task).expect("a schedule of the task");
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn the_job_shop_schedules_any_isotropic_task(task in small_tasks()) {
        let bound = plain_bound(&task);
        let schedule = searched(&task, bound, None, 2);
        prop_assert!((bound..=task.total_distance()).contains(&schedule.length()));
        prop_assert_eq!(&schedule, &searched(&task, bound, None, 2), "the same every time");
    }
}
