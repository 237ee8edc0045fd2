//! Why a plan is not written.

use crate::model::TooFar;
use std::io;
use thiserror::Error;

/// Why a plan, or a graph, cannot be exported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// There are too many transmissions to hold.
    #[error("up to {found} transmissions, expected at most {most}")]
    TooManySends {
        /// The upper bound on their number, as text because it may exceed 64 bits.
        found: String,
        /// The limit.
        most: u64,
    },
    /// The transmissions of the slots cannot be found in reasonable time.
    #[error(transparent)]
    TooFar(#[from] TooFar),
    /// There are too many nodes, or too many links.
    #[error("{nodes} nodes of up to {links} links, expected at most {most} links of all nodes")]
    TooLarge {
        /// Number of nodes.
        nodes: u64,
        /// Number of links of a node.
        links: u32,
        /// The limit on the links of all nodes.
        most: u64,
    },
    /// Some nodes run no program.
    #[error(
        "a network of switches, expected one whose nodes all run the program; csv, graphml, node-link and dot have every \
         transmission of any network"
    )]
    Switches,
    /// The format has no word for the task.
    #[error(
        "no collective of the format, expected total-exchange (alltoall), multinode-broadcast (allgather) or \
         multinode-accumulation (reduce-scatter)"
    )]
    NoCollective,
    /// The moves of an allreduce add to what the receiver has or replace it, as the replay finds.
    #[error(
        "an allreduce, whose moves either add or replace, expected a task whose moves do one of both; csv lists the moves of \
         any schedule"
    )]
    Sums,
    /// Moves take several slots.
    #[error(
        "packets that differ in length or start, expected equal ones, of which each move takes one slot; csv lists the moves \
         of any schedule by the slots in which they begin"
    )]
    Parcels,
    /// Two schedules are not the halves of an all-reduce.
    #[error(
        "not the halves of an all-reduce, expected a reduce-scatter and the allgather of as many packets on its network"
    )]
    NoAllReduce,
    /// The task has no packets, so that a program would have nothing to send.
    #[error("a task without packets, expected one that sends something: a program has nothing to do for it")]
    NothingToSend,
    /// Some part of the file would exceed a limit of its readers.
    #[error("{found} {what}, expected at most {most}")]
    TooMuch {
        /// The kind of part.
        what: &'static str,
        /// The number of such parts.
        found: u64,
        /// The limit of its readers.
        most: u64,
    },
    /// The export was told to stop.
    #[error("stopped")]
    Stopped,
    /// The output failed.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl PlanError {
    /// Returns the word for this error in result documents.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::TooManySends { .. } => "too-many-lines",
            Self::TooFar(_) => "too-much-work",
            Self::TooLarge { .. } => "too-large-to-export",
            Self::Switches => "switches",
            Self::NoCollective | Self::Sums | Self::Parcels => "no-collective",
            Self::NoAllReduce => "no-all-reduce",
            Self::NothingToSend => "nothing-to-send",
            Self::TooMuch { .. } => "too-much-of-it",
            Self::Stopped => "interrupted",
            Self::Output(_) => "output",
        }
    }
}
