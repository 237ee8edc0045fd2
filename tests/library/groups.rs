//! Several groups at once, against the same packets as one task, and against each group alone.

use isotask::check::{GroupsFault, Options, Rejection, check_groups};
use isotask::groups::groups;
use isotask::job_shop::Effort;
use isotask::model::Problem;
use isotask::solve::{Outcome, SolveOptions, solve};
use isotask::wire::{GroupsDocument, TaskDocument, parse, to_bytes};
use serde_json::{Value, json};

/// A source of numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// Returns the links of a connected graph: a tree, and some more.
    fn links(&mut self, nodes: u64) -> Vec<[u64; 2]> {
        let mut links: Vec<[u64; 2]> = (1..nodes).map(|node| [self.below(node), node]).collect();
        for (a, b) in (0..nodes).flat_map(|b| (0..b).map(move |a| (a, b))) {
            if !links.contains(&[a, b]) && self.below(4) == 0 {
                links.push([a, b]);
            }
        }
        links
    }

    /// Returns all ports, one, or others.
    fn ports(&mut self, others: Value) -> Value {
        match self.below(3) {
            0 => json!("all"),
            1 => json!("one"),
            _ => others,
        }
    }

    /// Returns some nodes, at least two.
    fn hosts(&mut self, nodes: u64) -> Vec<u64> {
        loop {
            let hosts: Vec<u64> = (0..nodes).filter(|_| self.below(2) == 0).collect();
            if hosts.len() > 1 {
                return hosts;
            }
        }
    }

    /// Returns up to five groups with tasks of all kinds.
    fn groups(&mut self, nodes: u64, links: &[[u64; 2]], ports: &Value) -> Vec<Problem> {
        let group = |random: &mut Self| {
            let (hosts, count) = (random.hosts(nodes), 1 + random.below(2));
            let root = hosts[0];
            let task = match random.below(6) {
                0 => json!({ "kind": "multinode-broadcast", "count": count }),
                1 => json!({ "kind": "multinode-accumulation", "count": count }),
                2 => json!({ "kind": "allreduce", "count": count }),
                3 => json!({ "kind": "single-node-broadcast", "root": root, "count": count }),
                4 => json!({ "kind": "single-node-accumulation", "root": root, "count": count }),
                _ => json!({ "kind": "total-exchange", "count": count }),
            };
            problem(nodes, links, &hosts, &task, ports)
        };
        (0..=self.below(4)).map(|_| group(self)).collect()
    }

    /// Returns prices of some links, sends and receives: of the links out of some nodes, of the ports of one,
    /// or of any.
    fn prices(&mut self, links: &[[u64; 2]], nodes: u64) -> Value {
        let arcs = links.iter().flat_map(|&[a, b]| [[a, b], [b, a]]);
        let (inside, one_of, node) = (self.below(1 << nodes), 1 + self.below(4), self.below(nodes));
        let is_inside = |node: u64| inside >> node & 1 == 1;
        let one = match self.below(4) {
            0 => "sends",
            1 => "receives",
            2 => {
                let cut = arcs.filter(|&[a, b]| is_inside(a) && !is_inside(b)).map(|[a, b]| [a, b, 1]);
                return json!({ "kind": "prices", "value": 0, "links": cut.collect::<Vec<_>>() });
            }
            _ => {
                let some = |_: &[u64; 2]| self.below(one_of) == 0;
                let any = arcs.filter(some).map(|[a, b]| [a, b, 1 + (3 * a + b) % 3]).collect::<Vec<_>>();
                let ports: Vec<[u64; 2]> =
                    (0..nodes).filter(|_| self.below(one_of) == 0).map(|node| [node, 1 + node % 2]).collect();
                return json!({ "kind": "prices", "value": 0, "links": any, "sends": ports, "receives": ports });
            }
        };
        json!({ "kind": "prices", "value": 0, one: [[node, 1]] })
    }
}

/// A graph on which some nodes take part in a task.
fn problem(nodes: u64, links: &[[u64; 2]], hosts: &[u64], task: &Value, ports: &Value) -> Problem {
    let switches: Vec<u64> = (0..nodes).filter(|node| !hosts.contains(node)).collect();
    let mut network = json!({ "kind": "graph", "nodes": nodes, "links": links });
    if !switches.is_empty() {
        network["switches"] = json!(switches);
        network["switch_ports"] = ports.clone();
    }
    let document = json!({ "format": "isotask.task/1", "network": network, "task": task, "ports": ports,
        "objective": "completion-time" });
    let document: TaskDocument = parse(document.to_string().as_bytes()).expect("a document");
    Problem::new(&document).expect("a task")
}

fn options() -> SolveOptions<'static> {
    SolveOptions { effort: Some(Effort::Quick), ..SolveOptions::default() }
}

/// Returns the slots and the bound of groups, as the checker finds them.
fn found(problems: &[Problem]) -> (u64, u64) {
    let document = groups(problems, &options()).expect("schedules");
    let read = parse::<GroupsDocument>(&to_bytes(&document)).expect("a document");
    let verified = check_groups(&read, &Options::default()).expect("schedules that hold");
    assert!(verified.lower <= verified.completion_time());
    (verified.completion_time(), verified.lower)
}

fn optimum(problem: &Problem) -> Option<u64> {
    match solve(problem, &options()).expect("a task within the limits") {
        Outcome::Optimal(solution) => Some(solution.completion_time()),
        _ => None,
    }
}

/// The packets of all groups are those of one task of demands, if none is copied or summed: no bound exceeds
/// its optimum, and no schedules are shorter.
#[test]
fn groups_of_packets_that_are_carried_are_one_task_of_demands() {
    let (mut random, mut compared) = (Random(1), 0);
    for _ in 0..60 {
        let nodes = 4 + random.below(4);
        let links = random.links(nodes);
        let ports = random.ports(json!({ "at-most": 2 }));
        let (mut problems, mut packets) = (Vec::new(), Vec::new());
        for _ in 0..=random.below(3) {
            let (hosts, count) = (random.hosts(nodes), 1 + random.below(2));
            let task = json!({ "kind": "total-exchange", "count": count });
            problems.push(problem(nodes, &links, &hosts, &task, &ports));
            let pairs = hosts.iter().flat_map(|&from| hosts.iter().map(move |&to| (from, to)));
            let pairs = pairs.filter(|(from, to)| from != to);
            packets.extend(pairs.map(|(from, to)| json!({ "from": from, "to": to, "count": count })));
        }
        let (slots, lower) = found(&problems);
        let all: Vec<u64> = (0..nodes).collect();
        let together =
            problem(nodes, &links, &all, &json!({ "kind": "demands", "packets": packets }), &ports);
        if let Some(optimum) = optimum(&together) {
            assert!(lower <= optimum && optimum <= slots, "{lower} {optimum} {slots} {together}");
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
}

/// All groups together take at least as long as one alone, and at most as long as one after the other.
#[test]
fn groups_of_all_tasks_take_between_the_longest_and_the_sum() {
    let mut random = Random(2);
    for _ in 0..40 {
        let nodes = 4 + random.below(4);
        let links = random.links(nodes);
        let ports = random.ports(json!("one-half-duplex"));
        let problems = random.groups(nodes, &links, &ports);
        let alone: Vec<u64> = problems.iter().map(|problem| found(std::slice::from_ref(problem)).0).collect();
        let (slots, lower) = found(&problems);
        let optima = problems.iter().filter_map(optimum).max().unwrap_or(0);
        assert!(optima <= slots && slots <= alone.iter().sum(), "{optima} {slots} {alone:?}");
        assert!(lower <= slots);
    }
}

/// Each of four rings of four nodes has links of its own in each direction of the torus.
#[test]
fn rows_and_columns_of_a_torus_do_not_disturb_each_other() {
    let nodes = 16;
    let at = |row: u64, column: u64| 4 * (row % 4) + column % 4;
    let links: Vec<[u64; 2]> = (0..4)
        .flat_map(|row| (0..4).map(move |column| (row, column)))
        .flat_map(|(row, column)| {
            [[at(row, column), at(row, column + 1)], [at(row, column), at(row + 1, column)]]
        })
        .collect();
    let mut problems = Vec::new();
    for line in 0..4 {
        let row: Vec<u64> = (0..4).map(|column| at(line, column)).collect();
        let column: Vec<u64> = (0..4).map(|row| at(row, line)).collect();
        for (hosts, kind) in [(row, "multinode-broadcast"), (column, "allreduce")] {
            problems.push(problem(nodes, &links, &hosts, &json!({ "kind": kind }), &json!("all")));
        }
    }
    // Three packets come to each node of a ring over two links; the farthest is two links away.
    assert_eq!(found(&problems), (2, 2));
}

/// Whatever the prices are, they bound no more than the slots of schedules that exist.
#[test]
fn no_prices_bound_more_than_the_slots_of_a_schedule() {
    let (mut random, mut equal) = (Random(3), 0);
    for _ in 0..30 {
        let nodes = 4 + random.below(3);
        let links = random.links(nodes);
        let ports = random.ports(json!("one-half-duplex"));
        let problems = random.groups(nodes, &links, &ports);
        let document = groups(&problems, &options()).expect("schedules");
        let slots = check_groups(&document, &Options::default()).expect("they hold").completion_time();
        let written: Value = serde_json::from_slice(&to_bytes(&document)).expect("JSON");
        for _ in 0..100 {
            let mut other = written.clone();
            other["lower"] = random.prices(&links, nodes);
            let other: GroupsDocument = parse(other.to_string().as_bytes()).expect("a document");
            let bound = match check_groups(&other, &Options::default()) {
                Err(Rejection::Groups { fault: GroupsFault::BoundDiffers { recomputed, .. }, .. }) => {
                    recomputed
                }
                Err(Rejection::InGroup { fault, .. }) if fault.reason() == "zero-prices" => continue,
                Ok(verified) => u128::from(verified.lower),
                Err(other) => panic!("{other}"),
            };
            assert!(bound <= u128::from(slots), "{bound} {slots} {}", to_text(&other));
            equal += u64::from(bound == u128::from(slots));
        }
    }
    assert!(equal > 100, "{equal}");
}

/// The bound by prices is what packets pay on their ways: 128 moves along each of four rings, over 16 links.
/// In four rows of a mesh the links in the middle carry four packets each way.
#[test]
fn prices_prove_that_all_to_all_in_rows_is_optimal() {
    for (columns, is_torus, slots) in [(8, true, 8), (4, false, 4)] {
        let at = |row: u64, column: u64| columns * (row % 4) + column % columns;
        let places = (0..4).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let links: Vec<[u64; 2]> = places
            .flat_map(|(row, column)| {
                let along =
                    (is_torus || column + 1 < columns).then(|| [at(row, column), at(row, column + 1)]);
                let down = (is_torus || row < 3).then(|| [at(row, column), at(row + 1, column)]);
                along.into_iter().chain(down)
            })
            .collect();
        let rows = (0..4).map(|row| (0..columns).map(|column| at(row, column)).collect::<Vec<u64>>());
        let task = json!({ "kind": "total-exchange" });
        let problems: Vec<Problem> =
            rows.map(|row| problem(4 * columns, &links, &row, &task, &json!("all"))).collect();
        assert_eq!(found(&problems), (slots, slots));
    }
}

fn to_text(document: &GroupsDocument) -> String {
    String::from_utf8(to_bytes(document)).expect("text")
}
