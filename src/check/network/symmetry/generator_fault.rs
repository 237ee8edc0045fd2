//! Faults of the generators of a group of automorphisms.

use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// The reason why a generator is refused on a network whose links have no types.
#[derive(Debug, Clone, PartialEq, Eq, Error, IntoStaticStr, VariantNames)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message of every variant says what its fields mean")]
pub enum GeneratorFault {
    #[error("found {found}, expected {expected}")]
    #[strum(serialize = "generator-form")]
    Form { found: String, expected: String },
    #[error("part {part} of an element is {found}, expected less than {radix}")]
    #[strum(serialize = "generator-part")]
    Part { part: usize, found: u64, radix: u64 },
    #[error("node {node} goes to {found}, expected a node below {nodes}")]
    #[strum(serialize = "generator-node")]
    Node { node: usize, found: u64, nodes: u64 },
    #[error("nodes {first} and {second} go to node {there}, expected a permutation")]
    #[strum(serialize = "generator-repeats")]
    Repeated { first: u64, second: usize, there: u64 },
    #[error(
        "the link from node {from} to node {to} carries {expected} packets in a slot, that to which it goes {found}; expected an automorphism"
    )]
    #[strum(serialize = "not-an-automorphism")]
    Link { from: u64, to: u64, found: u64, expected: u64 },
    #[error("node {node} goes to node {there}, but one of them is a switch; expected both or none")]
    #[strum(serialize = "generator-moves-switch")]
    Switch { node: u64, there: u64 },
}
