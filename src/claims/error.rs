//! Why a claim could not be judged.

use crate::check::Rejection;
use crate::model::ModelError;
use crate::solve::SolveError;
use crate::wire::WireError;
use thiserror::Error;

/// Why a claim could not be judged: a fault of Isotask, never of the claim.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// A task of a claim is none.
    #[error("a task is at fault: {0}")]
    Model(#[from] ModelError),
    /// A task of a claim was not solved.
    #[error("a task was not solved: {0}")]
    Solve(#[from] SolveError),
    /// A search ended without a schedule.
    #[error("no schedule was found: {0}")]
    Unsolved(String),
    /// A certificate of a claim is refused.
    #[error("a certificate is refused: {0}")]
    Refused(#[from] Rejection),
    /// A stored certificate cannot be read.
    #[error("a stored certificate cannot be read: {0}")]
    Stored(#[from] WireError),
    /// What a proof needs did not come about.
    #[error("{0}")]
    Broken(String),
}
