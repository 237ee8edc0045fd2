//! Claims of P5: Ho & Johnsson, *Distributed Routing Algorithms for Broadcasting and Personalized
//! Communication in Hypercubes*.

mod along;
mod balanced;
mod bounds;
mod concurrent;
mod cube;
mod messages;
mod one_port;
mod personal;
mod stored;
mod variants;

use super::code::Code;

/// All of them, in the order of the paper.
pub(super) const LISTS: &[&[Code]] =
    &[cube::CLAIMS, bounds::CLAIMS, variants::CLAIMS, concurrent::CLAIMS, personal::CLAIMS, one_port::CLAIMS];
