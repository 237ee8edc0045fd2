//! Schedules, the delay model and its proofs in formats of others: one file and one function for each format.

mod csv;
mod lp;
mod mps;
mod opb;
mod solution;
mod veripb;

pub use csv::csv;
pub use lp::lp;
pub use mps::mps;
pub use opb::opb;
pub use solution::{SolutionError, solution};
pub use veripb::{ProofError, veripb};

use crate::wire::DelayVariable;

/// The name of a variable in pseudo-Boolean files, such as `q0_1_3`.
fn literal(variable: DelayVariable) -> String {
    let words = variable.to_string();
    let mut parts = words.split(' ');
    let kind = parts.next().unwrap_or_default();
    let indices: Vec<&str> = parts.collect();
    format!("{kind}{}", indices.join("_"))
}

/// The name of a row in files of linear programs, such as `entry_0_1_3`.
fn identifier(name: &str) -> String {
    name.replace(' ', "_")
}
