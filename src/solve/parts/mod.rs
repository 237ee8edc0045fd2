//! A bound proved in parts: the proof for a certificate's schedule is cut into parts, each proved by itself,
//! and put together again.
//!
//! A part is a document that needs nothing else, so that any machine can prove it.

mod error;
mod join;
mod model;
mod run;
mod split;

pub use error::PartsError;
pub use join::{JoinFault, Joined, join, proved};
pub use model::PartModel;
pub use run::{Ran, run};
pub use split::{Cut, split};
