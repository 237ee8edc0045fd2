//! The machine document, `isotask.machine/1`: a network of practice and what is known of its collectives. The
//! command has them built in; `models/machines` holds one a file.

use super::document::{Document, format_tag};
use crate::task::network::Network;
use serde::{Deserialize, Serialize};

format_tag!(MachineFormat, "isotask.machine/1");

/// A machine, with the least slots known of its collectives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineDocument {
    format: MachineFormat,
    /// Its name on the command line.
    pub name: String,
    /// What it is.
    pub title: String,
    /// Where its network is described.
    pub source: String,
    /// The network.
    pub network: Network,
    /// What a run found of each collective, all ports.
    pub results: Vec<MachineResult>,
}

/// What a run found of a collective.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MachineResult {
    /// The task in the words of the command line.
    pub task: String,
    /// The slots of the schedule that was found.
    pub slots: u64,
    /// No schedule takes fewer slots; the schedule is optimal if both are equal.
    pub bound: u64,
    /// The SHA-256 of the certificate, in hexadecimal.
    pub sha256: String,
}

impl Document for MachineDocument {
    const FORMAT: &'static str = "isotask.machine/1";
}
