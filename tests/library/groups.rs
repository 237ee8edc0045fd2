//! Several groups at once, against the same packets as one task, and against each group alone.

use isotask::check::{Options, check_groups};
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

    /// Returns some nodes, at least two.
    fn hosts(&mut self, nodes: u64) -> Vec<u64> {
        loop {
            let hosts: Vec<u64> = (0..nodes).filter(|_| self.below(2) == 0).collect();
            if hosts.len() > 1 {
                return hosts;
            }
        }
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
        let ports = [json!("all"), json!("one"), json!({ "at-most": 2 })]
            [usize::try_from(random.below(3)).unwrap()]
        .clone();
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
        let ports = [json!("all"), json!("one"), json!("one-half-duplex")]
            [usize::try_from(random.below(3)).unwrap()]
        .clone();
        let mut problems = Vec::new();
        for _ in 0..=random.below(4) {
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
            problems.push(problem(nodes, &links, &hosts, &task, &ports));
        }
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
