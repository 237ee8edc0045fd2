//! Isotask's own claims, where the papers leave a question open.

mod channels;

use super::code::Code;

/// Those that go through all orders of links.
pub(super) const LISTS: &[&[Code]] = &[channels::CLAIMS];
