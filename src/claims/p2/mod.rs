//! Claims of P2: Bertsekas, Özveren, Stamoulis, Tseng & Tsitsiklis, *Optimal Communication Algorithms for Hypercubes*.

mod appendix;
mod made;
mod tables;

use super::Claim;

/// All of them, in the order of the paper.
pub(super) const LISTS: &[&[Claim]] = &[tables::CLAIMS, appendix::CLAIMS];
