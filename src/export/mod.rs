//! Schedules, programs and their proofs in formats of others: a file for each, registered in [`FORMATS`].

mod csv;
mod format;
mod lp;
mod mps;
mod names;
mod opb;
mod proof_error;
mod register;
mod solution;
mod veripb;

pub use format::{Format, Proof, Transmissions, Writer};
pub use proof_error::ProofError;
pub use register::{FORMATS, format};
pub use solution::{SolutionError, flow_solution, solution};
