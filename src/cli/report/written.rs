//! Reports what `isotask export` has written.

use crate::cli::arguments::export::ExportArguments;
use crate::cli::report::lines::Report;
use crate::cli::report::solution::set_instance;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::{CommandReport, finish_report, written, wrote};
use crate::model::Problem;
use crate::wire::{ReportedClaim, ResultDocument, ResultStatus};

/// Reports an export of a problem, beside the output.
pub(crate) fn report_export(
    arguments: &ExportArguments,
    file: &str,
    problem: &Problem,
    report: &Report,
    claims: Vec<ReportedClaim>,
    stdout_taken: bool,
) -> Result<Exit, Failure> {
    let about = |document: &mut ResultDocument| {
        document.claims = claims;
        set_instance(document, problem);
    };
    report_export_of(arguments, file, about, report, stdout_taken)
}

/// Reports an export, beside the output; `about` fills in what it is of.
pub(crate) fn report_export_of(
    arguments: &ExportArguments,
    file: &str,
    about: impl FnOnce(&mut ResultDocument),
    report: &Report,
    stdout_taken: bool,
) -> Result<Exit, Failure> {
    let text = report.render();
    let report = if arguments.json {
        let mut document = ResultDocument::new("export", ResultStatus::Done, Exit::Success.code());
        about(&mut document);
        document.input = Some(file.to_owned());
        document.written.extend(written(arguments.to.word, &arguments.output));
        document.notes = text.lines().map(str::to_owned).collect();
        CommandReport::Document(Box::new(document))
    } else {
        let what = format!("the export ({})", arguments.to.word);
        CommandReport::Words(text + &wrote(&what, &arguments.output))
    };
    finish_report(&report, stdout_taken)?;
    Ok(Exit::Success)
}
