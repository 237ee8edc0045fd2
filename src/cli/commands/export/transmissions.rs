//! Runs `isotask export` in a format that is written transmission by transmission.

use crate::cli::arguments::export::ExportArguments;
use crate::cli::commands::export::plan::failure;
use crate::cli::commands::show::node::Opened;
use crate::cli::report::lines::counted;
use crate::cli::report::written::report_export;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::progress::Progress;
use crate::export::{PlanError, Transmissions};
use std::cell::Cell;
use std::io::{self, Write};

pub(crate) fn run(
    arguments: &ExportArguments,
    write: impl Fn(&Transmissions<'_>, &mut dyn Write) -> io::Result<u64>,
) -> Result<Exit, Failure> {
    let Opened { file, output, accepted } = Opened::new(arguments)?;
    let node = arguments.node.as_deref().map(|word| accepted.node(word)).transpose()?;
    let slots = accepted.range(arguments.slots.as_deref())?;
    let network = accepted.task.network();
    if arguments.slots.is_some() {
        accepted.require_near(&slots)?;
    }
    let expected = Transmissions::count(network, &accepted.schedule, node, &slots).map_err(|fault| {
        let fewer = "--node N writes those of one node, --slots A..B those of some slots";
        match fault {
            PlanError::TooManySends { .. } => {
                Failure::fault(&file, fault.reason(), format!("{fault}; {fewer}"))
            }
            fault => failure(&file, &fault),
        }
    })?;
    let mut report = accepted.describe();
    let whose = node.map_or_else(String::new, |node| format!(" of node {}", network.node_words(node)));
    let wanted = counted(slots.end - slots.start, "slot");
    let stdout_taken = output.is_stdout();
    let mut lines = 0;
    let progress = Progress::start();
    output.finish_with(|sink| {
        let (problem, schedule) = (&accepted.task, &accepted.schedule);
        let asked = Cell::new(0_u64);
        // This is called before every line.
        let stop = &|| {
            if asked.get().is_multiple_of(1 << 12) {
                progress.show_count("writing transmissions".to_owned(), asked.get(), expected);
            }
            asked.set(asked.get() + 1);
            interrupt::is_interrupted()
        };
        lines = write(&Transmissions { problem, schedule, node, slots, stop }, sink)?;
        Ok(())
    })?;
    drop(progress);
    report.line("written", format!("{}{whose} in {wanted}", counted(lines, "transmission")));
    report_export(arguments, &file, &accepted.task, &report, Vec::new(), stdout_taken)
}
