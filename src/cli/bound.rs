//! `isotask bound`.

use super::args::BoundArguments;
use super::collective;
use super::describe::describe;
use super::draw;
use super::failure::{Exit, Failure, name_of};
use super::input::read_any_task;
use super::interrupt;
use super::listed;
use super::output::Output;
use super::report::{average_words, counted, horizon_words, lower_words, scope_words};
use crate::model::{Network, Task};
use crate::solve::{TaskBounds, bounds, cayley_bounds, listed_bounds};
use crate::wire::{
    Horizon, Lower, Per, Quantity, ReportedClaim, ResultDocument, ResultStatus, Scope, to_bytes,
};

pub(super) fn run(arguments: &BoundArguments) -> Result<Exit, Failure> {
    interrupt::listen(interrupt::WITH_THE_BEST);
    let task = read_any_task(&arguments.task)?;
    let (found, rows, source) = match &task {
        Task::Isotropic(task) => (bounds(task, &interrupt::is_interrupted), task.rows(), "P1 Theorem 7"),
        Task::Cayley(task) => (cayley_bounds(task), task.rows(), "P3 Theorem 1"),
        Task::Collective(task) => {
            let found = crate::bound::collective(task);
            let text = || collective::bounds_text(task, &found);
            return finish(arguments, collective::reported(task, &found), text);
        }
        Task::Listed(task) => {
            let found = listed_bounds(task, &interrupt::is_interrupted);
            return finish(arguments, listed::reported(&found), || listed::bounds_text(task, &found));
        }
    };
    let exit = if interrupt::is_interrupted() { Exit::Interrupted } else { Exit::Success };
    let attainable = attainable(&found, source);
    let bytes = if arguments.json {
        let mut document = document(&found, exit);
        document.input = Some(name_of(&arguments.task));
        document.notes.extend(attainable);
        to_bytes(&document)
    } else {
        text(&task, &found, rows, attainable).into_bytes()
    };
    Output::stdout().finish(&bytes)?;
    Ok(exit)
}

/// The bounds as claims without a value.
fn document(found: &TaskBounds, exit: Exit) -> ResultDocument {
    let claim = |quantity, scope, lower: &Lower| ReportedClaim {
        quantity,
        value: None,
        per: (quantity == Quantity::TotalDelay).then_some(Per::Node),
        scope,
        horizon: (quantity == Quantity::TotalDelay).then_some(Horizon::Any),
        lower: lower.clone(),
        status: None,
    };
    let mut document = ResultDocument::new("bound", ResultStatus::Bounded, exit.code());
    let times = rows(found).into_iter();
    document.claims = times.map(|(scope, lower)| claim(Quantity::CompletionTime, scope, lower)).collect();
    let delay = found.delay.iter().map(|lower| claim(Quantity::TotalDelay, Scope::All, lower));
    document.claims.extend(delay);
    document
}

fn text(task: &Task, found: &TaskBounds, packets: u64, attainable: Option<String>) -> String {
    let mut text = describe(task.document(), task).render();
    text.push_str("\nLower bounds on the completion time, in slots:\n");
    let row = |(scope, lower): (Scope, &Lower)| {
        vec![
            lower.value().to_string(),
            scope_words(scope).to_owned(),
            lower.kind().as_str().to_owned(),
            lower_words(task.network(), lower),
        ]
    };
    let table = rows(found).into_iter().map(row).collect();
    text.push_str(&draw::words(&["bound", "binds", "kind", "witness"], table));
    if let Some(line) = attainable {
        text.extend([&line, "\n"]);
    }
    if let Some(lower) = &found.delay {
        text.push_str(&delay_table(task.network(), packets, lower));
    }
    text
}

/// Prints bounds that bind every schedule, as claims or for people.
fn finish(
    arguments: &BoundArguments,
    claims: Vec<ReportedClaim>,
    text: impl Fn() -> String,
) -> Result<Exit, Failure> {
    let bytes = if arguments.json {
        let mut document = ResultDocument::new("bound", ResultStatus::Bounded, Exit::Success.code());
        document.input = Some(name_of(&arguments.task));
        document.claims = claims;
        to_bytes(&document)
    } else {
        text().into_bytes()
    };
    Output::stdout().finish(&bytes)?;
    Ok(Exit::Success)
}

/// All bounds, the greatest first.
fn rows(found: &TaskBounds) -> Vec<(Scope, &Lower)> {
    let mut rows: Vec<(Scope, &Lower)> = found.all.iter().map(|lower| (Scope::All, lower)).collect();
    rows.extend(found.isotropic.iter().map(|lower| (Scope::Isotropic, lower)));
    rows.sort_by_key(|(scope, lower)| (std::cmp::Reverse(lower.value()), std::cmp::Reverse(*scope)));
    rows
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

fn attainable(found: &TaskBounds, source: &str) -> Option<String> {
    let slots = counted(found.attainable?, "slot");
    Some(format!("a symmetric schedule of {slots} exists ({source}); the command solve makes it"))
}
