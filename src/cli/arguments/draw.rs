//! The arguments of `isotask draw` and `isotask show`.

use crate::cli::arguments::packet::PacketOptions;
use crate::cli::arguments::task::TaskOptions;
use crate::cli::arguments::values::number::between;
use crate::cli::arguments::values::offered::{INPUT, input_word};
use crate::draw::{PICTURES, Picture, WRITINGS, Writing, picture, writing};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = DRAW_HELP)]
pub(crate) struct DrawArguments {
    /// A certificate, a schedule, a task, a result of solve --pareto, of a solve with a history or of tree,
    /// a matrix or its certificate, or channels, of which the network is drawn; - is standard input; or a
    /// network and a task in words (isotask help new)
    #[arg(
        required_unless_present = "empty",
        value_name = INPUT,
        value_parser = input_word(),
        hide_possible_values = true
    )]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// Which picture; default: of certificates and schedules heat-map, or use where that has no room, of
    /// tasks matrix where they have one, of matrices terms, of a solve with a history progress, else network
    #[arg(long, value_parser = pictures(), value_name = "PICTURE")]
    pub(crate) picture: Option<&'static Picture>,
    /// Of a schedule or certificate only these slots: one, or A..B from A up to but not including B
    #[arg(long, value_name = "A..B")]
    pub(crate) slots: Option<String>,
    /// Of a schedule or certificate only the packets of this node; default: of a symmetric one those of node
    /// 0, else all
    #[arg(long)]
    pub(crate) node: Option<String>,
    /// What is written; default: what the name of the output ends with, else svg
    #[arg(long, value_parser = writings(), value_name = "FORMAT")]
    pub(crate) to: Option<&'static Writing>,
    #[command(flatten)]
    pub(crate) packet: PacketOptions,
    /// Without title, what is known, and legend, as for a figure with a caption
    #[arg(long)]
    pub(crate) bare: bool,
    /// How wide the picture is, in pixels, of tikz in points; default: as it comes, of tikz at most the 345
    /// points of an article
    #[arg(long, value_name = "N", value_parser = between(16, 16_384))]
    pub(crate) width: Option<u32>,
    /// A page without a certificate: one is dropped on it or chosen, and the proved checker says what it
    /// proves
    #[arg(long, conflicts_with_all = ["words", "picture", "slots", "node", "bare", "width"])]
    pub(crate) empty: bool,
    /// File to write; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const DRAW_HELP: &str = "\
Colours say how many hops a packet has in all. \"Optimal\" stands in a picture only if the certificate says so \
and the checker has accepted it.";

#[derive(Debug, Args)]
#[command(after_help = SHOW_HELP)]
pub(crate) struct ShowArguments {
    /// A document of Isotask, - for standard input; or a network and a task in words (isotask help new)
    #[arg(required = true, value_name = INPUT, value_parser = input_word(), hide_possible_values = true)]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// Of a schedule or certificate show what this node sends and receives, of a task its task matrix: an
    /// index, or as it is printed, such as 1,2 or 000101 or 0321; 0b101 is binary, 0d101 decimal
    #[arg(long)]
    pub(crate) node: Option<String>,
    /// In which slots: one, or A..B from A up to but not including B; default: all, if they are at most 1024.
    /// Without --node what node 0 does where all nodes do the same, else what all do
    #[arg(long, value_name = "A..B")]
    pub(crate) slots: Option<String>,
    /// Hold a schedule or certificate, of whatever origin, against the rules of P1, slot by slot: critical
    /// lines served (OCTR), nearest packets first (OADD), no link idle that a packet waits for; with the
    /// slots in which packets come home and the packets stored
    #[arg(long, conflicts_with_all = ["node", "slots"])]
    pub(crate) rules: bool,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const SHOW_HELP: &str = "\
Every link that is used in a slot stands in a line: what the node sends over it, and what it \
receives from the neighbour behind it.";

/// Parses a picture of the register; each is offered with its sentence.
fn pictures() -> impl TypedValueParser<Value = &'static Picture> {
    let word = |picture: &&'static Picture| PossibleValue::new(picture.word).help(picture.sentence);
    PossibleValuesParser::new(PICTURES.iter().map(word))
        .map(|word| picture(&word).expect("the words are those of the register"))
}

/// Parses an output format of pictures; each is offered with its sentence.
fn writings() -> impl TypedValueParser<Value = &'static Writing> {
    let word = |writing: &&'static Writing| PossibleValue::new(writing.word).help(writing.sentence);
    PossibleValuesParser::new(WRITINGS.iter().map(word))
        .map(|word| writing(&word).expect("the words are those of the register"))
}
