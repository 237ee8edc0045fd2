//! Schedules as rounds, and schedules of other programs: written rounds compute their collective, read back
//! unchanged, and every accepted file computes it too.

use isotask::check::{Options, check_schedule};
use isotask::export::{FORMATS, Plan, Transmissions, Writer, rounds};
use isotask::grammar::{ScheduleFault, network_and_task, schedule};
use isotask::graph::Random;
use isotask::job_shop::Effort;
use isotask::model::{Problem, Schedule};
use isotask::solve::{SolveOptions, solve};
use isotask::wire::{Collective, Objective, Ports, RoundsDocument, TaskDocument, to_bytes};
use std::collections::BTreeMap;

/// A task with a schedule.
struct Solved {
    problem: Problem,
    schedule: Schedule,
    slots: u64,
}

fn solved(problem: Problem) -> Solved {
    let options = SolveOptions { effort: Some(Effort::Quick), ..SolveOptions::default() };
    let outcome = solve(&problem, &options).expect("a good task");
    let solution = outcome.solution().expect("a schedule");
    let schedule = Schedule::accepted(&problem, &solution.certificate.schedule);
    let slots = solution.completion_time();
    Solved { problem, schedule, slots }
}

fn problem(words: &str, count: u64, ports: Ports) -> Problem {
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let (network, task) = network_and_task(&words, count).expect("a task in words");
    Problem::new(&TaskDocument::new(None, network, task, ports, Objective::CompletionTime)).expect("a task")
}

impl Solved {
    fn plan(&self) -> Plan<'_> {
        Plan::new(&self.problem, &self.schedule, self.slots, &|| false).expect("small")
    }

    fn rounds(&self) -> RoundsDocument {
        rounds(&self.plan(), None).expect("small")
    }

    /// Returns the text that a format writes.
    fn written(&self, word: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        let format = FORMATS.into_iter().find(|format| format.word == word).expect("a format");
        let (problem, schedule) = (&self.problem, &self.schedule);
        match format.writer {
            Writer::Transmissions(write) => {
                let (node, slots, stop): (_, _, &dyn Fn() -> bool) = (None, 0..self.slots, &|| false);
                write(&Transmissions { problem, schedule, node, slots, stop }, &mut bytes).expect("a vector");
            }
            Writer::Plan(write) => {
                write(&self.plan(), &mut bytes).expect("a collective");
            }
            _ => unreachable!("formats of all that is sent"),
        }
        bytes
    }
}

/// Whether the checker accepts what is read of a file.
fn accepts(bytes: &[u8], problem: &Problem) -> bool {
    let Ok(halves) = schedule(bytes, problem) else { return false };
    halves.iter().all(|half| check_schedule(&half.document, &Options::default()).is_ok())
}

/// A number for the part that a device has in an input cell.
fn part(device: u64, cell: u64) -> u64 {
    isotask::graph::scattered(device + 1, cell) >> 8
}

/// Plays rounds on numbers, and says whether every output is what the collective is defined to make, all
/// pairs being proper. It knows nothing of schedules.
fn computes(document: &RoundsDocument) -> bool {
    let n = document.devices;
    let mut cells: BTreeMap<(u64, u64), u64> =
        (0..n).flat_map(|d| (0..document.input).map(move |cell| ((d, cell), part(d, cell)))).collect();
    for &[device, from, to] in &document.copies {
        let Some(&value) = cells.get(&(device, from)) else { return false };
        cells.insert((device, to), value);
    }
    for slot in &document.slots {
        let mut come = Vec::new();
        for round in slot {
            for side in [0, 1] {
                let mut devices: Vec<u64> = round.pairs.iter().map(|pair| pair[side]).collect();
                devices.sort_unstable();
                devices.dedup();
                if devices.len() != round.pairs.len() || devices.last().is_some_and(|&last| last >= n) {
                    return false;
                }
            }
            for ((&[from, to], &send), &receive) in round.pairs.iter().zip(&round.send).zip(&round.receive) {
                let Some(&value) = cells.get(&(from, send)) else { return false };
                come.push(((to, receive), value, round.add));
            }
        }
        for (at, value, add) in come {
            let held = cells.get(&at).copied();
            match (add, held) {
                (true, Some(held)) => cells.insert(at, held.wrapping_add(value)),
                (true, None) => return false,
                (false, _) => cells.insert(at, value),
            };
        }
    }
    let result = |device: u64, cell: u64| cells.get(&(device, document.input + cell)).copied();
    let total = |cell: u64| (0..n).map(|d| part(d, cell)).fold(0, u64::wrapping_add);
    let root = document.root.unwrap_or(0);
    let (input, output) = (document.input, document.output);
    let all = |expected: &dyn Fn(u64, u64) -> u64| {
        (0..n).all(|d| (0..output).all(|cell| result(d, cell) == Some(expected(d, cell))))
    };
    let at_root =
        |expected: &dyn Fn(u64) -> u64| (0..output).all(|cell| result(root, cell) == Some(expected(cell)));
    match document.collective {
        Collective::AllToAll => {
            let count = input / n;
            all(&|d, cell| part(cell / count, d * count + cell % count))
        }
        Collective::AllGather => all(&|_, cell| part(cell / input, cell % input)),
        Collective::ReduceScatter => all(&|d, cell| total(d * output + cell)),
        Collective::AllReduce => all(&|_, cell| total(cell)),
        Collective::Broadcast => all(&|_, cell| part(root, cell)),
        Collective::Scatter => all(&|d, cell| part(root, d * output + cell)),
        Collective::Reduce => at_root(&total),
        Collective::Gather => at_root(&|cell| part(cell / input, cell % input)),
        Collective::Exchange => document
            .packets
            .iter()
            .flatten()
            .all(|&[from, given, to, taken]| cells.get(&(to, taken)) == Some(&part(from, given))),
    }
}

/// Tasks of every collective, on networks of every kind.
const TASKS: [(&str, u64); 22] = [
    ("ring 3 all-to-all", 2),
    ("ring 4 all-to-all", 1),
    ("ring 8 all-to-all", 1),
    ("torus 2x4 all-to-all", 1),
    ("hypercube 3 all-to-all", 1),
    ("star 3 all-to-all", 1),
    ("mesh 2x3 all-to-all", 1),
    ("lattice 2,0;1,4 all-to-all", 1),
    ("incomplete-hypercube 6 demands 0:5:3 1:4 0:5", 1),
    ("torus 3x3 isotropic 1,2:3 1,1", 1),
    ("torus 2x2x2 neighbourhood 1 2", 1),
    ("ring 5 allgather", 2),
    ("hypercube 3 allgather", 1),
    ("mesh 3x3 allgather", 1),
    ("torus 3x3 reduce-scatter", 1),
    ("mesh 2x3 reduce-scatter", 2),
    ("hypercube 3 broadcast 2", 4),
    ("mesh 2x3 broadcast 1", 3),
    ("hypercube 3 reduce 5", 2),
    ("torus 2x4 scatter 1", 1),
    ("ring 6 gather 3", 2),
    ("complete 5 allgather", 3),
];

#[test]
fn rounds_compute_their_collective_and_are_accepted() {
    for (words, count) in TASKS {
        for ports in [Ports::All, Ports::One] {
            let solved = solved(problem(words, count, ports));
            let document = solved.rounds();
            assert!(computes(&document), "{words}");
            assert!(accepts(&to_bytes(&document), &solved.problem), "{words}");
            assert!(accepts(&solved.written("csv"), &solved.problem), "{words}");
        }
    }
}

#[test]
fn an_all_reduce_is_a_reduce_scatter_and_its_allgather() {
    for (words, count) in
        [("ring 5 reduce-scatter", 1), ("torus 2x3 reduce-scatter", 2), ("mesh 2x3 reduce-scatter", 1)]
    {
        let first = solved(problem(words, count, Ports::All));
        let second = solved(first.problem.allgather().expect("it has one").expect("a task"));
        let document = rounds(&first.plan(), Some(&second.plan())).expect("halves");
        assert_eq!(document.collective, Collective::AllReduce);
        assert!(computes(&document), "{words}");
        assert!(accepts(&to_bytes(&document), &first.problem), "{words}");
        assert!(rounds(&second.plan(), Some(&first.plan())).is_err(), "{words}");
    }
}

/// Changes one thing in rounds at random.
fn spoil(document: &mut RoundsDocument, random: &mut Random) {
    let slots = document.slots.len();
    let slot = random.below(slots);
    if document.slots[slot].is_empty() {
        return;
    }
    let number = random.below(document.slots[slot].len());
    let cells = usize::try_from(document.cells).expect("few");
    let cell = u64::try_from(random.below(cells)).expect("few");
    let device = u64::try_from(random.below(usize::try_from(document.devices).expect("few"))).expect("few");
    let pairs = document.slots[slot][number].pairs.len();
    let place = random.below(pairs);
    match random.below(8) {
        0 => {
            let round = &mut document.slots[slot][number];
            round.pairs.remove(place);
            round.send.remove(place);
            round.receive.remove(place);
            if round.pairs.is_empty() {
                document.slots[slot].remove(number);
            }
        }
        1 => document.slots[slot][number].send[place] = cell,
        2 => document.slots[slot][number].receive[place] = cell,
        3 => document.slots[slot][number].pairs[place][1] = device,
        4 => document.slots[slot][number].pairs[place].reverse(),
        5 => document.slots.swap(slot, random.below(slots)),
        6 => document.slots[slot][number].add ^= true,
        _ => {
            let other = random.below(pairs);
            document.slots[slot][number].receive.swap(place, other);
        }
    }
}

#[test]
fn corrupted_rounds_are_accepted_only_if_they_still_compute_the_collective() {
    let mut random = Random::new(58);
    let (mut spoiled, mut refused) = (0, 0);
    for (words, count) in TASKS {
        let solved = solved(problem(words, count, Ports::All));
        let whole = solved.rounds();
        for _ in 0..120 {
            let mut document = whole.clone();
            spoil(&mut document, &mut random);
            if document == whole {
                continue;
            }
            spoiled += 1;
            if accepts(&to_bytes(&document), &solved.problem) {
                assert!(computes(&document), "{words}: {:?}", document.slots);
            } else {
                refused += 1;
            }
        }
    }
    assert!(spoiled > 2_000 && refused * 100 > spoiled * 95, "{refused} of {spoiled}");
}

/// Tasks whose schedules have no move too many, so that each that is missing is missed.
const LEAST: [&str; 5] = [
    "ring 5 all-to-all",
    "torus 3x3 all-to-all",
    "ring 6 allgather",
    "hypercube 3 reduce-scatter",
    "complete 4 all-to-all",
];

#[test]
fn a_table_with_a_line_too_few_too_many_or_the_other_way_round_is_refused() {
    for words in LEAST {
        let solved = solved(problem(words, 1, Ports::All));
        let text = String::from_utf8(solved.written("csv")).expect("text");
        let lines: Vec<&str> = text.lines().collect();
        for at in 1..lines.len() {
            let rest: Vec<&str> =
                lines.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, line)| *line).collect();
            assert!(!accepts(rest.join("\n").as_bytes(), &solved.problem), "{words} without {}", lines[at]);
            let twice: Vec<&str> = lines.iter().chain([&lines[at]]).copied().collect();
            assert!(
                !accepts(twice.join("\n").as_bytes(), &solved.problem),
                "{words} with {} twice",
                lines[at]
            );
            let mut fields: Vec<&str> = lines[at].split(',').collect();
            fields.swap(1, 2);
            let mut far: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
            far[at] = fields.join(",");
            assert!(!accepts(far.join("\n").as_bytes(), &solved.problem), "{words}: {}", far[at]);
        }
    }
}

#[test]
fn algorithms_of_msccl_are_read_as_they_are_written_and_refused_when_spoiled() {
    for words in LEAST {
        let solved = solved(problem(words, 1, Ports::All));
        let text = String::from_utf8(solved.written("msccl-json")).expect("text");
        assert!(accepts(text.as_bytes(), &solved.problem), "{words}");
        let sends: Vec<_> = text.match_indices("\"sends\":[[").collect();
        for (begin, opening) in sends {
            let end = begin + text[begin..].find(']').expect("the end of a send");
            let rest = text[end + 1..].trim_start_matches(',');
            let spoiled = format!("{}{rest}", &text[..begin + opening.len() - 1]);
            assert!(!accepts(spoiled.as_bytes(), &solved.problem), "{words}: {spoiled}");
        }
    }
}

/// A node sends three blocks and receives three: three rounds are enough for all of them in one step, two are
/// not (König).
#[test]
fn a_step_of_several_rounds_is_spread_over_the_one_port_of_each_node() {
    let solved = solved(problem("complete 4 all-to-all", 1, Ports::One));
    let text = solved.written("msccl-json");
    let mut algorithm: serde_json::Value = serde_json::from_slice(&text).expect("a document");
    let steps = algorithm["steps"].as_array().expect("steps").clone();
    assert_eq!(steps.len(), 3);
    let sends: Vec<_> =
        steps.iter().flat_map(|step| step["sends"].as_array().expect("sends")).cloned().collect();
    for (rounds, is_right) in [(4, true), (3, true), (2, false)] {
        let step = serde_json::json!({ "rounds": rounds, "sends": sends });
        algorithm["steps"] = serde_json::json!([step]);
        assert_eq!(accepts(algorithm.to_string().as_bytes(), &solved.problem), is_right, "{rounds} rounds");
    }
}

#[test]
fn headers_of_rounds_are_compared_with_the_task() {
    let first = solved(problem("ring 4 reduce-scatter", 1, Ports::All));
    let second = solved(first.problem.allgather().expect("it has one").expect("a task"));
    let whole = rounds(&first.plan(), Some(&second.plan())).expect("halves");
    let rooted = solved(problem("ring 4 broadcast 1", 1, Ports::All));
    let listed = solved(problem("ring 4 demands 0:2:2 1:3 3:0", 1, Ports::All));
    let refused = |document: &RoundsDocument, problem: &Problem, place: &str| {
        let fault = schedule(&to_bytes(document), problem).expect_err(place).to_string();
        assert!(fault.starts_with(place), "{place}: {fault}");
    };
    for words in ["ring 4 all-to-all", "hypercube 3 allgather", "ring 4 reduce-scatter"] {
        let mut other = whole.clone();
        other.then = Some(problem(words, 1, Ports::All).document().clone());
        refused(&other, &first.problem, "then: ");
    }
    // With one port the allgather takes more slots than these.
    let mut fewer = whole.clone();
    fewer.then = Some(problem("ring 4 allgather", 1, Ports::One).document().clone());
    assert!(!accepts(&to_bytes(&fewer), &first.problem));
    for root in [None, Some(3)] {
        let mut other = rooted.rounds();
        other.root = root;
        refused(&other, &rooted.problem, "root: ");
    }
    for mesh in [vec![2, 3], vec![1 << 40, 1 << 40], vec![u64::MAX], vec![0, 4]] {
        let mut other = whole.clone();
        other.mesh = Some(mesh);
        refused(&other, &first.problem, "mesh: ");
    }
    for (index, cell) in [(1, 9), (3, 0), (3, 99)] {
        let mut other = listed.rounds();
        other.packets.as_mut().expect("an exchange")[0][index] = cell;
        refused(&other, &listed.problem, "packets[0]: ");
    }
    let mut chained = whole.clone();
    chained.copies.push([0, chained.copies[0][2], 7]);
    // All copies read first, and then that cell holds nothing.
    refused(&chained, &first.problem, "device 0 copies cell 4, in which nothing lies");
}

#[test]
fn rounds_without_a_header_are_checked() {
    let eight = problem("complete 8 allgather", 1, Ports::All);
    // Two cycles in one round: proper, but not all.
    let cycles = b"[[[0,2,0],[2,4,2],[4,6,4],[6,0,6],[1,3,1],[3,5,3],[5,7,5],[7,1,7]]]";
    let read = schedule(cycles, &eight).expect("rounds");
    let refused = check_schedule(&read[0].document, &Options::default()).expect_err("most do not get most");
    assert_eq!(refused.reason(), "not-reached");
    let ring = problem("ring 4 allgather", 1, Ports::All);
    for (text, is_right) in [
        (
            "[[[0,1,0],[1,2,1],[2,3,2],[3,0,3],[0,3,0],[1,0,1],[2,1,2],[3,2,3]],[[0,1,3],[1,2,0],[2,3,1],[3,0,2]]]",
            true,
        ),
        // The half that comes from the left goes on to the right and back.
        (
            "[[[0,1,0],[1,2,1],[2,3,2],[3,0,3],[0,3,0],[1,0,1],[2,1,2],[3,2,3]],[[0,1,0],[1,2,1],[2,3,2],[3,0,3]]]",
            false,
        ),
        ("[[[0,2,0]]]", false),
    ] {
        assert_eq!(accepts(text.as_bytes(), &ring), is_right, "{text}");
    }
    let exchange = problem("ring 4 all-to-all", 1, Ports::All);
    let by_number = "[[[0,1,1],[1,2,6],[2,3,11],[3,0,12],[0,3,3],[3,2,14],[2,1,9],[1,0,4]],[[0,1,2],[2,3,8],[1,0,7],[3,2,13]],[[1,2,2],[3,0,8],[0,3,7],[2,1,13]]]";
    let by_ends = by_number.replace(",1]", ",[0,1]]");
    assert!(accepts(by_number.as_bytes(), &exchange));
    assert!(accepts(by_ends.as_bytes(), &exchange));
}

#[test]
fn rounds_that_are_no_schedule_of_the_task_are_refused_with_their_place() {
    let ring = problem("ring 4 allgather", 1, Ports::All);
    let other = solved(problem("ring 5 allgather", 1, Ports::All));
    for (text, told) in [
        ("", "no schedule, expected isotask.rounds/1, or a JSON list"),
        ("[[0,1,0]]", "line 1, column 3: invalid type"),
        ("[[[0,1,9]]]", "[0][0]: block 9, expected one that the task moves"),
        ("[[[0,1,[0,1,2,3]]]]", "[0][0]: a block of other than 2 or 3 numbers"),
        ("[[[0,9,0]]]", "[0][0]: node 9, expected one below 4"),
        ("slot,from,to,packet_from,packet_to,copy\n0,0,x,0,,0", "line 2: x, expected a number"),
        ("slot,from,to,packet_from,packet_to,copy\n0,0", "line 2: 2 fields"),
        ("slot,from,to,packet_from,packet_to,copy\n99999999999,0,1,0,,0", "slots, expected at most"),
        ("<graph", "no schedule, expected"),
        ("slot,from,to,packet_from,packet_to,copy\n18446744073709551615,0,1,0,,0", "slots, expected at most"),
        ("[[[0,1,[0,99]]]]", "[0][0]: a block that the task does not move"),
        ("{\"msccl_type\":\"algorithm\"}", "line 1, column 26: missing field `collective`"),
    ] {
        let fault = schedule(text.as_bytes(), &ring).expect_err(text).to_string();
        assert!(fault.contains(told), "{text}: {fault}");
    }
    let fault = schedule(&to_bytes(&other.rounds()), &ring).expect_err("five devices");
    assert!(matches!(fault, ScheduleFault::OtherTask { .. }), "{fault}");
    let json = other.written("msccl-json");
    assert!(matches!(schedule(&json, &ring), Err(ScheduleFault::OtherTask { .. })));
}
