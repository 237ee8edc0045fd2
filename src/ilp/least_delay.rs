//! The least total delay within a horizon: a schedule, and a lower bound that integers prove.

use super::IlpError;
use super::delay_model::{DelayModel, DelayWays};
use super::delay_size::{MOST_DELAY_VARIABLES, delay_scope};
use super::named::NamedProgram;
use super::search::{self, DelayEnd, DelayOptions, Delayed, Instance};
use crate::model::{Coloring, IsotropicTask};
use crate::route::{Directions, task_matrix};
use crate::wire::{DualNode, Lower, Scope};

/// A schedule with its total delay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DelaySchedule {
    /// The way of every packet.
    pub directions: Directions,
    /// A slot for every unit of the task matrix of these directions; replayed.
    pub coloring: Coloring,
    /// `ΣC_i`, counted from the colouring.
    pub total_delay: u64,
}

impl DelaySchedule {
    /// Replays a colouring and counts its total delay.
    ///
    /// # Errors
    /// [`IlpError::ForeignDirections`] and [`IlpError::NotReplayed`].
    ///
    /// # Complexity
    /// That of [`Coloring::replay`].
    ///
    /// # Panics
    /// If the task has more packets than the address space.
    pub fn new(task: &IsotropicTask, directions: Directions, coloring: Coloring) -> Result<Self, IlpError> {
        let matrix = task_matrix(task, &directions).map_err(|_| IlpError::ForeignDirections)?;
        let slots = coloring.length();
        coloring.replay(&matrix, task.ports()).map_err(|fault| IlpError::NotReplayed { slots, fault })?;
        let mut units = coloring.slots.iter();
        let mut total_delay = 0;
        for row in 0..matrix.rows() {
            let moves: u64 = matrix.row(row).map(|(_, moves)| moves).sum();
            let mine = (0..moves).map(|_| units.next().expect("the replay counted the units"));
            total_delay += mine.max().map_or(0, |&last| u64::from(last) + 1);
        }
        Ok(Self { directions, coloring, total_delay })
    }
}

/// The best schedule found, and a lower bound with its proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DelaySolution {
    /// The schedule; none when neither the caller nor `HiGHS` has one.
    pub schedule: Option<DelaySchedule>,
    /// No schedule of the model has a smaller total delay.
    pub lower: u64,
    /// The number of slots of the model.
    pub horizon: u64,
    /// The proof of `lower`.
    pub tree: Vec<DualNode>,
    /// Whom `lower` binds; none when it binds only the directions that were given.
    pub scope: Option<Scope>,
    /// Why the search ended.
    pub end: DelayEnd,
}

impl DelaySolution {
    /// The bound as a certificate states it; `None` when it binds only the directions that were given.
    #[must_use]
    pub fn bound(&self) -> Option<Lower> {
        self.scope.map(|_| Lower::DualTree {
            value: self.lower,
            horizon_slots: self.horizon,
            tree: self.tree.clone(),
        })
    }
}

/// Finds a symmetric schedule of least total delay `ΣC_i` among those of at most `horizon` slots.
///
/// The model has unary residuals (FORMATS.md "The delay model"). The duals of its relaxation become integers, and
/// what these prove is all that is claimed; when they do not prove the delay of the best schedule known, 0–1 variables are
/// branched on, each leaf having multipliers of its own. `incumbent` is a first schedule, and often the best; without one, or when the first
/// relaxation does not prove it, `HiGHS` is asked for a better one.
///
/// The search has a thread of its own. `HiGHS` keeps to the time limit but cannot be interrupted, so when the limit has passed or
/// `stop` says so, the thread has one second to hand over what it has; then it is abandoned, and goes on beside the caller until `HiGHS` returns.
///
/// # Errors
/// * [`IlpError::DelayTooLarge`], [`IlpError::TooManyNodes`], [`IlpError::HorizonTooShort`] before anything is built;
/// * [`IlpError::ForeignDirections`], [`IlpError::Incumbent`] when what is given does not fit the task;
/// * [`IlpError::NotReplayed`], [`IlpError::Solver`] when `HiGHS` fails or its schedule is none.
///
/// # Complexity
/// Exponential time at worst; the model has V ≤ [`MOST_DELAY_VARIABLES`] variables and O(V) rows of O(V·T) entries for T slots.
///
/// # Panics
/// If the operating system refuses a thread for `HiGHS`.
///
/// # Examples
/// Total exchange on the 2-cube: 01 and 10 after one slot, 11 after two, or the other way round: 5 in any case.
/// ```
/// use isotask::ilp::{DelayOptions, DelayWays, least_delay};
/// use isotask::{model::IsotropicTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":2},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// let task = IsotropicTask::new(&wire::parse(text)?)?;
/// let options = DelayOptions { threads: 1, time_limit: None, nodes: 100, stop: &|| false };
/// let found = least_delay(&task, DelayWays::TiesFree, 2, None, &options)?;
/// assert_eq!((found.schedule.map(|best| best.total_delay), found.lower), (Some(5), 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn least_delay(
    task: &IsotropicTask,
    ways: DelayWays<'_>,
    horizon: u64,
    incumbent: Option<DelaySchedule>,
    options: &DelayOptions<'_>,
) -> Result<DelaySolution, IlpError> {
    let model = DelayModel::new(task, ways, horizon, MOST_DELAY_VARIABLES, false)?;
    let best = incumbent.map(|first| require_incumbent(task, ways, horizon, first)).transpose()?;
    let scope = delay_scope(task, ways);
    let directions = match ways {
        DelayWays::Fixed(directions) => Some(directions.clone()),
        DelayWays::TiesFree | DelayWays::DetoursFree => None,
    };
    let found = search::least(Routed { task: task.clone(), directions, model }, best, options)?;
    let search::Found { schedule, lower, tree, end } = found;
    Ok(DelaySolution { schedule, lower, horizon, tree, scope, end })
}

/// Refuses a first schedule that the model does not have.
fn require_incumbent(
    task: &IsotropicTask,
    ways: DelayWays<'_>,
    horizon: u64,
    first: DelaySchedule,
) -> Result<DelaySchedule, IlpError> {
    let refusal = |fault| IlpError::Incumbent { horizon, fault };
    let replayed =
        DelaySchedule::new(task, first.directions, first.coloring).map_err(|error| match error {
            IlpError::NotReplayed { fault, .. } => refusal(Some(fault)),
            other => other,
        })?;
    let allowed = match ways {
        DelayWays::Fixed(directions) => *directions == replayed.directions,
        // Within the horizon there is room for its detours.
        DelayWays::DetoursFree => true,
        DelayWays::TiesFree => u64::try_from(replayed.coloring.slots.len()) == Ok(task.total_distance()),
    };
    if allowed && replayed.coloring.length() <= horizon { Ok(replayed) } else { Err(refusal(None)) }
}

/// The delay model of a task, whose solutions are directions with a colouring.
struct Routed {
    task: IsotropicTask,
    /// The directions of all packets, if they are given.
    directions: Option<Directions>,
    model: DelayModel,
}

impl Instance for Routed {
    type Schedule = DelaySchedule;

    fn program(&self) -> &NamedProgram {
        self.model.program()
    }

    fn read(&self, values: &[bool]) -> Result<DelaySchedule, IlpError> {
        let directions = self.directions.clone().unwrap_or_else(|| self.model.directions(&self.task, values));
        DelaySchedule::new(&self.task, directions, Coloring { slots: self.model.unit_slots(values) })
    }
}

impl Delayed for Routed {
    fn total_delay(schedule: &DelaySchedule) -> u64 {
        schedule.total_delay
    }
}
