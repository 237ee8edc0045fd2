//! Why a tree of multipliers gives no proof.

use crate::wire::{DelayRow, DelayVariable};
use thiserror::Error;

/// Why a tree is no proof for a program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// A variable that the model has not.
    #[error("node {node}: no variable {variable} in the model")]
    NoSuchVariable {
        /// Index of the node.
        node: usize,
        /// The variable.
        variable: DelayVariable,
    },
    /// A row that the model has not.
    #[error("node {node}: no row {row} in the model")]
    NoSuchRow {
        /// Index of the node.
        node: usize,
        /// The row.
        row: DelayRow,
    },
    /// The tree ends too early or too late.
    #[error("the tree is not complete after {nodes} nodes")]
    Shape {
        /// Number of nodes.
        nodes: usize,
    },
    /// Sums beyond 128 bits.
    #[error("sums beyond 128 bits")]
    Overflow,
}
