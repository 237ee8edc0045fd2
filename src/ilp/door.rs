//! The door to `HiGHS`: integers go in, and integers come out.

use super::IlpError;
use super::program::{Program, Relation};
use good_lp::solvers::highs::{HighsPresolveType, HighsSolution, highs};
use good_lp::{
    Expression, ProblemVariables, ResolutionError, Solution, SolutionStatus, SolverModel, variable,
};
use num_traits::ToPrimitive;
use std::time::Duration;

/// Farthest that a value may lie from the integer that it stands for.
const TOLERANCE: f64 = 1e-6;
/// The seed of everything random in `HiGHS`.
pub(super) const SEED: i32 = 1;

/// What `HiGHS` says about a program.
#[derive(Debug)]
pub(super) enum Answer {
    /// A value for every variable.
    Found {
        /// The values.
        values: Vec<bool>,
        /// Whether the time was over, so that the values may be no solution.
        interrupted: bool,
    },
    /// No solution; a claim, not a proof.
    Infeasible,
    /// The time was over.
    Unknown,
}

/// Asks `HiGHS` for any solution of a program, for at most `remaining`, on at most `threads` threads (0: as `HiGHS` likes).
///
/// `HiGHS` ties its threads to the thread that calls it, and refuses another number of them there, so a caller that wants to be
/// independent of earlier calls comes on a thread of its own.
pub(super) fn ask(program: &Program, threads: u32, remaining: Option<Duration>) -> Result<Answer, IlpError> {
    let slots = u64::from(program.slots);
    let mut variables = ProblemVariables::new();
    let binaries: Vec<_> = (0..program.variables).map(|_| variables.add(variable().binary())).collect();
    let mut model = variables
        .minimise(Expression::default())
        .using(highs)
        .set_option("random_seed", SEED)
        // Version 1.15 with its presolve was seen to call feasible programs of this kind infeasible, and to be slower.
        .set_presolve(HighsPresolveType::Off)
        .set_option("mip_rel_gap", 0.0)
        .set_option("mip_abs_gap", 0.0)
        .set_threads(threads);
    if let Some(remaining) = remaining {
        model = model.set_time_limit(remaining.as_secs_f64());
    }
    for constraint in &program.constraints {
        let mut sum = Expression::with_capacity(constraint.terms.len());
        for &(variable, factor) in &constraint.terms {
            sum.add_mul(f64::from(factor), binaries[variable]);
        }
        let bound = f64::from(constraint.bound);
        model.add_constraint(match constraint.relation {
            Relation::Equal => sum.eq(bound),
            Relation::AtMost => sum.leq(bound),
        });
    }
    match model.solve() {
        Ok(solution) => {
            let interrupted = matches!(solution.status(), SolutionStatus::TimeLimit);
            match read(&solution, &binaries, slots) {
                Err(_) if interrupted => Ok(Answer::Unknown),
                values => values.map(|values| Answer::Found { values, interrupted }),
            }
        }
        Err(ResolutionError::Infeasible) => Ok(Answer::Infeasible),
        Err(ResolutionError::Other("NoSolutionFound")) if remaining.is_some() => Ok(Answer::Unknown),
        Err(fault) => Err(IlpError::Solver { slots, message: fault.to_string() }),
    }
}

fn read(solution: &HighsSolution, binaries: &[good_lp::Variable], slots: u64) -> Result<Vec<bool>, IlpError> {
    let value_of = |(variable, &binary)| {
        let value = solution.value(binary);
        match integer(value) {
            Some(0) => Ok(false),
            Some(1) => Ok(true),
            _ => Err(IlpError::NotBinary { slots, variable, value }),
        }
    };
    binaries.iter().enumerate().map(value_of).collect()
}

/// The integer that a value stands for; `None` if it is farther than the tolerance from all of them.
#[expect(clippy::float_arithmetic, reason = "the tolerance is one of the solver's numbers")]
pub(super) fn integer(value: f64) -> Option<i64> {
    let nearest = scaled(value, 1)?;
    let apart = value - nearest.to_f64()?;
    (apart.abs() <= TOLERANCE).then_some(nearest)
}

/// The integer nearest to a multiple of a value; `None` beyond 64 bits and for what is no number.
#[expect(clippy::float_arithmetic, reason = "the one place where a number of the solver becomes an integer")]
pub(super) fn scaled(value: f64, factor: i32) -> Option<i64> {
    (value * f64::from(factor)).round().to_i64()
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
