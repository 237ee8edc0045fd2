//! Why there is no picture.

use crate::delay::RulesError;
use crate::model::{TooFar, large};
use thiserror::Error;

/// The words by which a caller names its options and documents in errors.
#[derive(Debug, Clone, Copy)]
pub struct Called {
    /// The text before the word of a picture.
    pub picture: &'static str,
    /// The option that chooses some of the slots.
    pub range: &'static str,
    /// The options that choose a part of a schedule.
    pub choice: &'static str,
    /// The document that holds a Pareto front.
    pub front: &'static str,
    /// The document that holds the history of a search.
    pub history: &'static str,
    /// The document that holds a spanning tree.
    pub tree: &'static str,
}

impl Called {
    const PLAIN: Self = Self {
        picture: "the picture ",
        range: "a choice of slots",
        choice: "a choice of slots or node",
        front: "a Pareto front",
        history: "the history of a search",
        tree: "a spanning tree",
    };
}

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.words(&Called::PLAIN))]
#[non_exhaustive]
pub enum DrawError {
    /// There are no points of a Pareto front.
    NoFront {
        /// The word of the picture.
        picture: &'static str,
    },
    /// There is no history of a search.
    NoHistory {
        /// The word of the picture.
        picture: &'static str,
    },
    /// There is no spanning tree.
    NoTree {
        /// The word of the picture.
        picture: &'static str,
    },
    /// The document does not hold what the picture shows.
    Nothing {
        /// The word of the picture.
        picture: &'static str,
        /// The documents that the picture is drawn from.
        expected: &'static str,
    },
    /// The picture summarises all slots and packets, but only some were chosen.
    Whole {
        /// The word of the picture.
        picture: &'static str,
    },
    /// The moves of an allreduce are no deliveries.
    Sums,
    /// Moves take several slots.
    Parcels,
    /// The node has no packets of its own.
    NoPackets {
        /// The index and name of the node.
        node: String,
    },
    /// The picture would be larger than a person can read.
    TooLarge {
        /// The word of the picture.
        picture: &'static str,
        /// The kind of the items that are too many.
        what: &'static str,
        /// How many.
        found: u64,
        /// How many can be drawn.
        most: u64,
        /// The word of a picture that can show as many, with an explanation; empty if none can.
        remedy: &'static str,
    },
    /// The network is larger than a person can read.
    NoDrawing {
        /// The kind of the items that are too many.
        what: &'static str,
        /// How many.
        found: u64,
        /// How many can be drawn.
        most: u64,
    },
    /// The schedule has more moves than are visited.
    TooMuchWork {
        /// The number of moves of node 0 or of all nodes, or of slots; 2⁶⁴ − 1 if it is larger.
        found: u64,
        /// The most that are visited.
        most: u64,
    },
    /// The moves of the chosen slots follow from too many earlier moves.
    TooFar(#[from] TooFar),
    /// The schedule cannot be compared with the rules of P1.
    Rules(#[from] RulesError),
    /// The picture shows what was delivered before the chosen slots, which is too much to visit.
    Before {
        /// The word of the picture or page.
        what: &'static str,
    },
    /// More bytes than a picture may have.
    TooManyBytes {
        /// How many.
        found: usize,
        /// How many a picture may have.
        most: usize,
    },
    /// The caller asked to stop.
    Stopped,
}

impl DrawError {
    /// Returns the reason as a text, with the words of a caller.
    #[must_use]
    pub fn words(&self, called: &Called) -> String {
        let Called { picture: as_, range, choice, front, history, tree } = called;
        match self {
            Self::NoFront { picture } => format!("nothing to draw as {picture}: it shows {front}"),
            Self::NoHistory { picture } => format!("nothing to draw as {picture}: it shows {history}"),
            Self::NoTree { picture } => format!("nothing to draw as {picture}: it shows {tree}"),
            Self::Nothing { picture, expected } => {
                format!("nothing to draw as {picture}: it shows {expected}")
            }
            Self::Whole { picture } => format!("{picture} summarises the whole schedule, without {choice}"),
            Self::Sums => "an allreduce, whose moves add to what a node has or replace it; pictures of schedules show packets \
                           that are delivered, and CSV lists the moves of any schedule"
                .to_owned(),
            Self::Parcels => "packets that differ in length or start; pictures of schedules show moves of one slot, and CSV lists \
                              the moves of any schedule by the slots in which they begin"
                .to_owned(),
            Self::NoPackets { node } => {
                format!("no packets start at node {node}, nor is it the root of a sum")
            }
            Self::TooLarge { picture, what, found, most, remedy } => {
                let is_of_time = matches!(*what, "slots" | "moves");
                let some = if is_of_time { format!("{range} draws some, ") } else { String::new() };
                // A command stands there with its whole name.
                let as_ = if remedy.starts_with("isotask ") { "" } else { *as_ };
                let other = if remedy.is_empty() { String::new() } else { format!("{as_}{remedy}") };
                let cure = format!("{some}{other}");
                let end = if cure.is_empty() { cure } else { format!("; {}", cure.trim_end_matches(", ")) };
                format!("{found} {what}, expected at most {most} for {picture}{end}")
            }
            Self::NoDrawing { what, found, most } => {
                format!("no drawing of a network of {found} {what}, expected at most {most}")
            }
            Self::TooMuchWork { found, most } => format!(
                "up to {} moves or slots to look at, expected at most {most}; {range} draws some",
                large(Some(*found).filter(|&found| found < u64::MAX))
            ),
            Self::TooFar(fault) => fault.words(range),
            Self::Rules(fault) => fault.to_string(),
            Self::Before { what } => format!(
                "{what} shows what was delivered before, which is too much to look at; {as_}heat-map or space-time \
                 draws these slots"
            ),
            Self::TooManyBytes { found, most } => {
                format!("{found} bytes, expected at most {most}; {as_}use summarises")
            }
            Self::Stopped => "interrupted".to_owned(),
        }
    }

    /// Returns the identifier of this fault for programs.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::NoFront { .. }
            | Self::NoHistory { .. }
            | Self::NoTree { .. }
            | Self::Nothing { .. }
            | Self::NoPackets { .. }
            | Self::Sums
            | Self::Parcels
            | Self::Rules(RulesError::NotPersonal | RulesError::Parcels) => "nothing-to-draw",
            Self::Whole { .. } => "not-the-whole",
            Self::NoDrawing { .. } => "no-drawing",
            Self::TooLarge { .. } | Self::TooManyBytes { .. } => "too-large",
            Self::TooMuchWork { .. } | Self::Rules(_) | Self::TooFar(_) | Self::Before { .. } => {
                "too-much-work"
            }
            Self::Stopped => "interrupted",
        }
    }

    /// Returns whether a smaller picture may succeed.
    #[must_use]
    pub fn is_of_size(&self) -> bool {
        matches!(self, Self::TooLarge { .. } | Self::TooManyBytes { .. } | Self::NoDrawing { .. })
    }
}
