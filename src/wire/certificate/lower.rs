//! Lower bounds with their witnesses.

use super::direction_tree::DirectionNode;
use super::dual_tree::DualNode;
use super::tree_node::{self, AnyNode};
use crate::reading::keys::{need, optional, or_default, shared};
use crate::reading::tagged::tagged;
use crate::task::NodeRef;
use serde::{Deserialize, Serialize};

/// A lower bound: its value, and the witness from which anybody can recompute it. T is the completion time in
/// slots, k the number of ports of a node, and `dist_w` the length of a packet's shortest route when links
/// have the weights w.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields, !try_from))]
#[serde(tag = "kind", rename_all = "kebab-case", try_from = "LowerKeys")]
pub enum Lower {
    /// T ≥ ⌈Σ `dist_w` / W⌉ for link weights w, W being the sum of the k largest.
    Weights {
        /// The bound, in slots.
        value: u64,
        /// A weight for every link type.
        weights: Vec<u64>,
        /// Only routes of at most this many hops are weighed; it must be `value` − 1.
        #[serde(skip_serializing_if = "Option::is_none")]
        within: Option<u64>,
    },
    /// T is at least the distance of any packet.
    Distance {
        /// The bound, in slots.
        value: u64,
        /// The offset of a farthest packet; in a task with a root, the node at the other end; with `from`,
        /// its destination.
        packet: NodeRef,
        /// Where the packet starts, in tasks that do not look the same from every node and have no root.
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<NodeRef>,
    },
    /// The least T for which every dimension alone can be divided into its two directions.
    Split {
        /// The bound, in slots.
        value: u64,
    },
    /// A tree of direction choices whose leaves are refuted by weights; it may be read as `dual-tree` as
    /// well.
    DirectionTree {
        /// The bound, in slots; the tree refutes `value` − 1.
        value: u64,
        /// The nodes in preorder.
        tree: Vec<DirectionNode>,
    },
    /// A tree of 0–1 choices whose leaves are bounded by multipliers of the rows of a model.
    DualTree {
        /// The bound, in slots summed over the packets of one node.
        value: u64,
        /// The number of slots of the model.
        horizon_slots: u64,
        /// The model, where it is not the first that the task has.
        #[serde(skip_serializing_if = "Option::is_none")]
        model: Option<TreeModel>,
        /// The nodes in preorder.
        tree: Vec<DualNode>,
    },
    /// Transmissions are at least the sum of the distances.
    Distances {
        /// The bound, in transmissions of one node, or of the network in an explicit schedule.
        #[serde(with = "super::total")]
        #[cfg_attr(test, schemars(with = "super::total::Total"))]
        value: u128,
    },
    /// The delay is at least that of k identical servers, the shortest packets first.
    Pooled {
        /// The bound, in slots summed over the packets of one node.
        #[serde(with = "super::total")]
        #[cfg_attr(test, schemars(with = "super::total::Total"))]
        value: u128,
    },
    /// The delay is at least that of packets which leave their nodes through ports as soon as there is room,
    /// and go on without waiting.
    Departures {
        /// The bound, in slots summed over the packets of all nodes.
        #[serde(with = "super::total")]
        #[cfg_attr(test, schemars(with = "super::total::Total"))]
        value: u128,
    },
    /// The delay is at least that of packets which come to their nodes through ports, the nearest first, and
    /// wait for nothing else.
    Arrivals {
        /// The bound, in slots summed over the packets of all nodes.
        #[serde(with = "super::total")]
        #[cfg_attr(test, schemars(with = "super::total::Total"))]
        value: u128,
    },
    /// A node receives through its ports all packets from nodes at a distance D or more, the first of them
    /// after D slots.
    Reception {
        /// The bound, in slots.
        value: u64,
        /// The node.
        node: NodeRef,
        /// The least distance that counts, at least 1.
        distance: u64,
    },
    /// A node sends all that goes to a distance or more through its ports, and the last has that far to go.
    Emission {
        /// The bound, in slots.
        value: u64,
        /// The node.
        node: NodeRef,
        /// The least distance that counts, at least 1.
        distance: u64,
    },
    /// The packet of a broadcast that leaves the root last has all of its way to go, or all nodes to reach;
    /// an accumulation is the same with time reversed.
    LastPacket {
        /// The bound, in slots.
        value: u64,
        /// The node at the other end.
        node: NodeRef,
    },
    /// All transmissions must find room in the slots.
    Volume {
        /// The bound, in slots.
        value: u64,
    },
    /// What some nodes have for the others must leave through the links and ports between them.
    Cut {
        /// The bound, in slots.
        value: u64,
        /// The nodes, each once, not all of them.
        nodes: Vec<NodeRef>,
    },
    /// What is copied to parts that one node joins to the rest leaves that node once for every part; of what
    /// is combined the time is reversed.
    CutNode {
        /// The bound, in slots.
        value: u64,
        /// The node.
        node: NodeRef,
        /// The nodes of the parts, each once.
        nodes: Vec<NodeRef>,
    },
    /// T ≥ ⌈Σ `dist_p` / P⌉ for prices p of links and ports, P being what all of them together cost in a
    /// slot.
    Prices {
        /// The bound, in slots.
        value: u64,
        /// `[from, to, price]` for links that have one.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, schemars(default))]
        links: Vec<(NodeRef, NodeRef, u64)>,
        /// `[node, price]` of every send of a node.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, schemars(default))]
        sends: Vec<(NodeRef, u64)>,
        /// `[node, price]` of every receive of a node.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, schemars(default))]
        receives: Vec<(NodeRef, u64)>,
    },
    /// T ≥ v where prices of links and ports, a set for each of the first v − 1 slots, cost all packets more
    /// on their cheapest ways in these slots than the slots can cost.
    TimedPrices {
        /// The bound, in slots.
        value: u64,
        /// Of packets that are copied or combined: the node whose packets alone, those that it receives or
        /// has a part of, pay.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<NodeRef>,
        /// Slot by slot, one fewer than the bound.
        slots: Vec<SlotPrices>,
    },
    /// The formula that there is a schedule of one slot less has no solution.
    Resolution {
        /// The bound, in slots.
        value: u64,
        /// `[clause, hints]`: a clause, and the numbers of the clauses and earlier steps from which unit
        /// propagation derives it; the last is the empty clause.
        steps: Vec<(Vec<i32>, Vec<u32>)>,
    },
    /// Every packet of a broadcast or accumulation crosses as many links as a spanning tree has.
    Spanning {
        /// The bound, in transmissions.
        value: u64,
    },
}

/// What moves cost in one slot; what has no price costs nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SlotPrices {
    /// `[from, to, price]` for links that have one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<(NodeRef, NodeRef, u64)>,
    /// `[node, price]` of every send of a node.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sends: Vec<(NodeRef, u64)>,
    /// `[node, price]` of every receive of a node.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub receives: Vec<(NodeRef, u64)>,
}

impl Lower {
    /// Returns the bound.
    #[must_use]
    pub fn value(&self) -> u128 {
        match self {
            Self::Weights { value, .. }
            | Self::Distance { value, .. }
            | Self::Split { value }
            | Self::DirectionTree { value, .. }
            | Self::DualTree { value, .. }
            | Self::Reception { value, .. }
            | Self::Emission { value, .. }
            | Self::LastPacket { value, .. }
            | Self::Volume { value }
            | Self::Cut { value, .. }
            | Self::CutNode { value, .. }
            | Self::Prices { value, .. }
            | Self::TimedPrices { value, .. }
            | Self::Resolution { value, .. }
            | Self::Spanning { value } => (*value).into(),
            Self::Distances { value }
            | Self::Pooled { value }
            | Self::Departures { value }
            | Self::Arrivals { value } => *value,
        }
    }

    /// Returns the bound as a number of slots, or 2⁶⁴ − 1 for a sum over packets that exceeds 64 bits.
    #[must_use]
    pub fn slots(&self) -> u64 {
        u64::try_from(self.value()).unwrap_or(u64::MAX)
    }

    /// Returns the link weights, if it has some.
    #[must_use]
    pub fn weights(&self) -> Option<&[u64]> {
        if let Self::Weights { weights, .. } = self { Some(weights) } else { None }
    }

    /// Returns whether it weighs only routes of limited length.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        matches!(self, Self::Weights { within: Some(_), .. })
    }

    /// Returns the kind of the witness.
    #[must_use]
    pub fn kind(&self) -> LowerKind {
        self.into()
    }
}

/// A model of a task that has another one first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TreeModel {
    /// The flow model, on hypercubes, tori and rings.
    Flow,
    /// The transport model, of isotropic tasks: it has every schedule, symmetric or not.
    Transport,
}

tagged! {
    /// The kinds of lower bounds.
    pub enum LowerKind of Lower(value) as LowerKeys;
    first { value: AnyValue }
    keys {
        weights: Vec<u64>,
        within: u64,
        packet: NodeRef,
        node: NodeRef,
        distance: u64,
        horizon_slots: u64,
        model: TreeModel,
        tree: Vec<AnyNode>,
        from: NodeRef,
        nodes: Vec<NodeRef>,
        links: Vec<(NodeRef, NodeRef, u64)>,
        sends: Vec<(NodeRef, u64)>,
        receives: Vec<(NodeRef, u64)>,
        slots: Vec<SlotPrices>,
        steps: Vec<(Vec<i32>, Vec<u32>)>,
    }
    kinds {
        Weights "a bound by weights" { weights, within: optional };
        Distance "a bound by distance" { packet, from: optional };
        Split "a bound by splitting" {};
        DirectionTree "a tree of directions" { tree: tree_node::directions };
        DualTree => dual_tree;
        Distances "a sum of distances" {};
        Pooled "a pooled bound" {};
        Departures "a bound by departures" {};
        Arrivals "a bound by arrivals" {};
        Reception "a bound by reception" { node, distance };
        Emission "a bound by emission" { node, distance };
        LastPacket "a bound by the last packet" { node };
        Volume "a bound by volume" {};
        Cut "a bound by a cut" { nodes };
        CutNode "a bound by a cut node" { node, nodes };
        Prices "a bound by prices" { links: or_default, sends: or_default, receives: or_default };
        TimedPrices "a bound by prices of slots" { node: optional, slots };
        Resolution "a refutation" { steps };
        Spanning "a bound by spanning trees" {};
    }
}

impl LowerKind {
    /// Returns the word that stands in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Reads a dual tree, or a tree of directions under its former name.
fn dual_tree(found: LowerKeys) -> Result<Lower, String> {
    let value = shared(found.value)?;
    found.only(&["horizon_slots", "model", "tree"], "a dual tree")?;
    if found.tree.is_some() && found.horizon_slots.is_none() && found.model.is_none() {
        return Ok(Lower::DirectionTree { value, tree: tree_node::directions(found.tree)? });
    }
    let tree = need(found.tree, "tree")?;
    let horizon_slots = need(found.horizon_slots, "horizon_slots")?;
    Ok(Lower::DualTree { value, horizon_slots, model: found.model, tree: tree_node::multipliers(tree)? })
}

/// A bound before its kind is known: in slots, or a sum over packets, which may exceed 64 bits.
#[derive(Clone, Copy, Deserialize)]
struct AnyValue(#[serde(with = "super::total")] u128);

impl TryFrom<AnyValue> for u64 {
    type Error = String;

    fn try_from(AnyValue(value): AnyValue) -> Result<Self, String> {
        let excess = || format!("the bound {value} exceeds 2^64 - 1, which only sums over packets may");
        value.try_into().map_err(|_| excess())
    }
}

impl From<AnyValue> for u128 {
    fn from(AnyValue(value): AnyValue) -> Self {
        value
    }
}
