//! Certificates in slots: how fast they are written, read and checked, within one run.
//!
//! Megabytes in a second of one thread, the fastest of several runs: the SHA-256 of the text alone, writing it piece by
//! piece, reading all of it and checking it then, checking it while it comes; and how many times faster the last is than
//! the one before.
//!
//! `cargo bench --manifest-path tests/benches/Cargo.toml --no-default-features --bench slots`.

#![expect(clippy::print_stdout, reason = "the table is what a benchmark is for")]

use isotask::check::{Options, check_coming, check_document, sha256};
use isotask::model::Problem;
use isotask::solve::{Form, SolveOptions, solve};
use isotask::wire::{CertificateDocument, Network, NodeRef, Objective, Ports, Task, TaskDocument, to_bytes};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The fastest of so many runs counts.
const RUNS: usize = 5;

fn main() {
    println!(
        "{:<26}{:>12}{:>9}{:>9}{:>9}{:>9}{:>9}",
        "certificate", "", "sha256", "write", "whole", "coming", "ratio"
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
        let coming = || assert!(check_coming(&bytes[..], &options).is_some(), "it is read while it comes");
        let write = || {
            let mut text = certificate.text().expect("it is in slots");
            while let Some(piece) = text.next_piece() {
                black_box(piece);
            }
        };
        let digest = || drop(black_box(sha256(&bytes)));
        let speed = |run: &dyn Fn()| speed(bytes.len(), run);
        let [digest, write, whole, coming] = [speed(&digest), speed(&write), speed(&whole), speed(&coming)];
        let ratio = format!("{}.{}", coming / whole, coming * 10 / whole % 10);
        println!(
            "{name:<26}{:>9} kB{digest:>9}{write:>9}{whole:>9}{coming:>9}{ratio:>9}",
            bytes.len() / 1000
        );
    }
}

/// The certificate of a task, slot by slot.
fn certificate(network: Network, task: Task) -> CertificateDocument {
    let task = TaskDocument::new(None, network, task, Ports::All, Objective::CompletionTime);
    let form = if matches!(task.network, Network::Hypercube { .. }) { Form::Slots } else { Form::Automatic };
    let options = SolveOptions { form, ..SolveOptions::default() };
    let outcome = solve(&Problem::new(&task).expect("a good task"), &options).expect("it is solved");
    outcome.solution().expect("a schedule").certificate.clone()
}

/// Megabytes in a second.
fn speed(bytes: usize, run: &dyn Fn()) -> u128 {
    let time = || {
        let begin = Instant::now();
        run();
        begin.elapsed()
    };
    let fastest = (0..RUNS).map(|_| time()).min().unwrap_or(Duration::ZERO);
    u128::try_from(bytes).expect("it fits") * 1000 / fastest.as_nanos().max(1)
}
