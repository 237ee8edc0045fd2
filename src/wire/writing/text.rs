//! Makes the text of a document with slots piece by piece, so that the whole text is never in memory.

use super::list::List;
use crate::certificate::{CertificateDocument, Claim};
use crate::document::Document;
use crate::schedule::{ScheduleBody, ScheduleDocument};
use crate::task::{NodeRef, TaskDocument};
use serde::Serialize;

/// Least number of bytes of a piece, except the last.
const MIN_PIECE_BYTES: usize = 1 << 16;
/// Least number of packets and moves of a text that counts as long.
const MIN_LONG_TEXT_ITEMS: usize = 1 << 14;

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
    /// The parts that are still to be written, the next one last.
    parts: Vec<Part<'a>>,
    /// How many items of the next part were written, if it is a list.
    done: usize,
    /// Number of slots.
    slots: usize,
    is_long: bool,
    piece: Vec<u8>,
}

/// A part of a text.
#[derive(Debug, Clone)]
enum Part<'a> {
    Bytes(Vec<u8>),
    /// Items with commas between them.
    Items(&'a dyn List),
}

/// An empty list in place of packets or slots.
#[derive(Debug, Default)]
struct NoItems;

impl Serialize for NoItems {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq([(); 0])
    }
}

/// A schedule without the items of its packets and slots, which are its last keys.
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

/// A schedule, split into its lists and the rest.
struct ScheduleParts<'a> {
    body: Body<'a>,
    packets: Option<&'a dyn List>,
    slots: &'a dyn List,
}

/// Splits a schedule into its lists and the rest; none if it has no slots.
fn split_schedule(schedule: &ScheduleBody) -> Option<ScheduleParts<'_>> {
    let none = || NoItems;
    let orbit = |subgroup| Body::Orbit { subgroup, packets: none(), slots: none() };
    Some(match schedule {
        ScheduleBody::Symmetric { packets, slots } => {
            let body = Body::Symmetric { packets: none(), slots: none() };
            ScheduleParts { body, packets: Some(packets), slots }
        }
        ScheduleBody::Multinode { slots } => {
            ScheduleParts { body: Body::Multinode { slots: none() }, packets: None, slots }
        }
        ScheduleBody::Explicit { packets, slots } => {
            let body = Body::Explicit { packets: none(), slots: none() };
            ScheduleParts { body, packets: Some(packets), slots }
        }
        ScheduleBody::Orbit { subgroup, packets, slots } => {
            ScheduleParts { body: orbit(subgroup), packets: Some(packets), slots }
        }
        ScheduleBody::OrbitMultinode { subgroup, packets, slots } => {
            ScheduleParts { body: orbit(subgroup), packets: Some(packets), slots }
        }
        ScheduleBody::Conveyor { .. } | ScheduleBody::Windows { .. } | ScheduleBody::Intervals { .. } => {
            return None;
        }
    })
}

impl CertificateDocument {
    /// Returns the text in pieces; none where the schedule is not written in slots.
    #[must_use]
    pub fn text(&self) -> Option<Text<'_>> {
        let ScheduleParts { body, packets, slots } = split_schedule(&self.schedule)?;
        let (format, task, claims) = (Self::FORMAT, &self.task, &self.claims);
        let hollow = serde_json::to_vec(&Certificate { format, task, schedule: body, claims }).ok()?;
        let claims = serde_json::to_vec(claims).ok()?;
        Text::new(hollow, [b"]},\"claims\":", claims.as_slice(), b"}"].concat(), packets, slots)
    }
}

impl ScheduleDocument {
    /// Returns the text in pieces; none where the schedule is not written in slots.
    #[must_use]
    pub fn text(&self) -> Option<Text<'_>> {
        let ScheduleParts { body, packets, slots } = split_schedule(&self.body)?;
        let hollow = serde_json::to_vec(&Schedule { format: Self::FORMAT, task: &self.task, body }).ok()?;
        Text::new(hollow, b"]}".to_vec(), packets, slots)
    }
}

impl<'a> Text<'a> {
    /// Splits `before`, a text without packets and slots that ends with `after`, where these lists belong.
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
        let is_long = slots.size() + packets.map_or(0, List::size) >= MIN_LONG_TEXT_ITEMS;
        Some(Self { parts, done: 0, slots: slots.count(), is_long, piece: Vec::new() })
    }

    /// Returns the next piece; none behind the last.
    pub fn next_piece(&mut self) -> Option<&[u8]> {
        self.fill();
        (!self.piece.is_empty()).then_some(self.piece.as_slice())
    }

    /// Replaces the bytes of `piece` by the next piece, and returns whether there was one.
    pub fn next_piece_in(&mut self, piece: &mut Vec<u8>) -> bool {
        std::mem::swap(&mut self.piece, piece);
        let is_one = self.next_piece().is_some();
        std::mem::swap(&mut self.piece, piece);
        is_one
    }

    /// Returns the number of slots that were written.
    #[must_use]
    pub fn written(&self) -> usize {
        // The slots are the last part but one.
        match self.parts.len() {
            0 | 1 => self.slots,
            2 => self.done,
            _ => 0,
        }
    }

    /// Returns whether the text is so long that making it takes as long as starting a thread.
    #[must_use]
    pub fn is_long(&self) -> bool {
        self.is_long
    }

    /// Returns the number of all slots.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.slots
    }

    fn fill(&mut self) {
        self.piece.clear();
        while self.piece.len() < MIN_PIECE_BYTES
            && let Some(part) = self.parts.last()
        {
            match part {
                Part::Bytes(bytes) => self.piece.extend_from_slice(bytes),
                Part::Items(list) => {
                    let all = list.count();
                    while self.piece.len() < MIN_PIECE_BYTES && self.done < all {
                        list.put(self.done, &mut self.piece);
                        self.done += 1;
                    }
                    if self.done < all {
                        break;
                    }
                    if all > 0 {
                        // No comma stands behind the last item.
                        self.piece.pop();
                    }
                }
            }
            self.done = 0;
            self.parts.pop();
        }
    }
}
