//! Runs `isotask export` in a format that carries out a whole schedule.

use crate::cli::arguments::export::ExportArguments;
use crate::cli::commands::show::node::{Accepted, Opened, SLOTS_OPTION};
use crate::cli::report::written::report_export;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::interrupt;
use crate::export::{Plan, PlanError};
use std::io::Write;

pub(crate) fn run(
    arguments: &ExportArguments,
    write: impl Fn(&Plan<'_>, &mut dyn Write) -> Result<String, PlanError>,
) -> Result<Exit, Failure> {
    let Opened { file, output, accepted } = Opened::new(arguments)?;
    let plan = gathered(&file, &accepted)?;
    let mut written = Vec::new();
    let said = write(&plan, &mut written).map_err(|fault| failure(&file, &fault))?;
    let mut report = accepted.describe();
    report.line("written", said);
    let stdout_taken = output.is_stdout();
    output.finish(&written)?;
    report_export(arguments, &file, &accepted.task, &report, Vec::new(), stdout_taken)
}

/// Collects all sends of an accepted schedule.
pub(crate) fn gathered<'a>(file: &str, accepted: &'a Accepted) -> Result<Plan<'a>, Failure> {
    Plan::new(&accepted.task, &accepted.schedule, accepted.slots, &interrupt::is_interrupted)
        .map_err(|fault| failure(file, &fault))
}

pub(crate) fn failure(file: &str, fault: &PlanError) -> Failure {
    match fault {
        PlanError::Stopped => Failure::interrupted("interrupted: nothing was written"),
        PlanError::TooFar(far) => Failure::fault(file, fault.reason(), far.words(SLOTS_OPTION)),
        PlanError::Output(fault) => Failure::io("cannot write", file, fault),
        fault => Failure::fault(file, fault.reason(), fault),
    }
}
