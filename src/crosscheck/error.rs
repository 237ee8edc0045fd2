//! Reasons why a task is not cross-checked.

use super::options::{MAX_NODES, MAX_VARIABLES};
use crate::claims::ClaimError;
use crate::model::ModelError;
use crate::program::ProgramError;
use thiserror::Error;

/// The reason why a task is not cross-checked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CrosscheckError {
    /// The network is too large.
    #[error("a network of {found} nodes, expected at most {MAX_NODES}; isotask solve has no such limit")]
    TooManyNodes {
        /// Its nodes.
        found: u64,
    },
    /// There is nothing to send.
    #[error("the task has no packets, so there is nothing to cross-check")]
    NoPackets,
    /// No method makes a schedule.
    #[error("no method makes a schedule of the task")]
    NoSchedule,
    /// The program is too large for this, or fails.
    #[error("the program is not solved: {0}; a cross-check takes at most {MAX_VARIABLES} variables")]
    Program(#[from] ProgramError),
    /// A claim of this program cannot be evaluated: a bug.
    #[error("a closed form is not evaluated: {0}")]
    Claim(#[from] ClaimError),
    /// The task cannot be read in the form of the program.
    #[error(transparent)]
    Model(#[from] ModelError),
}
