//! The moves of a schedule, and how a list of slots is read before the kind of its schedule is known.

use super::slots::Slots;
use super::step::{Numbers, Step};
use crate::list::as_list;
use crate::task::NodeRef;
use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A packet moves over a link: `[packet, link]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(into = "(u32, u32)")]
#[cfg_attr(test, schemars(with = "(u32, u32)"))]
pub struct Move {
    /// Index into `packets`.
    pub packet: u32,
    /// Index of the link type.
    pub link: u32,
}

as_list!(Move { packet: u32, link: u32 });

/// A packet of a multinode broadcast or accumulation is sent from a position: `[position, link]`, or
/// `[packet, position, link]` where a node has several packets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MultinodeMove {
    /// Which packet of its node; none where a node has only one.
    pub packet: Option<u32>,
    /// Where it is sent from, if it started at node 0; for an accumulation, if it goes to node 0.
    pub position: NodeRef,
    /// Index of the link type.
    pub link: u32,
}

impl Serialize for MultinodeMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.packet {
            None => (&self.position, self.link).serialize(serializer),
            Some(packet) => (packet, &self.position, self.link).serialize(serializer),
        }
    }
}

/// A packet is sent from a node over a link: `[packet, node, link]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(into = "(u32, NodeRef, u32)")]
#[cfg_attr(test, schemars(with = "(u32, NodeRef, u32)"))]
pub struct OrbitMove {
    /// Index into `packets`.
    pub packet: u32,
    /// The node that sends.
    pub node: NodeRef,
    /// Index of the link type.
    pub link: u32,
}

as_list!(OrbitMove { packet: u32, node: NodeRef, link: u32 });

// There may be millions, so a transfer whose nodes are indices of 32 bits takes only 16 bytes.
/// A packet moves from a node to a neighbour: `[packet, from, to]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(into = "(u32, NodeRef, NodeRef)")]
#[cfg_attr(test, schemars(with = "(u32, NodeRef, NodeRef)"))]
pub struct Transfer(Written);

/// A transfer in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Written {
    /// The packet and its nodes, which are indices of 32 bits.
    Indices(u32, u32, u32),
    /// The packet and its nodes, in any other form.
    Any(Box<(u32, NodeRef, NodeRef)>),
}

impl Transfer {
    /// Returns the transfer of a packet between nodes that are given by their indices.
    pub(crate) fn of_indices(packet: u32, from: u32, to: u32) -> Self {
        Self(Written::Indices(packet, from, to))
    }

    /// Returns the indices of packet and nodes; none if a node has no index of 32 bits.
    pub(crate) fn indices(&self) -> Option<[u32; 3]> {
        match self.0 {
            Written::Indices(packet, from, to) => Some([packet, from, to]),
            Written::Any(_) => None,
        }
    }

    /// Returns the transfer of a packet, given by its index, from one node to another.
    #[must_use]
    pub fn new(packet: u32, from: NodeRef, to: NodeRef) -> Self {
        let small = |node: &NodeRef| match node {
            NodeRef::Index(index) => u32::try_from(*index).ok(),
            NodeRef::Coordinates(_) => None,
        };
        Self(match (small(&from), small(&to)) {
            (Some(from), Some(to)) => Written::Indices(packet, from, to),
            _ => Written::Any(Box::new((packet, from, to))),
        })
    }

    /// Returns the index into `packets`.
    #[must_use]
    pub fn packet(&self) -> u32 {
        match &self.0 {
            Written::Indices(packet, ..) => *packet,
            Written::Any(any) => any.0,
        }
    }

    /// Returns the node that sends.
    #[must_use]
    pub fn from(&self) -> NodeRef {
        match &self.0 {
            Written::Indices(_, from, _) => NodeRef::Index((*from).into()),
            Written::Any(any) => any.1.clone(),
        }
    }

    /// Returns the neighbour that receives.
    #[must_use]
    pub fn to(&self) -> NodeRef {
        match &self.0 {
            Written::Indices(_, _, to) => NodeRef::Index((*to).into()),
            Written::Any(any) => any.2.clone(),
        }
    }
}

impl From<Transfer> for (u32, NodeRef, NodeRef) {
    fn from(step: Transfer) -> Self {
        (step.packet(), step.from(), step.to())
    }
}

/// Slots of any kind of schedule. Pairs and triples of numbers, of which there may be millions, are kept
/// small.
#[derive(Debug)]
pub(crate) enum AnySlots {
    Pairs(Slots<Move>),
    Triples(Slots<Transfer>),
    Lists(Slots<[Option<NodeRef>; 3]>),
}

impl Default for AnySlots {
    fn default() -> Self {
        Self::Pairs(Slots::new())
    }
}

impl AnySlots {
    /// Converts the slots to moves `[packet, link]`.
    pub(crate) fn into_moves(self) -> Result<Slots<Move>, String> {
        match self {
            Self::Pairs(slots) => Ok(slots),
            other => convert_slots(other.into_lists(), "[packet, link]", |list| match list {
                [Some(NodeRef::Index(packet)), Some(NodeRef::Index(link)), None] => {
                    Some(Move { packet: u32::try_from(packet).ok()?, link: u32::try_from(link).ok()? })
                }
                _ => None,
            }),
        }
    }

    /// Converts the slots to moves `[position, link]` or `[packet, position, link]`.
    pub(crate) fn into_multinode(self) -> Result<Slots<MultinodeMove>, String> {
        let number = |node: &NodeRef| match node {
            NodeRef::Index(index) => u32::try_from(*index).ok(),
            NodeRef::Coordinates(_) => None,
        };
        let placed = |list: [Option<NodeRef>; 3]| match list {
            [Some(position), Some(link), None] => {
                Some(MultinodeMove { packet: None, position, link: number(&link)? })
            }
            [Some(packet), Some(position), Some(link)] => {
                Some(MultinodeMove { packet: Some(number(&packet)?), position, link: number(&link)? })
            }
            _ => None,
        };
        convert_slots(self.into_lists(), "[position, link] or [packet, position, link]", placed)
    }

    /// Converts the slots to moves `[packet, node, link]`.
    pub(crate) fn into_orbit_moves(self) -> Result<Slots<OrbitMove>, String> {
        convert_slots(self.into_lists(), "[packet, node, link]", |list| match list {
            [Some(NodeRef::Index(packet)), Some(node), Some(NodeRef::Index(link))] => {
                Some(OrbitMove { packet: u32::try_from(packet).ok()?, node, link: u32::try_from(link).ok()? })
            }
            _ => None,
        })
    }

    /// Converts the slots to moves `[packet, from, to]`.
    pub(crate) fn into_transfers(self) -> Result<Slots<Transfer>, String> {
        match self {
            Self::Triples(slots) => Ok(slots),
            other => convert_slots(other.into_lists(), "[packet, from, to]", |list| match list {
                [Some(NodeRef::Index(packet)), Some(from), Some(to)] => {
                    u32::try_from(packet).ok().map(|packet| Transfer::new(packet, from, to))
                }
                _ => None,
            }),
        }
    }

    fn into_lists(self) -> Slots<[Option<NodeRef>; 3]> {
        let list = |step: &Move| {
            [Some(NodeRef::Index(step.packet.into())), Some(NodeRef::Index(step.link.into())), None]
        };
        let triple = |step: &Transfer| {
            [Some(NodeRef::Index(step.packet().into())), Some(step.from()), Some(step.to())]
        };
        match self {
            Self::Pairs(slots) => slots.map(list),
            Self::Triples(slots) => slots.map(triple),
            Self::Lists(slots) => slots,
        }
    }

    /// Adds a move of plain integers; none if the moves before it have another form.
    #[inline]
    pub(crate) fn add(&mut self, numbers: Numbers) -> Option<()> {
        if let (Self::Pairs(slots), Numbers::Three(..)) = (&*self, numbers)
            && slots.moves().is_empty()
        {
            *self = Self::Triples(slots.iter().map(|_| []).collect());
        }
        match self {
            Self::Pairs(slots) => slots.add(Move::of(numbers)?),
            Self::Triples(slots) => slots.add(Transfer::of(numbers)?),
            Self::Lists(_) => return None,
        }
        Some(())
    }

    /// Ends the slot that is being filled.
    pub(crate) fn end_slot(&mut self) {
        match self {
            Self::Pairs(slots) => slots.end_slot(),
            Self::Triples(slots) => slots.end_slot(),
            Self::Lists(slots) => slots.end_slot(),
        }
    }

    /// Adds a move to the slot that is being filled.
    fn push(&mut self, list: [Option<NodeRef>; 3]) {
        let triple = match &list {
            [Some(NodeRef::Index(packet)), Some(NodeRef::Index(from)), Some(NodeRef::Index(to))] => {
                let packet = u32::try_from(*packet).ok();
                packet.map(|packet| Transfer::new(packet, NodeRef::Index(*from), NodeRef::Index(*to)))
            }
            _ => None,
        };
        if let Self::Pairs(slots) = self {
            if let [Some(NodeRef::Index(packet)), Some(NodeRef::Index(link)), None] = &list
                && let (Ok(packet), Ok(link)) = (u32::try_from(*packet), u32::try_from(*link))
            {
                slots.add(Move { packet, link });
                return;
            }
            // The first move decides the form; slots without moves are taken over.
            if triple.is_some() && slots.moves().is_empty() {
                *self = Self::Triples(slots.iter().map(|_| []).collect());
            }
        }
        if let (Self::Triples(slots), Some(triple)) = (&mut *self, triple) {
            slots.add(triple);
            return;
        }
        if !matches!(self, Self::Lists(_)) {
            *self = Self::Lists(std::mem::replace(self, Self::Lists(Slots::new())).into_lists());
        }
        if let Self::Lists(slots) = self {
            slots.add(list);
        }
    }
}

fn convert_slots<L, T>(
    slots: Slots<L>,
    expected: &str,
    convert: impl Fn(L) -> Option<T>,
) -> Result<Slots<T>, String> {
    slots.try_map(|slot, index, list| {
        convert(list).ok_or_else(|| {
            format!("found another kind of move at slots[{slot}][{index}], expected {expected} in plain digits, packet and link below 2^32")
        })
    })
}

/// What is being read: all slots, one slot, or one move.
enum Level<'a> {
    Slots(&'a mut AnySlots),
    Slot(&'a mut AnySlots),
    Move(&'a mut AnySlots),
}

impl<'de> DeserializeSeed<'de> for Level<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Level<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Slots(_) => "a list of slots",
            Self::Slot(_) => "a list of moves",
            Self::Move(_) => "a move: a list of two or three",
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        match self {
            Self::Slots(slots) => {
                while list.next_element_seed(Level::Slot(&mut *slots))?.is_some() {}
                Ok(())
            }
            Self::Slot(slots) => {
                while list.next_element_seed(Level::Move(&mut *slots))?.is_some() {}
                slots.end_slot();
                Ok(())
            }
            Self::Move(slots) => {
                let short = |found, visitor: &Self| A::Error::invalid_length(found, visitor);
                let Some(first) = list.next_element()? else { return Err(short(0, &Self::Move(slots))) };
                let Some(second) = list.next_element()? else { return Err(short(1, &Self::Move(slots))) };
                let third = list.next_element()?;
                if third.is_some() && list.next_element::<serde::de::IgnoredAny>()?.is_some() {
                    return Err(A::Error::custom(
                        "found a longer list, expected a move: a list of two or three",
                    ));
                }
                slots.push([Some(first), Some(second), third]);
                Ok(())
            }
        }
    }
}

impl<'de> Deserialize<'de> for AnySlots {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut slots = Self::default();
        Level::Slots(&mut slots).deserialize(deserializer)?;
        Ok(slots)
    }
}

#[cfg(test)]
impl schemars::JsonSchema for MultinodeMove {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "MultinodeMove".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let short = generator.subschema_for::<(NodeRef, u32)>();
        let long = generator.subschema_for::<(u32, NodeRef, u32)>();
        schemars::json_schema!({
            "description": "A packet of a multinode broadcast or accumulation is sent from a position: \
                [position, link], or [packet, position, link] where a node has several packets.",
            "oneOf": [short, long]
        })
    }
}

impl Step for Move {
    fn of(numbers: Numbers) -> Option<Self> {
        match numbers {
            Numbers::Two(packet, link) => Some(Self { packet, link }),
            Numbers::Three(..) => None,
        }
    }
}

impl Step for Transfer {
    fn of(numbers: Numbers) -> Option<Self> {
        match numbers {
            Numbers::Three(packet, from, to) => Some(Self::of_indices(packet, from, to)),
            Numbers::Two(..) => None,
        }
    }
}

impl Step for OrbitMove {
    fn of(numbers: Numbers) -> Option<Self> {
        match numbers {
            Numbers::Three(packet, node, link) => {
                Some(Self { packet, node: NodeRef::Index(node.into()), link })
            }
            Numbers::Two(..) => None,
        }
    }
}

impl Step for MultinodeMove {
    fn of(numbers: Numbers) -> Option<Self> {
        let (packet, position, link) = match numbers {
            Numbers::Two(position, link) => (None, position, link),
            Numbers::Three(packet, position, link) => (Some(packet), position, link),
        };
        Some(Self { packet, position: NodeRef::Index(position.into()), link })
    }
}
