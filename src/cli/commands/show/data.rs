//! Runs `isotask show --json`: the content of a document as data.

use crate::check::{
    Options, Rejection, check_certificate, check_channels, check_matrix, check_matrix_certificate,
    check_schedule,
};
use crate::cli::arguments::draw::ShowArguments;
use crate::cli::commands::show::node::{Accepted, judged, require_few, require_few_moves};
use crate::cli::commands::show::task_of_node::TaskOfNode;
use crate::cli::report::shown;
use crate::cli::report::solution::set_instance;
use crate::cli::report::tell_failure::failure_document;
use crate::cli::terminal::document::{AnyDocument, format_of};
use crate::cli::terminal::failure::{Exit, Failure};
use crate::model::{Network, Problem, Schedule};
use crate::wire::{
    CertificateDocument, ChannelsDocument, Document, MatrixDocument, ReportedClaim, ResultDocument,
    ResultStatus, ScheduleBody, ScheduleDocument, ShowReport, TaskDocument,
};

/// The formats of documents that can be shown.
pub(crate) const KNOWN_FORMATS: [&str; 6] = [
    TaskDocument::FORMAT,
    ScheduleDocument::FORMAT,
    CertificateDocument::FORMAT,
    ChannelsDocument::FORMAT,
    MatrixDocument::FORMAT,
    ResultDocument::FORMAT,
];

/// Returns the document for programs.
pub(crate) fn document(
    file: &str,
    bytes: &[u8],
    arguments: &ShowArguments,
) -> Result<ResultDocument, Failure> {
    let problem = |document: &TaskDocument| arguments.input().problem_of(bytes, document);
    let format = format_of(file, bytes)?;
    let mut result = ResultDocument::new("show", ResultStatus::Done, Exit::Success.code());
    result.input = Some(file.to_owned());
    let mut found = shown::nothing(&format);
    if arguments.rules {
        let accepted = Accepted::new(file, bytes)?;
        described(&mut result, &mut found, &accepted.task, &accepted.document.body);
        result.completion_time = Some(accepted.slots);
        found.rules = Some(judged(&accepted)?);
        result.shown = Some(found);
        return Ok(result);
    }
    if let Some(of_node) = TaskOfNode::read(file, bytes, arguments)? {
        of_node.report(&mut result, &mut found);
        result.shown = Some(found);
        return Ok(result);
    }
    if arguments.node.is_some() || arguments.slots.is_some() {
        asked(&mut result, &mut found, &Accepted::new(file, bytes)?, arguments)?;
        result.shown = Some(found);
        return Ok(result);
    }
    match AnyDocument::of_format(file, bytes, &format, &KNOWN_FORMATS)? {
        AnyDocument::Task(document) => {
            let problem = problem(&document)?;
            set_instance(&mut result, &problem);
            shown::describe_task(&mut found, &problem, &mut result.notes);
        }
        AnyDocument::Schedule(document) => {
            let problem = problem(&document.task)?;
            if let Err(rejection) = scheduled(&mut result, &mut found, &document, &problem) {
                refuse(&mut result, &Failure::refused_alone(file, &rejection));
            }
        }
        AnyDocument::Certificate(document) => {
            let problem = problem(&document.task)?;
            let checked = check_certificate(&document, &Options::default());
            let CertificateDocument { task, schedule, claims, .. } = document;
            result.claims = claims.iter().map(ReportedClaim::from).collect();
            // The schedule may be valid although its certificate is refused.
            let _told_below =
                scheduled(&mut result, &mut found, &ScheduleDocument::new(task, schedule), &problem);
            if let Err(rejection) = checked {
                refuse(&mut result, &Failure::refused(file, &rejection));
            }
        }
        AnyDocument::Channels(document) => {
            let network =
                Network::new(&document.network).map_err(|fault| Failure::model_in(file, bytes, &fault))?;
            if let Err(rejection) = check_channels(&document) {
                let place = rejection.place_at_top("task");
                refuse(&mut result, &Failure::refused_at(file, &rejection, place));
            }
            result.network = Some(network.title());
            result.nodes = Some(network.nodes());
            result.links_per_node = Some(network.links());
            found.channels = Some(document);
        }
        AnyDocument::Matrix(document) => matrix(&mut result, file, document),
        AnyDocument::MatrixCertificate(document) => {
            match check_matrix_certificate(&document) {
                Ok(verdict) => result.completion_time = Some(verdict.completion_time),
                Err(rejection) => refuse(&mut result, &Failure::refused(file, &rejection)),
            }
            (result.ports, result.switching) = (Some(document.ports), document.switching);
            (result.terms, result.matrix_claims) = (Some(document.terms), document.claims);
            if result.error.is_none() {
                matrix(&mut result, file, document.matrix);
            } else {
                result.decomposed = Some(document.matrix);
            }
        }
        AnyDocument::Result(document) => result.results.push(*document),
    }
    result.shown = Some(found);
    Ok(result)
}

/// Adds a matrix: with its sums if the checker accepts it, else with the refusal.
fn matrix(result: &mut ResultDocument, file: &str, document: MatrixDocument) {
    match check_matrix(&document) {
        Ok(sums) => (result.h, result.sigma) = (Some(sums.critical_sum), Some(sums.total)),
        Err(rejection) => {
            let place = rejection.place_at_top("matrix");
            refuse(result, &Failure::refused_at(file, &rejection, place));
        }
    }
    result.decomposed = Some(document);
}

/// Adds the moves of a node, or of all nodes, in the slots that were asked for.
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

/// Adds the refusal of the checker.
fn refuse(result: &mut ResultDocument, failure: &Failure) {
    let refused = failure_document(failure, "show");
    (result.status, result.exit, result.error) = (refused.status, refused.exit, refused.error);
}

/// Adds a schedule: with its moves if the checker accepts it, else without them.
fn scheduled(
    result: &mut ResultDocument,
    found: &mut ShowReport,
    document: &ScheduleDocument,
    problem: &Problem,
) -> Result<(), Rejection> {
    described(result, found, problem, &document.body);
    let replayed = check_schedule(document, &Options::default()).inspect_err(|rejection| {
        let reason = rejection.reason();
        result.notes.push(format!(
            "the checker refuses the schedule, whose moves are not listed: {rejection} [{reason}]"
        ));
    })?;
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
    Ok(())
}

/// Adds the task and the form of a schedule.
fn described(result: &mut ResultDocument, found: &mut ShowReport, problem: &Problem, body: &ScheduleBody) {
    set_instance(result, problem);
    shown::describe_names(found, problem);
    found.schedule = Some(shown::describe_schedule(body));
}
