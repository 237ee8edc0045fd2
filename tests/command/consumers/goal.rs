//! `isotask export --to goal`, executed by a simulator of our own under the rules of `LogGOPSim`, and by
//! `LogGOPSim` itself where `LOGGOPSIM` names a checkout that is built.

use super::{exported, slots};
use crate::{Place, fails};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::path::Path;

const LATENCY: u64 = 1000;
const GAP: u64 = 1000;

#[derive(Debug, Clone, PartialEq)]
enum What {
    Send { to: usize, tag: u64, nic: u64 },
    Recv { from: usize, tag: u64 },
    Calc(u64),
}

#[derive(Debug, Clone)]
struct Operation {
    what: What,
    requires: usize,
    frees: Vec<usize>,
}

/// The operations of each rank.
type Program = Vec<Vec<Operation>>;

fn parsed(text: &str) -> Program {
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("//"));
    let ranks: usize = lines.next().unwrap().strip_prefix("num_ranks ").unwrap().parse().unwrap();
    let mut program: Program = vec![Vec::new(); ranks];
    let (mut rank, mut labels) = (None, BTreeMap::new());
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| -> u64 { words[at].parse().unwrap() };
        let node = |at: usize| -> usize { words[at].parse().unwrap() };
        let Some(here) = rank else {
            assert_eq!((words[0], words[2]), ("rank", "{"), "{line}");
            (rank, labels) = (Some(node(1)), BTreeMap::new());
            continue;
        };
        let operations: &mut Vec<Operation> = &mut program[here];
        let what = match words[1..] {
            [] => {
                assert_eq!(line, "}");
                rank = None;
                continue;
            }
            ["requires", before] => {
                let (late, early): (usize, usize) = (labels[words[0]], labels[before]);
                operations[late].requires += 1;
                operations[early].frees.push(late);
                continue;
            }
            ["calc", _] => What::Calc(number(2)),
            ["send", "1b", "to", _, "tag", _, "cpu", "0", "nic", _] => {
                What::Send { to: node(4), tag: number(6), nic: number(10) }
            }
            ["recv", "1b", "from", _, "tag", _, "cpu", "0", "nic", _] => {
                What::Recv { from: node(4), tag: number(6) }
            }
            _ => unreachable!("{line}"),
        };
        let label = words[0].strip_suffix(':').unwrap();
        assert!(labels.insert(label, operations.len()).is_none(), "{line}");
        operations.push(Operation { what, requires: 0, frees: Vec::new() });
    }
    program
}

/// The events to come, by time, then by order of creation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Start { rank: usize, operation: usize },
    Arrival { rank: usize, from: usize, tag: u64, nic: u64 },
}

/// A machine of ranks with one processor and as many network interfaces as are named.
#[derive(Default)]
struct Machine {
    events: BinaryHeap<Reverse<(u64, u64, Event)>>,
    count: u64,
    processor: BTreeMap<usize, u64>,
    sending: BTreeMap<(usize, u64), u64>,
    receiving: BTreeMap<(usize, u64), u64>,
    posted: BTreeMap<(usize, usize, u64), usize>,
    early: BTreeSet<(usize, usize, u64)>,
}

impl Machine {
    fn push(&mut self, time: u64, event: Event) {
        self.count += 1;
        self.events.push(Reverse((time, self.count, event)));
    }

    /// Lets the operations that waited for a finished one start, once the processor is free.
    fn done(&mut self, program: &mut Program, rank: usize, operation: usize) {
        for free in program[rank][operation].frees.clone() {
            program[rank][free].requires -= 1;
            if program[rank][free].requires == 0 {
                let time = self.processor[&rank];
                self.push(time, Event::Start { rank, operation: free });
            }
        }
    }

    /// Returns which operation of which rank an event ends; an operation that cannot begin yet is postponed.
    fn step(&mut self, program: &Program, time: u64, event: Event) -> Option<(usize, usize)> {
        match event {
            Event::Start { rank, operation } => match program[rank][operation].what {
                What::Calc(length) => {
                    let free = self.processor[&rank];
                    self.is_free(free, time, event).then(|| {
                        self.processor.insert(rank, time + length);
                        (rank, operation)
                    })
                }
                What::Send { to, tag, nic } => {
                    let free = next(&self.sending, (rank, nic)).max(self.processor[&rank]);
                    self.is_free(free, time, event).then(|| {
                        self.processor.insert(rank, time);
                        self.sending.insert((rank, nic), time + GAP);
                        self.push(time + LATENCY, Event::Arrival { rank: to, from: rank, tag, nic });
                        (rank, operation)
                    })
                }
                What::Recv { from, tag } if self.early.remove(&(rank, from, tag)) => Some((rank, operation)),
                What::Recv { from, tag } => {
                    assert!(self.posted.insert((rank, from, tag), operation).is_none());
                    None
                }
            },
            Event::Arrival { rank, from, tag, nic } => {
                let free = next(&self.receiving, (rank, nic)).max(self.processor[&rank]);
                if !self.is_free(free, time, event) {
                    return None;
                }
                self.processor.insert(rank, time);
                self.receiving.insert((rank, nic), time + GAP);
                let operation = self.posted.remove(&(rank, from, tag));
                assert!(operation.is_some() || self.early.insert((rank, from, tag)));
                operation.map(|operation| (rank, operation))
            }
        }
    }

    /// Returns whether the resource of an event is free at its time; if not, postpones the event until it is.
    fn is_free(&mut self, free: u64, time: u64, event: Event) -> bool {
        if free > time {
            self.push(free, event);
        }
        free <= time
    }

    /// When the last rank is done; none if one waits for ever.
    fn run(mut program: Program) -> Option<u64> {
        let mut machine = Self::default();
        let mut left: usize = program.iter().map(Vec::len).sum();
        for (rank, operations) in program.iter().enumerate() {
            machine.processor.insert(rank, 0);
            for (operation, _) in operations.iter().enumerate().filter(|(_, one)| one.requires == 0) {
                machine.push(0, Event::Start { rank, operation });
            }
        }
        while let Some(Reverse((time, _, event))) = machine.events.pop() {
            if let Some((rank, operation)) = machine.step(&program, time, event) {
                left -= 1;
                machine.done(&mut program, rank, operation);
            }
        }
        (left == 0).then(|| machine.processor.values().copied().max().unwrap())
    }
}

/// When an interface of a rank is free.
fn next(busy: &BTreeMap<(usize, u64), u64>, interface: (usize, u64)) -> u64 {
    busy.get(&interface).copied().unwrap_or(0)
}

/// When the comment says that it ends.
fn announced(text: &str) -> u64 {
    let line = text.lines().find(|line| line.contains("the last message arrives at ")).unwrap();
    line.split(' ').rev().nth(1).unwrap().parse().unwrap()
}

/// Tasks whose schedules meet a bound on all schedules, with all ports.
const OPTIMAL: [&str; 6] = [
    "hypercube 3 total-exchange",
    "torus 4x4 total-exchange",
    "ring 5 total-exchange",
    "hypercube 3 allgather --count 2",
    "hypercube 4 reduce-scatter",
    "star 4 total-exchange",
];

/// Tasks with fewer ports, or whose schedules have slack.
const OTHERS: [&str; 5] = [
    "hypercube 3 total-exchange --ports one",
    "torus 4x3 allgather --ports one",
    "ring 6 total-exchange --ports one-half-duplex",
    "hypercube 3 scatter 5 --ports one",
    "incomplete-hypercube 6 demands 0:5:3 1:4",
];

#[test]
fn the_simulated_time_is_a_thousand_times_the_slots() {
    let place = Place::new();
    for words in OPTIMAL {
        let goal = exported(&place, words, "goal");
        let time = 1000 * slots(&place);
        assert_eq!((announced(&goal), Machine::run(parsed(&goal))), (time, Some(time)), "{words}");
    }
    for words in OTHERS {
        let goal = exported(&place, words, "goal");
        let time = announced(&goal);
        assert_eq!(time, 1000 * slots(&place), "{words}");
        assert_eq!(Machine::run(parsed(&goal)), Some(time), "{words}");
    }
}

/// Links of a node share no interface, neither those that go out nor those that come in.
#[test]
fn interfaces_are_a_proper_edge_coloring() {
    let place = Place::new();
    for words in OPTIMAL.into_iter().chain(OTHERS) {
        let program = parsed(&exported(&place, words, "goal"));
        let (mut out, mut come) = (BTreeMap::new(), BTreeMap::new());
        for (rank, operations) in program.iter().enumerate() {
            for operation in operations {
                if let What::Send { to, nic, .. } = operation.what {
                    assert_eq!(*out.entry((rank, nic)).or_insert(to), to, "{words}");
                    assert_eq!(*come.entry((to, nic)).or_insert(rank), rank, "{words}");
                }
            }
        }
    }
}

/// A corrupted program takes longer, or never ends.
#[test]
fn a_corrupted_program_takes_another_time() {
    let place = Place::new();
    let goal = exported(&place, "torus 4x4 total-exchange", "goal");
    let time = Some(1000 * slots(&place));
    let program = parsed(&goal);
    // A link whose messages go through the interface of another one.
    let mut spoiled = program.clone();
    for operation in &mut spoiled[0] {
        if let What::Send { nic, .. } = &mut operation.what {
            *nic = 0;
        }
    }
    assert!(Machine::run(spoiled) > time);
    // A message without a receive.
    let mut spoiled = program;
    let send = spoiled[3].iter_mut().find_map(|operation| match &mut operation.what {
        What::Send { tag, .. } => Some(tag),
        _ => None,
    });
    *send.unwrap() += 1000;
    assert_eq!(Machine::run(spoiled), None);
}

#[test]
fn tasks_without_a_program_in_goal_are_refused() {
    let place = Place::new();
    fails(
        &place.run(&["export", "task.json", "--to", "goal"]),
        "task.json: at format: \"isotask.task/1\" is no format of this command, expected isotask.certificate/1 or isotask.schedule/1",
    );
}

#[test]
#[ignore = "needs LogGOPSim, a checkout that is built in LOGGOPSIM"]
fn loggopsim_takes_a_thousand_times_the_slots() {
    let Ok(checkout) = std::env::var("LOGGOPSIM") else {
        unreachable!("LOGGOPSIM names a checkout that is built")
    };
    let mut folders = ["", "build", "build/src/LogGOPSim", "src/LogGOPSim"]
        .map(|inside| Path::new(&checkout).join(inside))
        .into_iter();
    let folder = folders.find(|folder| folder.join("txt2bin").is_file()).unwrap();
    let program = |name| folder.join(name).to_str().unwrap().to_owned();
    let place = Place::new();
    for words in OPTIMAL.into_iter().chain(OTHERS) {
        let goal = exported(&place, words, "goal");
        place.put("p.goal", &goal);
        assert_eq!(
            place.run_with(&program("txt2bin"), &["-i", "p.goal", "-o", "p.bin"], b"").code,
            Some(0),
            "{words}"
        );
        let ended = place.run_with(
            &program("LogGOPSim"),
            &["-f", "p.bin", "-L", "1000", "-o", "0", "-g", "1000", "-G", "0", "-O", "0", "-b"],
            b"",
        );
        let time = format!(": {} (", announced(&goal));
        assert!(ended.out.contains(&time), "{words}: {}", ended.out);
    }
}
