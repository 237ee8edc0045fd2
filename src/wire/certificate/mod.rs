//! The certificate document, `isotask.certificate/1`.

pub(super) mod direction_tree;
pub(super) mod dual_tree;
pub(super) mod lower;
pub(super) mod matrix;
pub(super) mod part;
pub(super) mod rows;
pub(super) mod total;
pub(super) mod total_if_any;
mod tree_node;

use super::document::{Document, format_tag};
use super::schedule::ScheduleBody;
use super::task::{Objective, TaskDocument};
use lower::Lower;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use strum::IntoStaticStr;

format_tag!(CertificateFormat, "isotask.certificate/1");

/// A task, a schedule for it, and what is claimed of the schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CertificateDocument {
    format: CertificateFormat,
    /// The task.
    pub task: TaskDocument,
    /// The schedule.
    pub schedule: ScheduleBody,
    /// The claims, at least one.
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub claims: Vec<Claim>,
}

impl CertificateDocument {
    /// Puts a document together.
    #[must_use]
    pub fn new(task: TaskDocument, schedule: ScheduleBody, claims: Vec<Claim>) -> Self {
        Self { format: CertificateFormat, task, schedule, claims }
    }

    /// Returns whether every part of the objective is claimed to be the least within a scope; of two parts
    /// among all schedules, as the second is least among all those that minimise the first.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.is_optimal_among(Scope::All)
    }

    /// Returns whether every part of the objective is claimed to be the least, the second of two parts among
    /// the schedules of a scope.
    #[must_use]
    pub fn is_optimal_among(&self, among: Scope) -> bool {
        let is_least = |quantity| {
            Claim::foremost(&self.claims, quantity).is_some_and(|claim| claim.status == Status::Optimal)
        };
        match self.task.objective {
            Objective::CompletionTime => is_least(Quantity::CompletionTime),
            Objective::AverageDelay => is_least(Quantity::TotalDelay),
            Objective::CompletionTimeThenAverageDelay => {
                let is_least_of_these = |quantity| {
                    let mut claims = self.claims.iter().filter(|claim| claim.quantity == quantity);
                    claims.any(|claim| claim.scope >= among && claim.status == Status::Optimal)
                };
                is_least_of_these(Quantity::CompletionTime) && is_least_of_these(Quantity::TotalDelay)
            }
        }
    }
}

impl Document for CertificateDocument {
    const FORMAT: &'static str = "isotask.certificate/1";
}

/// One statement about the schedule: a value, a lower bound with its witness, and whom it binds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// What is measured.
    pub quantity: Quantity,
    /// What the schedule attains, in slots or in transmissions.
    #[serde(with = "total")]
    #[cfg_attr(test, schemars(with = "total::Total"))]
    pub value: u128,
    /// What the value is counted for; only for counted quantities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per: Option<Per>,
    /// Which schedules the lower bound binds.
    pub scope: Scope,
    /// How long those schedules may take; only for delay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<Horizon>,
    /// The lower bound.
    pub lower: Lower,
    /// Whether value and bound meet.
    pub status: Status,
}

impl Claim {
    /// Returns the strongest claim of a quantity: the one proved least in the widest scope, else the one with
    /// the greatest bound; none if the quantity is not claimed.
    #[must_use]
    pub fn foremost(claims: &[Self], quantity: Quantity) -> Option<&Self> {
        let of_it = || claims.iter().filter(|claim| claim.quantity == quantity);
        let proved = of_it().filter(|claim| claim.status == Status::Optimal).max_by_key(|claim| claim.scope);
        proved.or_else(|| of_it().max_by_key(|claim| (claim.lower.value(), claim.scope)))
    }
}

/// What a claim measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// Number of slots until every packet has arrived.
    CompletionTime,
    /// Number of moves.
    Transmissions,
    /// Sum over the packets of one node of the slots until each has arrived, `ΣC_i`.
    TotalDelay,
}

impl Quantity {
    /// Names it as people read it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::CompletionTime => "completion time",
            Self::Transmissions => "transmissions",
            Self::TotalDelay => "total delay",
        }
    }
}

/// How many slots the schedules that a bound on delay binds may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Horizon {
    /// The least completion time that is proved of symmetric schedules.
    Critical,
    /// Any number of slots.
    Any,
    /// At most this number of slots.
    Slots(u64),
}

impl Serialize for Horizon {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Critical => serializer.serialize_str("critical"),
            Self::Any => serializer.serialize_str("any"),
            Self::Slots(slots) => serializer.serialize_u64(*slots),
        }
    }
}

impl<'de> Deserialize<'de> for Horizon {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct HorizonVisitor;
        impl Visitor<'_> for HorizonVisitor {
            type Value = Horizon;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("\"critical\", \"any\" or a number of slots")
            }

            fn visit_u64<E: Error>(self, slots: u64) -> Result<Horizon, E> {
                Ok(Horizon::Slots(slots))
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Horizon, E> {
                match word {
                    "critical" => Ok(Horizon::Critical),
                    "any" => Ok(Horizon::Any),
                    _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
                }
            }
        }
        deserializer.deserialize_any(HorizonVisitor)
    }
}

#[cfg(test)]
impl schemars::JsonSchema for Horizon {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Horizon".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "How many slots the schedules that a bound on delay binds may take.",
            "oneOf": [
                { "enum": ["critical", "any"] },
                { "type": "integer", "format": "uint64", "minimum": 0 }
            ]
        })
    }
}

/// What a counted quantity is counted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Per {
    /// One node; every node has the same.
    Node,
    /// All nodes together.
    Network,
}

impl Per {
    /// Returns the word that stands in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Which schedules a lower bound binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Scope {
    /// Symmetric schedules along shortest paths.
    IsotropicShortest,
    /// Symmetric schedules.
    Isotropic,
    /// Every schedule.
    All,
}

impl Scope {
    /// Returns the word that stands in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Whether value and lower bound meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Status {
    /// They meet: within the scope nothing is better.
    Optimal,
    /// The value is above the bound.
    UpperBound,
}

impl Status {
    /// Returns the word that stands in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
