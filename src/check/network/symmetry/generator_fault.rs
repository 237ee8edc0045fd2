//! What is wrong with a generator of a group of automorphisms.

use thiserror::Error;

/// Why a generator is refused on a network whose links have no types.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message of every variant says what its fields mean")]
pub enum GeneratorFault {
    #[error("found {found}, expected {expected}")]
    Form { found: String, expected: String },
    #[error("part {part} of an element is {found}, expected less than {radix}")]
    Part { part: usize, found: u64, radix: u64 },
    #[error("node {node} goes to {found}, expected a node below {nodes}")]
    Node { node: usize, found: u64, nodes: u64 },
    #[error("nodes {first} and {second} go to node {there}, expected a permutation")]
    Repeated { first: u64, second: usize, there: u64 },
    #[error(
        "the link from node {from} to node {to} carries {expected} packets in a slot, that to which it goes {found}; expected an automorphism"
    )]
    Link { from: u64, to: u64, found: u64, expected: u64 },
    #[error("node {node} goes to node {there}, but one of them is a switch; expected both or none")]
    Switch { node: u64, there: u64 },
}

impl GeneratorFault {
    /// Names the fault in one word, as [`Rejection::reason`](crate::Rejection::reason) does.
    #[must_use]
    pub(crate) fn reason(&self) -> &'static str {
        match self {
            Self::Form { .. } => "generator-form",
            Self::Part { .. } => "generator-part",
            Self::Node { .. } => "generator-node",
            Self::Repeated { .. } => "generator-repeats",
            Self::Link { .. } => "not-an-automorphism",
            Self::Switch { .. } => "generator-moves-switch",
        }
    }
}
