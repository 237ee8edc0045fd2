//! The arguments of `isotask claims` and `isotask crosscheck`, which compare what papers print with proofs.

#[cfg(all(feature = "claims", feature = "ilp"))]
use crate::cli::arguments::input::Input;
use crate::cli::arguments::task::TaskOptions;
#[cfg(feature = "claims")]
use crate::cli::arguments::values::number::between;
use crate::cli::arguments::values::offered::{INPUT, input_word};
use crate::cli::arguments::values::time::time;
use crate::wire::ClaimVerdict;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(after_help = CLAIMS_HELP)]
pub(crate) struct ClaimsArguments {
    /// Identifier of a claim, or what stands before its points (P1, P1.ring), with a point at the end if
    /// that is a claim itself (P4.path.); or words that its name, place, statement or formula has ("average
    /// delay"); default: all
    #[arg(value_name = "CLAIM")]
    pub(crate) claims: Vec<String>,
    /// Judge all claims, or those that have the words, instead of listing their verdicts from the record
    #[arg(long)]
    pub(crate) judge: bool,
    /// Judge the claims of this file (isotask.claims/1) instead of the papers'; - is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Only claims with this verdict; may be repeated
    #[arg(long, value_name = "VERDICT")]
    pub(crate) verdict: Vec<VerdictWord>,
    /// Write all certificates behind the verdicts into this folder, new or empty
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Threads: claims that are judged at a time; default: one for each core
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = between(1, 1024))]
    pub(crate) threads: Option<u32>,
    /// Print tables in Markdown
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// A verdict on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum VerdictWord {
    /// It holds on every instance
    Confirmed,
    /// It holds under a restriction
    Narrower,
    /// It fails
    Refuted,
    /// Neither is proved
    Open,
}

#[cfg(feature = "claims")]
impl VerdictWord {
    pub(crate) fn is(self, verdict: ClaimVerdict) -> bool {
        match self {
            Self::Confirmed => verdict == ClaimVerdict::Confirmed,
            Self::Narrower => verdict == ClaimVerdict::Narrower,
            Self::Refuted => verdict == ClaimVerdict::Refuted,
            Self::Open => verdict == ClaimVerdict::Open,
        }
    }
}

const CLAIMS_HELP: &str = "\
confirmed: it holds on every instance of the range; narrower: it fails on one, and holds under a restriction \
that is named; refuted: it fails on one; open: on some instance it is neither proved nor refuted. Where a text \
allows several readings, the best verdict of any counts, and the list says how many of them have it. One claim \
alone is shown in full.

Exit codes: 1 if a claim is refuted that CLAIM names, by its identifier or by what stands before it, be it listed \
or not, or one of --file; without CLAIM, or by words, the papers' claims are listed, as the record of what is known, \
and the exit code is 0.";

#[derive(Debug, Args)]
#[command(after_help = CROSSCHECK_HELP)]
pub(crate) struct CrosscheckArguments {
    /// Task file, - for standard input; or a network and a task in words, such as hypercube 3 total-exchange
    /// (isotask help new)
    #[arg(
        required_unless_present = "all",
        value_name = INPUT,
        value_parser = input_word(),
        hide_possible_values = true
    )]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// All small instances of P1 to P3, a line each, or those whose words begin so (ring 5): hypercubes to
    /// dimension 5, rings to 9 nodes, tori to 16, every neighbourhood exchange with every number of ports,
    /// broadcasts and their kin, other Cayley graphs
    #[arg(long)]
    pub(crate) all: bool,
    /// Time for each run of the integer program, 10s, 2m or 1h; without it search nodes are counted, so
    /// that the result is the same everywhere
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time)]
    pub(crate) time_limit: Option<Duration>,
    /// Threads: instances of --all that are checked at a time; default: one for each core
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
    /// Print the lines of --all as CSV
    #[arg(long, requires = "all", conflicts_with = "json")]
    pub(crate) as_csv: bool,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[cfg(all(feature = "claims", feature = "ilp"))]
impl CrosscheckArguments {
    pub(crate) fn input(&self) -> Input<'_> {
        Input::new(&self.words, &self.options)
    }
}

const CROSSCHECK_HELP: &str = "\
One table for one task: the closed forms of the papers with the verdicts of their claims, a schedule by every method \
that suits, the integer program really solved, and the lower bounds. The program is handed neither a bound nor a \
schedule: with the slots T of the best construction it has to find a schedule, with T - 1 slots to prove that there \
is none, and within T slots to find and to prove the least delay. Rows are in conflict where one bounds from below, \
above the other, what that bounds from above; a formula that is refuted is shown and does not count.

Exit codes: 0 if all rows agree, 1 if some are in conflict, 3 if the program ended with a gap.";
