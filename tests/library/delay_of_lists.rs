//! The delay of any packets that go from node to node, and the second of two objectives: compared with all
//! schedules of tiny tasks, and with the theorem's formula.

use isotask::check::{Options, check_certificate};
use isotask::model::Problem;
use isotask::solve::{Outcome, Solution, SolveOptions, bounds, method, solve};
use isotask::wire::{
    CertificateDocument, Horizon, Lower, LowerKind, Per, Quantity, Scope, Status, TaskDocument, parse,
    to_bytes,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// A task as a document, and as lists for brute force: links, sends and receives of a node, whether a node
/// either sends or receives, and the ends of the packets.
struct Tiny {
    network: &'static str,
    task: &'static str,
    ports: &'static str,
    links: &'static [(usize, usize)],
    nodes: usize,
    most: usize,
    half: bool,
    packets: &'static [(usize, usize)],
}

const PATH: &[(usize, usize)] = &[(0, 1), (1, 2), (2, 3)];
const STAR: &[(usize, usize)] = &[(0, 1), (0, 2), (0, 3)];
const RING: &[(usize, usize)] = &[(0, 1), (1, 2), (2, 3), (3, 0)];
const CUBE_5: &[(usize, usize)] = &[(0, 1), (0, 2), (1, 3), (2, 3), (0, 4)];

const ALL: &[Tiny] = &[
    Tiny {
        network: r#"{"kind":"mesh","radices":[4]}"#,
        task: r#"{"kind":"scatter","root":1}"#,
        ports: r#""all""#,
        links: PATH,
        nodes: 4,
        most: 2,
        half: false,
        packets: &[(1, 0), (1, 2), (1, 3)],
    },
    Tiny {
        network: r#"{"kind":"mesh","radices":[4]}"#,
        task: r#"{"kind":"gather","root":0,"count":2}"#,
        ports: r#""one-half-duplex""#,
        links: PATH,
        nodes: 4,
        most: 1,
        half: true,
        packets: &[(1, 0), (1, 0), (2, 0), (2, 0), (3, 0), (3, 0)],
    },
    Tiny {
        network: r#"{"kind":"graph","nodes":4,"links":[[0,1],[0,2],[0,3]]}"#,
        task: r#"{"kind":"demands","packets":[{"from":1,"to":2,"count":2},{"from":3,"to":2},{"from":0,"to":2},{"from":2,"to":1}]}"#,
        ports: r#""all""#,
        links: STAR,
        nodes: 4,
        most: 3,
        half: false,
        packets: &[(1, 2), (1, 2), (3, 2), (0, 2), (2, 1)],
    },
    Tiny {
        network: r#"{"kind":"ring","nodes":4}"#,
        task: r#"{"kind":"demands","packets":[{"from":0,"to":1,"count":3},{"from":2,"to":1},{"from":0,"to":2}]}"#,
        ports: r#""one""#,
        links: RING,
        nodes: 4,
        most: 1,
        half: false,
        packets: &[(0, 1), (0, 1), (0, 1), (2, 1), (0, 2)],
    },
    Tiny {
        network: r#"{"kind":"ring","nodes":4}"#,
        task: r#"{"kind":"scatter","root":2,"count":2}"#,
        ports: r#""all""#,
        links: RING,
        nodes: 4,
        most: 2,
        half: false,
        packets: &[(2, 0), (2, 0), (2, 1), (2, 1), (2, 3), (2, 3)],
    },
    Tiny {
        network: r#"{"kind":"incomplete-hypercube","nodes":5}"#,
        task: r#"{"kind":"demands","packets":[{"from":4,"to":3,"count":2},{"from":4,"to":0},{"from":1,"to":4},{"from":3,"to":0}]}"#,
        ports: r#""all""#,
        links: CUBE_5,
        nodes: 5,
        most: 3,
        half: false,
        packets: &[(4, 3), (4, 3), (4, 0), (1, 4), (3, 0)],
    },
];

impl Tiny {
    fn problem(&self, objective: &str) -> Problem {
        let Self { network, task, ports, .. } = self;
        problem(network, task, ports, objective)
    }

    /// Returns the positions of all packets that are possible after a slot.
    fn after(&self, at: &[usize]) -> Vec<Vec<usize>> {
        let mut found = vec![(Vec::new(), Vec::new())];
        for &node in at {
            let mut next = Vec::new();
            for (places, moves) in found {
                let mut stay: Vec<usize> = places.clone();
                stay.push(node);
                next.push((stay, moves.clone()));
                let both = self.links.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
                for step in both.filter(|&(from, _)| from == node) {
                    let mut more: Vec<(usize, usize)> = moves.clone();
                    more.push(step);
                    if self.is_legal(&more) {
                        let mut there = places.clone();
                        there.push(step.1);
                        next.push((there, more));
                    }
                }
            }
            found = next;
        }
        found.into_iter().map(|(places, _)| places).collect()
    }

    fn is_legal(&self, moves: &[(usize, usize)]) -> bool {
        let links_once = (1..moves.len()).all(|index| !moves[..index].contains(&moves[index]));
        let ports = (0..self.nodes).all(|node| {
            let sends = moves.iter().filter(|step| step.0 == node).count();
            let receives = moves.iter().filter(|step| step.1 == node).count();
            if self.half { sends + receives <= 1 } else { sends <= self.most && receives <= self.most }
        });
        links_once && ports
    }

    /// Returns the least slots, the least delay in any number of slots, and the least delay in the least
    /// slots, by Dijkstra's algorithm over the positions of all packets: each packet that has not arrived
    /// costs 1 in a slot.
    fn least(&self) -> (u64, u64, u64) {
        let start: Vec<usize> = self.packets.iter().map(|ends| ends.0).collect();
        let goal: Vec<usize> = self.packets.iter().map(|ends| ends.1).collect();
        let away = |at: &[usize]| at.iter().zip(&goal).map(|(at, goal)| u64::from(at != goal)).sum::<u64>();
        // Slots alone, by levels.
        let (mut level, mut slots) = (BTreeMap::from([(start.clone(), 0_u64)]), 0);
        let in_time = loop {
            if let Some(&delay) = level.get(&goal) {
                break delay;
            }
            let mut next: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
            for (at, delay) in &level {
                for there in self.after(at) {
                    let cost = delay + away(at);
                    let known = next.entry(there).or_insert(cost);
                    *known = (*known).min(cost);
                }
            }
            (level, slots) = (next, slots + 1);
        };
        let mut heap = BinaryHeap::from([Reverse((0, start.clone()))]);
        let mut known = BTreeMap::from([(start, 0)]);
        let mut ever = None;
        while let Some(Reverse((delay, at))) = heap.pop() {
            if at == goal {
                ever = Some(delay);
                break;
            }
            if known.get(&at).is_some_and(|&least| least < delay) {
                continue;
            }
            for there in self.after(&at) {
                let cost = delay + away(&at);
                if known.get(&there).is_none_or(|&least| cost < least) {
                    known.insert(there.clone(), cost);
                    heap.push(Reverse((cost, there)));
                }
            }
        }
        (slots, ever.expect("every packet has a way"), in_time)
    }
}

fn problem(network: &str, task: &str, ports: &str, objective: &str) -> Problem {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"{objective}"}}"#
    );
    Problem::new(&parse::<TaskDocument>(text.as_bytes()).expect("a task")).expect("a problem")
}

fn solved(problem: &Problem) -> (Solution, bool) {
    match solve(problem, &SolveOptions::default()).expect("a schedule") {
        Outcome::Optimal(solution) => (*solution, true),
        Outcome::Feasible(solution) => (*solution, false),
        other => unreachable!("{other:?}"),
    }
}

/// Returns the delay of all nodes together with its bound for all schedules.
fn delay(solution: &Solution) -> (u64, u64) {
    let claims = solution.certificate.claims.iter();
    let mut of_all =
        claims.filter(|claim| claim.quantity == Quantity::TotalDelay && claim.scope == Scope::All);
    let claim = of_all.next().expect("a claim of delay for all schedules");
    let nodes = match claim.per {
        Some(Per::Node) => solution.problem.network().nodes(),
        _ => 1,
    };
    let in_all = |value: u128| u64::try_from(value).expect("a small delay") * nodes;
    (in_all(claim.value), in_all(claim.lower.value()))
}

#[test]
fn no_schedule_of_a_tiny_task_is_better_than_one_claimed_optimal() {
    for tiny in ALL {
        let name = format!("{} {} {}", tiny.network, tiny.task, tiny.ports);
        let (slots, ever, in_time) = tiny.least();
        let (solution, optimal) = solved(&tiny.problem("average-delay"));
        let (value, lower) = delay(&solution);
        assert!(lower <= ever && ever <= value, "{name}: {lower} {ever} {value}");
        assert_eq!(optimal, lower == value, "{name}");
        assert_eq!(value, ever, "{name}: found by {}", solution.method.word());
        let (solution, optimal) = solved(&tiny.problem("completion-time-then-average-delay"));
        let (value, lower) = delay(&solution);
        assert_eq!(solution.completion_time(), slots, "{name}");
        assert!(lower <= in_time && in_time <= value, "{name}: {lower} {in_time} {value}");
        assert!(!optimal || value == in_time, "{name}");
        assert_eq!(value, in_time, "{name}: found by {}", solution.method.word());
    }
}

/// The checker accepts each certificate that is handed out, and refuses it with a bound greater by one.
#[test]
fn the_checker_recomputes_every_bound_on_the_delay_of_lists() {
    let mut kinds = Vec::new();
    for tiny in ALL {
        let (solution, _) = solved(&tiny.problem("average-delay"));
        let written = to_bytes(&solution.certificate);
        let mut certificate: CertificateDocument = parse(&written).expect("what was written can be read");
        assert!(check_certificate(&certificate, &Options::default()).is_ok());
        for lower in &bounds(&tiny.problem("average-delay"), &|| false).delay {
            let place = solution.certificate.claims.iter().position(|c| c.quantity == Quantity::TotalDelay);
            let claim = &mut certificate.claims[place.expect("a claim of delay")];
            claim.lower = lower.lower.clone();
            claim.status =
                if claim.value == claim.lower.value() { Status::Optimal } else { Status::UpperBound };
            assert!(check_certificate(&certificate, &Options::default()).is_ok(), "{lower:?}");
            kinds.push(lower.lower.kind());
            let claim = &mut certificate.claims[place.expect("a claim of delay")];
            if let Lower::Pooled { value } | Lower::Departures { value } | Lower::Arrivals { value } =
                &mut claim.lower
            {
                *value -= 1;
            }
            claim.status = Status::UpperBound;
            assert!(check_certificate(&certificate, &Options::default()).is_err(), "{lower:?}");
        }
    }
    for kind in [LowerKind::Pooled, LowerKind::Departures, LowerKind::Arrivals] {
        assert!(kinds.contains(&kind), "{kind:?}");
    }
}

/// P1 Theorem 6: a schedule in which all links are busy until the end and the nearest packets go first is
/// optimal. On the ring of 5, two links of every node, distances 1, 1, 2, 2: 1 + 1 + 3 + 3 of each.
#[test]
fn the_formula_of_the_theorem_is_met_where_all_links_stay_busy() {
    let listed: Vec<String> = (0..5_u64)
        .flat_map(|from| (1..5).map(move |hops| (from, (from + hops) % 5)))
        .map(|(from, to)| format!(r#"{{"from":{from},"to":{to}}}"#))
        .collect();
    let task = format!(r#"{{"kind":"demands","packets":[{}]}}"#, listed.join(","));
    for objective in ["average-delay", "completion-time-then-average-delay"] {
        let (solution, optimal) =
            solved(&problem(r#"{"kind":"ring","nodes":5}"#, &task, r#""all""#, objective));
        assert!(optimal, "{objective}");
        assert_eq!(delay(&solution), (5 * (1 + 1 + 3 + 3), 5 * (1 + 1 + 3 + 3)), "{objective}");
    }
}

/// Even rings, whose symmetric schedules are longer: the second objective is one of all schedules.
#[test]
fn even_rings_take_the_least_slots_of_all_schedules_and_then_the_least_delay() {
    let exchange = r#"{"kind":"total-exchange"}"#;
    for (nodes, slots) in [(4_u64, 2), (6, 5), (8, 8), (12, 18)] {
        let ring = format!(r#"{{"kind":"ring","nodes":{nodes}}}"#);
        let wanted = problem(&ring, exchange, r#""all""#, "completion-time-then-average-delay");
        let (solution, optimal) = solved(&wanted);
        assert!(optimal, "{nodes}");
        assert_eq!(solution.completion_time(), slots, "{nodes}");
        // Two packets of each distance, one of the greatest: the pooled bound over all nodes.
        let (value, lower) = delay(&solution);
        assert_eq!(value, lower, "{nodes}");
        let claim = solution.delay_claim().expect("a claim of delay");
        assert_eq!(claim.horizon, Some(Horizon::Slots(slots)), "{nodes}");
    }
}

#[test]
fn schedules_of_tori_are_claimed_optimal_only_where_none_is_better() {
    let exchange = r#"{"kind":"total-exchange"}"#;
    for (radices, slots) in [("[3,4]", 6), ("[5,6]", 23)] {
        let torus = format!(r#"{{"kind":"torus","radices":{radices}}}"#);
        let wanted = problem(&torus, exchange, r#""all""#, "completion-time-then-average-delay");
        let (solution, optimal) = solved(&wanted);
        assert_eq!(solution.completion_time(), slots, "{radices}");
        let (value, lower) = delay(&solution);
        assert_eq!(optimal, value == lower, "{radices}: {value} {lower}");
    }
    // Symmetric schedules alone leave a gap of slots.
    let torus = problem(
        r#"{"kind":"torus","radices":[3,4]}"#,
        exchange,
        r#""all""#,
        "completion-time-then-average-delay",
    );
    let options = SolveOptions { method: method("windows"), ..SolveOptions::default() };
    if let Ok(outcome) = solve(&torus, &options) {
        assert!(matches!(outcome, Outcome::Feasible(_)));
    }
    let options = SolveOptions { method: method("octr"), ..SolveOptions::default() };
    assert!(matches!(solve(&torus, &options), Ok(Outcome::Feasible(_))));
}
