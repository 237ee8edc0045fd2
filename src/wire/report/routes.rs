//! The keys `route` and `ways` of a result: the way of a packet by a routing rule, and the ways of all.

use crate::channels::RoutingRule;
use crate::task::network::Network;
use serde::{Deserialize, Serialize};

/// The way of a packet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RouteReport {
    /// The network.
    pub network: Network,
    /// Which way packets go.
    pub rule: RoutingRule,
    /// Where the packet starts.
    pub from: u64,
    /// Where it goes.
    pub to: u64,
    /// The hops of a shortest way.
    pub distance: u64,
    /// Its hops in order; none if it is where it goes.
    pub hops: Vec<HopReport>,
}

/// A hop of a packet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HopReport {
    /// The node where the channel begins.
    pub from: u64,
    /// The node where it ends.
    pub to: u64,
    /// Which of the virtual channels, from 0.
    pub lane: u64,
    /// The name of the link.
    pub link: String,
    /// Why the rule takes this channel.
    pub reason: String,
}

/// The ways of the packets of all pairs of nodes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WaysReport {
    /// The network.
    pub network: Network,
    /// Which way packets go.
    pub rule: RoutingRule,
    /// Pairs of nodes, ordered, between which a way leads.
    pub pairs: u64,
    /// Pairs of nodes, ordered, between which no way leads.
    pub without_way: u64,
    /// The hops of all ways together.
    pub hops: u64,
    /// The average number of hops, as an exact fraction; absent without ways.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub average_hops: Option<String>,
    /// The most hops of a way.
    pub longest: u64,
}
