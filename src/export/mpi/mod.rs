//! A schedule as a C header that carries it out with MPI.

mod plan;
mod source;
mod tables;
mod translation;

use super::format::{Format, Writer};

/// The format of the word `c`.
pub(super) const C: Format = Format {
    word: "c",
    sentence: "A C99 header with a function like MPI_Alltoall or its kin that carries the schedule out, slot by slot",
    source: "MPI: A Message-Passing Interface Standard, version 3.1; ISO/IEC 9899:1999",
    writer: Writer::Source(source::source),
};
