//! What a judged schedule is held against: its slots, and a lower bound on them.

use super::pipeline::bounds;
use crate::check::Answer;
use crate::model::Problem;
use crate::wire::{Quantity, ResultDocument, Scope};

/// What the slots of a schedule are held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beside {
    /// The lower bound, in slots.
    pub bound: u64,
    /// Which schedules it binds.
    pub scope: Scope,
    /// By how much the schedule is longer.
    pub gap: u64,
}

/// Says of a bound that no certificate claims it.
pub const NOT_CERTIFIED: &str = "the bound was found by isotask and stands in no certificate";
/// Most moves of a schedule for which a bound is looked for.
const MOST_BOUNDED: u128 = 1 << 22;

impl Beside {
    /// Returns what stands beside a schedule that was accepted: of a certificate what it claims; of a schedule
    /// alone the greatest bound that is found on schedules like it. None of other documents, or of a schedule
    /// of more than 2²² moves.
    #[must_use]
    pub fn of(answer: &Answer, stop: &(dyn Fn() -> bool + Sync)) -> Option<Self> {
        let beside =
            |time: u64, bound: u64, scope| Some(Self { bound, scope, gap: time.checked_sub(bound)? });
        match answer {
            Answer::Certificate { verdict, claims, .. } => {
                let times = claims.iter().filter(|claim| claim.quantity == Quantity::CompletionTime);
                let best = times.max_by_key(|claim| (claim.lower.value(), claim.scope))?;
                beside(verdict.replayed.completion_time, best.lower.slots(), best.scope)
            }
            Answer::Schedule { task, replayed } => {
                let problem = Problem::new(task).ok()?;
                if replayed.transmissions > MOST_BOUNDED {
                    return None;
                }
                let claimed = bounds(&problem, stop).claimed(replayed.form.per());
                let best = claimed.iter().max_by_key(|bound| (bound.lower.slots(), bound.scope))?;
                beside(replayed.completion_time, best.lower.slots(), best.scope)
            }
            Answer::Channels(_)
            | Answer::MatrixCertificate { .. }
            | Answer::Matrix(_)
            | Answer::Refused { .. } => None,
        }
    }
}

/// Returns the result document of a file that was judged, with slots, bound and gap of a schedule.
#[must_use]
pub fn judged(answer: &Answer, beside: Option<&Beside>, file: &str, digest: String) -> ResultDocument {
    let mut result = answer.result(file, digest);
    let Some(replayed) = answer.replayed() else { return result };
    result.completion_time = Some(replayed.completion_time);
    if let Some(Beside { bound, scope, gap }) = beside {
        (result.bound, result.scope, result.gap) = (Some(*bound), Some(*scope), Some(*gap));
        if matches!(answer, Answer::Schedule { .. }) {
            result.notes.push(NOT_CERTIFIED.to_owned());
        }
    }
    result
}
