//! Offsets of an isotropic task, which may lead back.

use super::node::NodeRef;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// Where the packet of node 0 goes: a node, or with negative numbers, which are taken modulo the radices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Offset {
    /// A node.
    Node(NodeRef),
    /// A number of steps back, where nodes have one coordinate.
    Back(#[cfg_attr(test, schemars(range(max = -1)))] i64),
    /// Coordinates, of which one at least is negative.
    Signed(Vec<i64>),
}

impl From<NodeRef> for Offset {
    fn from(node: NodeRef) -> Self {
        Self::Node(node)
    }
}

/// An integer of a list of coordinates.
enum Whole {
    Natural(u64),
    Negative(i64),
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WholeVisitor;
        impl Visitor<'_> for WholeVisitor {
            type Value = Whole;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an integer in plain digits from −2^63 to 2^64 − 1")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Whole, E> {
                Ok(Whole::Natural(number))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Whole, E> {
                Ok(u64::try_from(number).map_or(Whole::Negative(number), Whole::Natural))
            }
        }
        deserializer.deserialize_any(WholeVisitor)
    }
}

/// Returns the coordinates, signed if one of them is negative.
fn coordinates<E: Error>(list: &[Whole]) -> Result<Offset, E> {
    let natural = |number: &Whole| if let Whole::Natural(number) = number { Some(*number) } else { None };
    if let Some(all) = list.iter().map(natural).collect() {
        return Ok(Offset::Node(NodeRef::Coordinates(all)));
    }
    let signed = |number: &Whole| match number {
        Whole::Negative(number) => Ok(*number),
        Whole::Natural(number) => i64::try_from(*number)
            .map_err(|_| E::custom(format_args!("invalid coordinate {number}, expected one below 2^63"))),
    };
    list.iter().map(signed).collect::<Result<_, E>>().map(Offset::Signed)
}

impl<'de> Deserialize<'de> for Offset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OffsetVisitor;
        impl<'de> Visitor<'de> for OffsetVisitor {
            type Value = Offset;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an offset: an integer, or a list of coordinates")
            }

            fn visit_u64<E: Error>(self, index: u64) -> Result<Offset, E> {
                Ok(Offset::Node(NodeRef::Index(index)))
            }

            fn visit_i64<E: Error>(self, steps: i64) -> Result<Offset, E> {
                let node = |index| Offset::Node(NodeRef::Index(index));
                Ok(u64::try_from(steps).map_or(Offset::Back(steps), node))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Offset, A::Error> {
                let mut found = Vec::new();
                while let Some(coordinate) = list.next_element()? {
                    found.push(coordinate);
                }
                coordinates(&found)
            }
        }
        deserializer.deserialize_any(OffsetVisitor)
    }
}
