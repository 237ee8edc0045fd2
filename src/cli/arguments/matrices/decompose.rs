//! The arguments of `isotask decompose`.

use crate::cli::arguments::input::Input;
use crate::cli::arguments::task::TaskOptions;
use crate::cli::arguments::values::offered::{INPUT, input_word};
use crate::decompose::BirkhoffWay;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = DECOMPOSE_HELP)]
pub(crate) struct DecomposeArguments {
    /// A matrix of integers from 0 on: a table with commas, semicolons, tabs or blanks, with or without
    /// header and row names; Matrix Market; isotask.matrix/1, or its certificate; a task file; - is
    /// standard input. Or a network and a task in words (isotask help new), whose task matrix is taken
    #[arg(required = true, value_name = INPUT, value_parser = input_word(), hide_possible_values = true)]
    pub(crate) words: Vec<OsString>,
    /// Of these the ports k are the most entries of a permutation matrix, of a file too
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// How to decompose; default: hall for a small matrix, else quotient or euler by its columns
    #[arg(long, value_parser = ways(), value_name = "METHOD")]
    pub(crate) method: Option<BirkhoffWay>,
    /// Look for the fewest terms among sums of T slots; proved where the checker can try all, else with a gap
    #[arg(long, conflicts_with = "switching")]
    pub(crate) fewest: bool,
    /// Cover the matrix, so that the slots, and SLOTS more for each configuration, the first one too, are
    /// few in all; an entry that is done may idle
    #[arg(long, value_name = "SLOTS")]
    pub(crate) switching: Option<u64>,
    /// Write the certificate; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Say why each step can be done (P1 Theorem 3, Hall's condition, the alternating path that was found),
    /// or why there are no fewer terms
    #[arg(long)]
    pub(crate) explain: bool,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

impl DecomposeArguments {
    /// Returns the input; the ports of its words are those of the matrix.
    pub(crate) fn input(&self) -> Input<'_> {
        Input::new(&self.words, &self.options)
    }
}

const DECOMPOSE_HELP: &str = "\
A matrix of critical sum h (the greatest row or column sum) and total σ is a sum of T = max(h, ⌈σ/k⌉) partial permutation matrices \
of at most k entries, and of no fewer (König; P1 Theorems 4 and 7).

Exit codes:
  0    decomposed, and accepted by the checker
  2    bad input
  3    decomposed, but --fewest or --switching ended with a gap
  4    self-check failed, a bug";

fn ways() -> impl TypedValueParser<Value = BirkhoffWay> {
    let words = BirkhoffWay::EVERY.map(|way| {
        PossibleValue::new(way.as_str()).help(match way {
            BirkhoffWay::Hall => {
                "Pad to a perfect matrix, remove perfect matchings with their weights (P1 Theorems 3, 4)"
            }
            BirkhoffWay::Quotient => {
                "Contract the rows to groups, decompose the small matrix: for few columns"
            }
            BirkhoffWay::Euler => "Halve along Euler circuits: for many columns and small sums",
        })
    });
    PossibleValuesParser::new(words).map(|word| {
        let way = BirkhoffWay::EVERY.into_iter().find(|way| way.as_str() == word);
        way.expect("clap lets no other word through")
    })
}
