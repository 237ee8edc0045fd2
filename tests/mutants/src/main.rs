//! Changes a package in one place after the other, by the list of cargo-mutants, and asks its tests whether
//! they notice.
//!
//! All changes are compiled into one program, of which a variable chooses one; those that cannot be there,
//! as in constants, are compiled alone. `tests/mutants/run` starts it.

mod changes;
mod copy;
mod kept;
mod programs;
mod trial;
mod weave;

use changes::Change;
use copy::{Copy, Program};
use kept::{Kept, LEFT, MISSED, Survivors};
use programs::{PACKAGES, Package};
use std::path::PathBuf;
use std::process::ExitCode;
use trial::{Stage, Verdict};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// The requested run.
struct Call {
    build: PathBuf,
    package: String,
    /// Prefixes of the paths of the changed files.
    files: Vec<String>,
    sample: Option<usize>,
    /// Whether only the survivors are tried.
    again: bool,
    workers: usize,
    /// Tests that take more seconds are left out.
    longest: f32,
}

impl Call {
    /// The build folder, the package, and options.
    fn parse(mut words: impl Iterator<Item = String>) -> Outcome<Self> {
        let build = words.next().ok_or("the build folder is missing")?.into();
        let mut call = Self {
            build,
            package: "isotask-check".into(),
            files: Vec::new(),
            sample: None,
            again: false,
            workers: 2,
            longest: f32::INFINITY,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} has no value"));
            match word.as_str() {
                "--file" => call.files.push(value()?),
                "--sample" => call.sample = Some(value()?.parse()?),
                "--again" => call.again = true,
                "--workers" => call.workers = value()?.parse()?,
                "--longest" => call.longest = value()?.parse()?,
                _ => call.package = word,
            }
        }
        Ok(call)
    }
}

fn main() -> ExitCode {
    match Call::parse(std::env::args().skip(1)).and_then(|call| run(&call)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Tries the changes that have no verdict yet, and reports how many survivors have not been reviewed.
fn run(call: &Call) -> Outcome<usize> {
    let package = PACKAGES.iter().find(|package| package.name == call.package);
    let package = package.ok_or_else(|| format!("no tests for {}", call.package))?;
    let copy = Copy::of(call)?;
    let all = changes::list(call, &copy.folder)?;
    let selected = changes::selected(call, &all);
    let kept = Kept::read(call, copy.digests()?)?;
    let is_open = |n: &usize| match kept.of(&all[*n]) {
        Some(word) => word == MISSED || word == LEFT && !call.again,
        None => !call.again,
    };
    let todo: Vec<usize> = selected.iter().copied().filter(is_open).collect();
    println!(
        "{} changes of {}, {} asked for, {} to try",
        all.len(),
        call.package,
        selected.len(),
        todo.len()
    );
    if !todo.is_empty() {
        let alone = copy.weave(package, &all, &todo)?;
        let programs = copy.programs(package)?;
        let stages = trial::stages(&programs, call.longest)?;
        let inside: Vec<usize> = todo.into_iter().filter(|number| !alone.contains(number)).collect();
        together(call, &stages, &programs, &all, inside, &kept)?;
        println!("{} are compiled alone", alone.len());
        for number in alone {
            by_itself(package, &copy, &stages, &all[number], &kept)?;
        }
        copy.restore()?;
    }
    let kept = Kept::read(call, copy.digests()?)?;
    let count = |word: &str| selected.iter().filter(|&&n| kept.of(&all[n]) == Some(word)).count();
    let [caught, late, missed, unviable] = ["caught", "late", MISSED, "unviable"].map(count);
    let open = Survivors::read(call)?.write(&all, &kept)?;
    println!(
        "{} changes: {caught} caught, {late} late, {missed} missed, {unviable} do not compile; {open} of all missed are open",
        selected.len()
    );
    Ok(open)
}

/// Tries changes that stand in one program.
fn together(
    call: &Call,
    [quick, slow]: &[Vec<Stage>; 2],
    programs: &[Program],
    all: &[Change],
    numbers: Vec<usize>,
    kept: &Kept,
) -> Outcome<()> {
    // Changes that only the slow tests may notice were recorded by a run that was ended early.
    let (left, fresh): (Vec<usize>, Vec<usize>) =
        numbers.into_iter().partition(|&number| kept.of(&all[number]) == Some(LEFT));
    let left = std::sync::Mutex::new(left);
    trial::all_tried(quick, programs, &fresh, call.workers, |number, verdict| {
        if verdict != Verdict::Missed {
            return kept.tell(&all[number], kept::word(verdict));
        }
        left.lock().expect("no worker panics").push(number);
        kept.tell(&all[number], LEFT)
    })?;
    let left = left.into_inner()?;
    println!("{} are left for the slow tests", left.len());
    trial::all_tried(slow, programs, &left, call.workers, |number, verdict| {
        kept.tell(&all[number], kept::word(verdict))
    })
}

/// Compiles a change alone, and tries it if that can be done.
fn by_itself(
    package: &Package,
    copy: &Copy,
    stages: &[Vec<Stage>; 2],
    change: &Change,
    kept: &Kept,
) -> Outcome<()> {
    copy.restore()?;
    copy.write(&change.file, &change.alone(&copy.read(&change.file)?))?;
    if !copy.compiles(package)? {
        return kept.tell(change, "unviable");
    }
    let programs = copy.programs(package)?;
    let mut verdict = Verdict::Missed;
    for stages in stages {
        if verdict == Verdict::Missed {
            verdict = trial::tried(stages, &programs, 0)?;
        }
    }
    kept.tell(change, kept::word(verdict))
}
