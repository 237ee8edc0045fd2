//! The entry of a format in the list of readers.

use super::fault::ScheduleFault;
use super::read::ReadSchedule;
use crate::model::{Problem, plain};

/// A format of schedules of others that is read.
pub(super) struct Reader {
    /// What it is called.
    pub(super) name: &'static str,
    /// Whether a file is of this format, by its beginning.
    pub(super) recognizes: fn(&str) -> bool,
    /// Reads a schedule of a task; the two halves of an all-reduce.
    pub(super) read: fn(&str, &Problem) -> Result<Vec<ReadSchedule>, ScheduleFault>,
}

/// The most letters that are repeated of a message of the parser.
const LONGEST_FAULT: usize = 160;

/// What is wrong with JSON, with its line and column.
pub(super) fn json_fault(fault: &serde_json::Error) -> ScheduleFault {
    let said: String = fault.to_string().chars().map(plain).take(LONGEST_FAULT).collect();
    let said = said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said);
    ScheduleFault::at(format_args!("line {}, column {}", fault.line(), fault.column()), said)
}
