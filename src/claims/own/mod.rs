//! Isotask's own claims, where the papers leave a question open.

mod channels;

use super::code::Code;

/// Isotask's own claims that are judged over all orders of links.
pub(super) const LISTS: &[&[Code]] = &[channels::CLAIMS];
