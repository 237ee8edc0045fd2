//! P2: multinode broadcast on hypercubes in ⌈(2^d − 1)/d⌉ slots, and a gather made of it (P2 Tables 1 and 2,
//! Fig. 3).
//!
//! `cargo run --example broadcast`

use isotask::model::Problem;
use isotask::solve::{Outcome, SolveOptions, solve};
use isotask::wire::{Network, NodeRef, Objective, Ports, ScheduleDocument, Task, TaskDocument};
use std::error::Error;
use std::io::{Write, stdout};

fn problem(dimension: u64, task: Task) -> Result<Problem, Box<dyn Error>> {
    let network = Network::Hypercube { dimension };
    Ok(Problem::new(&TaskDocument::new(None, network, task, Ports::All, Objective::CompletionTime))?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = stdout().lock();
    let options = SolveOptions::default();
    writeln!(out, "dimension  multinode broadcast  gather made of it")?;
    for dimension in 2..=8 {
        let broadcast = problem(dimension, Task::MultinodeBroadcast { count: 1 })?;
        let Outcome::Optimal(broadcast) = solve(&broadcast, &options)? else {
            return Err("P2 §2 meets the bound on every hypercube".into());
        };
        let source =
            ScheduleDocument::new(broadcast.certificate.task.clone(), broadcast.certificate.schedule.clone());
        let gather = problem(dimension, Task::Gather { root: NodeRef::Index(1), count: 1 })?;
        let from = SolveOptions { source: Some(&source), ..SolveOptions::default() };
        let Outcome::Optimal(gather) = solve(&gather, &from)? else {
            return Err("P2 §3 meets the bound with it".into());
        };
        writeln!(
            out,
            "{dimension:>9}  {:>13} slots  {:>5} slots, {} transmissions",
            broadcast.completion_time(),
            gather.completion_time(),
            gather.verdict.replayed.transmissions
        )?;
    }
    Ok(())
}
