//! Claims of P2: Bertsekas, Özveren, Stamoulis, Tseng & Tsitsiklis, *Optimal Communication Algorithms for
//! Hypercubes*.

mod growth;

use super::code::Code;

/// The claim of P2 that is judged on optimal exchanges found by a search.
pub(super) const LISTS: &[&[Code]] = &[growth::CLAIMS];
