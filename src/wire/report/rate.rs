//! The key `rate` of a result: slots for each task if there are many.

use serde::{Deserialize, Serialize};

/// How many slots many tasks take, each on the average.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RateReport {
    /// The slots of a period of the plan.
    pub slots: u64,
    /// How many times the plan carries the task in a period.
    pub times: u64,
    /// The slots for each task as a fraction in lowest terms, or an integer: slots / times.
    pub slots_of_a_task: String,
    /// No schedules of many tasks take fewer for each, as such a fraction.
    pub bound: String,
    /// The number of different ways in the plan.
    pub ways: u64,
    /// The most moves that have to be made one after the other on a way.
    pub hops: u64,
    /// Numbers of tasks in one schedule, by increasing number.
    pub counts: Vec<RateRow>,
    /// The first of the numbers 1, 2, 4, … for which no schedule was found, though one was asked for; beyond
    /// it none was sought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unscheduled: Option<u64>,
}

/// What is known of a number of tasks in one schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RateRow {
    /// The number of tasks.
    pub count: u64,
    /// The slots that the plan takes, with its beginning and end.
    pub slots: u64,
    /// The least slots by schedules of this number, or of a divisor again and again, if they were sought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduled: Option<u64>,
    /// No schedule takes fewer.
    pub least: u64,
}
