//! The JSON documents as plain structs: the contents of files before they are interpreted.
//!
//! Reading refuses unknown, missing and repeated keys and says where they stand; it does not judge
//! what the numbers mean, which the solver does and, independently, the checker.
//! Writing puts the keys in a fixed order, so equal documents are equal bytes.
//! `models/formats` is the specification for outsiders.

mod certificate;
mod channels;
mod claims;
mod document;
mod error;
mod groups;
mod list;
mod machine;
mod matrix;
mod rate;
mod reading;
mod report;
mod rounds;
mod routes;
mod schedule;
mod streamed;
mod task;
mod writing;

pub use certificate::lower::{Lower, LowerKind, SlotPrices};
pub use certificate::part::PartDocument;
pub use certificate::{CertificateDocument, Claim, Quantity, Scope, Status};
pub use channels::ChannelsDocument;
pub use claims::ClaimsDocument;
pub use document::Document;
pub use error::WireError;
pub use schedule::moves::{Move, MultinodeMove, OrbitMove, Transfer};
pub use schedule::slots::Slots;
pub use schedule::{ScheduleBody, ScheduleDocument};
pub use task::network::{Family, Group, Network};
pub use task::ports::Ports;
pub use task::{Demand, NodeRef, Objective, Task, TaskDocument};

// Types of inner fields, for code that takes a document apart.
#[doc(hidden)]
pub use self::{
    certificate::{
        Horizon, Per,
        direction_tree::DirectionNode,
        dual_tree::DualNode,
        lower::TreeModel,
        matrix::{
            MatrixCertificateDocument, MatrixClaim, MatrixEntry, MatrixLower, MatrixQuantity, MatrixTerm,
        },
        rows::{DelayRow, DelayVariable, RowMultiplier},
    },
    channels::{ChannelsWitness, HeldChannel, ListedChannel, RoutingRule},
    error::WireErrorKind,
    groups::{GroupDocument, GroupsDocument, GroupsLower},
    machine::{MachineDocument, MachineResult},
    matrix::{Cells, MatrixDocument, MatrixUnits},
    rate::{RateBound, RateDocument, RepeatedWay},
    rounds::{Along, Collective, Round, RoundsDocument},
    routes::RoutesDocument,
    schedule::{
        Ends, Interval, Route,
        step::{Numbers, Step},
        windows::{RowEnds, TurnedRow, Window},
    },
    task::node::EdgeEnd,
    task::{
        PacketCount, Parcel,
        graph::{Graph, GraphLink},
        lift::{Lift, LiftLink},
        network::CirculantWord,
        offset::Offset,
    },
};
// Rules by which a document judges claims.
#[doc(hidden)]
pub use claims::{ClaimRule, Counts, Measure, PartRule, RowRule, RowRules};
// Reports of the command, which `models/formats` specifies.
#[doc(hidden)]
pub use self::report::{
    ErrorReport, FaultReport, MatrixReport, PointReport, ReportedClaim, ResultDocument, ResultStatus,
    SelfCheckReport,
    channels::{ChannelsReport, ReplayReport},
    claims::{ClaimPart, ClaimRow, ClaimVerdict, PartRole, PrintedClaim, Relation, RowOutcome},
    combined::{CombinedReport, CombinedStep, CombinedTimes},
    crosscheck::{CrosscheckReport, CrosscheckRow, CrosscheckRun, CrosscheckVerdict, LeastReport},
    groups::GroupReport,
    hull::HullReport,
    machines::MachineReport,
    messages::{MessagesReport, MessagesRow},
    methods::{MadeReport, MethodReport},
    networks::NetworkReport,
    rate::{RateReport, RateRow},
    routes::{HopReport, RouteReport, WaysReport},
    rules::{
        CriticalLineReport, DistanceDelayReport, IdleLinkReport, OaddReport, RulesReport, SlotRulesReport,
        StorageReport,
    },
    run::{DelayReport, HistoryReport, PartSeconds, RunReport, SlotTimeReport, VersionsReport},
    show::{
        DistanceReport, MatrixRow, NodeName, ShowReport, ShownMove, ShownMoves, ShownSchedule, WrittenReport,
    },
    symmetry::{CayleyReason, LinkOrbitReport, SymmetryReport},
    trees::{TreeCost, TreeCosts, TreeMerged, TreeMergedPacket, TreeNodeReport, TreeReport},
};
// Long documents, read and written piece by piece, and all faults of one at once.
#[doc(hidden)]
pub use self::{
    reading::{
        faults::{Faults, faults},
        position::position,
    },
    streamed::{DocumentWithoutSlots, Packets, StreamedSlots},
    writing::{text::Text, tree_writer::TreeWriter},
};

use reading::plain::{parse_plainly, read};

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
    if bytes.len() >= MIN_STREAMED_BYTES
        && let Some(document) = streamed::read_whole(bytes)
    {
        return Ok(document);
    }
    parse_plainly(bytes)
}

/// Reads a list of generators of a group, as `subgroup` of an orbit schedule has them.
///
/// # Errors
/// [`WireError`] with line and column of the first fault.
///
/// # Examples
/// ```
/// use isotask_wire::{NodeRef, parse_generators};
/// assert_eq!(parse_generators(b"[[1, 2, 0]]")?, [NodeRef::Coordinates(vec![1, 2, 0])]);
/// # Ok::<(), isotask_wire::WireError>(())
/// ```
#[doc(hidden)]
pub fn parse_generators(bytes: &[u8]) -> Result<Vec<NodeRef>, WireError> {
    error::require_text(bytes)?;
    read(bytes).map_err(|fault| error::locate_plain(bytes, &fault))
}

/// Reads a list of edges, each a list of two nodes, which may be called by their names.
///
/// # Errors
/// [`WireError`] with the place if the text is not such a list.
///
/// # Examples
/// ```
/// use isotask_wire::{EdgeEnd, NodeRef, parse_edges};
/// let ends = (EdgeEnd::Node(NodeRef::Index(0)), EdgeEnd::Name("gpu5".to_owned()));
/// assert_eq!(parse_edges(br#"[[0, "gpu5"]]"#)?, [ends]);
/// # Ok::<(), isotask_wire::WireError>(())
/// ```
#[doc(hidden)]
pub fn parse_edges(bytes: &[u8]) -> Result<Vec<(EdgeEnd, EdgeEnd)>, WireError> {
    error::require_text(bytes)?;
    read(bytes).map_err(|fault| error::locate_plain(bytes, &fault))
}

/// Least number of bytes of a text whose slots are read as a stream.
const MIN_STREAMED_BYTES: usize = 1 << 14;

/// Reads the key `format` of a document and nothing else.
///
/// # Errors
/// [`WireError`] if the text is not one JSON object with a string under `format`.
pub fn peek_format(bytes: &[u8]) -> Result<String, WireError> {
    #[derive(serde::Deserialize)]
    struct Head {
        format: String,
    }
    let hollow = (bytes.len() >= MIN_STREAMED_BYTES).then(|| streamed::text_without_slots(bytes)).flatten();
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

/// Says whether a certificate is one of a matrix: its keys at the top name a `matrix` and no `task`.
///
/// # Errors
/// [`WireError`] if the text is not one JSON object.
#[doc(hidden)]
pub fn is_of_matrix(bytes: &[u8]) -> Result<bool, WireError> {
    #[derive(serde::Deserialize)]
    struct Head {
        matrix: Option<serde::de::IgnoredAny>,
        task: Option<serde::de::IgnoredAny>,
    }
    if bytes.len() >= MIN_STREAMED_BYTES && streamed::text_without_slots(bytes).is_some() {
        // A certificate of a matrix has no slots.
        return Ok(false);
    }
    error::require_text(bytes)?;
    let head: Head = read(bytes).map_err(|fault| error::locate_plain(bytes, &fault))?;
    Ok(head.matrix.is_some() && head.task.is_none())
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
    writing::pretty::pretty(&to_bytes(document))
}

#[cfg(test)]
mod answer_tests;
#[cfg(test)]
mod parse_tests;
#[cfg(test)]
mod schema_malformed;
#[cfg(test)]
mod schema_tests;
