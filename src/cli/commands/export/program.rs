//! Runs `isotask export` in a format that is a program which carries out a schedule.

use crate::cli::arguments::export::ExportArguments;
use crate::cli::commands::show::node::Accepted;
use crate::cli::report::written::report_export;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::Output;
use crate::export::SourceError;
use crate::model::{Problem, Schedule};

pub(crate) fn run(
    arguments: &ExportArguments,
    write: impl Fn(&Problem, &Schedule) -> Result<Vec<u8>, SourceError>,
) -> Result<Exit, Failure> {
    let bytes = arguments.input().bytes()?;
    let output = Output::open(&arguments.output)?;
    let file = arguments.input().name();
    let accepted = Accepted::new(&file, &bytes)?;
    drop(bytes);
    let written = write(&accepted.task, &accepted.schedule)
        .map_err(|fault| Failure::fault(&file, "no-program", fault))?;
    let report = accepted.describe();
    let stdout_taken = output.is_stdout();
    output.finish(&written)?;
    report_export(arguments, &file, &accepted.task, &report, Vec::new(), stdout_taken)
}
