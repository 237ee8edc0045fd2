//! Claims of P4: Katseff, *Incomplete Hypercubes*.

mod broadcast;
mod deadlock;
mod routing;

use super::code::Code;

/// All of them, in the order of the paper.
pub(super) const LISTS: &[&[Code]] = &[routing::CLAIMS, deadlock::CLAIMS, broadcast::CLAIMS];
