//! Searches on a thread of their own that hand over what they have: schedules from `HiGHS`, bounds from trees of multipliers.

use super::IlpError;
use super::branch::{Goal, look, prove};
use super::dual::Leaf;
use super::named::NamedProgram;
use super::named_door::{Limits, Wanted, ask_named};
use crate::wire::DualNode;
use std::fmt;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Most threads that `HiGHS` is given.
const MOST_THREADS: u32 = 256;
/// How often it is asked whether to stop.
const POLL: Duration = Duration::from_millis(20);
/// How long a search that is to end may take to hand over what it has.
const GRACE: Duration = Duration::from_secs(1);

/// Limits of a search by integer programs.
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

/// Why a search ended.
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
    /// The program of one slot more would be too large.
    Size,
}

/// The best schedule found, and a lower bound with its proof.
#[derive(Debug, Clone)]
pub(super) struct Found<S> {
    pub(super) schedule: Option<S>,
    pub(super) lower: u64,
    pub(super) tree: Vec<DualNode>,
    pub(super) end: DelayEnd,
}

/// What a search may spend, as its thread sees it.
#[derive(Debug, Clone)]
pub(super) struct Budget {
    pub(super) threads: u32,
    pub(super) nodes: u64,
    /// When the search began, and how long it may take.
    clock: Option<(Instant, Duration)>,
    abandoned: Arc<AtomicBool>,
}

impl Budget {
    pub(super) fn remaining(&self) -> Option<Duration> {
        self.clock.map(|(start, limit)| limit.saturating_sub(start.elapsed()))
    }

    pub(super) fn is_over(&self) -> bool {
        self.abandoned.load(Ordering::SeqCst) || self.remaining().is_some_and(|left| left.is_zero())
    }

    /// The same with half of the time that is left.
    pub(super) fn half(&self) -> Self {
        let shorter = |(start, _): (Instant, Duration)| {
            let left = self.remaining().unwrap_or_default();
            (start, start.elapsed() + left / 2)
        };
        Self { clock: self.clock.map(shorter), ..self.clone() }
    }

    fn limits(&self) -> Limits {
        Limits { threads: self.threads, nodes: self.nodes, remaining: self.remaining() }
    }
}

/// Lets `work` run on a thread of its own and keeps the latest of what it hands over, at first `first`.
///
/// `HiGHS` keeps to the time limit but cannot be interrupted, so when the limit has passed or `stop` says so, the thread has one
/// second to hand over what it has; then it is abandoned, and goes on beside the caller until `HiGHS` returns. `HiGHS` also binds
/// the number of its threads to the thread that calls it first.
pub(super) fn on_a_thread<S: Clone + Send + 'static>(
    options: &DelayOptions<'_>,
    first: Found<S>,
    work: impl FnOnce(&Budget, &dyn Fn(Found<S>)) -> Result<(), IlpError> + Send + 'static,
) -> Result<Found<S>, IlpError> {
    // What is stopped before it begins does not depend on how fast a thread is.
    if (options.stop)() {
        return Ok(Found { end: DelayEnd::Stopped, ..first });
    }
    let start = Instant::now();
    let limit = options.time_limit.map(Duration::from_secs);
    let budget = Budget {
        threads: options.threads.min(MOST_THREADS),
        nodes: options.nodes,
        clock: limit.map(|limit| (start, limit)),
        abandoned: Arc::new(AtomicBool::new(false)),
    };
    let abandoned = Arc::clone(&budget.abandoned);
    let (sender, news) = channel();
    // Nobody may be listening any more.
    let worker = thread::spawn(move || work(&budget, &|found| drop(sender.send(found))));
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
fn follow<S>(
    news: &Receiver<Found<S>>,
    mut latest: Found<S>,
    over: &dyn Fn() -> bool,
    abandoned: &AtomicBool,
) -> (Found<S>, bool) {
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

/// A program whose solutions are schedules.
pub(super) trait Instance: Send + 'static {
    type Schedule: Clone + Send + 'static;

    fn program(&self) -> &NamedProgram;

    /// The schedule of a solution, replayed.
    fn read(&self, values: &[bool]) -> Result<Self::Schedule, IlpError>;
}

/// A program whose objective is the total delay.
pub(super) trait Delayed: Instance {
    /// `ΣC_i`.
    fn total_delay(schedule: &Self::Schedule) -> u64;
}

/// Finds a solution of least objective and proves that it is; `first` is one to begin with.
pub(super) fn least<I: Delayed>(
    instance: I,
    first: Option<I::Schedule>,
    options: &DelayOptions<'_>,
) -> Result<Found<I::Schedule>, IlpError> {
    let begin = found(&instance, first.clone(), &Leaf::trivial());
    on_a_thread(options, begin, move |budget, tell| run(&instance, first, budget, tell))
}

/// Hands over every better schedule and bound; the last of them is the result.
fn run<I: Delayed>(
    instance: &I,
    mut best: Option<I::Schedule>,
    budget: &Budget,
    tell: &dyn Fn(Found<I::Schedule>),
) -> Result<(), IlpError> {
    let program = instance.program();
    let goal = best.as_ref().map_or(Goal::Best, |best| Goal::AtLeast(I::total_delay(best)));
    let mut root = look(program, &program.fixed, goal, budget.remaining());
    if let Some(values) = root.solution.take() {
        take(instance, &mut best, &values);
    }
    let leaf = root.leaf;
    tell(found(instance, best.clone(), &leaf));
    let proved =
        |best: &Option<I::Schedule>| best.as_ref().is_some_and(|best| leaf.proves(I::total_delay(best)));
    if !proved(&best)
        && !budget.is_over()
        && let Some(schedule) = by_program(instance, Wanted::Least, budget)?
    {
        keep::<I>(&mut best, schedule);
        tell(found(instance, best.clone(), &leaf));
    }
    let (Some(known), false) = (&best, proved(&best)) else {
        return Ok(());
    };
    let goal = Goal::AtLeast(I::total_delay(known));
    let mut nodes = 0;
    let mut improve = |values: &[bool]| {
        take(instance, &mut best, values);
        best.as_ref().map(I::total_delay)
    };
    let tree = prove(program, goal, &mut improve, &mut || step(budget, &mut nodes));
    let mut solution = found(instance, best, &leaf);
    if let (Some(tree), Some(best)) = (tree, &solution.schedule) {
        solution.lower = I::total_delay(best);
        solution.tree = tree;
        solution.end = DelayEnd::Proved;
    } else if solution.end == DelayEnd::Solver && nodes > budget.nodes {
        solution.end = DelayEnd::Nodes;
    }
    tell(solution);
    Ok(())
}

/// Counts a node of a tree; `None` when there may be no more, else the time that is left, if that is limited.
#[expect(
    clippy::option_option,
    reason = "the outer says whether to go on, the inner whether time is limited"
)]
pub(super) fn step(budget: &Budget, nodes: &mut u64) -> Option<Option<Duration>> {
    *nodes += 1;
    let over = *nodes > budget.nodes || budget.is_over();
    (!over).then(|| budget.remaining())
}

fn found<I: Delayed>(instance: &I, schedule: Option<I::Schedule>, leaf: &Leaf) -> Found<I::Schedule> {
    // Without any solution within the horizon nothing can be claimed that means anything; a bound above the solution
    // at hand would be a bug, and is not claimed.
    let lower = leaf.value.unwrap_or(0);
    let lower = schedule.as_ref().map_or(lower, |best| lower.min(I::total_delay(best)));
    let proved = schedule.as_ref().is_some_and(|best| I::total_delay(best) == lower);
    Found {
        lower,
        end: if proved { DelayEnd::Proved } else { DelayEnd::Solver },
        schedule,
        tree: vec![leaf.node(instance.program())],
    }
}

/// Asks `HiGHS` for a schedule, with its presolve and, if that finds none, without.
pub(super) fn by_program<I: Instance>(
    instance: &I,
    wanted: Wanted,
    budget: &Budget,
) -> Result<Option<I::Schedule>, IlpError> {
    for presolve in [true, false] {
        if let Some(values) = ask_named(instance.program(), wanted, presolve, &budget.limits())? {
            return instance.read(&values).map(Some);
        }
        if budget.is_over() {
            break;
        }
    }
    Ok(None)
}

/// Keeps a solution of the relaxation if it is a better schedule.
fn take<I: Delayed>(instance: &I, best: &mut Option<I::Schedule>, values: &[bool]) {
    // What does not replay was no solution but for the solver's tolerance.
    if let Ok(schedule) = instance.read(values) {
        keep::<I>(best, schedule);
    }
}

fn keep<I: Delayed>(best: &mut Option<I::Schedule>, schedule: I::Schedule) {
    if best.as_ref().is_none_or(|best| I::total_delay(&schedule) < I::total_delay(best)) {
        *best = Some(schedule);
    }
}
