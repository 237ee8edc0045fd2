//! Why a proof has no parts, or parts make no proof.

use crate::check::Rejection;
use crate::model::ModelError;
use crate::program::{PartFault, ProgramError};
use crate::solve::error::SolveError;
use thiserror::Error;

/// Why a proof has no parts, or parts make no proof.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PartsError {
    /// The task of a part is none.
    #[error("at task: {0}")]
    Model(#[from] ModelError),
    /// There is no program for it.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// Broadcasts and their kin.
    #[error(
        "this kind of task has no program that is proved in parts, expected an isotropic task or demands"
    )]
    OtherTask,
    /// The schedule is not symmetric, as the model's are.
    #[error("the schedule differs from node to node, expected a symmetric one")]
    NotSymmetric,
    /// The delay model is of matrices, and of delay.
    #[error("the delay model is that of the delay of isotropic tasks on hypercubes, tori and rings")]
    NoDelayModel,
    /// The certificate claims nothing of the kind.
    #[error("the certificate claims no {0}")]
    NoClaim(&'static str),
    /// The claim is of a number of slots that the model cannot have.
    #[error("the delay exceeds what the program counts")]
    DelayTooLarge,
    /// The path of a part, or the paths together.
    #[error(transparent)]
    Path(#[from] PartFault),
    /// A part is one of another proof.
    #[error("the part is one of another proof: its {0} differs from that of the certificate's proof")]
    Foreign(&'static str),
    /// A part is not proved.
    #[error("not proved yet")]
    Unproved,
    /// The tree of a part does not prove the value that it states.
    #[error("its tree does not prove {claimed}, but {proved}")]
    False {
        /// The value of the part.
        claimed: u64,
        /// The value that its leaves prove.
        proved: u64,
    },
    /// The tree of a part is none of the model.
    #[error(
        "its tree is none of the model: a leaf or a branching that the model does not have, or a part of a tree is missing"
    )]
    NoTree,
    /// A part that was read twice differs.
    #[error("it changed while the parts were put together")]
    Changed,
    /// The system refuses a thread.
    #[error("the system refuses a thread: {0}")]
    NoThread(#[source] std::io::Error),
    /// The checker refuses what was put together.
    #[error("the checker refuses what was put together: {0}")]
    Refused(Box<Rejection>),
    /// A better schedule that does not pass its own check.
    #[error(transparent)]
    Solve(#[from] SolveError),
}
