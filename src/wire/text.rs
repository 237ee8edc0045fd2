//! The text of a document with slots, made piece by piece, so that nobody holds all of it.

use super::certificate::{CertificateDocument, Claim};
use super::document::Document;
use super::moves::{Move, MultinodeMove, OrbitMove, Transfer};
use super::schedule::{Ends, ScheduleBody, ScheduleDocument};
use super::slots::Slots;
use super::task::{NodeRef, TaskDocument};
use serde::Serialize;
use std::io::{self, Read};

/// As long is a piece at least, but the last.
const PIECE: usize = 1 << 16;

/// The text of a document in pieces; together they are the bytes of [`to_bytes`](crate::to_bytes).
///
/// # Examples
/// ```
/// use isotask_wire::{ScheduleDocument, parse, to_bytes};
/// let text = br#"{"format":"isotask.schedule/1","task":{"format":"isotask.task/1","network":{"kind":"ring","nodes":4},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"},
///   "kind":"symmetric","packets":[1,2,3],"slots":[[[0,0],[2,1]],[[1,0]],[[1,0]]]}"#;
/// let document: ScheduleDocument = parse(text)?;
/// let mut pieces = document.text().expect("it is in slots");
/// let mut bytes: Vec<u8> = Vec::new();
/// while let Some(piece) = pieces.next_piece() {
///     bytes.extend(piece);
/// }
/// assert_eq!(bytes, to_bytes(&document));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Text<'a> {
    /// What stands before the slots; it is the first piece.
    before: Option<Vec<u8>>,
    slots: AnySlots<'a>,
    /// How many slots were written.
    written: usize,
    /// What stands behind the slots.
    after: Option<Vec<u8>>,
    piece: Vec<u8>,
    /// How much of the piece was read.
    read: usize,
}

/// Slots of any kind.
#[derive(Debug, Clone, Copy)]
enum AnySlots<'a> {
    Moves(&'a Slots<Move>),
    Transfers(&'a Slots<Transfer>),
    OrbitMoves(&'a Slots<OrbitMove>),
    MultinodeMoves(&'a Slots<MultinodeMove>),
}

/// A list without items in the place of the slots.
#[derive(Debug, Default)]
struct NoSlots;

impl Serialize for NoSlots {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq([(); 0])
    }
}

/// A schedule without its slots, which stand last.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Body<'a> {
    Symmetric {
        packets: &'a [NodeRef],
        slots: NoSlots,
    },
    #[serde(rename = "symmetric")]
    Multinode {
        slots: NoSlots,
    },
    Explicit {
        packets: &'a [Ends],
        slots: NoSlots,
    },
    Orbit {
        subgroup: &'a [NodeRef],
        packets: &'a [Ends],
        slots: NoSlots,
    },
}

#[derive(Serialize)]
struct Certificate<'a> {
    format: &'static str,
    task: &'a TaskDocument,
    schedule: Body<'a>,
    claims: &'a [Claim],
}

#[derive(Serialize)]
struct Schedule<'a> {
    format: &'static str,
    task: &'a TaskDocument,
    #[serde(flatten)]
    body: Body<'a>,
}

/// A schedule in two parts; none if it has no slots.
fn parted(body: &ScheduleBody) -> Option<(Body<'_>, AnySlots<'_>)> {
    let none = NoSlots;
    Some(match body {
        ScheduleBody::Symmetric { packets, slots } => {
            (Body::Symmetric { packets, slots: none }, AnySlots::Moves(slots))
        }
        ScheduleBody::Multinode { slots } => {
            (Body::Multinode { slots: none }, AnySlots::MultinodeMoves(slots))
        }
        ScheduleBody::Explicit { packets, slots } => {
            (Body::Explicit { packets, slots: none }, AnySlots::Transfers(slots))
        }
        ScheduleBody::Orbit { subgroup, packets, slots } => {
            (Body::Orbit { subgroup, packets, slots: none }, AnySlots::Moves(slots))
        }
        ScheduleBody::OrbitMultinode { subgroup, packets, slots } => {
            (Body::Orbit { subgroup, packets, slots: none }, AnySlots::OrbitMoves(slots))
        }
        ScheduleBody::Conveyor { .. } | ScheduleBody::Windows { .. } | ScheduleBody::Intervals { .. } => {
            return None;
        }
    })
}

impl CertificateDocument {
    /// The text in pieces; none where the schedule is not written in slots.
    #[must_use]
    pub fn text(&self) -> Option<Text<'_>> {
        let (schedule, slots) = parted(&self.schedule)?;
        let format = Self::FORMAT;
        let hollow =
            serde_json::to_vec(&Certificate { format, task: &self.task, schedule, claims: &self.claims });
        let claims = serde_json::to_vec(&self.claims).ok()?;
        Text::new(hollow.ok()?, [b"]},\"claims\":", claims.as_slice(), b"}"].concat(), slots)
    }
}

impl ScheduleDocument {
    /// The text in pieces; none where the schedule is not written in slots.
    #[must_use]
    pub fn text(&self) -> Option<Text<'_>> {
        let (body, slots) = parted(&self.body)?;
        let hollow = serde_json::to_vec(&Schedule { format: Self::FORMAT, task: &self.task, body });
        Text::new(hollow.ok()?, b"]}".to_vec(), slots)
    }
}

impl<'a> Text<'a> {
    /// Takes apart what was written without slots, of which it is known how it ends.
    fn new(hollow: Vec<u8>, mut end: Vec<u8>, slots: AnySlots<'a>) -> Option<Self> {
        let mut before = hollow;
        before.truncate(before.strip_suffix(end.as_slice())?.len());
        end.push(b'\n');
        let (before, after) = (Some(before), Some(end));
        Some(Self { before, slots, written: 0, after, piece: Vec::new(), read: 0 })
    }

    /// The next piece; none behind the last.
    pub fn next_piece(&mut self) -> Option<&[u8]> {
        self.fill();
        self.read = self.piece.len();
        (!self.piece.is_empty()).then_some(self.piece.as_slice())
    }

    /// Number of slots that were written.
    #[must_use]
    pub fn written(&self) -> usize {
        self.written
    }

    /// Number of all slots.
    #[must_use]
    pub fn slots(&self) -> usize {
        match self.slots {
            AnySlots::Moves(slots) => slots.len(),
            AnySlots::Transfers(slots) => slots.len(),
            AnySlots::OrbitMoves(slots) => slots.len(),
            AnySlots::MultinodeMoves(slots) => slots.len(),
        }
    }

    fn fill(&mut self) {
        self.read = 0;
        self.piece.clear();
        if let Some(before) = self.before.take() {
            self.piece = before;
        }
        let all = self.slots();
        while self.piece.len() < PIECE && self.written < all {
            if self.written > 0 {
                self.piece.push(b',');
            }
            match self.slots {
                AnySlots::Moves(slots) => put(&slots[self.written], &mut self.piece),
                AnySlots::Transfers(slots) => put(&slots[self.written], &mut self.piece),
                AnySlots::OrbitMoves(slots) => put(&slots[self.written], &mut self.piece),
                AnySlots::MultinodeMoves(slots) => put(&slots[self.written], &mut self.piece),
            }
            self.written += 1;
        }
        if self.written == all
            && let Some(after) = self.after.take()
        {
            self.piece.extend(after);
        }
    }
}

impl Read for Text<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.piece.len() {
            self.fill();
        }
        let rest = self.piece.get(self.read..).unwrap_or_default();
        let some = rest.len().min(buffer.len());
        buffer[..some].copy_from_slice(&rest[..some]);
        self.read += some;
        Ok(some)
    }
}

/// Writes a slot.
fn put(slot: &[impl Serialize], text: &mut Vec<u8>) {
    serde_json::to_writer(text, slot).expect("moves have a JSON form and a buffer takes it");
}
