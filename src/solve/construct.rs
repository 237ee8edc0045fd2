//! The methods that construct schedules of isotropic tasks, and the best of them for an objective.

use super::made::{Made, Matrix, Scheduled};
use super::recursive::recursive;
use super::{Form, MOST_AUTOMATIC_MOVES, Method, Phase, SolveError, SolveOptions};
use crate::decompose::{hall, non_wasting, quotient};
use crate::delay::{Bias, BlockSchedule, blocks, octr_by_orbits, pooled, windows};
use crate::model::{ImpliedRows, IsotropicTask, Packets, Rows};
use crate::route::{Directions, RouteChoice, task_matrix};
use crate::wire::Objective;

/// Most moves of a node up to which a schedule is made slot by slot unless asked for.
const MOST_OCTR_MOVES: u64 = 1 << 20;

/// The best schedule among the constructions for delay that apply, and of [`quotient`] where none does.
pub(super) fn best_construction(
    task: &IsotropicTask,
    route: &RouteChoice,
    options: &SolveOptions<'_>,
) -> Result<Option<Made>, SolveError> {
    let objective = task.document().objective;
    let least = pooled(task);
    let mut best: Option<Made> = None;
    for candidate in delay_candidates(task) {
        let Ok(Some(made)) = construct(candidate, task, route, options) else { continue };
        if best.as_ref().is_none_or(|best| rank(objective, &made) < rank(objective, best)) {
            let is_least = made.completion() == route.completion && Some(made.total_delay()) == least;
            best = Some(made);
            if is_least {
                break;
            }
        }
    }
    if best.is_none() { construct(Method::Quotient, task, route, options) } else { Ok(best) }
}

/// The methods that are tried for an objective of delay; those that do not apply refuse by themselves.
fn delay_candidates(task: &IsotropicTask) -> Vec<Method> {
    let mut candidates = vec![Method::Windows, Method::Blocks];
    if task.total_distance() <= MOST_OCTR_MOVES {
        candidates.push(Method::Octr(Bias::CompletionTime));
        if task.document().objective == Objective::AverageDelay {
            candidates.push(Method::Octr(Bias::AverageDelay));
        }
    }
    candidates
}

/// Less is better.
pub(super) fn rank(objective: Objective, made: &Made) -> (u64, u64) {
    match objective {
        Objective::AverageDelay => (made.total_delay(), made.completion()),
        Objective::CompletionTime | Objective::CompletionTimeThenAverageDelay => {
            (made.completion(), made.total_delay())
        }
    }
}

/// What a method makes of the task; nothing if it was cancelled.
pub(super) fn construct(
    method: Method,
    task: &IsotropicTask,
    route: &RouteChoice,
    options: &SolveOptions<'_>,
) -> Result<Option<Made>, SolveError> {
    if matches!(method, Method::Blocks | Method::Windows) {
        (options.progress)(Phase::Decomposing);
        let BlockSchedule { matrix, coloring } =
            if method == Method::Windows { windows(task)? } else { blocks(task)? };
        let directions = Directions::Default;
        let scheduled = Scheduled::Units(coloring);
        return Ok(Some(Made {
            method,
            directions,
            matrix: Matrix::Stored(matrix),
            scheduled,
            notes: Vec::new(),
            delay_bound: None,
        }));
    }
    (options.progress)(Phase::Building);
    if let Some(rows) = implied_rows(task, options).filter(|_| route.directions == Directions::Default) {
        (options.progress)(Phase::Decomposing);
        let form = on_threads(options.threads, || quotient(&rows, task.ports()));
        return Ok(Some(Made {
            method,
            directions: Directions::Default,
            matrix: Matrix::Implied(rows),
            scheduled: Scheduled::Intervals(form),
            notes: Vec::new(),
            delay_bound: None,
        }));
    }
    let matrix = task_matrix(task, &route.directions).expect("directions of the task itself");
    if (options.cancel)() {
        return Ok(None);
    }
    (options.progress)(Phase::Decomposing);
    let mut notes = Vec::new();
    let scheduled = match method {
        Method::Quotient => {
            Scheduled::Intervals(on_threads(options.threads, || quotient(&matrix, task.ports())))
        }
        Method::Hall => Scheduled::Units(hall(&matrix, task.ports())?),
        Method::NonWasting => {
            let (rows, columns) = (matrix.greatest_row_sum(), matrix.greatest_column_sum());
            notes.push(if matrix.total() == 0 {
                "without packets there are no slots".to_owned()
            } else { format!(
                "non-wasting schedules take at most h_r + h_c - 1 = {rows} + {columns} - 1 = {} slots (P1 §5)",
                rows + columns - 1
            ) });
            Scheduled::Units(non_wasting(&matrix))
        }
        Method::Octr(bias) => Scheduled::Units(octr_by_orbits(task, &matrix, bias)),
        Method::Recursive => Scheduled::Units(recursive(task, &matrix)?),
        Method::Blocks | Method::Windows => unreachable!("blocks make their own matrix, above"),
        #[cfg(feature = "ilp")]
        Method::Ilp => unreachable!("the integer program is no construction"),
    };
    let directions = route.directions.clone();
    let matrix = Matrix::Stored(matrix);
    Ok(Some(Made { method, directions, matrix, scheduled, notes, delay_bound: None }))
}

/// The rows of an exchange by distance whose schedule stays in intervals: nothing then asks for a stored matrix.
pub(super) fn implied_rows(task: &IsotropicTask, options: &SolveOptions<'_>) -> Option<ImpliedRows> {
    let by_quotient = options.method.is_none_or(|method| method == Method::Quotient);
    let in_intervals = match options.form {
        Form::Automatic => task.total_distance() > MOST_AUTOMATIC_MOVES,
        Form::Slots => false,
        Form::Intervals => true,
    };
    let by_distance = matches!(task.packets(), Packets::ByDistance { .. });
    let in_time = task.document().objective == Objective::CompletionTime;
    (by_quotient && in_intervals && by_distance && in_time)
        .then(|| ImpliedRows::new(task))
        .flatten()
        .filter(|rows| rows.greatest_row_sum() < rows.critical_sum())
}

/// Runs the work on as many threads as asked for.
fn on_threads<T: Send>(threads: u32, work: impl FnOnce() -> T + Send) -> T {
    let threads = usize::try_from(threads).unwrap_or(usize::MAX);
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        // Without threads of its own the work is done by the caller's.
        Err(_) => work(),
    }
}
