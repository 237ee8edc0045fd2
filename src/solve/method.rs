//! What a method is, and what a caller decides: how schedules are made of problems that suit.

use super::error::MethodError;
use super::notes::{Explanation, Note};
use super::options::{Form, Phase};
use super::unsuited::Unsuited;
use crate::bound::{Bounds, ScopedBound};
use crate::check::Options as CheckOptions;
use crate::delay::Bias;
use crate::job_shop::CutShort;
use crate::model::{Problem, Schedule, View};
use crate::program::{SearchState, Watch};
use crate::route::{Directions, RouteChoice};
use crate::wire::{Lower, ScheduleDocument};
use std::fmt;

impl Watch for SolveOptions<'_> {
    fn see(&self, state: SearchState) {
        (self.progress)(Phase::Searching(state));
    }
}

/// A way to make schedules. A method is one file that implements this, and one line in the register,
/// [`super::METHODS`].
pub trait Method: Sync + fmt::Debug {
    /// The word of the command line and of documents.
    fn word(&self) -> &'static str;

    /// What it does and for what, in a sentence for people.
    fn sentence(&self) -> &'static str;

    /// Where it comes from: a paper's section, or author, title, year.
    fn source(&self) -> &'static str;

    /// Whether it makes schedules of the problem, and whether it does so without being asked for.
    ///
    /// # Errors
    /// [`Unsuited`] with the reason why not.
    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited>;

    /// Refuses what would be too large, before other methods make the schedule from which it goes on.
    ///
    /// # Errors
    /// As [`Method::make`].
    #[doc(hidden)]
    fn require(&self, _: &Context<'_>) -> Result<(), MethodError> {
        Ok(())
    }

    /// Makes a schedule; none if it was cancelled before there was one.
    ///
    /// # Errors
    /// [`MethodError`] when the problem is too large for it, or has no schedule of this sort.
    #[doc(hidden)]
    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError>;

    /// Goes on from the best schedule of the other methods, as [`When::GoesOn`] says of it.
    ///
    /// # Errors
    /// As [`Method::make`].
    #[doc(hidden)]
    fn improve(&'static self, _: &Context<'_>, candidate: Candidate) -> Result<Candidate, MethodError> {
        Ok(candidate)
    }

    /// Goes on from the best schedule where it takes more slots than the bound for all schedules, in whatever way nodes
    /// differ then.
    ///
    /// # Errors
    /// As [`Method::make`].
    #[doc(hidden)]
    fn beyond_symmetry(
        &'static self,
        _: &Context<'_>,
        candidate: Candidate,
    ) -> Result<Candidate, MethodError> {
        Ok(candidate)
    }

    /// Whether its schedules of isotropic tasks look the same from every node.
    fn is_symmetric(&self) -> bool {
        true
    }

    /// Whether a bias says which of its rules goes first.
    fn takes_bias(&self) -> bool {
        false
    }
}

impl PartialEq for dyn Method {
    fn eq(&self, other: &Self) -> bool {
        self.word() == other.word()
    }
}

/// How a method suits a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suited {
    /// As what it takes the problem.
    pub view: View,
    /// When it is used.
    pub when: When,
}

/// When a method is used that suits a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum When {
    /// Without being asked for: those of the least turn first, then in the order of the register.
    Tried {
        /// The turn.
        turn: u8,
    },
    /// Without being asked for, where no other method makes a schedule.
    LastResort,
    /// Without being asked for, where the best symmetric schedule takes more slots than the bound for all
    /// schedules: nodes differ then.
    BeyondSymmetry {
        /// The turn.
        turn: u8,
    },
    /// It goes on from the best schedule while a gap is left; asked for by name it does so with more effort.
    GoesOn,
    /// When it is asked for by name.
    OnRequest,
}

impl When {
    /// Tried among the first.
    pub(super) const FIRST: Self = Self::Tried { turn: 0 };

    /// When it comes among those of its sort.
    pub(super) fn turn(self) -> u8 {
        match self {
            Self::Tried { turn } | Self::BeyondSymmetry { turn } => turn,
            Self::LastResort | Self::GoesOn | Self::OnRequest => 0,
        }
    }

    /// How a method of this sort is used, in words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tried { .. } => "tried",
            Self::LastResort => "tried where no other makes a schedule",
            Self::BeyondSymmetry { .. } => "tried where symmetric schedules exceed the bound for all",
            Self::GoesOn => "goes on while a gap is left",
            Self::OnRequest => "on request",
        }
    }
}

/// What a caller may decide. An option means the same for every problem, or is refused.
pub struct SolveOptions<'a> {
    /// How the schedule is made; `None` for the best of the methods that suit the problem.
    pub method: Option<&'static dyn Method>,
    /// Which rule goes first in a method that has two; `None` for that of the objective.
    pub bias: Option<Bias>,
    /// Whether every node has to do the translate of what node 0 does; else symmetry is given up where that takes
    /// fewer slots.
    pub symmetric: bool,
    /// A schedule of a harder problem, or of the dual one, from which that of the problem is made: never
    /// longer, and without any other method (P2 Fig. 3).
    pub source: Option<&'a ScheduleDocument>,
    /// In which form it is handed out.
    pub form: Form,
    /// Threads of an integer program. All else is shared by those of rayon's pool that it is called in, whose number
    /// makes no difference to the result.
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
            bias: None,
            symmetric: false,
            source: None,
            form: Form::default(),
            threads: 1,
            time_limit: None,
            stop: &|| false,
            cancel: &|| false,
            progress: &|_| (),
            // What was made here may cost what it costs.
            check: CheckOptions { limit: u64::MAX, ..CheckOptions::default() },
        }
    }
}

impl fmt::Debug for SolveOptions<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SolveOptions")
            .field("method", &self.method)
            .field("bias", &self.bias)
            .field("symmetric", &self.symmetric)
            .field("form", &self.form)
            .field("threads", &self.threads)
            .field("time_limit", &self.time_limit)
            .finish_non_exhaustive()
    }
}

/// What a method is given.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// What the caller decides.
    pub options: &'a SolveOptions<'a>,
    /// The lower bounds that are known.
    pub bounds: &'a Bounds,
    /// The directions of a product of rings that take the fewest slots.
    pub(super) route: Option<&'a RouteChoice>,
    /// The best schedule that other methods have made.
    pub(super) best: Option<&'a Candidate>,
    /// Makes a schedule of another problem, neither certified nor checked; none if there is none.
    pub(super) construct: fn(&Problem, &SolveOptions<'_>) -> Option<Schedule>,
}

/// A schedule as a method makes it, before it is certified.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The method.
    pub(super) method: &'static dyn Method,
    /// The schedule.
    pub(super) schedule: Schedule,
    /// The directions of its task matrix, where it has one.
    pub(super) directions: Directions,
    /// How it came about.
    pub(super) how: Explanation,
    /// How its routes were chosen, where the method says it.
    pub(super) routes: Option<&'static str>,
    /// What a person may want to know.
    pub(super) notes: Vec<Note>,
    /// What was tried on the way.
    pub(super) tried: Vec<Explanation>,
    /// Bounds that the method has proved.
    pub(super) raised: Raised,
    /// Why its search ended, where in more time it could have gone on.
    pub(super) cut_short: Option<CutShort>,
}

/// Bounds that a method proves beside those that are known.
#[derive(Debug, Clone, Default)]
pub(super) struct Raised {
    /// On the completion time of every schedule.
    pub(super) completion: Option<Lower>,
    /// On that of symmetric ones.
    pub(super) symmetric: Option<Lower>,
    /// On the total delay.
    pub(super) delay: Option<ScopedBound>,
}

impl Candidate {
    /// A schedule by a method, and how it came about.
    pub(super) fn new(method: &'static dyn Method, schedule: impl Into<Schedule>, how: &'static str) -> Self {
        let how = Explanation::Method { word: method.word(), how };
        let (directions, raised) = (Directions::Default, Raised::default());
        let (notes, tried) = (Vec::new(), Vec::new());
        let (schedule, routes, cut_short) = (schedule.into(), None, None);
        Self { method, schedule, directions, how, routes, notes, tried, raised, cut_short }
    }
}
