//! Slot by slot upwards until the program has a solution.

use super::door::{self, Answer};
use super::program::Program;
use super::reading::{self, Replayed};
use super::{IlpError, MOST_NODES, MOST_VARIABLES};
use crate::model::{Coloring, IsotropicTask, Packets};
use crate::route::{Directions, RouteChoice};
use std::panic::resume_unwind;
use std::thread;
use std::time::{Duration, Instant};

/// Most threads that `HiGHS` is given.
const MOST_THREADS: u32 = 256;

/// Limits of the integer program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IlpOptions {
    /// Threads of `HiGHS`; 0 leaves the number to it, and more than 256 count as 256.
    pub threads: u32,
    /// Seconds for all solves together.
    pub time_limit: Option<u64>,
}

/// A symmetric schedule with its directions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IlpSchedule {
    /// The way of every packet.
    pub directions: Directions,
    /// A slot for every unit of the task matrix of these directions; replayed.
    pub coloring: Coloring,
    /// What `HiGHS` says about one slot fewer, in one sentence; never a proof.
    pub cross_check: String,
}

/// Finds a symmetric schedule with the least number of slots by a time-indexed integer program in which all directions are free.
///
/// The number of slots starts from the lower bound of `route` and grows until `HiGHS` finds a schedule, at the latest with the
/// slots that `route` attains. That one slot fewer is infeasible is asked as well, also below the lower bound. `None` when
/// the time was over before there was a schedule.
///
/// The constraints are those of a partial permutation matrix for each slot (P1 §2) with at most k entries (P1 §6), the
/// direction variables those of MATH.md §2 "Symmetric schedules".
///
/// # Errors
/// * [`IlpError::TooLarge`], [`IlpError::TooManyNodes`] before anything is built;
/// * [`IlpError::Contradiction`], [`IlpError::Missed`] when `HiGHS` disagrees with what is known;
/// * [`IlpError::NotReplayed`], [`IlpError::NotBinary`] when its solution is none;
/// * [`IlpError::Solver`] when it fails.
///
/// # Complexity
/// Exponential time at worst; a program has at most N·m·T + N·D variables and O(N·T + m·T + N·D) constraints of O(N·m·T·D)
/// entries for N packets, m links, D dimensions and T slots, where N·m·T is at most [`MOST_VARIABLES`].
///
/// # Panics
/// If the operating system refuses a thread for `HiGHS`.
///
/// # Examples
/// Ring of 3, three packets of offset 1: one of them goes the long way.
/// ```
/// use isotask::ilp::{IlpOptions, least_slots};
/// use isotask::route::{SearchBudget, least_completion};
/// use isotask::{model::IsotropicTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":3},
///   "task":{"kind":"isotropic","packets":[{"offset":1,"count":3}]},"ports":"all","objective":"completion-time"}"#;
/// let task = IsotropicTask::new(&wire::parse(text)?)?;
/// let route = least_completion(&task, &SearchBudget { evaluations: 1_000, stop: &|| false });
/// let found = least_slots(&task, &route, &IlpOptions { threads: 1, time_limit: None })?.expect("there is no time limit");
/// assert_eq!(found.coloring.length(), 2);
/// assert_eq!(found.cross_check, "HiGHS cross-check, not a proof: 1 slot is infeasible");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn least_slots(
    task: &IsotropicTask,
    route: &RouteChoice,
    options: &IlpOptions,
) -> Result<Option<IlpSchedule>, IlpError> {
    if task.rows() == 0 {
        return Ok(Some(IlpSchedule {
            directions: Directions::PerClass { runs: Vec::new(), alternating: 0 },
            coloring: Coloring { slots: Vec::new() },
            cross_check: "HiGHS cross-check not needed: without packets there are no slots".to_owned(),
        }));
    }
    let nodes = task.network().nodes();
    if matches!(task.packets(), Packets::ByDistance { .. }) && nodes > MOST_NODES {
        return Err(IlpError::TooManyNodes { found: nodes, most: MOST_NODES });
    }
    let first = route.lower.max(1);
    require_size(task, first)?;
    let search = Search {
        task,
        threads: options.threads.min(MOST_THREADS),
        clock: options.time_limit.map(|seconds| (Instant::now(), Duration::from_secs(seconds))),
    };
    // A thread of its own: HiGHS binds the number of its threads to the thread that calls it first.
    thread::scope(|scope| scope.spawn(|| search.upwards(first, route.completion)).join())
        .unwrap_or_else(|cause| resume_unwind(cause))
}

/// Refuses a program that is too large, before memory is touched; gives the number of slots in its narrow form.
fn require_size(task: &IsotropicTask, slots: u64) -> Result<u32, IlpError> {
    let links = u64::from(task.network().links());
    let found = task.rows().saturating_mul(links).saturating_mul(slots);
    match u32::try_from(slots) {
        Ok(slots) if found <= MOST_VARIABLES => Ok(slots),
        _ => Err(IlpError::TooLarge { found, most: MOST_VARIABLES }),
    }
}

/// What the program of one number of slots came to.
enum Verdict {
    Schedule(Replayed),
    Infeasible,
    Unknown,
}

struct Search<'a> {
    task: &'a IsotropicTask,
    threads: u32,
    /// When the solves began, and how long they may take together.
    clock: Option<(Instant, Duration)>,
}

impl Search<'_> {
    /// Tries `first`, `first` + 1, … up to `attained` slots.
    fn upwards(&self, first: u64, attained: u64) -> Result<Option<IlpSchedule>, IlpError> {
        // Invariant: fewer than `slots` slots are ruled out, by the bound or by HiGHS.
        for slots in first..=attained {
            match self.decide(slots)? {
                Verdict::Infeasible => {}
                Verdict::Unknown => return Ok(None),
                Verdict::Schedule(Replayed { directions, coloring }) => {
                    require_at_least(slots, &coloring)?;
                    let cross_check =
                        if slots > first { infeasible(slots - 1) } else { self.cross_check(slots)? };
                    return Ok(Some(IlpSchedule { directions, coloring, cross_check }));
                }
            }
        }
        Err(IlpError::Missed { slots: attained })
    }

    /// Asks for one slot fewer than `lower`, which is a proved bound.
    fn cross_check(&self, lower: u64) -> Result<String, IlpError> {
        let fewer = lower - 1;
        if fewer == 0 {
            return Ok("HiGHS cross-check not needed: packets take at least 1 slot".to_owned());
        }
        match self.decide(fewer)? {
            Verdict::Infeasible => Ok(infeasible(fewer)),
            Verdict::Unknown => Ok(format!(
                "HiGHS cross-check, not a proof: found no answer for {} within the time limit",
                in_words(fewer)
            )),
            Verdict::Schedule(found) => {
                Err(IlpError::Contradiction { found: found.coloring.length(), lower })
            }
        }
    }

    fn decide(&self, slots: u64) -> Result<Verdict, IlpError> {
        let slots = require_size(self.task, slots)?;
        let remaining = self.clock.map(|(start, limit)| limit.saturating_sub(start.elapsed()));
        if remaining.is_some_and(|left| left.is_zero()) {
            return Ok(Verdict::Unknown);
        }
        let program = Program::new(self.task, slots);
        Ok(match door::ask(&program, self.threads, remaining)? {
            Answer::Infeasible => Verdict::Infeasible,
            Answer::Unknown => Verdict::Unknown,
            Answer::Found { values, interrupted } => match reading::read(self.task, &program, &values) {
                Err(_) if interrupted => Verdict::Unknown,
                replayed => Verdict::Schedule(replayed?),
            },
        })
    }
}

/// Refuses a schedule of fewer slots than were ruled out.
fn require_at_least(lower: u64, coloring: &Coloring) -> Result<(), IlpError> {
    let found = coloring.length();
    if found < lower { Err(IlpError::Contradiction { found, lower }) } else { Ok(()) }
}

fn infeasible(slots: u64) -> String {
    let verb = if slots == 1 { "is" } else { "are" };
    format!("HiGHS cross-check, not a proof: {} {verb} infeasible", in_words(slots))
}

fn in_words(slots: u64) -> String {
    if slots == 1 { "1 slot".to_owned() } else { format!("{slots} slots") }
}
