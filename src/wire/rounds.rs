//! The rounds document, `isotask.rounds/1`: a schedule as a program of devices that exchange blocks pairwise.
//! `isotask export --to rounds` writes it. The command `isotask rounds` writes a matrix certificate instead.

use super::document::{Document, format_tag};
use super::task::{NodeRef, Task, TaskDocument};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

format_tag!(RoundsFormat, "isotask.rounds/1");

/// A schedule as rounds of (source, target) pairs. In a round a device is at most once a source and at most
/// once a target.
///
/// Every device has cells of one block each: those of its input first, then those of its output, then those
/// for blocks on their way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoundsDocument {
    format: RoundsFormat,
    /// The task that the rounds carry out; for an all-reduce, its reduce-scatter.
    pub task: TaskDocument,
    /// For an all-reduce: the allgather that follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<TaskDocument>,
    /// What the rounds do with the blocks of the devices.
    pub collective: Collective,
    /// Number of devices.
    pub devices: u64,
    /// The node of each device, in increasing order, where some nodes are switches; else every node is the
    /// device of its number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Vec<u64>>,
    /// Sides of a grid of the devices, the last coordinate varying fastest, if the network is a product of
    /// rings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mesh: Option<Vec<u64>>,
    /// The device that has the blocks of a broadcast or scatter, or gets those of a reduce or gather.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<u64>,
    /// Number of input cells, the first ones of each device.
    pub input: u64,
    /// Number of output cells, which stand behind those of the input.
    pub output: u64,
    /// Number of all cells of a device.
    pub cells: u64,
    /// For an exchange, each packet: `[device, input cell, device, output cell]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packets: Option<Vec<[u64; 4]>>,
    /// What a device copies within itself before the first slot: `[device, from cell, to cell]`.
    pub copies: Vec<[u64; 3]>,
    /// The rounds of every slot. In a slot all devices read their cells before any device writes.
    pub slots: Vec<Vec<Round>>,
}

impl RoundsDocument {
    /// Puts a document without cells and slots together.
    #[must_use]
    pub fn new(task: TaskDocument, then: Option<TaskDocument>, collective: Collective, devices: u64) -> Self {
        Self {
            format: RoundsFormat,
            task,
            then,
            collective,
            devices,
            nodes: None,
            mesh: None,
            root: None,
            input: 0,
            output: 0,
            cells: 0,
            packets: None,
            copies: Vec::new(),
            slots: Vec::new(),
        }
    }

    /// Returns the number of rounds of all slots.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.slots.iter().map(Vec::len).sum()
    }
}

impl Document for RoundsDocument {
    const FORMAT: &'static str = "isotask.rounds/1";
}

/// What rounds do with the blocks of the devices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Collective {
    /// Every device has blocks for every device.
    AllToAll,
    /// Listed packets go from one device to another.
    Exchange,
    /// Every device gets the blocks of all.
    AllGather,
    /// Every device gets a part of the sum.
    ReduceScatter,
    /// Every device gets the sum.
    AllReduce,
    /// Every device gets the blocks of the root.
    Broadcast,
    /// The root gets the sum.
    Reduce,
    /// Every device gets blocks of its own from the root.
    Scatter,
    /// The root gets the blocks of all.
    Gather,
}

impl Collective {
    /// Returns the word that stands in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Returns the collective of a task, with its root and the blocks of an item.
    #[must_use]
    pub fn of(task: &Task) -> (Self, Option<&NodeRef>, u64) {
        match task {
            Task::TotalExchange { count } => (Self::AllToAll, None, *count),
            Task::MultinodeBroadcast { count } => (Self::AllGather, None, *count),
            Task::MultinodeAccumulation { count } => (Self::ReduceScatter, None, *count),
            Task::Allreduce { count } => (Self::AllReduce, None, *count),
            Task::SingleNodeBroadcast { root, count } => (Self::Broadcast, Some(root), *count),
            Task::SingleNodeAccumulation { root, count } => (Self::Reduce, Some(root), *count),
            Task::Scatter { root, count } => (Self::Scatter, Some(root), *count),
            Task::Gather { root, count } => (Self::Gather, Some(root), *count),
            Task::NeighbourhoodExchange { .. }
            | Task::Isotropic { .. }
            | Task::Demands { .. }
            | Task::Parcels { .. } => (Self::Exchange, None, 1),
        }
    }

    /// Returns whether parts are added up.
    #[must_use]
    pub fn is_sum(self) -> bool {
        matches!(self, Self::ReduceScatter | Self::AllReduce | Self::Reduce)
    }
}

/// Blocks that are sent at once, at most one by a device and at most one to a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// `[source, target]`, by source.
    pub pairs: Vec<[u64; 2]>,
    /// The cell that each source reads.
    pub send: Vec<u64>,
    /// The cell that each target writes.
    pub receive: Vec<u64>,
    /// Whether targets add what they receive to what the cell holds; else they replace it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub add: bool,
    /// Which way all pairs go on the grid of the devices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub along: Option<Along>,
}

/// A step on a grid that closes to a ring in every direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Along {
    /// Which side of the grid.
    pub axis: u64,
    /// 1 or −1.
    pub step: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_false(value: &bool) -> bool {
    !*value
}
