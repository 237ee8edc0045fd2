//! The key `machines` of a result: machines of practice and what is known of their collectives.

use crate::machine::MachineResult;
use serde::{Deserialize, Serialize};

/// A machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MachineReport {
    /// Its name, behind the word `machine` of the command line.
    pub name: String,
    /// What it is.
    pub title: String,
    /// Where its network is described.
    pub source: String,
    /// The network.
    pub network: String,
    /// Its hosts, without switches.
    pub hosts: u64,
    /// The least slots known of each collective, all ports.
    pub results: Vec<MachineResult>,
}
