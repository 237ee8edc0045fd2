//! Counts that may exceed 64 bits: numbers up to 2⁶⁴ − 1, above that decimal strings.
//!
//! Programs that read JSON numbers into 64 bits, or less, then refuse the string instead of rounding in
//! silence.

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserializer, Serializer};
use std::fmt;

pub(crate) fn serialize<S: Serializer>(total: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    match u64::try_from(*total) {
        Ok(number) => serializer.serialize_u64(number),
        Err(_) => serializer.collect_str(total),
    }
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
    deserializer.deserialize_any(TotalVisitor)
}

pub(super) struct TotalVisitor;

impl Visitor<'_> for TotalVisitor {
    type Value = u128;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an integer from 0, as a decimal string where it exceeds 18446744073709551615")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u128, E> {
        Ok(number.into())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<u128, E> {
        Err(E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<u128, E> {
        // Every number has one form: no sign and no zero in front, and no small number as a string.
        let is_written_so = |total: &u128| *total > u64::MAX.into() && total.to_string() == text;
        let total = text.parse().ok().filter(is_written_so);
        total.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

/// How the schemas describe such a number.
#[cfg(test)]
pub(crate) struct Total;

#[cfg(test)]
impl schemars::JsonSchema for Total {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Total".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A count: an integer up to 2⁶⁴ − 1, above that a decimal string.",
            "oneOf": [
                { "type": "integer", "format": "uint64", "minimum": 0 },
                { "type": "string", "pattern": "^[1-9][0-9]{19,38}$" }
            ]
        })
    }
}
