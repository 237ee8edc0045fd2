//! `isotask export`.

mod graph;
mod matrix;
mod model;
mod plan;
mod program;
mod rounds;
mod theorem;
mod transmissions;

use crate::cli::arguments::export::ExportArguments;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::export::{FORMATS, Format, Writer};

pub(crate) fn run(arguments: &ExportArguments) -> Result<Exit, Failure> {
    if let Some(bytes) = matrix::given(arguments) {
        return matrix::run(arguments, &bytes);
    }
    let of_rounds = matches!(arguments.to.writer, Writer::Rounds(_));
    if arguments.then.is_some() && !of_rounds {
        let word = arguments.to.word;
        return Err(Failure::usage(format!(
            "--then completes rounds to an all-reduce, which {word} does not write"
        )));
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
        Writer::Rounds(write) => rounds::run(arguments, write),
        Writer::Source(write) => program::run(arguments, write),
        Writer::Transmissions(_) | Writer::Program(_) | Writer::Proof(_) => model::run(arguments),
    }
}
