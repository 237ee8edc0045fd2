//! The arguments of `isotask rate`.

use crate::cli::arguments::input::Input;
use crate::cli::arguments::task::TaskOptions;
use crate::cli::arguments::values::number::whole;
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
    /// Also seek a schedule of 1, 2, 4, … tasks at once, up to this number, as solve --count does
    #[arg(long, value_name = "TASKS", value_parser = whole)]
    pub(crate) up_to: Option<u64>,
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
If a task is done m times, later packets start while earlier ones are on their way. For large m each task takes a fixed number of slots, the rate. \
The plan that is printed repeats and takes that many; prices of links and ports bound all schedules. Where both meet, no schedule is faster. \
Of few tasks a plan is at its beginning and its end: with --up-to N the table has a schedule of each number up to N too.

Exit codes:
  0    no plan carries more
  2    bad input
  3    a plan that is not proved optimal; the bound is printed
  4    self-check failed, a bug";
