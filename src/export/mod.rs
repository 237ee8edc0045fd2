//! Schedules, programs and their proofs in formats of others: a file for each, registered in [`FORMATS`].

mod bibtex;
mod coq;
mod coq_lists;
mod coq_trees;
mod csv;
mod format;
mod lp;
mod mpi;
mod mps;
mod names;
mod opb;
mod proof_error;
mod register;
mod solution;
mod theorem_error;
mod veripb;

pub use bibtex::{Citation, bibtex};
pub use format::{Format, Proof, Transmissions, Writer};
pub use mpi::SourceError;
pub use proof_error::ProofError;
pub use register::{FORMATS, format};
pub use solution::{SolutionError, flow_solution, solution};
pub use theorem_error::TheoremError;
