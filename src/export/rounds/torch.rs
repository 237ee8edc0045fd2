//! The rounds of a schedule as point-to-point operations of PyTorch.

use super::python::{Library, python};
use crate::export::format::{Format, Writer};
use crate::wire::RoundsDocument;

/// The format of the word `torch`.
pub(in crate::export) const TORCH: Format = Format {
    word: "torch",
    sentence: "A Python file with a function like torch.distributed.all_to_all_single or its kin",
    source: "PyTorch, torch.distributed.batch_isend_irecv",
    writer: Writer::Rounds(torch),
};

/// Writes the function, its tables, and a comparison with the definition of the collective.
fn torch(document: &RoundsDocument) -> Vec<u8> {
    python(document, &Library { head: include_str!("torch_head.py"), code: include_str!("torch.py") })
}
