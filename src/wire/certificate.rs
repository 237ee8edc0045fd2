//! The certificate document, `isotask.certificate/1`.

use super::delay_tree::{self, AnyNode, DelayNode};
use super::task::{need, only};
use super::{Document, NodeRef, ScheduleBody, TaskDocument, format_tag};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

format_tag!(CertificateFormat, "isotask.certificate/1");

/// A task, a schedule for it, and what is claimed of the schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CertificateDocument {
    format: CertificateFormat,
    /// The task.
    pub task: TaskDocument,
    /// The schedule.
    pub schedule: ScheduleBody,
    /// The claims, at least one.
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub claims: Vec<Claim>,
}

impl CertificateDocument {
    /// Puts a document together.
    #[must_use]
    pub fn new(task: TaskDocument, schedule: ScheduleBody, claims: Vec<Claim>) -> Self {
        Self { format: CertificateFormat, task, schedule, claims }
    }
}

impl Document for CertificateDocument {
    const FORMAT: &'static str = "isotask.certificate/1";
}

/// One statement about the schedule: a value, a lower bound with its witness, and whom it binds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// What is measured.
    pub quantity: Quantity,
    /// What the schedule attains, in slots or in transmissions.
    pub value: u64,
    /// What the value is counted for; only for counted quantities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per: Option<Per>,
    /// Which schedules the lower bound binds.
    pub scope: Scope,
    /// How long those schedules may take; only for delay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<Horizon>,
    /// The lower bound.
    pub lower: Lower,
    /// Whether value and bound meet.
    pub status: Status,
}

/// What a claim measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// Number of slots until every packet has arrived.
    CompletionTime,
    /// Number of moves.
    Transmissions,
    /// Sum over the packets of one node of the slots until each has arrived, `ΣC_i`.
    TotalDelay,
}

/// How many slots the schedules that a bound on delay binds may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Horizon {
    /// The least completion time that is proved of symmetric schedules.
    Critical,
    /// Any number of slots.
    Any,
    /// At most so many slots.
    Slots(u64),
}

impl Serialize for Horizon {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Critical => serializer.serialize_str("critical"),
            Self::Any => serializer.serialize_str("any"),
            Self::Slots(slots) => serializer.serialize_u64(*slots),
        }
    }
}

impl<'de> Deserialize<'de> for Horizon {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct HorizonVisitor;
        impl Visitor<'_> for HorizonVisitor {
            type Value = Horizon;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("\"critical\", \"any\" or a number of slots")
            }

            fn visit_u64<E: Error>(self, slots: u64) -> Result<Horizon, E> {
                Ok(Horizon::Slots(slots))
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Horizon, E> {
                match word {
                    "critical" => Ok(Horizon::Critical),
                    "any" => Ok(Horizon::Any),
                    _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
                }
            }
        }
        deserializer.deserialize_any(HorizonVisitor)
    }
}

#[cfg(test)]
impl schemars::JsonSchema for Horizon {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Horizon".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "How many slots the schedules that a bound on delay binds may take.",
            "oneOf": [
                { "enum": ["critical", "any"] },
                { "type": "integer", "format": "uint64", "minimum": 0 }
            ]
        })
    }
}

/// What a counted quantity is counted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Per {
    /// One node; every node has the same.
    Node,
    /// All nodes together.
    Network,
}

/// Which schedules a lower bound binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Symmetric schedules along shortest paths.
    IsotropicShortest,
    /// Symmetric schedules.
    Isotropic,
    /// Every schedule.
    All,
}

/// Whether value and lower bound meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// They meet: within the scope nothing is better.
    Optimal,
    /// The value is above the bound.
    UpperBound,
}

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
    /// A tree of direction choices whose leaves are refuted by weights.
    DualTree {
        /// The bound, in slots; the tree refutes `value` − 1.
        value: u64,
        /// The nodes in preorder.
        tree: Vec<TreeNode>,
    },
    /// A tree of 0–1 choices whose leaves are bounded by multipliers of the rows of the delay model.
    #[serde(rename = "dual-tree")]
    DelayTree {
        /// The bound, in slots summed over the packets of one node.
        value: u64,
        /// The number of slots of the model.
        horizon_slots: u64,
        /// The nodes in preorder.
        tree: Vec<DelayNode>,
    },
    /// Transmissions are at least the sum of the distances.
    Distances {
        /// The bound, in transmissions of one node, or of the network in an explicit schedule.
        value: u64,
    },
    /// The delay is at least that of k identical servers, the shortest packets first.
    Pooled {
        /// The bound, in slots summed over the packets of one node.
        value: u64,
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
    /// Every packet of a broadcast or accumulation crosses as many links as a spanning tree has.
    Spanning {
        /// The bound, in transmissions.
        value: u64,
    },
}

impl Lower {
    /// The bound itself.
    #[must_use]
    pub fn value(&self) -> u64 {
        match self {
            Self::Weights { value, .. }
            | Self::Distance { value, .. }
            | Self::Split { value }
            | Self::DualTree { value, .. }
            | Self::DelayTree { value, .. }
            | Self::Distances { value }
            | Self::Pooled { value }
            | Self::Reception { value, .. }
            | Self::Emission { value, .. }
            | Self::LastPacket { value, .. }
            | Self::Volume { value }
            | Self::Cut { value, .. }
            | Self::Prices { value, .. }
            | Self::Spanning { value } => *value,
        }
    }

    /// The kind of the witness.
    #[must_use]
    pub fn kind(&self) -> LowerKind {
        match self {
            Self::Weights { .. } => LowerKind::Weights,
            Self::Distance { .. } => LowerKind::Distance,
            Self::Split { .. } => LowerKind::Split,
            Self::DualTree { .. } | Self::DelayTree { .. } => LowerKind::DualTree,
            Self::Distances { .. } => LowerKind::Distances,
            Self::Pooled { .. } => LowerKind::Pooled,
            Self::Reception { .. } => LowerKind::Reception,
            Self::Emission { .. } => LowerKind::Emission,
            Self::LastPacket { .. } => LowerKind::LastPacket,
            Self::Volume { .. } => LowerKind::Volume,
            Self::Cut { .. } => LowerKind::Cut,
            Self::Prices { .. } => LowerKind::Prices,
            Self::Spanning { .. } => LowerKind::Spanning,
        }
    }
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
    /// [`Lower::DualTree`] and [`Lower::DelayTree`].
    DualTree,
    /// [`Lower::Distances`].
    Distances,
    /// [`Lower::Pooled`].
    Pooled,
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
            Self::DualTree => "dual-tree",
            Self::Distances => "distances",
            Self::Pooled => "pooled",
            Self::Reception => "reception",
            Self::Emission => "emission",
            Self::LastPacket => "last-packet",
            Self::Volume => "volume",
            Self::Cut => "cut",
            Self::Prices => "prices",
            Self::Spanning => "spanning",
        }
    }
}

/// A node of a direction tree: `{"branch":[class,dimension,plus]}`, `{"divide":[dimension,plus]}` or
/// `{"weights":[…],"plus":[…]}`, the last key being optional.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TreeNode {
    /// Either at least `plus` packets of the class go the + way, or at least `n − plus + 1` go the
    /// − way, n being the packets of the class; the two subtrees follow in this order.
    Branch {
        /// Index of the class of packets.
        class: u64,
        /// Index of the dimension, from 0.
        dimension: u64,
        /// The threshold, from 1 to the number of packets of the class.
        plus: u64,
    },
    /// Either at least `plus` of all packets go the + way, or at most `plus − 1` do; the two subtrees follow
    /// in this order.
    Divide {
        /// Index of the dimension, from 0.
        dimension: u64,
        /// The threshold, above the least number that is open here and at most the greatest.
        plus: u64,
    },
    /// Multipliers that refute every choice left open here.
    Leaf {
        /// A weight for every link type.
        weights: Vec<u64>,
        /// A multiplier for every dimension of the number of packets that go the + way; empty if the key is
        /// absent, which means that all are 0.
        plus: Vec<i64>,
    },
}

/// A node of a direction tree: `branch`, `divide`, or `weights` with or without `plus`.
#[derive(Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct TreeNodeFields {
    /// `[class, dimension, plus]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) branch: Option<(u64, u64, u64)>,
    /// `[dimension, plus]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) divide: Option<(u64, u64)>,
    /// A weight for every link type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) weights: Option<Vec<u64>>,
    /// A multiplier for every dimension, not an empty list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub(super) plus: Option<Vec<i64>>,
}

impl Serialize for TreeNode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let none = TreeNodeFields::default();
        let fields = match self {
            Self::Branch { class, dimension, plus } => {
                TreeNodeFields { branch: Some((*class, *dimension, *plus)), ..none }
            }
            Self::Divide { dimension, plus } => TreeNodeFields { divide: Some((*dimension, *plus)), ..none },
            Self::Leaf { weights, plus } => TreeNodeFields {
                weights: Some(weights.clone()),
                plus: (!plus.is_empty()).then(|| plus.clone()),
                ..none
            },
        };
        fields.serialize(serializer)
    }
}

impl TreeNodeFields {
    /// Makes a node of its keys.
    pub(super) fn into_node<E: Error>(self) -> Result<TreeNode, E> {
        let TreeNodeFields { branch, divide, weights, plus } = self;
        let present = [
            ("branch", branch.is_some()),
            ("divide", divide.is_some()),
            ("weights", weights.is_some()),
            ("plus", plus.is_some()),
        ];
        let only = |keys: &[&str], what| only(&present, keys, what).map_err(E::custom);
        if let Some((class, dimension, plus)) = branch {
            only(&["branch"], "a branch")?;
            return Ok(TreeNode::Branch { class, dimension, plus });
        }
        if let Some((dimension, plus)) = divide {
            only(&["divide"], "a division")?;
            return Ok(TreeNode::Divide { dimension, plus });
        }
        let weights = weights.ok_or_else(|| E::custom("missing field `branch`, `divide` or `weights`"))?;
        if plus.as_ref().is_some_and(Vec::is_empty) {
            return Err(E::custom("invalid length 0 for `plus`, expected a multiplier for every dimension"));
        }
        Ok(TreeNode::Leaf { weights, plus: plus.unwrap_or_default() })
    }
}

#[cfg(test)]
impl schemars::JsonSchema for TreeNode {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TreeNode".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = TreeNodeFields::json_schema(generator);
        schema.insert("minProperties".to_owned(), 1.into());
        schema.insert("maxProperties".to_owned(), 2.into());
        let keys = |present: &str, absent: &[&str]| {
            let absent: Vec<_> = absent.iter().map(|key| serde_json::json!({ "required": [key] })).collect();
            serde_json::json!({ "required": [present], "not": { "anyOf": absent } })
        };
        let kinds = serde_json::json!([
            keys("branch", &["divide", "weights", "plus"]),
            keys("divide", &["branch", "weights", "plus"]),
            keys("weights", &["branch", "divide"]),
        ]);
        schema.insert("oneOf".to_owned(), kinds);
        schema
    }
}

/// All keys that any lower bound has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LowerFields {
    kind: LowerKind,
    value: u64,
    weights: Option<Vec<u64>>,
    within: Option<u64>,
    packet: Option<NodeRef>,
    node: Option<NodeRef>,
    distance: Option<u64>,
    horizon_slots: Option<u64>,
    tree: Option<Vec<AnyNode>>,
    from: Option<NodeRef>,
    nodes: Option<Vec<NodeRef>>,
    links: Option<Vec<(NodeRef, NodeRef, u64)>>,
    sends: Option<Vec<(NodeRef, u64)>>,
    receives: Option<Vec<(NodeRef, u64)>>,
}

impl TryFrom<LowerFields> for Lower {
    type Error = String;

    fn try_from(fields: LowerFields) -> Result<Self, String> {
        let LowerFields { kind, value, weights, within, packet, node, distance, .. } = fields;
        let LowerFields { horizon_slots, tree, from, nodes, links, sends, receives, .. } = fields;
        let present = [
            ("weights", weights.is_some()),
            ("within", within.is_some()),
            ("packet", packet.is_some()),
            ("node", node.is_some()),
            ("distance", distance.is_some()),
            ("horizon_slots", horizon_slots.is_some()),
            ("tree", tree.is_some()),
            ("from", from.is_some()),
            ("nodes", nodes.is_some()),
            ("links", links.is_some()),
            ("sends", sends.is_some()),
            ("receives", receives.is_some()),
        ];
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
            LowerKind::DualTree => {
                only(&present, &["horizon_slots", "tree"], "a dual tree")?;
                let tree = need(tree, "tree")?;
                match horizon_slots {
                    None => Ok(Self::DualTree { value, tree: delay_tree::directions(tree)? }),
                    Some(horizon_slots) => {
                        Ok(Self::DelayTree { value, horizon_slots, tree: delay_tree::delay(tree)? })
                    }
                }
            }
            LowerKind::Distances => {
                only(&present, &[], "a sum of distances")?;
                Ok(Self::Distances { value })
            }
            LowerKind::Pooled => {
                only(&present, &[], "a pooled bound")?;
                Ok(Self::Pooled { value })
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
            LowerKind::Spanning => {
                only(&present, &[], "a bound by spanning trees")?;
                Ok(Self::Spanning { value })
            }
        }
    }
}
