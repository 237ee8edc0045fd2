//! The key `hull` of a result: the least isotropic task that contains the packets of a task, and what it
//! costs.

use crate::certificate::lower::Lower;
use crate::task::PacketCount;
use serde::{Deserialize, Serialize};

/// The isotropic hull of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HullReport {
    /// What every node sends in the hull.
    pub packets: Vec<PacketCount>,
    /// The packets of the task.
    pub packets_of_task: u64,
    /// The packets of all nodes that the hull has beyond these.
    pub added: u64,
    /// The slots of the schedule that was found for the hull, in which the packets of the task go too.
    pub completion_time: u64,
    /// The bound for every schedule of the hull.
    pub lower: Lower,
    /// The bound for every schedule of the packets of the task alone.
    pub lower_of_task: Lower,
    /// The slots of the schedule beyond that bound.
    pub beyond: u64,
}
