//! The steps of a solve, in order.

use super::construct::{best_construction, construct, implied_rows};
#[cfg(feature = "ilp")]
use super::exact_delay;
use super::made::{Made, Matrix, Scheduled};
use super::{
    Form, MOST_AUTOMATIC_MOVES, MOST_ENTRIES, MOST_MOVES, MatrixSummary, Method, Outcome, Phase, Solution,
    SolveError, SolveOptions, TaskBounds,
};
use crate::bound::{WeightBound, distance, weighted};
use crate::certify::{
    CompletionBounds, DelayMeasured, Measured, ScopedBound, certificate, claims, completion_bounds,
};
use crate::check::{Verdict, check_certificate};
use crate::delay::{Bias, pooled};
use crate::model::{IsotropicTask, Rows, ScheduleForm, count_of};
use crate::route::{Directions, RouteChoice, RouteProof, SearchBudget, least_completion, refute_for_all};
use crate::wire::{self, Horizon, Lower, NodeRef, Objective, Scope};

/// Most evaluations of a route in the search for directions.
const MOST_EVALUATIONS: u64 = 200_000_000;

/// Solves a task: chooses routes, decomposes the task matrix, bounds the completion time, writes the certificate, reads it back and has
/// the independent checker accept it.
///
/// # Errors
/// [`SolveError`] when the task is too large for the method, or the result fails its own check.
///
/// # Examples
/// ```
/// use isotask::solve::{Outcome, SolveOptions, solve};
/// use isotask::{model::IsotropicTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":4},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// let task = IsotropicTask::new(&wire::parse(text)?)?;
/// let Outcome::Optimal(solution) = solve(&task, &SolveOptions::default())? else { panic!("P1 §4") };
/// assert_eq!(solution.completion_time(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(task: &IsotropicTask, options: &SolveOptions<'_>) -> Result<Outcome, SolveError> {
    require_size(task, options)?;
    (options.progress)(Phase::Routing);
    let route = choose_route(task, options);
    let Some(made) = make(task, &route, options)? else {
        let reason = "the search ended without a schedule".to_owned();
        return Ok(Outcome::Unknown { reason });
    };
    (options.progress)(Phase::Bounding);
    let bounds = bounds_beside(task, &route, made.completion());
    let measured = measure(task, &made, &bounds)?;
    let explanation = explain(task, &route, &bounds, &made);
    hand_out(task, &bounds, &measured, made, explanation, options)
}

/// What a schedule attains, with the bound on its delay when the task asks for delay.
fn measure(task: &IsotropicTask, made: &Made, bounds: &CompletionBounds) -> Result<Measured, SolveError> {
    let completion = made.completion();
    let horizon = match task.document().objective {
        Objective::CompletionTime => None,
        Objective::AverageDelay => Some(Horizon::Any),
        Objective::CompletionTimeThenAverageDelay if completion == bounds.greatest() => {
            Some(Horizon::Critical)
        }
        Objective::CompletionTimeThenAverageDelay => Some(Horizon::Slots(completion)),
    };
    let delay = match horizon {
        None => None,
        Some(horizon) => {
            let lower = pooled(task).ok_or(SolveError::DelayTooLarge)?;
            let mut lower = vec![ScopedBound { scope: Scope::All, lower: Lower::Pooled { value: lower } }];
            let proved = made.delay_bound.iter().filter(|bound| bound.lower.value() > lower[0].lower.value());
            lower.extend(proved.cloned().collect::<Vec<_>>());
            lower.reverse();
            Some(DelayMeasured { value: made.total_delay(), horizon, lower })
        }
    };
    Ok(Measured { completion, transmissions: made.matrix.total(), delay })
}

/// The lower bounds on the completion time of a task, and on its delay if it asks for that, without a schedule.
///
/// # Complexity
/// As the choice of directions, [`least_completion`]; no matrix is built.
#[must_use]
pub fn bounds(task: &IsotropicTask, stop: &(dyn Fn() -> bool + Sync)) -> TaskBounds {
    let route = least_completion(task, &SearchBudget { evaluations: MOST_EVALUATIONS, stop });
    let best = bounds_beside(task, &route, route.completion);
    let weights = weighted(task, route.completion);
    let plain = Lower::Weights { value: weights.value, weights: weights.weights, within: None };
    let mut all = vec![best.all.clone()];
    let farthest = distance(task).map(|bound| Lower::Distance {
        value: bound.value,
        packet: NodeRef::Index(bound.packet.0),
        from: None,
    });
    for lower in [plain].into_iter().chain(farthest) {
        if !all.contains(&lower) {
            all.push(lower);
        }
    }
    let delay = match task.document().objective {
        Objective::CompletionTime => None,
        Objective::AverageDelay | Objective::CompletionTimeThenAverageDelay => {
            pooled(task).map(|value| Lower::Pooled { value })
        }
    };
    TaskBounds { all, isotropic: best.isotropic, delay, attainable: Some(route.completion) }
}

pub(super) fn choose_route(task: &IsotropicTask, options: &SolveOptions<'_>) -> RouteChoice {
    least_completion(task, &SearchBudget { evaluations: MOST_EVALUATIONS, stop: options.stop })
}

/// The bounds, sought up to a completion time that is attained.
pub(super) fn bounds_beside(task: &IsotropicTask, route: &RouteChoice, attained: u64) -> CompletionBounds {
    let distance = distance(task);
    let weighted = weighted(task, attained);
    let known = weighted.value.max(distance.map_or(0, |bound| bound.value));
    // Only the attained value itself is worth a search among hop-limited routes.
    let wanted = known < attained && !matches!(route.proof, RouteProof::Weights(_));
    let within = wanted
        .then(|| refute_for_all(task, attained - 1))
        .flatten()
        .map(|weights| WeightBound { value: attained, weights });
    completion_bounds(distance, weighted, within, route)
}

/// Refuses what would not fit memory, before anything is built.
fn require_size(task: &IsotropicTask, options: &SolveOptions<'_>) -> Result<(), SolveError> {
    let entries = (0..task.network().dimensions().len())
        .flat_map(|index| task.coordinate_counts(index).iter().map(|c| c.packets))
        .fold(0, u64::saturating_add);
    if entries > MOST_ENTRIES && implied_rows(task, options).is_none() {
        return Err(SolveError::TooManyEntries { found: entries, most: MOST_ENTRIES });
    }
    let intervals = options.method.is_none_or(|method| method == Method::Quotient)
        && (task.document().objective == Objective::CompletionTime || options.method.is_some());
    let moves = task.total_distance();
    if (options.form == Form::Slots || !intervals) && moves > MOST_MOVES {
        return Err(SolveError::TooManyMoves { found: moves, most: MOST_MOVES });
    }
    if options.form == Form::Intervals && !intervals {
        let method = options.method.map_or("of the delay objectives", Method::as_str);
        return Err(SolveError::NoIntervals { method });
    }
    if options.method == Some(Method::NonWasting) && task.ports() < task.network().links() {
        return Err(SolveError::NonWastingPorts);
    }
    Ok(())
}

/// Makes a schedule by the method asked for, or by the methods that suit the objective, the best of them.
fn make(
    task: &IsotropicTask,
    route: &RouteChoice,
    options: &SolveOptions<'_>,
) -> Result<Option<Made>, SolveError> {
    let objective = task.document().objective;
    match (options.method, objective) {
        #[cfg(feature = "ilp")]
        (Some(Method::Ilp), _) => exact_delay::by_program(task, route, options),
        (Some(method), _) => construct(method, task, route, options),
        (None, Objective::CompletionTime) => construct(Method::Quotient, task, route, options),
        (None, _) => {
            let Some(made) = best_construction(task, route, options)? else { return Ok(None) };
            #[cfg(feature = "ilp")]
            let made = exact_delay::finish_small(task, route, options, made)?;
            Ok(Some(made))
        }
    }
}

/// The schedule in the form in which it is handed out.
fn form_of(matrix: &Matrix, scheduled: Scheduled, form: Form) -> Result<ScheduleForm, SolveError> {
    let coloring = match scheduled {
        Scheduled::Intervals(intervals) => {
            let as_slots = match form {
                Form::Automatic => matrix.total() <= MOST_AUTOMATIC_MOVES,
                Form::Slots => true,
                Form::Intervals => false,
            };
            if !as_slots {
                return Ok(ScheduleForm::Intervals(intervals));
            }
            require_moves(matrix)?;
            matrix.color(&intervals)
        }
        Scheduled::Units(coloring) => coloring,
    };
    require_moves(matrix)?;
    Ok(ScheduleForm::Slots(matrix.slots(&coloring)))
}

/// Detours may make more moves than were counted before the routes were chosen.
fn require_moves(matrix: &Matrix) -> Result<(), SolveError> {
    if matrix.total() > MOST_MOVES {
        return Err(SolveError::TooManyMoves { found: matrix.total(), most: MOST_MOVES });
    }
    Ok(())
}

fn summarize(matrix: &Matrix) -> MatrixSummary {
    match matrix {
        Matrix::Stored(stored) => MatrixSummary {
            critical_rows: count_of(stored.critical_rows().count()),
            first_critical_row: stored.critical_rows().next().map(count_of),
            ..summarize_columns(stored)
        },
        Matrix::Implied(rows) => summarize_columns(rows),
    }
}

/// All but the critical rows.
fn summarize_columns(rows: &impl Rows) -> MatrixSummary {
    let critical_sum = rows.critical_sum();
    let columns = (0..rows.columns()).zip(rows.column_sums());
    MatrixSummary {
        rows: count_of(rows.rows()),
        columns: rows.columns(),
        total: rows.total(),
        critical_sum,
        critical_rows: 0,
        first_critical_row: None,
        critical_columns: columns
            .filter(|(_, sum)| **sum == critical_sum)
            .map(|(column, _)| column)
            .collect(),
        greatest_row_sum: rows.greatest_row_sum(),
        greatest_column_sum: rows.column_sums().iter().copied().max().unwrap_or(0),
    }
}

/// Writes the certificate, forgets everything, reads it again and has it checked.
pub(super) fn hand_out(
    task: &IsotropicTask,
    bounds: &CompletionBounds,
    measured: &Measured,
    made: Made,
    explanation: Vec<String>,
    options: &SolveOptions<'_>,
) -> Result<Outcome, SolveError> {
    (options.progress)(Phase::Writing);
    let Made { method, directions, matrix, scheduled, notes, .. } = made;
    let claims = claims(task.total_distance(), bounds, measured);
    let schedule = form_of(&matrix, scheduled, options.form)?;
    let matrix = summarize(&matrix);
    let document = certificate(task, &directions, schedule, claims);
    let bytes = wire::to_bytes(&document);
    drop(document);
    drop(directions);
    let (certificate, verdict) = read_back(bytes, options)?;
    let optimal = is_optimal(task.document().objective, bounds, measured);
    let task = task.clone();
    let solution = Box::new(Solution { task, method, matrix, certificate, verdict, notes, explanation });
    Ok(if optimal { Outcome::Optimal(solution) } else { Outcome::Feasible(solution) })
}

/// Reads a certificate as it will be handed out, and has it checked.
pub(super) fn read_back(
    bytes: Vec<u8>,
    options: &SolveOptions<'_>,
) -> Result<(wire::CertificateDocument, Verdict), SolveError> {
    (options.progress)(Phase::Checking);
    let certificate: wire::CertificateDocument = wire::parse(&bytes)?;
    drop(bytes);
    let verdict = check_certificate(&certificate, &options.check)
        .map_err(|rejection| SolveError::SelfCheck { rejection: Box::new(rejection) })?;
    Ok((certificate, verdict))
}

/// Whether every part of the objective meets its bound.
pub(super) fn is_optimal(objective: Objective, bounds: &CompletionBounds, measured: &Measured) -> bool {
    let in_time = measured.completion == bounds.greatest();
    let in_delay = measured.delay.as_ref().is_some_and(|delay| delay.value == delay.lower[0].lower.value());
    match objective {
        Objective::CompletionTime => in_time,
        Objective::AverageDelay => in_delay,
        Objective::CompletionTimeThenAverageDelay => in_time && in_delay,
    }
}

fn explain(task: &IsotropicTask, route: &RouteChoice, bounds: &CompletionBounds, made: &Made) -> Vec<String> {
    let how = match (made.method, &route.directions, &route.proof) {
        #[cfg(feature = "ilp")]
        (Method::Ilp, ..) if task.document().objective == Objective::CompletionTime => {
            "chosen by the program together with the slots"
        }
        // A program leaves its bound, so without one a construction was enough.
        #[cfg(feature = "ilp")]
        (Method::Ilp, ..) if made.delay_bound.is_none() => {
            "those of the best construction; no program was needed"
        }
        #[cfg(feature = "ilp")]
        (Method::Ilp, ..) => {
            "chosen by the program together with the slots, or those of the best construction where it finds no better"
        }
        (_, Directions::Default, _) => {
            "every packet takes its shorter way, ties alternate; P1 §8 balances the columns"
        }
        (_, _, RouteProof::Split) => {
            "every dimension chooses its + and - packets for itself, detours included"
        }
        (_, _, RouteProof::Weights(_)) => {
            "a search over directions; weights on hop-limited routes refute fewer slots"
        }
        (_, _, RouteProof::Tree(_)) => "a search over directions; its tree refutes fewer slots",
    };
    let h = made.matrix.critical_sum();
    let ports = task.ports();
    let sigma = made.matrix.total();
    let mut lines = vec![
        format!("routes: {how}"),
        format!(
            "least slots of the matrix: max(h, ⌈σ/k⌉) = max({h}, ⌈{sigma}/{ports}⌉) = {} (P1 Theorem 7)",
            h.max(sigma.div_ceil(u64::from(ports)))
        ),
        format!("least slots over all directions: at least {}, {} attained", route.lower, route.completion),
        format!("bound for every schedule: {} by {}", bounds.all.value(), bounds.all.kind().as_str()),
    ];
    if let Some(lower) = &bounds.isotropic {
        lines.push(format!("bound for symmetric schedules: {} by {}", lower.value(), lower.kind().as_str()));
    }
    if let Some(value) = pooled(task).filter(|_| task.document().objective != Objective::CompletionTime) {
        lines.push(format!(
            "pooled bound on the total delay: {value} for every schedule of any length: the links as k = {ports} identical servers \
             only relax the task, and serve the nearest packets first"
        ));
    }
    lines.push(match made.method {
        Method::Quotient => {
            "method quotient: rows contracted to groups, a small perfect matrix peeled, rows streamed"
                .to_owned()
        }
        Method::Blocks => {
            "method blocks: square submatrices of equal line sums, nearest packets first".to_owned()
        }
        Method::Windows => {
            "method windows: blocks that overlap by one slot; the columns so far differ by at most one after each group of m rows"
                .to_owned()
        }
        Method::Octr(Bias::CompletionTime) => {
            "method octr: slot by slot, every critical line served, else the nearest packets".to_owned()
        }
        Method::Octr(Bias::AverageDelay) => {
            "method octr: slot by slot, the nearest packets, critical lines only among equals".to_owned()
        }
        Method::Recursive => {
            "method recursive: an exchange inside each half of the cube, one across, and one inside again, overlapping where ports allow (P2 §4)"
                .to_owned()
        }
        Method::Hall => {
            "method hall: padded to a square perfect matrix, one perfect matching removed for each slot"
                .to_owned()
        }
        Method::NonWasting => {
            "method non-wasting: each link in turn serves its first waiting packet".to_owned()
        }
        #[cfg(feature = "ilp")]
        Method::Ilp if task.document().objective != Objective::CompletionTime => {
            exact_delay::explanation(made.delay_bound.is_some())
        }
        #[cfg(feature = "ilp")]
        Method::Ilp => {
            "method ilp: time-indexed program with free directions, solved by HiGHS, its schedule replayed"
                .to_owned()
        }
    });
    if made.method == Method::Quotient {
        lines.push(format!("decomposition by {}", made.matrix.decomposition()));
    }
    lines
}
