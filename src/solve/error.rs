//! Why a task that is well formed is not solved.

use crate::check::Rejection;
use crate::decompose::HallError;
use crate::delay::{BlocksError, WindowsError};
use crate::wire::WireError;
use thiserror::Error;

/// A refusal, or a result that did not pass its own check.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The task matrix would be too large.
    #[error(
        "the task matrix would have {found} nonzero entries, expected at most {most}; \
         the command bound needs no matrix"
    )]
    TooManyEntries {
        /// Its nonzero entries.
        found: u64,
        /// The limit.
        most: u64,
    },
    /// The schedule would be too long to be written slot by slot.
    #[error(
        "the schedule has {found} moves of each node, expected at most {most} when it is made or written slot by slot; \
         the method quotient with --form intervals has no such limit"
    )]
    TooManyMoves {
        /// Its moves.
        found: u64,
        /// The limit.
        most: u64,
    },
    /// A schedule along words would be too long to be written.
    #[error("the schedule has {found} moves of each node, expected at most {most}")]
    TooManySteps {
        /// Its moves.
        found: u64,
        /// The limit.
        most: u64,
    },
    /// [`crate::decompose::hall`] refused.
    #[error("method hall: {0}")]
    Hall(#[from] HallError),
    /// [`crate::delay::blocks`] refused.
    #[error("method blocks: {0}")]
    Blocks(#[from] BlocksError),
    /// [`crate::delay::windows`] refused.
    #[error("method windows: {0}")]
    Windows(#[from] WindowsError),
    /// The bound on the total delay leaves 64 bits.
    #[error("the total delay needs more than 64 bits; expected fewer packets")]
    DelayTooLarge,
    /// A method that does not go with the ports of the task.
    #[error("method non-wasting is defined for ports \"all\" only; the method quotient takes any ports")]
    NonWastingPorts,
    /// Intervals of a method that makes none.
    #[error("method {method} makes no intervals; the method quotient does")]
    NoIntervals {
        /// The method.
        method: &'static str,
    },
    /// The integer program refused or failed.
    #[cfg(feature = "ilp")]
    #[error("method ilp: {0}")]
    Ilp(#[from] crate::program::ProgramError),
    /// A construction refused.
    #[error("method {method}: {fault}")]
    Construction {
        /// The method.
        method: &'static str,
        /// Why.
        fault: String,
    },
    /// A schedule to convert that the checker refuses.
    #[error("the schedule to convert is refused: {rejection} [{}] at {}", .rejection.reason(), .rejection.place())]
    Source {
        /// What the checker said.
        rejection: Box<Rejection>,
    },
    /// No method made a schedule.
    #[error("no method makes a schedule of this task: {reasons}")]
    NoMethod {
        /// What each method says.
        reasons: String,
    },
    /// The certificate did not pass the checker: a bug in Isotask.
    #[error("self-check failed, this is a bug in Isotask: {rejection} at {}", .rejection.place())]
    SelfCheck {
        /// What the checker said.
        rejection: Box<Rejection>,
    },
    /// The certificate could not be read back: a bug in Isotask.
    #[error("self-check failed, this is a bug in Isotask: the certificate cannot be read: {0}")]
    SelfCheckParse(#[from] WireError),
}

impl SolveError {
    /// The reason as it stands in `--json`.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::TooManyEntries { .. } => "too-many-entries",
            Self::TooManyMoves { .. } | Self::TooManySteps { .. } => "too-many-moves",
            Self::Hall(_) => "hall-too-large",
            Self::Blocks(_) => "no-blocks",
            Self::Windows(_) => "no-windows",
            Self::DelayTooLarge => "delay-too-large",
            Self::NonWastingPorts => "non-wasting-ports",
            Self::NoIntervals { .. } => "no-intervals",
            Self::Construction { .. } => "construction",
            Self::Source { .. } => "source-refused",
            Self::NoMethod { .. } => "no-method",
            #[cfg(feature = "ilp")]
            Self::Ilp(fault) => fault.reason(),
            Self::SelfCheck { .. } | Self::SelfCheckParse(_) => "self-check-failed",
        }
    }

    /// Whether Isotask refused its own result.
    #[must_use]
    pub fn is_bug(&self) -> bool {
        match self {
            Self::SelfCheck { .. } | Self::SelfCheckParse(_) => true,
            #[cfg(feature = "ilp")]
            Self::Ilp(fault) => fault.is_bug(),
            _ => false,
        }
    }
}
