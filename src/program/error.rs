//! The errors of integer programs.

use super::size::TooLarge;
use crate::model::{ReplayError, WordFault};
use thiserror::Error;

/// A refusal, or an answer of `HiGHS` that turned out wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// The program would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A solution of the transport model that is no schedule.
    #[error("the solution of HiGHS for {slots} slots is no schedule: a move without a packet, or too many")]
    MovesNotReplayed {
        /// The number of slots asked for.
        slots: u64,
    },
    /// A packet has more moves to make than there are slots.
    #[error("a horizon of {horizon} slots, expected at least {moves} for a packet of {moves} moves")]
    HorizonTooShort {
        /// The horizon.
        horizon: u64,
        /// The moves of the packet.
        moves: u64,
    },
    /// Directions that are not those of the task.
    #[error("the directions are not those of the task")]
    ForeignDirections,
    /// A first schedule that is invalid, too long, or not along the allowed routes.
    #[error("the first schedule is none of the task within {horizon} slots and along the ways allowed")]
    Incumbent {
        /// The horizon.
        horizon: u64,
        /// The fault that its replay found, if there is one.
        fault: Option<ReplayError>,
    },
    /// The packets would have to be searched for among too many nodes.
    #[error(
        "the packets are those of some distances among {found} nodes, expected at most {most}; \
         the bounds and the method quotient with intervals have no such limit"
    )]
    TooManyNodes {
        /// Nodes of the network.
        found: u64,
        /// The limit.
        most: u64,
    },
    /// A number of slots refuted that is attained: a bug.
    #[error(
        "{slots} slots are refuted, though directions of so many slots are known; this is a bug in Isotask"
    )]
    Missed {
        /// The attained number of slots.
        slots: u64,
    },
    /// A solution that is no schedule.
    #[error("the solution of HiGHS for {slots} slots is no schedule: {fault}")]
    NotReplayed {
        /// The number of slots asked for.
        slots: u64,
        /// The fault of the schedule.
        fault: ReplayError,
    },
    /// A solution of the flow model that is no schedule.
    #[error("the solution of HiGHS for {slots} slots is no schedule: {fault}")]
    WordsNotReplayed {
        /// The number of slots asked for.
        slots: u64,
        /// The fault of the schedule.
        fault: WordFault,
    },
    /// `HiGHS` itself failed.
    #[error("HiGHS failed on {slots} slots: {message}")]
    Solver {
        /// The number of slots asked for.
        slots: u64,
        /// Its message.
        message: String,
    },
}

impl ProgramError {
    /// Returns the word of the reason in `--json`.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::TooLarge(refusal) => refusal.size.model.reason(),
            Self::HorizonTooShort { .. } => "ilp-horizon-too-short",
            Self::ForeignDirections => "ilp-foreign-directions",
            Self::Incumbent { .. } => "ilp-first-schedule",
            Self::TooManyNodes { .. } => "ilp-too-many-nodes",
            Self::Missed { .. } => "ilp-missed",
            Self::NotReplayed { .. } | Self::WordsNotReplayed { .. } | Self::MovesNotReplayed { .. } => {
                "ilp-not-replayed"
            }
            Self::Solver { .. } => "ilp-solver-failed",
        }
    }

    /// Whether an answer of `HiGHS` contradicts a known fact or another of its answers.
    #[must_use]
    pub fn is_bug(&self) -> bool {
        matches!(
            self,
            Self::Missed { .. }
                | Self::NotReplayed { .. }
                | Self::WordsNotReplayed { .. }
                | Self::MovesNotReplayed { .. }
        )
    }
}
