//! Reasons why a task has no schedule of windows.

use crate::delay::BlocksError;
use thiserror::Error;

/// The reason why a task has no schedule of windows, or why none was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WindowsError {
    /// The symmetry is missing that blocks need.
    #[error("{0}")]
    Blocks(#[from] BlocksError),
    /// The plan is for other tasks.
    #[error("a plan of windows is for one packet to every node, or to every node near by")]
    NotAnExchange,
    /// The packets of one distance could not be joined to those before.
    #[error(
        "found no way to join the packets of distance {distance} to those before without an idle link; \
         the method blocks takes this task"
    )]
    NotJoined {
        /// Their distance.
        distance: u64,
    },
}
