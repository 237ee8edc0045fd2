//! The task document, `isotask.task/1`.

use super::{Document, format_tag};
use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

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
    pub ports: Ports,
    /// What is to be minimised.
    pub objective: Objective,
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
}

impl Document for TaskDocument {
    const FORMAT: &'static str = "isotask.task/1";
}

/// A network by its kind and size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields, !try_from))]
#[serde(tag = "kind", rename_all = "kebab-case", try_from = "NetworkFields")]
pub enum Network {
    /// The cube with 2^dimension nodes; link j flips bit j.
    Hypercube {
        /// Number of bits of a node's identity number.
        #[cfg_attr(test, schemars(range(min = 1, max = 62)))]
        dimension: u64,
    },
    /// The wraparound mesh; links in the order 1⁺, 1⁻, 2⁺, 2⁻, …
    Torus {
        /// Number of nodes along each dimension, each at least 2.
        #[cfg_attr(test, schemars(length(min = 1), inner(range(min = 2))))]
        radices: Vec<u64>,
    },
    /// The torus of one dimension.
    Ring {
        /// Number of nodes.
        #[cfg_attr(test, schemars(range(min = 2)))]
        nodes: u64,
    },
    /// A Cayley graph: node 0 is the identity, link g leads from v to v·g.
    Cayley(Group),
}

/// What node 0 has to send, every node sending the translate; or a broadcast, accumulation, scatter or gather.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields, !try_from))]
#[serde(tag = "kind", rename_all = "kebab-case", try_from = "TaskFields")]
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
    /// The same packets from the root to every other node.
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
}

/// Packets of one offset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PacketCount {
    /// Destination of the packet that starts at node 0.
    pub offset: NodeRef,
    /// How many such packets.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub count: u64,
}

/// A node: its index, or its coordinates on a torus or ring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum NodeRef {
    /// Index from 0.
    Index(u64),
    /// Coordinates, the last one varying fastest with the index.
    Coordinates(Vec<u64>),
}

/// How many links a node may use in one slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ports {
    /// All links at once.
    All,
    /// One send and one receive.
    One,
    /// At most k sends and k receives.
    AtMost(u64),
    /// One send or one receive.
    OneHalfDuplex,
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
    /// The average delay among schedules of least completion time.
    CompletionTimeThenAverageDelay,
}

fn one() -> u64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_one(count: &u64) -> bool {
    *count == 1
}

/// A group by its generators, one for each link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields))]
#[serde(untagged)]
pub enum Group {
    /// A family with one parameter.
    Family {
        /// Which.
        family: Family,
        /// Its parameter.
        #[cfg_attr(test, schemars(range(min = 2)))]
        n: u64,
    },
    /// The integers modulo n; the steps both ways.
    Circulant {
        /// The word `circulant`.
        family: CirculantWord,
        /// Number of nodes.
        #[cfg_attr(test, schemars(range(min = 2)))]
        n: u64,
        /// Steps s, each giving the links +s and −s, or one where these coincide.
        #[cfg_attr(test, schemars(length(min = 1), inner(range(min = 1))))]
        steps: Vec<u64>,
    },
    /// What some permutations generate.
    Permutations {
        /// The generators, closed under inverses: generator g takes v to the permutation with i ↦ `v[g[i]]`.
        #[cfg_attr(test, schemars(length(min = 1)))]
        permutations: Vec<Vec<u64>>,
    },
}

/// A family of Cayley graphs with one parameter n.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Permutations of n symbols; link i swaps places 0 and i + 1.
    Star,
    /// Permutations of n symbols; link i reverses the first i + 2 places.
    Pancake,
    /// Permutations of n symbols; link i swaps places i and i + 1.
    BubbleSort,
    /// The integers modulo n; link i adds i + 1.
    Complete,
    /// A ring of n nodes for every corner of the n-cube.
    CubeConnectedCycles,
    /// The wrapped butterfly of n levels.
    Butterfly,
}

/// The word `circulant`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CirculantWord {
    /// The only one.
    #[default]
    Circulant,
}

/// All keys that any network has; read first so that a fault inside keeps its exact place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NetworkFields {
    kind: NetworkKind,
    dimension: Option<u64>,
    radices: Option<Vec<u64>>,
    nodes: Option<u64>,
    family: Option<FamilyWord>,
    n: Option<u64>,
    steps: Option<Vec<u64>>,
    permutations: Option<Vec<Vec<u64>>>,
}

/// Every family there is.
#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum FamilyWord {
    Star,
    Pancake,
    BubbleSort,
    Complete,
    CubeConnectedCycles,
    Butterfly,
    Circulant,
}

impl FamilyWord {
    /// The family, unless it has steps.
    fn of_one_parameter(self) -> Option<Family> {
        match self {
            Self::Star => Some(Family::Star),
            Self::Pancake => Some(Family::Pancake),
            Self::BubbleSort => Some(Family::BubbleSort),
            Self::Complete => Some(Family::Complete),
            Self::CubeConnectedCycles => Some(Family::CubeConnectedCycles),
            Self::Butterfly => Some(Family::Butterfly),
            Self::Circulant => None,
        }
    }
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum NetworkKind {
    Hypercube,
    Torus,
    Ring,
    Cayley,
}

impl TryFrom<NetworkFields> for Network {
    type Error = String;

    fn try_from(fields: NetworkFields) -> Result<Self, String> {
        let present = [
            ("dimension", fields.dimension.is_some()),
            ("radices", fields.radices.is_some()),
            ("nodes", fields.nodes.is_some()),
            ("family", fields.family.is_some()),
            ("n", fields.n.is_some()),
            ("steps", fields.steps.is_some()),
            ("permutations", fields.permutations.is_some()),
        ];
        match fields.kind {
            NetworkKind::Hypercube => {
                only(&present, &["dimension"], "a hypercube")?;
                Ok(Self::Hypercube { dimension: need(fields.dimension, "dimension")? })
            }
            NetworkKind::Torus => {
                only(&present, &["radices"], "a torus")?;
                Ok(Self::Torus { radices: need(fields.radices, "radices")? })
            }
            NetworkKind::Ring => {
                only(&present, &["nodes"], "a ring")?;
                Ok(Self::Ring { nodes: need(fields.nodes, "nodes")? })
            }
            NetworkKind::Cayley => group(fields, &present).map(Self::Cayley),
        }
    }
}

fn group(fields: NetworkFields, present: &[(&str, bool)]) -> Result<Group, String> {
    match fields.family {
        None if fields.permutations.is_some() => {
            only(present, &["permutations"], "a Cayley graph of permutations")?;
            Ok(Group::Permutations { permutations: need(fields.permutations, "permutations")? })
        }
        None => Err("missing field `family`, or `permutations`".to_owned()),
        Some(word) => {
            let Some(family) = word.of_one_parameter() else {
                only(present, &["family", "n", "steps"], "a circulant")?;
                let (family, n) = (CirculantWord::Circulant, need(fields.n, "n")?);
                return Ok(Group::Circulant { family, n, steps: need(fields.steps, "steps")? });
            };
            only(present, &["family", "n"], "a Cayley graph of this family")?;
            Ok(Group::Family { family, n: need(fields.n, "n")? })
        }
    }
}

/// All keys that any task has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskFields {
    kind: TaskKind,
    min: Option<u64>,
    max: Option<u64>,
    packets: Option<Vec<PacketCount>>,
    root: Option<NodeRef>,
    count: Option<u64>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum TaskKind {
    #[serde(alias = "alltoall")]
    TotalExchange,
    NeighbourhoodExchange,
    Isotropic,
    SingleNodeBroadcast,
    #[serde(alias = "reduce")]
    SingleNodeAccumulation,
    Scatter,
    Gather,
    #[serde(alias = "allgather")]
    MultinodeBroadcast,
    #[serde(alias = "reduce-scatter")]
    MultinodeAccumulation,
}

impl TryFrom<TaskFields> for Task {
    type Error = String;

    fn try_from(fields: TaskFields) -> Result<Self, String> {
        let present = [
            ("min", fields.min.is_some()),
            ("max", fields.max.is_some()),
            ("packets", fields.packets.is_some()),
            ("root", fields.root.is_some()),
        ];
        let count = fields.count.unwrap_or(1);
        let rooted = |what| {
            only(&present, &["root"], what)?;
            need(fields.root, "root")
        };
        match fields.kind {
            TaskKind::TotalExchange => {
                only(&present, &[], "a total exchange")?;
                Ok(Self::TotalExchange { count })
            }
            TaskKind::NeighbourhoodExchange => {
                only(&present, &["min", "max"], "a neighbourhood exchange")?;
                let (min, max) = (need(fields.min, "min")?, need(fields.max, "max")?);
                Ok(Self::NeighbourhoodExchange { min, max, count })
            }
            TaskKind::Isotropic => {
                only(&present, &["packets"], "an isotropic task")?;
                Ok(Self::Isotropic { packets: need(fields.packets, "packets")?, count })
            }
            TaskKind::SingleNodeBroadcast => {
                Ok(Self::SingleNodeBroadcast { root: rooted("a single node broadcast")?, count })
            }
            TaskKind::SingleNodeAccumulation => {
                Ok(Self::SingleNodeAccumulation { root: rooted("a single node accumulation")?, count })
            }
            TaskKind::Scatter => Ok(Self::Scatter { root: rooted("a scatter")?, count }),
            TaskKind::Gather => Ok(Self::Gather { root: rooted("a gather")?, count }),
            TaskKind::MultinodeBroadcast => {
                only(&present, &[], "a multinode broadcast")?;
                Ok(Self::MultinodeBroadcast { count })
            }
            TaskKind::MultinodeAccumulation => {
                only(&present, &[], "a multinode accumulation")?;
                Ok(Self::MultinodeAccumulation { count })
            }
        }
    }
}

/// Refuses keys that belong to another kind.
pub(super) fn only(present: &[(&str, bool)], wanted: &[&str], what: &str) -> Result<(), String> {
    for (key, there) in present {
        if *there && !wanted.contains(key) {
            let keys: Vec<String> = wanted.iter().map(|key| format!("`{key}`")).collect();
            let keys = if keys.is_empty() { "no such key".to_owned() } else { keys.join(", ") };
            return Err(format!("unknown field `{key}` for {what}, expected {keys}"));
        }
    }
    Ok(())
}

/// The value of a key that this kind needs.
pub(super) fn need<T>(value: Option<T>, key: &str) -> Result<T, String> {
    value.ok_or_else(|| format!("missing field `{key}`"))
}

impl<'de> Deserialize<'de> for NodeRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NodeVisitor;
        impl<'de> Visitor<'de> for NodeVisitor {
            type Value = NodeRef;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a node: an integer from 0, or a list of coordinates")
            }

            fn visit_u64<E: Error>(self, index: u64) -> Result<NodeRef, E> {
                Ok(NodeRef::Index(index))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<NodeRef, A::Error> {
                let mut coordinates = Vec::new();
                while let Some(coordinate) = list.next_element()? {
                    coordinates.push(coordinate);
                }
                Ok(NodeRef::Coordinates(coordinates))
            }
        }
        deserializer.deserialize_any(NodeVisitor)
    }
}

impl Serialize for Ports {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::All => serializer.serialize_str("all"),
            Self::One => serializer.serialize_str("one"),
            Self::OneHalfDuplex => serializer.serialize_str("one-half-duplex"),
            Self::AtMost(k) => {
                use serde::ser::SerializeMap;
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry("at-most", k)?;
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Ports {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PortsVisitor;
        impl<'de> Visitor<'de> for PortsVisitor {
            type Value = Ports;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("\"all\", \"one\", \"one-half-duplex\" or {\"at-most\": k}")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Ports, E> {
                match word {
                    "all" => Ok(Ports::All),
                    "one" => Ok(Ports::One),
                    "one-half-duplex" => Ok(Ports::OneHalfDuplex),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ports, A::Error> {
                let mut limit = None;
                while let Some(key) = map.next_key::<String>()? {
                    if key != "at-most" {
                        map.next_value::<IgnoredAny>()?;
                        return Err(A::Error::unknown_field(&key, &["at-most"]));
                    }
                    if limit.is_some() {
                        return Err(A::Error::duplicate_field("at-most"));
                    }
                    limit = Some(map.next_value()?);
                }
                limit.map(Ports::AtMost).ok_or_else(|| A::Error::missing_field("at-most"))
            }
        }
        deserializer.deserialize_any(PortsVisitor)
    }
}

#[cfg(test)]
impl schemars::JsonSchema for Ports {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Ports".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "How many links a node may use in one slot.",
            "oneOf": [
                { "type": "string", "enum": ["all", "one", "one-half-duplex"] },
                {
                    "type": "object",
                    "properties": { "at-most": { "type": "integer", "format": "uint64", "minimum": 1 } },
                    "required": ["at-most"],
                    "additionalProperties": false
                }
            ]
        })
    }
}
