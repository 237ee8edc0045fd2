//! Reads schedules in formats of other programs: a file for each format, and one list of all.

mod bare;
mod buffers;
mod cells;
mod csv;
mod fault;
mod msccl_json;
mod msccl_xml;
mod packets;
mod read;
mod reader;
mod rounds;

pub use fault::ScheduleFault;
pub use read::{MovePlace, ReadSchedule};

use super::table::text::Text;
use crate::model::Problem;
use reader::Reader;

/// All formats; the first that recognizes a file reads it.
const READERS: [Reader; 5] =
    [rounds::READER, bare::READER, csv::READER, msccl_json::READER, msccl_xml::READER];

/// Greatest length of a file in bytes.
const MAX_BYTES: usize = 1 << 28;

/// Reads a schedule of a task in any format of [`schedule_formats`] and returns it as a schedule of Isotask,
/// with the place in the file of every move. An all-reduce is two schedules, its reduce-scatter and its
/// allgather.
///
/// Checks that the file fits the task and, in formats that name cells, that every packet ends in its output
/// cell. Links, ports and times are left to the checker.
///
/// # Errors
/// [`ScheduleFault`] with the place of the first fault.
///
/// # Complexity
/// O(M log P) for M moves and P packets.
pub fn schedule(bytes: &[u8], problem: &Problem) -> Result<Vec<ReadSchedule>, ScheduleFault> {
    if bytes.len() > MAX_BYTES {
        let wide = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        return Err(ScheduleFault::TooMuch {
            what: "bytes",
            found: wide(bytes.len()),
            most: wide(MAX_BYTES),
        });
    }
    let text = Text::new(bytes)?.whole;
    let reader = READERS.iter().find(|reader| (reader.recognizes)(text));
    let expected = || schedule_formats().collect::<Vec<_>>().join(", or ");
    let reader = reader.ok_or_else(|| ScheduleFault::Unknown { expected: expected() })?;
    (reader.read)(text, problem)
}

/// Returns the names of the formats that [`schedule`] reads.
pub fn schedule_formats() -> impl Iterator<Item = &'static str> {
    READERS.iter().map(|reader| reader.name)
}

/// Returns whether bytes look like a schedule in any format of [`schedule_formats`].
#[must_use]
pub fn is_schedule(bytes: &[u8]) -> bool {
    Text::new(bytes).is_ok_and(|text| READERS.iter().any(|reader| (reader.recognizes)(text.whole)))
}
