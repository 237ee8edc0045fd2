//! A bound with whom it binds.

use crate::wire::{Lower, Scope};

/// A lower bound and whom it binds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScopedBound {
    /// Which schedules it binds.
    pub scope: Scope,
    /// The bound.
    pub lower: Lower,
}

impl ScopedBound {
    /// A bound that binds every schedule.
    pub(crate) fn of_all(lower: Lower) -> Self {
        Self { scope: Scope::All, lower }
    }
}
