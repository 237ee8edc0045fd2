//! The bound by a refutation: the formula for a schedule of one slot less is built from the task, and every
//! step up to the empty clause is checked by unit propagation.

mod clauses;
mod formula;

use crate::bound::kind::{Asked, Bound};
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::Form;
use crate::task::problem::Problem;
use formula::Formula;
use isotask_wire::{Quantity, Scope};

/// The witness: the number of slots that the refutation proves necessary, and its steps.
pub(crate) struct Resolution<'a> {
    pub(crate) value: u64,
    pub(crate) steps: &'a [(Vec<i32>, Vec<u32>)],
}

impl Bound for Resolution<'_> {
    fn binds(&self, problem: &Problem, _form: Form) -> (Quantity, Option<Scope>) {
        let is_listed = !matches!(problem, Problem::Isotropic(_) | Problem::Allreduce(_));
        (Quantity::CompletionTime, is_listed.then_some(Scope::All))
    }

    /// Checks every step of the refutation, and returns the stated value.
    ///
    /// # Complexity
    /// O(P (N + A) + T (P + A) + n + l) for P packets, N nodes, A links, T slots, n literals of the formula
    /// and l literals of the clauses that the hints name.
    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        let claim = asked.claim;
        let slots = self.value.saturating_sub(1);
        if slots == 0 {
            return Err(Rejection::NothingRefuted { claim, value: self.value });
        }
        let formula = Formula::of(asked.problem, slots, claim)?.ok_or_else(|| asked.not_for_task())?;
        let effort = &asked.problem.network().effort;
        let mut derivation = formula.into_derivation();
        for (step, (clause, hints)) in self.steps.iter().enumerate() {
            effort.spend(derivation.work(clause, hints))?;
            if !derivation.follows(clause, hints) {
                return Err(Rejection::StepDoesNotFollow { claim, step });
            }
        }
        match self.steps.last() {
            Some((clause, _)) if clause.is_empty() => Ok(self.value.into()),
            _ => Err(Rejection::NoEmptyClause { claim }),
        }
    }
}
