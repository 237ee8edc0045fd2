//! What `isotask export` says of what it has written.

use crate::cli::arguments::args::ExportArguments;
use crate::cli::report::lines::Report;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::{finish_report, wrote};
use crate::wire::{ReportedClaim, ResultDocument, ResultStatus, to_bytes};

/// Says what was written, beside the output.
pub(crate) fn tell(
    arguments: &ExportArguments,
    file: &str,
    report: &Report,
    claims: Vec<ReportedClaim>,
    stdout_taken: bool,
) -> Result<Exit, Failure> {
    let text = report.render();
    let report = if arguments.json {
        let mut document = ResultDocument::new("export", ResultStatus::Done, Exit::Success.code());
        document.claims = claims;
        document.input = Some(file.to_owned());
        document.notes = text.lines().map(str::to_owned).collect();
        to_bytes(&document)
    } else {
        let what = format!("the {}", arguments.to.word);
        (text + &wrote(&what, &arguments.output)).into_bytes()
    };
    finish_report(&report, stdout_taken)?;
    Ok(Exit::Success)
}
