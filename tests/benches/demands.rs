//! Random demands: the slots of a plain greedy and of negotiated ways above the lower bound, within one run.
//!
//! A hundred tasks of 50 to 1,000 nodes, all made of one seed: light and heavy loads of random packets,
//! destinations of skewed popularity, permutations, and hot spots, each on hypercubes, tori, incomplete
//! hypercubes, circulant and other Cayley graphs, and random graphs. The greedy is list scheduling by one order of
//! priority; both start from the bound that is proved, which prices that change from slot to slot raise at last.
//!
//! `cargo bench --manifest-path tests/benches/Cargo.toml --no-default-features --bench demands [-- WORD…]`:
//! only tasks whose name contains a word, such as `heavy`, `torus` or `one`, beside the hundred also those of the
//! word `exchange`, total exchange on large incomplete hypercubes; with the word `ports` also under
//! fewer ports than links; with `seconds=N` negotiation goes on for N seconds; with `write=FOLDER` each task
//! is written there and nothing is measured.

#![expect(clippy::print_stdout, reason = "the table is what a benchmark is for")]

use isotask::bound::{Refuted, TimedPrices, of_demands};
use isotask::graph::Random;
use isotask::job_shop::{Conflicts, Effort, ListSearch, PacketRule, Refutation, list_schedule, negotiated};
use isotask::model::DemandsTask;
use isotask::wire::{
    CirculantWord, Demand, Family, Graph, GraphLink, Group, Network, NodeRef, Objective, Ports, Task,
    TaskDocument, to_bytes,
};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const TASKS: u64 = 100;
/// Nodes of incomplete hypercubes for total exchange.
const EXCHANGE_NODES: [u64; 3] = [200, 500, 1000];
const LOADS: [&str; 5] = ["light", "heavy", "skewed", "permutation", "hot spots"];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let rules = if words.iter().any(|word| word == "ports") { 4 } else { 1 };
    let folder = words.iter().find_map(|word| word.strip_prefix("write="));
    let limit = words.iter().find_map(|word| word.strip_prefix("seconds="));
    let limit = limit.map(|seconds| Duration::from_secs(seconds.parse().expect("a number")));
    let names: Vec<&String> = words.iter().filter(|word| *word != "ports" && !word.contains('=')).collect();
    println!(
        "{:<64}{:>9}{:>7}{:>7}{:>9}{:>12}{:>9}{:>9}",
        "task", "packets", "bound", "timed", "greedy", "negotiated", "seconds", "proving"
    );
    let (mut tasks, mut met) = (0, 0);
    let is_named = |name: &str| names.iter().any(|word| name.contains(word.as_str()));
    let exchanges = EXCHANGE_NODES.into_iter().map(Case::exchange).filter(|case| is_named(&case.name));
    let cases = (0..TASKS).map(|seed| Case::new(seed, rules));
    for case in cases.filter(|case| names.is_empty() || is_named(&case.name)).chain(exchanges) {
        if let Some(folder) = folder {
            let text = to_bytes(case.task.document());
            let number = case.name.split(' ').next().expect("a word");
            std::fs::write(format!("{folder}/{number}.json"), text).expect("the folder can be written to");
            continue;
        }
        tasks += 1;
        met += u64::from(case.measure(limit));
    }
    println!("negotiated ways meet the bound on {met} of {tasks} tasks");
}

/// A task by name.
struct Case {
    name: String,
    task: DemandsTask,
}

impl Case {
    fn new(seed: u64, rules: usize) -> Self {
        let mut random = Random::new(seed);
        let network = network(&mut random);
        let load = LOADS[random.below(LOADS.len())];
        let rule = random.below(rules);
        let ports = [Ports::All, Ports::One, Ports::AtMost(2), Ports::OneHalfDuplex][rule];
        let empty = document(&network, Vec::new(), ports);
        let nodes =
            usize::try_from(DemandsTask::new(&empty).expect("a task").graph().nodes()).expect("few nodes");
        let packets = packets(load, nodes, &mut random);
        let task = DemandsTask::new(&document(&network, packets, ports)).expect("a task");
        let rule = ["all ports", "one port", "two ports", "one port half-duplex"][rule];
        Self {
            name: format!(
                "{seed:02} {load}, {}, {} nodes, {rule}",
                task.network().title(),
                task.graph().nodes()
            ),
            task,
        }
    }

    /// Every node of an incomplete hypercube has a packet for every other.
    fn exchange(nodes: u64) -> Self {
        let to = move |from| (0..nodes).filter(move |&to| to != from).map(move |to| (from, to));
        let packet = |(from, to)| Demand { from: NodeRef::Index(from), to: NodeRef::Index(to), count: 1 };
        let packets = (0..nodes).flat_map(to).map(packet).collect();
        let document = document(&Network::IncompleteHypercube { nodes }, packets, Ports::All);
        let name = format!("{nodes} total exchange, incomplete hypercube, all ports");
        Self { name, task: DemandsTask::new(&document).expect("a task") }
    }

    /// Prints a line; whether the bound is met.
    fn measure(&self, limit: Option<Duration>) -> bool {
        let lower = of_demands(&self.task).best().slots();
        let raised = AtomicU64::new(lower);
        let prices = Mutex::new(TimedPrices::new(&self.task).expect("personal packets"));
        let seconds_of_prices = Mutex::new(Duration::ZERO);
        let refute = |slots, how| {
            let start = Instant::now();
            let mut prices = prices.lock().expect("no panic");
            let refuted = match how {
                Conflicts::Few => prices.refute_at_borders(slots, &|| false).map(Refuted::Proved),
                Conflicts::Many => prices.refute(slots, &|| false),
                Conflicts::BudgetSpent => prices.refute_further(slots, &|| false),
            };
            *seconds_of_prices.lock().expect("no panic") += start.elapsed();
            match refuted {
                Some(Refuted::Proved(_)) => {
                    raised.fetch_max(slots + 1, Ordering::Relaxed);
                    Refutation::Proved
                }
                Some(Refuted::Nearly(prices)) => Refutation::Prices(prices),
                None => Refutation::Unknown,
            }
        };
        let begin = Instant::now();
        let stop = || limit.is_some_and(|limit| begin.elapsed() > limit);
        let effort = if limit.is_some() { Effort::Exhaustive } else { Effort::Thorough };
        let search =
            ListSearch { lower, refute: &refute, effort, watch: &(), stop: &stop, cancel: &|| false };
        let greedy = list_schedule(&self.task, &[PacketRule::CriticalFirst], false, search);
        let greedy = slots(&greedy.expect("personal packets").schedule.slots);
        let start = Instant::now();
        let found = negotiated(&self.task, greedy, search);
        let tenths = start.elapsed().as_millis() / 100;
        let least = found.map_or(greedy, |found| slots(&found.schedule.slots));
        let raised = raised.load(Ordering::Relaxed);
        let proving = seconds_of_prices.lock().expect("no panic").as_millis() / 100;
        let seconds = |tenths: u128| format!("{}.{}", tenths / 10, tenths % 10);
        println!(
            "{:<64}{:>9}{lower:>7}{raised:>7}{:>8}%{:>11}%{:>9}{:>9}",
            self.name,
            self.task.packets(),
            above(greedy, raised),
            above(least, raised),
            seconds(tenths),
            seconds(proving)
        );
        let lower = raised;
        least == lower
    }
}

fn slots<T>(slots: &[T]) -> u64 {
    u64::try_from(slots.len()).expect("few slots")
}

/// Percent above a bound.
fn above(slots: u64, lower: u64) -> u64 {
    (100 * (slots - lower)).div_ceil(lower.max(1))
}

fn document(network: &Network, packets: Vec<Demand>, ports: Ports) -> TaskDocument {
    let task = Task::Demands { packets, count: 1 };
    TaskDocument::new(None, network.clone(), task, ports, Objective::CompletionTime)
}

/// Families of Cayley graphs with 50 to 1,000 nodes.
const FAMILIES: [(Family, u64); 10] = [
    (Family::Star, 5),
    (Family::Star, 6),
    (Family::Pancake, 5),
    (Family::Pancake, 6),
    (Family::BubbleSort, 5),
    (Family::BubbleSort, 6),
    (Family::CubeConnectedCycles, 4),
    (Family::CubeConnectedCycles, 6),
    (Family::Butterfly, 4),
    (Family::Butterfly, 6),
];

/// A hypercube, torus, incomplete hypercube, circulant or other Cayley graph, or random graph of 50 to 1,000
/// nodes.
fn network(random: &mut Random) -> Network {
    let nodes = 50 + wide(random.below(951));
    match random.below(6) {
        0 => Network::Hypercube { dimension: 6 + wide(random.below(4)) },
        1 => loop {
            let dimensions = 2 + random.below(3);
            let radices: Vec<u64> = (0..dimensions).map(|_| 2 + wide(random.below(15))).collect();
            if (50..=1000).contains(&radices.iter().product::<u64>()) {
                return Network::Torus { radices };
            }
        },
        2 => Network::IncompleteHypercube { nodes },
        3 => {
            let (family, n) = FAMILIES[random.below(FAMILIES.len())];
            Network::Cayley(Group::Family { family, n })
        }
        4 => Network::Graph(graph(nodes, random)),
        _ => {
            let more = (0..=random.below(3)).map(|_| 2 + wide(random.below(20)));
            let mut steps: Vec<u64> = std::iter::once(1).chain(more).collect();
            steps.sort_unstable();
            steps.dedup();
            Network::Cayley(Group::Circulant { family: CirculantWord::Circulant, n: nodes, steps })
        }
    }
}

/// Random circles through all nodes, two to four of them.
fn graph(nodes: u64, random: &mut Random) -> Graph {
    let mut links = BTreeSet::new();
    for _ in 0..2 + random.below(3) {
        let mut order: Vec<u32> = (0..u32::try_from(nodes).expect("few nodes")).collect();
        random.shuffle(&mut order);
        let next = order.iter().cycle().skip(1);
        links.extend(order.iter().zip(next).map(|(&a, &b)| (a.min(b), a.max(b))));
    }
    let links = links.into_iter().map(|(from, to)| GraphLink { from, to, capacity: 1 }).collect();
    Graph { nodes, directed: false, names: None, switches: None, switch_ports: Ports::All, links }
}

fn wide(number: usize) -> u64 {
    u64::try_from(number).expect("a small number")
}

/// Returns the packets of the nodes: pairs of different nodes.
fn packets(load: &str, nodes: usize, random: &mut Random) -> Vec<Demand> {
    let mut order: Vec<usize> = (0..nodes).collect();
    random.shuffle(&mut order);
    let each = match load {
        "light" => 1 + random.below(4),
        "heavy" => 8 + random.below(25),
        _ => 2 + random.below(14),
    };
    let spots = 1 + random.below(4);
    let mut destination = |from: usize| match load {
        "permutation" => order[from],
        // The popularity of the i-th falls as 1/i².
        "skewed" => order[(1 << 16) / (1 + random.below(1 << 16)) % nodes],
        "hot spots" if random.below(8) == 0 => order[random.below(spots)],
        _ => random.below(nodes),
    };
    let pairs = (0..nodes).flat_map(|from| std::iter::repeat_n(from, each));
    let pairs: Vec<(usize, usize)> = pairs.map(|from| (from, destination(from))).collect();
    let node = |node: usize| NodeRef::Index(wide(node));
    let demand = |(from, to): (usize, usize)| Demand { from: node(from), to: node(to), count: 1 };
    pairs.into_iter().filter(|(from, to)| from != to).map(demand).collect()
}
