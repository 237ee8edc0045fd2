//! The keys `channels` and `replays` of a result: a routing rule in numbers, and what became of packets under
//! it.

use crate::channels::{HeldChannel, RoutingRule};
use crate::task::network::Network;
use crate::task::{is_one, one};
use serde::{Deserialize, Serialize};

/// The channels of a routing rule on a network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChannelsReport {
    /// The network.
    pub network: Network,
    /// Which way packets go.
    pub rule: RoutingRule,
    /// Virtual channels on each direction of a link.
    pub virtual_channels: u64,
    /// Channels that some packet takes.
    pub channels: u64,
    /// Pairs of channels that some packet takes one after the other.
    pub dependencies: u64,
    /// Channels in the longest chain of dependencies; absent when they close a circle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest_path: Option<u64>,
    /// A shortest circle of dependencies, with the packets that wait.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cycle: Vec<HeldChannel>,
}

/// What became of packets that came in some order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReplayReport {
    /// The network.
    pub network: Network,
    /// Which way packets go.
    pub rule: RoutingRule,
    /// `by-source`, `reversed`, `rotating` or `random`.
    pub order: String,
    /// The seed of a random order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Packets that a channel holds; 0 if a node is blocked until what it sends is taken.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[cfg_attr(test, schemars(default = "one"))]
    pub buffers: u64,
    /// Packets that were sent.
    pub packets: u64,
    /// How many of them arrived, with all their copies.
    pub delivered: u64,
    /// Slots in which some packet moved or was taken from its last buffer.
    pub slots: u64,
    /// Full channels, the first packet of each of which waits for the next; none if all arrived.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cycle: Vec<HeldChannel>,
    /// Without buffers: channels, each to the node that is blocked until its packet over the next is taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<HeldChannel>,
    /// Where the packets of these channels come from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<u64>,
}
