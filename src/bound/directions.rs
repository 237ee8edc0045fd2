//! Bounds that the search for directions leaves behind, of symmetric schedules.

use super::ScopedBound;
use crate::wire::{DirectionNode, Lower, Scope};

/// Every dimension of a product of rings alone must be divided into its two directions, for which
/// [`crate::route::split`] finds the least time.
pub(crate) fn split(value: u64) -> ScopedBound {
    ScopedBound { scope: Scope::Isotropic, lower: Lower::Split { value } }
}

/// A tree of choices of directions whose leaves weights refute, its nodes in preorder: what
/// [`crate::route::least_completion`] leaves where it finds no directions.
pub(crate) fn direction_tree(value: u64, tree: Vec<DirectionNode>) -> ScopedBound {
    ScopedBound { scope: Scope::Isotropic, lower: Lower::DirectionTree { value, tree } }
}
