//! Programs of tests with one change.

use crate::Outcome;
use crate::copy::Program;
use std::collections::HashSet;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// The verdict of the tests on a change.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Verdict {
    Caught,
    /// They did not end in many times the time that they take.
    Late,
    Missed,
}

/// Tests of one program that take about as long.
pub struct Stage {
    program: String,
    tests: Vec<Test>,
}

/// A test, the seconds that it takes alone, and the changes in its way.
struct Test {
    name: String,
    seconds: f32,
    reached: HashSet<usize>,
}

/// The greatest seconds of a test in each stage.
const STAGE_SECONDS: [f32; 6] = [0.02, 0.1, 0.5, 2.0, 10.0, f32::INFINITY];

/// Number of stages that every change goes through; the others get the changes that these leave.
const QUICK_STAGES: usize = 3;

/// Runs all tests without a change, which must pass, and orders those within the limit of seconds into
/// stages: those that every change goes through until one notices it, and those for the remaining changes.
pub fn stages(programs: &[Program], longest: f32) -> Outcome<[Vec<Stage>; 2]> {
    let mut both = [Vec::new(), Vec::new()];
    for program in programs {
        let (mut tests, long): (Vec<Test>, Vec<Test>) =
            all_tests(program, longest)?.into_iter().partition(|test| test.seconds <= longest);
        if !long.is_empty() {
            println!(
                "{}: {} tests that take longer than {longest} s are not asked",
                program.name,
                long.len()
            );
        }
        for (number, most) in STAGE_SECONDS.into_iter().enumerate() {
            let (here, longer): (Vec<Test>, Vec<Test>) =
                tests.into_iter().partition(|test| test.seconds < most);
            tests = longer;
            if !here.is_empty() {
                let took: f32 = here.iter().map(|test| test.seconds).sum();
                println!("{}: {} tests below {most} s take {took:.1} s", program.name, here.len());
                let stage = Stage { program: program.name.clone(), tests: here };
                both[usize::from(number >= QUICK_STAGES)].push((number, stage));
            }
        }
    }
    Ok(both.map(|mut stages| {
        stages.sort_by_key(|(number, _)| *number);
        stages.into_iter().map(|(_, stage)| stage).collect()
    }))
}

/// Every test of a program alone, as what tests share is made by the first of them; those that take longer
/// than asked are ended soon.
fn all_tests(program: &Program, longest: f32) -> Outcome<Vec<Test>> {
    let list = harness(program, "0", 60).args(["--list", "--format=terse"]).output()?;
    let list = String::from_utf8(list.stdout)?;
    let end = longest.min(3600.0).ceil() as u64 + 1;
    let file = program.file.with_extension("reached");
    let mut tests = Vec::new();
    for name in list.lines().filter_map(|line| line.strip_suffix(": test")) {
        std::fs::write(&file, "")?;
        let begin = Instant::now();
        let mut alone = harness(program, "0", end);
        let output = alone.args(["--exact", name]).env("REACHED", &file).stderr(Stdio::null()).output()?;
        let seconds = begin.elapsed().as_secs_f32();
        if !output.status.success() && seconds <= longest {
            return Err(format!("{name} of {} fails without a change", program.name).into());
        }
        let reached = std::fs::read_to_string(&file)?.lines().map(str::parse).collect::<Result<_, _>>()?;
        tests.push(Test { name: name.to_owned(), seconds, reached });
    }
    if tests.is_empty() {
        return Err(format!("{} has no tests", program.name).into());
    }
    Ok(tests)
}

/// One test after the other with a change, in a bounded time and in 4 GB.
fn harness(program: &Program, change: &str, seconds: u64) -> Command {
    let mut command = Command::new("timeout");
    command
        .args(["--signal=KILL", &seconds.to_string(), "prlimit", "--as=4294967296", "--core=0"])
        .arg(&program.file)
        .args(["-Zunstable-options", "--test-threads=1"])
        .current_dir(&program.folder)
        // That the first failure ends all is what the harness of stable Rust calls unstable.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUST_BACKTRACE", "0")
        .env("CHANGE", change)
        .stdin(Stdio::null());
    command
}

impl Stage {
    /// Runs those of its tests that reach a change until one fails; all of them for a change compiled alone,
    /// whose number is 0.
    fn run(&self, programs: &[Program], number: usize) -> Outcome<Verdict> {
        let reach = |test: &&Test| number == 0 || test.reached.contains(&number);
        let tests: Vec<&Test> = self.tests.iter().filter(reach).collect();
        if tests.is_empty() {
            return Ok(Verdict::Missed);
        }
        let seconds: f32 = tests.iter().map(|test| test.seconds).sum();
        let program = programs.iter().find(|program| program.name == self.program);
        let program = program.ok_or_else(|| format!("no program of tests {}", self.program))?;
        let status = harness(program, &number.to_string(), 20 + 5 * seconds.ceil() as u64)
            .args(["--fail-fast", "--quiet", "--exact"])
            .args(tests.iter().map(|test| &test.name))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        Ok(match status.code() {
            Some(0) => Verdict::Missed,
            // timeout is killed as well, by its own signal.
            Some(137) | None => Verdict::Late,
            Some(_) => Verdict::Caught,
        })
    }
}

/// The stages one after the other until one notices the change.
pub fn tried(stages: &[Stage], programs: &[Program], number: usize) -> Outcome<Verdict> {
    for stage in stages {
        let verdict = stage.run(programs, number)?;
        if verdict != Verdict::Missed {
            return Ok(verdict);
        }
    }
    Ok(Verdict::Missed)
}

/// Tries the changes of these numbers with a number of workers, and reports each verdict as it comes.
pub fn all_tried(
    stages: &[Stage],
    programs: &[Program],
    numbers: &[usize],
    workers: usize,
    told: impl Fn(usize, Verdict) -> Outcome<()> + Sync,
) -> Outcome<()> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<(), String> {
        while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
            let verdict = tried(stages, programs, number + 1);
            verdict.and_then(|verdict| told(number, verdict)).map_err(|e| e.to_string())?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("a worker that does not panic"))
    })?;
    Ok(())
}
