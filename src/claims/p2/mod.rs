//! Claims of P2: Bertsekas, Özveren, Stamoulis, Tseng & Tsitsiklis, *Optimal Communication Algorithms for
//! Hypercubes*.

mod appendix;
mod classes;
mod compared;
mod exchange;
mod forwarding;
mod hierarchy;
mod made;
mod multinode;
mod recursion;
mod replay;
mod scatter;
mod trees;

use super::code::Code;

/// All of them, in the order of the paper.
pub(super) const LISTS: &[&[Code]] = &[
    hierarchy::CLAIMS,
    compared::CLAIMS,
    multinode::CLAIMS,
    scatter::CLAIMS,
    exchange::CLAIMS,
    forwarding::CLAIMS,
    exchange::SLA_CLAIMS,
    appendix::CLAIMS,
];
