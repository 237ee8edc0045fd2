//! The formats of others, each a file here and a line of [`FORMATS`].

use super::coq::COQ;
use super::csv::CSV;
use super::format::Format;
use super::lp::LP;
use super::mpi::C;
use super::mps::MPS;
use super::opb::OPB;
use super::veripb::VERIPB;

/// Every format that there is. The words and help of `isotask export --to` come from here.
pub const FORMATS: [&Format; 7] = [&CSV, &C, &OPB, &VERIPB, &LP, &MPS, &COQ];

/// The format of a word; none if there is no such format.
#[must_use]
pub fn format(word: &str) -> Option<&'static Format> {
    FORMATS.into_iter().find(|format| format.word == word)
}
