//! Words for Cayley graphs.

pub(super) mod circulant;
pub(super) mod cyclic_cube;
pub(super) mod families;
pub(super) mod hyperx;
pub(super) mod lattice;
pub(super) mod macro_star;
mod normal_form;
pub(super) mod permutations;
