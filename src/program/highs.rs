//! The one place that knows `good_lp` and `HiGHS`, and where floating point becomes integers: a relaxation
//! with its duals, and a solution.
//!
//! Whatever comes back is a proposal: duals become integers that are evaluated, solutions are read and
//! replayed.

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

/// Farthest that a value may lie from the integer that it stands for.
const TOLERANCE: f64 = 1e-6;
/// The seed of everything random in `HiGHS`.
const SEED: i32 = 1;

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

/// A program as the solver gets it.
struct Columns {
    all: ProblemVariables,
    /// The column of every variable that is free.
    places: Vec<Option<Variable>>,
    objective: Expression,
    rows: Vec<Line>,
}

/// A row of it.
struct Line {
    index: usize,
    /// Whether it is a difference from the row before.
    continues: bool,
    sum: Expression,
    bound: i64,
    equation: bool,
}

impl Columns {
    /// The program under fixed values; an error is a row that these alone break.
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
        // What the row before leaves, if the next row goes on from it.
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
            rows.push(Line { index, continues: row.continues, sum, bound, equation: equation || !alone });
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
    // Whatever its presolve may get wrong, duals are only proposals. The simplex ends at a vertex with few
    // fractions, which is nearer to a schedule than what crossover finds.
    let mut problem = with_options(all.minimise(objective).using(highs), 1, remaining)
        .set_presolve(HighsPresolveType::Choose)
        .set_solver(HighsSolverType::Simplex);
    let mut references = Vec::with_capacity(rows.len());
    for Line { index, continues, sum, bound, equation } in rows {
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
    /// Any of at most this objective.
    AtMost(u64),
}

/// What of a program is to be solved.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    /// The values that are fixed.
    pub(super) domain: &'a [Option<bool>],
    /// Which of the others have to be integers.
    pub(super) integer: &'a dyn Fn(usize) -> bool,
}

/// Asks for a solution; `None` when there is none within the limits, or `HiGHS` takes it for infeasible.
pub(super) fn solve(
    program: &NamedProgram,
    wanted: Wanted,
    presolve: bool,
    limits: &Limits,
) -> Result<Option<Vec<bool>>, ProgramError> {
    let part = Part { domain: &program.fixed, integer: &|_| true };
    let found = solve_part(program, part, wanted, presolve, limits)?;
    Ok(found.and_then(|values| values.into_iter().collect()))
}

/// The same for a part of the program; values that are neither 0 nor 1 are none.
pub(super) fn solve_part(
    program: &NamedProgram,
    part: Part<'_>,
    wanted: Wanted,
    presolve: bool,
    limits: &Limits,
) -> Result<Option<Vec<Option<bool>>>, ProgramError> {
    let Part { domain, integer } = part;
    let slots = count_of(program.slots());
    if domain.iter().all(Option::is_some) {
        // `HiGHS` fails on what has no columns.
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
    for Line { sum, bound, equation, .. } in rows {
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
            // Where the time was over the values may be no solution.
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

/// The value as 0 or 1; `None` if it is neither.
pub(super) fn binary(value: f64) -> Option<bool> {
    match integer(value) {
        Some(0) => Some(false),
        Some(1) => Some(true),
        _ => None,
    }
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
