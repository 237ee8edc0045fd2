//! What may stand on the command line of `isotask claims`.

#[cfg(feature = "claims")]
use crate::cli::arguments::values::number::between;
use crate::wire::ClaimVerdict;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = CLAIMS_HELP)]
pub(crate) struct ClaimsArguments {
    /// Identifier of a claim, or what stands before its points (P1, P1.ring), with a point at the end if that
    /// is a claim itself (P4.path.); or words that its name, place, statement or formula has ("average
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
