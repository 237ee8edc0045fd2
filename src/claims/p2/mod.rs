//! Claims of P2: Bertsekas, Özveren, Stamoulis, Tseng & Tsitsiklis, *Optimal Communication Algorithms for Hypercubes*.

mod appendix;
mod classes;
mod exchange;
mod made;
mod multinode;
mod recursion;
mod scatter;
mod tables;
mod trees;

use super::Claim;

/// All of them, in the order of the paper.
pub(super) const LISTS: &[&[Claim]] =
    &[tables::CLAIMS, multinode::CLAIMS, scatter::CLAIMS, exchange::CLAIMS, appendix::CLAIMS];
