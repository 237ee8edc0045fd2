//! Claims of P2: Bertsekas, Özveren, Stamoulis, Tseng & Tsitsiklis, *Optimal Communication Algorithms for
//! Hypercubes*.

mod growth;

use super::code::Code;

/// That on whatever optimal exchanges a search finds.
pub(super) const LISTS: &[&[Code]] = &[growth::CLAIMS];
