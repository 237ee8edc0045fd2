//! `isotask bound`.

use super::args::BoundArguments;
use super::describe::describe;
use super::draw;
use super::failure::{Exit, Failure, name_of};
use super::input::read_any_task;
use super::interrupt;
use super::output::Output;
use super::report::{average_words, counted, horizon_words, lower_words, per_words, scope_words};
use crate::bound::{collective, collective_transmissions};
use crate::model::{Network, Task};
use crate::solve::{TaskBounds, bounds, cayley_bounds, listed_bounds};
use crate::wire::{
    Horizon, Lower, Per, Quantity, ReportedClaim, ResultDocument, ResultStatus, Scope, to_bytes,
};
use std::cmp::Reverse;

/// The bounds of a task as they are reported.
struct Found {
    /// As claims without a value: those on the completion time first, the greatest before the others.
    claims: Vec<ReportedClaim>,
    /// Packets of one node, where the delay is bounded.
    packets: u64,
    /// What is known to be attained.
    attainable: Option<String>,
    exit: Exit,
}

pub(super) fn run(arguments: &BoundArguments) -> Result<Exit, Failure> {
    interrupt::listen(interrupt::WITH_THE_BEST);
    let task = read_any_task(&arguments.task)?;
    let found = match &task {
        Task::Isotropic(task) => {
            of_one_node(bounds(task, &interrupt::is_interrupted), task.rows(), "P1 Theorem 7")
        }
        Task::Cayley(task) => of_one_node(cayley_bounds(task), task.rows(), "P3 Theorem 1"),
        Task::Collective(task) => {
            let found = collective(task);
            let per = if task.collective().root().is_some() { Per::Network } else { Per::Node };
            of_all_nodes(found.completion, per, collective_transmissions(task, found.transmissions))
        }
        Task::Listed(task) => {
            let found = listed_bounds(task, &interrupt::is_interrupted);
            of_all_nodes(found.completion, Per::Network, found.transmissions)
        }
    };
    let bytes = if arguments.json {
        let mut document = ResultDocument::new("bound", ResultStatus::Bounded, found.exit.code());
        document.input = Some(name_of(&arguments.task));
        document.claims = found.claims;
        document.notes.extend(found.attainable);
        to_bytes(&document)
    } else {
        text(&task, &found).into_bytes()
    };
    Output::stdout().finish(&bytes)?;
    Ok(found.exit)
}

/// Bounds on completion time and delay of a task that looks the same from every node.
fn of_one_node(found: TaskBounds, packets: u64, source: &str) -> Found {
    let exit = if interrupt::is_interrupted() { Exit::Interrupted } else { Exit::Success };
    let attainable = found.attainable.map(|slots| {
        let slots = counted(slots, "slot");
        format!("a symmetric schedule of {slots} exists ({source}); the command solve makes it")
    });
    let time = |scope| move |lower| claim(Quantity::CompletionTime, None, scope, lower);
    let mut claims: Vec<_> = found.all.into_iter().map(time(Scope::All)).collect();
    claims.extend(found.isotropic.map(time(Scope::Isotropic)));
    claims.sort_by_key(|claim| (Reverse(claim.lower.value()), Reverse(claim.scope)));
    claims.extend(found.delay.map(|lower| claim(Quantity::TotalDelay, Some(Per::Node), Scope::All, lower)));
    Found { claims, packets, attainable, exit }
}

/// Bounds on completion time and transmissions that bind every schedule.
fn of_all_nodes(times: Vec<Lower>, per: Per, transmissions: Lower) -> Found {
    let times = times.into_iter().map(|lower| claim(Quantity::CompletionTime, None, Scope::All, lower));
    let transmissions = claim(Quantity::Transmissions, Some(per), Scope::All, transmissions);
    Found {
        claims: times.chain([transmissions]).collect(),
        packets: 0,
        attainable: None,
        exit: Exit::Success,
    }
}

/// A bound as a claim without a value.
fn claim(quantity: Quantity, per: Option<Per>, scope: Scope, lower: Lower) -> ReportedClaim {
    let horizon = (quantity == Quantity::TotalDelay).then_some(Horizon::Any);
    ReportedClaim { quantity, value: None, per, scope, horizon, lower, status: None }
}

fn text(task: &Task, found: &Found) -> String {
    let network = task.network();
    let of = |quantity| found.claims.iter().filter(move |claim| claim.quantity == quantity);
    let row = |claim: &ReportedClaim| {
        vec![
            claim.lower.value().to_string(),
            scope_words(claim.scope).to_owned(),
            claim.lower.kind().as_str().to_owned(),
            lower_words(network, &claim.lower),
        ]
    };
    let header = ["bound", "binds", "kind", "witness"];
    let mut text = describe(task.document(), task).render();
    text.push_str("\nLower bounds on the completion time, in slots:\n");
    text.push_str(&draw::words(&header, of(Quantity::CompletionTime).map(row).collect()));
    if let Some(line) = &found.attainable {
        text.extend([line, "\n"]);
    }
    for claim in of(Quantity::Transmissions) {
        text.extend(["Lower bound on the transmissions", per_words(claim.per), ":\n"]);
        text.push_str(&draw::words(&header, vec![row(claim)]));
    }
    for claim in of(Quantity::TotalDelay) {
        text.push_str(&delay_table(network, found.packets, &claim.lower));
    }
    text
}

/// The bound on the delay, with the average that it gives.
fn delay_table(network: &Network, packets: u64, lower: &Lower) -> String {
    let row = vec![
        lower.value().to_string(),
        average_words(lower.value(), packets),
        format!("{}{}", scope_words(Scope::All), horizon_words(Some(Horizon::Any))),
        lower.kind().as_str().to_owned(),
        lower_words(network, lower),
    ];
    let header = ["bound", "average", "binds", "kind", "witness"];
    let title = "\nLower bound on the total delay of the packets of a node, in slots:\n";
    format!("{title}{}", draw::words(&header, vec![row]))
}
