//! Formats of graphs, a file for each that is read.

mod anynet;
mod dimacs;
pub(super) mod edge_list;
pub(super) mod foreign;
mod gml;
mod graph6;
mod graphml;
mod ibnetdiscover;
mod matrix_market;
mod nccl;
mod node_link;
mod nvidia_smi;
mod simgrid;
mod slurm;
mod sparse6;

use super::reader::Reader;

/// All formats except lines of two nodes, the fallback; the first that recognizes a file reads it.
pub(super) const READERS: [Reader; 13] = [
    node_link::READER,
    nccl::READER,
    simgrid::READER,
    graphml::READER,
    matrix_market::READER,
    gml::READER,
    dimacs::READER,
    nvidia_smi::READER,
    slurm::READER,
    ibnetdiscover::READER,
    anynet::READER,
    sparse6::READER,
    graph6::READER,
];
