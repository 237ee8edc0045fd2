//! Claims of P4: Katseff, *Incomplete Hypercubes*.

mod broadcast;
mod deadlock;
mod routing;

use super::Claim;

/// All of them, in the order of the paper.
pub(super) const LISTS: &[&[Claim]] = &[routing::CLAIMS, deadlock::CLAIMS, broadcast::CLAIMS];
