//! The channels document, `isotask.channels/1`: why packets cannot deadlock under a routing rule, or how they
//! do.

use super::document::{Document, format_tag};
use crate::list::as_list;
use crate::reading::tagged::tagged;
use crate::task::network::Network;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

format_tag!(ChannelsFormat, "isotask.channels/1");

/// The channels of a routing rule on a network, numbered, or a cycle of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields, !try_from))]
#[serde(try_from = "DocumentKeys")]
pub struct ChannelsDocument {
    format: ChannelsFormat,
    /// The network.
    pub network: Network,
    /// Which way packets go.
    pub rule: RoutingRule,
    /// The table of the rule `table`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub routes: Option<Vec<HeldChannel>>,
    /// The witness, its keys standing beside `rule`.
    #[serde(flatten)]
    pub witness: ChannelsWitness,
}

impl ChannelsDocument {
    /// Puts a document together.
    #[must_use]
    pub fn new(network: Network, rule: RoutingRule, witness: ChannelsWitness) -> Self {
        Self { format: ChannelsFormat, network, rule, routes: None, witness }
    }

    /// Returns the document with the table of the rule `table`.
    #[must_use]
    pub fn with_routes(self, routes: Option<Vec<HeldChannel>>) -> Self {
        Self { routes, ..self }
    }

    /// Returns the number of virtual channels on each direction of a link; of a table the most that it names.
    #[must_use]
    pub fn lanes(&self) -> u64 {
        let lanes = self.routes.iter().flatten().map(|held| held.channel.lane.saturating_add(1));
        lanes.max().unwrap_or_else(|| self.rule.lanes())
    }
}

impl Document for ChannelsDocument {
    const FORMAT: &'static str = "isotask.channels/1";
}

/// Which channel a packet takes next, from where it is and where it goes; `models/formats/channels.md`
/// defines every rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum RoutingRule {
    /// On a complete or incomplete hypercube the highest link that leads nearer (P4 Algorithms 1 and 2).
    HighestLink,
    /// There the lowest link that leads nearer (e-cube).
    LowestLink,
    /// There the lowest one at nodes with an even number of ones, the highest at the others.
    ParityOrder,
    /// On a torus, ring or mesh one dimension after another, each the shorter way, in a tie upwards.
    DimensionOrder,
    /// On a torus or ring `dimension-order` on two virtual channels for each channel, changed where a ring
    /// closes (Dally and Seitz).
    Dateline,
    /// On any network without switches the first link that begins a shortest way.
    Shortest,
    /// On any network whose links lead both ways: links up to the root of a breadth-first tree, then links
    /// down.
    UpDown,
    /// On any network without switches as a table says, which stands beside the rule.
    Table,
}

impl RoutingRule {
    /// All rules that need no table.
    pub const EVERY: [Self; 7] = [
        Self::HighestLink,
        Self::LowestLink,
        Self::ParityOrder,
        Self::DimensionOrder,
        Self::Dateline,
        Self::Shortest,
        Self::UpDown,
    ];

    /// Returns the word that stands in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Returns the number of virtual channels on each direction of a link, of which a table may have more.
    #[must_use]
    pub fn lanes(self) -> u64 {
        if self == Self::Dateline { 2 } else { 1 }
    }
}

/// What proves that packets cannot wait for each other in a circle, or that they can.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ChannelsWitness {
    /// Every packet takes its channels in the order of a list.
    Acyclic {
        /// The channels, each once.
        numbering: Vec<ListedChannel>,
    },
    /// Channels whose packets wait for each other.
    Cyclic {
        /// The channels with the packets that hold them; each waits for the next channel, the last for the
        /// first.
        cycle: Vec<HeldChannel>,
    },
}

/// A channel: `[from, to, lane]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(from = "(u64, u64, u64)", into = "(u64, u64, u64)")]
pub struct ListedChannel {
    /// The node where it begins.
    pub from: u64,
    /// The node where it ends, and where its buffer is.
    pub to: u64,
    /// Which of the virtual channels, from 0.
    pub lane: u64,
}

as_list!(ListedChannel { from: u64, to: u64, lane: u64 });

/// A channel and where the packet goes that holds it: `[from, to, lane, destination]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(from = "(u64, u64, u64, u64)", into = "(u64, u64, u64, u64)")]
pub struct HeldChannel {
    /// The channel.
    pub channel: ListedChannel,
    /// The destination of the packet.
    pub destination: u64,
}

impl From<(u64, u64, u64, u64)> for HeldChannel {
    fn from((from, to, lane, destination): (u64, u64, u64, u64)) -> Self {
        Self { channel: ListedChannel { from, to, lane }, destination }
    }
}

impl From<HeldChannel> for (u64, u64, u64, u64) {
    fn from(held: HeldChannel) -> Self {
        (held.channel.from, held.channel.to, held.channel.lane, held.destination)
    }
}

tagged! {
    inside ChannelsDocument as DocumentKeys {
        format: ChannelsFormat,
        network: Network,
        rule: RoutingRule,
        routes: Option<Vec<HeldChannel>>,
    } witness;
    enum WitnessKind of ChannelsWitness() as WitnessKeys;
    keys { numbering: Vec<ListedChannel>, cycle: Vec<HeldChannel> }
    kinds {
        Acyclic "an acyclic rule" { numbering };
        Cyclic "a cyclic rule" { cycle };
    }
}
