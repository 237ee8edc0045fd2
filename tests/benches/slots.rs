//! Certificates in slots: how fast they are written, read and checked, within one run.
//!
//! Megabytes in a second of one thread, the fastest of several runs: the SHA-256 of the text alone, writing it to a file and
//! reading it again (the floor), making it piece by piece, reading all of it and checking it then, checking it while it
//! comes; and how many times faster the last is than the one before.
//!
//! Then milliseconds of the engine, from the task to the slot of every entry, and of all of `solve` by one thread and by two,
//! which ends with a certificate that was written and read back, with their multiples of the engine.
//!
//! `cargo bench --manifest-path tests/benches/Cargo.toml --no-default-features --bench slots`.

#![expect(clippy::print_stdout, reason = "the table is what a benchmark is for")]

use isotask::check::{Options, check_document, check_streamed, sha256};
use isotask::decompose::{color, quotient};
use isotask::model::Problem;
use isotask::route::{Directions, task_matrix};
use isotask::solve::{Form, SolveOptions, solve};
use isotask::wire::{CertificateDocument, Network, NodeRef, Objective, Ports, Task, TaskDocument, to_bytes};
use rayon::ThreadPoolBuilder;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::Read;
use std::time::{Duration, Instant};

/// Number of runs, of which the fastest counts.
const TIMED_RUNS: usize = 5;

fn main() {
    println!(
        "{:<26}{:>12}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}",
        "certificate", "", "sha256", "floor", "make", "whole", "coming", "ratio"
    );
    let cube = |dimension| Network::Hypercube { dimension };
    let exchange = Task::TotalExchange { count: 1 };
    let scatter = Task::Scatter { root: NodeRef::Index(0), count: 1 };
    for (name, network, task) in [
        ("symmetric, cube 12", cube(12), &exchange),
        ("symmetric, cube 16", cube(16), &exchange),
        ("symmetric, cube 18", cube(18), &exchange),
        ("symmetric, cube 20", cube(20), &exchange),
        ("orbit, ring 512", Network::Ring { nodes: 512 }, &exchange),
        ("explicit, cube 14, scatter", cube(14), &scatter),
        ("explicit, cube 17, scatter", cube(17), &scatter),
    ] {
        let certificate = certificate(network, task.clone());
        let bytes = to_bytes(&certificate);
        let options = Options { every_node_limit: 0, ..Options::default() };
        let whole =
            || assert!(check_document(&bytes, &options).is_ok_and(|answer| answer.replayed().is_some()));
        let coming = || assert!(check_streamed(&bytes[..], &options).is_some(), "it is read while it comes");
        let write = || {
            let mut text = certificate.text().expect("it is in slots");
            while let Some(piece) = text.next_piece() {
                black_box(piece);
            }
        };
        let digest = || drop(black_box(sha256(&bytes)));
        let speed = |run: &dyn Fn()| u128::try_from(bytes.len()).expect("it fits") * 1000 / fastest(run);
        let [digest, floor, write] = [speed(&digest), speed(&|| on_disk(&bytes)), speed(&write)];
        let [whole, coming] = [speed(&whole), speed(&coming)];
        println!(
            "{name:<26}{:>9} kB{digest:>9}{floor:>9}{write:>9}{whole:>9}{coming:>9}{:>9}",
            bytes.len() / 1000,
            tenths(coming, whole)
        );
    }
    println!("\n{:<26}{:>9}{:>9}{:>9}{:>9}{:>9}", "total exchange", "engine", "solve", "", "by two", "");
    for dimension in [12, 16, 18, 20] {
        let task = document(cube(dimension), exchange.clone());
        let engine = fastest(&|| engine(&task));
        let [one, two] = [1, 2].map(|threads| fastest(&|| by(threads, || drop(solved(&task)))));
        let milliseconds = |nanoseconds| tenths(nanoseconds, 1_000_000);
        println!(
            "{:<26}{:>9}{:>9}{:>9}{:>9}{:>9}",
            format!("cube {dimension}"),
            milliseconds(engine),
            milliseconds(one),
            tenths(one, engine),
            milliseconds(two),
            tenths(two, engine)
        );
    }
}

/// Writes bytes to a file and reads them again.
fn on_disk(bytes: &[u8]) {
    let path = std::env::temp_dir().join(format!("isotask-slots-{}", std::process::id()));
    fs::write(&path, bytes).expect("a place for temporary files");
    let mut file = File::open(&path).expect("it was written");
    let (mut piece, mut read) = (vec![0; 1 << 18], 0);
    loop {
        let some = file.read(&mut piece).expect("it is a file");
        if some == 0 {
            break;
        }
        read += some;
        black_box(&piece);
    }
    assert_eq!(read, bytes.len(), "all of it");
    fs::remove_file(&path).expect("it is ours");
}

/// The slot of every entry of a task.
fn engine(task: &TaskDocument) {
    let problem = Problem::new(task).expect("a good task");
    let rows = problem.rows().expect("an exchange on a cube");
    let matrix = task_matrix(rows, &Directions::Default).expect("default directions");
    black_box(color(&matrix, &quotient(&matrix, rows.ports())));
}

/// Runs work on a number of threads.
fn by<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("so many threads").install(work)
}

/// A quotient with one decimal.
fn tenths(above: u128, below: u128) -> String {
    format!("{}.{}", above / below, above * 10 / below % 10)
}

fn document(network: Network, task: Task) -> TaskDocument {
    TaskDocument::new(None, network, task, Ports::All, Objective::CompletionTime)
}

/// The certificate of a task, slot by slot.
fn certificate(network: Network, task: Task) -> CertificateDocument {
    solved(&document(network, task))
}

fn solved(task: &TaskDocument) -> CertificateDocument {
    let form = if matches!(task.network, Network::Hypercube { .. }) { Form::Slots } else { Form::Automatic };
    let options = SolveOptions { form, ..SolveOptions::default() };
    let outcome = solve(&Problem::new(task).expect("a good task"), &options).expect("it is solved");
    outcome.solution().expect("a schedule").certificate
}

/// Nanoseconds of the fastest run.
fn fastest(run: &dyn Fn()) -> u128 {
    let time = || {
        let begin = Instant::now();
        run();
        begin.elapsed()
    };
    (0..TIMED_RUNS).map(|_| time()).min().unwrap_or(Duration::ZERO).as_nanos().max(1)
}
