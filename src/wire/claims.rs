//! The claims document, `isotask.claims/1`: what a paper prints, in a form that can be judged.

use super::document::{Document, format_tag};
use crate::report::claims::{PartRole, Relation};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

format_tag!(ClaimsFormat, "isotask.claims/1");

/// Claims of one source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClaimsDocument {
    format: ClaimsFormat,
    /// The source, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Names and functions of all formulas, `N(n) = 2^n`, each using those before it and itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub define: Vec<String>,
    /// Tasks by name, each with the keys of a task file; a string that begins with `=` is a formula.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, Template>"))]
    pub tasks: BTreeMap<String, Value>,
    /// Lists of rows by name, for parts that are judged alike.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rows: BTreeMap<String, Vec<RowRule>>,
    /// The claims.
    pub claims: Vec<ClaimRule>,
}

impl Document for ClaimsDocument {
    const FORMAT: &'static str = "isotask.claims/1";
}

/// One claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClaimRule {
    /// Its identifier: words separated by points.
    pub id: String,
    /// Where it stands in the source.
    pub place: String,
    /// What it says, in words.
    pub statement: String,
    /// The formula as printed, where it is not the one that is judged.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub printed: String,
    /// What is judged.
    pub parts: Vec<PartRule>,
}

/// One form of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PartRule {
    /// Which form; the statement as printed if absent.
    #[serde(default = "printed", skip_serializing_if = "is_printed")]
    pub role: PartRole,
    /// The reading, restriction or correction in words; absent for the statement as printed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Why a correction holds.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub derivation: String,
    /// The formula: what is claimed of the value, or a condition.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub formula: String,
    /// The instances in words; those of the rows if absent.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub range: String,
    /// Names for values, `b = 3`, of this part alone.
    #[serde(default, rename = "let", skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// The instances of all rows, `n = 2..9, k = 1..n where k < n`: for each of them every row in turn.
    #[serde(default, rename = "for", skip_serializing_if = "String::is_empty")]
    pub instances: String,
    /// The rows, or the name of a list of rows; if absent, those of the part before for another formula or
    /// other values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<RowRules>,
}

/// Rows, or their name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum RowRules {
    /// The name of a list of rows of the document.
    Named(String),
    /// The rows.
    Listed(Vec<RowRule>),
}

/// Reads by hand, so that a fault inside a row is reported at its place.
impl<'de> Deserialize<'de> for RowRules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Rows;

        impl<'de> Visitor<'de> for Rows {
            type Value = RowRules;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a list of rows, or the name of one")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<RowRules, E> {
                Ok(RowRules::Named(name.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<RowRules, A::Error> {
                let mut rows = Vec::new();
                while let Some(row) = list.next_element()? {
                    rows.push(row);
                }
                Ok(RowRules::Listed(rows))
            }
        }

        deserializer.deserialize_any(Rows)
    }
}

/// How instances are made and held against a proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RowRule {
    /// The instances of this row, within those of the part.
    #[serde(default, rename = "for", skip_serializing_if = "String::is_empty")]
    pub instances: String,
    /// What an instance is called, formulas standing in braces: `ring {n}`.
    pub instance: String,
    /// What is claimed: that the value is equal to the formula, at most, or at least; that a condition `is`
    /// true; equal if absent.
    #[serde(default = "equal", skip_serializing_if = "is_equal")]
    pub relation: Relation,
    /// The formula; that of the part if absent.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub formula: String,
    /// The task that is solved: one with the keys of a task file, or the name of one.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    #[cfg_attr(test, schemars(with = "Option<Template>"))]
    pub task: Value,
    /// The method, formulas standing in braces; the best of all if absent.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub method: String,
    /// A formula for the schedule that is judged, where no method is to find one: a list of slots, each a
    /// list of moves `[packet, link]` of node 0, `[position, link]` where packets are copied or combined, or
    /// `[packet, from, to]` where nodes differ.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub schedule: String,
    /// What of a task counts: the schedule as an upper bound and the bounds as lower ones, or one of them
    /// alone.
    #[serde(default, skip_serializing_if = "Counts::is_both")]
    pub counts: Counts,
    /// What is measured of the schedule; the completion time if absent.
    #[serde(default, skip_serializing_if = "Measure::is_time")]
    pub measure: Measure,
    /// A monotone formula of the measured `x`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub value: String,
    /// The true value, where it is computed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub found: String,
    /// What the true value is at least, by an argument that `how` states.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub lower: String,
    /// What the true value is at most, by an argument that `how` states.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub upper: String,
    /// How the true value or the condition is known, formulas standing in braces.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub how: String,
    /// What is to be said beside the certificate.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub because: String,
    /// Whether the certificate is kept.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub certificate: bool,
}

/// Anything but `null`, which stands for nothing in no document.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema is made from it")]
enum Template {
    Boolean(bool),
    Number(serde_json::Number),
    Text(String),
    List(Vec<Template>),
    Keys(BTreeMap<String, Template>),
}

/// What of a certificate counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// The least value of all: what the schedule attains is an upper bound, the bounds are lower ones.
    #[default]
    Both,
    /// The value of this schedule, be it the least or not.
    Schedule,
    /// The bounds alone, where the schedule in question is not the one that was found.
    Bound,
}

impl Counts {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    fn is_both(&self) -> bool {
        *self == Self::Both
    }
}

/// What is measured of a schedule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The slots, least among all schedules.
    #[default]
    CompletionTime,
    /// The slots, least among symmetric schedules.
    SymmetricCompletionTime,
    /// The sum of the delays of the packets of all nodes, least among all schedules of any length.
    TotalDelay,
    /// The sum of the delays of the packets of one node, least among symmetric schedules of any length.
    SymmetricTotalDelay,
    /// The moves of the packets of all nodes, least among all schedules.
    Transmissions,
}

impl Measure {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    fn is_time(&self) -> bool {
        *self == Self::CompletionTime
    }
}

const fn printed() -> PartRole {
    PartRole::Printed
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_printed(role: &PartRole) -> bool {
    *role == PartRole::Printed
}

const fn equal() -> Relation {
    Relation::Equal
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_equal(relation: &Relation) -> bool {
    *relation == Relation::Equal
}

const fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_yes(wanted: &bool) -> bool {
    *wanted
}
