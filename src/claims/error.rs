//! The errors of claims that cannot be judged.

use super::language::{FaultAt, FormulaFault};
use crate::check::Rejection;
use crate::deadlock::RoutingFault;
use crate::model::ModelError;
use crate::solve::{SolveError, Unfinished};
use crate::tree::CubeTreeError;
use crate::wire::WireError;
use std::num::TryFromIntError;
use thiserror::Error;

/// A fault in the rules of a claims document.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RuleFault {
    /// A malformed identifier.
    #[error("the identifier is words separated by points")]
    Identifier,
    /// Two claims, definitions or values of one name.
    #[error("{0} stands twice")]
    Twice(String),
    /// A name that has a meaning already.
    #[error("the name {0} has a meaning already where it is given one")]
    Shadows(String),
    /// No part has the role `printed` or `reading`.
    #[error("neither the statement as printed nor a reading is judged")]
    NoReading,
    /// A name of rows that the document does not have.
    #[error("the document has no rows \"{0}\"")]
    NoSuchRows(String),
    /// A part without rows.
    #[error("has no rows")]
    NoRows,
    /// A row without a formula.
    #[error("has no formula")]
    NoFormula,
    /// A formula that is shown and not judged.
    #[error("no row judges the formula of the part")]
    NotJudged,
    /// A row that holds its formula against nothing.
    #[error("holds the formula against nothing; expected a task, or found, or lower and upper")]
    Nothing,
    /// The key `found`, or each of `lower` and `upper`, is a bare number instead of a computation.
    #[error("what is found is a number as it stands, expected a computation")]
    Bare,
    /// A formula that is held against itself.
    #[error("holds the formula against itself")]
    Itself,
    /// A key that would have no effect.
    #[error("{0} is without effect {1}")]
    Idle(&'static str, &'static str),
    /// A value that the measured x does not change.
    #[error("the value does not depend on the measured x")]
    Constant,
    /// A condition that has one truth value for every measured value.
    #[error("the condition is true whatever is measured")]
    Vacuous,
    /// A formula that mentions `claimed` but has one value for every claimed formula.
    #[error("the formula is the same whatever is claimed")]
    Weightless,
    /// A part without instances.
    #[error("goes through no instance, expected one at least")]
    NoInstance,
    /// Too many instances.
    #[error("goes through more than {0} instances")]
    Instances(usize),
    /// A lower bound above the upper bound.
    #[error("{instance}: the lower bound {lower} is above the upper bound {upper}")]
    Crossed {
        /// The instance.
        instance: String,
        /// The lower bound.
        lower: String,
        /// The upper bound.
        upper: String,
    },
    /// A measure among symmetric schedules, of a task that has none.
    #[error("nodes differ in this task, so that it has no symmetric schedules to measure")]
    NotSymmetric,
}

/// The reason why a claim could not be judged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// A formula of a document is malformed, or has no value.
    #[error("at {place}: {fault}, at byte {column} of the formula")]
    Formula {
        /// The formula, as a path in its document.
        place: String,
        /// The byte of the formula, from 1.
        column: usize,
        /// The fault of the formula.
        fault: FormulaFault,
    },
    /// A value of the wrong kind or range where it is used.
    #[error(transparent)]
    Value(#[from] FormulaFault),
    /// An incomplete or contradictory rule.
    #[error("at {place}: {fault}")]
    Rule {
        /// Its path in its document.
        place: String,
        /// The fault of the rule.
        fault: RuleFault,
    },
    /// A task of a document is malformed.
    #[error("a task is none: {}{}", at(.0), .0.message)]
    Task(WireError),
    /// No method has this name.
    #[error("no method is called {0}; isotask methods lists them")]
    Method(String),
    /// A task of a claim is invalid.
    #[error("a task is at fault: {0}")]
    Model(#[from] ModelError),
    /// A task of a claim was not solved.
    #[error("a task was not solved: {0}")]
    Solve(#[from] SolveError),
    /// A search ended without a schedule.
    #[error("no schedule was found: {0}")]
    Unsolved(Unfinished),
    /// A certificate of a claim is refused.
    #[error("a certificate is refused: {0}")]
    Refused(#[from] Rejection),
    /// A stored certificate cannot be read.
    #[error("a stored certificate cannot be read: {0}")]
    Stored(#[from] WireError),
    /// A proof failed to produce a value or object that it needs.
    #[error(transparent)]
    Broken(#[from] Broken),
}

/// A proof failed to produce a value or object that it needs.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Broken {
    /// A number out of range.
    #[error(transparent)]
    Number(#[from] TryFromIntError),
    /// A spanning tree could not be built.
    #[error(transparent)]
    Tree(#[from] CubeTreeError),
    /// The channels of a routing rule are at fault.
    #[error(transparent)]
    Channels(#[from] RoutingFault),
    /// A network that is no incomplete hypercube.
    #[error("no hypercube of {0} nodes")]
    NoCube(u64),
    /// A network without schedules along trees.
    #[error("no schedule along a tree on {0}")]
    NoTree(String),
    /// The balanced tree of Isotask differs from the printed one.
    #[error("the balanced tree is not the one that is printed")]
    OtherTree,
    /// A tree that misses nodes.
    #[error("the tree does not span the cube")]
    NotSpanning,
    /// The stored certificate belongs to another task.
    #[error("the certificate is one of another task")]
    OtherTask,
    /// No exchange was found.
    #[error("no exchange")]
    NoExchange,
    /// The broadcast does not reach node 1.
    #[error("node 1 has no copy")]
    NoCopy,
    /// No cycle of channels that wait for each other.
    #[error("the parity order has no cycle")]
    NoCycle,
    /// Messages arrived although they should deadlock.
    #[error("the messages of a cycle arrive")]
    Arrived,
}

/// Formats the path of a fault; empty if it has none.
fn at(fault: &WireError) -> String {
    if fault.path.is_empty() { String::new() } else { format!("at {}: ", fault.path) }
}

impl ClaimError {
    /// Makes the error for a fault of the rule at a place.
    pub(super) fn rule(place: &str, fault: RuleFault) -> Self {
        Self::Rule { place: place.to_owned(), fault }
    }

    /// The path of the fault in the document, if it is in one.
    #[must_use]
    pub fn place(&self) -> Option<&str> {
        match self {
            Self::Formula { place, .. } | Self::Rule { place, .. } => Some(place),
            _ => None,
        }
    }

    /// Whether this program is at fault, and not what a document says.
    #[must_use]
    pub fn is_bug(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::Stored(_) | Self::Broken(_))
    }
}

impl From<Box<FaultAt>> for ClaimError {
    fn from(at: Box<FaultAt>) -> Self {
        let FaultAt { fault, place, column } = *at;
        Self::Formula { place, column, fault }
    }
}
