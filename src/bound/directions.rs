//! Returns bounds on symmetric schedules that the search for directions leaves behind.

use super::ScopedBound;
use crate::wire::{DirectionNode, Lower, Scope};

/// Returns the bound of a product of rings by single dimensions: each must be divided into its two
/// directions, for which [`crate::route::split`] finds the least time.
pub(crate) fn split(value: u64) -> ScopedBound {
    ScopedBound { scope: Scope::Isotropic, lower: Lower::Split { value } }
}

/// Returns the bound of a tree of choices of directions whose leaves weights refute, its nodes in preorder.
/// [`crate::route::least_completion`] leaves this tree where it finds no directions.
pub(crate) fn direction_tree(value: u64, tree: Vec<DirectionNode>) -> ScopedBound {
    ScopedBound { scope: Scope::Isotropic, lower: Lower::DirectionTree { value, tree } }
}
