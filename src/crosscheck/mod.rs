//! Compares all results on one task side by side: the closed forms of the papers, every construction that
//! suits, the integer program, solved, and the lower bounds.
//!
//! Every [`Row`] says that the least number of slots, or the least delay, is at least or at most a value,
//! for the schedules that it speaks of. Two rows are in conflict if a lower bound of one exceeds an upper
//! bound of the other on the same value or on one that is at least as great; otherwise they agree.
//!
//! The program is given neither a bound nor a schedule. Let the best construction take T slots. The program
//! has to find a schedule of T slots, to prove that none of T − 1 slots exists, and to find and prove the
//! least delay within T slots.

mod error;
mod instances;
mod known;
mod options;
mod row;
mod runs;
mod table;
mod verdict;

pub use error::CrosscheckError;
pub use instances::{Instance, InstanceError, instances};
pub use options::{CrosscheckOptions, MAX_NODES, MAX_VARIABLES, SEARCH_NODES};
pub use row::{Least, Row, Says, Source};
pub use runs::{Answer, Asked, Run};
pub use table::Crosscheck;
pub use verdict::Verdict;

use crate::claims::ClosedForms;
use crate::model::Problem;

/// Cross-checks a task.
///
/// # Errors
/// [`CrosscheckError`] where the task or its program is too large, has no packets, or a solve fails.
///
/// # Complexity
/// That of every method that suits, and of three integer programs.
///
/// # Examples
/// Total exchange on the 3-cube (P1 §4 and §6): n/2 = 4 slots, and 18 slots of delay for the packets of a
/// node.
/// ```
/// use isotask::claims::ClosedForms;
/// use isotask::crosscheck::{CrosscheckOptions, Least, MAX_NODES, Verdict, crosscheck};
/// use isotask::{model::Problem, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":3},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// let problem = Problem::new(&wire::parse(text)?)?;
/// let forms = ClosedForms::new(MAX_NODES)?;
/// let table = crosscheck(&problem, &forms, &CrosscheckOptions::default())?;
/// assert_eq!((table.verdict(), table.slots), (Verdict::Agree, 4));
/// let delay = num_rational::BigRational::from_integer((8 * 18).into());
/// assert_eq!(table.range(Least::DelayWithin), (Some(delay.clone()), Some(delay)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn crosscheck(
    problem: &Problem,
    forms: &ClosedForms,
    options: &CrosscheckOptions<'_>,
) -> Result<Crosscheck, CrosscheckError> {
    let nodes = problem.network().nodes();
    if nodes > MAX_NODES {
        return Err(CrosscheckError::TooManyNodes { found: nodes });
    }
    runs::require(problem)?;
    let made = known::constructions(problem, options)?;
    let found = runs::solved(problem, &made, options)?;
    let mut rows = known::stated(problem, forms)?;
    rows.extend(made.iter().map(|made| made.row(found.slots)));
    rows.extend(found.rows);
    rows.extend(known::bounded(problem, options)?);
    Ok(Crosscheck { problem: problem.clone(), rows, runs: found.runs, slots: found.slots })
}
