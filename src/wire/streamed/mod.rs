//! Reads documents with slots as a stream, so that neither the whole text nor all moves are held in memory.
//!
//! All of a certificate or schedule but its packets and slots is short. [`StreamedSlots`] keeps this short
//! rest as a text of its own, the *hollow* document, which the strict reader reads like any other. Packets
//! and moves are lists of plain integers and are read here. On keys in another order, coordinates, numbers of
//! other forms and faults of any sort the streaming reader gives up without a message; then the strict reader
//! reads the whole text.

mod fill;
mod numbers;
mod skeleton;
mod steps;
mod window;

pub use skeleton::{DocumentWithoutSlots, Packets, StreamedSlots};

use super::document::Document;
use crate::schedule::moves::AnySlots;

/// Returns the text of a document without its moves and without the packets behind the first; none where
/// the streaming reader gives up.
pub(super) fn text_without_slots(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut coming = StreamedSlots::open(bytes)?;
    while coming.slot(&mut |_| Some(()))? {}
    coming.into_text()
}

/// Reads a whole document that is in memory; none where the streaming reader gives up.
pub(super) fn read_whole<T: Document>(bytes: &[u8]) -> Option<T> {
    let mut coming = StreamedSlots::open(bytes)?;
    let mut slots = AnySlots::default();
    while coming.slot(&mut |step| slots.add(step))? {
        slots.end_slot();
    }
    let packets = coming.take_packets();
    let mut document: T = crate::reading::plain::parse_plainly(&coming.into_text()?).ok()?;
    fill::body(&mut document)?.fill(packets, slots)?;
    Some(document)
}

#[cfg(test)]
mod tests;
