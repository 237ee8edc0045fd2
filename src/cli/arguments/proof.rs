//! The arguments of `isotask proof`.

use crate::cli::arguments::input::Input;
use crate::cli::arguments::task::TaskOptions;
use crate::cli::arguments::values::number::{between, whole};
use crate::cli::arguments::values::offered::{INPUT, input_word};
use crate::cli::arguments::values::time::time;
use clap::{Args, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// `isotask proof`.
#[derive(Debug, Args)]
pub(crate) struct ProofArguments {
    #[command(subcommand)]
    pub(crate) step: ProofStep,
}

impl ProofArguments {
    /// Returns the number of threads that was asked for.
    pub(crate) fn threads(&self) -> Option<u32> {
        match &self.step {
            ProofStep::Run(arguments) => arguments.threads,
            ProofStep::Split(_) | ProofStep::Join(_) => None,
        }
    }
}

/// The three steps.
#[derive(Debug, Subcommand)]
pub(crate) enum ProofStep {
    /// Cut the proof of a certificate's bound into parts, a file for each
    Split(Box<SplitArguments>),
    /// Prove parts, each by itself, into files beside them; those with a proof are skipped
    Run(RunArguments),
    /// Put the proofs of all parts together into a certificate
    Join(JoinArguments),
}

/// `isotask proof split`.
#[derive(Debug, Args)]
pub(crate) struct SplitArguments {
    /// A certificate, a task (which is solved first), or a task in words
    #[arg(required = true, value_name = INPUT, value_parser = input_word(), hide_possible_values = true)]
    words: Vec<OsString>,
    #[command(flatten)]
    options: TaskOptions,
    /// The folder for the parts, new or empty
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    /// Branchings from the root to a part: at most 2^DEPTH parts
    #[arg(long, default_value_t = 4, value_parser = between(0, 16))]
    pub(crate) depth: u32,
    /// Prove no more than this value; default: that of the schedule, which is optimal then
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true, value_parser = whole)]
    pub(crate) target: Option<u64>,
    /// The model of the proof; default: flow where it is not too large, else delay
    #[arg(long, value_name = "MODEL", value_enum)]
    pub(crate) model: Option<ModelWord>,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// A model by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModelWord {
    /// Flows over nodes and slots; of demands the transport model
    Flow,
    /// Directions and needs, of the delay on hypercubes, tori and rings
    Delay,
}

#[cfg_attr(not(feature = "ilp"), expect(dead_code, reason = "without HiGHS nothing is split"))]
impl SplitArguments {
    pub(crate) fn input(&self) -> Input<'_> {
        Input::new(&self.words, &self.options)
    }
}

/// `isotask proof run`.
#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    /// Files of parts
    #[arg(required = true, value_name = "PART")]
    pub(crate) parts: Vec<PathBuf>,
    /// Time for a part, in seconds, or as 500ms, 10s, 2m or 1h; what is proved until then is kept
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time)]
    pub(crate) time_limit: Option<Duration>,
    /// Threads: parts that are proved at a time, and of fewer parts the work inside each; default: one for
    /// each core
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = between(1, 1024))]
    pub(crate) threads: Option<u32>,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// `isotask proof join`.
#[derive(Debug, Args)]
pub(crate) struct JoinArguments {
    /// The folder of the parts
    pub(crate) folder: PathBuf,
    /// Where the certificate goes; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}
