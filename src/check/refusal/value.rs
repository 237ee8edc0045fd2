//! Bounds as numbers of a document.

use crate::refusal::rejection::Rejection;

/// The bound of a claim, or what is said where it does not fit.
pub(crate) fn value(claim: usize, value: u128) -> Result<u64, Rejection> {
    u64::try_from(value).map_err(|_| overflow(claim))
}

/// Sums of a bound that do not fit.
pub(crate) fn overflow(claim: usize) -> Rejection {
    Rejection::Overflow { place: format!("claims[{claim}].lower") }
}
