//! The key `networks` of a result: the words for networks.

use serde::{Deserialize, Serialize};

/// A word for networks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NetworkReport {
    /// The word of the command line.
    pub word: String,
    /// What follows it; empty where nothing does.
    pub parameters: String,
    /// What the parameters mean where they do not say it themselves.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What these networks are.
    pub sentence: String,
    /// Small networks of the word, as words of the command line; none of what is read from files.
    pub examples: Vec<String>,
}
