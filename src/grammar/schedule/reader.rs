//! The type of a reader of schedules, for the list of formats.

use super::fault::ScheduleFault;
use super::read::ReadSchedule;
use crate::model::{Problem, plain};

/// A foreign format of schedules that is read.
pub(super) struct Reader {
    /// The name of the format.
    pub(super) name: &'static str,
    /// Returns whether a file is of this format, by its beginning.
    pub(super) recognizes: fn(&str) -> bool,
    /// Reads a schedule of a task; an all-reduce has two schedules, its halves.
    pub(super) read: fn(&str, &Problem) -> Result<Vec<ReadSchedule>, ScheduleFault>,
}

/// Greatest number of letters of a parser message that is quoted.
const LONGEST_FAULT: usize = 160;

/// Returns the fault of malformed JSON, with its line and column.
pub(super) fn json_fault(fault: &serde_json::Error) -> ScheduleFault {
    let said: String = fault.to_string().chars().map(plain).take(LONGEST_FAULT).collect();
    let said = said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said);
    ScheduleFault::at(format_args!("line {}, column {}", fault.line(), fault.column()), said)
}
