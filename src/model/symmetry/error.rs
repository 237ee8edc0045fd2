//! Why generators generate no group of a network.

use thiserror::Error;

/// Generators that are no automorphisms of a network, or whose group does not act freely on its nodes.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message of every variant says what its fields mean")]
pub enum SymmetryError {
    #[error("found {found}, expected {expected}")]
    Form { index: usize, found: String, expected: String },
    #[error("part {part} of an element is {found}, expected 0 to {greatest}")]
    Part { index: usize, part: usize, found: u64, greatest: u64 },
    #[error("node {node} goes to {found}, expected 0 to {greatest}")]
    NotANode { index: usize, node: u64, found: u64, greatest: u64 },
    #[error("nodes {first} and {second} both go to node {there}, expected a permutation")]
    Repeated { index: usize, first: u64, second: u64, there: u64 },
    #[error(
        "the link from node {from} to node {to} goes where no link carries as much, expected an automorphism"
    )]
    NotAnAutomorphism { index: usize, from: u64, to: u64 },
    #[error("node {node} goes to node {there}, but one of them is a switch; expected both or none")]
    Switch { index: usize, node: u64, there: u64 },
    #[error("no translation of the network takes node 0 to node {node}")]
    NotATranslation { index: usize, node: u64 },
    #[error("an element of the group other than the identity fixes node {node}, expected none")]
    NotFree { node: u64 },
    #[error("the elements of the group have more than {most} images of nodes together")]
    TooLarge { most: usize },
    #[error("the network has {found} nodes, expected at most {most}")]
    TooManyNodes { found: u64, most: u64 },
}

impl SymmetryError {
    /// Returns the index of the faulty generator, if a single one is at fault.
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        match self {
            Self::Form { index, .. }
            | Self::Part { index, .. }
            | Self::NotANode { index, .. }
            | Self::Repeated { index, .. }
            | Self::NotAnAutomorphism { index, .. }
            | Self::Switch { index, .. }
            | Self::NotATranslation { index, .. } => Some(*index),
            Self::NotFree { .. } | Self::TooLarge { .. } | Self::TooManyNodes { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SymmetryError as E;

    #[test]
    fn faults_of_a_generator_name_its_index() {
        let form = E::Form { index: 3, found: "a number".to_owned(), expected: "a list".to_owned() };
        assert_eq!(form.index(), Some(3));
        assert_eq!(E::NotATranslation { index: 0, node: 7 }.index(), Some(0));
        assert_eq!(E::NotFree { node: 7 }.index(), None);
    }
}
