//! Why there is no picture.

use crate::model::{TooFar, large};
use thiserror::Error;

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The document does not hold what the picture shows.
    #[error("nothing to draw as {picture}: it shows {expected}")]
    Nothing {
        /// The word of the picture.
        picture: &'static str,
        /// What it is drawn from.
        expected: &'static str,
    },
    /// A summary of all slots and packets, of which some were chosen.
    #[error("{picture} summarises the whole schedule, without --slots and --node")]
    Whole {
        /// The word of the picture.
        picture: &'static str,
    },
    /// The node has no packets of its own.
    #[error("no packets start at node {node}, nor is it the root of a sum")]
    NoPackets {
        /// The node, index and name.
        node: String,
    },
    /// More than a person can read.
    #[error("{found} {what}, expected at most {most} for {picture}; {some}--picture {remedy}", some = some(what))]
    TooLarge {
        /// The word of the picture.
        picture: &'static str,
        /// What there is too much of.
        what: &'static str,
        /// How many.
        found: u64,
        /// How many can be drawn.
        most: u64,
        /// The word of a picture that has room, and why.
        remedy: &'static str,
    },
    /// The network has no drawing that a person recognises.
    #[error(
        "no drawing of this network, expected a hypercube of up to 4 dimensions, a ring or Cayley graph of up to \
         32 nodes, or a torus of up to 8 × 8"
    )]
    NoDrawing,
    /// Too many moves to look at.
    #[error(
        "up to {} moves or slots to look at, expected at most {most}; --slots A..B draws some",
        large(Some(*.found).filter(|&found| found < u64::MAX))
    )]
    TooMuchWork {
        /// How many moves of node 0 or of all nodes, or slots; 2⁶⁴ − 1 of more.
        found: u64,
        /// How many are looked at.
        most: u64,
    },
    /// What moves in the slots follows from too many others.
    #[error(transparent)]
    TooFar(#[from] TooFar),
    /// It shows what was delivered before the slots that were chosen, and those are too many to look at.
    #[error(
        "{what} shows what was delivered before, which is too much to look at; --picture heat-map or space-time \
         draws these slots"
    )]
    Before {
        /// The word of the picture or page.
        what: &'static str,
    },
    /// More bytes than a picture may have.
    #[error("{found} bytes, expected at most {most}; --picture use summarises")]
    TooManyBytes {
        /// How many.
        found: usize,
        /// How many a picture may have.
        most: usize,
    },
    /// It was told to stop.
    #[error("interrupted")]
    Stopped,
}

/// What helps where time is too long.
fn some(what: &str) -> &'static str {
    if matches!(what, "slots" | "moves") { "--slots A..B draws some, " } else { "" }
}

impl DrawError {
    /// The word of this fault for programs.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Nothing { .. } | Self::NoPackets { .. } => "nothing-to-draw",
            Self::Whole { .. } => "not-the-whole",
            Self::NoDrawing => "no-drawing",
            Self::TooLarge { .. } | Self::TooManyBytes { .. } => "too-large",
            Self::TooMuchWork { .. } | Self::TooFar(_) | Self::Before { .. } => "too-much-work",
            Self::Stopped => "interrupted",
        }
    }

    /// Whether a smaller picture may do.
    #[must_use]
    pub fn is_of_size(&self) -> bool {
        matches!(self, Self::TooLarge { .. } | Self::TooManyBytes { .. } | Self::NoDrawing)
    }
}
