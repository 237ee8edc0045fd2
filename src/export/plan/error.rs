//! Why a plan is not written.

use crate::model::TooFar;
use std::io;
use thiserror::Error;

/// Why a plan, or a graph, is not written for programs of others.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// There are too many transmissions to hold.
    #[error("up to {found} transmissions, expected at most {most}")]
    TooManySends {
        /// How many there may be, 2⁶⁴ in words.
        found: String,
        /// Most that are written.
        most: u64,
    },
    /// What is sent in the slots cannot be found in time.
    #[error(transparent)]
    TooFar(#[from] TooFar),
    /// There are too many nodes, or too many links.
    #[error("{nodes} nodes of up to {links} links, expected at most {most} links of all nodes")]
    TooLarge {
        /// Number of nodes.
        nodes: u64,
        /// Number of links of a node.
        links: u32,
        /// Most links of all nodes.
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
    /// Two schedules are not the halves of an all-reduce.
    #[error(
        "not the halves of an all-reduce, expected a reduce-scatter and the allgather of as many packets on its network"
    )]
    NoAllReduce,
    /// A program would have nothing to send.
    #[error("a task without packets, expected one that sends something: a program has nothing to do for it")]
    NothingToSend,
    /// A part of the file would have more of something than its readers take.
    #[error("{found} {what}, expected at most {most}")]
    TooMuch {
        /// What there is too much of.
        what: &'static str,
        /// How much there is.
        found: u64,
        /// Most that its readers take.
        most: u64,
    },
    /// It was told to stop.
    #[error("stopped")]
    Stopped,
    /// The output failed.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl PlanError {
    /// The word of results.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::TooManySends { .. } => "too-many-lines",
            Self::TooFar(_) => "too-much-work",
            Self::TooLarge { .. } => "too-large-to-export",
            Self::Switches => "switches",
            Self::NoCollective => "no-collective",
            Self::NoAllReduce => "no-all-reduce",
            Self::NothingToSend => "nothing-to-send",
            Self::TooMuch { .. } => "too-much-of-it",
            Self::Stopped => "interrupted",
            Self::Output(_) => "output",
        }
    }
}
