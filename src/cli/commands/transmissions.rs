//! `isotask export` in a format that is written transmission by transmission.

use crate::cli::arguments::args::ExportArguments;
use crate::cli::commands::node::Accepted;
use crate::cli::report::lines::counted;
use crate::cli::report::written::tell;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::Output;
use crate::export::Transmissions;
use crate::solve::count_transmissions;
use std::io::{self, Write};

/// Most lines that are written.
const MOST_LINES: u64 = 1 << 24;

pub(crate) fn run(
    arguments: &ExportArguments,
    write: impl Fn(&Transmissions<'_>, &mut dyn Write) -> io::Result<u64>,
) -> Result<Exit, Failure> {
    let bytes = arguments.input().bytes()?;
    let output = Output::open(&arguments.output)?;
    let file = arguments.input().name();
    interrupt::listen(interrupt::WITH_THE_BEST);
    let accepted = Accepted::new(&file, &bytes)?;
    drop(bytes);
    let node = arguments.node.as_deref().map(|word| accepted.node(word)).transpose()?;
    let slots = accepted.range(arguments.slots.as_deref())?;
    let network = accepted.task.network();
    let lines = count_transmissions(network, &accepted.document.body, node, &slots);
    if lines.is_none_or(|lines| lines > MOST_LINES) {
        let lines = lines.map_or_else(|| "2^64".to_owned(), |lines| lines.to_string());
        let message = format!(
            "up to {lines} transmissions, expected at most {MOST_LINES}; --node N writes those of one node, --slots A..B those of some slots"
        );
        return Err(Failure::fault(&file, "too-many-lines", message));
    }
    let mut report = accepted.describe();
    let whose = node.map_or_else(String::new, |node| format!(" of node {}", network.node_words(node)));
    let wanted = counted(slots.end - slots.start, "slot");
    let stdout_taken = output.is_stdout();
    let mut lines = 0;
    output.finish_with(|sink| {
        let (problem, schedule) = (&accepted.task, &accepted.document.body);
        let stop = &interrupt::is_interrupted;
        lines = write(&Transmissions { problem, schedule, node, slots, stop }, sink)?;
        Ok(())
    })?;
    report.line("written", format!("{}{whose} in {wanted}", counted(lines, "transmission")));
    tell(arguments, &file, &report, Vec::new(), stdout_taken)
}
