//! The text of a document with slots, made piece by piece, so that nobody holds all of it.

use super::list::List;
use crate::certificate::{CertificateDocument, Claim};
use crate::document::Document;
use crate::schedule::{ScheduleBody, ScheduleDocument};
use crate::task::{NodeRef, TaskDocument};
use serde::Serialize;

/// As long is a piece at least, but the last.
const PIECE: usize = 1 << 16;
/// From so many packets and moves on a text is long.
const LONG: usize = 1 << 14;

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
#[derive(Debug, Clone)]
pub struct Text<'a> {
    /// What is still to be written, the next last.
    parts: Vec<Part<'a>>,
    /// How many items of the next part were written, if it is a list.
    done: usize,
    /// Number of slots.
    slots: usize,
    is_long: bool,
    piece: Vec<u8>,
}

/// What stands one behind the other in a text.
#[derive(Debug, Clone)]
enum Part<'a> {
    Bytes(Vec<u8>),
    /// Items with commas between them.
    Items(&'a dyn List),
}

/// A list in a schedule, without its items.
#[derive(Debug, Default)]
struct NoItems;

impl Serialize for NoItems {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq([(); 0])
    }
}

/// A schedule without its packets and slots, which stand last.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Body<'a> {
    Symmetric {
        packets: NoItems,
        slots: NoItems,
    },
    #[serde(rename = "symmetric")]
    Multinode {
        slots: NoItems,
    },
    Explicit {
        packets: NoItems,
        slots: NoItems,
    },
    Orbit {
        subgroup: &'a [NodeRef],
        packets: NoItems,
        slots: NoItems,
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

/// A schedule in its parts.
struct Parted<'a> {
    body: Body<'a>,
    packets: Option<&'a dyn List>,
    slots: &'a dyn List,
}

/// Takes a schedule apart; none if it has no slots.
fn parted(schedule: &ScheduleBody) -> Option<Parted<'_>> {
    let none = || NoItems;
    let orbit = |subgroup| Body::Orbit { subgroup, packets: none(), slots: none() };
    Some(match schedule {
        ScheduleBody::Symmetric { packets, slots } => {
            let body = Body::Symmetric { packets: none(), slots: none() };
            Parted { body, packets: Some(packets), slots }
        }
        ScheduleBody::Multinode { slots } => {
            Parted { body: Body::Multinode { slots: none() }, packets: None, slots }
        }
        ScheduleBody::Explicit { packets, slots } => {
            let body = Body::Explicit { packets: none(), slots: none() };
            Parted { body, packets: Some(packets), slots }
        }
        ScheduleBody::Orbit { subgroup, packets, slots } => {
            Parted { body: orbit(subgroup), packets: Some(packets), slots }
        }
        ScheduleBody::OrbitMultinode { subgroup, packets, slots } => {
            Parted { body: orbit(subgroup), packets: Some(packets), slots }
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
        let Parted { body, packets, slots } = parted(&self.schedule)?;
        let (format, task, claims) = (Self::FORMAT, &self.task, &self.claims);
        let hollow = serde_json::to_vec(&Certificate { format, task, schedule: body, claims }).ok()?;
        let claims = serde_json::to_vec(claims).ok()?;
        Text::new(hollow, [b"]},\"claims\":", claims.as_slice(), b"}"].concat(), packets, slots)
    }
}

impl ScheduleDocument {
    /// The text in pieces; none where the schedule is not written in slots.
    #[must_use]
    pub fn text(&self) -> Option<Text<'_>> {
        let Parted { body, packets, slots } = parted(&self.body)?;
        let hollow = serde_json::to_vec(&Schedule { format: Self::FORMAT, task: &self.task, body }).ok()?;
        Text::new(hollow, b"]}".to_vec(), packets, slots)
    }
}

impl<'a> Text<'a> {
    /// Takes apart what was written without packets and slots, of which it is known how it ends.
    fn new(
        mut before: Vec<u8>,
        mut after: Vec<u8>,
        packets: Option<&'a dyn List>,
        slots: &'a dyn List,
    ) -> Option<Self> {
        before.truncate(before.strip_suffix(after.as_slice())?.len());
        after.push(b'\n');
        let mut parts = vec![Part::Bytes(after), Part::Items(slots)];
        if let Some(packets) = packets {
            let between = b"],\"slots\":[";
            before.truncate(before.strip_suffix(between)?.len());
            parts.extend([Part::Bytes(between.to_vec()), Part::Items(packets)]);
        }
        parts.push(Part::Bytes(before));
        let is_long = slots.size() + packets.map_or(0, List::size) >= LONG;
        Some(Self { parts, done: 0, slots: slots.count(), is_long, piece: Vec::new() })
    }

    /// The next piece; none behind the last.
    pub fn next_piece(&mut self) -> Option<&[u8]> {
        self.fill();
        (!self.piece.is_empty()).then_some(self.piece.as_slice())
    }

    /// The same in a buffer of the caller, whose bytes are forgotten; says whether there was one.
    pub fn next_piece_in(&mut self, piece: &mut Vec<u8>) -> bool {
        std::mem::swap(&mut self.piece, piece);
        let is_one = self.next_piece().is_some();
        std::mem::swap(&mut self.piece, piece);
        is_one
    }

    /// Number of slots that were written.
    #[must_use]
    pub fn written(&self) -> usize {
        // They stand before what stands last.
        match self.parts.len() {
            0 | 1 => self.slots,
            2 => self.done,
            _ => 0,
        }
    }

    /// Whether it is so long that making it takes as long as starting a thread.
    #[must_use]
    pub fn is_long(&self) -> bool {
        self.is_long
    }

    /// Number of all slots.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.slots
    }

    fn fill(&mut self) {
        self.piece.clear();
        while self.piece.len() < PIECE
            && let Some(part) = self.parts.last()
        {
            match part {
                Part::Bytes(bytes) => self.piece.extend_from_slice(bytes),
                Part::Items(list) => {
                    let all = list.count();
                    while self.piece.len() < PIECE && self.done < all {
                        list.put(self.done, &mut self.piece);
                        self.done += 1;
                    }
                    if self.done < all {
                        break;
                    }
                    if all > 0 {
                        // The last comma.
                        self.piece.pop();
                    }
                }
            }
            self.done = 0;
            self.parts.pop();
        }
    }
}
