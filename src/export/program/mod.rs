//! Models as integer programs in formats of solvers, and proofs over them.

pub(super) mod lp;
pub(super) mod mps;
mod names;
pub(super) mod opb;
pub(super) mod proof_error;
pub(super) mod solution;
pub(super) mod veripb;
