//! The claims of a certificate, held against the replay and the recomputed bounds.

use crate::bound::kind::Asked;
use crate::bound::{dual_tree, register};
use crate::effort::Part;
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::{Form, Run};
use crate::streamed::StreamedTree;
use crate::task::problem::Problem;
use isotask_wire::{Claim, Horizon, LowerKind, Per, Quantity, Scope, Status};

/// Most claims of a certificate: the work of each is limited, and so that of all.
const MAX_CLAIMS: usize = 32;

/// A claim that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct VerifiedClaim {
    /// The quantity that is measured.
    pub quantity: Quantity,
    /// The value that the schedule attains.
    pub value: u128,
    /// Whether it is counted per node or in the network; none with the completion time.
    pub per: Option<Per>,
    /// The schedules that the bound binds.
    pub scope: Scope,
    /// The longest time that those schedules may take; only with the total delay.
    pub horizon: Option<Horizon>,
    /// The lower bound.
    pub lower: u128,
    /// The kind of its witness.
    pub kind: LowerKind,
    /// Whether value and bound meet.
    pub status: Status,
}

/// Refuses more claims than are checked.
pub(crate) fn require_few(claims: &[Claim]) -> Result<(), Rejection> {
    if claims.len() > MAX_CLAIMS {
        return Err(Rejection::TooManyClaims { found: claims.len(), most: MAX_CLAIMS });
    }
    Ok(())
}

/// Checks all claims in order.
///
/// For each: its shape, its value against the replay, bound and status against the value, its scope and
/// horizon, and last, because it costs most, the bound against its witness.
pub(crate) fn check(
    problem: &Problem,
    run: &Run,
    claims: &[Claim],
    mut coming: Option<StreamedTree<'_>>,
) -> Result<Vec<VerifiedClaim>, Rejection> {
    require_few(claims)?;
    if claims.is_empty() {
        return Err(Rejection::NoClaims);
    }
    let mut check_one = |(index, claim): (usize, &Claim)| {
        let same = |other: &Claim| key(other) == key(claim);
        if let Some(first) = claims[..index].iter().position(same) {
            return Err(Rejection::RepeatedClaim { claim: index, first });
        }
        problem.network().effort.charge_to(Part::Claim(index));
        let kind = claim.lower.kind();
        let bounded_problem = register::bounded(problem, kind);
        let (bounded, widest) = register::of(claim).binds(bounded_problem, run.replayed.form);
        require_shape(bounded, index, claim)?;
        let widest = require_defined(widest, index, claim, run)?;
        require_value(index, claim, run)?;
        require_scope(problem, index, claim, run, widest)?;
        require_horizon(index, claim, run, claims)?;
        if let Problem::Isotropic(task) = problem {
            dual_tree::require_reach(task, index, claim, run.replayed.completion_time)?;
        }
        let per = run.replayed.form.per();
        let asked = Asked { problem: bounded_problem, per, claim: index, kind, coming: coming.as_mut() };
        let (found, recomputed) = (claim.lower.value(), register::recompute(claim, asked)?);
        if found != recomputed {
            return Err(Rejection::LowerMismatch { claim: index, found, recomputed });
        }
        Ok(VerifiedClaim {
            quantity: claim.quantity,
            value: claim.value,
            per: claim.per,
            scope: claim.scope,
            horizon: claim.horizon,
            lower: recomputed,
            kind,
            status: claim.status,
        })
    };
    claims.iter().enumerate().map(&mut check_one).collect()
}

/// Returns the key in which all claims of a certificate differ.
fn key(claim: &Claim) -> (Quantity, Scope, Option<Horizon>) {
    (claim.quantity, claim.scope, claim.horizon)
}

/// Refuses a bound on something else, and keys that do not go with the quantity.
fn require_shape(bounded: Quantity, index: usize, claim: &Claim) -> Result<(), Rejection> {
    let quantity = claim.quantity;
    if bounded != quantity {
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

/// Refuses a claim that is not defined for this task and kind of schedule: a delay, a count `per` something
/// else, a bound for other tasks. Returns the widest scope of the bound.
fn require_defined(
    widest: Option<Scope>,
    index: usize,
    claim: &Claim,
    run: &Run,
) -> Result<Scope, Rejection> {
    let form = run.replayed.form;
    if claim.quantity == Quantity::TotalDelay && run.replayed.total_delay.is_none() {
        return Err(Rejection::DelayUndefined { claim: index });
    }
    let expected = form.per();
    if let Some(found) = claim.per.filter(|&per| per != expected) {
        return Err(Rejection::PerMismatch { claim: index, found, expected });
    }
    let kind = claim.lower.kind();
    widest.ok_or(Rejection::BoundNotForTask { claim: index, kind })
}

fn require_value(index: usize, claim: &Claim, run: &Run) -> Result<(), Rejection> {
    let replayed = match claim.quantity {
        Quantity::CompletionTime => run.replayed.completion_time.into(),
        Quantity::Transmissions => run.replayed.transmissions,
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

fn require_scope(
    problem: &Problem,
    index: usize,
    claim: &Claim,
    run: &Run,
    widest: Scope,
) -> Result<(), Rejection> {
    let found = claim.scope;
    let said = match (problem, run.replayed.form) {
        // The other scopes are defined for symmetric schedules only.
        (_, Form::Explicit | Form::Orbit | Form::Conveyor) => found == Scope::All,
        // A packet that is copied or combined takes a tree, not a path.
        (Problem::Collective(_), _) => found != Scope::IsotropicShortest,
        (Problem::Isotropic(_), _) => true,
        // Schedules of all others are explicit or orbits, so that the first arm has matched.
        (Problem::Demands(_) | Problem::Allreduce(_) | Problem::Parcels { .. }, _) => false,
    };
    if !said {
        return Err(Rejection::ScopeUndefined { claim: index, found });
    }
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

/// Refuses a horizon that the schedule exceeds, and a critical one without a proof of the critical time.
fn require_horizon(index: usize, claim: &Claim, run: &Run, claims: &[Claim]) -> Result<(), Rejection> {
    let completion_time = run.replayed.completion_time;
    match claim.horizon {
        None | Some(Horizon::Any) => Ok(()),
        Some(Horizon::Slots(horizon)) if completion_time <= horizon => Ok(()),
        Some(Horizon::Slots(horizon)) => {
            Err(Rejection::HorizonExceeded { claim: index, horizon, completion_time })
        }
        Some(Horizon::Critical) => {
            // That claim is checked too: its value is the completion time of this schedule, and the least of
            // all.
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
