//! Schedules, programs and their proofs in formats of others: a file for each, registered in [`FORMATS`].

mod bibtex;
mod coq;
mod coq_lists;
mod coq_trees;
mod csv;
mod dot;
mod format;
mod goal;
mod graph;
mod graphml;
mod lp;
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
mod theorem_error;
mod veripb;

pub use bibtex::{Citation, bibtex};
pub use format::{Format, Proof, Transmissions, Writer};
pub use graph::NetworkGraph;
pub use plan::{Plan, PlannedSend};
pub use plan_error::PlanError;
pub use proof_error::ProofError;
pub use register::{FORMATS, format};
pub use solution::{SolutionError, flow_solution, solution};
pub use theorem_error::TheoremError;
