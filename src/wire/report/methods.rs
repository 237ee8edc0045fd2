//! The key `methods` of a result: how schedules are made, and which method suits a task.

use serde::{Deserialize, Serialize};

/// A method; of a task one of `used` and `unsuited`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MethodReport {
    /// The word of the command line and of documents.
    pub word: String,
    /// What it does and for what.
    pub sentence: String,
    /// Where it comes from.
    pub source: String,
    /// When it makes a schedule of the task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<String>,
    /// Why it makes none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsuited: Option<String>,
}
