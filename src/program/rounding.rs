//! Rounds a solution of the relaxation to a schedule of at most a given objective.

use super::error::ProgramError;
use super::form::NamedProgram;
use super::highs::{Limits, Subproblem, Wanted, solve_subproblem};
use super::worker::Budget;
use crate::wire::DelayVariable;

/// Most search nodes of `HiGHS` for each subproblem.
const MAX_HIGHS_NODES: u64 = 50;
/// The number of slots whose variables become integer at a time.
const SLOTS_PER_WINDOW: usize = 4;

/// Searches for a solution of objective at most `most` near a solution of the relaxation, in which `None`
/// stands for fractional values.
///
/// It fixes all variables that are 1, and solves for the others; then only those in slots without fractions.
/// If both fail, the variables of a few slots at a time become integer, while later ones stay relaxed (*relax
/// and fix*; Pochet & Wolsey, *Production Planning by Mixed Integer Programming*, 2006).
///
/// # Errors
/// [`ProgramError::Solver`].
pub(super) fn round(
    program: &NamedProgram,
    relaxed: &[Option<bool>],
    most: u64,
    budget: &Budget,
) -> Result<Option<Vec<bool>>, ProgramError> {
    let slots = program.slots();
    let mut has_fraction = vec![false; slots];
    for (variable, value) in relaxed.iter().enumerate() {
        has_fraction[slot_of(program, variable)] |= value.is_none();
    }
    for skip_fractional in [false, true] {
        let keep = |variable: usize| {
            let sure = relaxed[variable] == Some(true)
                && !(skip_fractional && has_fraction[slot_of(program, variable)]);
            program.fixed[variable].or(sure.then_some(true))
        };
        let domain: Vec<Option<bool>> = (0..relaxed.len()).map(keep).collect();
        let part = Subproblem { domain: &domain, integer: &|_| true };
        if let Some(values) = complete(program, part, most, budget)? {
            return Ok(values.into_iter().collect());
        }
    }
    let mut domain = program.fixed.clone();
    for begin in (0..slots).step_by(SLOTS_PER_WINDOW) {
        let within =
            |variable: usize| (begin..begin + SLOTS_PER_WINDOW).contains(&slot_of(program, variable));
        let part = Subproblem { domain: &domain, integer: &within };
        let Some(values) = complete(program, part, most, budget)? else {
            return Ok(None);
        };
        for (variable, value) in values.into_iter().enumerate().filter(|(variable, _)| within(*variable)) {
            domain[variable] = value;
        }
    }
    Ok(domain.into_iter().collect())
}

/// Solves a subproblem with the objective at most `most`.
fn complete(
    program: &NamedProgram,
    part: Subproblem<'_>,
    most: u64,
    budget: &Budget,
) -> Result<Option<Vec<Option<bool>>>, ProgramError> {
    if budget.is_over() {
        return Ok(None);
    }
    let limits = Limits { nodes: MAX_HIGHS_NODES, ..budget.limits() };
    solve_subproblem(program, part, Wanted::AtMost(most), true, &limits)
}

/// Returns the slot to which a variable belongs.
fn slot_of(program: &NamedProgram, variable: usize) -> usize {
    let slot = match program.variables[variable] {
        DelayVariable::Use { slot, .. } | DelayVariable::Carry { slot, .. } => slot,
        DelayVariable::Needs { time, .. } => time.saturating_sub(1),
        DelayVariable::Plus { .. } => 0,
    };
    usize::try_from(slot).expect("slots are fewer than the variables")
}
