//! Rules of ports.

use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

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
