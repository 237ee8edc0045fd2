//! The claims of a certificate, held against the replay and the recomputed bounds.

use super::task::Task;
use super::{Rejection, Run, VerifiedClaim, delay_tree, lower};
use crate::wire::{Claim, Horizon, Lower, Quantity, Scope, Status};

/// Checks all claims in order.
///
/// For each: its shape, its value against the replay, bound and status against the value, its scope and
/// horizon, and last, because it costs most, the bound against its witness.
pub(super) fn check(task: &Task, run: &Run, claims: &[Claim]) -> Result<Vec<VerifiedClaim>, Rejection> {
    if claims.is_empty() {
        return Err(Rejection::NoClaims);
    }
    let check_one = |(index, claim): (usize, &Claim)| {
        let same = |other: &Claim| key(other) == key(claim);
        if let Some(first) = claims[..index].iter().position(same) {
            return Err(Rejection::RepeatedClaim { claim: index, first });
        }
        require_shape(index, claim)?;
        require_value(index, claim, run)?;
        require_scope(index, claim, run)?;
        require_horizon(index, claim, run, claims)?;
        delay_tree::require_reach(task, index, claim, run.replayed.completion_time)?;
        let (found, recomputed) = (claim.lower.value(), lower::recompute(task, index, claim)?);
        if found != recomputed {
            return Err(Rejection::LowerMismatch { claim: index, found, recomputed });
        }
        Ok(VerifiedClaim {
            quantity: claim.quantity,
            value: claim.value,
            scope: claim.scope,
            horizon: claim.horizon,
            lower: recomputed,
            kind: claim.lower.kind(),
            status: claim.status,
        })
    };
    claims.iter().enumerate().map(check_one).collect()
}

/// What no two claims of a certificate have in common.
fn key(claim: &Claim) -> (Quantity, Scope, Option<Horizon>) {
    (claim.quantity, claim.scope, claim.horizon)
}

fn require_shape(index: usize, claim: &Claim) -> Result<(), Rejection> {
    let quantity = claim.quantity;
    let bounds = match claim.lower {
        Lower::Distances { .. } => Quantity::Transmissions,
        Lower::Spanning { .. } => Quantity::Transmissions,
        Lower::Pooled { .. } | Lower::DelayTree { .. } => Quantity::TotalDelay,
        Lower::Weights { .. }
        | Lower::Distance { .. }
        | Lower::Split { .. }
        | Lower::DualTree { .. }
        | Lower::Reception { .. }
        | Lower::Emission { .. }
        | Lower::LastPacket { .. }
        | Lower::Volume { .. } => Quantity::CompletionTime,
    };
    if bounds != quantity {
        let kind = claim.lower.kind();
        return Err(Rejection::BoundDoesNotFit { claim: index, kind, quantity });
    }
    match (quantity, claim.per) {
        (Quantity::Transmissions | Quantity::TotalDelay, None) => {
            return Err(Rejection::PerMissing { claim: index });
        }
        (Quantity::CompletionTime, Some(_)) => return Err(Rejection::PerUnexpected { claim: index }),
        _ => {}
    }
    match (quantity, claim.horizon) {
        (Quantity::TotalDelay, None) => Err(Rejection::HorizonMissing { claim: index }),
        (Quantity::CompletionTime | Quantity::Transmissions, Some(_)) => {
            Err(Rejection::HorizonUnexpected { claim: index, quantity })
        }
        _ => Ok(()),
    }
}

fn require_value(index: usize, claim: &Claim, run: &Run) -> Result<(), Rejection> {
    let replayed = match claim.quantity {
        Quantity::CompletionTime => run.replayed.completion_time,
        Quantity::Transmissions => run.replayed.transmissions_per_node,
        // Every replay for a certificate with such a claim counts the delay.
        Quantity::TotalDelay => run.replayed.total_delay.unwrap_or_default(),
    };
    let (found, lower) = (claim.value, claim.lower.value());
    if found != replayed {
        return Err(Rejection::ValueMismatch { claim: index, found, replayed });
    }
    if lower > found {
        return Err(Rejection::LowerAboveValue { claim: index, value: found, lower });
    }
    let expected = if lower == found { Status::Optimal } else { Status::UpperBound };
    if claim.status != expected {
        let found = claim.status;
        return Err(Rejection::StatusMismatch { claim: index, found, expected });
    }
    Ok(())
}

fn require_scope(index: usize, claim: &Claim, run: &Run) -> Result<(), Rejection> {
    let (found, widest) = (claim.scope, lower::widest(&claim.lower));
    if found > widest {
        return Err(Rejection::ScopeTooWide { claim: index, found, widest });
    }
    match run.detour {
        Some(detour) if found == Scope::IsotropicShortest => Err(Rejection::NotShortest {
            claim: index,
            row: detour.row,
            hops: detour.hops,
            distance: detour.distance,
        }),
        _ => Ok(()),
    }
}

/// Refuses a horizon that the schedule does not keep to, and a critical one without a proof of what is critical.
fn require_horizon(index: usize, claim: &Claim, run: &Run, claims: &[Claim]) -> Result<(), Rejection> {
    let completion_time = run.replayed.completion_time;
    match claim.horizon {
        None | Some(Horizon::Any) => Ok(()),
        Some(Horizon::Slots(horizon)) if completion_time <= horizon => Ok(()),
        Some(Horizon::Slots(horizon)) => {
            Err(Rejection::HorizonExceeded { claim: index, horizon, completion_time })
        }
        Some(Horizon::Critical) => {
            // That claim is checked in its turn: its value is this schedule's completion time, and least.
            let proves = |other: &Claim| {
                other.quantity == Quantity::CompletionTime
                    && other.status == Status::Optimal
                    && matches!(other.scope, Scope::Isotropic | Scope::All)
            };
            if claims.iter().any(proves) {
                Ok(())
            } else {
                Err(Rejection::HorizonNotCritical { claim: index })
            }
        }
    }
}
