//! The task document, `isotask.task/1`.

pub(super) mod graph;
pub(super) mod lift;
mod links;
pub(super) mod network;
pub(super) mod node;
pub(super) mod offset;
pub(super) mod ports;
mod summary;

use super::document::{Document, format_tag};
use crate::reading::keys::need;
use crate::reading::tagged::tagged;
use network::Network;
pub use node::NodeRef;
use offset::Offset;
use ports::Ports;
use serde::{Deserialize, Serialize};

format_tag!(TaskFormat, "isotask.task/1");

/// A task as it stands in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TaskDocument {
    format: TaskFormat,
    /// A title for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The network.
    pub network: Network,
    /// What every node has to send.
    pub task: Task,
    /// How many links a node may use in one slot.
    #[serde(default = "all_ports")]
    #[cfg_attr(test, schemars(default = "all_ports"))]
    pub ports: Ports,
    /// What is to be minimised.
    #[serde(default = "completion_time")]
    #[cfg_attr(test, schemars(default = "completion_time"))]
    pub objective: Objective,
}

impl Task {
    /// Returns how many packets every node has for every other in a total exchange; none for other tasks.
    #[must_use]
    pub fn exchanged(&self) -> Option<u64> {
        if let Self::TotalExchange { count } = self { Some(*count) } else { None }
    }

    /// Returns whether the distances of the network say which packets there are.
    #[doc(hidden)]
    #[must_use]
    pub fn is_by_distance(&self) -> bool {
        matches!(self, Self::NeighbourhoodExchange { .. })
    }

    /// Returns the nodes that the task names: its root, or the ends of its packets.
    #[doc(hidden)]
    #[must_use]
    pub fn named_nodes_mut(&mut self) -> Vec<&mut NodeRef> {
        match self {
            Self::SingleNodeBroadcast { root, .. }
            | Self::SingleNodeAccumulation { root, .. }
            | Self::Scatter { root, .. }
            | Self::Gather { root, .. } => vec![root],
            Self::Demands { packets, .. } => {
                packets.iter_mut().flat_map(|packet| [&mut packet.from, &mut packet.to]).collect()
            }
            Self::Parcels { packets, .. } => {
                packets.iter_mut().flat_map(|parcel| [&mut parcel.from, &mut parcel.to]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns how often the task repeats its packets: its key `count`.
    #[doc(hidden)]
    #[must_use]
    pub fn count(&self) -> u64 {
        match self {
            Self::TotalExchange { count }
            | Self::NeighbourhoodExchange { count, .. }
            | Self::Isotropic { count, .. }
            | Self::Demands { count, .. }
            | Self::SingleNodeBroadcast { count, .. }
            | Self::SingleNodeAccumulation { count, .. }
            | Self::Scatter { count, .. }
            | Self::Gather { count, .. }
            | Self::MultinodeBroadcast { count }
            | Self::MultinodeAccumulation { count }
            | Self::Allreduce { count }
            | Self::Parcels { count, .. } => *count,
        }
    }

    /// Returns this number of equal tasks as one; none if the packets are too many to count.
    #[doc(hidden)]
    #[must_use]
    pub fn times(&self, tasks: u64) -> Option<Self> {
        let product = self.count().checked_mul(tasks)?;
        let mut all = self.clone();
        match &mut all {
            Self::TotalExchange { count }
            | Self::NeighbourhoodExchange { count, .. }
            | Self::Isotropic { count, .. }
            | Self::Demands { count, .. }
            | Self::SingleNodeBroadcast { count, .. }
            | Self::SingleNodeAccumulation { count, .. }
            | Self::Scatter { count, .. }
            | Self::Gather { count, .. }
            | Self::MultinodeBroadcast { count }
            | Self::MultinodeAccumulation { count }
            | Self::Allreduce { count }
            | Self::Parcels { count, .. } => *count = product,
        }
        Some(all)
    }

    /// Returns the list of demands, if the task is one.
    #[doc(hidden)]
    #[must_use]
    pub fn demands_mut(&mut self) -> Option<&mut Vec<Demand>> {
        if let Self::Demands { packets, .. } = self { Some(packets) } else { None }
    }
}

impl TaskDocument {
    /// Puts a document together.
    #[must_use]
    pub fn new(
        name: Option<String>,
        network: Network,
        task: Task,
        ports: Ports,
        objective: Objective,
    ) -> Self {
        Self { format: TaskFormat, name, network, task, ports, objective }
    }

    /// Returns the document of another task with the network, ports and objective of this one.
    #[must_use]
    pub fn with_task(&self, task: Task) -> Self {
        Self { task, ..self.clone() }
    }
}

impl Document for TaskDocument {
    const FORMAT: &'static str = "isotask.task/1";
}

/// What node 0 has to send, every node sending the translate; any packets at all; or a broadcast,
/// accumulation, scatter, gather or allreduce.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields, !try_from))]
#[serde(tag = "kind", rename_all = "kebab-case", try_from = "TaskKeys")]
pub enum Task {
    /// A packet for every other node.
    TotalExchange {
        /// Packets per destination.
        #[serde(skip_serializing_if = "is_one")]
        #[cfg_attr(test, schemars(default = "one", range(min = 1)))]
        count: u64,
    },
    /// A packet for every node at a distance from `min` to `max`.
    NeighbourhoodExchange {
        /// Least distance K.
        #[cfg_attr(test, schemars(range(min = 1)))]
        min: u64,
        /// Greatest distance L.
        #[cfg_attr(test, schemars(range(min = 1)))]
        max: u64,
        /// Packets per destination.
        #[serde(skip_serializing_if = "is_one")]
        #[cfg_attr(test, schemars(default = "one", range(min = 1)))]
        count: u64,
    },
    /// Listed packets.
    Isotropic {
        /// Offsets with their counts; an offset may stand more than once.
        packets: Vec<PacketCount>,
        /// Copies of the whole list.
        #[serde(skip_serializing_if = "is_one")]
        #[cfg_attr(test, schemars(default = "one", range(min = 1)))]
        count: u64,
    },
    /// Any packets, each with an origin and a destination.
    Demands {
        /// Origins and destinations with their counts; a pair may stand more than once.
        packets: Vec<Demand>,
        /// Copies of the whole list.
        #[serde(skip_serializing_if = "is_one")]
        #[cfg_attr(test, schemars(default = "one", range(min = 1)))]
        count: u64,
    },
    /// Packets that differ in length, or in the slot from which they are there.
    Parcels {
        /// Origins and destinations with lengths, starts and counts.
        packets: Vec<Parcel>,
        /// Copies of the whole list.
        #[serde(skip_serializing_if = "is_one")]
        #[cfg_attr(test, schemars(default = "one", range(min = 1)))]
        count: u64,
    },
    /// Each packet goes from the root to every other node.
    SingleNodeBroadcast {
        /// The node that has the packets.
        root: NodeRef,
        /// Number of packets.
        #[serde(skip_serializing_if = "is_one")]
        #[cfg_attr(test, schemars(default = "one", range(min = 1)))]
        count: u64,
    },
    /// A part of every packet from every node to the root; parts are combined on the way.
    SingleNodeAccumulation {
        /// The node that gets the packets.
        root: NodeRef,
        /// Number of packets.
        #[serde(skip_serializing_if = "is_one")]
        #[cfg_attr(test, schemars(default = "one", range(min = 1)))]
        count: u64,
    },
    /// Packets of its own from the root to every other node.
    Scatter {
        /// The node that sends the packets.
        root: NodeRef,
        /// Packets per destination.
        #[serde(skip_serializing_if = "is_one")]
        #[cfg_attr(test, schemars(default = "one", range(min = 1)))]
        count: u64,
    },
    /// Packets of its own from every other node to the root.
    Gather {
        /// The node that gets the packets.
        root: NodeRef,
        /// Packets per origin.
        #[serde(skip_serializing_if = "is_one")]
        #[cfg_attr(test, schemars(default = "one", range(min = 1)))]
        count: u64,
    },
    /// A broadcast from every node at once.
    MultinodeBroadcast {
        /// Packets per node.
        #[serde(skip_serializing_if = "is_one")]
        #[cfg_attr(test, schemars(default = "one", range(min = 1)))]
        count: u64,
    },
    /// An accumulation at every node at once.
    MultinodeAccumulation {
        /// Packets per node.
        #[serde(skip_serializing_if = "is_one")]
        #[cfg_attr(test, schemars(default = "one", range(min = 1)))]
        count: u64,
    },
    /// Every node has a part of each block, and gets the sum of all parts of each.
    Allreduce {
        /// Blocks of the whole vector.
        #[serde(skip_serializing_if = "is_one")]
        #[cfg_attr(test, schemars(default = "one", range(min = 1)))]
        count: u64,
    },
}

/// Packets of one offset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PacketCount {
    /// Destination of the packet that starts at node 0.
    pub offset: Offset,
    /// How many such packets.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub count: u64,
}

/// Packets from one node to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Demand {
    /// Where they start.
    pub from: NodeRef,
    /// Where they go; another node.
    pub to: NodeRef,
    /// How many such packets.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub count: u64,
}

/// Packets from one node to another that hold a link for some slots, and are there from some slot on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Parcel {
    /// Where they start.
    pub from: NodeRef,
    /// Where they go; another node.
    pub to: NodeRef,
    /// How many such packets.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub count: u64,
    /// Slots for which a move of the packet holds its link; it goes on only when it has come as a whole.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub length: u64,
    /// Slots that are over before the packet is there.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub release: u64,
}

/// What is to be minimised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// The number of slots.
    CompletionTime,
    /// The average delay, at any horizon.
    AverageDelay,
    /// The average delay among all schedules of the least completion time.
    CompletionTimeThenAverageDelay,
}

fn all_ports() -> Ports {
    Ports::All
}

fn completion_time() -> Objective {
    Objective::CompletionTime
}

pub(crate) fn one() -> u64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
pub(crate) fn is_one(count: &u64) -> bool {
    *count == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// An entry of `packets`: an offset, or two ends.
#[derive(Deserialize)]
#[serde(try_from = "PacketFields")]
enum AnyPacket {
    Offset(PacketCount),
    Demand(Demand),
    Parcel(Parcel),
}

/// All keys that any entry of `packets` has; read first so that a fault inside keeps its exact place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PacketFields {
    offset: Option<Offset>,
    from: Option<NodeRef>,
    to: Option<NodeRef>,
    count: Option<u64>,
    length: Option<u64>,
    release: Option<u64>,
}

impl TryFrom<PacketFields> for AnyPacket {
    type Error = String;

    fn try_from(fields: PacketFields) -> Result<Self, String> {
        let PacketFields { offset, from, to, count, length, release } = fields;
        let (count, is_timed) = (count.unwrap_or(1), length.is_some() || release.is_some());
        match (offset, from, to) {
            (Some(_), ..) if is_timed => Err(
                "`length` or `release` beside `offset`, expected `from` and `to`, and the kind \"parcels\""
                    .to_owned(),
            ),
            (Some(offset), None, None) => Ok(Self::Offset(PacketCount { offset, count })),
            (None, Some(from), Some(to)) if is_timed => {
                let (length, release) = (length.unwrap_or(1), release.unwrap_or(0));
                Ok(Self::Parcel(Parcel { from, to, count, length, release }))
            }
            (None, Some(from), Some(to)) => Ok(Self::Demand(Demand { from, to, count })),
            (Some(_), ..) => Err("`offset` beside `from` or `to`, expected one or the other".to_owned()),
            (None, Some(_), None) => Err("missing field `to`".to_owned()),
            (None, None, Some(_)) => Err("missing field `from`".to_owned()),
            (None, None, None) => Err("missing field `offset`, or `from` and `to`".to_owned()),
        }
    }
}

/// Returns the entries of `packets`, all of which must be offsets.
fn offsets(found: Option<Vec<AnyPacket>>) -> Result<Vec<PacketCount>, String> {
    let offset = |packet| if let AnyPacket::Offset(packet) = packet { Some(packet) } else { None };
    packets(found, offset, "an `offset`")
}

/// Returns the entries of `packets`, all of which must have two ends.
fn demands(found: Option<Vec<AnyPacket>>) -> Result<Vec<Demand>, String> {
    let demand = |packet| if let AnyPacket::Demand(packet) = packet { Some(packet) } else { None };
    let expected = "`from` and `to`; with `length` or `release` the kind is \"parcels\"";
    packets(found, demand, expected)
}

/// Returns the entries of `packets`, all of which must have two ends.
fn parcels(found: Option<Vec<AnyPacket>>) -> Result<Vec<Parcel>, String> {
    let parcel = |packet| match packet {
        AnyPacket::Parcel(parcel) => Some(parcel),
        AnyPacket::Demand(Demand { from, to, count }) => {
            Some(Parcel { from, to, count, length: 1, release: 0 })
        }
        AnyPacket::Offset(_) => None,
    };
    packets(found, parcel, "`from` and `to`")
}

/// Returns the entries of `packets`, all of which must have the form that `read` accepts.
fn packets<T>(
    found: Option<Vec<AnyPacket>>,
    read: impl Fn(AnyPacket) -> Option<T>,
    expected: &str,
) -> Result<Vec<T>, String> {
    let one =
        |(i, packet)| read(packet).ok_or_else(|| format!("invalid `packets[{i}]`, expected {expected}"));
    need(found, "packets")?.into_iter().enumerate().map(one).collect()
}

tagged! {
    enum TaskKind of Task(count) as TaskKeys;
    keys { min: u64, max: u64, packets: Vec<AnyPacket>, root: NodeRef }
    last {
        #[serde(default = "one")]
        count: u64,
    }
    kinds {
        #[serde(alias = "alltoall")]
        TotalExchange "a total exchange" {};
        NeighbourhoodExchange "a neighbourhood exchange" { min, max };
        Isotropic "an isotropic task" { packets: offsets };
        Demands "a list of demands" { packets: demands };
        Parcels "a list of parcels" { packets: parcels };
        SingleNodeBroadcast "a single node broadcast" { root };
        #[serde(alias = "reduce")]
        SingleNodeAccumulation "a single node accumulation" { root };
        Scatter "a scatter" { root };
        Gather "a gather" { root };
        #[serde(alias = "allgather")]
        MultinodeBroadcast "a multinode broadcast" {};
        #[serde(alias = "reduce-scatter")]
        MultinodeAccumulation "a multinode accumulation" {};
        #[serde(alias = "all-reduce")]
        Allreduce "an allreduce" {};
    }
}
