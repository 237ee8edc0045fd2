//! The key `crosscheck` of a result: what is known of a task, side by side.

use serde::{Deserialize, Serialize};

/// A task by closed forms, constructions, the integer program and bounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CrosscheckReport {
    /// Whether the rows agree.
    pub verdict: CrosscheckVerdict,
    /// The rows that disagree, by their places in `rows`, from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disagree: Vec<u64>,
    /// The number of slots within which the delay is least in `delay-within`.
    pub slots: u64,
    /// The rows, in the order of the table.
    pub rows: Vec<CrosscheckRow>,
    /// The runs of the integer program, in their order; what each took stands in `run`.
    pub runs: Vec<CrosscheckRun>,
    /// What all rows together leave.
    pub least: Vec<LeastReport>,
}

/// What becomes of a cross-check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CrosscheckVerdict {
    /// No two rows are in conflict, and the program has answered.
    Agree,
    /// Two rows are in conflict.
    Disagree,
    /// No two rows are in conflict, but the program ended with a gap, or no row proves the least delay.
    Open,
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CrosscheckRow {
    /// `closed-form`, `construction`, `program` or `bound`.
    pub source: String,
    /// The claim, the method, the question to the program, or the kind of the bound.
    pub name: String,
    /// The formula with its verdict, or how the value is known.
    pub how: String,
    /// Its number of slots, an exact fraction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slots: Option<String>,
    /// Its delay of the packets of the network together, an exact fraction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<String>,
    /// What follows from it; nothing of a formula that is refuted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub says: Vec<LeastReport>,
}

/// The range of a least value, in exact fractions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LeastReport {
    /// `slots`, `symmetric-slots`, `delay`, `symmetric-delay` or `delay-within`: the least number of slots
    /// or delay of all schedules, of those in which every node does the same, and of those of `slots` slots
    /// among these.
    pub least: String,
    /// It is at least this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// It is at most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// A run of the integer program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CrosscheckRun {
    /// `slots`: whether there is a schedule of that number of slots; `least-delay`: the least delay within
    /// it.
    pub asked: String,
    /// The slots of the program.
    pub slots: u64,
    /// Whether every node does the same in its schedules.
    pub symmetric: bool,
    /// The model: `flow`, `slots` (with the directions of packets), or `transport` where nodes differ.
    pub model: String,
    /// Its columns: variables that are no constants.
    pub columns: u64,
    /// Its rows.
    pub rows: u64,
    /// Search nodes of its trees, the root among them; those of `HiGHS` do not count.
    pub nodes: u64,
    /// `schedule`, `too-far` (a packet has more links to go than there are slots), `refuted`, `least` or
    /// `open`.
    pub answer: String,
    /// The delay of its schedule, of the packets of the network together.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::certificate::total_if_any")]
    #[cfg_attr(test, schemars(with = "Option<crate::certificate::total::Total>"))]
    pub delay: Option<u128>,
}
