//! Schedules of listed packets: on every network every task is delivered, the checker accepts it, and no
//! bound is beaten.

use crate::common::strategies::listed;
use isotask::bound::of_demands;
use isotask::certify::{Measured, certificate, claims};
use isotask::check::{Options, check_certificate};
use isotask::job_shop::{
    Effort, ListSearch, PacketRule, PairFault, Refutation, list_schedule, negotiated, pair_schedule,
};
use isotask::model::{DemandsTask, ExplicitSchedule, Network, Node};
use isotask::solve::{Outcome, SolveOptions, method, solve};
use isotask::tree::graph_broadcast;
use isotask::wire::{self, TaskDocument, parse};
use proptest::prelude::*;
use std::ops::RangeInclusive;

const PORTS: [&str; 4] = [r#""all""#, r#""one""#, r#"{"at-most":2}"#, r#""one-half-duplex""#];

fn task(network: &str, task: &str, ports: &str) -> DemandsTask {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"completion-time"}}"#
    );
    DemandsTask::new(&parse::<TaskDocument>(text.as_bytes()).expect("a document")).expect("a task")
}

fn incomplete(nodes: u64) -> String {
    format!(r#"{{"kind":"incomplete-hypercube","nodes":{nodes}}}"#)
}

fn kind(kind: &str) -> String {
    format!(r#"{{"kind":"{kind}"}}"#)
}

fn bounded(lower: u64) -> ListSearch<'static> {
    ListSearch {
        lower,
        refute: &|_, _| Refutation::Unknown,
        effort: Effort::Standard,
        watch: &(),
        stop: &|| false,
        cancel: &|| false,
    }
}

/// The slots that the checker finds.
fn checked(task: &DemandsTask, schedule: &ExplicitSchedule) -> u64 {
    let bounds = of_demands(task);
    let (problem, schedule) = (task.clone().into(), schedule.clone().into());
    let claims = claims(&bounds, &Measured::new(&problem, &schedule, None));
    let certificate = certificate(&problem, &schedule, claims);
    let verdict = check_certificate(&certificate, &Options::default()).expect("every packet arrives");
    let slots = verdict.replayed.completion_time;
    assert!(slots >= bounds.best().slots());
    slots
}

fn by(word: Option<&str>) -> SolveOptions<'static> {
    let method = word.map(|word| method(word).expect("a word of the register"));
    SolveOptions { method, ..SolveOptions::default() }
}

fn solved(task: &DemandsTask, word: Option<&str>) -> u64 {
    match solve(&task.clone().into(), &by(word)).expect("it passes its own check") {
        Outcome::Optimal(solution) | Outcome::Feasible(solution) => {
            assert!(solution.completion_time() >= solution.bounds.best().slots());
            solution.completion_time()
        }
        _ => unreachable!("nobody stopped it"),
    }
}

/// Tori, rings, cubes, Cayley graphs, incomplete hypercubes, graphs, meshes and lifts of at most 24 nodes, with their number of
/// nodes.
fn network() -> impl Strategy<Value = (String, u64)> {
    let fixed = |text: &str, nodes| Just((text.to_owned(), nodes)).boxed();
    prop_oneof![
        (1_u64..25).prop_map(|nodes| (incomplete(nodes), nodes)),
        (3_u64..10).prop_map(|nodes| (format!(r#"{{"kind":"ring","nodes":{nodes}}}"#), nodes)),
        fixed(r#"{"kind":"torus","radices":[3,4]}"#, 12),
        fixed(r#"{"kind":"torus","radices":[2,3,2]}"#, 12),
        fixed(r#"{"kind":"hypercube","dimension":4}"#, 16),
        fixed(r#"{"kind":"cayley","family":"star","n":4}"#, 24),
        fixed(r#"{"kind":"cayley","family":"circulant","n":9,"steps":[1,3]}"#, 9),
        fixed(r#"{"kind":"cayley","family":"complete","n":5}"#, 5),
        listed(16).prop_map(|network| {
            let nodes = Network::new(&network).expect("a network").nodes();
            (serde_json::to_string(&network).expect("JSON"), nodes)
        }),
    ]
}

/// The nodes of a network that have packets of their own.
fn hosts(network: &str) -> Vec<u64> {
    let network: wire::Network = serde_json::from_str(network).expect("JSON");
    let network = Network::new(&network).expect("a network");
    (0..network.nodes()).filter(|&node| !network.is_switch(Node(node))).collect()
}

/// Networks with their hosts, of which there are two at least.
fn hosted() -> impl Strategy<Value = (String, Vec<u64>)> {
    let networks = network().prop_filter("two nodes", |&(_, nodes)| nodes > 1);
    let with_hosts = networks.prop_map(|(network, _)| {
        let hosts = hosts(&network);
        (network, hosts)
    });
    with_hosts.prop_filter("two hosts", |(_, hosts)| hosts.len() > 1)
}

/// A number of packets from a host to another.
fn packet(hosts: &[u64], (from, step): (usize, usize), count: u64) -> String {
    let from = from % hosts.len();
    let to = (from + 1 + step % (hosts.len() - 1)) % hosts.len();
    format!(r#"{{"from":{},"to":{},"count":{count}}}"#, hosts[from], hosts[to])
}

fn of_packets(network: &str, packets: &[String], ports: usize) -> DemandsTask {
    task(network, &format!(r#"{{"kind":"demands","packets":[{}]}}"#, packets.join(",")), PORTS[ports])
}

fn demands() -> impl Strategy<Value = DemandsTask> {
    let packets = proptest::collection::vec((0_usize..1000, 1_usize..1000, 1_u64..5), 1..12);
    (hosted(), packets, 0_usize..4).prop_map(|((network, hosts), packets, ports)| {
        let packets: Vec<String> =
            packets.into_iter().map(|(from, step, count)| packet(&hosts, (from, step), count)).collect();
        of_packets(&network, &packets, ports)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_task_is_delivered_under_every_rule_of_ports(task in demands()) {
        let lower = of_demands(&task).best().slots();
        let all = list_schedule(&task, &PacketRule::ALL, true, bounded(lower)).expect("personal packets");
        let best = checked(&task, &all.schedule);
        for rule in PacketRule::ALL {
            let one = list_schedule(&task, &[rule], false, bounded(lower)).expect("personal packets");
            prop_assert!(checked(&task, &one.schedule) >= best, "{:?} is one of all", rule);
            let moves: usize = one.schedule.slots.iter().map(Vec::len).sum();
            prop_assert_eq!(u64::try_from(moves).ok(), Some(task.least_moves()), "shortest paths");
        }
        if let Some(found) = negotiated(&task, best + 1, bounded(lower)) {
            prop_assert!(checked(&task, &found.schedule) <= best);
        }
    }
}

/// Packets that all go from one node to another, in two loads.
fn of_one_pair() -> impl Strategy<Value = DemandsTask> {
    let ends = (0_usize..1000, 1_usize..1000);
    (hosted(), ends, 1_u64..60, 0_usize..4).prop_map(|((network, hosts), ends, count, ports)| {
        of_packets(&network, &[count, 1].map(|count| packet(&hosts, ends, count)), ports)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// A quickest flow is the schedule, and its cut over time the proof (Ford & Fulkerson 1958), unless ports
    /// are half-duplex.
    #[test]
    fn packets_of_one_pair_take_the_fewest_slots(task in of_one_pair()) {
        let is_half_duplex = (0..task.graph().nodes()).any(|node| task.is_half_duplex(node));
        let schedule = pair_schedule(&task);
        prop_assert_eq!(schedule == Err(PairFault::NoPair), is_half_duplex);
        if let Ok(schedule) = schedule {
            prop_assert_eq!(checked(&task, &schedule), of_demands(&task).best().slots());
        }
    }
}

/// Over one link or round the other way, which is two hops more: of 2·T − 2 packets none is late in T slots.
#[test]
fn two_ways_round_a_ring_share_many_packets() {
    for (packets, slots) in [(1, 1), (2, 2), (3, 3), (4, 3), (40, 21), (131_072, 65_537)] {
        let list = format!(r#"{{"kind":"demands","packets":[{{"from":0,"to":1,"count":{packets}}}]}}"#);
        let task = task(r#"{"kind":"ring","nodes":4}"#, &list, PORTS[0]);
        let schedule = pair_schedule(&task).expect("one pair");
        assert_eq!((checked(&task, &schedule), of_demands(&task).best().slots()), (slots, slots));
        if packets < 100 {
            assert_eq!(solved(&task, Some("quickest-flow")), slots);
        }
    }
}

/// Bar-Noy, Kipnis & Schieber 2000: C − 1 + ⌈log₂ n⌉ slots, in every form of writing a complete graph.
#[test]
fn broadcasts_and_reductions_on_listed_complete_graphs_take_the_fewest_slots() {
    for nodes in 2..=33_u64 {
        let links: Vec<String> = (0..nodes).flat_map(|a| (0..a).map(move |b| format!("[{a},{b}]"))).collect();
        let network = format!(r#"{{"kind":"graph","nodes":{nodes},"links":[{}]}}"#, links.join(","));
        for count in 1..=12 {
            let kind = if count % 4 == 0 { "accumulation" } else { "broadcast" };
            let root = (nodes * 2 / 3 + count) % nodes;
            let asked = format!(r#"{{"kind":"single-node-{kind}","root":{root},"count":{count}}}"#);
            let task = task(&network, &asked, PORTS[1]);
            let slots = count - 1 + u64::from(nodes.next_power_of_two().ilog2());
            assert_eq!(of_demands(&task).best().slots(), slots, "{nodes} nodes");
            let spread = if task.is_combined() { task.reversed() } else { task.clone() };
            let asked = (u32::try_from(root).expect("small"), task.ports(), count);
            let found = graph_broadcast(spread.graph(), asked, (slots, slots + 1), &|| false);
            let found = found.expect("a schedule that meets the bound");
            let found = if task.is_combined() { found.reversed() } else { found };
            assert_eq!(checked(&task, &found), slots, "{nodes} nodes");
        }
    }
}

/// Half of the packets go 999 hops round: too many moves are refused, and list scheduling takes the short
/// way.
#[test]
fn many_packets_on_a_long_detour_are_left_to_list_scheduling() {
    let list = |count| format!(r#"{{"kind":"demands","packets":[{{"from":0,"to":1,"count":{count}}}]}}"#);
    let ring = |count| task(r#"{"kind":"ring","nodes":1000}"#, &list(count), PORTS[0]);
    let fault = PairFault::TooManyMoves { found: 99_501 + 98_503 * 999, most: 1 << 25 };
    assert_eq!(pair_schedule(&ring(198_004)), Err(fault));
    let stopped = SolveOptions { stop: &|| true, ..SolveOptions::default() };
    let Ok(Outcome::Feasible(solution)) = solve(&ring(198_004).into(), &stopped) else {
        unreachable!("lists come first, and prove nothing")
    };
    assert!(solution.completion_time() >= 99_501);
}

/// A link whose capacity exceeds the number of packets gives the schedule of a link whose capacity equals it,
/// by list scheduling and by negotiation.
#[test]
fn capacity_beyond_the_number_of_packets_changes_no_schedule() {
    for ports in PORTS {
        let on_links = |capacity: u64| {
            let network =
                format!(r#"{{"kind":"graph","nodes":4,"links":[[0,1,{capacity}],[1,2,3],[2,3],[3,0]]}}"#);
            let packets = r#"{"from":0,"to":2,"count":9},{"from":2,"to":0,"count":4},{"from":1,"to":3}"#;
            task(&network, &format!(r#"{{"kind":"demands","packets":[{packets}]}}"#), ports)
        };
        let (few, many) = (on_links(14), on_links(1 << 6));
        assert_eq!(*few.without_spare_links(), few);
        assert_eq!(many.without_spare_links().graph(), few.graph());
        for word in ["list-scheduling", "critical-first", "negotiated"] {
            let [few, many] = [&few, &many].map(|task| solve(&task.clone().into(), &by(Some(word))));
            let schedule = |found: Result<Outcome, _>| found.expect("it passes its own check").solution();
            let slots = |found| schedule(found).expect("a schedule").certificate.schedule;
            assert_eq!(slots(few), slots(many), "{word}, {ports}");
        }
    }
}

/// A schedule of single packets on narrow links is one of bundles on wide ones.
#[test]
fn bundles_on_wide_links_take_no_more_slots_than_packets_on_narrow_links() {
    let of = |times: u64, ports: &str| {
        let links: Vec<String> = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (1, 3)]
            .map(|(from, to)| format!("[{from},{to},{times}]"))
            .into();
        let network = format!(r#"{{"kind":"graph","nodes":5,"links":[{}]}}"#, links.join(","));
        let packets: Vec<String> = [(0, 2, 3), (1, 4, 2), (3, 0, 1), (2, 4, 2)]
            .map(|(from, to, count)| format!(r#"{{"from":{from},"to":{to},"count":{}}}"#, count * times))
            .into();
        task(&network, &format!(r#"{{"kind":"demands","packets":[{}]}}"#, packets.join(",")), ports)
    };
    let slots = |task: &DemandsTask| {
        let found = list_schedule(task, &PacketRule::ALL, true, bounded(0)).expect("personal packets");
        checked(task, &found.schedule)
    };
    for (narrow, wide) in [(PORTS[0], PORTS[0]), (r#"{"at-most":2}"#, r#"{"at-most":2000}"#)] {
        assert_eq!(slots(&of(1000, wide)), slots(&of(1, narrow)), "{wide}");
    }
    // Sizes that divide nothing: 997 packets of a slot hold 332 bundles of three.
    let (single, odd) = (slots(&of(1, PORTS[0])), slots(&of(997, PORTS[0])));
    assert!((single..=single + 1).contains(&odd), "{odd} slots, {single} for single packets");
}

#[test]
fn the_same_task_gives_the_same_schedule() {
    let task = task(&incomplete(11), &kind("total-exchange"), PORTS[1]);
    let found = || list_schedule(&task, &PacketRule::ALL, true, bounded(0));
    assert_eq!(found(), found());
}

#[test]
fn every_task_is_solved_on_every_small_incomplete_hypercube() {
    everything_is_solved_on_incomplete_hypercubes(2..=7);
}

#[test]
#[ignore = "needs minutes"]
fn every_task_is_solved_on_incomplete_hypercubes_of_8_to_12_nodes() {
    everything_is_solved_on_incomplete_hypercubes(8..=12);
}

/// Solves every task on the incomplete hypercubes of these numbers of nodes, with all ports that there are.
fn everything_is_solved_on_incomplete_hypercubes(numbers: RangeInclusive<u64>) {
    let kinds = ["total-exchange", "multinode-broadcast", "multinode-accumulation"];
    let rooted = ["scatter", "gather", "single-node-broadcast", "single-node-accumulation"];
    for nodes in numbers {
        for ports in PORTS {
            for word in kinds {
                solved(
                    &task(&incomplete(nodes), &kind(word), ports),
                    Some("furthest-first").filter(|_| word == "total-exchange"),
                );
            }
            for (word, root) in rooted.iter().flat_map(|word| [(word, 0), (word, nodes - 1)]) {
                let rooted = format!(r#"{{"kind":"{word}","root":{root},"count":2}}"#);
                solved(&task(&incomplete(nodes), &rooted, ports), None);
            }
        }
    }
}

/// A node with a single link gets one packet in a slot, and node `2^d` of `2^d + 1` hangs on one link.
#[test]
fn a_node_that_hangs_on_one_link_is_served_in_every_slot() {
    for d in 1..=4 {
        let nodes = (1 << d) + 1;
        assert_eq!(solved(&task(&incomplete(nodes), &kind("total-exchange"), PORTS[0]), None), nodes - 1);
        assert_eq!(
            solved(&task(&incomplete(nodes), &kind("multinode-broadcast"), PORTS[0]), None),
            nodes - 1
        );
    }
}

/// The upper k nodes have k links to the others, over which k · 2^d packets come (P1's argument by a cut).
#[test]
fn total_exchange_takes_as_long_as_the_highest_links_do() {
    for nodes in 9..=16 {
        assert_eq!(
            solved(&task(&incomplete(nodes), &kind("total-exchange"), PORTS[0]), None),
            8,
            "{nodes} nodes"
        );
    }
}

/// With one port no more than twice the nodes know after each slot, and P4's trees consist of shortest paths,
/// so with all ports they take the least time.
#[test]
fn broadcasts_along_the_trees_of_incomplete_hypercubes_take_as_long_as_the_farthest_node_is_away() {
    for nodes in 2..=64_u64 {
        for root in [0, nodes / 2, nodes - 1] {
            let broadcast = format!(r#"{{"kind":"single-node-broadcast","root":{root}}}"#);
            let all = task(&incomplete(nodes), &broadcast, PORTS[0]);
            let far = all.graph().distances_to(u32::try_from(root).expect("small")).into_iter().max();
            let slots = solved(&all, Some("incomplete-tree"));
            assert_eq!(Some(slots), far.map(u64::from), "{nodes} nodes, root {root}");
        }
    }
}

/// Six packets over three hops with all links free the other way: shortest paths take 8 slots, and 7 with one
/// packet sent round. With one port the nodes that know at most double in every slot, and from node 0 one bit
/// in every slot doubles them wherever there are nodes.
#[test]
fn a_packet_from_node_0_reaches_an_incomplete_hypercube_through_one_port_in_as_many_slots_as_labels_have_bits()
 {
    for nodes in (2..=70_u64).chain([500, 1000, 1023, 1025]) {
        for (word, ports) in [("single-node-broadcast", PORTS[1]), ("single-node-accumulation", PORTS[3])] {
            let task = task(&incomplete(nodes), &format!(r#"{{"kind":"{word}","root":0}}"#), ports);
            assert_eq!(solved(&task, None), u64::from((nodes - 1).ilog2()) + 1, "{word}, {nodes} nodes");
        }
    }
}

#[test]
fn packets_take_detours_where_they_save_slots() {
    let ring = r#"{"kind":"ring","nodes":8}"#;
    let six = r#"{"kind":"demands","packets":[{"from":0,"to":3,"count":6}]}"#;
    let task = task(ring, six, PORTS[0]);
    let shortest = list_schedule(&task, &PacketRule::ALL, false, bounded(0)).expect("personal packets");
    assert_eq!(checked(&task, &shortest.schedule), 8);
    assert_eq!(solved(&task, None), 6);
}

/// The slots of `negotiated` alone, of a task of listed packets.
fn by_negotiation(network: &str, packets: &str, ports: &str) -> u64 {
    let task = task(network, &format!(r#"{{"kind":"demands","packets":[{packets}]}}"#), ports);
    let slots = solved(&task, Some("negotiated"));
    assert_eq!(slots, solved(&task, None), "what is tried by itself is no longer");
    slots
}

/// Each number of slots meets a bound: the capacity of a cut, the sends of a node, or half of all moves where
/// a node sends or receives.
#[test]
fn negotiated_schedules_meet_the_bounds_under_every_rule_of_ports() {
    let ring = |nodes: u64| format!(r#"{{"kind":"ring","nodes":{nodes}}}"#);
    let all_pairs = |nodes: u64| {
        let pairs =
            (0..nodes).flat_map(|from| (0..nodes).filter(move |&to| to != from).map(move |to| (from, to)));
        pairs.map(|(from, to)| format!(r#"{{"from":{from},"to":{to}}}"#)).collect::<Vec<_>>().join(",")
    };
    // A node of a ring of 4 sends its packets over 1 + 2 + 1 hops; through two ports in two slots.
    for (ports, slots) in [(PORTS[0], 2), (PORTS[1], 4), (PORTS[2], 2), (PORTS[3], 8)] {
        assert_eq!(by_negotiation(&ring(4), &all_pairs(4), ports), slots, "{ports}");
    }
    // Five packets round a triangle of neighbours and back: at most two nodes exchange a packet in a slot.
    let complete = r#"{"kind":"cayley","family":"complete","n":5}"#;
    let round: Vec<String> = (0..5).map(|v| format!(r#"{{"from":{v},"to":{}}}"#, (v + 1) % 5)).collect();
    for (ports, slots) in [(PORTS[0], 1), (PORTS[1], 1), (PORTS[3], 3)] {
        assert_eq!(by_negotiation(complete, &round.join(","), ports), slots, "{ports}");
    }
}

/// Over both ways round, 3 and 5 hops long, T slots let T − 2 and T − 4 packets through.
#[test]
fn negotiation_takes_detours_where_shortest_paths_are_too_slow() {
    let ring = r#"{"kind":"ring","nodes":8}"#;
    for (count, slots) in [(1, 3), (3, 5), (4, 5), (6, 6), (20, 13)] {
        let packets = format!(r#"{{"from":0,"to":3,"count":{count}}}"#);
        assert_eq!(by_negotiation(ring, &packets, PORTS[0]), slots, "{count} packets");
    }
}

/// Ten packets from every node v to v + 14 have one shortest way, twice over the link of 7, and take 20 slots
/// on it. All links of a direction together take a node's packets 13 further in a slot: 140 / 13 are 11 slots,
/// and fewer if packets go round the other way as well.
#[test]
fn negotiation_begins_on_longer_ways_where_shortest_ones_share_too_little() {
    let circulant = r#"{"kind":"cayley","family":"circulant","n":60,"steps":[1,5,7]}"#;
    let packet = |v: u64| format!(r#"{{"from":{v},"to":{},"count":10}}"#, (v + 14) % 60);
    let packets: Vec<String> = (0..60).map(packet).collect();
    let demands = format!(r#"{{"kind":"demands","packets":[{}]}}"#, packets.join(","));
    let task = task(circulant, &demands, PORTS[0]);
    let lower = of_demands(&task).best().slots();
    let found = negotiated(&task, 20, bounded(lower)).expect("longer ways take fewer slots");
    assert!(checked(&task, &found.schedule) <= 10, "one slot above the bound of {lower}");
}

/// P1's cut: the upper k nodes have k links to the 2^d others.
#[test]
fn negotiation_meets_the_bound_of_total_exchange_on_incomplete_hypercubes() {
    for nodes in [21, 37, 50] {
        let exchange = task(&incomplete(nodes), &kind("total-exchange"), PORTS[0]);
        assert_eq!(solved(&exchange, Some("negotiated")), 1 << nodes.ilog2(), "{nodes} nodes");
    }
}

#[test]
fn negotiated_schedules_do_not_depend_on_the_number_of_threads() {
    let exchange = task(&incomplete(37), &kind("total-exchange"), PORTS[0]);
    let found = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| negotiated(&exchange, 64, bounded(32))).expect("half of 64 slots are enough")
    };
    assert_eq!(found(1), found(4));
}

#[test]
fn negotiation_returns_nothing_if_it_finds_nothing_shorter_or_is_stopped() {
    let exchange = task(&incomplete(20), &kind("total-exchange"), PORTS[0]);
    assert_eq!(negotiated(&exchange, 16, bounded(16)), None, "no schedule is shorter");
    let stopped = ListSearch { stop: &|| true, ..bounded(16) };
    assert_eq!(negotiated(&exchange, 32, stopped), None);
    let broadcast = task(&incomplete(20), &kind("multinode-broadcast"), PORTS[0]);
    assert_eq!(negotiated(&broadcast, 100, bounded(1)), None, "packets that are copied");
    let nothing = task(&incomplete(20), r#"{"kind":"demands","packets":[]}"#, PORTS[0]);
    assert_eq!((negotiated(&nothing, 1, bounded(0)), solved(&nothing, None)), (None, 0));
}

#[test]
fn a_stopped_search_returns_its_best_schedule_and_a_cancelled_one_nothing() {
    let task = task(&incomplete(20), &kind("total-exchange"), PORTS[1]);
    let stopped = SolveOptions {
        stop: &|| true,
        time_limit: Some(std::time::Duration::from_secs(1)),
        ..SolveOptions::default()
    };
    assert!(matches!(solve(&task.clone().into(), &stopped), Ok(Outcome::Feasible(_))));
    let cancelled = SolveOptions { cancel: &|| true, ..SolveOptions::default() };
    assert!(matches!(solve(&task.into(), &cancelled), Ok(Outcome::Unknown { .. })));
}

#[test]
fn methods_that_do_not_suit_the_packets_are_refused() {
    let exchange = task(&incomplete(5), &kind("total-exchange"), PORTS[0]);
    assert!(solve(&exchange.into(), &by(Some("incomplete-tree"))).is_err());
    let broadcast = task(&incomplete(5), &kind("multinode-broadcast"), PORTS[0]);
    assert!(solve(&broadcast.into(), &by(Some("critical-first"))).is_err());
}
