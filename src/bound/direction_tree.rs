//! A tree of choices of directions whose leaves weights refute.
//!
//! The search for directions, [`crate::route::least_completion`], leaves it behind where it finds none.

use super::ScopedBound;
use crate::wire::{DirectionNode, Lower, Scope};

/// No symmetric schedule takes fewer slots, as the nodes in preorder refute.
pub(crate) fn direction_tree(value: u64, tree: Vec<DirectionNode>) -> ScopedBound {
    ScopedBound { scope: Scope::Isotropic, lower: Lower::DirectionTree { value, tree } }
}
