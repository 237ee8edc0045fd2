//! The register of export formats, each a file here and a line of [`FORMATS`].

use super::coq::COQ;
use super::csv::CSV;
use super::format::Format;
use super::graph::dot::DOT;
use super::graph::graphml::GRAPHML;
use super::graph::node_link::NODE_LINK;
use super::mpi::C;
use super::msccl::json::MSCCL_JSON;
use super::msccl::xml::MSCCL_XML;
use super::plan::goal::GOAL;
use super::plan::simgrid::SIMGRID;
use super::program::lp::LP;
use super::program::mps::MPS;
use super::program::opb::OPB;
use super::program::veripb::VERIPB;
use super::rounds::jax::JAX;
use super::rounds::json::ROUNDS;
use super::rounds::torch::TORCH;

/// All export formats. The words and help of `isotask export --to` come from here.
///
/// They are ordered by purpose: tables and graphs, programs that carry a schedule out, models and proofs.
pub const FORMATS: [&Format; 17] = [
    &CSV,
    &GRAPHML,
    &NODE_LINK,
    &DOT,
    &ROUNDS,
    &JAX,
    &TORCH,
    &C,
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

/// Returns the format of a word; none if there is no such format.
#[must_use]
pub fn format(word: &str) -> Option<&'static Format> {
    FORMATS.into_iter().find(|format| format.word == word)
}
