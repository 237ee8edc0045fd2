//! What a caller may decide of a solve, and hears of it.

use crate::check::Options as CheckOptions;
use crate::delay::Bias;
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
