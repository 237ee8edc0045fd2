//! The JSON documents as plain structs: what stands in a file, before anything is made of it.
//!
//! Reading refuses unknown, missing and repeated keys and says where they stand; it does not judge
//! what the numbers mean (that is the part of the solver and, independently, of the checker).
//! Writing puts the keys in a fixed order, so equal documents are equal bytes.
//! `models/formats` is the specification for outsiders.

mod certificate;
mod channels;
mod channels_report;
mod claim_report;
mod claims;
mod coming;
mod direction_tree;
mod document;
mod dual_tree;
mod error;
mod faults;
mod graph;
mod hint;
mod keys;
mod lift;
mod links;
mod list;
mod lower;
mod method_report;
mod moves;
mod network;
mod numerals;
mod part;
mod plain;
mod ports;
mod position;
mod pretty;
mod report;
mod rows;
mod run_report;
mod schedule;
mod show_report;
mod slots;
mod step;
mod strict;
mod summary;
mod task;
mod text;
mod total;
mod total_if_any;
mod track;
mod tree_node;
mod tree_report;
mod tree_writer;
mod windows;

pub use certificate::{CertificateDocument, Claim, Horizon, Per, Quantity, Scope, Status};
pub use channels::{ChannelsDocument, ChannelsWitness, HeldChannel, ListedChannel, RoutingRule};
pub use channels_report::{ChannelsReport, ReplayReport};
pub use claim_report::{ClaimPart, ClaimRow, ClaimVerdict, PartRole, PrintedClaim, Relation, RowOutcome};
pub use claims::{ClaimRule, ClaimsDocument, Counts, Measure, PartRule, RowRule, RowRules};
pub use coming::{ComingSlots, Hollow, Packets};
pub use direction_tree::DirectionNode;
pub use document::Document;
pub use dual_tree::DualNode;
pub use error::{WireError, WireErrorKind};
pub use faults::{Faults, faults};
pub use graph::{Graph, GraphLink};
pub use lift::{Lift, LiftLink};
pub use lower::{Lower, LowerKind, TreeModel};
pub use method_report::MethodReport;
pub use moves::{Move, MultinodeMove, OrbitMove, Transfer};
pub use network::{CirculantWord, Family, Group, Network};
pub use part::PartDocument;
pub use ports::Ports;
pub use position::position;
pub use report::{
    ErrorReport, FaultReport, MatrixReport, PointReport, ReportedClaim, ResultDocument, ResultStatus,
    SelfCheckReport,
};
pub use rows::{DelayRow, DelayVariable, RowMultiplier};
pub use run_report::{DelayReport, RunReport, VersionsReport};
pub use schedule::{Ends, Interval, Route, ScheduleBody, ScheduleDocument};
pub use show_report::{
    DistanceReport, MatrixRow, NodeName, ShowReport, ShownMove, ShownMoves, ShownSchedule, WrittenReport,
};
pub use slots::Slots;
pub use step::{Numbers, Step};
pub use task::{Demand, NodeRef, Objective, PacketCount, Task, TaskDocument};
pub use text::Text;
pub use tree_report::{TreeCost, TreeCosts, TreeNodeReport, TreeReport};
pub use tree_writer::TreeWriter;
pub use windows::{RowEnds, TurnedRow, Window};

use plain::{parse_plainly, read};

/// Reads one document.
///
/// # Errors
/// [`WireError`] with line, column and JSON path of the first fault.
///
/// # Examples
/// ```
/// use isotask_wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":5},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// assert!(parse::<TaskDocument>(text).is_ok());
/// let fault = parse::<TaskDocument>(b"{").unwrap_err();
/// assert_eq!((fault.line, fault.column), (1, 1));
/// ```
pub fn parse<T: Document>(bytes: &[u8]) -> Result<T, WireError> {
    if bytes.len() >= LONG
        && let Some(document) = coming::read_whole(bytes)
    {
        return Ok(document);
    }
    parse_plainly(bytes)
}

/// From so many bytes on slots are read in a way of their own.
const LONG: usize = 1 << 14;

/// Reads the key `format` of a document and nothing else.
///
/// # Errors
/// [`WireError`] if the text is not one JSON object with a string under `format`.
pub fn peek_format(bytes: &[u8]) -> Result<String, WireError> {
    #[derive(serde::Deserialize)]
    struct Head {
        format: String,
    }
    let hollow = (bytes.len() >= LONG).then(|| coming::hollow_text(bytes)).flatten();
    let short = hollow.as_deref().filter(|hollow| error::require_text(hollow).is_ok());
    if let Some(Ok(head)) = short.map(read::<Head>) {
        return Ok(head.format);
    }
    error::require_text(bytes)?;
    match read::<Head>(bytes) {
        Ok(head) => Ok(head.format),
        Err(fault) => Err(error::locate_plain(bytes, &fault)),
    }
}

/// Writes a document in one line, with a newline at its end.
///
/// # Panics
/// Never: every field of our documents has a JSON form and the writer is a buffer.
#[must_use]
pub fn to_bytes<T: Document>(document: &T) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(document).expect("our documents hold only what JSON can express");
    bytes.push(b'\n');
    bytes
}

/// Writes a document over several lines, for files that people edit: a line for a link or packet.
///
/// # Panics
/// Never, as for [`to_bytes`].
#[must_use]
pub fn to_pretty_bytes<T: Document>(document: &T) -> Vec<u8> {
    pretty::pretty(&to_bytes(document))
}

#[cfg(test)]
mod parse_tests;
#[cfg(test)]
mod schema_tests;
