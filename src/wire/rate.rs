//! The rate document, `isotask.rate/1`: a plan that repeats, and the bound on what any plan can carry.

use super::document::{Document, format_tag};
use crate::list::as_list;
use crate::task::{NodeRef, TaskDocument};
use serde::{Deserialize, Serialize};

format_tag!(RateFormat, "isotask.rate/1");

/// A plan that carries a task again and again, and prices which bound every schedule of many such tasks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RateDocument {
    format: RateFormat,
    /// The task.
    pub task: TaskDocument,
    /// The slots of a period.
    pub slots: u64,
    /// How many times the plan carries the task in a period.
    pub times: u64,
    /// Generators of a group of automorphisms under which the plan is the same, as in an orbit schedule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subgroup: Option<Vec<NodeRef>>,
    /// The ways of packets; under a group one of those that it takes to one another.
    pub ways: Vec<RepeatedWay>,
    /// What no schedule can beat.
    pub lower: RateBound,
}

impl RateDocument {
    /// Puts a document together.
    #[must_use]
    pub fn new(
        task: TaskDocument,
        (slots, times): (u64, u64),
        subgroup: Option<Vec<NodeRef>>,
        ways: Vec<RepeatedWay>,
        lower: RateBound,
    ) -> Self {
        Self { format: RateFormat, task, slots, times, subgroup, ways, lower }
    }
}

impl Document for RateDocument {
    const FORMAT: &'static str = "isotask.rate/1";
}

/// The way of a packet and how many packets take it in a period: `[packets, [[from, to], …]]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(from = "(u64, Vec<(u64, u64)>)", into = "(u64, Vec<(u64, u64)>)")]
pub struct RepeatedWay {
    /// The number of packets.
    pub packets: u64,
    /// Its moves, each from a node to a neighbour, in an order in which they may be made.
    pub moves: Vec<(u64, u64)>,
}

as_list!(RepeatedWay { packets: u64, moves: Vec<(u64, u64)> });

/// A bound on the rate: many tasks together take at least `slots / times` slots each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RateBound {
    /// The numerator of the bound in lowest terms.
    pub slots: u64,
    /// Its denominator.
    pub times: u64,
    /// `[from, to, price]` for links that have a price.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<(NodeRef, NodeRef, u64)>,
    /// `[node, price]` for nodes whose sends have a price.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sends: Vec<(NodeRef, u64)>,
    /// `[node, price]` for nodes whose receives have a price.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub receives: Vec<(NodeRef, u64)>,
}
