//! What the programs of `targets` share: changes of documents, what documents have proved so far, and the truth
//! about small tasks.

pub mod attacks;
pub mod ledger;
pub mod mutate;
pub mod readers;
pub mod small;
pub mod text;
pub mod truth;
