//! A tree of 0–1 choices whose leaves multipliers of the rows of a model bound.
//!
//! The searches of [`crate::program`] leave it behind; whom it binds their models say, each of which has its
//! schedules.

mod windows;

pub(in crate::bound) use windows::windows;

use crate::wire::{DualNode, Lower, TreeModel};

/// The nodes in preorder, of a model of so many slots.
pub(crate) fn dual_tree(
    value: u64,
    horizon_slots: u64,
    model: Option<TreeModel>,
    tree: Vec<DualNode>,
) -> Lower {
    Lower::DualTree { value, horizon_slots, model, tree }
}
