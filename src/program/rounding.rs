//! A schedule of a given delay from what the relaxation says: rounding with the objective fixed.

use super::error::ProgramError;
use super::form::NamedProgram;
use super::highs::{Limits, Part, Wanted, solve_part};
use super::worker::Budget;
use crate::wire::DelayVariable;

/// Most nodes of each tree that `HiGHS` grows.
const MOST_NODES: u64 = 50;
/// How many slots become integral at a time.
const WINDOW: usize = 4;

/// A solution whose objective is at most `most`, if one is found beside a solution of the relaxation, which
/// says what is 0 or 1 there.
///
/// First all that is 1 stays so, then all that is in slots without fractions. Then some slots after the other
/// become integral, while later ones stay relaxed (*relax and fix*; Pochet & Wolsey, *Production Planning by
/// Mixed Integer Programming*, 2006).
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
    let mut torn = vec![false; slots];
    for (variable, value) in relaxed.iter().enumerate() {
        torn[slot_of(program, variable)] |= value.is_none();
    }
    for calm in [false, true] {
        let keep = |variable: usize| {
            let sure = relaxed[variable] == Some(true) && !(calm && torn[slot_of(program, variable)]);
            program.fixed[variable].or(sure.then_some(true))
        };
        let domain: Vec<Option<bool>> = (0..relaxed.len()).map(keep).collect();
        let part = Part { domain: &domain, integer: &|_| true };
        if let Some(values) = complete(program, part, most, budget)? {
            return Ok(values.into_iter().collect());
        }
    }
    let mut domain = program.fixed.clone();
    for begin in (0..slots).step_by(WINDOW) {
        let within = |variable: usize| (begin..begin + WINDOW).contains(&slot_of(program, variable));
        let part = Part { domain: &domain, integer: &within };
        let Some(values) = complete(program, part, most, budget)? else {
            return Ok(None);
        };
        for (variable, value) in values.into_iter().enumerate().filter(|(variable, _)| within(*variable)) {
            domain[variable] = value;
        }
    }
    Ok(domain.into_iter().collect())
}

/// A solution of a part of the program with its objective fixed.
fn complete(
    program: &NamedProgram,
    part: Part<'_>,
    most: u64,
    budget: &Budget,
) -> Result<Option<Vec<Option<bool>>>, ProgramError> {
    if budget.is_over() {
        return Ok(None);
    }
    let limits = Limits { nodes: MOST_NODES, ..budget.limits() };
    solve_part(program, part, Wanted::AtMost(most), true, &limits)
}

/// The slot that a variable belongs to.
fn slot_of(program: &NamedProgram, variable: usize) -> usize {
    let slot = match program.variables[variable] {
        DelayVariable::Use { slot, .. } | DelayVariable::Carry { slot, .. } => slot,
        DelayVariable::Needs { time, .. } => time.saturating_sub(1),
        DelayVariable::Plus { .. } => 0,
    };
    usize::try_from(slot).expect("slots are fewer than the variables")
}
