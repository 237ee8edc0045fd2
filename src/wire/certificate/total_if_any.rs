//! Counts that may exceed 64 bits or be absent.

use super::total::{self, TotalVisitor};
use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};
use std::fmt;

#[expect(clippy::ref_option, reason = "the signature that serde asks for")]
pub(crate) fn serialize<S: Serializer>(count: &Option<u128>, serializer: S) -> Result<S::Ok, S::Error> {
    match count {
        Some(count) => total::serialize(count, serializer),
        None => serializer.serialize_none(),
    }
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u128>, D::Error> {
    deserializer.deserialize_option(OptionVisitor)
}

struct OptionVisitor;

impl<'de> Visitor<'de> for OptionVisitor {
    type Value = Option<u128>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        TotalVisitor.expecting(formatter)
    }

    fn visit_none<E: Error>(self) -> Result<Option<u128>, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<u128>, D::Error> {
        total::deserialize(deserializer).map(Some)
    }
}
