//! The routes document, `isotask.routes/1`: a routing table of the user's own.

use super::channels::HeldChannel;
use super::document::{Document, format_tag};
use crate::task::network::Network;
use serde::{Deserialize, Serialize};

format_tag!(RoutesFormat, "isotask.routes/1");

/// A network, and which channel a packet takes, by where it is and where it goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoutesDocument {
    format: RoutesFormat,
    /// The network.
    pub network: Network,
    /// The channel that a packet takes at the node where the channel begins, with the destination of the
    /// packet. No packet goes where no entry leads.
    pub routes: Vec<HeldChannel>,
}

impl RoutesDocument {
    /// Puts a document together.
    #[must_use]
    pub fn new(network: Network, routes: Vec<HeldChannel>) -> Self {
        Self { format: RoutesFormat, network, routes }
    }
}

impl Document for RoutesDocument {
    const FORMAT: &'static str = "isotask.routes/1";
}
