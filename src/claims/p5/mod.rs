//! Claims of P5: Ho & Johnsson, *Distributed Routing Algorithms for Broadcasting and Personalized Communication in
//! Hypercubes*.

mod along;
mod balanced;
mod bounds;
mod compared;
mod cube;
mod delays;
mod labels;
mod msbt;
mod personal;
mod shape;
mod sizes;
mod tables;
mod times;

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
    balanced::CLAIMS,
    sizes::CLAIMS,
    personal::CLAIMS,
    tables::CLAIMS,
];
