//! C headers, executed by all ranks at once without MPI: which messages are on the way, where they are
//! stored, and that they arrive.

use isotask::export::{SourceError, Writer, format};
use isotask::grammar::network_and_task;
use isotask::model::{Node, Transmission};
use isotask::model::{NodeClasses, Packet, Problem, Schedule};
use isotask::solve::{SolveOptions, solve};
use isotask::wire::{CertificateDocument, Objective, Ports, ScheduleDocument, Task, TaskDocument, parse};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::convert::Infallible;
use std::fs;
use std::path::Path;

/// The tables of a header.
struct Header {
    text: String,
    word: String,
}

impl Header {
    /// The table of a name; of a part that all messages are, a list of zeros.
    fn table(&self, name: &str) -> Vec<u64> {
        let begin = format!("isotask_{}_{name}[] = {{\n", self.word);
        let Some((_, rest)) = self.text.split_once(&begin) else { return Vec::new() };
        let (numbers, _) = rest.split_once('}').expect("a table ends");
        numbers.split(',').map(|word| word.trim().parse().expect("a number")).collect()
    }

    fn constant(&self, name: &str) -> u64 {
        let begin = format!("isotask_{}_{name} = ", self.word);
        let (_, rest) = self.text.split_once(&begin).expect("a constant");
        rest.split(',').next().and_then(|word| word.parse().ok()).expect("a number")
    }
}

/// What lies in a cell or a block: of whom, for whom and which part; of sums who is in them.
type Value = (u64, u64, u64, BTreeSet<u64>);

/// Where a rank stores it: a cell, or a part of a block.
type Spot = (u64, u64);

/// A message on its way: from, to, and what it is.
type Sent = (u64, u64, Value);

/// A message as the schedule has it: from, to, the ends of its packet, and which of these it is.
type Seen = (u64, u64, (u64, u64), u64);

struct Ranks<'a> {
    header: &'a Header,
    classes: NodeClasses<'a>,
    problem: &'a Problem,
    cells: u64,
    input: Vec<BTreeMap<Spot, Value>>,
    output: Vec<BTreeMap<Spot, Value>>,
    pool: Vec<BTreeMap<u64, Value>>,
}

fn index(number: u64) -> usize {
    usize::try_from(number).expect("a small number")
}

impl Ranks<'_> {
    fn is_combining(&self) -> bool {
        let task = &self.problem.document().task;
        matches!(task, Task::SingleNodeAccumulation { .. } | Task::MultinodeAccumulation { .. })
    }

    fn is_copying(&self) -> bool {
        let task = &self.problem.document().task;
        matches!(task, Task::SingleNodeBroadcast { .. } | Task::MultinodeBroadcast { .. })
    }

    /// Returns the contents of a place of a rank.
    fn at(&self, rank: u64, place: u64, part: u64) -> Value {
        if place < self.cells {
            return self.pool[index(rank)][&place].clone();
        }
        let block = self.classes.seen_by(Node(rank), Node(place - self.cells)).0;
        let side = if self.is_copying() { &self.output } else { &self.input };
        side[index(rank)][&(block, part)].clone()
    }

    fn put(&mut self, rank: u64, place: u64, part: u64, value: Value) {
        if place < self.cells {
            self.pool[index(rank)].insert(place, value);
            return;
        }
        let block = self.classes.seen_by(Node(rank), Node(place - self.cells)).0;
        let before = self.output[index(rank)].insert((block, part), value);
        assert!(before.is_none(), "a block comes once");
    }

    /// Combines a received message with the contents of a place.
    fn join(&mut self, rank: u64, place: u64, into: u64, part: u64) {
        let came = self.at(rank, place, part);
        let home = (into >= self.cells).then(|| self.classes.seen_by(Node(rank), Node(into - self.cells)).0);
        let add = |to: &mut Value, from: &Value| {
            assert_eq!((to.1, to.2), (from.1, from.2), "sums of one packet");
            assert!(to.3.is_disjoint(&from.3), "nobody is in a sum twice");
            to.3.extend(&from.3);
        };
        match home {
            Some(home) if home == rank => {
                let sum = self.output[index(rank)].get_mut(&(rank, part)).expect("its own part");
                add(sum, &came);
            }
            Some(home) => {
                let own = self.input[index(rank)][&(home, part)].clone();
                add(self.pool[index(rank)].get_mut(&place).expect("it has come"), &own);
            }
            None => add(self.pool[index(rank)].get_mut(&into).expect("an earlier sum"), &came),
        }
    }

    /// All slots; calls back with what is sent in each.
    fn run(&mut self, mut sent: impl FnMut(u64, Vec<Sent>)) {
        let table = |name| self.header.table(name);
        let (received, sends, first) = (table("received"), table("sent"), table("first"));
        let (peer, place, part, into) = (table("peer"), table("place"), table("part_number"), table("into"));
        let nodes = self.problem.network().nodes();
        let slots = self.header.constant("slots");
        let part = |message: usize| part.get(message).copied().unwrap_or(0);
        let mut next: Vec<usize> =
            (0..nodes).map(|rank| index(first[index(self.classes.class(Node(rank)))])).collect();
        for slot in 0..slots {
            let mut out = Vec::new();
            let mut expected: BTreeMap<(u64, u64), VecDeque<usize>> = BTreeMap::new();
            for rank in 0..nodes {
                let row = index(self.classes.class(Node(rank)) * slots + slot);
                let begin = next[index(rank)];
                let middle = begin + index(received[row]);
                let end = middle + index(sends[row]);
                next[index(rank)] = end;
                let other = |message: usize| self.classes.seen_by(Node(rank), Node(peer[message])).0;
                for message in begin..middle {
                    expected.entry((other(message), rank)).or_default().push_back(message);
                }
                out.extend(
                    (middle..end)
                        .map(|message| (rank, other(message), self.at(rank, place[message], part(message)))),
                );
            }
            // Senders and receivers name the same messages; messages between the same ends arrive in the
            // order of sending, as MPI guarantees.
            let mut joined: Vec<(u64, usize)> = Vec::new();
            for (from, to, value) in &out {
                let waiting = expected.get_mut(&(*from, *to)).and_then(VecDeque::pop_front);
                let message = waiting.expect("a rank receives what is sent to it");
                self.put(*to, place[message], part(message), value.clone());
                joined.push((*to, message));
            }
            assert!(expected.values().all(VecDeque::is_empty), "slot {slot}");
            joined.sort_unstable();
            joined.retain(|_| self.is_combining());
            for (rank, message) in joined {
                self.join(rank, place[message], into[message], part(message));
            }
            sent(slot, out);
        }
    }
}

/// The packets of a schedule, each with which of its kind it is.
fn packets(problem: &Problem, schedule: &Schedule) -> BTreeSet<(Packet, u64)> {
    let mut found = BTreeSet::new();
    visited(problem, schedule, |_, sent| {
        found.insert((sent.packet, sent.copy.unwrap_or(0)));
    });
    found
}

fn visited(problem: &Problem, schedule: &Schedule, mut visit: impl FnMut(u64, Transmission)) {
    let all: Result<(), Infallible> = schedule.visit(problem, None, 0..schedule.length(), |slot, sent| {
        visit(slot, sent);
        Ok(())
    });
    assert!(all.is_ok());
}

/// Executes a header and asserts that it sends the messages of the schedule and that all packets arrive.
fn delivers(problem: &Problem, schedule: &Schedule, header: &Header) {
    let nodes = problem.network().nodes();
    let none = || (0..nodes).map(|_| BTreeMap::new()).collect::<Vec<_>>();
    let classes = schedule.classes(problem.network());
    let cells = header.constant("cells");
    let (input, output, pool) = (none(), none(), (0..nodes).map(|_| BTreeMap::new()).collect());
    let mut ranks = Ranks { header, classes, problem, cells, input, output, pool };
    let packets = packets(problem, schedule);
    let mut wanted = none();
    for &(packet, part) in &packets {
        match packet {
            Packet::Personal { from, to } => {
                let value = (from.0, to.0, part, BTreeSet::new());
                ranks.input[index(from.0)].insert((to.0, part), value.clone());
                wanted[index(to.0)].insert((from.0, part), value);
            }
            Packet::Copied { from } => {
                let value = (from.0, 0, part, BTreeSet::new());
                ranks.output[index(from.0)].insert((from.0, part), value.clone());
                for all in &mut wanted {
                    all.insert((from.0, part), value.clone());
                }
            }
            Packet::Combined { to } => {
                for (rank, own) in (0..nodes).zip(&mut ranks.input) {
                    own.insert((to.0, part), (0, to.0, part, BTreeSet::from([rank])));
                }
                ranks.output[index(to.0)].insert((to.0, part), (0, to.0, part, BTreeSet::from([to.0])));
                wanted[index(to.0)].insert((to.0, part), (0, to.0, part, (0..nodes).collect()));
            }
            Packet::Summed { .. } => unreachable!("no task here is an allreduce"),
        }
    }
    let mut expected: BTreeMap<u64, Vec<Seen>> = BTreeMap::new();
    visited(problem, schedule, |slot, sent| {
        let ends = match sent.packet {
            Packet::Personal { from, to } => (from.0, to.0),
            Packet::Copied { from } => (from.0, 0),
            Packet::Combined { to } => (0, to.0),
            Packet::Summed { .. } => unreachable!("no task here is an allreduce"),
        };
        expected.entry(slot).or_default().push((sent.from.0, sent.to.0, ends, sent.copy.unwrap_or(0)));
    });
    ranks.run(|slot, sent| {
        let mut sent: Vec<_> =
            sent.into_iter().map(|(from, to, value)| (from, to, (value.0, value.1), value.2)).collect();
        sent.sort_unstable();
        let mut wanted = expected.remove(&slot).unwrap_or_default();
        wanted.sort_unstable();
        assert_eq!(sent, wanted, "slot {slot}");
    });
    assert!(expected.is_empty());
    assert_eq!(ranks.output, wanted);
}

/// Whether two packets of a slot go from one node to another.
fn has_parallel(problem: &Problem, schedule: &Schedule) -> bool {
    let (mut seen, mut twice) = (BTreeSet::new(), false);
    visited(problem, schedule, |slot, sent| twice |= !seen.insert((slot, sent.from, sent.to)));
    twice
}

/// Classes of nodes, which know each other by translations alone, tell packets over parallel links apart.
#[test]
fn packets_over_parallel_links_come_in_the_order_in_which_they_go() {
    let Writer::Source(write) = format("c").expect("a format").writer else { unreachable!("a program") };
    let mut parallel = 0;
    for words in [
        "hyperx 3:2 total-exchange",
        "hyperx 2:2x3:3 total-exchange",
        "hyperx 4:2 multinode-broadcast",
        "hyperx 4:3 multinode-accumulation",
        "hyperx 3:2x2 isotropic 1,1:3 2,0:4",
        "hyperx 4:2 demands 0:1:3 1:0:2 2:3:5",
    ] {
        for count in [1, 3] {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            let (network, task) = network_and_task(&words, count).expect("words");
            let document = TaskDocument::new(None, network, task, Ports::All, Objective::CompletionTime);
            let problem = Problem::new(&document).expect("a task");
            let solved = solve(&problem, &SolveOptions::default()).expect("a solve");
            let certificate = solved.solution().expect("a schedule").certificate;
            let schedule = Schedule::accepted(&problem, &certificate.schedule);
            let text = String::from_utf8(write(&problem, &schedule).expect("a header")).expect("text");
            let (_, rest) = text.split_once("/* isotask_").expect("the name");
            let word = rest.split(':').next().expect("a name").to_owned();
            delivers(&problem, &schedule, &Header { text, word });
            parallel += u64::from(has_parallel(&problem, &schedule));
        }
    }
    assert!(parallel >= 6, "{parallel}");
}

/// Every certificate of the corpus that is not too large becomes a header that delivers: symmetric schedules, those of
/// classes and of all nodes, of packets that are carried, copied and combined, also several over parallel links. Only
/// networks of switches are refused.
#[test]
fn every_header_sends_what_the_schedule_sends_and_delivers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/certificates");
    let (mut words, mut classes) = (BTreeSet::new(), BTreeSet::new());
    let (mut delivered, mut refused, mut too_large, mut parallel) = (0, 0, 0, 0);
    let Writer::Source(write) = format("c").expect("a format").writer else { unreachable!("a program") };
    for file in fs::read_dir(folder).expect("the corpus") {
        let path = file.expect("a file").path();
        let bytes = fs::read(&path).expect("a certificate");
        let (task, schedule) = if let Ok(certificate) = parse::<CertificateDocument>(&bytes) {
            (certificate.task, certificate.schedule)
        } else {
            let document: ScheduleDocument = parse(&bytes).expect("a schedule");
            (document.task, document.body)
        };
        let problem = Problem::new(&task).expect("a task");
        if problem.network().nodes() > 1000 {
            too_large += 1;
            continue;
        }
        let schedule = Schedule::accepted(&problem, &schedule);
        let text = match write(&problem, &schedule) {
            Err(SourceError::Switches) => {
                assert!(problem.network().switches().is_some(), "{}", path.display());
                refused += 1;
                continue;
            }
            written => String::from_utf8(written.expect("a small schedule")).expect("text"),
        };
        let (_, rest) = text.split_once("/* isotask_").expect("the name");
        let word = rest.split(':').next().expect("a name").to_owned();
        let header = Header { text, word };
        delivers(&problem, &schedule, &header);
        delivered += 1;
        parallel += u64::from(has_parallel(&problem, &schedule));
        let count = schedule.classes(problem.network()).count();
        let kind = if count == 1 { 0 } else { 1 + u64::from(count == problem.network().nodes()) };
        words.insert(header.word);
        classes.insert((kind, matches!(task.task, Task::TotalExchange { .. })));
    }
    let all = [
        "allgather",
        "alltoall",
        "alltoallv",
        "bcast",
        "gather",
        "reduce",
        "reduce_scatter_block",
        "scatter",
    ];
    assert!(words.iter().eq(all), "{words:?}");
    assert!(classes.len() >= 4, "{classes:?}");
    assert!(refused > 0 && parallel > 0, "{refused} of switches, {parallel} over parallel links");
    assert!(delivered > 4 * too_large, "{delivered} headers, {too_large} schedules too large");
}
