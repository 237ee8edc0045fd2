//! `isotask export`.

mod graph;
mod matrix;
mod model;
mod plan;
mod program;
mod theorem;
mod transmissions;

use crate::cli::arguments::export::ExportArguments;
use crate::cli::terminal::failure::{Exit, Failure, shown_path};
use crate::cli::terminal::output::{is_stdout, same_place};
use crate::export::{FORMATS, Format, Writer};

pub(crate) fn run(arguments: &ExportArguments) -> Result<Exit, Failure> {
    let input = arguments.input();
    if !is_stdout(&arguments.output) && input.file().is_some_and(|file| same_place(file, &arguments.output)) {
        let name = shown_path(&arguments.output);
        return Err(Failure::usage(format!("{name} is the input; the output would replace it")));
    }
    if let Some(bytes) = matrix::given(arguments) {
        return matrix::run(arguments, &bytes);
    }
    let of_model = matches!(arguments.to.writer, Writer::Program(_) | Writer::Proof(_));
    if arguments.horizon.is_some() && !of_model {
        let word = arguments.to.word;
        return Err(Failure::usage(format!("--horizon is one of a model, which {word} does not write")));
    }
    if let Writer::Transmissions(write) = arguments.to.writer {
        return transmissions::run(arguments, write);
    }
    if arguments.node.is_some() || arguments.slots.is_some() {
        let is_table = |format: &&&Format| matches!(format.writer, Writer::Transmissions(_));
        let tables: Vec<&str> = FORMATS.iter().filter(is_table).map(|format| format.word).collect();
        let tables = tables.join(" or ");
        return Err(Failure::usage(format!(
            "--node and --slots choose from a schedule, expected --to {tables}"
        )));
    }
    match arguments.to.writer {
        Writer::Theorem(write) => theorem::run(arguments, write),
        Writer::Graph(write) => graph::run(arguments, write),
        Writer::Plan(write) => plan::run(arguments, write),
        Writer::Source(write) => program::run(arguments, write),
        Writer::Transmissions(_) | Writer::Program(_) | Writer::Proof(_) => model::run(arguments),
    }
}
