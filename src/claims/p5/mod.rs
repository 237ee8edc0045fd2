//! Claims of P5: Ho & Johnsson, *Distributed Routing Algorithms for Broadcasting and Personalized
//! Communication in Hypercubes*.

mod along;
mod balanced;
mod bounds;
mod concurrent;
mod one_port;
mod variants;

use super::code::Code;

/// The claims of P5 that functions judge, in the order of the paper.
pub(super) const LISTS: &[&[Code]] =
    &[bounds::CLAIMS, variants::CLAIMS, concurrent::CLAIMS, one_port::CLAIMS];
