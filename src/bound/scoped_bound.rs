//! Defines a lower bound together with the schedules that it binds.

use crate::wire::{Lower, Scope};

/// A lower bound and the schedules that it binds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScopedBound {
    /// Which schedules it binds.
    pub scope: Scope,
    /// The bound.
    pub lower: Lower,
}

impl ScopedBound {
    /// Returns a bound that binds every schedule.
    pub(crate) fn of_all(lower: Lower) -> Self {
        Self { scope: Scope::All, lower }
    }
}
