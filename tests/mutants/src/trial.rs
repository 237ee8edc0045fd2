//! Programs of tests with one change.

use crate::Outcome;
use crate::copy::Program;
use crate::programs::Stage;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What the tests say of a change.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Verdict {
    Caught,
    /// They did not end in many times the time that they take.
    Late,
    Missed,
}

/// A stage with its program, and after how long it is late.
pub struct Timed<'a> {
    stage: &'a Stage,
    program: &'a Program,
    seconds: u64,
}

/// The stages with their programs, each late after so many seconds.
pub fn within<'a>(stages: &'a [Stage], programs: &'a [Program], seconds: u64) -> Outcome<Vec<Timed<'a>>> {
    let mut all = Vec::new();
    for stage in stages {
        let program = programs.iter().find(|program| program.name == stage.program);
        let program = program.ok_or_else(|| format!("no program of tests {}", stage.program))?;
        all.push(Timed { stage, program, seconds });
    }
    Ok(all)
}

/// Runs the stages without a change: all must pass, and their time says when a change is late.
pub fn timed<'a>(stages: &'a [Stage], programs: &'a [Program]) -> Outcome<Vec<Timed<'a>>> {
    let mut all = within(stages, programs, 3600)?;
    for timed in &mut all {
        let stage = timed.stage;
        let begin = Instant::now();
        if timed.run(0)? != Verdict::Missed {
            return Err(format!("{} {:?} fails without a change", stage.program, stage.arguments).into());
        }
        let took: Duration = begin.elapsed();
        timed.seconds = 20 + 5 * took.as_secs();
        eprintln!("{} {} in {:.1} s", stage.program, stage.arguments.join(" "), took.as_secs_f32());
    }
    Ok(all)
}

impl Timed<'_> {
    /// The tests of the stage until one fails, in a bounded time and in 4 GB.
    fn run(&self, number: usize) -> Outcome<Verdict> {
        let status = Command::new("timeout")
            .args(["--signal=KILL", &self.seconds.to_string(), "prlimit", "--as=4294967296", "--core=0"])
            .arg(&self.program.file)
            .args(&self.stage.arguments)
            .args(["-Zunstable-options", "--fail-fast", "--test-threads=1", "--quiet"])
            .current_dir(&self.program.folder)
            // The first failure ends all, which the harness of stable Rust calls unstable.
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUST_BACKTRACE", "0")
            .env("CHANGE", number.to_string())
            .stdin(Stdio::null())
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
pub fn tried(stages: &[Timed<'_>], number: usize) -> Outcome<Verdict> {
    for stage in stages {
        let verdict = stage.run(number)?;
        if verdict != Verdict::Missed {
            return Ok(verdict);
        }
    }
    Ok(Verdict::Missed)
}

/// Tries the changes of these numbers, so many side by side, and tells each verdict as it comes.
pub fn all_tried(
    stages: &[Timed<'_>],
    numbers: &[usize],
    workers: usize,
    told: impl Fn(usize, Verdict) -> Outcome<()> + Sync,
) -> Outcome<()> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<(), String> {
        while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
            tried(stages, number + 1).and_then(|verdict| told(number, verdict)).map_err(|e| e.to_string())?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("a worker that does not panic"))
    })?;
    Ok(())
}
