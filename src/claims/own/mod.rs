//! Isotask's own claims, where the papers leave a question open.

mod cayley;
mod channels;
mod delay;

use super::code::Code;
pub(super) use delay::EVEN_TORI;

/// All of them, in the order of the papers.
pub(super) const LISTS: &[&[Code]] = &[delay::CLAIMS, cayley::CLAIMS, channels::CLAIMS];
