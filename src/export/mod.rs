//! Schedules, programs and their proofs in formats of others: a file for each, registered in [`FORMATS`].

mod bibtex;
mod coq;
mod coq_lists;
mod coq_network;
mod coq_trees;
mod csv;
mod dot;
mod format;
mod goal;
mod graph;
mod graphml;
mod lp;
mod mpi;
mod mps;
mod msccl;
mod msccl_json;
mod msccl_xml;
mod names;
mod node_link;
mod opb;
mod plan;
mod plan_error;
mod proof_error;
mod register;
mod rights;
mod simgrid;
mod solution;
mod source_error;
mod theorem_error;
mod veripb;

pub use format::{Format, Proof, Proves, Transmissions, Writer};
pub use graph::NetworkGraph;
pub use plan::Plan;
pub use plan_error::PlanError;
pub use register::{FORMATS, format};

// Faults inside of faults, and the parts of which formats are put together.
#[doc(hidden)]
pub use self::{
    bibtex::{Citation, bibtex},
    plan::PlannedSend,
    proof_error::ProofError,
    solution::{SolutionError, flow_solution, solution},
    source_error::SourceError,
    theorem_error::TheoremError,
};
