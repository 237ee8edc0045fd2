//! Lower bounds with their witnesses.

use super::direction_tree::DirectionNode;
use super::dual_tree::DualNode;
use super::tree_node::{self, AnyNode};
use crate::reading::keys::{need, only};
use crate::task::NodeRef;
use serde::{Deserialize, Serialize};

/// A lower bound: its value, and the witness from which anybody can recompute it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields, !try_from))]
#[serde(tag = "kind", rename_all = "kebab-case", try_from = "LowerFields")]
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
    /// A node receives all that comes from a distance or more through its ports, the first after so many
    /// slots.
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
    /// The bound itself.
    #[must_use]
    pub fn value(&self) -> u128 {
        match self {
            Self::Distances { value }
            | Self::Pooled { value }
            | Self::Departures { value }
            | Self::Arrivals { value } => *value,
            _ => self.slots().into(),
        }
    }

    /// The bound as a number of slots: of a bound on the completion time the bound itself, of a sum over
    /// packets that exceeds 64 bits 2⁶⁴ − 1.
    #[must_use]
    pub fn slots(&self) -> u64 {
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
            | Self::Prices { value, .. }
            | Self::TimedPrices { value, .. }
            | Self::Spanning { value } => *value,
            Self::Distances { value }
            | Self::Pooled { value }
            | Self::Departures { value }
            | Self::Arrivals { value } => u64::try_from(*value).unwrap_or(u64::MAX),
        }
    }

    /// The link weights, if it has some.
    #[must_use]
    pub fn weights(&self) -> Option<&[u64]> {
        if let Self::Weights { weights, .. } = self { Some(weights) } else { None }
    }

    /// Whether it weighs routes of limited length only.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        matches!(self, Self::Weights { within: Some(_), .. })
    }

    /// The kind of the witness.
    #[must_use]
    pub fn kind(&self) -> LowerKind {
        match self {
            Self::Weights { .. } => LowerKind::Weights,
            Self::Distance { .. } => LowerKind::Distance,
            Self::Split { .. } => LowerKind::Split,
            Self::DirectionTree { .. } => LowerKind::DirectionTree,
            Self::DualTree { .. } => LowerKind::DualTree,
            Self::Distances { .. } => LowerKind::Distances,
            Self::Pooled { .. } => LowerKind::Pooled,
            Self::Departures { .. } => LowerKind::Departures,
            Self::Arrivals { .. } => LowerKind::Arrivals,
            Self::Reception { .. } => LowerKind::Reception,
            Self::Emission { .. } => LowerKind::Emission,
            Self::LastPacket { .. } => LowerKind::LastPacket,
            Self::Volume { .. } => LowerKind::Volume,
            Self::Cut { .. } => LowerKind::Cut,
            Self::Prices { .. } => LowerKind::Prices,
            Self::TimedPrices { .. } => LowerKind::TimedPrices,
            Self::Spanning { .. } => LowerKind::Spanning,
        }
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

/// The kinds of lower bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LowerKind {
    /// [`Lower::Weights`].
    Weights,
    /// [`Lower::Distance`].
    Distance,
    /// [`Lower::Split`].
    Split,
    /// [`Lower::DirectionTree`].
    DirectionTree,
    /// [`Lower::DualTree`].
    DualTree,
    /// [`Lower::Distances`].
    Distances,
    /// [`Lower::Pooled`].
    Pooled,
    /// [`Lower::Departures`].
    Departures,
    /// [`Lower::Arrivals`].
    Arrivals,
    /// [`Lower::Reception`].
    Reception,
    /// [`Lower::Emission`].
    Emission,
    /// [`Lower::LastPacket`].
    LastPacket,
    /// [`Lower::Volume`].
    Volume,
    /// [`Lower::Cut`].
    Cut,
    /// [`Lower::Prices`].
    Prices,
    /// [`Lower::TimedPrices`].
    TimedPrices,
    /// [`Lower::Spanning`].
    Spanning,
}

impl LowerKind {
    /// The word that stands in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Weights => "weights",
            Self::Distance => "distance",
            Self::Split => "split",
            Self::DirectionTree => "direction-tree",
            Self::DualTree => "dual-tree",
            Self::Distances => "distances",
            Self::Pooled => "pooled",
            Self::Departures => "departures",
            Self::Arrivals => "arrivals",
            Self::Reception => "reception",
            Self::Emission => "emission",
            Self::LastPacket => "last-packet",
            Self::Volume => "volume",
            Self::Cut => "cut",
            Self::Prices => "prices",
            Self::TimedPrices => "timed-prices",
            Self::Spanning => "spanning",
        }
    }
}

/// All keys that any lower bound has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LowerFields {
    kind: LowerKind,
    #[serde(with = "super::total")]
    value: u128,
    weights: Option<Vec<u64>>,
    within: Option<u64>,
    packet: Option<NodeRef>,
    node: Option<NodeRef>,
    distance: Option<u64>,
    horizon_slots: Option<u64>,
    model: Option<TreeModel>,
    tree: Option<Vec<AnyNode>>,
    from: Option<NodeRef>,
    nodes: Option<Vec<NodeRef>>,
    links: Option<Vec<(NodeRef, NodeRef, u64)>>,
    sends: Option<Vec<(NodeRef, u64)>>,
    receives: Option<Vec<(NodeRef, u64)>>,
    slots: Option<Vec<SlotPrices>>,
}

impl TryFrom<LowerFields> for Lower {
    type Error = String;

    fn try_from(fields: LowerFields) -> Result<Self, String> {
        let LowerFields { kind, value, weights, within, packet, node, distance, .. } = fields;
        let LowerFields { horizon_slots, model, tree, from, nodes, links, sends, receives, slots, .. } =
            fields;
        let present = [
            ("weights", weights.is_some()),
            ("within", within.is_some()),
            ("packet", packet.is_some()),
            ("node", node.is_some()),
            ("distance", distance.is_some()),
            ("horizon_slots", horizon_slots.is_some()),
            ("model", model.is_some()),
            ("tree", tree.is_some()),
            ("from", from.is_some()),
            ("nodes", nodes.is_some()),
            ("links", links.is_some()),
            ("sends", sends.is_some()),
            ("receives", receives.is_some()),
            ("slots", slots.is_some()),
        ];
        let (total, value) = (value, in_slots(kind, value)?);
        match kind {
            LowerKind::Weights => {
                only(&present, &["weights", "within"], "a bound by weights")?;
                Ok(Self::Weights { value, weights: need(weights, "weights")?, within })
            }
            LowerKind::Distance => {
                only(&present, &["packet", "from"], "a bound by distance")?;
                Ok(Self::Distance { value, packet: need(packet, "packet")?, from })
            }
            LowerKind::Split => {
                only(&present, &[], "a bound by splitting")?;
                Ok(Self::Split { value })
            }
            LowerKind::DirectionTree => {
                only(&present, &["tree"], "a tree of directions")?;
                Ok(Self::DirectionTree { value, tree: tree_node::directions(need(tree, "tree")?)? })
            }
            LowerKind::DualTree => {
                only(&present, &["horizon_slots", "model", "tree"], "a dual tree")?;
                let tree = need(tree, "tree")?;
                if horizon_slots.is_none() && model.is_none() {
                    // The name that trees of directions had at first.
                    return Ok(Self::DirectionTree { value, tree: tree_node::directions(tree)? });
                }
                let horizon_slots = need(horizon_slots, "horizon_slots")?;
                Ok(Self::DualTree { value, horizon_slots, model, tree: tree_node::multipliers(tree)? })
            }
            LowerKind::Distances => {
                only(&present, &[], "a sum of distances")?;
                Ok(Self::Distances { value: total })
            }
            LowerKind::Pooled => {
                only(&present, &[], "a pooled bound")?;
                Ok(Self::Pooled { value: total })
            }
            LowerKind::Departures => {
                only(&present, &[], "a bound by departures")?;
                Ok(Self::Departures { value: total })
            }
            LowerKind::Arrivals => {
                only(&present, &[], "a bound by arrivals")?;
                Ok(Self::Arrivals { value: total })
            }
            LowerKind::Reception => {
                only(&present, &["node", "distance"], "a bound by reception")?;
                Ok(Self::Reception {
                    value,
                    node: need(node, "node")?,
                    distance: need(distance, "distance")?,
                })
            }
            LowerKind::Emission => {
                only(&present, &["node", "distance"], "a bound by emission")?;
                Ok(Self::Emission { value, node: need(node, "node")?, distance: need(distance, "distance")? })
            }
            LowerKind::LastPacket => {
                only(&present, &["node"], "a bound by the last packet")?;
                Ok(Self::LastPacket { value, node: need(node, "node")? })
            }
            LowerKind::Volume => {
                only(&present, &[], "a bound by volume")?;
                Ok(Self::Volume { value })
            }
            LowerKind::Cut => {
                only(&present, &["nodes"], "a bound by a cut")?;
                Ok(Self::Cut { value, nodes: need(nodes, "nodes")? })
            }
            LowerKind::Prices => {
                only(&present, &["links", "sends", "receives"], "a bound by prices")?;
                let (links, sends) = (links.unwrap_or_default(), sends.unwrap_or_default());
                Ok(Self::Prices { value, links, sends, receives: receives.unwrap_or_default() })
            }
            LowerKind::TimedPrices => {
                only(&present, &["node", "slots"], "a bound by prices of slots")?;
                Ok(Self::TimedPrices { value, node, slots: need(slots, "slots")? })
            }
            LowerKind::Spanning => {
                only(&present, &[], "a bound by spanning trees")?;
                Ok(Self::Spanning { value })
            }
        }
    }
}

/// The value of a bound that is no sum over packets.
fn in_slots(kind: LowerKind, value: u128) -> Result<u64, String> {
    match u64::try_from(value) {
        Ok(slots) => Ok(slots),
        Err(_)
            if matches!(
                kind,
                LowerKind::Distances | LowerKind::Pooled | LowerKind::Departures | LowerKind::Arrivals
            ) =>
        {
            Ok(u64::MAX)
        }
        Err(_) => Err(format!("the bound {value} exceeds 2^64 - 1, which only sums over packets may")),
    }
}
