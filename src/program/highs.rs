//! The only file that uses `good_lp` and `HiGHS`, and that turns floating point into integers: relaxations
//! with their duals, and solutions.
//!
//! All its results are proposals: duals become integers that are evaluated exactly, and solutions are read
//! and replayed.

use super::error::ProgramError;
use super::form::NamedProgram;
use super::short::shortened;
use crate::model::count_of;
use good_lp::solvers::highs::{HighsPresolveType, HighsProblem, HighsSolverType, highs};
use good_lp::{
    Constraint, DualValues, Expression, ProblemVariables, ResolutionError, Solution, SolutionStatus,
    SolutionWithDual, SolverModel, Variable, variable,
};
use num_traits::ToPrimitive;
use std::time::Duration;

/// The greatest distance of a value from the integer as which it counts.
const INTEGER_TOLERANCE: f64 = 1e-6;
/// The random seed of `HiGHS`.
const RANDOM_SEED: i32 = 1;

/// The answer of `HiGHS` to a relaxation, which is not a proof.
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

/// The objective of a relaxation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// The least sum of violations, as in phase 1; its duals are a refutation.
    Feasibility,
    /// The least objective.
    Objective,
}

/// A program as it is handed to the solver.
struct Columns {
    all: ProblemVariables,
    /// The column of every variable that is free.
    places: Vec<Option<Variable>>,
    objective: Expression,
    rows: Vec<LpRow>,
}

/// A row as it is handed to the solver.
struct LpRow {
    index: usize,
    /// Whether it is the difference from the row before.
    continues: bool,
    sum: Expression,
    bound: i64,
    equation: bool,
}

impl Columns {
    /// Makes the program under fixed values; the error is a row that these values alone violate.
    fn new(
        program: &NamedProgram,
        domain: &[Option<bool>],
        phase: Phase,
        integer: &dyn Fn(usize) -> bool,
    ) -> Result<Self, usize> {
        let mut columns = ProblemVariables::new();
        let kind = |index| if integer(index) { variable().integer() } else { variable() };
        let mut place = |index: usize| {
            let free = domain[index].is_none();
            free.then(|| columns.add(kind(index).min(0).max(1)))
        };
        let places: Vec<Option<Variable>> = (0..domain.len()).map(&mut place).collect();
        let mut objective = Expression::default();
        if phase == Phase::Objective {
            for &(variable, cost) in &program.objective {
                if let Some(column) = places[variable] {
                    objective.add_mul(real(cost), column);
                }
            }
        }
        let short = shortened(&program.rows, program.variables.len());
        let mut rows = Vec::with_capacity(short.len());
        // The slacks of the row before, if the next row is the difference from it.
        let mut left: Vec<(Variable, i64)> = Vec::new();
        for (index, row) in short.iter().enumerate() {
            let (mut sum, mut bound, mut free) =
                (Expression::with_capacity(row.terms.len()), row.bound, false);
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
            let equation = program.rows[index].equation;
            let is_followed = short.get(index + 1).is_some_and(|next| next.continues);
            if !row.continues && !is_followed && !free {
                if bound > 0 || (equation && bound != 0) {
                    return Err(index);
                }
                continue;
            }
            let mut slacks: Vec<(Variable, i64)> = Vec::new();
            if phase == Phase::Feasibility {
                let signs: &[i64] = if equation { &[-1, 1] } else { &[-1] };
                for &sign in signs {
                    let slack = columns.add(variable().min(0));
                    objective.add_mul(1, slack);
                    slacks.push((slack, sign));
                }
            }
            let alone = !row.continues && !is_followed;
            if !alone && !equation {
                slacks.push((columns.add(variable().min(0)), 1));
            }
            for &(slack, sign) in &slacks {
                sum.add_mul(real(-sign), slack);
            }
            if row.continues {
                for &(slack, sign) in &left {
                    sum.add_mul(real(sign), slack);
                }
            }
            left = slacks;
            rows.push(LpRow { index, continues: row.continues, sum, bound, equation: equation || !alone });
        }
        Ok(Self { all: columns, places, objective, rows })
    }
}

fn constraint(sum: Expression, bound: i64, equation: bool) -> Constraint {
    if equation { sum.eq(real(bound)) } else { sum.geq(real(bound)) }
}

/// Solves the relaxation under fixed values.
pub(super) fn relax(
    program: &NamedProgram,
    domain: &[Option<bool>],
    phase: Phase,
    remaining: Option<Duration>,
) -> Relaxed {
    let Columns { all, places, objective, rows } = match Columns::new(program, domain, phase, &|_| false) {
        Ok(columns) => columns,
        Err(row) => return Relaxed::Broken { row },
    };
    // Presolve may be used even if it has faults, since duals are only proposals. The simplex method ends at
    // a vertex with few fractions, which is nearer to a schedule than the result of a crossover.
    let mut problem = with_options(all.minimise(objective).using(highs), 1, remaining)
        .set_presolve(HighsPresolveType::Choose)
        .set_solver(HighsSolverType::Simplex);
    let mut references = Vec::with_capacity(rows.len());
    for LpRow { index, continues, sum, bound, equation } in rows {
        references.push((index, continues, problem.add_constraint(constraint(sum, bound, equation))));
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
            for (index, continues, reference) in references {
                duals[index] = found.dual(reference);
                if continues {
                    duals[index - 1] = difference(duals[index - 1], duals[index]);
                }
            }
            Relaxed::Solved { duals, values }
        }
        Err(ResolutionError::Infeasible) => Relaxed::Infeasible,
        Err(_) => Relaxed::Failed,
    }
}

#[expect(clippy::float_arithmetic, reason = "multipliers of rows from those of their differences")]
fn difference(one: f64, other: f64) -> f64 {
    one - other
}

/// The limits of `HiGHS` in the search for a schedule.
#[derive(Debug)]
pub(super) struct Limits {
    pub(super) threads: u32,
    pub(super) nodes: u64,
    pub(super) remaining: Option<Duration>,
}

/// The wanted solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A solution of least objective.
    Least,
    /// Any solution.
    Any,
    /// Any solution of at most this objective.
    AtMost(u64),
}

/// A subproblem: fixed values, and which other variables must be integers.
#[derive(Clone, Copy)]
pub(super) struct Subproblem<'a> {
    /// The values that are fixed.
    pub(super) domain: &'a [Option<bool>],
    /// Tells which of the others have to be integers.
    pub(super) integer: &'a dyn Fn(usize) -> bool,
}

/// Asks for a solution; `None` if none is found within the limits, or `HiGHS` answers that there is none.
pub(super) fn solve(
    program: &NamedProgram,
    wanted: Wanted,
    presolve: bool,
    limits: &Limits,
) -> Result<Option<Vec<bool>>, ProgramError> {
    let part = Subproblem { domain: &program.fixed, integer: &|_| true };
    let found = solve_subproblem(program, part, wanted, presolve, limits)?;
    Ok(found.and_then(|values| values.into_iter().collect()))
}

/// Asks for a solution of a subproblem, with `None` for each value that is neither 0 nor 1.
pub(super) fn solve_subproblem(
    program: &NamedProgram,
    part: Subproblem<'_>,
    wanted: Wanted,
    presolve: bool,
    limits: &Limits,
) -> Result<Option<Vec<Option<bool>>>, ProgramError> {
    let Subproblem { domain, integer } = part;
    let slots = count_of(program.slots());
    if domain.iter().all(Option::is_some) {
        // `HiGHS` fails on programs without columns.
        let values: Vec<bool> = domain.iter().map(|value| *value == Some(true)).collect();
        return Ok(program.admits(&values).then(|| domain.to_vec()));
    }
    let Ok(Columns { all, places, objective, rows }) =
        Columns::new(program, domain, Phase::Objective, integer)
    else {
        return Ok(None);
    };
    let choice = if presolve { HighsPresolveType::Choose } else { HighsPresolveType::Off };
    let nodes = i32::try_from(limits.nodes).unwrap_or(i32::MAX);
    let cost = if wanted == Wanted::Least { objective.clone() } else { Expression::default() };
    let mut problem = with_options(all.minimise(cost).using(highs), limits.threads, limits.remaining)
        .set_presolve(choice)
        .set_option("mip_max_nodes", nodes);
    for LpRow { sum, bound, equation, .. } in rows {
        problem.add_constraint(constraint(sum, bound, equation));
    }
    if let Wanted::AtMost(most) = wanted {
        let paid = program.objective.iter().filter(|(variable, _)| domain[*variable] == Some(true));
        let paid: i64 = paid.map(|(_, cost)| cost).sum();
        let left = i64::try_from(most).unwrap_or(i64::MAX).saturating_sub(paid);
        problem.add_constraint(objective.leq(real(left)));
    }
    match problem.solve() {
        Ok(solution) => {
            // After a time-out the values need not be a solution.
            let complete = matches!(solution.status(), SolutionStatus::Optimal);
            let value = |(place, value): (&Option<Variable>, &Option<bool>)| match place {
                Some(column) => binary(solution.value(*column)),
                None => *value,
            };
            let values: Vec<Option<bool>> = places.iter().zip(domain).map(value).collect();
            let all: Option<Vec<bool>> = values.iter().copied().collect();
            Ok(Some(values).filter(|_| complete || all.is_some_and(|all| program.admits(&all))))
        }
        Err(ResolutionError::Infeasible | ResolutionError::Other("NoSolutionFound")) => Ok(None),
        Err(fault) => Err(ProgramError::Solver { slots, message: fault.to_string() }),
    }
}

/// Returns the value as 0 or 1; `None` if it is neither.
pub(super) fn binary(value: f64) -> Option<bool> {
    match integer(value) {
        Some(0) => Some(false),
        Some(1) => Some(true),
        _ => None,
    }
}

fn with_options(problem: HighsProblem, threads: u32, remaining: Option<Duration>) -> HighsProblem {
    let problem = problem
        .set_option("random_seed", RANDOM_SEED)
        .set_option("mip_rel_gap", 0.0)
        // The objective is an integer, so a gap below 1 proves optimality.
        .set_option("mip_abs_gap", 0.9)
        .set_threads(threads);
    match remaining {
        Some(remaining) => problem.set_time_limit(remaining.as_secs_f64()),
        None => problem,
    }
}

/// Returns the integer within the tolerance of a value, if there is one.
#[expect(clippy::float_arithmetic, reason = "the tolerance is one of the solver's numbers")]
fn integer(value: f64) -> Option<i64> {
    let nearest = scaled(value, 1)?;
    let apart = value - nearest.to_f64()?;
    (apart.abs() <= INTEGER_TOLERANCE).then_some(nearest)
}

/// Returns the integer nearest to a multiple of a value; `None` beyond 64 bits and for NaN.
#[expect(clippy::float_arithmetic, reason = "the one place where a number of the solver becomes an integer")]
pub(super) fn scaled(value: f64, factor: i32) -> Option<i64> {
    (value * f64::from(factor)).round().to_i64()
}

/// Converts an integer of the program for the solver; coefficients are at most the slots or the packets.
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
