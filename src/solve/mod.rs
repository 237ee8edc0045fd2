//! From a task to a schedule with a checked certificate: picks routes, method and bounds, and checks the result.

mod cayley;
#[cfg(feature = "ilp")]
mod cayley_exact;
mod cayley_methods;
mod collective;
mod collective_methods;
mod convert;
mod error;
#[cfg(feature = "ilp")]
mod exact_delay;
mod listed;
mod listed_bounds;
#[cfg(feature = "ilp")]
mod listed_exact;
mod listed_methods;
mod listed_symmetric;
mod local;
mod made;
#[cfg(feature = "ilp")]
mod pareto;
mod pipeline;
mod recursive;
mod transmissions;

pub use cayley::{CayleySolution, cayley_bounds, solve_cayley};
pub use cayley_methods::CayleyMethod;
pub use collective::{CollectiveSolution, solve_collective};
pub use collective_methods::CollectiveMethod;
pub use convert::solve_from;
pub use error::SolveError;
pub use listed::{ListedSolution, solve_listed};
pub use listed_bounds::listed_bounds;
pub use listed_methods::ListedMethod;
pub use local::{Journey, LocalMove, LocalSchedule, local_moves};
#[cfg(feature = "ilp")]
pub use pareto::{ParetoFront, ParetoPoint, pareto};
pub use pipeline::{bounds, solve};
pub use transmissions::{
    LocalTransfer, Transmission, copy_numbers, count_transmissions, local_transfers, visit_transmissions,
};

use crate::check::{Options as CheckOptions, Verdict};
use crate::delay::Bias;
use crate::model::IsotropicTask;
use crate::wire::{CertificateDocument, Lower};
use std::fmt;

/// How the schedule is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// [`crate::decompose::quotient`].
    Quotient,
    /// [`crate::decompose::hall`].
    Hall,
    /// [`crate::decompose::non_wasting`].
    NonWasting,
    /// [`crate::delay::blocks`].
    Blocks,
    /// [`crate::delay::windows`].
    Windows,
    /// [`crate::delay::octr`].
    Octr(Bias),
    /// [`crate::tree::total_exchange_all_ports`] or [`crate::tree::total_exchange_one_port`].
    Recursive,
    /// An integer program, solved by HiGHS.
    #[cfg(feature = "ilp")]
    Ilp,
}

impl Method {
    /// The word of the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Quotient => "quotient",
            Self::Hall => "hall",
            Self::NonWasting => "non-wasting",
            Self::Blocks => "blocks",
            Self::Windows => "windows",
            Self::Octr(_) => "octr",
            Self::Recursive => "recursive",
            #[cfg(feature = "ilp")]
            Self::Ilp => "ilp",
        }
    }
}

/// In which form the schedule is handed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// Slot by slot up to [`MOST_AUTOMATIC_MOVES`] moves of a node, then intervals.
    #[default]
    Automatic,
    /// Slot by slot.
    Slots,
    /// Intervals; only of [`Method::Quotient`].
    Intervals,
}

/// Up to how many moves of a node a schedule is written slot by slot unless asked otherwise.
pub const MOST_AUTOMATIC_MOVES: u64 = 1_000_000;
/// Most nonzero entries of a task matrix that is stored.
pub const MOST_ENTRIES: u64 = 1 << 28;
/// Most moves of a node in a schedule that is written slot by slot.
pub const MOST_MOVES: u64 = 1 << 26;

/// What the work is at, for a display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// Choosing directions.
    Routing,
    /// Building the task matrix.
    Building,
    /// Decomposing it.
    Decomposing,
    /// Computing lower bounds.
    Bounding,
    /// Writing the certificate.
    Writing,
    /// Reading it back and checking it.
    Checking,
}

impl fmt::Display for Phase {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Routing => "choosing routes",
            Self::Building => "building the task matrix",
            Self::Decomposing => "decomposing it into slots",
            Self::Bounding => "computing lower bounds",
            Self::Writing => "writing the certificate",
            Self::Checking => "checking it",
        })
    }
}

/// What a caller may decide.
pub struct SolveOptions<'a> {
    /// How the schedule is made; `None` for the method, or the best of those, that suits the objective.
    pub method: Option<Method>,
    /// In which form it is handed out.
    pub form: Form,
    /// Threads of a method that can use several.
    pub threads: u32,
    /// Seconds that a search may take; it ends with what it has.
    pub time_limit: Option<u64>,
    /// Asked now and then; `true` ends a search with what it has.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Asked before the long steps; `true` ends the solve if there is no schedule yet.
    pub cancel: &'a (dyn Fn() -> bool + Sync),
    /// Told what the work is at.
    pub progress: &'a (dyn Fn(Phase) + Sync),
    /// How the result is checked.
    pub check: CheckOptions,
}

impl Default for SolveOptions<'_> {
    fn default() -> Self {
        Self {
            method: None,
            form: Form::default(),
            threads: 1,
            time_limit: None,
            stop: &|| false,
            cancel: &|| false,
            progress: &|_| (),
            check: CheckOptions::default(),
        }
    }
}

impl fmt::Debug for SolveOptions<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SolveOptions")
            .field("method", &self.method)
            .field("form", &self.form)
            .field("threads", &self.threads)
            .field("time_limit", &self.time_limit)
            .finish_non_exhaustive()
    }
}

/// The task matrix in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixSummary {
    /// Packets of one node.
    pub rows: u64,
    /// Links of one node.
    pub columns: u32,
    /// Sum σ of all entries.
    pub total: u64,
    /// The critical sum h.
    pub critical_sum: u64,
    /// Number of rows of sum h.
    pub critical_rows: u64,
    /// The first of them.
    pub first_critical_row: Option<u64>,
    /// The columns of sum h.
    pub critical_columns: Vec<u32>,
    /// Greatest row sum h_r.
    pub greatest_row_sum: u64,
    /// Greatest column sum h_c.
    pub greatest_column_sum: u64,
}

/// The lower bounds of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskBounds {
    /// They bind every schedule; the best is the first.
    pub all: Vec<Lower>,
    /// It binds symmetric schedules, and exceeds the others.
    pub isotropic: Option<Lower>,
    /// The pooled bound on the total delay of a node, when the task asks for delay and it fits 64 bits; it binds every
    /// schedule of any length.
    pub delay: Option<Lower>,
    /// Slots that a symmetric schedule attains, where that is known without one.
    pub attainable: Option<u64>,
}

/// A schedule that the checker has accepted, with all that is known of it.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The task.
    pub task: IsotropicTask,
    /// The method that made the schedule.
    pub method: Method,
    /// The task matrix along the chosen routes.
    pub matrix: MatrixSummary,
    /// The certificate as it was read back from its bytes.
    pub certificate: CertificateDocument,
    /// What the checker says of it.
    pub verdict: Verdict,
    /// What a person may want to know, one sentence each.
    pub notes: Vec<String>,
    /// How the result came about, one sentence each.
    pub explanation: Vec<String>,
}

impl Solution {
    /// The completion time, in slots.
    #[must_use]
    pub fn completion_time(&self) -> u64 {
        self.verdict.replayed.completion_time
    }
}

/// What a solve ends with.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Outcome<S = Solution> {
    /// Completion time and lower bound meet within a scope.
    Optimal(Box<S>),
    /// A schedule with a gap to the best bound that is proved.
    Feasible(Box<S>),
    /// The search ended without a schedule.
    Unknown {
        /// Why.
        reason: String,
    },
}
