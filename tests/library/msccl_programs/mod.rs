//! Programs of MSCCL: accepted programs are correct in every order of their steps.

mod faults;
mod player;
mod written;

use isotask::check::{Options, check_schedule};
use isotask::export::{FORMATS, Plan, Writer};
use isotask::grammar::{ReadSchedule, network_and_task, schedule};
use isotask::graph::Random;
use isotask::job_shop::Effort;
use isotask::model::{Problem, Schedule};
use isotask::solve::{SolveOptions, solve};
use isotask::wire::{Objective, Ports, TaskDocument};
use player::seems_right;
use written::{Program, programs};

fn problem(words: &str, count: u64, ports: Ports) -> Problem {
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let (network, task) = network_and_task(&words, count).expect("a task in words");
    Problem::new(&TaskDocument::new(None, network, task, ports, Objective::CompletionTime)).expect("a task")
}

fn accepted(program: &Program, problem: &Problem) -> Option<ReadSchedule> {
    let [read] = <[ReadSchedule; 1]>::try_from(schedule(program.xml().as_bytes(), problem).ok()?).ok()?;
    check_schedule(&read.document, &Options::default()).is_ok().then_some(read)
}

#[test]
fn correct_programs_are_accepted_with_their_slots() {
    let mut random = Random::new(4);
    for (program, problem, slots) in programs() {
        assert!(seems_right(&program, &mut random, 10_000), "{program:?}");
        let read = schedule(program.xml().as_bytes(), &problem).expect(program.coll);
        assert_eq!(read[0].places.len(), slots, "{}", program.xml());
        assert!(accepted(&program, &problem).is_some(), "{}", program.xml());
        assert!(read[0].notes[0].starts_with("the program has no slots"));
    }
}

/// Changes one thing in a program at random.
fn spoil(program: &mut Program, random: &mut Random) {
    let devices = program.gpus.len();
    let gpu = random.below(devices);
    let blocks = program.gpus[gpu].len();
    let at = random.below(blocks);
    let (other, chunk) = (random.below(blocks), u64::try_from(random.below(4)).expect("few"));
    let peer = Some(random.below(devices)).filter(|&peer| peer != gpu);
    let block = &mut program.gpus[gpu][at];
    let steps = block.steps.len();
    if steps == 0 {
        return;
    }
    let (number, second) = (random.below(steps), random.below(steps));
    let buffer = ['i', 'o', 's'][random.below(3)];
    match random.below(16) {
        0 => block.steps.swap(number, second),
        1 => {
            block.steps.remove(number);
        }
        2 => block.steps.insert(second, block.steps[number].clone()),
        3 => block.steps[number].from.1 = chunk,
        4 => block.steps[number].to.1 = chunk,
        5 => block.steps[number].from.0 = buffer,
        6 => block.steps[number].to.0 = buffer,
        7 | 8 => block.steps[number].after = None,
        9 => block.steps[number].after = Some([other, second]),
        10 => block.steps[number].chunks = chunk,
        11 => block.send = peer,
        12 => block.recv = peer,
        13 => block.channel = 1,
        14 => {
            let words = ["s", "r", "rcs", "rrs", "rrc", "rrcs", "cpy", "re", "nop"];
            block.steps[number].word = words[random.below(words.len())];
        }
        _ => {
            let moved = block.steps.remove(number);
            let steps = &mut program.gpus[gpu][other].steps;
            steps.insert(random.below(steps.len() + 1), moved);
        }
    }
}

#[test]
fn corrupted_programs_are_accepted_only_if_they_are_correct_in_every_order() {
    let mut random = Random::new(82);
    let (mut spoiled, mut kept, mut strict) = (0, 0, 0);
    for (program, problem, _) in programs() {
        for round in 0..240 {
            let mut mutant = program.clone();
            for _ in 0..=round % 3 {
                spoil(&mut mutant, &mut random);
            }
            if mutant == program {
                continue;
            }
            spoiled += 1;
            if schedule(mutant.xml().as_bytes(), &problem).is_ok() {
                kept += 1;
                assert!(seems_right(&mutant, &mut random, 1_000), "{}", mutant.xml());
            } else if seems_right(&mutant, &mut random, 0) {
                strict += 1;
            }
        }
    }
    // Some that are refused are right: a step is at the wrong place, but what it does is not.
    assert!(spoiled > 1_500 && kept > 50 && strict * 5 < spoiled, "{kept} and {strict} of {spoiled}");
}

/// Returns the program that our own export writes for a schedule of a task, and the slots of that schedule.
fn exported(problem: &Problem) -> (String, u64) {
    let options = SolveOptions { effort: Some(Effort::Quick), ..SolveOptions::default() };
    let outcome = solve(problem, &options).expect("a good task");
    let solution = outcome.solution().expect("a schedule");
    let schedule = Schedule::accepted(problem, &solution.certificate.schedule);
    let slots = solution.completion_time();
    let plan = Plan::new(problem, &schedule, slots, &|| false).expect("small");
    let format = FORMATS.into_iter().find(|format| format.word == "msccl-xml").expect("a format");
    let Writer::Plan(write) = format.writer else { unreachable!("a program of all that is sent") };
    let mut bytes = Vec::new();
    write(&plan, &mut bytes).expect("a collective");
    (String::from_utf8(bytes).expect("text"), slots)
}

#[test]
fn exported_programs_are_correct_and_take_no_more_slots() {
    for (words, count, ports) in [
        ("hypercube 3 all-to-all", 1, Ports::All),
        ("torus 4x4 all-to-all", 1, Ports::All),
        ("ring 5 all-to-all", 2, Ports::All),
        ("mesh 2x3 all-to-all", 1, Ports::One),
        ("torus 3x3 allgather", 1, Ports::All),
        ("hypercube 3 allgather", 3, Ports::All),
        ("circulant 7 1,2 allgather", 1, Ports::One),
        ("hypercube 3 reduce-scatter", 1, Ports::All),
        ("torus 4x3 reduce-scatter", 2, Ports::All),
    ] {
        let problem = problem(words, count, ports);
        let (text, slots) = exported(&problem);
        let read = schedule(text.as_bytes(), &problem).expect(words);
        assert!(check_schedule(&read[0].document, &Options::default()).is_ok(), "{words}");
        // A link has a thread block of its own, and what it sends comes in one order: the earliest slots of
        // that order are no later than those of the schedule, where no port but the link's is needed.
        let found = u64::try_from(read[0].places.len()).expect("few");
        assert!(ports != Ports::All || found <= slots, "{words}: {found} slots of {slots}");
        // Before the first wait of a thread block that only sends nothing else orders the step.
        let mut waits = 0;
        for block in text.split("<tb ").filter(|block| block.contains("type=\"s\"")) {
            let mut steps = block.lines().filter(|line| line.contains("type=\"s\""));
            let Some(line) = steps.find(|line| !line.contains("depid=\"-1\"")) else { continue };
            let (begin, end) = (line.find("depid").expect("a wait"), line.find("hasdep").expect("a flag"));
            let without = format!("{}depid=\"-1\" deps=\"-1\" {}", &line[..begin], &line[end..]);
            let spoiled = text.replacen(block, &block.replacen(line, &without, 1), 1);
            assert!(schedule(spoiled.as_bytes(), &problem).is_err(), "{words}: {line}");
            waits += 1;
        }
        assert!(waits > 0, "{words}");
    }
}
