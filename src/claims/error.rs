//! Why a claim could not be judged.

use super::language::{FaultAt, FormulaFault};
use crate::check::Rejection;
use crate::deadlock::RoutingFault;
use crate::model::ModelError;
use crate::solve::{SolveError, Unfinished};
use crate::tree::CubeTreeError;
use crate::wire::WireError;
use std::num::TryFromIntError;
use thiserror::Error;

/// What is wrong with the rules of a claims document.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RuleFault {
    /// An identifier that is none.
    #[error("the identifier is words separated by points")]
    Identifier,
    /// Two claims, definitions or values of one name.
    #[error("{0} stands twice")]
    Twice(String),
    /// A name that has a meaning already.
    #[error("the name {0} has a meaning already where it is given one")]
    Shadows(String),
    /// No part is the statement.
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
    /// What is found is a number that nobody has computed.
    #[error("what is found is a number as it stands, expected a computation")]
    Bare,
    /// A formula that is held against itself.
    #[error("holds the formula against itself")]
    Itself,
    /// A key that would be without effect.
    #[error("{0} is without effect {1}")]
    Idle(&'static str, &'static str),
    /// A value that the measured x does not change.
    #[error("the value does not depend on the measured x")]
    Constant,
    /// A condition that is the same whatever was measured.
    #[error("the condition is true whatever is measured")]
    Vacuous,
    /// A formula on the claimed one that is the same whatever was claimed.
    #[error("the formula is the same whatever is claimed")]
    Weightless,
    /// A part without instances.
    #[error("goes through no instance, expected one at least")]
    NoInstance,
    /// Too many instances.
    #[error("goes through more than {0} instances")]
    Instances(usize),
    /// Bounds that leave nothing between them.
    #[error("{instance}: the lower bound {lower} is above the upper bound {upper}")]
    Crossed {
        /// The instance.
        instance: String,
        /// The lower bound.
        lower: String,
        /// The upper bound.
        upper: String,
    },
    /// A measure among schedules that there are not.
    #[error("nodes differ in this task, so that it has no symmetric schedules to measure")]
    NotSymmetric,
}

/// Why a claim could not be judged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// A formula of a document is none, or has no value.
    #[error("at {place}: {fault}, at byte {column} of the formula")]
    Formula {
        /// The formula, as a path in its document.
        place: String,
        /// The byte of the formula, from 1.
        column: usize,
        /// What is wrong with it.
        fault: FormulaFault,
    },
    /// A value is of no use where it stands.
    #[error(transparent)]
    Value(#[from] FormulaFault),
    /// A rule that says too little, or what cannot be.
    #[error("at {place}: {fault}")]
    Rule {
        /// Its path in its document.
        place: String,
        /// What is wrong with it.
        fault: RuleFault,
    },
    /// What a task of a document says is none.
    #[error("a task is none: {}{}", at(.0), .0.message)]
    Task(WireError),
    /// No method has this name.
    #[error("no method is called {0}; isotask methods lists them")]
    Method(String),
    /// A task of a claim is none.
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
    /// What a proof needs did not come about.
    #[error(transparent)]
    Broken(#[from] Broken),
}

/// What a proof needs did not come about.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Broken {
    /// A number out of range.
    #[error(transparent)]
    Number(#[from] TryFromIntError),
    /// A spanning tree.
    #[error(transparent)]
    Tree(#[from] CubeTreeError),
    /// The channels of a routing rule.
    #[error(transparent)]
    Channels(#[from] RoutingFault),
    /// A network that is no incomplete hypercube.
    #[error("no hypercube of {0} nodes")]
    NoCube(u64),
    /// A network without schedules along trees.
    #[error("no schedule along a tree on {0}")]
    NoTree(String),
    /// The balanced tree of Isotask is another one.
    #[error("the balanced tree is not the one that is printed")]
    OtherTree,
    /// A tree that misses nodes.
    #[error("the tree does not span the cube")]
    NotSpanning,
    /// The certificate that was kept is of something else.
    #[error("the certificate is one of another task")]
    OtherTask,
    /// No exchange was found.
    #[error("no exchange")]
    NoExchange,
    /// Node 1 is not reached.
    #[error("node 1 has no copy")]
    NoCopy,
    /// Channels that wait for each other in no circle.
    #[error("the parity order has no cycle")]
    NoCycle,
    /// Messages that were to wait for ever.
    #[error("the messages of a cycle arrive")]
    Arrived,
}

/// The path of a fault, if it has one.
fn at(fault: &WireError) -> String {
    if fault.path.is_empty() { String::new() } else { format!("at {}: ", fault.path) }
}

impl ClaimError {
    /// A fault of a rule.
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
