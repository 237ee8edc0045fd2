//! The one place that knows `good_lp` and `HiGHS`, and where floating point becomes integers: a relaxation
//! with its duals, and a solution.
//!
//! Whatever comes back is a proposal: duals become integers that are evaluated, solutions are read and
//! replayed.

use super::error::ProgramError;
use super::form::NamedProgram;
use crate::model::count_of;
use good_lp::solvers::highs::{HighsPresolveType, HighsProblem, HighsSolverType, highs};
use good_lp::{
    DualValues, Expression, ProblemVariables, ResolutionError, Solution, SolutionStatus, SolutionWithDual,
    SolverModel, Variable, variable,
};
use num_traits::ToPrimitive;
use std::time::Duration;

/// Farthest that a value may lie from the integer that it stands for.
const TOLERANCE: f64 = 1e-6;
/// The seed of everything random in `HiGHS`.
const SEED: i32 = 1;
/// `HiGHS` may always look at so many nodes for a schedule.
const LEAST_NODES: u64 = 100;

/// What `HiGHS` says about a relaxation; a claim, not a proof.
#[derive(Debug)]
pub(super) enum Relaxed {
    /// A dual for every row and a value for every variable.
    Solved {
        duals: Vec<f64>,
        values: Vec<f64>,
    },
    /// The fixed values alone break a row.
    Broken {
        row: usize,
    },
    Infeasible,
    /// No answer.
    Failed,
}

/// What is asked of a relaxation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// The least sum of violations; its duals refute.
    Feasibility,
    /// The least objective.
    Objective,
}

/// Solves the relaxation under fixed values.
pub(super) fn relax(
    program: &NamedProgram,
    domain: &[Option<bool>],
    phase: Phase,
    remaining: Option<Duration>,
) -> Relaxed {
    let mut columns = ProblemVariables::new();
    let places: Vec<Option<Variable>> =
        domain.iter().map(|value| value.is_none().then(|| columns.add(variable().min(0).max(1)))).collect();
    let mut objective = Expression::default();
    let mut rows = Vec::new();
    for (index, row) in program.rows.iter().enumerate() {
        let (mut sum, mut bound, mut free) = (Expression::with_capacity(row.terms.len()), row.bound, false);
        for &(variable, factor) in &row.terms {
            match (places[variable], domain[variable]) {
                (Some(column), _) => {
                    sum.add_mul(real(factor), column);
                    free = true;
                }
                (None, Some(true)) => bound -= factor,
                _ => {}
            }
        }
        if !free {
            if bound > 0 || (row.equation && bound != 0) {
                return Relaxed::Broken { row: index };
            }
            continue;
        }
        if phase == Phase::Feasibility {
            let signs: &[i64] = if row.equation { &[1, -1] } else { &[1] };
            for &sign in signs {
                let slack = columns.add(variable().min(0));
                sum.add_mul(real(sign), slack);
                objective.add_mul(1, slack);
            }
        }
        rows.push((index, sum, bound));
    }
    if phase == Phase::Objective {
        for &(variable, cost) in &program.objective {
            if let Some(column) = places[variable] {
                objective.add_mul(real(cost), column);
            }
        }
    }
    // Whatever its presolve may get wrong, duals are only proposals.
    let mut problem = with_options(columns.minimise(objective).using(highs), 1, remaining)
        .set_presolve(HighsPresolveType::Choose)
        .set_solver(HighsSolverType::Ipm);
    let mut references = Vec::with_capacity(rows.len());
    for (index, sum, bound) in rows {
        let bound = real(bound);
        let constraint = if program.rows[index].equation { sum.eq(bound) } else { sum.geq(bound) };
        references.push((index, problem.add_constraint(constraint)));
    }
    match problem.solve() {
        Ok(mut solution) => {
            let values = places.iter().zip(domain).map(|(place, value)| match place {
                Some(column) => solution.value(*column),
                None => f64::from(u8::from(*value == Some(true))),
            });
            let values = values.collect();
            let mut duals = vec![0.0; program.rows.len()];
            let found = solution.compute_dual();
            for (index, reference) in references {
                duals[index] = found.dual(reference);
            }
            Relaxed::Solved { duals, values }
        }
        Err(ResolutionError::Infeasible) => Relaxed::Infeasible,
        Err(_) => Relaxed::Failed,
    }
}

/// What `HiGHS` may spend on a schedule.
#[derive(Debug)]
pub(super) struct Limits {
    pub(super) threads: u32,
    pub(super) nodes: u64,
    pub(super) remaining: Option<Duration>,
}

/// Which solution is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// One of least objective.
    Least,
    /// Any.
    Any,
}

/// Asks for a solution; `None` when there is none within the limits, or `HiGHS` takes it for infeasible.
pub(super) fn solve(
    program: &NamedProgram,
    wanted: Wanted,
    presolve: bool,
    limits: &Limits,
) -> Result<Option<Vec<bool>>, ProgramError> {
    let slots = count_of(program.slots());
    if program.variables.is_empty() {
        // `HiGHS` fails on what has no columns.
        return Ok(Some(Vec::new()).filter(|nothing: &Vec<bool>| program.admits(nothing)));
    }
    let mut columns = ProblemVariables::new();
    let places: Vec<Variable> = program
        .fixed
        .iter()
        .map(|value| {
            let least = f64::from(u8::from(*value == Some(true)));
            let most = f64::from(u8::from(*value != Some(false)));
            columns.add(variable().integer().min(least).max(most))
        })
        .collect();
    let mut objective = Expression::default();
    if wanted == Wanted::Least {
        for &(variable, cost) in &program.objective {
            objective.add_mul(real(cost), places[variable]);
        }
    }
    let choice = if presolve { HighsPresolveType::Choose } else { HighsPresolveType::Off };
    let nodes = i32::try_from(limits.nodes.max(LEAST_NODES)).unwrap_or(i32::MAX);
    let mut problem =
        with_options(columns.minimise(objective).using(highs), limits.threads, limits.remaining)
            .set_presolve(choice)
            .set_option("mip_max_nodes", nodes);
    for row in &program.rows {
        let mut sum = Expression::with_capacity(row.terms.len());
        for &(variable, factor) in &row.terms {
            sum.add_mul(real(factor), places[variable]);
        }
        let bound = real(row.bound);
        problem.add_constraint(if row.equation { sum.eq(bound) } else { sum.geq(bound) });
    }
    match problem.solve() {
        Ok(solution) => {
            // Where the time was over the values may be no solution.
            let complete = matches!(solution.status(), SolutionStatus::Optimal);
            let values = binaries(places.iter().map(|&place| solution.value(place)));
            Ok(values.filter(|values| complete || program.admits(values)))
        }
        Err(ResolutionError::Infeasible | ResolutionError::Other("NoSolutionFound")) => Ok(None),
        Err(fault) => Err(ProgramError::Solver { slots, message: fault.to_string() }),
    }
}

/// The values as 0 or 1; `None` if one of them is neither.
pub(super) fn binaries(values: impl Iterator<Item = f64>) -> Option<Vec<bool>> {
    values
        .map(|value| match integer(value) {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        })
        .collect()
}

fn with_options(problem: HighsProblem, threads: u32, remaining: Option<Duration>) -> HighsProblem {
    let problem = problem
        .set_option("random_seed", SEED)
        .set_option("mip_rel_gap", 0.0)
        // The objective is integral.
        .set_option("mip_abs_gap", 0.9)
        .set_threads(threads);
    match remaining {
        Some(remaining) => problem.set_time_limit(remaining.as_secs_f64()),
        None => problem,
    }
}

/// The integer that a value stands for; `None` if it is farther than the tolerance from all of them.
#[expect(clippy::float_arithmetic, reason = "the tolerance is one of the solver's numbers")]
fn integer(value: f64) -> Option<i64> {
    let nearest = scaled(value, 1)?;
    let apart = value - nearest.to_f64()?;
    (apart.abs() <= TOLERANCE).then_some(nearest)
}

/// The integer nearest to a multiple of a value; `None` beyond 64 bits and for what is no number.
#[expect(clippy::float_arithmetic, reason = "the one place where a number of the solver becomes an integer")]
pub(super) fn scaled(value: f64, factor: i32) -> Option<i64> {
    (value * f64::from(factor)).round().to_i64()
}

/// An integer of the program as the solver wants it; coefficients are at most the slots or the packets.
fn real(factor: i64) -> f64 {
    factor.to_f64().expect("a small integer")
}

#[cfg(test)]
mod tests {
    use super::integer;

    #[test]
    fn only_values_near_an_integer_become_one() {
        assert_eq!(integer(1.0 - 1e-9), Some(1));
        assert_eq!(integer(-1e-9), Some(0));
        for value in [0.5, 1.0 - 1e-3, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
            assert_eq!(integer(value), None, "{value}");
        }
    }
}
