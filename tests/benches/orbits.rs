//! The checker on orbit schedules beside symmetric ones: megabytes of a certificate read and checked in a second, and their
//! ratio, within one run.
//!
//! Total exchange on even rings and on tori with one even radix, each by symmetric schedules and, in fewer slots, by two
//! classes of nodes. `replayed` stops at one packet of each orbit, or at node 0; `every node` writes every schedule out
//! for all nodes as well, however large it is.
//!
//! `cargo bench --manifest-path tests/benches/Cargo.toml --no-default-features --bench orbits`.

#![expect(clippy::print_stdout, reason = "the table is what a benchmark is for")]

use isotask::check::{Options, check_document};
use isotask::model::Problem;
use isotask::solve::{Form, SolveOptions, solve};
use isotask::wire::{Network, Objective, Ports, Task, TaskDocument, to_bytes};
use std::time::{Duration, Instant};

/// Number of runs, of which the fastest counts.
const TIMED_RUNS: usize = 5;

fn main() {
    println!(
        "{:<16}{:>12}{:>12}{:>12}{:>12}{:>10}",
        "network", "replay", "symmetric", "orbit", "MB/s", "ratio"
    );
    let ring = |nodes| Network::Ring { nodes };
    let torus = |radices: &[u64]| Network::Torus { radices: radices.to_vec() };
    let networks = [
        ("ring 128", ring(128)),
        ("ring 256", ring(256)),
        ("ring 512", ring(512)),
        ("ring 1024", ring(1024)),
        ("torus 16x7", torus(&[16, 7])),
        ("torus 32x15", torus(&[32, 15])),
        ("torus 64x31", torus(&[64, 31])),
    ];
    for (name, network) in networks {
        let documents = [true, false].map(|symmetric| certificate(&network, symmetric));
        for (words, every_node_limit) in [("replayed", 0), ("every node", 1 << 22)] {
            let options = Options { every_node_limit, ..Options::default() };
            let [symmetric, orbit] = [&documents[0], &documents[1]].map(|bytes| speed(bytes, options));
            println!(
                "{name:<16}{words:>12}{:>9} kB{:>9} kB{:>6} {:>5}{:>10}",
                documents[0].len() / 1000,
                documents[1].len() / 1000,
                symmetric,
                orbit,
                format!("{}.{:02}", orbit / symmetric, orbit * 100 / symmetric % 100)
            );
        }
    }
}

/// The certificate of total exchange, slot by slot.
fn certificate(network: &Network, symmetric: bool) -> Vec<u8> {
    let task = Task::TotalExchange { count: 1 };
    let task = TaskDocument::new(None, network.clone(), task, Ports::All, Objective::CompletionTime);
    let form = if symmetric { Form::Slots } else { Form::Automatic };
    let options = SolveOptions { symmetric, form, ..SolveOptions::default() };
    let outcome = solve(&Problem::new(&task).expect("a good task"), &options).expect("it is solved");
    to_bytes(&outcome.solution().expect("a schedule").certificate)
}

/// Megabytes in a second.
fn speed(bytes: &[u8], options: Options) -> u128 {
    let run = || {
        let begin = Instant::now();
        let answer = check_document(bytes, &options).expect("a certificate");
        let time = begin.elapsed();
        assert!(answer.replayed().is_some(), "it is accepted");
        time
    };
    let fastest = (0..TIMED_RUNS).map(|_| run()).min().unwrap_or(Duration::ZERO);
    let length = u128::try_from(bytes.len()).expect("it fits");
    length * 1000 / fastest.as_nanos().max(1)
}
