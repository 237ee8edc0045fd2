//! The key `methods` of a result: how schedules are made, and which method suits a task.

use crate::certificate::Per;
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
    /// What it made, of `methods --run`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<MadeReport>,
    /// Why it made nothing then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// A schedule by a method, in numbers; what it took stands in `run`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MadeReport {
    /// The method that made it: the one that was asked for, or another one from which that went on in vain.
    pub method: String,
    /// Its slots.
    pub completion_time: u64,
    /// The delay of the packets that are counted, in slots, where packets are carried.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::certificate::total_if_any")]
    #[cfg_attr(test, schemars(with = "Option<crate::certificate::total::Total>"))]
    pub total_delay: Option<u128>,
    /// Whose packets are counted.
    pub per: Per,
    /// Whether it is proved optimal within some scope.
    pub optimal: bool,
}
