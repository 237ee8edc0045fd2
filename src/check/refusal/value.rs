//! Bounds as numbers of a document.

use crate::refusal::rejection::Rejection;

/// Converts the bound of a claim to 64 bits; refuses one that does not fit.
pub(crate) fn value(claim: usize, value: u128) -> Result<u64, Rejection> {
    u64::try_from(value).map_err(|_| overflow(claim))
}

/// Returns the rejection for sums of a bound that do not fit.
pub(crate) fn overflow(claim: usize) -> Rejection {
    Rejection::Overflow { place: format!("claims[{claim}].lower") }
}
