//! Cuts the proof for a certificate's schedule into parts.

use super::error::PartsError;
use super::model::{Model, PartModel, proving};
use crate::delay::cayley_pooled_but_one;
use crate::model::Problem;
use crate::program::{cut, sufficient_horizon};
use crate::wire::{CertificateDocument, Claim, Horizon, Objective, PartDocument, Per, Quantity};

/// The proof to be cut, and the number of parts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cut {
    /// Branchings from the root to a part.
    pub depth: u32,
    /// Prove that no schedule is below it; without one that none is better than that of the certificate.
    pub target: Option<u64>,
    /// The model of the proof.
    pub model: PartModel,
}

/// Cuts the proof that no schedule is better than that of a certificate into at most `2^depth` parts. The
/// bounded quantity is the one that the task minimises, of two objectives the delay.
///
/// # Errors
/// [`PartsError`] where the task has no such program, or one that is too large.
///
/// # Complexity
/// At most `2^(depth + 1)` linear programs.
pub fn split(
    certificate: &CertificateDocument,
    wanted: Cut,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<PartDocument>, PartsError> {
    let problem = Problem::new(&certificate.task)?;
    let quantity = match problem.objective() {
        Objective::CompletionTime => Quantity::CompletionTime,
        Objective::AverageDelay | Objective::CompletionTimeThenAverageDelay => Quantity::TotalDelay,
    };
    let claim = claim(certificate, quantity)?;
    let value = u64::try_from(claim.value).map_err(|_| PartsError::DelayTooLarge)?;
    let target = wanted.target.unwrap_or(value).min(value);
    let horizon = match quantity {
        Quantity::CompletionTime => target.saturating_sub(1),
        _ => horizon(&problem, certificate, claim, target)?,
    };
    let model = Model::new(&problem, quantity, horizon, wanted.model)?;
    let task = certificate.task.clone();
    let whole = PartDocument::new(task, quantity, target, horizon, model.word());
    let paths = cut(model.program(), proving(&whole), wanted.depth, stop);
    Ok(paths.into_iter().map(|path| whole.at(path)).collect())
}

/// The claim that is to be proved: of a symmetric schedule, or of any where the task is not isotropic.
pub(super) fn claim(certificate: &CertificateDocument, quantity: Quantity) -> Result<&Claim, PartsError> {
    let claims = &certificate.claims;
    if claims.iter().any(|claim| claim.quantity == Quantity::Transmissions && claim.per == Some(Per::Network))
        && Problem::new(&certificate.task)?.is_isotropic()
    {
        return Err(PartsError::NotSymmetric);
    }
    claims.iter().find(|claim| claim.quantity == quantity).ok_or(PartsError::NoClaim(match quantity {
        Quantity::CompletionTime => "completion time",
        Quantity::TotalDelay => "total delay",
        Quantity::Transmissions => "transmissions",
    }))
}

/// Returns the slots of the model: those of the schedule, or a number that suffices for every schedule of
/// less delay.
fn horizon(
    problem: &Problem,
    certificate: &CertificateDocument,
    claim: &Claim,
    target: u64,
) -> Result<u64, PartsError> {
    let length = self::claim(certificate, Quantity::CompletionTime)?.value;
    let length = u64::try_from(length).unwrap_or(u64::MAX);
    if claim.horizon != Some(Horizon::Any) {
        return Ok(length);
    }
    // All packets but the last have at least their pooled bound.
    let words = problem.words()?;
    let others = cayley_pooled_but_one(words).ok_or(PartsError::DelayTooLarge)?;
    let last = u128::from(target.saturating_sub(1)).saturating_sub(others);
    let last = u64::try_from(last).unwrap_or(u64::MAX);
    let sufficient = problem.rows().map(|task| sufficient_horizon(task, true)).transpose()?;
    let enough = sufficient.map_or(last, |sufficient| last.min(sufficient));
    Ok(length.max(enough))
}
