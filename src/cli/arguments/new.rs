//! The arguments of `isotask new`.

use crate::cli::arguments::task::TaskOptions;
use crate::cli::arguments::values::offered::input_word;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = super::grammar::grammar())]
pub(crate) struct NewArguments {
    /// The network, or a file of its links, then the task
    #[arg(
        required = true,
        value_name = "NETWORK… TASK…",
        value_parser = input_word(),
        hide_possible_values = true
    )]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// A title
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// File to write; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    /// Print one isotask.result/1 document beside it
    #[arg(long)]
    pub(crate) json: bool,
}
