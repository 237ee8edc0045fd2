//! Why a tree of multipliers gives no proof.

use crate::wire::{DelayRow, DelayVariable};
use thiserror::Error;

/// Why a tree of multipliers is no proof for an integer program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The tree names a variable that the model lacks.
    #[error("node {node}: no variable {variable} in the model")]
    NoSuchVariable {
        /// Index of the node.
        node: usize,
        /// The variable.
        variable: DelayVariable,
    },
    /// The tree names a row that the model lacks.
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
    /// A sum exceeds 128 bits.
    #[error("sums beyond 128 bits")]
    Overflow,
}
