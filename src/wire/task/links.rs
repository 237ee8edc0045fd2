//! Links as they stand in a network: of a graph, or of the base of a lift.

use super::graph::GraphLink;
use super::lift::LiftLink;
use serde::de::{DeserializeSeed, Error, IgnoredAny, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::sync::Arc;

/// The links of a graph, or of the base of a lift; the first link decides which.
#[derive(Debug)]
pub(super) enum AnyLinks {
    Graph(Vec<GraphLink>),
    Lift(Vec<LiftLink>),
}

impl AnyLinks {
    /// Returns the links of a graph.
    pub(super) fn of_graph(self) -> Result<Arc<[GraphLink]>, String> {
        match self {
            Self::Graph(links) => Ok(links.into()),
            Self::Lift(_) => {
                Err("invalid `links[0]`, expected no list in it: the network is no lift".to_owned())
            }
        }
    }

    /// Returns the links of a base.
    pub(super) fn of_lift(self) -> Result<Arc<[LiftLink]>, String> {
        match self {
            Self::Lift(links) => Ok(links.into()),
            Self::Graph(links) if links.is_empty() => Ok(Arc::new([])),
            Self::Graph(_) => Err(format!("invalid `links[0]`, expected {LIFT_FORM}")),
        }
    }
}

const LIFT_FORM: &str =
    "two nodes, a list with a number for each part of the group, and the capacity if it is not 1";
const GRAPH_FORM: &str = "a list of two nodes, and the capacity if it is not 1";

impl<'de> Deserialize<'de> for AnyLinks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(LinksVisitor)
    }
}

struct LinksVisitor;

impl<'de> Visitor<'de> for LinksVisitor {
    type Value = AnyLinks;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of links")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<AnyLinks, A::Error> {
        let mut links = AnyLinks::Graph(Vec::new());
        while list.next_element_seed(NextLink(&mut links))?.is_some() {}
        Ok(links)
    }
}

/// Reads the next link and appends it to the others.
struct NextLink<'a>(&'a mut AnyLinks);

impl<'de> DeserializeSeed<'de> for NextLink<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for NextLink<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if matches!(self.0, AnyLinks::Lift(_)) { LIFT_FORM } else { GRAPH_FORM })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let from = list.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let to = list.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
        if let AnyLinks::Graph(links) = &mut *self.0 {
            match list.next_element_seed(ThirdItem { is_first: links.is_empty() })? {
                None => links.push(GraphLink { from, to, capacity: 1 }),
                Some(Part::Capacity(capacity)) => links.push(GraphLink { from, to, capacity }),
                Some(Part::Shift(shift)) => {
                    let capacity = list.next_element()?.unwrap_or(1);
                    *self.0 = AnyLinks::Lift(vec![LiftLink { from, to, shift, capacity }]);
                }
            }
        } else {
            let shift = list.next_element()?.ok_or_else(|| A::Error::invalid_length(2, &self))?;
            let capacity = list.next_element()?.unwrap_or(1);
            if let AnyLinks::Lift(links) = &mut *self.0 {
                links.push(LiftLink { from, to, shift, capacity });
            }
        }
        match list.next_element::<IgnoredAny>()? {
            None => Ok(()),
            Some(_) => {
                Err(A::Error::custom(format_args!("found a longer list, expected {}", LinkForm(&self))))
            }
        }
    }
}

/// The item of a link behind its two nodes.
enum Part {
    Capacity(u32),
    Shift(Vec<u64>),
}

/// Reads the item behind the two nodes; only the first link decides whether all links have a list there.
struct ThirdItem {
    is_first: bool,
}

impl<'de> DeserializeSeed<'de> for ThirdItem {
    type Value = Part;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Part, D::Error> {
        if self.is_first {
            return deserializer.deserialize_any(self);
        }
        u32::deserialize(deserializer).map(Part::Capacity)
    }
}

impl<'de> Visitor<'de> for ThirdItem {
    type Value = Part;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            "a capacity: an integer in plain digits from 0 to 2^32 − 1, or on a lift a list of integers",
        )
    }

    fn visit_u64<E: Error>(self, capacity: u64) -> Result<Part, E> {
        let narrow = u32::try_from(capacity);
        narrow.map(Part::Capacity).map_err(|_| E::invalid_value(Unexpected::Unsigned(capacity), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Part, A::Error> {
        let mut shift = Vec::new();
        while let Some(part) = list.next_element()? {
            shift.push(part);
        }
        Ok(Part::Shift(shift))
    }
}

/// The form that is expected of a link, in words.
struct LinkForm<'a, 'b>(&'a NextLink<'b>);

impl fmt::Display for LinkForm<'_, '_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(formatter)
    }
}
