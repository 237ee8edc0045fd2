//! The key `groups` of a result: several groups at once.

use serde::{Deserialize, Serialize};

/// One of several groups whose schedules are carried out at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GroupReport {
    /// Its task in words.
    pub task: String,
    /// The nodes that take part.
    pub nodes: Vec<String>,
    /// The slots after which it is done.
    pub slots: u64,
}
