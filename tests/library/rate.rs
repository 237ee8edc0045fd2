//! The rate of tasks that are done very often, against formulas, all cuts, and least schedules of few tasks.

use isotask::check::{Options, check_rate};
use isotask::job_shop::Effort;
use isotask::model::Problem;
use isotask::rate::{RateFault, rate};
use isotask::solve::{Outcome, SolveOptions, solve};
use isotask::wire::{RateDocument, TaskDocument, parse, to_bytes};
use num_rational::Ratio;

fn problem(network: &str, task: &str, ports: &str) -> Problem {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"completion-time"}}"#
    );
    Problem::new(&parse::<TaskDocument>(text.as_bytes()).expect("a document")).expect("a task")
}

/// A rate that the checker accepts: what the plan takes, the bound, and the greatest depth of its ways.
struct Found {
    document: RateDocument,
    plan: Ratio<u64>,
    bound: Ratio<u64>,
    hops: u64,
}

fn found(problem: &Problem) -> Found {
    let document = rate(problem).unwrap_or_else(|fault| unreachable!("{problem}: {fault}"));
    let read = parse::<RateDocument>(&to_bytes(&document)).expect("a document");
    let verified =
        check_rate(&read, &Options::default()).unwrap_or_else(|fault| unreachable!("{problem}: {fault}"));
    let plan = Ratio::new(verified.slots, verified.times);
    let bound = Ratio::new(verified.bound.0, verified.bound.1);
    assert_eq!(verified.is_optimal(), plan == bound, "{problem}");
    assert!(plan >= bound, "{problem}");
    Found { document, plan, bound, hops: verified.hops }
}

/// Asserts that plan and bound meet at `over / under`.
fn assert_rate(network: &str, task: &str, ports: &str, (over, under): (u64, u64)) {
    let found = found(&problem(network, task, ports));
    let expected = Ratio::new(over, under);
    assert_eq!((found.plan, found.bound), (expected, expected), "{network} {task} {ports}");
}

const ALL: &str = r#""all""#;
const ONE: &str = r#""one""#;
const EXCHANGE: &str = r#"{"kind":"total-exchange"}"#;
const ALLGATHER: &str = r#"{"kind":"multinode-broadcast"}"#;

/// Rings: n²/8 slots for even n, (n² − 1)/8 for odd n, by the sum of the distances; an allgather brings n − 1
/// packets over two links. Cubes: 2^(d − 1), and (2^d − 1)/d. With one port, n − 1 packets come one by one, and a
/// total exchange takes the sum of the distances from a node.
#[test]
fn networks_that_look_the_same_from_every_node_have_the_rate_of_their_formula() {
    for n in 3..=9 {
        let ring = format!(r#"{{"kind":"ring","nodes":{n}}}"#);
        let exchange = if n % 2 == 0 { (n * n, 8) } else { (n * n - 1, 8) };
        assert_rate(&ring, EXCHANGE, ALL, exchange);
        assert_rate(&ring, ALLGATHER, ALL, (n - 1, 2));
        assert_rate(&ring, r#"{"kind":"multinode-accumulation"}"#, ALL, (n - 1, 2));
        assert_rate(&ring, ALLGATHER, ONE, (n - 1, 1));
        assert_rate(&ring, EXCHANGE, ONE, ((n * n) / 4, 1));
    }
    for d in 1..=5 {
        let cube = format!(r#"{{"kind":"hypercube","dimension":{d}}}"#);
        assert_rate(&cube, EXCHANGE, ALL, (1 << (d - 1), 1));
        assert_rate(&cube, ALLGATHER, ALL, ((1 << d) - 1, d));
        assert_rate(&cube, r#"{"kind":"single-node-broadcast","root":0}"#, ALL, (1, d));
        assert_rate(&cube, r#"{"kind":"gather","root":1}"#, ALL, ((1 << d) - 1, d));
    }
    let star = r#"{"kind":"cayley","family":"star","n":4}"#;
    assert_rate(star, EXCHANGE, ONE, (62, 1));
    assert_rate(star, ALLGATHER, ALL, (23, 3));
}

/// Two quads of a machine with links of two capacities: six packets leave a node in a slot, and reach all others in whole trees.
#[test]
fn a_machine_with_two_speeds_has_the_rates_that_are_known() {
    let machine = include_str!("../../models/machines/dgx-1.json");
    let machine: serde_json::Value = serde_json::from_str(machine).expect("a machine");
    let network = machine["network"].to_string();
    assert_rate(&network, EXCHANGE, ALL, (8, 3));
    assert_rate(&network, ALLGATHER, ALL, (7, 6));
    assert_rate(&network, r#"{"kind":"single-node-accumulation","root":3}"#, ALL, (1, 6));
}

/// Directed links with capacities, by a generator of our own.
fn random_graph(nodes: u64, seed: u64) -> (String, Vec<(u64, u64, u64)>) {
    let mut state = seed.wrapping_mul(2_862_933_555_777_941_757).wrapping_add(3_037_000_493);
    let mut random = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let mut links: Vec<(u64, u64, u64)> =
        (0..nodes).map(|node| (node, (node + 1) % nodes, 1 + random(2))).collect();
    for _ in 0..random(2 * nodes) {
        let (from, to) = (random(nodes), random(nodes));
        if from != to && links.iter().all(|link| (link.0, link.1) != (from, to)) {
            links.push((from, to, 1 + random(3)));
        }
    }
    let written: Vec<String> = links.iter().map(|(a, b, c)| format!("[{a},{b},{c}]")).collect();
    let network =
        format!(r#"{{"kind":"graph","nodes":{nodes},"directed":true,"links":[{}]}}"#, written.join(","));
    (network, links)
}

/// The greatest ratio of what nodes inside a set have for one outside to the capacity that leaves the set.
fn sparsest_cut(nodes: u64, links: &[(u64, u64, u64)], has: impl Fn(u64, u64) -> u64) -> Ratio<u64> {
    let ratio = |set: u64| {
        let inside = |node: u64| set >> node & 1 == 1;
        let out: u64 = links.iter().filter(|link| inside(link.0) && !inside(link.1)).map(|link| link.2).sum();
        Ratio::new(has(set, nodes), out)
    };
    (1..(1 << nodes) - 1).map(ratio).max().expect("two nodes")
}

/// What the nodes of a set have for one outside, by the set and the number of nodes.
type Has<'a> = &'a dyn Fn(u64, u64) -> u64;

/// Edmonds 1973 for a broadcast, Zhao et al. 2024 for an allgather, Ford and Fulkerson 1956 for scatter and gather.
#[test]
fn copies_and_single_flows_have_the_rate_of_the_sparsest_cut() {
    for seed in 0..60 {
        let nodes = 3 + seed % 4;
        let (network, links) = random_graph(nodes, seed);
        let size = |set: u64| u64::from(set.count_ones());
        let bit = |set: u64, node: u64| set >> node & 1;
        let cases: [(&str, Has<'_>); 4] = [
            (r#"{"kind":"single-node-broadcast","root":0}"#, &|set, _| bit(set, 0)),
            (ALLGATHER, &|set, _| size(set)),
            (r#"{"kind":"scatter","root":0}"#, &|set, nodes| bit(set, 0) * (nodes - size(set))),
            (r#"{"kind":"gather","root":0}"#, &|set, _| (1 - bit(set, 0)) * size(set)),
        ];
        for (task, has) in cases {
            let cut = sparsest_cut(nodes, &links, has);
            let found = found(&problem(&network, task, ALL));
            assert_eq!((found.plan, found.bound), (cut, cut), "{network} {task}");
        }
    }
}

/// What `solve` finds for one to three tasks obeys the bound, and what it proves does not exceed the plan.
#[test]
fn schedules_of_few_tasks_lie_between_the_bound_and_the_plan() {
    for seed in 0..24 {
        let (network, _) = random_graph(3 + seed % 3, seed);
        let ports = [ALL, ONE, r#"{"at-most":2}"#][usize::try_from(seed % 3).expect("small")];
        let kind = ["total-exchange", "multinode-broadcast", "multinode-accumulation"]
            [usize::try_from(seed / 3 % 3).expect("small")];
        let found = found(&problem(&network, &format!(r#"{{"kind":"{kind}"}}"#), ports));
        let document = &found.document;
        for count in 1..=3 {
            let several = problem(&network, &format!(r#"{{"kind":"{kind}","count":{count}}}"#), ports);
            let options = SolveOptions { effort: Some(Effort::Quick), ..SolveOptions::default() };
            let (Outcome::Optimal(solution) | Outcome::Feasible(solution)) =
                solve(&several, &options).expect("a method")
            else {
                unreachable!("{several}")
            };
            let slots = solution.completion_time();
            assert!(Ratio::from_integer(slots) >= found.bound * count, "{several}");
            let least = solution.certificate.claims.iter().map(|claim| claim.lower.value()).min();
            let periods = count.div_ceil(document.times) + found.hops - 1;
            assert!(least <= Some((periods * document.slots).into()), "{several}");
        }
    }
}

/// Packets for nodes 5 and 6 over switches that copy: the least cut is 2, but no plan carries more than 3 packets in
/// two slots (MATH: Steiner trees of the butterfly). The tool must not claim the cut.
#[test]
fn trees_through_switches_are_not_promised_the_cut() {
    let network = r#"{"kind":"graph","nodes":7,"directed":true,"switches":[1,2,3,4],
        "links":[[0,1],[0,2],[1,3],[1,5],[2,3],[2,6],[3,4],[4,5],[4,6],[5,0,9],[6,0,9]]}"#;
    let found = found(&problem(network, r#"{"kind":"single-node-broadcast","root":0}"#, ALL));
    assert_eq!(found.bound, Ratio::new(1, 2));
    assert!(found.plan >= Ratio::new(2, 3));
}

/// Three hosts behind a switch and one behind another: what the three have for the one crosses one link, though a
/// symmetry takes nodes of each side to one another. A broadcast is as slow as its narrowest link.
#[test]
fn one_link_between_switches_bounds_an_allgather() {
    let network = r#"{"kind":"graph","nodes":6,"switches":[4,5],"links":[[0,4],[1,4],[2,5],[3,5],[4,5]]}"#;
    assert_rate(network, ALLGATHER, ALL, (3, 1));
    let unequal = r#"{"kind":"graph","nodes":4,"links":[[0,1,65521],[1,2,65519],[2,3,65497],[3,0,65479]]}"#;
    let found = found(&problem(unequal, r#"{"kind":"single-node-broadcast","root":0}"#, ALL));
    assert!(found.plan <= Ratio::new(1, 65479) && found.bound <= found.plan);
}

#[test]
fn a_plan_for_two_packets_of_each_pair_takes_twice_as_long() {
    let mesh = r#"{"kind":"mesh","radices":[3,3]}"#;
    let once = found(&problem(mesh, EXCHANGE, ALL));
    let twice = found(&problem(mesh, r#"{"kind":"total-exchange","count":2}"#, ALL));
    assert_eq!((once.plan * 2, once.bound * 2), (twice.plan, twice.bound));
}

#[test]
fn tasks_without_a_rate_are_refused() {
    let triangle = r#"{"kind":"ring","nodes":3}"#;
    let refused = |task, ports| rate(&problem(triangle, task, ports)).expect_err("no rate");
    assert_eq!(refused(EXCHANGE, r#""one-half-duplex""#), RateFault::HalfDuplex);
    assert_eq!(refused(r#"{"kind":"allreduce"}"#, ALL), RateFault::Allreduce);
    assert_eq!(refused(r#"{"kind":"demands","packets":[]}"#, ALL), RateFault::NoPackets);
}

/// Between the two left columns of the mesh and the others 10 · 15 packets go over five links. Ways of whole
/// packets that keep to this bound are those of a schedule.
#[test]
fn a_schedule_of_one_task_is_repeated_where_it_is_faster() {
    let mesh = r#"{"kind":"mesh","radices":[5,5]}"#;
    assert_rate(mesh, r#"{"kind":"total-exchange"}"#, r#""all""#, (10 * 15 / 5, 1));
}
