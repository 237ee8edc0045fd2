//! The formats of others, each a file here and a line of [`FORMATS`].

use super::coq::COQ;
use super::csv::CSV;
use super::dot::DOT;
use super::format::Format;
use super::goal::GOAL;
use super::graphml::GRAPHML;
use super::lp::LP;
use super::mps::MPS;
use super::msccl_json::MSCCL_JSON;
use super::msccl_xml::MSCCL_XML;
use super::node_link::NODE_LINK;
use super::opb::OPB;
use super::simgrid::SIMGRID;
use super::veripb::VERIPB;

/// Every format that there is. The words and help of `isotask export --to` come from here.
///
/// By purpose: tables and graphs, programs that carry a schedule out, models and proofs.
pub const FORMATS: [&Format; 13] = [
    &CSV,
    &GRAPHML,
    &NODE_LINK,
    &DOT,
    &SIMGRID,
    &GOAL,
    &MSCCL_JSON,
    &MSCCL_XML,
    &OPB,
    &VERIPB,
    &LP,
    &MPS,
    &COQ,
];

/// The format of a word; none if there is no such format.
#[must_use]
pub fn format(word: &str) -> Option<&'static Format> {
    FORMATS.into_iter().find(|format| format.word == word)
}
