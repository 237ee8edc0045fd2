//! Forms of schedules, phases of a solve, and limits on sizes.

use crate::job_shop::{SearchState, SearchWork};
#[cfg(doc)]
use crate::model::WindowsPlan;
use std::fmt;

/// The form in which the schedule is handed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// Slot by slot up to [`MAX_AUTOMATIC_MOVES`] moves of a node, then intervals or a plan of windows.
    #[default]
    Automatic,
    /// Slot by slot.
    Slots,
    /// Intervals; only of the method quotient on hypercubes, tori and rings.
    Intervals,
    /// A plan of windows; only of the method of that name, where [`WindowsPlan::fits`].
    Windows,
}

/// Most moves of a node in a schedule that is written slot by slot without a request.
pub const MAX_AUTOMATIC_MOVES: u64 = 1_000_000;
/// Most nonzero entries of a task matrix that is stored.
pub const MAX_ENTRIES: u64 = 1 << 28;
/// Most moves of a node in a schedule that is written slot by slot.
pub const MAX_MOVES: u64 = 1 << 26;

/// Most moves of a schedule under a group, those of one packet of each orbit.
pub const MAX_ORBIT_MOVES: u64 = 1 << 24;

/// Takes a text while it is checked, so that it need not be made twice.
pub trait TextTaker: Sync {
    /// Takes the next piece, on whatever thread makes it.
    fn take(&self, piece: &[u8]);

    /// All pieces together are the text, and it was accepted; without this they are worth nothing.
    fn accept(&self);
}

/// The phase of a solve, for a display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// Choosing directions.
    Routing,
    /// Building the task matrix.
    Building,
    /// Decomposing it.
    Decomposing,
    /// Decomposing it slot by slot.
    Slots {
        /// How many slots are done.
        done: u64,
        /// How many there are.
        all: u64,
    },
    /// Searching, by an integer program or for fewer slots.
    Searching(SearchState),
    /// Computing lower bounds.
    Bounding,
    /// Solving the tasks of several groups one by one.
    Groups {
        /// How many are solved.
        done: u64,
        /// How many there are.
        all: u64,
    },
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
            Self::Decomposing | Self::Slots { .. } => "decomposing it into slots",
            Self::Searching(state) => {
                let how = match state.work {
                    SearchWork::Nodes(_) => "searching by integer programs",
                    SearchWork::Slots { .. } => "looking for schedules",
                };
                return write!(formatter, "{how}: {state}");
            }
            Self::Bounding => "computing lower bounds",
            Self::Groups { done, all } => {
                return write!(formatter, "solving group by group, {done} of {all} solved");
            }
            Self::Writing => "writing the certificate",
            Self::Checking => "checking it",
        })
    }
}
