//! Makes the certificate document of a schedule and its bounds.

use crate::bound::{Bounds, ScopedBound};
use crate::model::{Problem, Schedule};
use crate::wire::{CertificateDocument, Claim, Horizon, Per, Quantity, Status};

/// The measures of a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    /// Completion time, in slots.
    pub completion: u64,
    /// Moves of one node or of all.
    pub transmissions: u128,
    /// Whether the moves are those of one node or of all.
    pub per: Per,
    /// Number of nodes.
    pub nodes: u64,
    /// Total delay of a node or of all, if the problem asks for it.
    pub delay: Option<DelayMeasured>,
}

/// The total delay of a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DelayMeasured {
    /// ΣC over the packets of one node or of all.
    pub value: u128,
    /// The horizon of the schedules to which its bounds apply.
    pub horizon: Horizon,
}

impl Measured {
    /// Counts the slots and moves of a schedule.
    #[must_use]
    pub fn new(problem: &Problem, schedule: &Schedule, delay: Option<DelayMeasured>) -> Self {
        let (completion, transmissions) = (schedule.length(), schedule.moves());
        let nodes = problem.network().nodes();
        Self { completion, transmissions, per: schedule.per(), nodes, delay }
    }
}

/// Returns the claims about a schedule: its completion time in the widest scope in which it is proved least,
/// else with the gap; beside it the bound on all schedules; the transmissions; and the total delay if it was
/// measured.
///
/// # Panics
/// If there is no bound on the completion time.
#[must_use]
pub fn claims(bounds: &Bounds, measured: &Measured) -> Vec<Claim> {
    let claim = |quantity, value, bound: &ScopedBound| Claim {
        quantity,
        value,
        per: (quantity != Quantity::CompletionTime).then_some(measured.per),
        scope: bound.scope,
        horizon: None,
        lower: bound.lower.clone(),
        status: if value == bound.lower.value() { Status::Optimal } else { Status::UpperBound },
    };
    let time = |bound: ScopedBound| claim(Quantity::CompletionTime, measured.completion.into(), &bound);
    let mut claims: Vec<Claim> = bounds.claimed(measured.per).into_iter().map(time).collect();
    let moves = ScopedBound::of_all(bounds.transmissions.of(measured.per, measured.nodes));
    claims.push(claim(Quantity::Transmissions, measured.transmissions, &moves));
    if let Some(delay) = &measured.delay {
        claims.extend(bounds.delays(measured.per, measured.nodes).iter().map(|bound| Claim {
            horizon: Some(delay.horizon),
            ..claim(Quantity::TotalDelay, delay.value, bound)
        }));
    }
    claims
}

/// Returns the certificate of a schedule.
///
/// # Panics
/// If the schedule is not one of the problem.
#[must_use]
pub fn certificate(problem: &Problem, schedule: &Schedule, claims: Vec<Claim>) -> CertificateDocument {
    CertificateDocument::new(problem.document().clone(), schedule.body(problem), claims)
}
