//! Nodes by their index or coordinates.

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

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

/// An end of an edge in a list: a node, or its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EdgeEnd {
    /// By index or coordinates.
    Node(NodeRef),
    /// By name.
    Name(String),
}

impl<'de> Deserialize<'de> for EdgeEnd {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EndVisitor;
        impl<'de> Visitor<'de> for EndVisitor {
            type Value = EdgeEnd;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a node: an integer from 0, a list of coordinates, or a name in quotes")
            }

            fn visit_u64<E: Error>(self, index: u64) -> Result<EdgeEnd, E> {
                NodeVisitor.visit_u64(index).map(EdgeEnd::Node)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<EdgeEnd, A::Error> {
                NodeVisitor.visit_seq(list).map(EdgeEnd::Node)
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<EdgeEnd, E> {
                Ok(EdgeEnd::Name(name.to_owned()))
            }
        }
        deserializer.deserialize_any(EndVisitor)
    }
}

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

impl<'de> Deserialize<'de> for NodeRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}
