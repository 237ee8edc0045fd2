//! Why the integer program gives no answer.

use super::DelaySize;
use crate::model::{ReplayError, WordFault};
use thiserror::Error;

/// A refusal, or an answer of `HiGHS` that does not stand.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum IlpError {
    /// The program would be too large.
    #[error(
        "packets × links × slots = {found} variables, expected at most {most}; \
         the methods quotient and hall make schedules of this task, quotient without such a limit"
    )]
    TooLarge {
        /// Its variables.
        found: u64,
        /// The limit.
        most: u64,
    },
    /// The delay model would be too large.
    #[error(
        "the delay model has up to {size}, expected at most {most} variables and a hundred times as many entries; \
         without --method and --pareto, solve makes a schedule of this task by constructions, and often proves it by \
         the pooled bound, which has no such limit"
    )]
    DelayTooLarge {
        /// Its size.
        size: DelaySize,
        /// The most variables.
        most: u64,
    },
    /// The flow model would be too large.
    #[error(
        "the flow model has up to {size}, expected at most {most} variables and a hundred times as many entries"
    )]
    FlowTooLarge {
        /// Its size.
        size: DelaySize,
        /// The most variables.
        most: u64,
    },
    /// The transport model would be too large.
    #[error(
        "the transport model has up to {size}, expected at most {most} variables and a hundred times as many entries; \
         the method list-scheduling has no such limit"
    )]
    TransportTooLarge {
        /// Its size.
        size: DelaySize,
        /// The most variables.
        most: u64,
    },
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
    /// A first schedule that is none within the horizon and along the ways allowed.
    #[error("the first schedule is none of the task within {horizon} slots and along the ways allowed")]
    Incumbent {
        /// The horizon.
        horizon: u64,
        /// What is wrong with it, if its replay says so.
        fault: Option<ReplayError>,
    },
    /// The packets would have to be looked for among too many nodes.
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
    /// A replayed schedule of fewer slots than were ruled out: a bug.
    #[error(
        "HiGHS has a schedule of {found} slots, which replays, though fewer than {lower} were ruled out; \
         this is a bug in Isotask or in HiGHS"
    )]
    Contradiction {
        /// Slots of the schedule.
        found: u64,
        /// The lower bound that it refutes.
        lower: u64,
    },
    /// Infeasibility claimed for a number of slots that is attained: a bug.
    #[error(
        "HiGHS takes {slots} slots for infeasible, though directions of so many slots are known; \
         this is a bug in Isotask or in HiGHS"
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
        /// What is wrong with it.
        fault: ReplayError,
    },
    /// A solution of the flow model that is no schedule.
    #[error("the solution of HiGHS for {slots} slots is no schedule: {fault}")]
    WordsNotReplayed {
        /// The number of slots asked for.
        slots: u64,
        /// What is wrong with it.
        fault: WordFault,
    },
    /// A value of a 0–1 variable that is neither.
    #[error("the solution of HiGHS for {slots} slots has {value} in variable {variable}, expected 0 or 1")]
    NotBinary {
        /// The number of slots asked for.
        slots: u64,
        /// Index of the variable.
        variable: usize,
        /// Its value.
        value: f64,
    },
    /// `HiGHS` itself failed.
    #[error("HiGHS failed on {slots} slots: {message}")]
    Solver {
        /// The number of slots asked for.
        slots: u64,
        /// What it said.
        message: String,
    },
}

impl IlpError {
    /// The reason as it stands in `--json`.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } => "ilp-too-large",
            Self::DelayTooLarge { .. } => "ilp-delay-too-large",
            Self::FlowTooLarge { .. } => "ilp-flow-too-large",
            Self::TransportTooLarge { .. } => "ilp-transport-too-large",
            Self::HorizonTooShort { .. } => "ilp-horizon-too-short",
            Self::ForeignDirections => "ilp-foreign-directions",
            Self::Incumbent { .. } => "ilp-first-schedule",
            Self::TooManyNodes { .. } => "ilp-too-many-nodes",
            Self::Contradiction { .. } => "ilp-contradiction",
            Self::Missed { .. } => "ilp-missed",
            Self::NotReplayed { .. } | Self::WordsNotReplayed { .. } | Self::MovesNotReplayed { .. } => {
                "ilp-not-replayed"
            }
            Self::NotBinary { .. } => "ilp-not-binary",
            Self::Solver { .. } => "ilp-solver-failed",
        }
    }

    /// Whether Isotask and `HiGHS` disagree about something that is known, or `HiGHS` with itself.
    #[must_use]
    pub fn is_bug(&self) -> bool {
        matches!(
            self,
            Self::Contradiction { .. }
                | Self::Missed { .. }
                | Self::NotReplayed { .. }
                | Self::WordsNotReplayed { .. }
                | Self::MovesNotReplayed { .. }
                | Self::NotBinary { .. }
        )
    }
}
