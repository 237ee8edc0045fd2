//! Schedules, programs and their proofs in formats of others: a file for each, registered in [`FORMATS`].

mod csv;
mod lp;
mod mps;
mod names;
mod opb;
mod register;
mod solution;
mod veripb;

pub use register::{FORMATS, Format, Proof, Transmissions, Writer, format};
pub use solution::{SolutionError, solution};
pub use veripb::ProofError;
