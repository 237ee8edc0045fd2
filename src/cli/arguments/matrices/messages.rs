//! The arguments of `isotask messages`.

use crate::cli::arguments::input::Input;
use crate::cli::arguments::task::TaskOptions;
use crate::cli::arguments::values::number::between;
use crate::cli::arguments::values::offered::{INPUT, input_word};
use crate::grammar::{Bytes, ShortTime};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = MESSAGES_HELP)]
pub(crate) struct MessagesArguments {
    /// Task file, - for standard input; or a network and a task in words, such as torus 8x8 all-to-all
    /// (isotask help new): packets of every node on a hypercube, torus, ring or another Abelian network
    #[arg(required = true, value_name = INPUT, value_parser = input_word(), hide_possible_values = true)]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// Time to start a message, such as 2us: says which messages are fastest
    #[arg(long, value_name = "TIME", requires_all = ["beta", "bytes"])]
    pub(crate) alpha: Option<ShortTime>,
    /// Time of a byte, such as 0.1ns
    #[arg(long, value_name = "TIME", requires = "alpha")]
    pub(crate) beta: Option<ShortTime>,
    /// Bytes of a packet, such as 4096 or 64KiB
    #[arg(long, value_name = "BYTES", requires = "alpha")]
    pub(crate) bytes: Option<Bytes>,
    /// Most packets of a message, for --schedule
    #[arg(
        long,
        value_name = "M",
        allow_negative_numbers = true,
        value_parser = between(1, u32::MAX),
        requires = "schedule"
    )]
    pub(crate) packets: Option<u32>,
    /// Write the steps with messages of --packets as a schedule of the network with links of this capacity,
    /// which check, draw and export take; - is standard output
    #[arg(long, value_name = "FILE", requires = "packets")]
    pub(crate) schedule: Option<PathBuf>,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

impl MessagesArguments {
    pub(crate) fn input(&self) -> Input<'_> {
        Input::new(&self.words, &self.options)
    }
}

const MESSAGES_HELP: &str = "\
Every node does the same, translated. In a step a node sends a message of at most m packets on each link, or one message with --ports one; a \
packet moves once in a step. All steps are equally long: a message takes alpha + m * bytes * beta.

Exit codes:
  0    no routes take fewer steps, for every m in the table
  2    bad input
  3    steps, but fewer may be enough for some m; the bound is printed
  4    self-check failed, a bug";
