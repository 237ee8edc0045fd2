//! The delay of a result in numbers, and what belongs to a run alone.

use crate::certificate::{Horizon, Per, Scope};
use serde::{Deserialize, Serialize};

/// The delay of a schedule, and its bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DelayReport {
    /// Sum of the delays of the packets that are counted, in slots.
    #[serde(with = "crate::certificate::total")]
    #[cfg_attr(test, schemars(with = "crate::certificate::total::Total"))]
    pub total: u128,
    /// Whose packets are counted: those of each node, where all nodes do the same, else those of all
    /// together. Results of earlier versions do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per: Option<Per>,
    /// The average delay of a packet in slots, an exact fraction.
    pub average: String,
    /// The average to two decimals, halves rounded up.
    pub decimal: String,
    /// The bound on the total.
    #[serde(with = "crate::certificate::total")]
    #[cfg_attr(test, schemars(with = "crate::certificate::total::Total"))]
    pub bound: u128,
    /// By how much the total exceeds the bound.
    #[serde(with = "crate::certificate::total")]
    #[cfg_attr(test, schemars(with = "crate::certificate::total::Total"))]
    pub gap: u128,
    /// Whom the bound binds.
    pub scope: Scope,
    /// How long those schedules may take.
    pub horizon: Option<Horizon>,
}

/// How long a slot is, where it is known what a packet and a link carry: without start-up and latency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SlotTimeReport {
    /// Bytes of a packet, a decimal number.
    pub bytes: String,
    /// Bits that a link of capacity 1 carries in a second, a decimal number.
    pub bits_per_second: String,
    /// The seconds of a slot, exactly: a decimal number, or a fraction such as `2/3`.
    pub slot_seconds: String,
    /// The seconds of all slots of the schedule, likewise.
    pub seconds: String,
}

/// A step of the searches for few slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HistoryReport {
    /// The slots of the best schedule.
    pub slots: u64,
    /// The bound that is proved.
    pub bound: u64,
    /// What this search had looked at so far, in counted steps, not in time.
    pub steps: u64,
}

/// What a run of the program took, and which it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RunReport {
    /// Seconds from the start of the command to the result, to milliseconds.
    pub seconds: String,
    /// Seconds of the parts of the work that are told by themselves, in their order: the runs of the
    /// program of a `crosscheck`, the methods of `methods --run`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartSeconds>,
    /// The versions of what took part.
    pub versions: VersionsReport,
}

/// What a part of the work took.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PartSeconds {
    /// The part.
    pub name: String,
    /// Its seconds, to milliseconds.
    pub seconds: String,
}

/// Versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VersionsReport {
    /// That of Isotask.
    pub isotask: String,
}
