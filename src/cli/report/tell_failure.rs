//! How a failure is told.

use crate::cli::terminal::failure::{Exit, Failure, say};
use crate::cli::terminal::output::finish_report;
use crate::wire::{ErrorReport, ResultDocument, ResultStatus, to_bytes};

/// Says what went wrong: one line on standard error, or one document on standard output; on standard error
/// if standard output belongs to another one.
pub(crate) fn tell_failure(failure: &Failure, command: &str, as_json: bool, stdout_taken: bool) -> Exit {
    if failure.reason == "closed-pipe" {
        return failure.exit;
    }
    if !as_json {
        say(&format!("error: {}", failure.message));
        return failure.exit;
    }
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
    });
    if let Err(unwritten) = finish_report(&to_bytes(&document), stdout_taken) {
        say(&format!("error: {}", unwritten.message));
    }
    failure.exit
}
