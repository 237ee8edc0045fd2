//! The arguments of `isotask rate`.

use crate::cli::arguments::input::Input;
use crate::cli::arguments::task::TaskOptions;
use crate::cli::arguments::values::offered::{INPUT, input_word};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = RATE_HELP)]
pub(crate) struct RateArguments {
    /// Task file, - for standard input; or a network and a task in words, such as ring 8 allgather (isotask
    /// help new)
    #[arg(required = true, value_name = INPUT, value_parser = input_word(), hide_possible_values = true)]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// Write the plan with its proof (isotask.rate/1), which isotask check reads; - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

impl RateArguments {
    pub(crate) fn input(&self) -> Input<'_> {
        Input::new(&self.words, &self.options)
    }
}

const RATE_HELP: &str = "\
A long message is many packets, and its packets follow each other. The rate is the least number of slots that such a task takes for each packet, \
in the limit. A plan that repeats attains it; prices of links and ports prove that no schedule is faster.

Exit codes:
  0    no plan carries more
  2    bad input
  3    a plan that is not proved optimal; the bound is printed
  4    self-check failed, a bug";
