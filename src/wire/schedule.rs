//! The schedule document, `isotask.schedule/1`, and the schedule inside a certificate.

use super::document::{Document, format_tag};
use super::keys::{need, only};
use super::moves::{AnySlots, Move, MultinodeMove, Transfer};
use super::task::{NodeRef, TaskDocument};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

format_tag!(ScheduleFormat, "isotask.schedule/1");

/// A schedule together with the task that it serves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields, !try_from))]
#[serde(try_from = "DocumentFields")]
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
#[serde(tag = "kind", rename_all = "kebab-case", try_from = "BodyFields")]
pub enum ScheduleBody {
    /// What node 0 sends; every node does the translate.
    Symmetric {
        /// Offsets of node 0's packets, equal offsets side by side.
        packets: Vec<NodeRef>,
        /// Slot by slot, the moves `[packet, link]`.
        slots: Vec<Vec<Move>>,
    },
    /// What becomes of the packets of node 0 in a multinode broadcast, or of those for node 0 in a multinode
    /// accumulation; every node does the translate.
    #[serde(rename = "symmetric")]
    #[cfg_attr(test, schemars(extend("not" = serde_json::json!({ "required": ["packets"] }))))]
    Multinode {
        /// Slot by slot, the moves `[position, link]` or `[packet, position, link]`.
        slots: Vec<Vec<MultinodeMove>>,
    },
    /// What every node sends.
    Explicit {
        /// `[from, to]` for each packet that goes from one node to another, `[from]` for one that is copied,
        /// `[to]` for one that is combined.
        #[cfg_attr(test, schemars(inner(length(min = 1, max = 2))))]
        packets: Vec<Vec<NodeRef>>,
        /// Slot by slot, the moves `[packet, from, to]`.
        slots: Vec<Vec<Transfer>>,
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

impl From<(u64, u64, u64, u64)> for Interval {
    fn from((start, width, group, link): (u64, u64, u64, u64)) -> Self {
        Self { start, width, group, link }
    }
}

impl From<Interval> for (u64, u64, u64, u64) {
    fn from(interval: Interval) -> Self {
        (interval.start, interval.width, interval.group, interval.link)
    }
}

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

impl From<(u64, Vec<u64>)> for Route {
    fn from((row, uses): (u64, Vec<u64>)) -> Self {
        Self { row, uses }
    }
}

impl From<Route> for (u64, Vec<u64>) {
    fn from(route: Route) -> Self {
        (route.row, route.uses)
    }
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum BodyKind {
    Symmetric,
    Explicit,
    Intervals,
}

/// The keys of the schedule document, read flat so that a fault keeps its exact place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DocumentFields {
    format: ScheduleFormat,
    task: TaskDocument,
    kind: BodyKind,
    packets: Option<Vec<AnyPacket>>,
    slots: Option<AnySlots>,
    groups: Option<Vec<u64>>,
    intervals: Option<Vec<Interval>>,
    routes: Option<Vec<Route>>,
}

/// The keys of a schedule inside a certificate.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BodyFields {
    kind: BodyKind,
    packets: Option<Vec<AnyPacket>>,
    slots: Option<AnySlots>,
    groups: Option<Vec<u64>>,
    intervals: Option<Vec<Interval>>,
    routes: Option<Vec<Route>>,
}

impl TryFrom<DocumentFields> for ScheduleDocument {
    type Error = String;

    fn try_from(fields: DocumentFields) -> Result<Self, String> {
        let DocumentFields { format, task, kind, packets, slots, groups, intervals, routes } = fields;
        let body = BodyFields { kind, packets, slots, groups, intervals, routes };
        Ok(Self { format, task, body: body.try_into()? })
    }
}

impl TryFrom<BodyFields> for ScheduleBody {
    type Error = String;

    fn try_from(fields: BodyFields) -> Result<Self, String> {
        let present = [
            ("packets", fields.packets.is_some()),
            ("slots", fields.slots.is_some()),
            ("groups", fields.groups.is_some()),
            ("intervals", fields.intervals.is_some()),
            ("routes", fields.routes.is_some()),
        ];
        match fields.kind {
            BodyKind::Symmetric => {
                only(&present, &["packets", "slots"], "a symmetric schedule")?;
                let slots = need(fields.slots, "slots")?;
                match fields.packets {
                    None => Ok(Self::Multinode { slots: slots.into_multinode()? }),
                    Some(packets) => {
                        Ok(Self::Symmetric { packets: offsets(packets)?, slots: slots.into_moves()? })
                    }
                }
            }
            BodyKind::Explicit => {
                only(&present, &["packets", "slots"], "an explicit schedule")?;
                let packets = need(fields.packets, "packets")?;
                Ok(Self::Explicit {
                    packets: ends(packets)?,
                    slots: need(fields.slots, "slots")?.into_transfers()?,
                })
            }
            BodyKind::Intervals => {
                let wanted = ["packets", "groups", "intervals", "routes"];
                only(&present, &wanted, "a schedule in intervals")?;
                Ok(Self::Intervals {
                    packets: fields.packets.map(offsets).transpose()?,
                    groups: need(fields.groups, "groups")?,
                    intervals: need(fields.intervals, "intervals")?,
                    routes: fields.routes.unwrap_or_default(),
                })
            }
        }
    }
}

/// A packet before the kind of its schedule is known: an offset, or its ends.
#[derive(Debug)]
enum AnyPacket {
    Index(u64),
    List(Vec<NodeRef>),
}

impl<'de> Deserialize<'de> for AnyPacket {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PacketVisitor;
        impl<'de> Visitor<'de> for PacketVisitor {
            type Value = AnyPacket;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(
                    "a packet: an integer from 0, a list of coordinates, or a list of one or two nodes",
                )
            }

            fn visit_u64<E: Error>(self, index: u64) -> Result<AnyPacket, E> {
                Ok(AnyPacket::Index(index))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<AnyPacket, A::Error> {
                let mut nodes = Vec::new();
                while let Some(node) = list.next_element()? {
                    nodes.push(node);
                }
                Ok(AnyPacket::List(nodes))
            }
        }
        deserializer.deserialize_any(PacketVisitor)
    }
}

/// The packets as offsets.
fn offsets(packets: Vec<AnyPacket>) -> Result<Vec<NodeRef>, String> {
    let coordinate = |node| match node {
        NodeRef::Index(x) => Some(x),
        NodeRef::Coordinates(_) => None,
    };
    let offset = |(index, packet)| match packet {
        AnyPacket::Index(offset) => Ok(NodeRef::Index(offset)),
        AnyPacket::List(list) => {
            let coordinates: Option<_> = list.into_iter().map(coordinate).collect();
            let fault = || format!("found a list of lists at packets[{index}], expected a node");
            coordinates.map(NodeRef::Coordinates).ok_or_else(fault)
        }
    };
    packets.into_iter().enumerate().map(offset).collect()
}

/// The packets by their ends.
fn ends(packets: Vec<AnyPacket>) -> Result<Vec<Vec<NodeRef>>, String> {
    let ends = |(index, packet)| match packet {
        AnyPacket::List(list) if (1..=2).contains(&list.len()) => Ok(list),
        _ => Err(format!(
            "found another kind of packet at packets[{index}], expected a list of one or two nodes"
        )),
    };
    packets.into_iter().enumerate().map(ends).collect()
}
