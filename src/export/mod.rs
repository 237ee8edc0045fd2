//! Schedules, the delay model and its proofs in formats of others: one file and one function for each format.

mod csv;
mod lp;
mod mps;
mod names;
mod opb;
mod solution;
mod veripb;

pub use csv::csv;
pub use lp::lp;
pub use mps::mps;
pub use opb::opb;
pub use solution::{SolutionError, solution};
pub use veripb::{ProofError, veripb};
