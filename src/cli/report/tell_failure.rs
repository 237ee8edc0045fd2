//! Reports failures.

use crate::cli::terminal::failure::{Exit, Failure, Fault, say_error};
use crate::cli::terminal::output::{CommandReport, finish_report};
use crate::wire::{ErrorReport, FaultReport, ResultDocument, ResultStatus};

/// Reports a failure: a line for each fault on standard error, or one document on standard output. If
/// standard output is taken by another document, this one goes to standard error.
pub(crate) fn tell_failure(failure: &Failure, command: &str, as_json: bool, stdout_taken: bool) -> Exit {
    if !as_json {
        say_error(&failure.message);
        let file = failure.file.as_deref().unwrap_or_default();
        for fault in failure.faults.iter().skip(1) {
            say_error(&fault.in_file(file));
        }
        return failure.exit;
    }
    let document = failure_document(failure, command);
    if let Err(unwritten) = finish_report(&CommandReport::Document(Box::new(document)), stdout_taken) {
        say_error(&unwritten.message);
    }
    failure.exit
}

/// Returns the report of a failure for programs.
pub(crate) fn failure_document(failure: &Failure, command: &str) -> ResultDocument {
    let status = match failure.exit {
        Exit::Negative => ResultStatus::Refused,
        Exit::Bug => ResultStatus::SelfCheckFailed,
        Exit::Interrupted => ResultStatus::Interrupted,
        _ => ResultStatus::Error,
    };
    let mut document = ResultDocument::new(command, status, failure.exit.code());
    document.input.clone_from(&failure.file);
    document.error = Some(ErrorReport {
        reason: failure.reason.to_owned(),
        file: failure.file.clone(),
        place: failure.place.clone(),
        message: failure.message.clone(),
        faults: failure.faults.iter().map(reported).collect(),
    });
    document
}

fn reported(fault: &Fault) -> FaultReport {
    FaultReport {
        reason: fault.reason.to_owned(),
        place: fault.place.clone(),
        line: fault.at.and_then(|(line, _)| u64::try_from(line).ok()),
        column: fault.at.and_then(|(_, column)| u64::try_from(column?).ok()),
        message: fault.message.clone(),
    }
}
