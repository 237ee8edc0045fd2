//! Every dimension of a product of rings alone must be divided into its two directions.
//!
//! [`crate::route::split`] finds the least time: what it finds are directions too, and the bound is what is
//! left of them.

use super::ScopedBound;
use crate::wire::{Lower, Scope};

/// No symmetric schedule takes fewer slots.
pub(crate) fn split(value: u64) -> ScopedBound {
    ScopedBound { scope: Scope::Isotropic, lower: Lower::Split { value } }
}
