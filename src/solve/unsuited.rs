//! Why a method does not suit a problem.

use crate::delay::BlocksError;
use crate::model::ModelError;
use thiserror::Error;

/// Why a method does not suit a problem.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsuited {
    /// It is for problems of another kind.
    #[error("is one of {of}, not of this task")]
    OtherTask {
        /// For which.
        of: &'static str,
    },
    /// Every port has its own queue in it.
    #[error("is defined for ports \"all\" only; the method quotient takes any ports")]
    NotAllPorts,
    /// With one port every symmetric schedule of a queue is as short as the hops allow.
    #[error("for two ports or more; with one, symmetric schedules are as short as any")]
    OnePort,
    /// A node works at one queue.
    #[error("for one port; job-shop takes any number")]
    ManyPorts,
    /// The order of links matters.
    #[error("for networks whose generators commute; job-shop takes any")]
    NotAbelian,
    /// A construction for another broadcast, accumulation, scatter or gather.
    #[error("for {of}, not for this task")]
    OtherCollective {
        /// For which.
        of: &'static str,
    },
    /// A construction for other networks.
    #[error("for {of}, not for this network")]
    OtherNetwork {
        /// For which.
        of: &'static str,
    },
    /// The recursion is one of hypercubes.
    #[error("expected a total exchange of one packet per destination on a hypercube, with all ports or one")]
    NoHalves,
    /// Packets differ from node to node.
    #[error("it is for packets that are the same from every node; list-scheduling takes any demands")]
    NotSymmetric,
    /// Nodes that only send and nodes that only receive differ.
    #[error("with one half-duplex port no node does in a slot what all others do; alternate takes these")]
    HalfDuplex,
    /// Two nodes cannot exchange in a slot.
    #[error("for full-duplex ports, as nodes send and receive in one slot; reduce-broadcast takes any ports")]
    HalfDuplexExchange,
    /// A method for one half-duplex port.
    #[error("for one half-duplex port")]
    FullDuplex,
    /// Neighbours cannot be told apart by two classes.
    #[error("for networks without odd cycles")]
    NotBipartite,
    /// Packets are copied or combined.
    #[error("it is for packets that go from node to node; list-scheduling takes these too")]
    NotPersonal,
    /// Packets are copied or combined, and pass nodes that neither keep nor add.
    #[error(
        "where some nodes are switches it is for packets that go from node to node; list-scheduling takes these too"
    )]
    CopiedPastSwitches,
    /// A single root, which no automorphism but the identity may move.
    #[error(
        "it is for tasks that a group of automorphisms keeps, and one root is kept by none that acts freely"
    )]
    Rooted,
    /// Nothing but the completion time counts.
    #[error("for objectives of delay")]
    NoDelay,
    /// Packets are neither copied nor combined.
    #[error(
        "it is for broadcasts and accumulations; list-scheduling takes packets that go from node to node"
    )]
    Personal,
    /// The program on words is one of Cayley graphs.
    #[error("for Cayley graphs here; hypercubes, tori and rings have a program of their own")]
    OtherProgram,
    /// It keeps all links of a node busy.
    #[error("for nodes that may use all their links in a slot; list-scheduling takes any ports")]
    FewPorts,
    /// It is no method of the register.
    #[error("it is made of a schedule that is given")]
    Given,
    /// It is no method of the register.
    #[error("it goes along a tree of the network and root of the task, which is given")]
    NoTree,
    /// The symmetry of blocks is missing.
    #[error("{0}")]
    Blocks(#[from] BlocksError),
    /// The reason against windows, which are made of blocks.
    #[error("{0}")]
    Windows(BlocksError),
    /// The problem has no such view.
    #[error("{0}")]
    Model(#[from] ModelError),
}

impl Unsuited {
    /// Whether the words go on from the name of the method without a colon.
    pub(super) fn is_predicate(&self) -> bool {
        matches!(self, Self::OtherTask { .. } | Self::NotAllPorts)
    }
}
