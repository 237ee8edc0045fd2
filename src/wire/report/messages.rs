//! The key `messages` of a result: the steps of a task if a message carries several packets.

use serde::{Deserialize, Serialize};

/// The steps of an isotropic task for each number of packets of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MessagesReport {
    /// One for each number of packets with which fewer steps are enough, from 1 on.
    pub front: Vec<MessagesRow>,
    /// The packets of a message that take the least time, where a start-up, a time for a byte and the bytes
    /// of a packet were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fastest: Option<u64>,
}

/// The steps for one number of packets of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MessagesRow {
    /// The most packets of a message.
    pub packets: u64,
    /// The steps.
    pub steps: u64,
    /// No symmetric schedule takes fewer steps.
    pub least: u64,
    /// The time of all steps in seconds, a decimal number or a fraction, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<String>,
}
