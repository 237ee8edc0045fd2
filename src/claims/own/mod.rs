//! Isotask's own claims, where the papers leave a question open.

mod delay;

use super::Claim;

/// All of them, in the order of the papers.
pub(super) const LISTS: &[&[Claim]] = &[delay::CLAIMS];
