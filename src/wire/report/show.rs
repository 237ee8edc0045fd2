//! The key `shown` of a result: what `show` finds in a document, as data; and what a command wrote.

use super::rules::RulesReport;
use crate::certificate::Per;
use crate::channels::ChannelsDocument;
use crate::task::Demand;
use serde::{Deserialize, Serialize};

/// What a document holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShowReport {
    /// The format of the document.
    pub format: String,
    /// The title of the task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The names of the links of a node, in the order of their indices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
    /// The rows of the task matrix, of an isotropic task on a product of rings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<MatrixRow>,
    /// How many packets of node 0 go how far, of an isotropic task on another network.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub distances: Vec<DistanceReport>,
    /// How many packets go from which node to which, of a task of demands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub demands: Vec<Demand>,
    /// The schedule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<ShownSchedule>,
    /// The schedule held against the rules of P1, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesReport>,
    /// The document itself, if it is one of channels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channels: Option<ChannelsDocument>,
}

/// A row of the task matrix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MatrixRow {
    /// The node that the packet of node 0 goes to.
    pub packet: u64,
    /// The node as it is printed.
    pub name: String,
    /// Which of the packets to this node, from 0.
    pub copy: u64,
    /// How often it uses each link.
    pub uses: Vec<u64>,
}

/// How many packets of node 0 go how far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DistanceReport {
    /// The distance.
    pub hops: u64,
    /// The packets.
    pub packets: u64,
}

/// A schedule in numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShownSchedule {
    /// `symmetric`, `intervals` or `explicit`.
    pub form: String,
    /// What its moves are counted for: each node does the translate of what node 0 does, or all are listed.
    pub per: Per,
    /// The moves, once the checker has accepted the schedule, unless they are too many to be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<ShownMoves>,
}

/// What moves in some slots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShownMoves {
    /// The node that sends or receives them; absent when they are those of all nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<u64>,
    /// The first slot.
    pub from_slot: u64,
    /// The slot behind the last one.
    pub before_slot: u64,
    /// The moves, by slot, sender and receiver.
    pub list: Vec<ShownMove>,
    /// The nodes in the list as they are printed, by increasing index.
    pub names: Vec<NodeName>,
}

/// A packet goes from a node to a neighbour: the columns of `export --to csv`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShownMove {
    /// The slot, from 0.
    pub slot: u64,
    /// The node that sends.
    pub from: u64,
    /// The neighbour that receives.
    pub to: u64,
    /// Where the packet starts; absent of one that is combined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packet_from: Option<u64>,
    /// Where the packet goes; absent of one that is copied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packet_to: Option<u64>,
    /// Which of the packets with these ends, from 0.
    pub copy: u64,
    /// The index of the link.
    pub link: u32,
    /// The link as it is printed.
    pub link_name: String,
}

/// A node as it is printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NodeName {
    /// Its index.
    pub node: u64,
    /// Its name.
    pub name: String,
}

/// A file or folder that a command wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WrittenReport {
    /// What it is, such as `certificate`.
    pub what: String,
    /// Where it stands, as it was named.
    pub file: String,
}
