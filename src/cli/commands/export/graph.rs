//! Runs `isotask export` in a format of graphs.

use crate::cli::arguments::export::ExportArguments;
use crate::cli::arguments::input::Input;
use crate::cli::commands::export::plan::{failure, gathered};
use crate::cli::commands::show::node::Accepted;
use crate::cli::report::lines::{Report, counted};
use crate::cli::report::solution::set_network;
use crate::cli::report::written::{report_export, report_export_of};
use crate::cli::terminal::document::AnyDocument;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::Output;
use crate::export::NetworkGraph;
use crate::model::Network;
use crate::wire::{CertificateDocument, Document, ScheduleDocument, TaskDocument};
use std::io::{self, Write};

/// The formats of documents that can be written as graphs.
const KNOWN_FORMATS: [&str; 3] =
    [TaskDocument::FORMAT, CertificateDocument::FORMAT, ScheduleDocument::FORMAT];

/// Writes the network of a certificate or schedule with its transmissions, or the network of a task alone.
pub(crate) fn run(
    arguments: &ExportArguments,
    write: impl Fn(&NetworkGraph<'_>, &mut dyn Write) -> io::Result<()>,
) -> Result<Exit, Failure> {
    let input = Input::traffic(&arguments.words, &arguments.options);
    let bytes = input.bytes()?;
    let output = Output::open(&arguments.output)?;
    let file = input.name();
    interrupt::listen(interrupt::ENDING_WITH_INCUMBENT);
    let stdout_taken = output.is_stdout();
    match AnyDocument::read(&file, &bytes, &KNOWN_FORMATS)? {
        AnyDocument::Task(document) => {
            let network = Network::new(&document.network)
                .map_err(|fault| input.not_a_task(&bytes, &document, &fault))?;
            let graph = NetworkGraph::alone(&network, document.name.as_deref())
                .map_err(|fault| failure(&file, &fault))?;
            let mut report = Report::default();
            if let Some(name) = &document.name {
                report.line("name", name);
            }
            report.line("network", network.to_string());
            report.line("written", size(&graph));
            output.finish_with(|sink| write(&graph, sink))?;
            report_export_of(arguments, &file, |result| set_network(result, &network), &report, stdout_taken)
        }
        scheduled => {
            drop(bytes);
            let accepted = Accepted::of(&file, scheduled)?;
            let plan = gathered(&file, &accepted)?;
            let graph = NetworkGraph::of_plan(&plan);
            let mut report = accepted.describe();
            let sends = counted(plan.sends.len().try_into().unwrap_or(u64::MAX), "transmission");
            report.line("written", format!("{}, {sends}", size(&graph)));
            output.finish_with(|sink| write(&graph, sink))?;
            report_export(arguments, &file, &accepted.task, &report, Vec::new(), stdout_taken)
        }
    }
}

fn size(graph: &NetworkGraph<'_>) -> String {
    let (nodes, links) = graph.size();
    format!("{}, {}", counted(nodes, "node"), counted(links, "directed link"))
}
