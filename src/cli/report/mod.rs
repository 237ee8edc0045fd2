//! Reports of documents and results, for people and for programs.

#[cfg(feature = "claims")]
pub(crate) mod claim_list;
#[cfg(feature = "claims")]
pub(crate) mod claim_tables;
#[cfg(all(feature = "claims", feature = "ilp"))]
pub(crate) mod crosscheck;
pub(crate) mod cycles;
pub(crate) mod draw;
pub(crate) mod lines;
pub(crate) mod papers;
pub(crate) mod result;
pub(crate) mod rules;
pub(crate) mod schedule;
pub(crate) mod shown;
pub(crate) mod solution;
pub(crate) mod tell_failure;
pub(crate) mod written;
