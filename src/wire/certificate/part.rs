//! The document of a part of a proof, `isotask.part/1`: what is to be proved, and where in the tree.

use super::Quantity;
use super::lower::{Lower, TreeModel};
use super::rows::DelayVariable;
use crate::document::{Document, format_tag};
use crate::task::TaskDocument;
use serde::{Deserialize, Serialize};

format_tag!(PartFormat, "isotask.part/1");

/// A subtree of a tree of multipliers that anybody can prove by itself: no solution of the model that has the
/// values of the path has an objective below the target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PartDocument {
    format: PartFormat,
    /// The task.
    pub task: TaskDocument,
    /// What is bounded: `total-delay`, or `completion-time`, for which no solution is to be left.
    pub quantity: Quantity,
    /// The bound that is to be proved.
    pub target: u64,
    /// The number of slots of the model.
    pub horizon_slots: u64,
    /// The model, where it is not the first that the task has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<TreeModel>,
    /// The variables that are fixed on the way from the root, each with its value.
    pub path: Vec<(DelayVariable, bool)>,
    /// The proof: a `dual-tree` whose tree hangs at the end of the path; absent while there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower: Option<Lower>,
}

impl PartDocument {
    /// Returns a part with an empty path and without a proof.
    #[must_use]
    pub fn new(
        task: TaskDocument,
        quantity: Quantity,
        target: u64,
        horizon_slots: u64,
        model: Option<TreeModel>,
    ) -> Self {
        Self {
            format: PartFormat,
            task,
            quantity,
            target,
            horizon_slots,
            model,
            path: Vec::new(),
            lower: None,
        }
    }

    /// Returns this part with another path.
    #[must_use]
    pub fn at(&self, path: Vec<(DelayVariable, bool)>) -> Self {
        Self { path, ..self.clone() }
    }

    /// Returns this part with a proof.
    #[must_use]
    pub fn with_proof(&self, lower: Lower) -> Self {
        Self { lower: Some(lower), ..self.clone() }
    }

    /// Returns this part without the proof.
    #[must_use]
    pub fn without_proof(&self) -> Self {
        Self { lower: None, ..self.clone() }
    }
}

impl Document for PartDocument {
    const FORMAT: &'static str = "isotask.part/1";
}
