//! The interface of all kinds of lower bounds.

use crate::refusal::rejection::Rejection;
use crate::replay::replayed::Form;
use crate::streamed::StreamedTree;
use crate::task::problem::Problem;
use isotask_wire::{LowerKind, Per, Quantity, Scope};

/// A claim whose bound is recomputed.
pub(crate) struct Asked<'a, 'c> {
    pub(crate) problem: &'a Problem,
    /// Whether moves and delays are counted per node or in the network.
    pub(crate) per: Per,
    /// Index of the claim.
    pub(crate) claim: usize,
    /// The kind of its bound.
    pub(crate) kind: LowerKind,
    /// A tree that is handed over in place of that of its claim.
    pub(crate) coming: Option<&'a mut StreamedTree<'c>>,
}

impl Asked<'_, '_> {
    /// Returns the rejection of a bound that is not defined for the task.
    pub(crate) fn not_for_task(&self) -> Rejection {
        Rejection::BoundNotForTask { claim: self.claim, kind: self.kind }
    }
}

/// A lower bound with its witness.
pub(crate) trait Bound {
    /// Returns the quantity that it bounds, and its widest scope; no scope where it is not defined for the
    /// task and the form of its schedule.
    fn binds(&self, problem: &Problem, form: Form) -> (Quantity, Option<Scope>);

    /// Recomputes the value from the witness, or refuses the witness.
    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection>;
}
