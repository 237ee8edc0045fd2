//! `isotask show --json`: what a document holds, as data.

use crate::check::{Options, check_schedule};
use crate::cli::arguments::args::ShowArguments;
use crate::cli::commands::node::{Accepted, require_few, require_few_moves};
use crate::cli::report::shown;
use crate::cli::report::solution::set_instance;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::model::{Network, Problem, Schedule};
use crate::wire::{
    CertificateDocument, ChannelsDocument, Document, ReportedClaim, ResultDocument, ResultStatus,
    ScheduleBody, ScheduleDocument, ShowReport, TaskDocument, parse, peek_format,
};

/// The documents that can be shown.
pub(crate) const KNOWN: [&str; 5] = [
    TaskDocument::FORMAT,
    ScheduleDocument::FORMAT,
    CertificateDocument::FORMAT,
    ChannelsDocument::FORMAT,
    ResultDocument::FORMAT,
];

/// The document for programs.
pub(crate) fn document(
    file: &str,
    bytes: &[u8],
    arguments: &ShowArguments,
) -> Result<ResultDocument, Failure> {
    let wire = |fault| Failure::wire(file, &fault);
    let failure = |fault| arguments.input().failure(bytes, &fault);
    let model = |document: &TaskDocument| Problem::new(document).map_err(failure);
    let format = peek_format(bytes).map_err(wire)?;
    let mut result = ResultDocument::new("show", ResultStatus::Done, Exit::Success.code());
    result.input = Some(file.to_owned());
    let mut found = shown::nothing(&format);
    match format.as_str() {
        _ if arguments.node.is_some() || arguments.slots.is_some() => {
            asked(&mut result, &mut found, &Accepted::new(file, bytes)?, arguments)?;
        }
        TaskDocument::FORMAT => {
            let problem = model(&parse(bytes).map_err(wire)?)?;
            set_instance(&mut result, &problem);
            shown::describe_task(&mut found, &problem, &mut result.notes);
        }
        ScheduleDocument::FORMAT => {
            let document: ScheduleDocument = parse(bytes).map_err(wire)?;
            scheduled(&mut result, &mut found, &document, &model(&document.task)?);
        }
        CertificateDocument::FORMAT => {
            let CertificateDocument { task, schedule, claims, .. } = parse(bytes).map_err(wire)?;
            let problem = model(&task)?;
            result.claims = claims.iter().map(ReportedClaim::from).collect();
            result.notes.push("the claims are not checked here (isotask check does)".to_owned());
            scheduled(&mut result, &mut found, &ScheduleDocument::new(task, schedule), &problem);
        }
        ChannelsDocument::FORMAT => {
            let document: ChannelsDocument = parse(bytes).map_err(wire)?;
            let network = Network::new(&document.network).map_err(failure)?;
            result.network = Some(network.title());
            result.nodes = Some(network.nodes());
            result.links_per_node = Some(network.links());
            found.channels = Some(document);
        }
        ResultDocument::FORMAT => result.results.push(parse(bytes).map_err(wire)?),
        other => return Err(Failure::unknown_format(file, other, &KNOWN)),
    }
    result.shown = Some(found);
    Ok(result)
}

/// What a node does, or all, in the slots that were asked for.
fn asked(
    result: &mut ResultDocument,
    found: &mut ShowReport,
    accepted: &Accepted,
    arguments: &ShowArguments,
) -> Result<(), Failure> {
    let (problem, body) = (&accepted.task, &accepted.document.body);
    let node = arguments.node.as_deref().map(|word| accepted.node(word)).transpose()?;
    let slots = accepted.range(arguments.slots.as_deref())?;
    require_few(&slots, arguments.slots.as_deref())?;
    accepted.require_near(&slots)?;
    require_few_moves(accepted, node, &slots)?;
    described(result, found, problem, body);
    result.completion_time = Some(accepted.slots);
    if let Some(schedule) = &mut found.schedule {
        schedule.moves = Some(shown::moves(problem, &accepted.schedule, node, slots));
    }
    Ok(())
}

/// A schedule with its moves, once the checker has replayed it.
fn scheduled(
    result: &mut ResultDocument,
    found: &mut ShowReport,
    document: &ScheduleDocument,
    problem: &Problem,
) {
    described(result, found, problem, &document.body);
    let replayed = match check_schedule(document, &Options::default()) {
        Ok(replayed) => replayed,
        Err(rejection) => {
            let reason = rejection.reason();
            result.notes.push(format!(
                "the checker refuses the schedule, whose moves are not listed: {rejection} [{reason}]"
            ));
            return;
        }
    };
    result.completion_time = Some(replayed.completion_time);
    result.set_transmissions(replayed.transmissions, replayed.form.per(), replayed.nodes);
    match shown::all_moves(problem, &Schedule::accepted(problem, &document.body), replayed.completion_time) {
        Ok(moves) => {
            if let Some(schedule) = &mut found.schedule {
                schedule.moves = Some(moves);
            }
        }
        Err(note) => result.notes.push(note),
    }
}

/// Task and form of a schedule.
fn described(result: &mut ResultDocument, found: &mut ShowReport, problem: &Problem, body: &ScheduleBody) {
    set_instance(result, problem);
    shown::describe_names(found, problem);
    found.schedule = Some(shown::describe_schedule(body));
}
