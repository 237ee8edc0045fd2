//! The document of groups, `isotask.groups/1`: tasks of several groups of nodes, done at once on one network.

use super::certificate::lower::Lower;
use super::document::{Document, format_tag};
use super::schedule::ScheduleBody;
use super::task::{NodeRef, TaskDocument};
use serde::{Deserialize, Serialize};

format_tag!(GroupsFormat, "isotask.groups/1");

/// The tasks of several groups, schedules that are carried out at once, and a bound on any such schedules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GroupsDocument {
    format: GroupsFormat,
    /// The groups, at least one.
    pub groups: Vec<GroupDocument>,
    /// What no schedules of all groups together can beat.
    pub lower: GroupsLower,
}

impl GroupsDocument {
    /// Puts a document together.
    #[must_use]
    pub fn new(groups: Vec<GroupDocument>, lower: GroupsLower) -> Self {
        Self { format: GroupsFormat, groups, lower }
    }
}

impl Document for GroupsDocument {
    const FORMAT: &'static str = "isotask.groups/1";
}

/// The task of one group, and its schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GroupDocument {
    /// The task; the nodes that take no part in it are switches of its network.
    pub task: TaskDocument,
    /// The schedule, slot by slot.
    pub schedule: ScheduleBody,
}

/// A lower bound on the slots in which all groups are done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum GroupsLower {
    /// One of the groups alone takes as long.
    Group {
        /// The bound, in slots.
        value: u64,
        /// Its place in the list.
        group: u32,
        /// The bound on its completion time.
        lower: Lower,
    },
    /// The packets of all groups that must leave some nodes, against what these can send in a slot.
    Cut {
        /// The bound, in slots.
        value: u64,
        /// These nodes.
        nodes: Vec<NodeRef>,
    },
    /// The moves of all groups, against those of a slot.
    Volume {
        /// The bound, in slots.
        value: u64,
    },
    /// What the packets of all groups pay for moves over links and ports that have prices, against the price
    /// of all of them in a slot.
    Prices {
        /// The bound, in slots.
        value: u64,
        /// `[from, to, price]` for links that have one.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        links: Vec<(NodeRef, NodeRef, u64)>,
        /// `[node, price]` of every send of a node.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        sends: Vec<(NodeRef, u64)>,
        /// `[node, price]` of every receive of a node.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        receives: Vec<(NodeRef, u64)>,
    },
}

impl GroupsLower {
    /// Returns the bound in slots.
    #[must_use]
    pub fn value(&self) -> u64 {
        let (Self::Group { value, .. }
        | Self::Cut { value, .. }
        | Self::Volume { value }
        | Self::Prices { value, .. }) = *self;
        value
    }
}
