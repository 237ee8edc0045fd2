//! Runs `isotask export` in a format of rounds of pairs of devices.

use super::plan::{failure, gathered};
use crate::cli::arguments::export::ExportArguments;
use crate::cli::commands::show::node::{Accepted, Opened};
use crate::cli::report::lines::counted;
use crate::cli::report::written::report_export;
use crate::cli::terminal::failure::{Exit, Failure, name_of};
use crate::cli::terminal::input::read;
use crate::export::rounds;
use crate::model::count_of;
use crate::wire::RoundsDocument;

pub(crate) fn run(
    arguments: &ExportArguments,
    write: impl Fn(&RoundsDocument) -> Vec<u8>,
) -> Result<Exit, Failure> {
    let Opened { file, output, accepted } = Opened::new(arguments)?;
    let second =
        arguments.then.as_deref().map(|path| Accepted::new(&name_of(path), &read(path)?)).transpose()?;
    let plan = gathered(&file, &accepted)?;
    let then = second.as_ref().map(|second| gathered(&file, second)).transpose()?;
    let document = rounds(&plan, then.as_ref()).map_err(|fault| failure(&file, &fault))?;
    let mut report = accepted.describe();
    report.line(
        "written",
        format!(
            "{} in {}, {} of at most {} pairs; {} of a device",
            document.collective.as_str(),
            counted(count_of(document.slots.len()), "slot"),
            counted(count_of(document.rounds()), "round"),
            document.devices,
            counted(document.cells, "cell"),
        ),
    );
    let stdout_taken = output.is_stdout();
    output.finish(&write(&document))?;
    report_export(arguments, &file, &accepted.task, &report, Vec::new(), stdout_taken)
}
