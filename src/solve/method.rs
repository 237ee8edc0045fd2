//! Methods, which make schedules, and the options of a caller.

use super::error::{MethodError, SolveError};
use super::notes::{Explanation, Note};
use super::options::{Form, Phase, TextTaker};
use super::unsuited::Unsuited;
use crate::bound::{Bounds, ScopedBound};
use crate::check::Options as CheckOptions;
use crate::delay::Bias;
use crate::job_shop::{CutShort, Effort, SearchState, Watch};
use crate::model::{
    AllreduceTask, CollectiveTask, DemandsTask, IsotropicTask, ParcelsTask, Problem, Schedule, Subgroup, View,
};
use crate::route::{Directions, RouteChoice};
use crate::tree::GivenTree;
use crate::wire::{Lower, ScheduleDocument};
use std::fmt;
use std::time::Duration;

impl Watch for SolveOptions<'_> {
    fn see(&self, state: SearchState) {
        (self.progress)(Phase::Searching(state));
    }
}

/// The description of a method for people.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// The word of the command line and of documents.
    pub word: &'static str,
    /// The purpose of the method in a sentence for people.
    pub sentence: &'static str,
    /// The source: a paper's section, or author, title, year.
    pub source: &'static str,
    /// The tasks that the method solves; the error message for any other task quotes this text.
    pub tasks: &'static str,
}

/// Isotropic tasks as rows of a task matrix.
pub(super) const ROWS: &str = "isotropic tasks on hypercubes, tori and rings";
/// Isotropic tasks as words of links.
pub(super) const WORDS: &str = "isotropic tasks on Cayley graphs";
/// Blocks of which every node gets the sum.
pub(super) const ALLREDUCE: &str = "allreduce";
/// Packets that differ in length or start.
pub(super) const PARCELS: &str = "parcels";
/// Packets in a list.
pub(super) const DEMANDS: &str = "demands, and tasks on incomplete hypercubes and graphs";

/// A way to make schedules. A method is one file that implements this trait, and one line in the register,
/// [`super::METHODS`].
///
/// A problem has one of six views: rows, words, collective, demands, allreduce or parcels. A method
/// implements the function `on_…` of each view that it supports. Only `suits` looks at the view; its result
/// makes the schedule.
pub trait Method: Sync + fmt::Debug {
    /// Returns the description for people.
    fn about(&self) -> &About;

    /// The word of the command line and of documents.
    fn word(&self) -> &'static str {
        self.about().word
    }

    /// Returns the purpose of the method in a sentence for people.
    fn sentence(&self) -> &'static str {
        self.about().sentence
    }

    /// Returns the source: a paper's section, or author, title, year.
    fn source(&self) -> &'static str {
        self.about().source
    }

    /// Returns the method's work on the rows of a task matrix. By default the product of rings is taken as a
    /// Cayley graph, and a method that would otherwise be tried is then used on request only.
    ///
    /// # Errors
    /// [`Unsuited`] with the reason why it does nothing.
    fn on_rows<'a>(
        &'static self,
        problem: &'a Problem,
        _: &'a IsotropicTask,
    ) -> Result<Suited<'a>, Unsuited> {
        self.on_words(problem).map(Suited::on_request_if_tried)
    }

    /// Returns the work on words of links. The tables of the problem are built when the schedule is made.
    ///
    /// # Errors
    /// [`Unsuited`] with the reason why it does nothing.
    fn on_words<'a>(&'static self, _: &'a Problem) -> Result<Suited<'a>, Unsuited> {
        Err(Unsuited::OtherTask { of: self.about().tasks })
    }

    /// Returns the work on a broadcast, accumulation, scatter or gather.
    ///
    /// # Errors
    /// [`Unsuited`] with the reason why it does nothing.
    fn on_collective<'a>(&'static self, _: &'a CollectiveTask) -> Result<Suited<'a>, Unsuited> {
        Err(Unsuited::OtherTask { of: self.about().tasks })
    }

    /// Returns the work on packets in a list.
    ///
    /// # Errors
    /// [`Unsuited`] with the reason why it does nothing.
    fn on_demands<'a>(&'static self, _: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        Err(Unsuited::OtherTask { of: self.about().tasks })
    }

    /// Returns the work on an allreduce.
    ///
    /// # Errors
    /// [`Unsuited`] with the reason why it does nothing.
    fn on_allreduce<'a>(&'static self, _: &'a AllreduceTask) -> Result<Suited<'a>, Unsuited> {
        Err(Unsuited::OtherTask { of: self.about().tasks })
    }

    /// Returns the work on packets that differ in length or start.
    ///
    /// # Errors
    /// [`Unsuited`] with the reason why it does nothing.
    fn on_parcels<'a>(&'static self, _: &'a ParcelsTask) -> Result<Suited<'a>, Unsuited> {
        Err(Unsuited::OtherTask { of: self.about().tasks })
    }

    /// Whether its schedules of isotropic tasks are symmetric.
    fn is_symmetric(&self) -> bool {
        true
    }

    /// Whether a bias says which of its rules goes first.
    fn takes_bias(&self) -> bool {
        false
    }

    /// Whether it makes schedules in intervals.
    fn makes_intervals(&self) -> bool {
        false
    }

    /// Whether it makes plans of windows.
    fn makes_plans(&self) -> bool {
        false
    }
}

impl PartialEq for dyn Method {
    fn eq(&self, other: &Self) -> bool {
        self.word() == other.word()
    }
}

/// A method that suits a problem.
pub struct Suited<'a> {
    /// The method.
    pub method: &'static dyn Method,
    /// The view of the problem on which the method works.
    pub view: View,
    /// When it is used.
    pub when: When,
    /// The work on that view.
    pub(super) work: Box<dyn Work + 'a>,
}

impl<'a> Suited<'a> {
    /// A method whose work is a function that makes a schedule.
    pub(super) fn new(
        method: &'static dyn Method,
        view: View,
        when: When,
        make: impl Fn(&Context<'_>) -> Made + 'a,
    ) -> Self {
        Self::of_work(method, view, when, make)
    }

    /// A method that does more than make a schedule.
    pub(super) fn of_work(method: &'static dyn Method, view: View, when: When, work: impl Work + 'a) -> Self {
        Self { method, view, when, work: Box::new(work) }
    }

    /// Turns a fault of the method into a fault of a solve.
    pub(super) fn fault(&self, fault: MethodError) -> SolveError {
        SolveError::of(self.method.word(), fault)
    }

    /// Makes a method that would be tried unasked one for requests only.
    fn on_request_if_tried(self) -> Self {
        let when = if let When::Tried { .. } = self.when { When::OnRequest } else { self.when };
        Self { when, ..self }
    }
}

impl fmt::Debug for Suited<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Suited");
        shown.field("method", &self.method);
        shown.field("view", &self.view).field("when", &self.when).finish_non_exhaustive()
    }
}

/// A schedule, or none if the method was cancelled before there was one.
pub(super) type Made = Result<Option<Candidate>, MethodError>;

/// The work of a method on a problem that it suits. Most methods need only a function that makes a schedule.
///
/// Errors are those of problems that are too large for the method, or have no schedule of this sort.
pub(super) trait Work {
    /// Refuses a problem that is too large for `improve`, before other methods spend time on it.
    fn require(&self, _: &Context<'_>) -> Result<(), MethodError> {
        Ok(())
    }

    /// Makes a schedule; none for a method that only improves those of others.
    fn make(&self, _: &Context<'_>) -> Made {
        Ok(None)
    }

    /// Improves the best schedule of the other methods.
    fn improve(&self, _: &Context<'_>, candidate: Candidate) -> Result<Candidate, MethodError> {
        Ok(candidate)
    }

    /// Improves the best schedule if it takes more slots than the bound for all schedules. The result may be
    /// asymmetric: nodes may do different things.
    fn improve_beyond_symmetry(
        &self,
        _: &Context<'_>,
        candidate: Candidate,
    ) -> Result<Candidate, MethodError> {
        Ok(candidate)
    }
}

impl<F: Fn(&Context<'_>) -> Made> Work for F {
    fn make(&self, context: &Context<'_>) -> Made {
        self(context)
    }
}

/// When a suitable method is used.
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
    /// Without being asked for, where the best symmetric schedule misses the bound for all schedules, of
    /// slots or delay as the objective says. In its schedules nodes may differ.
    BeyondSymmetry {
        /// The turn.
        turn: u8,
    },
    /// It improves the best schedule of the other methods while there is a gap to the lower bound. If it is
    /// requested by name, it searches longer.
    Improves,
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
            Self::LastResort | Self::Improves | Self::OnRequest => 0,
        }
    }

    /// Whether it runs unasked: in the first pass, or with `last` in the pass for problems still unsolved.
    pub(super) fn is_tried(self, last: bool) -> bool {
        match self {
            Self::Tried { .. } => !last,
            Self::LastResort => last,
            Self::BeyondSymmetry { .. } | Self::Improves | Self::OnRequest => false,
        }
    }

    /// How a method of this sort is used, in words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tried { .. } => "tried",
            Self::LastResort => "tried where no other makes a schedule",
            Self::BeyondSymmetry { .. } => "tried where symmetric schedules exceed the bound for all",
            Self::Improves => "goes on while a gap is left",
            Self::OnRequest => "on request",
        }
    }
}

/// The options of a caller. An option has one meaning for every problem, or is refused.
pub struct SolveOptions<'a> {
    /// How the schedule is made; `None` for the best of the methods that suit the problem.
    pub method: Option<&'static dyn Method>,
    /// The rule that goes first in a method that has two; `None` for that of the objective.
    pub bias: Option<Bias>,
    /// The only group of automorphisms that the method `orbits` tries; `None` lets it look for groups.
    pub symmetry: Option<&'a Subgroup>,
    /// Whether every node has to do the translate of what node 0 does; else symmetry is given up where that
    /// is better by the objective.
    pub symmetric: bool,
    /// A schedule of a problem that contains this one (P2 Fig. 3), or of the time-reversed problem. It is
    /// converted into a schedule of this problem that is never longer; no other method is used.
    pub source: Option<&'a ScheduleDocument>,
    /// A spanning tree along which a broadcast, accumulation, scatter or gather goes; no other method is
    /// used.
    pub tree: Option<&'a GivenTree>,
    /// The form in which the schedule is handed out.
    pub form: Form,
    /// The number of threads of an integer program. All other work runs on the rayon pool of the caller; its
    /// size does not change the result.
    pub threads: u32,
    /// The effort of searches; `None` is exhaustive with a time limit, else standard.
    pub effort: Option<Effort>,
    /// The time of a search; it ends with the best result so far.
    pub time_limit: Option<Duration>,
    /// Asked now and then; `true` ends a search with the best result so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Asked before the long steps; `true` ends the solve if there is no schedule yet.
    pub cancel: &'a (dyn Fn() -> bool + Sync),
    /// Told what the work is at.
    pub progress: &'a (dyn Fn(Phase) + Sync),
    /// How the result is checked.
    pub check: CheckOptions,
    /// Receives the text of the certificate while it is checked, if it is checked in pieces. A Pareto front
    /// has many certificates and does not use it.
    pub copy: Option<&'a dyn TextTaker>,
}

impl SolveOptions<'_> {
    /// Returns the effort of searches.
    #[must_use]
    pub fn effort(&self) -> Effort {
        let limited = if self.time_limit.is_some() { Effort::Exhaustive } else { Effort::Standard };
        self.effort.unwrap_or(limited)
    }
}

impl Default for SolveOptions<'_> {
    fn default() -> Self {
        Self {
            method: None,
            bias: None,
            symmetry: None,
            symmetric: false,
            source: None,
            tree: None,
            form: Form::default(),
            threads: 1,
            effort: None,
            time_limit: None,
            stop: &|| false,
            cancel: &|| false,
            progress: &|_| (),
            // The check of a schedule made here has no limit.
            check: CheckOptions { limit: u64::MAX, ..CheckOptions::default() },
            copy: None,
        }
    }
}

impl fmt::Debug for SolveOptions<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SolveOptions")
            .field("method", &self.method)
            .field("bias", &self.bias)
            .field("symmetry", &self.symmetry)
            .field("symmetric", &self.symmetric)
            .field("form", &self.form)
            .field("threads", &self.threads)
            .field("effort", &self.effort)
            .field("time_limit", &self.time_limit)
            .finish_non_exhaustive()
    }
}

/// The input of a method.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The options of the caller.
    pub options: &'a SolveOptions<'a>,
    /// The lower bounds that are known.
    pub bounds: &'a Bounds,
    /// The best directions found on a product of rings, with a lower bound on the slots of any directions.
    pub(super) route: Option<&'a RouteChoice>,
    /// The best schedule that other methods have made.
    pub(super) best: Option<&'a Candidate>,
    /// Whether the method asked for goes on from the best schedule of the others.
    pub(super) is_improving: bool,
}

impl Context<'_> {
    /// Whether a schedule of this method is asked for by name.
    pub(super) fn is_asked_for(&self) -> bool {
        self.options.method.is_some() && !self.is_improving
    }
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
    /// The explanation of the schedule.
    pub(super) how: Explanation,
    /// The choice of its routes, where the method tells it.
    pub(super) routes: Option<&'static str>,
    /// Notes for the reader of the result.
    pub(super) notes: Vec<Note>,
    /// The attempts on the way.
    pub(super) tried: Vec<Explanation>,
    /// Bounds that the method has proved.
    pub(super) proved: ProvedBounds,
    /// Why its search ended, where in more time it could have gone on.
    pub(super) cut_short: Option<CutShort>,
}

/// Bounds that a method proves beside those that are known.
#[derive(Debug, Clone, Default)]
pub(super) struct ProvedBounds {
    /// Whether the method has already tried every stronger bound that the pipeline would try for a schedule
    /// above the known bounds.
    pub(super) is_complete: bool,
    /// On the completion time of every schedule.
    pub(super) completion: Option<Lower>,
    /// On that of symmetric ones.
    pub(super) symmetric: Option<ScopedBound>,
    /// On the total delay.
    pub(super) delay: Option<ScopedBound>,
}

impl ProvedBounds {
    /// Takes what others have proved of the completion time, if that is more.
    pub(super) fn join(&mut self, other: Self) {
        let known = self.completion.as_ref().map(Lower::slots);
        self.is_complete |= other.is_complete;
        self.completion =
            other.completion.filter(|lower| Some(lower.slots()) > known).or(self.completion.take());
    }
}

impl Candidate {
    /// A schedule by a method, and how it came about.
    pub(super) fn new(method: &'static dyn Method, schedule: impl Into<Schedule>, how: &'static str) -> Self {
        let how = Explanation::Method { word: method.word(), how };
        let (directions, proved) = (Directions::Default, ProvedBounds::default());
        let (notes, tried) = (Vec::new(), Vec::new());
        let (schedule, routes, cut_short) = (schedule.into(), None, None);
        Self { method, schedule, directions, how, routes, notes, tried, proved, cut_short }
    }
}
