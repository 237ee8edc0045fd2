//! The rounds of a schedule as collective permutes of JAX.

use super::python::{Library, python};
use crate::export::format::{Format, Writer};
use crate::wire::RoundsDocument;

/// The format of the word `jax`.
pub(in crate::export) const JAX: Format = Format {
    word: "jax",
    sentence: "A Python file with a function like jax.lax.all_to_all or its kin for use inside shard_map",
    source: "JAX, jax.lax.ppermute",
    writer: Writer::Rounds(jax),
};

/// Writes the function, its tables, and a comparison with the collective of JAX.
fn jax(document: &RoundsDocument) -> Vec<u8> {
    python(document, &Library { head: include_str!("jax_head.py"), code: include_str!("jax.py") })
}
