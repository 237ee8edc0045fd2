//! Methods for demands alone, and for other problems in the view of demands.

pub(super) mod alternate;
pub(super) mod arborescences;
pub(super) mod incomplete_tree;
pub(super) mod insertion;
pub(super) mod lists;
pub(super) mod negotiated;
pub(super) mod one_switch;
pub(super) mod orbits_of_lists;
pub(super) mod packet_rules;
pub(super) mod quickest_flow;
pub(super) mod soonest;
pub(super) mod symmetric;
pub(super) mod tree_packing;
