//! The effort of a search, the observer who watches it, and the state that is reported.

use std::fmt;

/// The effort of a search in counted steps, so that the result does not depend on the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Effort {
    /// First schedules, and shorter ones as long as each costs little: a second or two of one core.
    Quick,
    /// Mostly seconds; on tasks of many packets about a minute of one core.
    #[default]
    Standard,
    /// Every stage once: minutes.
    Thorough,
    /// Every stage again and again, until the search is stopped.
    Exhaustive,
}

impl Effort {
    /// All of them, the least first.
    pub const ALL: [Self; 4] = [Self::Quick, Self::Standard, Self::Thorough, Self::Exhaustive];

    /// The word of the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Standard => "default",
            Self::Thorough => "thorough",
            Self::Exhaustive => "exhaustive",
        }
    }

    /// Returns the steps of a search that by default does `usual` steps.
    #[must_use]
    pub fn steps(self, usual: u64) -> u64 {
        match self {
            Self::Quick => usual / 8,
            Self::Standard => usual,
            Self::Thorough => usual.saturating_mul(16),
            Self::Exhaustive => u64::MAX,
        }
    }

    /// Whether a search goes on until it is stopped.
    #[must_use]
    pub fn is_endless(self) -> bool {
        self == Self::Exhaustive
    }
}

/// The state of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchState {
    /// The least delay, or number of slots, that is attained.
    pub best: Option<u64>,
    /// The bound that is proved.
    pub lower: u64,
    /// The part of the search that is running.
    pub work: SearchWork,
}

/// The part of a search that is running, and its work so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchWork {
    /// Nodes of the tree of an integer program.
    Nodes(u64),
    /// A schedule of a number of slots is sought.
    Slots {
        /// That number, if the search has one in mind.
        tries: Option<u64>,
        /// The work of this search so far: prices read or changed, or conflicts of a solver.
        steps: u64,
    },
}

impl fmt::Display for SearchState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { best, lower, work } = self;
        if let Some(best) = best {
            write!(formatter, "best {best}, bound {lower}, gap {}", best.saturating_sub(*lower))?;
        } else {
            write!(formatter, "bound {lower}")?;
        }
        match work {
            SearchWork::Nodes(nodes) => write!(formatter, ", {nodes} nodes"),
            SearchWork::Slots { tries: Some(slots), .. } => write!(formatter, ", trying {slots}"),
            SearchWork::Slots { tries: None, .. } => Ok(()),
        }
    }
}

/// An observer that is told how far a search is; `()` ignores it.
pub trait Watch: Sync {
    /// Told up to many times a second.
    fn see(&self, state: SearchState);
}

impl Watch for () {
    fn see(&self, _: SearchState) {}
}
