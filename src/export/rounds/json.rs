//! The rounds of a schedule as a document.

use crate::export::format::{Format, Writer};
use crate::wire::{RoundsDocument, to_bytes};

/// The format of the word `rounds`.
pub(in crate::export) const ROUNDS: Format = Format {
    word: "rounds",
    sentence: "Rounds of (source, target) pairs of devices, with the cell that each reads and writes, as JSON",
    source: "models/formats/rounds.md",
    writer: Writer::Rounds(json),
};

/// Writes the document on one line.
fn json(document: &RoundsDocument) -> Vec<u8> {
    to_bytes(document)
}
