//! The tree that proves a lower bound on the total delay: branchings on variables, and multipliers of named
//! rows.

use serde::de::{Error, SeqAccess, Unexpected, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A 0–1 variable of the delay model, the flow model or the transport model by its name, such as
/// `["q",0,1,3]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DelayVariable {
    /// `["x",i,j,t]`: packet i uses link j in slot t; in the flow model a packet leaves node i over link j in
    /// slot t.
    Use {
        /// The packet, or the node.
        packet: u64,
        /// The link.
        link: u64,
        /// The slot.
        slot: u64,
    },
    /// `["q",i,k,t]`: after t slots packet i still needs k or more moves.
    Needs {
        /// The packet.
        packet: u64,
        /// The number of moves, from 1.
        moves: u64,
        /// The number of slots gone by.
        time: u64,
    },
    /// `["d",i,a]`: packet i goes + in dimension a, where both ways are equally long.
    Plus {
        /// The packet.
        packet: u64,
        /// The dimension.
        dimension: u64,
    },
    /// `["y",c,v,j,t]` of the transport model: a packet of commodity c leaves node v over link j in slot t.
    Carry {
        /// The commodity.
        commodity: u64,
        /// The node.
        node: u64,
        /// The link.
        link: u64,
        /// The slot.
        slot: u64,
    },
}

/// A row of the delay model, the flow model or the transport model by its name; models/formats/programs.md
/// has the coefficients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DelayRow {
    /// `["entry",i,j,t]`: from slot t on packet i uses link j no more often than it needs to.
    Entry {
        /// The packet.
        packet: u64,
        /// The link.
        link: u64,
        /// The number of slots gone by.
        time: u64,
    },
    /// `["row",i,t]`: packet i moves at most once in slot t.
    Row {
        /// The packet.
        packet: u64,
        /// The slot.
        slot: u64,
    },
    /// `["column",j,t]`: link j is used at most once in slot t.
    Column {
        /// The link.
        link: u64,
        /// The slot.
        slot: u64,
    },
    /// `["ports",t]`: at most k moves in slot t.
    Ports {
        /// The slot.
        slot: u64,
    },
    /// `["balance",i,t]`, the one equation: a move in slot t lowers what packet i needs by one.
    Balance {
        /// The packet.
        packet: u64,
        /// The slot.
        slot: u64,
    },
    /// `["fall",i,k,t]`: what is not needed after t slots is not needed after t + 1.
    Fall {
        /// The packet.
        packet: u64,
        /// The number of moves, from 1.
        moves: u64,
        /// The number of slots gone by.
        time: u64,
    },
    /// `["nest",i,k,t]`: who needs k + 1 moves needs k.
    Nest {
        /// The packet.
        packet: u64,
        /// The number of moves, from 1.
        moves: u64,
        /// The number of slots gone by.
        time: u64,
    },
    /// `["link",i,k,t]`: who needs k + 1 moves after t slots needs k after t + 1.
    Link {
        /// The packet.
        packet: u64,
        /// The number of moves, from 1.
        moves: u64,
        /// The number of slots gone by.
        time: u64,
    },
    /// `["hold",v,t]` of the flow model: only packets that were at node v before slot t leave it in slot t.
    Hold {
        /// The node.
        node: u64,
        /// The slot.
        slot: u64,
    },
    /// `["empty",v]` of the flow model, an equation: in the end all packets have left node v.
    Empty {
        /// The node.
        node: u64,
    },
    /// `["stock",c,v,t]` of the transport model: only packets of commodity c that were at node v before slot
    /// t leave it in slot t.
    Stock {
        /// The commodity.
        commodity: u64,
        /// The node.
        node: u64,
        /// The slot.
        slot: u64,
    },
    /// `["clear",c,v]` of the transport model, an equation: in the end all packets of commodity c have left
    /// node v.
    Clear {
        /// The commodity.
        commodity: u64,
        /// The node.
        node: u64,
    },
    /// `["copy",c,v,j,t]` of the transport model: node v sends packet c over link j in slot t only if it came
    /// before.
    Copy {
        /// The packet.
        commodity: u64,
        /// The node.
        node: u64,
        /// The link.
        link: u64,
        /// The slot.
        slot: u64,
    },
    /// `["reach",c,v]` of the transport model, an equation: packet c comes to node v once.
    Reach {
        /// The packet.
        commodity: u64,
        /// The node.
        node: u64,
    },
    /// `["arc",v,j,t]` of the transport model: link j of node v carries at most one packet in slot t.
    Arc {
        /// The node.
        node: u64,
        /// The link.
        link: u64,
        /// The slot.
        slot: u64,
    },
    /// `["sends",v,t]` of the transport model: node v sends no more packets in slot t than its ports allow.
    Sends {
        /// The node.
        node: u64,
        /// The slot.
        slot: u64,
    },
    /// `["receives",v,t]` of the transport model: node v receives no more packets in slot t than its ports
    /// allow.
    Receives {
        /// The node.
        node: u64,
        /// The slot.
        slot: u64,
    },
    /// `["either",v,t]` of the transport model: node v with one half-duplex port sends or receives at most
    /// one packet in slot t.
    Either {
        /// The node.
        node: u64,
        /// The slot.
        slot: u64,
    },
    /// `["pairs",t]` of the transport model: with half-duplex ports every move of slot t takes two of the
    /// nodes.
    Pairs {
        /// The slot.
        slot: u64,
    },
}

/// A row with its multiplier: `[name, indices …, multiplier]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowMultiplier {
    /// The row.
    pub row: DelayRow,
    /// Its multiplier, nonnegative unless the row is an equation.
    pub multiplier: i64,
}

impl DelayVariable {
    fn parts(self) -> (&'static str, Vec<u64>) {
        match self {
            Self::Use { packet, link, slot } => ("x", vec![packet, link, slot]),
            Self::Needs { packet, moves, time } => ("q", vec![packet, moves, time]),
            Self::Plus { packet, dimension } => ("d", vec![packet, dimension]),
            Self::Carry { commodity, node, link, slot } => ("y", vec![commodity, node, link, slot]),
        }
    }
}

impl fmt::Display for DelayVariable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_name(formatter, &self.parts())
    }
}

impl DelayRow {
    fn parts(self) -> (&'static str, Vec<u64>) {
        match self {
            Self::Entry { packet, link, time } => ("entry", vec![packet, link, time]),
            Self::Row { packet, slot } => ("row", vec![packet, slot]),
            Self::Column { link, slot } => ("column", vec![link, slot]),
            Self::Ports { slot } => ("ports", vec![slot]),
            Self::Balance { packet, slot } => ("balance", vec![packet, slot]),
            Self::Fall { packet, moves, time } => ("fall", vec![packet, moves, time]),
            Self::Nest { packet, moves, time } => ("nest", vec![packet, moves, time]),
            Self::Link { packet, moves, time } => ("link", vec![packet, moves, time]),
            Self::Hold { node, slot } => ("hold", vec![node, slot]),
            Self::Empty { node } => ("empty", vec![node]),
            Self::Stock { commodity, node, slot } => ("stock", vec![commodity, node, slot]),
            Self::Clear { commodity, node } => ("clear", vec![commodity, node]),
            Self::Copy { commodity, node, link, slot } => ("copy", vec![commodity, node, link, slot]),
            Self::Reach { commodity, node } => ("reach", vec![commodity, node]),
            Self::Arc { node, link, slot } => ("arc", vec![node, link, slot]),
            Self::Sends { node, slot } => ("sends", vec![node, slot]),
            Self::Receives { node, slot } => ("receives", vec![node, slot]),
            Self::Either { node, slot } => ("either", vec![node, slot]),
            Self::Pairs { slot } => ("pairs", vec![slot]),
        }
    }
}

impl fmt::Display for DelayRow {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_name(formatter, &self.parts())
    }
}

fn write_name(formatter: &mut fmt::Formatter<'_>, (word, indices): &(&str, Vec<u64>)) -> fmt::Result {
    formatter.write_str(word)?;
    for index in indices {
        write!(formatter, " {index}")?;
    }
    Ok(())
}

fn serialize_list<S: Serializer>(
    serializer: S,
    (word, indices): &(&'static str, Vec<u64>),
    last: Option<i64>,
) -> Result<S::Ok, S::Error> {
    let mut items = serializer.serialize_seq(None)?;
    items.serialize_element(word)?;
    for index in indices {
        items.serialize_element(index)?;
    }
    if let Some(last) = last {
        items.serialize_element(&last)?;
    }
    items.end()
}

impl Serialize for DelayVariable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_list(serializer, &self.parts(), None)
    }
}

impl Serialize for RowMultiplier {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_list(serializer, &self.row.parts(), Some(self.multiplier))
    }
}

/// Reads so many indices.
fn indices<'de, A: SeqAccess<'de>, const N: usize>(
    list: &mut A,
    visitor: &dyn serde::de::Expected,
) -> Result<[u64; N], A::Error> {
    let mut found = [0; N];
    for (place, index) in found.iter_mut().enumerate() {
        *index = list.next_element()?.ok_or_else(|| A::Error::invalid_length(place + 1, visitor))?;
    }
    Ok(found)
}

fn require_end<'de, A: SeqAccess<'de>>(list: &mut A, what: &str) -> Result<(), A::Error> {
    match list.next_element::<serde::de::IgnoredAny>()? {
        None => Ok(()),
        Some(_) => Err(A::Error::custom(format_args!("found a longer list, expected {what}"))),
    }
}

const VARIABLE: &str = "[\"x\", packet, link, slot], [\"q\", packet, moves, time], [\"d\", packet, dimension] or [\"y\", commodity, node, link, slot]";
const ROW: &str = "[name, indices of the row …, multiplier]";

impl<'de> Deserialize<'de> for DelayVariable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl<'de> Visitor<'de> for Name {
            type Value = DelayVariable;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(VARIABLE)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<DelayVariable, A::Error> {
                let word: String = list.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
                let variable = match word.as_str() {
                    "x" => {
                        let [packet, link, slot] = indices(&mut list, &self)?;
                        DelayVariable::Use { packet, link, slot }
                    }
                    "q" => {
                        let [packet, moves, time] = indices(&mut list, &self)?;
                        DelayVariable::Needs { packet, moves, time }
                    }
                    "d" => {
                        let [packet, dimension] = indices(&mut list, &self)?;
                        DelayVariable::Plus { packet, dimension }
                    }
                    "y" => {
                        let [commodity, node, link, slot] = indices(&mut list, &self)?;
                        DelayVariable::Carry { commodity, node, link, slot }
                    }
                    _ => return Err(A::Error::invalid_value(Unexpected::Str(&word), &self)),
                };
                require_end(&mut list, VARIABLE)?;
                Ok(variable)
            }
        }
        deserializer.deserialize_seq(Name)
    }
}

impl<'de> Deserialize<'de> for RowMultiplier {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl<'de> Visitor<'de> for Name {
            type Value = RowMultiplier;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(ROW)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<RowMultiplier, A::Error> {
                let word: String = list.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
                let row = row(&word, &mut list, &self)?;
                let multiplier = list
                    .next_element()?
                    .ok_or_else(|| A::Error::custom(format_args!("found a shorter list, expected {ROW}")))?;
                require_end(&mut list, ROW)?;
                Ok(RowMultiplier { row, multiplier })
            }
        }
        deserializer.deserialize_seq(Name)
    }
}

fn row<'de, A: SeqAccess<'de>>(
    word: &str,
    list: &mut A,
    visitor: &dyn serde::de::Expected,
) -> Result<DelayRow, A::Error> {
    Ok(match word {
        "entry" => {
            let [packet, link, time] = indices(list, visitor)?;
            DelayRow::Entry { packet, link, time }
        }
        "row" => {
            let [packet, slot] = indices(list, visitor)?;
            DelayRow::Row { packet, slot }
        }
        "column" => {
            let [link, slot] = indices(list, visitor)?;
            DelayRow::Column { link, slot }
        }
        "ports" => {
            let [slot] = indices(list, visitor)?;
            DelayRow::Ports { slot }
        }
        "balance" => {
            let [packet, slot] = indices(list, visitor)?;
            DelayRow::Balance { packet, slot }
        }
        "fall" => {
            let [packet, moves, time] = indices(list, visitor)?;
            DelayRow::Fall { packet, moves, time }
        }
        "nest" => {
            let [packet, moves, time] = indices(list, visitor)?;
            DelayRow::Nest { packet, moves, time }
        }
        "link" => {
            let [packet, moves, time] = indices(list, visitor)?;
            DelayRow::Link { packet, moves, time }
        }
        "hold" => {
            let [node, slot] = indices(list, visitor)?;
            DelayRow::Hold { node, slot }
        }
        "empty" => {
            let [node] = indices(list, visitor)?;
            DelayRow::Empty { node }
        }
        "stock" => {
            let [commodity, node, slot] = indices(list, visitor)?;
            DelayRow::Stock { commodity, node, slot }
        }
        "clear" => {
            let [commodity, node] = indices(list, visitor)?;
            DelayRow::Clear { commodity, node }
        }
        "copy" => {
            let [commodity, node, link, slot] = indices(list, visitor)?;
            DelayRow::Copy { commodity, node, link, slot }
        }
        "reach" => {
            let [commodity, node] = indices(list, visitor)?;
            DelayRow::Reach { commodity, node }
        }
        "arc" => {
            let [node, link, slot] = indices(list, visitor)?;
            DelayRow::Arc { node, link, slot }
        }
        "sends" => {
            let [node, slot] = indices(list, visitor)?;
            DelayRow::Sends { node, slot }
        }
        "receives" => {
            let [node, slot] = indices(list, visitor)?;
            DelayRow::Receives { node, slot }
        }
        "either" => {
            let [node, slot] = indices(list, visitor)?;
            DelayRow::Either { node, slot }
        }
        "pairs" => {
            let [slot] = indices(list, visitor)?;
            DelayRow::Pairs { slot }
        }
        _ => return Err(A::Error::invalid_value(Unexpected::Str(word), visitor)),
    })
}

#[cfg(test)]
mod schema {
    use crate::{DelayVariable, RowMultiplier};
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use serde_json::{Value, json};
    use std::borrow::Cow;

    fn list(word: &str, indices: usize, multiplier: bool) -> Value {
        let index = json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX });
        let mut items = vec![json!({ "const": word })];
        items.extend((0..indices).map(|_| index.clone()));
        if multiplier {
            items.push(json!({ "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX }));
        }
        let length = items.len();
        json!({ "type": "array", "prefixItems": items, "minItems": length, "maxItems": length })
    }

    impl JsonSchema for DelayVariable {
        fn schema_name() -> Cow<'static, str> {
            "DelayVariable".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            let choices =
                [("x", 3), ("q", 3), ("d", 2), ("y", 4)].map(|(word, indices)| list(word, indices, false));
            json_schema!({ "description": "A variable of the delay model, the flow model or the transport model.", "oneOf": choices })
        }
    }

    impl JsonSchema for RowMultiplier {
        fn schema_name() -> Cow<'static, str> {
            "RowMultiplier".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            let rows = [
                ("entry", 3),
                ("row", 2),
                ("column", 2),
                ("ports", 1),
                ("balance", 2),
                ("fall", 3),
                ("nest", 3),
                ("link", 3),
                ("hold", 2),
                ("empty", 1),
                ("stock", 3),
                ("clear", 2),
                ("copy", 4),
                ("reach", 2),
                ("arc", 3),
                ("sends", 2),
                ("receives", 2),
                ("either", 2),
                ("pairs", 1),
            ];
            let choices = rows.map(|(word, indices)| list(word, indices, true));
            json_schema!({ "description": "A row of the delay model, the flow model or the transport model with its multiplier.", "oneOf": choices })
        }
    }
}
