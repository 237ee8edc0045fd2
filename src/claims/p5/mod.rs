//! Claims of P5: Ho & Johnsson, *Distributed Routing Algorithms for Broadcasting and Personalized
//! Communication in Hypercubes*.

mod along;
mod balanced;
mod bounds;
mod compared;
mod concurrent;
mod cube;
mod delays;
mod labels;
mod messages;
mod msbt;
mod one_port;
mod personal;
mod potential;
mod practice;
mod shape;
mod sizes;
mod stored;
mod tables;
mod times;
mod variants;

use super::Claim;

/// All of them, in the order of the paper.
pub(super) const LISTS: &[&[Claim]] = &[
    cube::CLAIMS,
    bounds::CLAIMS,
    msbt::CLAIMS,
    labels::CLAIMS,
    delays::CLAIMS,
    times::CLAIMS,
    compared::CLAIMS,
    variants::CLAIMS,
    balanced::CLAIMS,
    concurrent::CLAIMS,
    sizes::CLAIMS,
    personal::CLAIMS,
    one_port::CLAIMS,
    potential::CLAIMS,
    tables::CLAIMS,
    practice::CLAIMS,
];
