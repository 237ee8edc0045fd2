//! From an isotropic task on a Cayley graph to a schedule with a checked certificate.

#[cfg(feature = "ilp")]
use super::cayley_exact::go_on;
use super::cayley_found::{Found, delay_wanted, rank};
use super::cayley_methods::{Aim, CayleyMade, CayleyMethod, make, methods, require_size};
use super::pipeline::{is_optimal, read_back};
use super::{Outcome, Phase, SolveError, SolveOptions, TaskBounds};
use crate::bound::{cayley_distance, cayley_weighted};
use crate::certify::{CompletionBounds, DelayMeasured, Measured, ScopedBound, claims, word_certificate};
use crate::check::Verdict;
use crate::delay::cayley_pooled;
use crate::model::CayleyTask;
use crate::wire::{self, CertificateDocument, Horizon, Lower, NodeRef, Objective, Scope};

/// A schedule of an isotropic task on a Cayley graph that the checker has accepted, with all that is known of it.
#[derive(Debug, Clone)]
pub struct CayleySolution {
    /// The task.
    pub task: CayleyTask,
    /// The method that made the schedule.
    pub method: CayleyMethod,
    /// The certificate as it was read back from its bytes.
    pub certificate: CertificateDocument,
    /// What the checker says of it.
    pub verdict: Verdict,
    /// What a person may want to know, one sentence each.
    pub notes: Vec<String>,
    /// How the result came about, one sentence each.
    pub explanation: Vec<String>,
}

impl CayleySolution {
    /// The completion time, in slots.
    #[must_use]
    pub fn completion_time(&self) -> u64 {
        self.verdict.replayed.completion_time
    }
}

/// Solves an isotropic task on a Cayley graph, or on a hypercube, torus or ring taken as one: makes a schedule by the method asked for or by
/// those that suit the task, bounds it, and has the independent checker accept its certificate.
///
/// With one port the schedule is optimal: P3 Theorem 1 for the completion time, shortest packets first for the delay. With more
/// ports the order of the links in a packet's word matters unless the group is Abelian, and P3 §7 leaves the question open: the result says what is
/// proved, and what gap remains. The exact program goes on only on Cayley graphs; [`super::solve`] has one for the other networks.
///
/// # Errors
/// [`SolveError`] when the task is too large or not one for the method, or the result fails its own check.
///
/// # Complexity
/// That of the methods and of [`cayley_weighted`].
///
/// # Examples
/// ```
/// use isotask::model::CayleyTask;
/// use isotask::solve::{Outcome, SolveOptions, solve_cayley};
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"cayley","family":"star","n":4},
///   "task":{"kind":"total-exchange"},"ports":"one","objective":"completion-time"}"#;
/// let task = CayleyTask::new(&parse::<TaskDocument>(text)?)?;
/// let Outcome::Optimal(solution) = solve_cayley(&task, None, &SolveOptions::default())? else { panic!("P3") };
/// // The status of a node: 3 · 1 + 6 · 2 + 9 · 3 + 5 · 4.
/// assert_eq!(solution.completion_time(), 62);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_cayley(
    task: &CayleyTask,
    method: Option<CayleyMethod>,
    options: &SolveOptions<'_>,
) -> Result<Outcome<CayleySolution>, SolveError> {
    require_size(task)?;
    #[cfg(feature = "ilp")]
    if method == Some(CayleyMethod::Ilp) && task.network().cayley().is_none() {
        let fault =
            "for Cayley graphs here; hypercubes, tori and rings have a program of their own".to_owned();
        return Err(SolveError::Construction { method: CayleyMethod::Ilp.as_str(), fault });
    }
    (options.progress)(Phase::Bounding);
    let bounds = completion_bounds(task);
    (options.progress)(Phase::Decomposing);
    let Some(found) = find(task, method, bounds, options)? else {
        let reason = "the search ended without a schedule".to_owned();
        return Ok(Outcome::Unknown { reason });
    };
    hand_out(task, found, options)
}

/// The lower bounds of an isotropic task on a Cayley graph, without a schedule.
///
/// # Complexity
/// As [`cayley_weighted`].
#[must_use]
pub fn cayley_bounds(task: &CayleyTask) -> TaskBounds {
    let weights = cayley_weighted(task, u64::MAX);
    let mut all = vec![Lower::Weights { value: weights.value, weights: weights.weights, within: None }];
    all.extend(distance(task));
    all.sort_by_key(|lower| std::cmp::Reverse(lower.value()));
    let delay =
        delay_wanted(task).then(|| cayley_pooled(task).map(|value| Lower::Pooled { value })).flatten();
    // With one port the sum of the distances is attained (P3 Theorem 1).
    let attainable = (task.ports() == 1).then(|| task.total_distance());
    TaskBounds { all, isotropic: None, delay, attainable }
}

fn distance(task: &CayleyTask) -> Option<Lower> {
    let bound = cayley_distance(task)?;
    Some(Lower::Distance { value: bound.value, packet: NodeRef::Index(bound.packet.0), from: None })
}

fn completion_bounds(task: &CayleyTask) -> CompletionBounds {
    let weights = cayley_weighted(task, u64::MAX);
    let weighted = Lower::Weights { value: weights.value, weights: weights.weights, within: None };
    let all = match distance(task) {
        Some(distance) if distance.value() > weighted.value() => distance,
        _ => weighted,
    };
    CompletionBounds { all, isotropic: None }
}

/// Makes schedules and keeps the best; the exact program goes on where it is asked for, or a small gap is left.
fn find(
    task: &CayleyTask,
    method: Option<CayleyMethod>,
    bounds: CompletionBounds,
    options: &SolveOptions<'_>,
) -> Result<Option<Found>, SolveError> {
    let target = bounds.greatest();
    let weights = match &bounds.all {
        Lower::Weights { weights, .. } => Some(weights.as_slice()),
        _ => None,
    };
    let aim = Aim { slots: target, weights };
    let list = match method {
        #[cfg(feature = "ilp")]
        Some(CayleyMethod::Ilp) => methods(task, delay_wanted(task)),
        Some(method) => vec![method],
        None => methods(task, delay_wanted(task)),
    };
    let mut best: Option<CayleyMade> = None;
    let mut tried = Vec::new();
    for candidate in list {
        if best.is_some() && (options.stop)() {
            tried.push(format!("{}: not tried, the time was up", candidate.as_str()));
            continue;
        }
        let made = make(task, candidate, aim, options)?;
        tried.push(format!(
            "{}: {} slots, {} moves, total delay {}",
            candidate.as_str(),
            made.schedule.length(),
            made.schedule.moves(),
            made.schedule.total_delay()
        ));
        if best.as_ref().is_none_or(|best| rank(task, &made) < rank(task, best)) {
            best = Some(made);
        }
        if best.as_ref().is_some_and(|best| meets(task, best, target)) {
            break;
        }
    }
    let Some(made) = best else { return Ok(None) };
    let found = Found { made, bounds, delay: None, tried };
    // A method asked for by name is left as it is, and trees on the flow model are not defined for documents of products of rings.
    #[cfg(feature = "ilp")]
    let found = match method {
        None if task.network().cayley().is_some() => go_on(task, false, found, options)?,
        Some(CayleyMethod::Ilp) => go_on(task, true, found, options)?,
        _ => found,
    };
    Ok(Some(found))
}

/// Whether no schedule can be better.
fn meets(task: &CayleyTask, made: &CayleyMade, least_slots: u64) -> bool {
    let in_time = made.schedule.length() == least_slots;
    let in_delay = Some(made.schedule.total_delay()) == cayley_pooled(task);
    match task.document().objective {
        Objective::CompletionTime => in_time,
        Objective::AverageDelay => in_delay,
        Objective::CompletionTimeThenAverageDelay => in_time && in_delay,
    }
}

/// Writes the certificate, forgets everything, reads it again and has it checked.
fn hand_out(
    task: &CayleyTask,
    found: Found,
    options: &SolveOptions<'_>,
) -> Result<Outcome<CayleySolution>, SolveError> {
    (options.progress)(Phase::Writing);
    let measured = measure(task, &found)?;
    let explanation = explain(&found);
    let Found { made: CayleyMade { method, schedule, notes }, bounds, .. } = found;
    let claims = claims(task.total_distance(), &bounds, &measured);
    let bytes = wire::to_bytes(&word_certificate(task, &schedule, claims));
    drop(schedule);
    let (certificate, verdict) = read_back(bytes, options)?;
    let optimal = is_optimal(task.document().objective, &bounds, &measured);
    let task = task.clone();
    let solution = Box::new(CayleySolution { task, method, certificate, verdict, notes, explanation });
    Ok(if optimal { Outcome::Optimal(solution) } else { Outcome::Feasible(solution) })
}

fn measure(task: &CayleyTask, found: &Found) -> Result<Measured, SolveError> {
    let schedule = &found.made.schedule;
    let completion = schedule.length();
    let delay = match horizon(task, completion, found.bounds.greatest()) {
        None => None,
        Some(horizon) => {
            let value = cayley_pooled(task).ok_or(SolveError::DelayTooLarge)?;
            let mut lower = vec![ScopedBound { scope: Scope::All, lower: Lower::Pooled { value } }];
            lower.extend(found.delay.iter().filter(|bound| bound.lower.value() > value).cloned());
            lower.reverse();
            Some(DelayMeasured { value: schedule.total_delay(), horizon, lower })
        }
    };
    Ok(Measured { completion, transmissions: schedule.moves(), delay })
}

/// How long the schedules may take that the delay is held against.
pub(super) fn horizon(task: &CayleyTask, completion: u64, least: u64) -> Option<Horizon> {
    match task.document().objective {
        Objective::CompletionTime => None,
        Objective::AverageDelay => Some(Horizon::Any),
        Objective::CompletionTimeThenAverageDelay if completion == least => Some(Horizon::Critical),
        Objective::CompletionTimeThenAverageDelay => Some(Horizon::Slots(completion)),
    }
}

fn explain(found: &Found) -> Vec<String> {
    let all = &found.bounds.all;
    let mut lines = vec![
        format!("bound for every schedule: {} slots by {}", all.value(), all.kind().as_str()),
        format!("method {}: {}", found.made.method.as_str(), found.made.method.description()),
    ];
    if let Some(lower) = &found.bounds.isotropic {
        lines.push(format!(
            "bound for symmetric schedules: {} slots by {}",
            lower.value(),
            lower.kind().as_str()
        ));
    }
    lines.extend(found.tried.iter().cloned());
    lines
}
