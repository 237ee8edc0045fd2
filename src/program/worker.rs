//! The limits and results of a search, and the separate thread on which it runs.

use super::error::ProgramError;
use super::highs::Limits;
use super::threads::are_granted;
use crate::bound::{ScopedBound, dual_tree};
use crate::job_shop::{SearchState, SearchWork, Watch};
use crate::wire::{DualNode, Lower, Scope, TreeModel};
use std::fmt;
use std::io;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Most threads that `HiGHS` is given.
const MAX_THREADS: u32 = 256;
/// Search nodes that `HiGHS` may always evaluate for a schedule, even if the limit is lower.
const MIN_HIGHS_NODES: u64 = 100;
/// Bytes that `HiGHS` needs for a small model, and Isotask afterwards for its schedule.
const MIN_MEMORY_BYTES: usize = 3 << 24;
/// The interval at which `stop` and the time limit are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The time that a search that must end has to hand over its result.
const HANDOVER_TIME: Duration = Duration::from_millis(200);
/// The time by which `HiGHS` ends before the search, so that its result can still be handed over; a tenth of
/// the time left if that is less.
const HIGHS_HEAD_START: Duration = Duration::from_millis(150);

/// Limits of a search by integer programs.
pub struct SearchOptions<'a> {
    /// Threads of `HiGHS`, and for the parts of a tree; 0 leaves their number to the libraries, and more than
    /// 256 count as 256.
    pub threads: u32,
    /// Seconds for everything together.
    pub time_limit: Option<u64>,
    /// Most search nodes of the tree, and of each tree that `HiGHS` grows for a schedule, though `HiGHS` may
    /// always evaluate 100. With 1 and a first schedule, only the relaxation is tried for less delay.
    pub nodes: u64,
    /// Asked all the time; `true` ends the search with its best result so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Gets the progress of the search all the time.
    pub watch: &'a dyn Watch,
}

impl fmt::Debug for SearchOptions<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SearchOptions")
            .field("threads", &self.threads)
            .field("time_limit", &self.time_limit)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchEnd {
    /// Schedule and bound meet.
    Proved,
    /// The tree has as many nodes as are allowed.
    Nodes,
    /// The time limit was reached.
    Time,
    /// The caller stopped it.
    Stopped,
    /// `HiGHS` gave no usable result.
    Solver,
    /// The program of one slot more would be too large.
    Size,
}

/// The best schedule found, and a lower bound with its proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<S> {
    /// The schedule; none if neither the caller nor the search has one that the program admits.
    pub schedule: Option<S>,
    /// Its delay, or its slots.
    pub best: Option<u64>,
    /// No schedule in the scope has less delay within the horizon; or none takes fewer slots.
    pub lower: u64,
    /// The number of slots of the program to which the proof belongs.
    pub horizon: u64,
    /// The model of that program; none where it is the default model of the task.
    pub model: Option<TreeModel>,
    /// The proof of `lower`; empty if that is the caller's own bound on the slots.
    pub tree: Vec<DualNode>,
    /// The schedules that `lower` binds, if the tree proves it; none if it binds only given directions.
    pub scope: Option<Scope>,
    /// Why the search ended.
    pub end: SearchEnd,
    /// Evaluated search nodes, the root of the program among them; those of `HiGHS` do not count.
    pub nodes: u64,
}

impl<S> Found<S> {
    /// Returns the bound as a certificate states it; `None` if there is no proof, or it binds only given
    /// directions.
    #[must_use]
    pub fn bound(&self) -> Option<Lower> {
        let is_proved = self.scope.is_some() && !self.tree.is_empty();
        is_proved.then(|| dual_tree(self.lower, self.horizon, self.model, self.tree.clone()))
    }

    /// Returns the bound as [`Self::bound`] does, with the scope of the schedules that it binds.
    pub(crate) fn scoped_bound(&self) -> Option<ScopedBound> {
        self.bound().zip(self.scope).map(|(lower, scope)| ScopedBound { scope, lower })
    }
}

/// The limits of a search, as its thread sees them.
#[derive(Debug, Clone)]
pub(super) struct Budget {
    pub(super) threads: u32,
    pub(super) nodes: u64,
    /// The start of the search, and its time limit.
    clock: Option<(Instant, Duration)>,
    abandoned: Arc<AtomicBool>,
    /// Search nodes of the tree so far, for progress reports.
    pub(super) counted: Arc<AtomicU64>,
}

impl Budget {
    pub(super) fn remaining(&self) -> Option<Duration> {
        self.clock.map(|(start, limit)| limit.saturating_sub(start.elapsed()))
    }

    pub(super) fn is_over(&self) -> bool {
        self.abandoned.load(Ordering::SeqCst) || self.remaining().is_some_and(|left| left.is_zero())
    }

    /// Returns the budget with half of the time that is left.
    pub(super) fn half(&self) -> Self {
        let shorter = |(start, _): (Instant, Duration)| {
            let left = self.remaining().unwrap_or_default();
            (start, start.elapsed() + left / 2)
        };
        Self { clock: self.clock.map(shorter), ..self.clone() }
    }

    pub(super) fn limits(&self) -> Limits {
        let nodes = self.nodes.max(MIN_HIGHS_NODES);
        let remaining = self.remaining().map(|left| left.saturating_sub(HIGHS_HEAD_START.min(left / 10)));
        Limits { threads: self.threads, nodes, remaining }
    }
}

/// Runs `work` on a thread of its own and returns the latest result that it hands over, at first `first`.
///
/// `HiGHS` keeps to the time limit but cannot be interrupted. When the limit has passed or `stop` says so,
/// the thread has a fifth of a second to hand over its best result; then it is abandoned, and continues
/// beside the caller until `HiGHS` returns. `HiGHS` also binds the number of its threads to the thread that
/// calls it first.
pub(super) fn on_a_thread<S: Clone + Send + 'static>(
    options: &SearchOptions<'_>,
    first: Found<S>,
    work: impl FnOnce(&Budget, &dyn Fn(Found<S>)) -> Result<(), ProgramError> + Send + 'static,
) -> Result<Found<S>, ProgramError> {
    // A search that is stopped before it begins must not depend on the speed of a thread.
    if (options.stop)() {
        return Ok(Found { end: SearchEnd::Stopped, ..first });
    }
    let start = Instant::now();
    let limit = options.time_limit.map(Duration::from_secs);
    let budget = Budget {
        threads: options.threads.min(MAX_THREADS),
        nodes: options.nodes,
        clock: limit.map(|limit| (start, limit)),
        abandoned: Arc::new(AtomicBool::new(false)),
        counted: Arc::new(AtomicU64::new(0)),
    };
    let (abandoned, counted) = (Arc::clone(&budget.abandoned), Arc::clone(&budget.counted));
    // These are a thread for the search and those of `HiGHS`, which would abort the process if refused.
    let threads = usize::try_from(budget.threads).unwrap_or(usize::MAX).saturating_add(1);
    if !are_granted(threads, MIN_MEMORY_BYTES) {
        return Ok(Found { end: SearchEnd::Solver, ..first });
    }
    let over = || (options.stop)() || limit.is_some_and(|limit| start.elapsed() >= limit);
    let watch = |latest: &Found<S>| {
        let nodes = counted.load(Ordering::Relaxed);
        options.watch.see(SearchState {
            best: latest.best,
            lower: latest.lower,
            work: SearchWork::Nodes(nodes),
        });
    };
    let without = Found { end: SearchEnd::Solver, ..first.clone() };
    let Ok((mut latest, ended)) =
        run_apart(first, &over, &watch, &abandoned, move |tell| work(&budget, tell))
    else {
        return Ok(without);
    };
    ended.transpose()?;
    latest.nodes = latest.nodes.max(counted.load(Ordering::Relaxed));
    if latest.end == SearchEnd::Solver && over() {
        let in_time = limit.is_none_or(|limit| start.elapsed() < limit);
        latest.end = if in_time { SearchEnd::Stopped } else { SearchEnd::Time };
    }
    Ok(latest)
}

/// Runs `work` on a thread of its own, and returns the latest result that it hands over, at first `first`.
/// When `over` says so, sets `abandoned`; the thread then has a fifth of a second to end. The second value is
/// the thread's return value, if it ended.
///
/// # Errors
/// If the system refuses a thread.
pub(crate) fn run_apart<T: Send + 'static, R: Send + 'static>(
    first: T,
    over: &dyn Fn() -> bool,
    watch: &dyn Fn(&T),
    abandoned: &AtomicBool,
    work: impl FnOnce(&(dyn Fn(T) + Sync)) -> R + Send + 'static,
) -> io::Result<(T, Option<R>)> {
    let (sender, news) = channel();
    // The receiver may be gone already, so a failure to send is ignored.
    let work = move || work(&|found| drop(sender.send(found)));
    let worker = thread::Builder::new().spawn(work)?;
    let (latest, ended) = latest_until_end(&news, first, over, watch, abandoned);
    let result = ended.then(|| worker.join().unwrap_or_else(|cause| resume_unwind(cause)));
    Ok((latest, result))
}

/// Returns the latest result that a thread hands over, and whether the thread ended in time.
fn latest_until_end<T>(
    news: &Receiver<T>,
    mut latest: T,
    over: &dyn Fn() -> bool,
    watch: &dyn Fn(&T),
    abandoned: &AtomicBool,
) -> (T, bool) {
    let mut end: Option<Instant> = None;
    loop {
        match news.recv_timeout(POLL_INTERVAL) {
            Ok(better) => latest = better,
            Err(RecvTimeoutError::Disconnected) => return (latest, true),
            Err(RecvTimeoutError::Timeout) => {}
        }
        watch(&latest);
        match end {
            None if over() => {
                abandoned.store(true, Ordering::SeqCst);
                end = Some(Instant::now() + HANDOVER_TIME);
            }
            Some(end) if Instant::now() >= end => return (latest, false),
            _ => {}
        }
    }
}
