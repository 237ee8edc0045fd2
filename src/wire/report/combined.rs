//! The key `combined` of a result: a halo exchange in which messages carry several blocks.

use serde::{Deserialize, Serialize};

/// A halo exchange with combined messages, beside the one with a message for each block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CombinedReport {
    /// The rounds with combined messages.
    pub rounds: u64,
    /// The blocks of the longest message of each round, added up.
    pub blocks: u64,
    /// The rounds with a message for each block, which are also the blocks of the longest messages.
    pub direct: u64,
    /// What each round does.
    pub steps: Vec<CombinedStep>,
    /// The time that both take, where a start-up, a time for a byte and the bytes of a block were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<CombinedTimes>,
}

/// A round: all messages lead one step along one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CombinedStep {
    /// The side, from 0.
    pub side: u64,
    /// −1 or 1, or 0 where both lead to one rank, along a side of length 2.
    pub step: i8,
    /// The messages of all ranks.
    pub messages: u64,
    /// The blocks of the longest of them.
    pub blocks: u64,
}

/// Times in seconds, as decimal numbers or fractions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CombinedTimes {
    /// With combined messages.
    pub combined: String,
    /// With a message for each block.
    pub direct: String,
    /// The greatest whole number of bytes of a block with which combined messages are not slower; none if
    /// there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to_bytes: Option<String>,
}
