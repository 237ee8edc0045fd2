//! `isotask bound`.

use super::args::BoundArguments;
use super::collective;
use super::draw;
use super::failure::{Exit, Failure, name_of};
use super::input::read_any_task;
use super::interrupt;
use super::output::Output;
use super::report::{Report, average_words, counted, describe_task, horizon_words, lower_words, scope_words};
use crate::model::{CollectiveTask, IsotropicTask, Task};
use crate::solve::{TaskBounds, bounds};
use crate::wire::{
    Horizon, Lower, Per, Quantity, ReportedClaim, ResultDocument, ResultStatus, Scope, to_bytes,
};

pub(super) fn run(arguments: &BoundArguments) -> Result<Exit, Failure> {
    interrupt::listen();
    let task = match read_any_task(&arguments.task)? {
        Task::Isotropic(task) => task,
        Task::Cayley(_) => return Err(Failure::usage("a Cayley graph".to_owned())),
        Task::Collective(task) => return bound_collective(arguments, &task),
    };
    let found = bounds(&task, &interrupt::is_interrupted);
    let exit = if interrupt::is_interrupted() { Exit::Interrupted } else { Exit::Success };
    if arguments.json {
        let mut document = ResultDocument::new("bound", ResultStatus::Bounded, exit.code());
        document.input = Some(name_of(&arguments.task));
        document.claims = rows(&found)
            .into_iter()
            .map(|(scope, lower)| ReportedClaim {
                quantity: Quantity::CompletionTime,
                value: None,
                per: None,
                scope,
                horizon: None,
                lower: lower.clone(),
                status: None,
            })
            .collect();
        document.claims.extend(found.delay.iter().map(|lower| ReportedClaim {
            quantity: Quantity::TotalDelay,
            value: None,
            per: Some(Per::Node),
            scope: Scope::All,
            horizon: Some(Horizon::Any),
            lower: lower.clone(),
            status: None,
        }));
        document.notes = vec![attainable(&found)];
        Output::stdout().finish(&to_bytes(&document))?;
        return Ok(exit);
    }
    let mut report = Report::default();
    describe_task(&mut report, &task);
    let mut text = report.render();
    text.push_str("\nLower bounds on the completion time, in slots:\n");
    let table = rows(&found)
        .into_iter()
        .map(|(scope, lower)| {
            vec![
                lower.value().to_string(),
                scope_words(scope).to_owned(),
                lower.kind().as_str().to_owned(),
                lower_words(task.network(), lower),
            ]
        })
        .collect();
    text.push_str(&draw::words(&["bound", "binds", "kind", "witness"], table));
    text.push_str(&attainable(&found));
    text.push('\n');
    if let Some(lower) = &found.delay {
        text.push_str(&delay_table(&task, lower));
    }
    Output::stdout().finish(text.as_bytes())?;
    Ok(exit)
}

fn bound_collective(arguments: &BoundArguments, task: &CollectiveTask) -> Result<Exit, Failure> {
    let found = crate::bound::collective(task);
    let bytes = if arguments.json {
        let mut document = ResultDocument::new("bound", ResultStatus::Bounded, Exit::Success.code());
        document.input = Some(name_of(&arguments.task));
        document.claims = collective::reported(task, &found);
        to_bytes(&document)
    } else {
        collective::bounds_text(task, &found).into_bytes()
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
fn delay_table(task: &IsotropicTask, lower: &Lower) -> String {
    let row = vec![
        lower.value().to_string(),
        average_words(lower.value(), task.rows()),
        format!("{}{}", scope_words(Scope::All), horizon_words(Some(Horizon::Any))),
        lower.kind().as_str().to_owned(),
        lower_words(task.network(), lower),
    ];
    let header = ["bound", "average", "binds", "kind", "witness"];
    let title = "\nLower bound on the total delay of the packets of a node, in slots:\n";
    format!("{title}{}", draw::words(&header, vec![row]))
}

fn attainable(found: &TaskBounds) -> String {
    format!(
        "a symmetric schedule of {} exists (P1 Theorem 7); the command solve makes it",
        counted(found.attainable, "slot")
    )
}
