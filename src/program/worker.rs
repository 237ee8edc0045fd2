//! What a search may spend and what it hands over, and the thread of its own on which it runs.

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
const MOST_THREADS: u32 = 256;
/// `HiGHS` may always look at so many nodes for a schedule.
const LEAST_NODES: u64 = 100;
/// Bytes that `HiGHS` and a small model need, and what has to be done with its schedule afterwards.
const LEAST_MEMORY: usize = 3 << 24;
/// How often it is asked whether to stop.
const POLL: Duration = Duration::from_millis(20);
/// How long a search that is to end may take to hand over what it has.
const GRACE: Duration = Duration::from_millis(200);
/// How much earlier than the search `HiGHS` ends, so that what it has can still be handed over; a tenth of
/// what is left where that is less.
const HEAD_START: Duration = Duration::from_millis(150);

/// Limits of a search by integer programs.
pub struct SearchOptions<'a> {
    /// Threads of `HiGHS`, and for the parts of a tree; 0 leaves their number to it, and more than 256 count
    /// as 256.
    pub threads: u32,
    /// Seconds for everything together.
    pub time_limit: Option<u64>,
    /// Most nodes of the tree, and of each tree that `HiGHS` grows for a schedule, though it may always look
    /// at 100. With 1 the relaxation is all that is tried for less delay than that of a first schedule.
    pub nodes: u64,
    /// Asked all the time; `true` ends the search with what it has.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Told all the time how far the search is.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<S> {
    /// The schedule; none when neither the caller nor the search has one that the program admits.
    pub schedule: Option<S>,
    /// Its delay, or its slots.
    pub best: Option<u64>,
    /// No schedule in the scope has less delay within the horizon; or none takes fewer slots.
    pub lower: u64,
    /// The number of slots of the program to which the proof belongs.
    pub horizon: u64,
    /// Its model, where that is not the first of the task.
    pub model: Option<TreeModel>,
    /// The proof of `lower`; empty when that is the bound on the slots that the caller had.
    pub tree: Vec<DualNode>,
    /// Whom `lower` binds, if it stands on the tree; none when it binds only directions that were given.
    pub scope: Option<Scope>,
    /// Why the search ended.
    pub end: SearchEnd,
    /// Nodes of trees that were looked at, the root of the program among them; those of `HiGHS` do not count.
    pub nodes: u64,
}

impl<S> Found<S> {
    /// The bound as a certificate states it; `None` when there is no proof, or it binds only directions that
    /// were given.
    #[must_use]
    pub fn bound(&self) -> Option<Lower> {
        let is_proved = self.scope.is_some() && !self.tree.is_empty();
        is_proved.then(|| dual_tree(self.lower, self.horizon, self.model, self.tree.clone()))
    }

    /// The same with whom it binds.
    pub(crate) fn scoped_bound(&self) -> Option<ScopedBound> {
        self.bound().zip(self.scope).map(|(lower, scope)| ScopedBound { scope, lower })
    }
}

/// What a search may spend, as its thread sees it.
#[derive(Debug, Clone)]
pub(super) struct Budget {
    pub(super) threads: u32,
    pub(super) nodes: u64,
    /// When the search began, and how long it may take.
    clock: Option<(Instant, Duration)>,
    abandoned: Arc<AtomicBool>,
    /// Nodes of the tree so far, for those who watch.
    pub(super) counted: Arc<AtomicU64>,
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

    pub(super) fn limits(&self) -> Limits {
        let nodes = self.nodes.max(LEAST_NODES);
        let remaining = self.remaining().map(|left| left.saturating_sub(HEAD_START.min(left / 10)));
        Limits { threads: self.threads, nodes, remaining }
    }
}

/// Lets `work` run on a thread of its own and keeps the latest of what it hands over, at first `first`.
///
/// `HiGHS` keeps to the time limit but cannot be interrupted, so when the limit has passed or `stop` says
/// so, the thread has a fifth of a second to hand over what it has; then it is abandoned, and goes on
/// beside the caller until `HiGHS` returns. `HiGHS` also binds the number of its threads to the thread that
/// calls it first.
pub(super) fn on_a_thread<S: Clone + Send + 'static>(
    options: &SearchOptions<'_>,
    first: Found<S>,
    work: impl FnOnce(&Budget, &dyn Fn(Found<S>)) -> Result<(), ProgramError> + Send + 'static,
) -> Result<Found<S>, ProgramError> {
    // What is stopped before it begins does not depend on how fast a thread is.
    if (options.stop)() {
        return Ok(Found { end: SearchEnd::Stopped, ..first });
    }
    let start = Instant::now();
    let limit = options.time_limit.map(Duration::from_secs);
    let budget = Budget {
        threads: options.threads.min(MOST_THREADS),
        nodes: options.nodes,
        clock: limit.map(|limit| (start, limit)),
        abandoned: Arc::new(AtomicBool::new(false)),
        counted: Arc::new(AtomicU64::new(0)),
    };
    let (abandoned, counted) = (Arc::clone(&budget.abandoned), Arc::clone(&budget.counted));
    // A thread for the search and those that `HiGHS` starts: it would abort the process without them.
    let threads = usize::try_from(budget.threads).unwrap_or(usize::MAX).saturating_add(1);
    if !are_granted(threads, LEAST_MEMORY) {
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
    let Ok((mut latest, ended)) = apart(first, &over, &watch, &abandoned, move |tell| work(&budget, tell))
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

/// Lets `work` run on a thread of its own, and keeps the latest of what it hands over, at first `first`.
/// Once it is over, `abandoned` is set, and the thread has a fifth of a second to end; what it returns is
/// there if it does.
///
/// # Errors
/// Where the system refuses a thread.
pub(crate) fn apart<T: Send + 'static, R: Send + 'static>(
    first: T,
    over: &dyn Fn() -> bool,
    watch: &dyn Fn(&T),
    abandoned: &AtomicBool,
    work: impl FnOnce(&(dyn Fn(T) + Sync)) -> R + Send + 'static,
) -> io::Result<(T, Option<R>)> {
    let (sender, news) = channel();
    // Nobody may be listening any more.
    let work = move || work(&|found| drop(sender.send(found)));
    let worker = thread::Builder::new().spawn(work)?;
    let (latest, ended) = follow(&news, first, over, watch, abandoned);
    let result = ended.then(|| worker.join().unwrap_or_else(|cause| resume_unwind(cause)));
    Ok((latest, result))
}

/// Keeps the latest of what a thread hands over until it ends, or has not ended in time.
fn follow<T>(
    news: &Receiver<T>,
    mut latest: T,
    over: &dyn Fn() -> bool,
    watch: &dyn Fn(&T),
    abandoned: &AtomicBool,
) -> (T, bool) {
    let mut end: Option<Instant> = None;
    loop {
        match news.recv_timeout(POLL) {
            Ok(better) => latest = better,
            Err(RecvTimeoutError::Disconnected) => return (latest, true),
            Err(RecvTimeoutError::Timeout) => {}
        }
        watch(&latest);
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
