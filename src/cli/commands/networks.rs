//! `isotask networks`.

use crate::cli::report::draw;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::Output;
use crate::cli::terminal::width::fold_everywhere;
use crate::grammar::{NetworkHelp, network_help};
use crate::wire::{NetworkReport, ResultDocument, ResultStatus, to_bytes};

/// Lists the words for networks.
pub(crate) fn run(json: bool) -> Result<Exit, Failure> {
    fold_everywhere();
    let bytes = if json {
        let mut document = ResultDocument::new("networks", ResultStatus::Done, Exit::Success.code());
        document.networks = network_help().map(report).collect();
        to_bytes(&document)
    } else {
        draw::words(&["network", "what it is", "example"], network_help().map(row).collect()).into_bytes()
    };
    Output::stdout().finish(&bytes)?;
    Ok(Exit::Success)
}

fn report(help: NetworkHelp) -> NetworkReport {
    NetworkReport {
        word: help.word.to_owned(),
        parameters: help.parameters.to_owned(),
        note: help.note.to_owned(),
        sentence: help.sentence.to_owned(),
        examples: help.examples.iter().map(|&example| example.to_owned()).collect(),
    }
}

fn row(help: NetworkHelp) -> Vec<String> {
    let words = format!("{} {}", help.word, help.parameters).trim_end().to_owned();
    let note = if help.note.is_empty() { String::new() } else { format!(" ({})", help.note) };
    let example = help.examples.last().copied().unwrap_or_default();
    vec![words, format!("{}{note}", help.sentence), example.to_owned()]
}
