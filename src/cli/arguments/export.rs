//! The arguments of `isotask export`.

use crate::cli::arguments::task::TaskOptions;
use crate::cli::arguments::values::number::whole;
use crate::cli::arguments::values::offered::{INPUT, input_word};
use crate::export::{FORMATS, Format, format};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = EXPORT_HELP)]
pub(crate) struct ExportArguments {
    /// Any certificate or schedule, for csv also a certificate of a matrix; for graphs also a task, or a
    /// network in words, which is written alone (isotask help new); for coq any certificate, for opb, lp and
    /// mps any certificate or task, also one in words, for veripb a certificate whose delay or completion
    /// time a tree proves; - is standard input
    #[arg(required = true, value_name = INPUT, value_parser = input_word(), hide_possible_values = true)]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// What is written
    #[arg(long, value_parser = formats(), value_name = "FORMAT")]
    pub(crate) to: &'static Format,
    /// Slots of the model; default: those of the proof, else what the objective asks for
    #[arg(long, value_name = "SLOTS", allow_negative_numbers = true, value_parser = whole)]
    pub(crate) horizon: Option<u64>,
    /// For tables only what this node sends and receives: an index, or as it is printed, such as 1,2 or 0b101
    #[arg(long)]
    pub(crate) node: Option<String>,
    /// For tables only these slots: one, or A..B from A up to but not including B
    #[arg(long, value_name = "A..B")]
    pub(crate) slots: Option<String>,
    /// For rounds and programs of rounds: the allgather that completes a reduce-scatter to an all-reduce
    #[arg(long, value_name = "FILE")]
    pub(crate) then: Option<PathBuf>,
    /// File to write; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const EXPORT_HELP: &str = "\
By purpose:
  table               csv
  graph               graphml, node-link, dot
  program             jax, torch, c, rounds
  simulator           simgrid, goal
  collective library  msccl-json, msccl-xml
  model of the delay  opb, lp, mps
  proof               veripb, coq

Every file is its user's: no licence attaches to what is written.

The columns of csv are explained in models/formats/schedule.md (of matrices in matrix.md), the names of variables and rows in \
models/formats/programs.md.";

/// Parses a format of the register; each is offered with its sentence.
fn formats() -> impl TypedValueParser<Value = &'static Format> {
    let word = |format: &&'static Format| PossibleValue::new(format.word).help(format.sentence);
    PossibleValuesParser::new(FORMATS.iter().map(word))
        .map(|word| format(&word).expect("the words are those of the register"))
}
