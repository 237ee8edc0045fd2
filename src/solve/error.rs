//! Why a task that is well formed is not solved.

use super::conversion_fault::ConversionFault;
use super::unsuited::Unsuited;
use crate::check::Rejection;
use crate::decompose::HallError;
use crate::delay::{BlocksError, WindowsError};
use crate::job_shop::PairFault;
use crate::model::ModelError;
use crate::program::ProgramError;
use crate::sat::ClausesLimit;
use crate::tree::{ConstructionError, CubeTreeError};
use crate::wire::WireError;
use thiserror::Error;

/// Why a method makes no schedule of a problem.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum MethodError {
    /// It is not for the problem.
    #[error("{0}")]
    Unsuited(#[from] Unsuited),
    /// [`crate::decompose::hall`] refused.
    #[error("{0}")]
    Hall(#[from] HallError),
    /// [`crate::delay::blocks`] refused.
    #[error("{0}")]
    Blocks(#[from] BlocksError),
    /// [`crate::delay::windows`] refused.
    #[error("{0}")]
    Windows(#[from] WindowsError),
    /// A construction refused.
    #[error("{0}")]
    Construction(#[from] ConstructionError),
    /// A tree of the cube refused.
    #[error("{0}")]
    CubeTree(#[from] CubeTreeError),
    /// A schedule of a multinode task would be too long.
    #[error("the schedule has {found} sends to write, expected at most {most}")]
    TooManySends {
        /// Its sends.
        found: u64,
        /// The limit.
        most: u64,
    },
    /// More packets than a tree takes.
    #[error("{found} packets, expected fewer than 2^32")]
    TooManyPackets {
        /// Packets per item.
        found: u64,
    },
    /// A schedule to convert that the checker refuses.
    #[error("the schedule to convert is refused: {rejection} [{}] at {}", .rejection.reason(), .rejection.place())]
    Source {
        /// The reason of the checker.
        rejection: Box<Rejection>,
    },
    /// The given schedule is not one from which that of the problem is made.
    #[error("{0}")]
    Conversion(#[from] ConversionFault),
    /// A schedule under a group would be too long.
    #[error("the schedule has {found} moves of one packet of each orbit, expected at most {most}")]
    TooManyOrbitMoves {
        /// Its moves.
        found: u128,
        /// The limit.
        most: u64,
    },
    /// [`crate::job_shop::pair_schedule`] refused.
    #[error("{0}")]
    Pair(#[from] PairFault),
    /// No group that acts freely is known that keeps the task, or packets did not settle under any.
    #[error(
        "no schedule under a group of automorphisms that keeps the task was found; list-scheduling needs none"
    )]
    NoOrbits,
    /// The bound on the total delay leaves 64 bits.
    #[error("the total delay needs more than 64 bits; expected fewer packets")]
    DelayTooLarge,
    /// The exact program refused or failed.
    #[error("{0}")]
    Program(#[from] ProgramError),
    /// The formula of a schedule would be too large.
    #[error("{0}")]
    Clauses(#[from] ClausesLimit),
    /// The problem has not the view that the method takes.
    #[error("{0}")]
    Model(#[from] ModelError),
}

impl MethodError {
    /// The error with the name of its method.
    pub(super) fn of(&self, word: &str) -> String {
        match self {
            Self::Unsuited(unsuited) if unsuited.is_predicate() => format!("method {word} {self}"),
            _ => format!("method {word}: {self}"),
        }
    }

    /// The reason as it stands in `--json`.
    fn reason(&self) -> &'static str {
        match self {
            Self::Unsuited(Unsuited::OtherTask { .. }) => "usage",
            Self::Unsuited(Unsuited::NotAllPorts) => "non-wasting-ports",
            Self::Hall(_) => "hall-too-large",
            Self::Blocks(_) | Self::Unsuited(Unsuited::Blocks(_)) => "no-blocks",
            Self::Windows(_) | Self::Unsuited(Unsuited::Windows(_)) => "no-windows",
            Self::Program(fault) => fault.reason(),
            Self::DelayTooLarge => "delay-too-large",
            Self::Model(fault) => fault.reason(),
            _ => "construction",
        }
    }
}

/// An option that means nothing for a problem or a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RefusedOption {
    /// A bias of a method that has none.
    #[error("bias goes with the method octr")]
    Bias,
    /// Intervals of schedules that are not written so.
    #[error("form intervals is for {of}")]
    Intervals {
        /// The thing that is written so.
        of: &'static str,
    },
    /// A plan of windows of schedules that are not written so.
    #[error(
        "form windows is for the method windows, and one packet to every node, or to every node near by, over all ports of a \
         hypercube or a torus of equal odd radices"
    )]
    Windows,
    /// A given schedule of a problem that is not made of others.
    #[error("a schedule to convert is for broadcasts, accumulations, scatter and gather")]
    Source,
    /// Symmetric schedules of a problem in which nodes differ.
    #[error("symmetric is for isotropic tasks with full-duplex ports")]
    Symmetric,
    /// Symmetric schedules of a method that makes others.
    #[error("symmetric is not for a method in whose schedules nodes differ")]
    SymmetricMethod,
    /// A method beside a given schedule, or where all are used.
    #[error("no method can be asked for here")]
    Method,
}

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
        found: u128,
        /// The limit.
        most: u64,
    },
    /// The schedule would be too long to be written slot by slot.
    #[error(
        "the schedule has {found} moves of each node, expected at most {most} when it is made or written slot by slot; \
         in intervals, as the method quotient makes them, there is no such limit"
    )]
    TooManyMoves {
        /// Its moves.
        found: u128,
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
    /// The bound on the total delay leaves 64 bits.
    #[error("the total delay needs more than 64 bits; expected fewer packets")]
    DelayTooLarge,
    /// Intervals of a method that makes none.
    #[error("{} no intervals; the method quotient does", method.map_or_else(
        || "the methods for the delay make".to_owned(), |method| format!("method {method} makes")))]
    NoIntervals {
        /// The method; none where none was asked for.
        method: Option<&'static str>,
    },
    /// An option that means nothing here.
    #[error("{0}")]
    OptionRefused(#[from] RefusedOption),
    /// The method asked for makes no schedule.
    #[error("{}", .fault.of(.method))]
    Method {
        /// Its word.
        method: &'static str,
        /// Why.
        fault: MethodError,
    },
    /// The problem has not the view that the method takes.
    #[error("{0}")]
    Model(#[from] ModelError),
    /// A schedule to convert that the checker refuses.
    #[error("the schedule to convert is refused: {rejection} [{}] at {}", .rejection.reason(), .rejection.place())]
    Source {
        /// The reason of the checker.
        rejection: Box<Rejection>,
    },
    /// No method made a schedule.
    #[error("no method makes a schedule of this task: {}", listed(.faults))]
    NoMethod {
        /// The fault of each method.
        faults: Vec<(&'static str, MethodError)>,
    },
    /// The certificate did not pass the checker: a bug in Isotask.
    #[error("self-check failed, this is a bug in Isotask: {rejection} at {}", .rejection.place())]
    SelfCheck {
        /// The reason of the checker.
        rejection: Box<Rejection>,
    },
    /// The certificate could not be read back: a bug in Isotask.
    #[error("self-check failed, this is a bug in Isotask: the certificate cannot be read: {0}")]
    SelfCheckParse(#[from] WireError),
}

fn listed(faults: &[(&'static str, MethodError)]) -> String {
    faults.iter().map(|(word, fault)| fault.of(word)).collect::<Vec<_>>().join("; ")
}

impl SolveError {
    /// Returns the fault of a method as the fault of a solve.
    pub(super) fn of(method: &'static str, fault: MethodError) -> Self {
        match fault {
            MethodError::DelayTooLarge => Self::DelayTooLarge,
            MethodError::Source { rejection } => Self::Source { rejection },
            MethodError::Model(fault) => Self::Model(fault),
            fault => Self::Method { method, fault },
        }
    }

    /// The reason as it stands in `--json`.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::TooManyEntries { .. } => "too-many-entries",
            Self::TooManyMoves { .. } | Self::TooManySteps { .. } => "too-many-moves",
            Self::DelayTooLarge => "delay-too-large",
            Self::NoIntervals { .. } => "no-intervals",
            Self::OptionRefused(_) => "usage",
            Self::Method { fault, .. } => fault.reason(),
            Self::Model(fault) => fault.reason(),
            Self::Source { .. } => "source-refused",
            Self::NoMethod { .. } => "no-method",
            Self::SelfCheck { .. } | Self::SelfCheckParse(_) => "self-check-failed",
        }
    }

    /// Whether Isotask refused its own result.
    #[must_use]
    pub fn is_bug(&self) -> bool {
        match self {
            Self::SelfCheck { .. } | Self::SelfCheckParse(_) => true,
            Self::Method { fault: MethodError::Program(fault), .. } => fault.is_bug(),
            _ => false,
        }
    }
}
