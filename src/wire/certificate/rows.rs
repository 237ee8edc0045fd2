//! The tree that proves a lower bound on the total delay: branchings on variables, and multipliers of named
//! rows.

use serde::de::{Error, Expected, IgnoredAny, SeqAccess, Unexpected, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// What an index of a name counts.
macro_rules! index {
    (moves) => {
        "The number of moves, from 1."
    };
    (time) => {
        "The number of slots gone by."
    };
    ($index:ident) => {
        concat!("The ", stringify!($index), ".")
    };
}

/// Declares names of variables or rows: for each the variant, the word in documents and the indices, as in
/// `Plus "d" [packet, dimension];` for `["d", packet, dimension]`.
macro_rules! names {
    (
        $(#[$note:meta])*
        pub enum $Name:ident { $( $(#[$about:meta])* $Variant:ident $word:literal [$( $index:ident ),*]; )* }
    ) => {
        $(#[$note])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $Name { $(
            $(#[$about])*
            $Variant { $( #[doc = index!($index)] $index: u64 ),* },
        )* }

        impl $Name {
            /// The words with the numbers of their indices.
            #[cfg(test)]
            const WORDS: &[(&str, usize)] = &[$( ($word, [$( stringify!($index) ),*].len()) ),*];

            /// Returns the word and the indices.
            fn parts(self) -> (&'static str, Vec<u64>) {
                match self { $( Self::$Variant { $( $index ),* } => ($word, vec![$( $index ),*]), )* }
            }

            /// Reads the indices that follow a word.
            fn read<'de, A: SeqAccess<'de>>(
                word: &str,
                list: &mut A,
                visitor: &dyn Expected,
            ) -> Result<Self, A::Error> {
                match word {
                    $( $word => {
                        let [$( $index ),*] = indices(list, visitor)?;
                        Ok(Self::$Variant { $( $index ),* })
                    } )*
                    _ => Err(A::Error::invalid_value(Unexpected::Str(word), visitor)),
                }
            }
        }

        impl fmt::Display for $Name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                let (word, indices) = self.parts();
                formatter.write_str(word)?;
                indices.iter().try_for_each(|index| write!(formatter, " {index}"))
            }
        }
    };
}

names! {
    /// A 0–1 variable of the delay model, the flow model or the transport model by its name, such as
    /// `["q",0,1,3]`.
    pub enum DelayVariable {
        /// `["x",i,j,t]`: packet i uses link j in slot t; in the flow model a packet leaves node i over link
        /// j in slot t.
        Use "x" [packet, link, slot];
        /// `["q",i,k,t]`: after t slots packet i still needs k or more moves.
        Needs "q" [packet, moves, time];
        /// `["d",i,a]`: packet i goes + in dimension a, where both ways are equally long.
        Plus "d" [packet, dimension];
        /// `["y",c,v,j,t]` of the transport model: a packet of commodity c leaves node v over link j in slot
        /// t.
        Carry "y" [commodity, node, link, slot];
    }
}

names! {
    /// A row of the delay model, the flow model or the transport model by its name;
    /// models/formats/programs.md has the coefficients.
    pub enum DelayRow {
        /// `["entry",i,j,t]`: from slot t on packet i uses link j no more often than it needs to.
        Entry "entry" [packet, link, time];
        /// `["row",i,t]`: packet i moves at most once in slot t.
        Row "row" [packet, slot];
        /// `["column",j,t]`: link j is used at most once in slot t.
        Column "column" [link, slot];
        /// `["ports",t]`: at most k moves in slot t.
        Ports "ports" [slot];
        /// `["balance",i,t]`, the one equation: a move in slot t lowers what packet i needs by one.
        Balance "balance" [packet, slot];
        /// `["fall",i,k,t]`: what is not needed after t slots is not needed after t + 1.
        Fall "fall" [packet, moves, time];
        /// `["nest",i,k,t]`: a packet that needs k + 1 moves needs k.
        Nest "nest" [packet, moves, time];
        /// `["link",i,k,t]`: a packet that needs k + 1 moves after t slots needs k after t + 1.
        Link "link" [packet, moves, time];
        /// `["hold",v,t]` of the flow model: only packets that were at node v before slot t leave it in slot
        /// t.
        Hold "hold" [node, slot];
        /// `["empty",v]` of the flow model, an equation: in the end all packets have left node v.
        Empty "empty" [node];
        /// `["stock",c,v,t]` of the transport model: only packets of commodity c that were at node v before
        /// slot t leave it in slot t.
        Stock "stock" [commodity, node, slot];
        /// `["clear",c,v]` of the transport model, an equation: in the end all packets of commodity c have
        /// left node v.
        Clear "clear" [commodity, node];
        /// `["copy",c,v,j,t]` of the transport model: node v sends packet c over link j in slot t only if it
        /// came before.
        Copy "copy" [commodity, node, link, slot];
        /// `["reach",c,v]` of the transport model, an equation: packet c comes to node v once.
        Reach "reach" [commodity, node];
        /// `["arc",v,j,t]` of the transport model: link j of node v carries at most one packet in slot t.
        Arc "arc" [node, link, slot];
        /// `["sends",v,t]` of the transport model: node v sends no more packets in slot t than its ports
        /// allow.
        Sends "sends" [node, slot];
        /// `["receives",v,t]` of the transport model: node v receives no more packets in slot t than its
        /// ports allow.
        Receives "receives" [node, slot];
        /// `["either",v,t]` of the transport model: node v with one half-duplex port sends or receives at
        /// most one packet in slot t.
        Either "either" [node, slot];
        /// `["pairs",t]` of the transport model: with half-duplex ports every move of slot t takes two of the
        /// nodes.
        Pairs "pairs" [slot];
    }
}

/// A row with its multiplier: `[name, indices …, multiplier]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowMultiplier {
    /// The row.
    pub row: DelayRow,
    /// Its multiplier, nonnegative unless the row is an equation.
    pub multiplier: i64,
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

/// Reads `N` indices.
fn indices<'de, A: SeqAccess<'de>, const N: usize>(
    list: &mut A,
    visitor: &dyn Expected,
) -> Result<[u64; N], A::Error> {
    let mut found = [0; N];
    for (place, index) in found.iter_mut().enumerate() {
        *index = list.next_element()?.ok_or_else(|| A::Error::invalid_length(place + 1, visitor))?;
    }
    Ok(found)
}

fn require_end<'de, A: SeqAccess<'de>>(list: &mut A, what: &str) -> Result<(), A::Error> {
    match list.next_element::<IgnoredAny>()? {
        None => Ok(()),
        Some(_) => Err(A::Error::custom(format_args!("found a longer list, expected {what}"))),
    }
}

const VARIABLE_FORM: &str = "[\"x\", packet, link, slot], [\"q\", packet, moves, time], [\"d\", packet, dimension] or [\"y\", commodity, node, link, slot]";
const ROW_FORM: &str = "[name, indices of the row …, multiplier]";

impl<'de> Deserialize<'de> for DelayVariable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl<'de> Visitor<'de> for Name {
            type Value = DelayVariable;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(VARIABLE_FORM)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<DelayVariable, A::Error> {
                let word: String = list.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
                let variable = DelayVariable::read(&word, &mut list, &self)?;
                require_end(&mut list, VARIABLE_FORM)?;
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
                formatter.write_str(ROW_FORM)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<RowMultiplier, A::Error> {
                let word: String = list.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
                let row = DelayRow::read(&word, &mut list, &self)?;
                let multiplier = list.next_element()?.ok_or_else(|| {
                    A::Error::custom(format_args!("found a shorter list, expected {ROW_FORM}"))
                })?;
                require_end(&mut list, ROW_FORM)?;
                Ok(RowMultiplier { row, multiplier })
            }
        }
        deserializer.deserialize_seq(Name)
    }
}

#[cfg(test)]
mod schema {
    use crate::{DelayRow, DelayVariable, RowMultiplier};
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
            let choices: Vec<_> =
                DelayVariable::WORDS.iter().map(|(word, indices)| list(word, *indices, false)).collect();
            json_schema!({ "description": "A variable of the delay model, the flow model or the transport model.", "oneOf": choices })
        }
    }

    impl JsonSchema for RowMultiplier {
        fn schema_name() -> Cow<'static, str> {
            "RowMultiplier".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            let choices: Vec<_> =
                DelayRow::WORDS.iter().map(|(word, indices)| list(word, *indices, true)).collect();
            json_schema!({ "description": "A row of the delay model, the flow model or the transport model with its multiplier.", "oneOf": choices })
        }
    }
}
