//! Why a claim could not be judged.

use super::language::FormulaFault;
use crate::check::Rejection;
use crate::model::ModelError;
use crate::solve::SolveError;
use crate::wire::WireError;
use thiserror::Error;

/// Why a claim could not be judged: a fault of Isotask, never of the claim.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// A formula of a claim is none, or has no value.
    #[error("{place}: {fault}")]
    Formula {
        /// The claim, or the definition.
        place: String,
        /// What is wrong with it.
        fault: FormulaFault,
    },
    /// A formula has no value.
    #[error("a formula has no value: {0}")]
    Value(#[from] FormulaFault),
    /// A claim whose rules say too little.
    #[error("{place}: {fault}")]
    Rule {
        /// The claim.
        place: String,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// What a task of a document says is none.
    #[error("a task is none: {0}")]
    Task(String),
    /// No method has this name.
    #[error("no method is called {0}; isotask methods lists them")]
    Method(String),
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

impl ClaimError {
    /// Whether this program is at fault, and not what a document says.
    #[must_use]
    pub fn is_bug(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::Stored(_) | Self::Broken(_))
    }
}
