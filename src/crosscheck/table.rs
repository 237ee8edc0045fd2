//! The table of a cross-check.

use super::row::Row;
use super::runs::Run;
use crate::model::Problem;

/// All results on a task, row by row.
#[derive(Debug, Clone)]
pub struct Crosscheck {
    /// The task.
    pub problem: Problem,
    /// Closed forms, constructions, answers of the program, bounds.
    pub rows: Vec<Row>,
    /// The runs of the program, in their order.
    pub runs: Vec<Run>,
    /// The number of slots in question: the least for which the program, or else a construction, has a
    /// schedule.
    pub slots: u64,
}
