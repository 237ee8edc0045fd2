//! The schedule document, `isotask.schedule/1`, and the schedule inside a certificate.

pub(super) mod moves;
pub(super) mod slots;
pub(super) mod step;
pub(super) mod windows;

use super::document::{Document, format_tag};
use super::task::{NodeRef, TaskDocument};
use crate::list::as_list;
use crate::reading::keys::{need, or_default};
use crate::reading::tagged::tagged;
use moves::{AnySlots, Move, MultinodeMove, OrbitMove, Transfer};
use serde::de::{Error, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use slots::Slots;
use std::fmt;
use windows::Window;

format_tag!(ScheduleFormat, "isotask.schedule/1");

/// A schedule together with the task that it serves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields, !try_from))]
#[serde(try_from = "DocumentKeys")]
pub struct ScheduleDocument {
    format: ScheduleFormat,
    /// The task.
    pub task: TaskDocument,
    /// The schedule, its keys standing beside `task`.
    #[serde(flatten)]
    pub body: ScheduleBody,
}

impl ScheduleDocument {
    /// Puts a document together.
    #[must_use]
    pub fn new(task: TaskDocument, body: ScheduleBody) -> Self {
        Self { format: ScheduleFormat, task, body }
    }
}

impl Document for ScheduleDocument {
    const FORMAT: &'static str = "isotask.schedule/1";
}

/// What moves when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields, !try_from))]
#[serde(tag = "kind", rename_all = "kebab-case", try_from = "BodyKeys")]
pub enum ScheduleBody {
    /// What node 0 sends; every node does the translate.
    Symmetric {
        /// Offsets of node 0's packets, equal offsets side by side.
        packets: Vec<NodeRef>,
        /// Slot by slot, the moves `[packet, link]`.
        slots: Slots<Move>,
    },
    /// What becomes of the packets of node 0 in a multinode broadcast, or of those for node 0 in a multinode
    /// accumulation; every node does the translate.
    #[serde(rename = "symmetric")]
    #[cfg_attr(test, schemars(extend("not" = serde_json::json!({ "required": ["packets"] }))))]
    Multinode {
        /// Slot by slot, the moves `[position, link]` or `[packet, position, link]`.
        slots: Slots<MultinodeMove>,
    },
    /// What every node sends.
    Explicit {
        /// `[from, to]` for each packet that goes from one node to another, `[from]` for one that is copied,
        /// `[to]` for one that is combined, `[]` for a block of an allreduce, `"apart"` for one of which
        /// every node keeps apart what comes from each neighbour.
        #[cfg_attr(test, schemars(with = "Vec<PacketSchema>"))]
        packets: Vec<Ends>,
        /// Slot by slot, the moves `[packet, from, to]`.
        slots: Slots<Transfer>,
    },
    /// What one packet of each orbit does under a group of automorphisms; the others do its images.
    Orbit {
        /// What generates the group: nodes to which translations take node 0, elements of the group of a
        /// lift, or permutations of the nodes of a graph.
        subgroup: Vec<NodeRef>,
        /// `[from, to]` of one packet of each orbit.
        #[cfg_attr(test, schemars(with = "Vec<Vec<NodeRef>>", inner(length(min = 2, max = 2))))]
        packets: Vec<Ends>,
        /// Slot by slot, the moves `[packet, link]`.
        slots: Slots<Move>,
    },
    /// A schedule under a group, as `Orbit`, of packets that are copied or combined.
    #[serde(rename = "orbit")]
    OrbitMultinode {
        /// What generates the group: nodes to which translations take node 0, elements of the group of a
        /// lift, or permutations of the nodes of a graph.
        subgroup: Vec<NodeRef>,
        /// `[from]`, or `[to]`, of one packet of each orbit.
        #[cfg_attr(
            test,
            schemars(with = "Vec<Vec<NodeRef>>", length(min = 1), inner(length(min = 1, max = 1)))
        )]
        packets: Vec<Ends>,
        /// Slot by slot, the moves `[packet, node, link]`.
        slots: Slots<OrbitMove>,
    },
    /// Which way round a ring every packet goes; the conveyor rule says when.
    Conveyor {
        /// How many packets of all nodes go −, those of the greatest offsets.
        minus: u64,
    },
    /// A plan from which both optima of an exchange follow: how the rows of each distance are joined to those
    /// before.
    Windows {
        /// What is decided of the packets of each distance, the nearest first.
        plan: Vec<Window>,
    },
    /// What node 0 sends in compressed form: who owns which link when.
    Intervals {
        /// Offsets of the rows; absent when they are the task's packets by increasing index.
        #[serde(skip_serializing_if = "Option::is_none")]
        packets: Option<Vec<NodeRef>>,
        /// The first row of each group.
        groups: Vec<u64>,
        /// `[start, width, group, link]`.
        intervals: Vec<Interval>,
        /// `[row, [uses per link]]` for rows that do not take the default route.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, schemars(default))]
        routes: Vec<Route>,
    },
}

/// The ends of a packet: `[from, to]`, one node where it is copied or combined, none for a block of an
/// allreduce, or the word `apart` for one that nodes keep apart.
///
/// There may be millions, so ends that are indices of 32 bits take only 16 bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ends(WrittenEnds);

/// How a packet of an explicit schedule is written.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it stands for its schema")]
enum PacketSchema {
    /// Its ends; none for a block of an allreduce.
    Ends(#[schemars(length(max = 2))] Vec<NodeRef>),
    /// A block of an allreduce that nodes keep apart.
    Word(ApartSchema),
}

#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(dead_code, reason = "it stands for its schema")]
enum ApartSchema {
    Apart,
}

/// The ends of a packet in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
enum WrittenEnds {
    /// One node, an index of 32 bits.
    One(u32),
    /// Two nodes, indices of 32 bits.
    Two(u32, u32),
    /// None, of a block that is kept apart.
    Apart,
    /// Any other nodes.
    #[expect(clippy::box_collection, reason = "a pointer without a length keeps the others small")]
    Any(Box<Vec<NodeRef>>),
}

impl Ends {
    /// Returns the ends at these nodes; a document has two at most.
    #[must_use]
    pub fn new(nodes: Vec<NodeRef>) -> Self {
        let small = |node: &NodeRef| match node {
            NodeRef::Index(index) => u32::try_from(*index).ok(),
            NodeRef::Coordinates(_) => None,
        };
        let written = match nodes.as_slice() {
            [one] => small(one).map(WrittenEnds::One),
            [from, to] => small(from).zip(small(to)).map(|(from, to)| WrittenEnds::Two(from, to)),
            _ => None,
        };
        Self(written.unwrap_or_else(|| WrittenEnds::Any(Box::new(nodes))))
    }

    /// Returns the ends of a block of an allreduce of which every node keeps apart what comes from each
    /// neighbour.
    #[must_use]
    pub fn apart() -> Self {
        Self(WrittenEnds::Apart)
    }

    /// Returns whether it is a block of an allreduce that is kept apart.
    #[must_use]
    pub fn is_apart(&self) -> bool {
        self.0 == WrittenEnds::Apart
    }

    /// Returns the ends at one or two nodes, given by their indices.
    pub(super) fn of_indices(first: u32, second: Option<u32>) -> Self {
        Self(second.map_or(WrittenEnds::One(first), |second| WrittenEnds::Two(first, second)))
    }

    /// Returns the indices of one or two nodes, if they have 32 bits.
    pub(super) fn indices(&self) -> Option<(u32, Option<u32>)> {
        match self.0 {
            WrittenEnds::One(node) => Some((node, None)),
            WrittenEnds::Two(from, to) => Some((from, Some(to))),
            WrittenEnds::Apart | WrittenEnds::Any(_) => None,
        }
    }

    /// Returns the number of ends.
    #[must_use]
    pub fn count(&self) -> usize {
        match &self.0 {
            WrittenEnds::Apart => 0,
            WrittenEnds::One(_) => 1,
            WrittenEnds::Two(..) => 2,
            WrittenEnds::Any(nodes) => nodes.len(),
        }
    }

    /// Returns the nodes.
    #[must_use]
    pub fn nodes(&self) -> Vec<NodeRef> {
        let index = |node: u32| NodeRef::Index(node.into());
        match &self.0 {
            WrittenEnds::Apart => Vec::new(),
            WrittenEnds::One(node) => vec![index(*node)],
            WrittenEnds::Two(from, to) => vec![index(*from), index(*to)],
            WrittenEnds::Any(nodes) => nodes.to_vec(),
        }
    }
}

impl Serialize for Ends {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_apart() { serializer.serialize_str(APART) } else { serializer.collect_seq(self.nodes()) }
    }
}

/// The word for a block of an allreduce that nodes keep apart.
const APART: &str = "apart";

/// A group of rows owns a link for some slots: `[start, width, group, link]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(from = "(u64, u64, u64, u64)", into = "(u64, u64, u64, u64)")]
pub struct Interval {
    /// First slot, from 0.
    pub start: u64,
    /// Number of slots, at least 1.
    pub width: u64,
    /// Index into `groups`.
    pub group: u64,
    /// Index of the link type.
    pub link: u64,
}

as_list!(Interval { start: u64, width: u64, group: u64, link: u64 });

/// How often a row uses each link: `[row, [uses per link]]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(from = "(u64, Vec<u64>)", into = "(u64, Vec<u64>)")]
pub struct Route {
    /// Index of the row.
    pub row: u64,
    /// Uses of each link, in the order of the links.
    pub uses: Vec<u64>,
}

as_list!(Route { row: u64, uses: Vec<u64> });

tagged! {
    inside ScheduleDocument as DocumentKeys { format: ScheduleFormat, task: TaskDocument } body;
    enum BodyKind of ScheduleBody() as BodyKeys;
    keys {
        minus: u64,
        plan: Vec<Window>,
        subgroup: Vec<NodeRef>,
        packets: Vec<AnyPacket>,
        slots: AnySlots,
        groups: Vec<u64>,
        intervals: Vec<Interval>,
        routes: Vec<Route>,
    }
    kinds {
        Symmetric, Multinode => symmetric;
        Explicit => explicit;
        Orbit, OrbitMultinode => orbit;
        Conveyor "a conveyor schedule" { minus };
        Windows "a schedule in windows" { plan };
        Intervals "a schedule in intervals" {
            packets: offsets_if_any, groups, intervals, routes: or_default
        };
    }
}

fn symmetric(found: BodyKeys) -> Result<ScheduleBody, String> {
    found.only(&["packets", "slots"], "a symmetric schedule")?;
    let slots = need(found.slots, "slots")?;
    Ok(match offsets_if_any(found.packets)? {
        None => ScheduleBody::Multinode { slots: slots.into_multinode()? },
        Some(packets) => ScheduleBody::Symmetric { packets, slots: slots.into_moves()? },
    })
}

fn explicit(found: BodyKeys) -> Result<ScheduleBody, String> {
    found.only(&["packets", "slots"], "an explicit schedule")?;
    let packets = ends(need(found.packets, "packets")?, 0)?;
    Ok(ScheduleBody::Explicit { packets, slots: need(found.slots, "slots")?.into_transfers()? })
}

fn orbit(found: BodyKeys) -> Result<ScheduleBody, String> {
    found.only(&["subgroup", "packets", "slots"], "an orbit schedule")?;
    let subgroup = need(found.subgroup, "subgroup")?;
    let packets = ends(need(found.packets, "packets")?, 1)?;
    let slots = need(found.slots, "slots")?;
    let parts = packets.first().map_or(2, Ends::count);
    if let Some(index) = packets.iter().position(|ends| ends.count() != parts) {
        return Err(format!(
            "found another kind of packet at packets[{index}], expected {parts} ends like the first"
        ));
    }
    if parts == 1 {
        return Ok(ScheduleBody::OrbitMultinode { subgroup, packets, slots: slots.into_orbit_moves()? });
    }
    Ok(ScheduleBody::Orbit { subgroup, packets, slots: slots.into_moves()? })
}

/// A packet before the kind of its schedule is known: an offset, or its ends.
#[derive(Debug)]
enum AnyPacket {
    Index(u64),
    List(Ends),
}

impl<'de> Deserialize<'de> for AnyPacket {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PacketVisitor;
        impl<'de> Visitor<'de> for PacketVisitor {
            type Value = AnyPacket;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(
                    "a packet: an integer from 0, a list of coordinates, a list of at most two nodes, or \"apart\"",
                )
            }

            fn visit_u64<E: Error>(self, index: u64) -> Result<AnyPacket, E> {
                Ok(AnyPacket::Index(index))
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<AnyPacket, E> {
                if word == APART {
                    Ok(AnyPacket::List(Ends::apart()))
                } else {
                    Err(E::invalid_value(Unexpected::Str(word), &self))
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<AnyPacket, A::Error> {
                let mut nodes = Vec::new();
                while let Some(node) = list.next_element()? {
                    nodes.push(node);
                }
                Ok(AnyPacket::List(Ends::new(nodes)))
            }
        }
        deserializer.deserialize_any(PacketVisitor)
    }
}

/// Returns the packets as offsets, if they are listed.
fn offsets_if_any(packets: Option<Vec<AnyPacket>>) -> Result<Option<Vec<NodeRef>>, String> {
    packets.map(offsets).transpose()
}

/// Returns the packets as offsets.
fn offsets(packets: Vec<AnyPacket>) -> Result<Vec<NodeRef>, String> {
    let coordinate = |node| match node {
        NodeRef::Index(x) => Some(x),
        NodeRef::Coordinates(_) => None,
    };
    let offset = |(index, packet)| match packet {
        AnyPacket::Index(offset) => Ok(NodeRef::Index(offset)),
        AnyPacket::List(list) if list.is_apart() => {
            Err(format!("found \"{APART}\" at packets[{index}], expected a node"))
        }
        AnyPacket::List(list) => {
            let coordinates: Option<_> = list.nodes().into_iter().map(coordinate).collect();
            let fault = || format!("found a list of lists at packets[{index}], expected a node");
            coordinates.map(NodeRef::Coordinates).ok_or_else(fault)
        }
    };
    packets.into_iter().enumerate().map(offset).collect()
}

/// Returns the packets by their ends, of which each has at least `least`, and two at most.
fn ends(packets: Vec<AnyPacket>, least: usize) -> Result<Vec<Ends>, String> {
    let expected = if least == 0 { "at most two" } else { "one or two" };
    let ends = |(index, packet)| match packet {
        AnyPacket::List(list) if (least..=2).contains(&list.count()) => Ok(list),
        _ => Err(format!(
            "found another kind of packet at packets[{index}], expected a list of {expected} nodes"
        )),
    };
    packets.into_iter().enumerate().map(ends).collect()
}
