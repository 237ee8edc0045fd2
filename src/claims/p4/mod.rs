//! Claims of P4: Katseff, *Incomplete Hypercubes*.

mod broadcast;
mod deadlock;

use super::code::Code;

/// The claims of P4 that functions judge, in the order of the paper.
pub(super) const LISTS: &[&[Code]] = &[deadlock::CLAIMS, broadcast::CLAIMS];
