//! The bound with which the slots of an accepted schedule are compared.

use super::pipeline::bounds;
use crate::check::Answer;
use crate::model::Problem;
use crate::wire::{Quantity, ResultDocument, Scope};

/// Most moves of a schedule for which a bound is sought.
const MAX_BOUNDED_MOVES: u128 = 1 << 22;

/// A bound on the slots of a schedule, and how far the schedule is above it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoundGap {
    /// The bound, in slots.
    pub bound: u64,
    /// The schedules that it binds.
    pub scope: Scope,
    /// Slots of the schedule above the bound.
    pub gap: u64,
}

impl BoundGap {
    /// The remark on a bound that no certificate claims.
    pub const NOT_CERTIFIED: &str = "the bound was found by isotask and stands in no certificate";

    /// Returns the claim of a certificate; of a schedule alone, the greatest bound found on schedules of its
    /// kind.
    #[must_use]
    pub fn of(answer: &Answer, stop: &(dyn Fn() -> bool + Sync)) -> Option<Self> {
        let gap_to =
            |time: u64, bound: u64, scope| Some(Self { bound, scope, gap: time.checked_sub(bound)? });
        match answer {
            Answer::Certificate { verdict, claims, .. } => {
                let times = claims.iter().filter(|claim| claim.quantity == Quantity::CompletionTime);
                let best = times.max_by_key(|claim| (claim.lower.value(), claim.scope))?;
                gap_to(verdict.replayed.completion_time, best.lower.slots(), best.scope)
            }
            Answer::Schedule { task, replayed } => {
                let problem = Problem::new(task).ok()?;
                if replayed.transmissions > MAX_BOUNDED_MOVES {
                    return None;
                }
                let claimed = bounds(&problem, stop).claimed(replayed.form.per());
                let best = claimed.iter().max_by_key(|bound| (bound.lower.slots(), bound.scope))?;
                gap_to(replayed.completion_time, best.lower.slots(), best.scope)
            }
            Answer::Channels(_)
            | Answer::MatrixCertificate { .. }
            | Answer::Matrix(_)
            | Answer::Rate { .. }
            | Answer::Groups { .. }
            | Answer::Refused { .. } => None,
        }
    }

    /// Writes slots, bound and gap of a schedule into the result of the checker.
    pub fn write_into(gap: Option<&Self>, answer: &Answer, result: &mut ResultDocument) {
        let Some(replayed) = answer.replayed() else { return };
        result.completion_time = Some(replayed.completion_time);
        if let Some(Self { bound, scope, gap }) = gap {
            (result.bound, result.scope, result.gap) = (Some(*bound), Some(*scope), Some(*gap));
            if matches!(answer, Answer::Schedule { .. }) {
                result.notes.push(Self::NOT_CERTIFIED.to_owned());
            }
        }
    }
}
