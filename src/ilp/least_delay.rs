//! The least total delay within a horizon: a schedule, and a lower bound that integers prove.

use super::IlpError;
use super::delay_branch::{look, prove};
use super::delay_door::{Limits, ask_delay};
use super::delay_dual::Leaf;
use super::delay_model::{DelayModel, DelayWays};
use super::delay_size::{MOST_DELAY_VARIABLES, delay_scope};
use crate::model::{Coloring, IsotropicTask};
use crate::route::{Directions, task_matrix};
use crate::wire::{DelayNode, Lower, Scope};
use std::fmt;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Most threads that `HiGHS` is given.
const MOST_THREADS: u32 = 256;
/// How often it is asked whether to stop.
const POLL: Duration = Duration::from_millis(20);
/// How long a search that is to end may take to hand over what it has.
const GRACE: Duration = Duration::from_secs(1);

/// Limits of the search for the least delay.
pub struct DelayOptions<'a> {
    /// Threads of `HiGHS`; 0 leaves the number to it, and more than 256 count as 256.
    pub threads: u32,
    /// Seconds for everything together.
    pub time_limit: Option<u64>,
    /// Most nodes of the tree, and of each tree that `HiGHS` grows for a schedule.
    pub nodes: u64,
    /// Asked all the time; `true` ends the search with what it has.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl fmt::Debug for DelayOptions<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("DelayOptions")
            .field("threads", &self.threads)
            .field("time_limit", &self.time_limit)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

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

/// Why a search for the least delay ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DelayEnd {
    /// Schedule and bound meet.
    Proved,
    /// The tree has as many nodes as are allowed.
    Nodes,
    /// The time was over.
    Time,
    /// The caller said stop.
    Stopped,
    /// `HiGHS` gave nothing to go on with.
    Solver,
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
    pub tree: Vec<DelayNode>,
    /// Whom `lower` binds; none when it binds only the directions that were given.
    pub scope: Option<Scope>,
    /// Why the search ended.
    pub end: DelayEnd,
}

impl DelaySolution {
    /// The bound as a certificate states it; `None` when it binds only the directions that were given.
    #[must_use]
    pub fn bound(&self) -> Option<Lower> {
        self.scope.map(|_| Lower::DelayTree {
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
    let start = Instant::now();
    let limit = options.time_limit.map(Duration::from_secs);
    let abandoned = Arc::new(AtomicBool::new(false));
    let search = Search {
        task: task.clone(),
        directions: match ways {
            DelayWays::Fixed(directions) => Some(directions.clone()),
            DelayWays::TiesFree | DelayWays::DetoursFree => None,
        },
        scope: delay_scope(task, ways),
        horizon,
        model,
        threads: options.threads.min(MOST_THREADS),
        nodes: options.nodes,
        clock: limit.map(|limit| (start, limit)),
        abandoned: Arc::clone(&abandoned),
    };
    let first = search.solution(best.clone(), &Leaf::trivial());
    let (sender, news) = channel();
    // A thread of its own: HiGHS binds the number of its threads to the thread that calls it first.
    let worker = thread::spawn(move || search.run(best, &sender));
    let over = || (options.stop)() || limit.is_some_and(|limit| start.elapsed() >= limit);
    let (mut latest, ended) = follow(&news, first, &over, &abandoned);
    if ended {
        worker.join().unwrap_or_else(|cause| resume_unwind(cause))?;
    }
    if latest.end == DelayEnd::Solver && over() {
        let in_time = limit.is_none_or(|limit| start.elapsed() < limit);
        latest.end = if in_time { DelayEnd::Stopped } else { DelayEnd::Time };
    }
    Ok(latest)
}

/// Keeps the latest of what the search hands over until it ends, or has not ended in time.
fn follow(
    news: &Receiver<DelaySolution>,
    mut latest: DelaySolution,
    over: &dyn Fn() -> bool,
    abandoned: &AtomicBool,
) -> (DelaySolution, bool) {
    let mut end: Option<Instant> = None;
    loop {
        match news.recv_timeout(POLL) {
            Ok(better) => latest = better,
            Err(RecvTimeoutError::Disconnected) => return (latest, true),
            Err(RecvTimeoutError::Timeout) => {}
        }
        match end {
            None if over() => {
                abandoned.store(true, Ordering::SeqCst);
                end = Some(Instant::now() + GRACE);
            }
            Some(end) if Instant::now() >= end => return (latest, false),
            _ => {}
        }
    }
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

struct Search {
    task: IsotropicTask,
    /// The directions of all packets, if they are given.
    directions: Option<Directions>,
    scope: Option<Scope>,
    horizon: u64,
    model: DelayModel,
    threads: u32,
    nodes: u64,
    /// When the search began, and how long it may take.
    clock: Option<(Instant, Duration)>,
    abandoned: Arc<AtomicBool>,
}

impl Search {
    /// Hands over every better schedule and bound; the last of them is the result.
    fn run(&self, mut best: Option<DelaySchedule>, news: &Sender<DelaySolution>) -> Result<(), IlpError> {
        // Nobody may be listening any more.
        let tell = |solution: DelaySolution| drop(news.send(solution));
        let target = best.as_ref().map(|best| best.total_delay);
        let mut root = look(&self.model, &self.model.fixed, target, self.remaining());
        if let Some(values) = root.solution.take() {
            self.take(&mut best, &values);
        }
        let leaf = root.leaf;
        tell(self.solution(best.clone(), &leaf));
        let proved =
            |best: &Option<DelaySchedule>| best.as_ref().is_some_and(|best| leaf.proves(best.total_delay));
        if !proved(&best)
            && !self.over()
            && let Some(found) = self.by_program()?
        {
            keep(&mut best, found);
            tell(self.solution(best.clone(), &leaf));
        }
        let (Some(known), false) = (&best, proved(&best)) else {
            return Ok(());
        };
        let target = known.total_delay;
        let mut nodes = 0;
        let mut improve = |values: &[bool]| {
            self.take(&mut best, values);
            best.as_ref().map(|best| best.total_delay)
        };
        let mut stop = || {
            nodes += 1;
            let over = nodes > self.nodes || self.over();
            (!over).then(|| self.remaining())
        };
        let tree = prove(&self.model, target, &mut improve, &mut stop);
        let mut solution = self.solution(best, &leaf);
        if let (Some(tree), Some(best)) = (tree, &solution.schedule) {
            solution.lower = best.total_delay;
            solution.tree = tree;
            solution.end = DelayEnd::Proved;
        } else if solution.end == DelayEnd::Solver && nodes > self.nodes {
            solution.end = DelayEnd::Nodes;
        }
        tell(solution);
        Ok(())
    }

    fn solution(&self, schedule: Option<DelaySchedule>, leaf: &Leaf) -> DelaySolution {
        // Without any solution within the horizon nothing can be claimed that means anything; a bound above the solution
        // at hand would be a bug, and is not claimed.
        let lower = leaf.value.unwrap_or(0);
        let lower = schedule.as_ref().map_or(lower, |best| lower.min(best.total_delay));
        let proved = schedule.as_ref().is_some_and(|best| best.total_delay == lower);
        DelaySolution {
            lower,
            end: if proved { DelayEnd::Proved } else { DelayEnd::Solver },
            schedule,
            horizon: self.horizon,
            tree: vec![leaf.node(&self.model)],
            scope: self.scope,
        }
    }

    /// Asks `HiGHS` for a schedule, with its presolve and, if that finds none, without.
    fn by_program(&self) -> Result<Option<DelaySchedule>, IlpError> {
        for presolve in [true, false] {
            let limits = Limits { threads: self.threads, nodes: self.nodes, remaining: self.remaining() };
            if let Some(values) = ask_delay(&self.model, presolve, &limits)? {
                return self.read(&values).map(Some);
            }
            if self.over() {
                break;
            }
        }
        Ok(None)
    }

    /// Keeps a solution of the relaxation if it is a better schedule.
    fn take(&self, best: &mut Option<DelaySchedule>, values: &[bool]) {
        // What does not replay was no solution but for the solver's tolerance.
        if let Ok(found) = self.read(values) {
            keep(best, found);
        }
    }

    fn read(&self, values: &[bool]) -> Result<DelaySchedule, IlpError> {
        let directions = self.directions.clone().unwrap_or_else(|| self.model.directions(&self.task, values));
        DelaySchedule::new(&self.task, directions, Coloring { slots: self.model.unit_slots(values) })
    }

    fn remaining(&self) -> Option<Duration> {
        self.clock.map(|(start, limit)| limit.saturating_sub(start.elapsed()))
    }

    fn over(&self) -> bool {
        self.abandoned.load(Ordering::SeqCst) || self.remaining().is_some_and(|left| left.is_zero())
    }
}

fn keep(best: &mut Option<DelaySchedule>, found: DelaySchedule) {
    if best.as_ref().is_none_or(|best| found.total_delay < best.total_delay) {
        *best = Some(found);
    }
}
