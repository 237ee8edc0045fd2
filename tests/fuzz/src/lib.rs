//! Code shared by the programs of `targets`: changes of documents, results that documents have proved, and
//! the optima of small tasks.

pub mod attacks;
pub mod ledger;
pub mod mutate;
pub mod readers;
pub mod small;
pub mod text;
pub mod truth;
