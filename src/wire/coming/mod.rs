//! Documents with slots, read while they come: nobody holds all of the text or all moves.
//!
//! Of a certificate or schedule everything but the packets and the slots is short. [`ComingSlots`] keeps that
//! short rest as a text of its own, the *hollow* document, which the strict reader of all documents reads
//! like any other; packets and moves are lists of plain integers and are read here. Whatever is not so, keys
//! in another order, coordinates, numbers of other forms, faults of any sort, is left to those who read the
//! whole text: there is no message here.

mod fill;
mod numbers;
mod skeleton;
mod steps;
mod window;

pub use skeleton::{ComingSlots, Hollow, Packets};

use super::document::Document;
use crate::schedule::moves::AnySlots;

/// The text of a document without its moves, and with the first of its packets only; none where it has to be
/// read in another way.
pub(super) fn hollow_text(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut coming = ComingSlots::open(bytes)?;
    while coming.slot(&mut |_| Some(()))? {}
    coming.into_text()
}

/// Reads a whole document that is in memory; none where it has to be read in another way.
pub(super) fn read_whole<T: Document>(bytes: &[u8]) -> Option<T> {
    let mut coming = ComingSlots::open(bytes)?;
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
