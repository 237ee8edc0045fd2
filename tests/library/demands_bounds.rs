//! Bounds on listed packets: the checker recomputes each of them, none exceeds the optimum of an exhaustive
//! search on tiny networks, and isotropic tasks written as demands have the bounds of isotropic tasks.

use crate::common::least_slots::least_slots;
use crate::common::strategies::listed;
use crate::common::{circulant, family, wide};
use isotask::bound::Bounds;
use isotask::bound::{TimedPrices, of_demands, timed_prices};
use isotask::check::{Options, Rejection, check_certificate};
use isotask::model::{CayleyTask, DemandsTask, IsotropicTask, Network, Node};
use isotask::solve::{Outcome, SolveOptions, bounds, method, solve};
use isotask::wire::{
    self, CertificateDocument, Demand, Family, Lower, LowerKind, NodeRef, Objective, PacketCount, Ports,
    Status, Task, TaskDocument,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn document(network: &wire::Network, task: Task, ports: Ports) -> TaskDocument {
    TaskDocument::new(None, network.clone(), task, ports, Objective::CompletionTime)
}

fn demands(list: &[(u64, u64, u64)]) -> Task {
    let demand = |&(from, to, count): &(u64, u64, u64)| Demand {
        from: NodeRef::Index(from),
        to: NodeRef::Index(to),
        count,
    };
    Task::Demands { packets: list.iter().map(demand).collect(), count: 1 }
}

fn demands_task(network: &wire::Network, task: Task, ports: Ports) -> DemandsTask {
    DemandsTask::new(&document(network, task, ports)).expect("a task within the limits")
}

fn incomplete(nodes: u64) -> wire::Network {
    wire::Network::IncompleteHypercube { nodes }
}

fn demands_bounds(task: &DemandsTask) -> Bounds {
    bounds(&task.clone().into(), &|| false)
}

/// Returns a certificate with some schedule and one claim of completion time, which a test replaces.
fn certified(task: &DemandsTask) -> CertificateDocument {
    let options = SolveOptions { method: method("list-scheduling"), ..SolveOptions::default() };
    match solve(&task.clone().into(), &options).expect("a schedule") {
        Outcome::Optimal(solution) | Outcome::Feasible(solution) => solution.certificate,
        other => unreachable!("{other:?}"),
    }
}

/// Returns the certificate with another bound on the completion time.
fn claiming(mut certificate: CertificateDocument, lower: Lower) -> CertificateDocument {
    let claim = &mut certificate.claims[0];
    claim.status = if claim.value == lower.value() { Status::Optimal } else { Status::UpperBound };
    claim.lower = lower;
    certificate
}

/// Lists the packets of an isotropic task, one by one from every node.
fn written_out(network: &Network, offsets: &[(u64, u64)]) -> Vec<(u64, u64, u64)> {
    let from = |node: u64| {
        offsets
            .iter()
            .map(move |&(offset, count)| (node, network.translate(Node(node), Node(offset)).0, count))
    };
    (0..network.nodes()).flat_map(from).collect()
}

/// Returns the best bound for every schedule of an isotropic task, and that of its packets written as
/// demands.
fn both_ways(network: &wire::Network, offsets: &[(u64, u64)], ports: Ports) -> (u64, u64) {
    let packets = offsets
        .iter()
        .map(|&(offset, count)| PacketCount { offset: NodeRef::Index(offset).into(), count })
        .collect();
    let isotropic = document(network, Task::Isotropic { packets, count: 1 }, ports);
    let plain = Network::new(network).expect("a network");
    let all = if plain.cayley().is_some() {
        bounds(&CayleyTask::new(&isotropic).expect("a task").into(), &|| false).completion
    } else {
        bounds(&IsotropicTask::new(&isotropic).expect("a task").into(), &|| false).completion
    };
    let wanted = all.iter().map(Lower::slots).max().expect("a bound");
    let task = demands_task(network, demands(&written_out(&plain, offsets)), ports);
    let found = demands_bounds(&task);
    if found.best().slots() > 0 {
        check_certificate(&claiming(certified(&task), found.best().clone()), &Options::default())
            .expect("it holds");
    }
    (wanted, found.best().slots())
}

fn symmetric_network() -> impl Strategy<Value = wire::Network> {
    prop_oneof![
        (1_u64..=4).prop_map(|dimension| wire::Network::Hypercube { dimension }),
        (2_u64..=7).prop_map(|nodes| wire::Network::Ring { nodes }),
        proptest::collection::vec(2_u64..=4, 2..=2).prop_map(|radices| wire::Network::Torus { radices }),
        (5_u64..=9).prop_map(|n| circulant(n, &[1, 2])),
        Just(family(Family::Star, 3)),
        Just(family(Family::BubbleSort, 3)),
        Just(family(Family::Complete, 5)),
    ]
}

fn any_ports() -> impl Strategy<Value = Ports> {
    prop_oneof![Just(Ports::All), Just(Ports::One), (1_u64..=4).prop_map(Ports::AtMost)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn an_isotropic_task_written_as_demands_has_the_same_bound(
        network in symmetric_network(),
        draws in proptest::collection::vec((0_usize..1000, 1_u64..=3), 1..=4),
        ports in any_ports(),
    ) {
        let nodes = Network::new(&network).expect("a network").nodes();
        let offset = |draw: usize| 1 + u64::try_from(draw).expect("small") % (nodes - 1);
        let offsets: BTreeMap<u64, u64> = draws.into_iter().map(|(draw, count)| (offset(draw), count)).collect();
        let offsets: Vec<_> = offsets.into_iter().collect();
        let (wanted, found) = both_ways(&network, &offsets, ports);
        prop_assert_eq!(wanted, found);
    }

    #[test]
    fn the_checker_recomputes_every_bound(task in small_task()) {
        let certificate = certified(&task);
        let found = demands_bounds(&task);
        let values: Vec<u64> = found.completion.iter().map(Lower::slots).collect();
        prop_assert!(values.is_sorted_by(|a, b| a >= b));
        let attained = u64::try_from(certificate.claims[0].value).expect("a small schedule");
        let timed = timed_prices(&task, 1, attained, &|| false);
        for lower in found.completion.into_iter().chain(timed) {
            let kind = lower.kind();
            let checked = check_certificate(&claiming(certificate.clone(), lower), &Options::default());
            prop_assert!(checked.is_ok(), "{:?}: {:?}", kind, checked);
        }
    }

    /// Packets that all go to one node, or all come from one, are a flow over time, and such a flow is a
    /// schedule.
    #[test]
    fn prices_at_a_border_refute_too_few_slots_for_packets_of_one_node(task in tiny_star()) {
        let mut prices = TimedPrices::new(&task).expect("personal packets");
        let truth = least_slots(&task);
        for slots in 1..truth {
            let lower = prices.refute_at_borders(slots, &|| false);
            prop_assert_eq!(lower.map(|lower| lower.slots()), Some(slots + 1));
        }
        prop_assert_eq!(prices.refute_at_borders(truth, &|| false), None);
    }

    #[test]
    fn no_bound_exceeds_the_optimum_of_an_exhaustive_search(task in tiny_task()) {
        let truth = least_slots(&task);
        let timed = timed_prices(&task, 1, truth + 3, &|| false);
        for lower in demands_bounds(&task).completion.into_iter().chain(timed) {
            prop_assert!(lower.slots() <= truth, "{lower:?} above {truth}");
        }
    }
}

#[test]
fn total_exchange_written_as_demands_has_the_bound_of_total_exchange() {
    let networks = [
        wire::Network::Hypercube { dimension: 3 },
        wire::Network::Hypercube { dimension: 4 },
        wire::Network::Ring { nodes: 6 },
        wire::Network::Ring { nodes: 7 },
        wire::Network::Torus { radices: vec![3, 4] },
        wire::Network::Torus { radices: vec![2, 5] },
        circulant(9, &[1, 4]),
        family(Family::Star, 4),
        family(Family::CubeConnectedCycles, 3),
    ];
    for network in networks {
        let nodes = Network::new(&network).expect("a network").nodes();
        let offsets: Vec<_> = (1..nodes).map(|offset| (offset, 1)).collect();
        for ports in [Ports::All, Ports::One, Ports::AtMost(2)] {
            let (wanted, found) = both_ways(&network, &offsets, ports);
            assert_eq!(wanted, found, "{network:?} {ports:?}");
        }
    }
}

#[test]
fn a_complete_cube_as_an_incomplete_one_has_the_bound_of_the_cube() {
    // P1 Theorem 4: 2^(d−1) slots.
    for dimension in 1..=7 {
        let task = demands_task(&incomplete(1 << dimension), Task::TotalExchange { count: 1 }, Ports::All);
        assert_eq!(of_demands(&task).best().slots(), 1 << (dimension - 1));
    }
}

#[test]
fn limited_routes_bound_demands_on_tori_too() {
    // Three packets (1, 1) on the torus of 3 × 3: the long way round both rings has four hops.
    let network = wire::Network::Torus { radices: vec![3, 3] };
    let plain = Network::new(&network).expect("a torus");
    let task = demands_task(&network, demands(&written_out(&plain, &[(4, 3)])), Ports::All);
    let best = demands_bounds(&task).completion.remove(0);
    let isotropic = Task::Isotropic {
        packets: vec![PacketCount { offset: NodeRef::Index(4).into(), count: 3 }],
        count: 1,
    };
    let isotropic = IsotropicTask::new(&document(&network, isotropic, Ports::All)).expect("a task");
    assert_eq!(best.value(), bounds(&isotropic.into(), &|| false).completion[0].value());
    assert!(matches!(best, Lower::Weights { within: Some(2), .. }), "{best:?}");
    let certificate = certified(&task);
    let slots = u64::try_from(certificate.claims[0].value).expect("few slots");
    let forged = |within| Lower::Weights { value: slots, weights: vec![1; 4], within: Some(within) };
    assert_eq!(refused(&certificate, forged(slots - 1)), "not-proved");
    assert_eq!(refused(&certificate, forged(slots)), "within-mismatch");
}

/// Returns the reason for which a bound is refused, for every value of the claim.
fn refused(certificate: &CertificateDocument, lower: Lower) -> &'static str {
    let mut certificate = claiming(certificate.clone(), lower);
    // A bound above the value is refused before its witness is looked at.
    let slots = u64::try_from(certificate.claims[0].value).expect("few slots");
    if let Lower::Cut { value, .. } | Lower::Prices { value, .. } = &mut certificate.claims[0].lower {
        *value = (*value).min(slots);
        certificate.claims[0].status = if *value == slots { Status::Optimal } else { Status::UpperBound };
    }
    let verdict = check_certificate(&certificate, &Options::default());
    verdict.as_ref().map_err(Rejection::reason).expect_err("a forged witness")
}

#[test]
fn forged_witnesses_are_refused_and_nothing_overflows() {
    let list = [(4, 3, 4), (1, 4, 1)];
    let task = demands_task(&incomplete(5), demands(&list), Ports::All);
    let certificate = certified(&task);
    let at = NodeRef::Index;
    let nodes = |list: &[u64]| list.iter().map(|&node| at(node)).collect::<Vec<_>>();
    let cut = |list: &[u64]| Lower::Cut { value: 4, nodes: nodes(list) };
    for (list, reason) in [
        (&[][..], "cut-nodes"),
        (&[4, 4], "cut-nodes"),
        (&[0, 1, 2, 3, 4], "cut-nodes"),
        (&[0, 5], "offset-out-of-range"),
        (&[u64::MAX], "offset-out-of-range"),
        (&[0], "lower-mismatch"),
    ] {
        assert_eq!(refused(&certificate, cut(list)), reason, "{list:?}");
    }
    let prices = |links: &[(u64, u64, u64)], sends: &[(u64, u64)], receives: &[(u64, u64)]| Lower::Prices {
        value: 4,
        links: links.iter().map(|&(from, to, price)| (at(from), at(to), price)).collect(),
        sends: sends.iter().map(|&(node, price)| (at(node), price)).collect(),
        receives: receives.iter().map(|&(node, price)| (at(node), price)).collect(),
    };
    let most = u64::MAX;
    for (lower, reason) in [
        (prices(&[(4, 3, 1)], &[], &[]), "price-of-no-link"),
        (prices(&[(4, 4, 1)], &[], &[]), "price-of-no-link"),
        (prices(&[(4, 5, 1)], &[], &[]), "offset-out-of-range"),
        (prices(&[], &[(5, 1)], &[]), "offset-out-of-range"),
        (prices(&[], &[], &[(most, 1)]), "offset-out-of-range"),
        (prices(&[], &[], &[]), "zero-prices"),
        (prices(&[(4, 0, 0)], &[(1, 0)], &[]), "zero-prices"),
        (prices(&[(4, 0, most), (4, 0, 1)], &[], &[]), "overflow"),
        (
            prices(&[(4, 0, most), (0, 1, most), (0, 2, most)], &[(4, most), (0, most)], &[(4, most)]),
            "lower-mismatch",
        ),
        (prices(&[], &[(4, most), (4, most)], &[]), "overflow"),
        (prices(&[(0, 1, 1)], &[], &[]), "lower-mismatch"),
    ] {
        assert_eq!(refused(&certificate, lower.clone()), reason, "{lower:?}");
    }
    // Any positive price on a single link gives the bound of price 1.
    let great = Lower::Prices {
        value: 4,
        links: vec![(at(4), at(0), most)],
        sends: Vec::new(),
        receives: Vec::new(),
    };
    assert!(check_certificate(&claiming(certificate.clone(), great), &Options::default()).is_ok());
    let distance = |from: Option<u64>, to| Lower::Distance { value: 3, packet: at(to), from: from.map(at) };
    for (lower, reason) in [
        (distance(None, 3), "origin-missing"),
        (distance(Some(3), 4), "not-an-offset"),
        (distance(Some(9), 3), "offset-out-of-range"),
        (Lower::Weights { value: 4, weights: vec![0, 0, 0], within: None }, "weights-zero"),
        (Lower::Weights { value: 4, weights: vec![1, 1], within: None }, "weight-count"),
        (Lower::Weights { value: 4, weights: vec![most, most, most], within: None }, "lower-mismatch"),
        (Lower::Weights { value: 4, weights: vec![0, 0, 1], within: Some(3) }, "bound-not-for-task"),
        (Lower::Reception { value: 4, node: at(4), distance: 0 }, "distance-zero"),
        (Lower::Emission { value: 4, node: at(4), distance: most }, "lower-mismatch"),
        (Lower::LastPacket { value: 4, node: at(4) }, "bound-not-for-task"),
    ] {
        assert_eq!(refused(&certificate, lower.clone()), reason, "{lower:?}");
    }
}

#[test]
fn each_kind_of_bound_closes_a_gap_that_others_leave() {
    let all = |nodes, task: Task, ports| demands_bounds(&demands_task(&incomplete(nodes), task, ports));
    // Node 16 hangs on node 0: packets between other nodes need not pass it, but all of its own packets go
    // over one link.
    let broadcast = all(17, Task::MultinodeBroadcast { count: 1 }, Ports::All);
    assert_eq!((broadcast.best().slots(), broadcast.best().kind()), (16, LowerKind::Reception));
    let accumulation = all(17, Task::MultinodeAccumulation { count: 2 }, Ports::All);
    assert_eq!((accumulation.best().slots(), accumulation.best().kind()), (32, LowerKind::Emission));
    // Every node receives from every other through one port.
    assert_eq!(all(13, Task::MultinodeBroadcast { count: 1 }, Ports::One).best().slots(), 12);
    // The root has one link, so its last packet leaves it in slot 3 and has four hops to go.
    let root = NodeRef::Index(8);
    let single = all(9, Task::SingleNodeBroadcast { root, count: 3 }, Ports::AtMost(2));
    assert_eq!(single.best().slots(), 3 - 1 + 4);
    // The lower half of 40 nodes sends 32 · 8 packets over eight links.
    let exchange = all(40, Task::TotalExchange { count: 1 }, Ports::All);
    assert_eq!(exchange.best().slots(), 32);
    // Node 0 forwards all that goes between node 4 and nodes 1, 2 and 3, beside its own four: 4 + 2 · 3 sends
    // through one port; with a half-duplex port it receives as many.
    let through = all(5, Task::TotalExchange { count: 1 }, Ports::One);
    assert_eq!((through.best().slots(), through.best().kind()), (10, LowerKind::Prices));
    let half = all(5, Task::TotalExchange { count: 1 }, Ports::OneHalfDuplex);
    assert_eq!((half.best().slots(), half.best().kind()), (20, LowerKind::Prices));
}

/// Packets of three hops that all have to cross the link in the middle, none before slot 2.
#[test]
fn prices_of_slots_bound_packets_that_cannot_wait_for_a_link() {
    let bridge = |pairs: u64| {
        let ends: Vec<_> = (0..pairs).map(|pair| (pair, pairs + 2 + pair, 1)).collect();
        let links = (0..pairs).flat_map(|pair| [(pair, pairs), (pairs + 1, pairs + 2 + pair)]);
        let links: Vec<String> =
            links.chain([(pairs, pairs + 1)]).map(|(from, to)| format!("[{from},{to}]")).collect();
        let nodes = 2 * pairs + 2;
        let text = format!(r#"{{"kind":"graph","nodes":{nodes},"links":[{}]}}"#, links.join(","));
        demands_task(&serde_json::from_str(&text).expect("a graph"), demands(&ends), Ports::All)
    };
    for pairs in 2..=4 {
        let task = bridge(pairs);
        // The last crosses in slot pairs + 1, and has a hop to go.
        let least = pairs + 2;
        assert!(of_demands(&task).best().slots() < least);
        let lower = timed_prices(&task, 1, least + 2, &|| false).expect("prices of slots");
        assert_eq!((lower.slots(), lower.kind()), (least, LowerKind::TimedPrices));
    }
}

/// Links of eight processors on a board, in lines of which each carries several packets.
const BOARD: [(&[(u64, u64)], u64); 2] = [
    (&[(0, 1), (0, 2), (1, 3), (2, 6), (3, 7), (4, 5), (4, 6), (5, 7)], 1),
    (&[(0, 3), (0, 4), (1, 2), (1, 5), (2, 3), (4, 7), (5, 6), (6, 7)], 2),
];

/// Builds a network of `BOARD`s with links of one packet between them.
fn boards(number: u64, between: &[(u64, u64)]) -> wire::Network {
    let of_board = |board: u64| {
        let links = BOARD.iter().flat_map(|(links, capacity)| links.iter().map(move |link| (link, capacity)));
        links.map(move |((a, b), capacity)| format!("[{},{},{capacity}]", a + 8 * board, b + 8 * board))
    };
    let links = (0..number).flat_map(of_board).chain(between.iter().map(|(a, b)| format!("[{a},{b}]")));
    let links: Vec<String> = links.collect();
    let text = format!(r#"{{"kind":"graph","nodes":{},"links":[{}]}}"#, 8 * number, links.join(","));
    serde_json::from_str(&text).expect("a graph")
}

/// Six packets a slot come to a node, but in the first slots fewer do than there are links: the copies for
/// one node are a flow over time. All of the sixteen nodes of two boards have something for node 1 of each,
/// and what crosses in slot 2 next to one that is no neighbour of it is not there in slot 3.
#[test]
fn the_flow_over_time_to_one_node_bounds_copies() {
    let (one, two) = (boards(1, &[]), boards(2, &[(0, 8), (3, 11), (5, 13), (6, 14)]));
    let root = NodeRef::Index(0);
    for (network, task, slots) in [
        (&one, Task::SingleNodeBroadcast { root: root.clone(), count: 18 }, 5),
        (&one, Task::SingleNodeAccumulation { root, count: 18 }, 5),
        (&two, Task::MultinodeBroadcast { count: 1 }, 4),
        (&two, Task::MultinodeAccumulation { count: 1 }, 4),
    ] {
        let task = demands_task(network, task, Ports::All);
        let bounds = of_demands(&task);
        assert_eq!((bounds.best().slots(), bounds.best().kind()), (slots, LowerKind::TimedPrices));
        let (certificate, lower) = (certified(&task), bounds.best().clone());
        assert!(
            check_certificate(&claiming(certificate.clone(), lower.clone()), &Options::default()).is_ok()
        );
        let Lower::TimedPrices { value, slots, .. } = lower else { unreachable!("it is of this kind") };
        let of_node = |node| Lower::TimedPrices { value, node, slots: slots.clone() };
        assert_eq!(refused(&certificate, of_node(None)), "bound-not-for-task");
        assert_eq!(refused(&certificate, of_node(Some(NodeRef::Index(99)))), "offset-out-of-range");
    }
    let personal = demands_task(&one, demands(&[(0, 7, 9)]), Ports::All);
    let of_node = Lower::TimedPrices { value: 1, node: Some(NodeRef::Index(7)), slots: Vec::new() };
    assert_eq!(refused(&certified(&personal), of_node), "bound-not-for-task");
}

/// On a path of two hosts and two switches between them, with one port each, three packets go forth and one
/// back. In five slots the three would take all of slots 2 to 4 to enter the second switch and 3 to 5 to
/// leave it, so the one enters it in slot 1 and leaves it in slot 2, while the first switch receives one of
/// the three.
#[test]
fn prices_of_slots_count_the_ports_of_switches() {
    let text =
        r#"{"kind":"graph","nodes":4,"switches":[1,2],"switch_ports":"one","links":[[0,1],[1,2],[2,3]]}"#;
    let network = serde_json::from_str(text).expect("a graph");
    let task = demands_task(&network, demands(&[(0, 3, 3), (3, 0, 1)]), Ports::AtMost(2));
    assert_eq!(least_slots(&task), 6);
    assert_eq!(timed_prices(&task, 1, 6, &|| false).map(|lower| lower.slots()), Some(6));
}

/// Returns the nodes of a network that have packets of their own.
fn hosts(network: &wire::Network) -> Vec<u64> {
    let network = Network::new(network).expect("a network");
    (0..network.nodes()).filter(|&node| !network.is_switch(Node(node))).collect()
}

/// Returns two different hosts.
fn two_of(hosts: &[u64], from: u64, to: u64) -> (u64, u64) {
    let among = |draw: u64, most: usize| wide(draw) % most;
    let from = among(from, hosts.len());
    (hosts[from], hosts[(from + 1 + among(to, hosts.len() - 1)) % hosts.len()])
}

/// Networks of two hosts at least.
fn with_hosts(network: impl Strategy<Value = wire::Network>) -> impl Strategy<Value = wire::Network> {
    network.prop_filter("two hosts", |network| hosts(network).len() > 1)
}

fn small_task() -> impl Strategy<Value = DemandsTask> {
    let ports = prop_oneof![any_ports(), Just(Ports::OneHalfDuplex)];
    let network = prop_oneof![symmetric_network(), (2_u64..=20).prop_map(incomplete), listed(12)];
    let draws = proptest::collection::vec((0_u64..1000, 0_u64..1000, 1_u64..=4), 0..=12);
    let personal = (with_hosts(network), draws, ports.clone()).prop_map(|(network, draws, ports)| {
        let hosts = hosts(&network);
        let ends = |(from, to, count): (u64, u64, u64)| {
            let (from, to) = two_of(&hosts, from, to);
            (from, to, count)
        };
        demands_task(&network, demands(&draws.into_iter().map(ends).collect::<Vec<_>>()), ports)
    });
    let uneven = prop_oneof![(2_u64..=20).prop_map(incomplete), listed(12)];
    let others = (with_hosts(uneven), 0_u64..1000, 0_usize..7, 1_u64..=3, ports).prop_map(
        |(network, root, kind, count, ports)| {
            let hosts = hosts(&network);
            let root = NodeRef::Index(hosts[wide(root) % hosts.len()]);
            let task = [
                Task::TotalExchange { count },
                Task::Scatter { root: root.clone(), count },
                Task::Gather { root: root.clone(), count },
                Task::SingleNodeBroadcast { root: root.clone(), count },
                Task::SingleNodeAccumulation { root, count },
                Task::MultinodeBroadcast { count },
                Task::MultinodeAccumulation { count },
            ];
            demands_task(&network, task[kind].clone(), ports)
        },
    );
    prop_oneof![personal, others]
}

/// Tasks of at most four packets on networks of at most five nodes, and broadcasts on up to five: an
/// exhaustive search is fast.
fn tiny_network() -> impl Strategy<Value = wire::Network> {
    prop_oneof![
        (2_u64..=5).prop_map(incomplete),
        (2_u64..=5).prop_map(|nodes| wire::Network::Ring { nodes }),
        Just(wire::Network::Torus { radices: vec![2, 2] }),
        Just(circulant(5, &[1, 2])),
        Just(family(Family::Complete, 4)),
        listed(4),
    ]
}

/// Packets of some nodes for one, or of one for some, through ports that send and receive at once.
fn tiny_star() -> impl Strategy<Value = DemandsTask> {
    let ports = prop_oneof![Just(Ports::All), Just(Ports::One), Just(Ports::AtMost(2))];
    let draws = proptest::collection::vec(0_u64..1000, 1..=4);
    (with_hosts(tiny_network()), 0_u64..1000, draws, proptest::bool::ANY, ports).prop_map(
        |(network, centre, draws, is_sink, ports)| {
            let hosts = hosts(&network);
            let ends = |other: u64| {
                let (centre, other) = two_of(&hosts, centre, other);
                if is_sink { (other, centre, 1) } else { (centre, other, 1) }
            };
            demands_task(&network, demands(&draws.into_iter().map(ends).collect::<Vec<_>>()), ports)
        },
    )
}

fn tiny_task() -> impl Strategy<Value = DemandsTask> {
    let network = tiny_network();
    let ports =
        prop_oneof![Just(Ports::All), Just(Ports::One), Just(Ports::AtMost(2)), Just(Ports::OneHalfDuplex)];
    let personal =
        (with_hosts(network), proptest::collection::vec((0_u64..1000, 0_u64..1000), 0..=4), ports.clone());
    let personal = personal.prop_map(|(network, draws, ports)| {
        let hosts = hosts(&network);
        let ends = |(from, to): (u64, u64)| {
            let (from, to) = two_of(&hosts, from, to);
            (from, to, 1)
        };
        demands_task(&network, demands(&draws.into_iter().map(ends).collect::<Vec<_>>()), ports)
    });
    let uneven = prop_oneof![(2_u64..=5).prop_map(incomplete), listed(4)];
    let single = (with_hosts(uneven), 0_u64..1000, 1_u64..=2, ports.clone(), proptest::bool::ANY);
    let single = single.prop_map(|(network, root, count, ports, combined)| {
        let hosts = hosts(&network);
        let root = NodeRef::Index(hosts[wide(root) % hosts.len()]);
        let task = if combined {
            Task::SingleNodeAccumulation { root, count }
        } else {
            Task::SingleNodeBroadcast { root, count }
        };
        demands_task(&network, task, ports)
    });
    let uneven = prop_oneof![(2_u64..=3).prop_map(incomplete), listed(3)];
    let multinode = (uneven, ports, proptest::bool::ANY).prop_map(|(network, ports, combined)| {
        let task = if combined {
            Task::MultinodeAccumulation { count: 1 }
        } else {
            Task::MultinodeBroadcast { count: 1 }
        };
        demands_task(&network, task, ports)
    });
    prop_oneof![6 => personal, 2 => single, 1 => multinode]
}
