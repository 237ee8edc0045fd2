//! P1 §4: total exchange on the 4-cube in 8 slots, with its certificate.
//!
//! `cargo run --example total_exchange`

use isotask::model::Problem;
use isotask::solve::{Outcome, SolveOptions, solve};
use isotask::wire::{Network, Objective, Ports, ScheduleBody, Task, TaskDocument};
use std::error::Error;
use std::io::{Write, stdout};

fn main() -> Result<(), Box<dyn Error>> {
    let document = TaskDocument::new(
        Some("total exchange on the 4-cube".to_owned()),
        Network::Hypercube { dimension: 4 },
        Task::TotalExchange { count: 1 },
        Ports::All,
        Objective::CompletionTime,
    );
    let problem = Problem::new(&document)?;
    let Outcome::Optimal(solution) = solve(&problem, &SolveOptions::default())? else {
        return Err("a total exchange on a hypercube is always solved optimally".into());
    };
    let mut out = stdout().lock();
    writeln!(out, "{} slots", solution.completion_time())?;
    for claim in &solution.certificate.claims {
        writeln!(
            out,
            "{:?}: {} against a lower bound of {} ({:?})",
            claim.quantity,
            claim.value,
            claim.lower.value(),
            claim.scope
        )?;
    }
    if let ScheduleBody::Symmetric { packets, slots } = &solution.certificate.schedule {
        writeln!(out, "{} packets; slot 0 moves {:?}", packets.len(), &slots[0])?;
    }
    Ok(())
}
