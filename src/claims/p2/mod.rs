//! Claims of P2: Bertsekas, Özveren, Stamoulis, Tseng & Tsitsiklis, *Optimal Communication Algorithms for Hypercubes*.

mod appendix;
mod classes;
mod exchange;
mod hierarchy;
mod made;
mod multinode;
mod pipelining;
mod recursion;
mod scatter;
mod tables;
mod trees;

use super::Claim;

/// All of them, in the order of the paper.
pub(super) const LISTS: &[&[Claim]] = &[
    hierarchy::CLAIMS,
    tables::CLAIMS,
    pipelining::CLAIMS,
    multinode::CLAIMS,
    scatter::CLAIMS,
    exchange::CLAIMS,
    appendix::CLAIMS,
];
