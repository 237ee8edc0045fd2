//! The errors of constructions, and helpers that they share.

use crate::model::{Network, Node};
use thiserror::Error;

/// The reason why a construction gives no schedule.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ConstructionError {
    /// The result or the work would be too large.
    #[error("{what} would be {found}, expected at most {most}")]
    TooLarge {
        /// The counted quantity.
        what: &'static str,
        /// How large it would be; the greatest number where that does not fit.
        found: u64,
        /// How large it may be.
        most: u64,
    },
    /// No hypercube of this dimension is built.
    #[error("dimension {found}, expected 1 to {most}")]
    Dimension {
        /// The dimension asked for.
        found: u32,
        /// The greatest dimension.
        most: u32,
    },
    /// A node cannot do anything without a port.
    #[error("no port, expected at least 1")]
    NoPort,
    /// A search for a Hamiltonian cycle ended without one.
    #[error("no Hamiltonian cycle was found")]
    NoCycle,
    /// There is nothing to send.
    #[error("no packet, expected at least 1")]
    NoPacket,
    /// A node would send a packet that it does not hold yet.
    #[error("slot {slot}: node {node} would send a packet that it does not hold yet")]
    OutOfOrder {
        /// The slot.
        slot: u64,
        /// The node, as a position of the packet of node 0.
        node: u64,
    },
    /// A link type would be used twice in one slot.
    #[error("slot {slot}: link {link} would be used twice")]
    LinkTwice {
        /// The slot.
        slot: u64,
        /// The link.
        link: u32,
    },
    /// A move names a packet, node or link that is not there.
    #[error("slot {slot}: a move names a packet, node or link that is not there")]
    NoSuchMove {
        /// The slot.
        slot: u64,
    },
    /// A packet does not reach a node that it is for.
    #[error("packet {packet} does not reach node {node}")]
    NotDelivered {
        /// The packet.
        packet: u64,
        /// The node.
        node: u64,
    },
    /// The schedule belongs to another problem.
    #[error("packet {packet} is of another kind than the conversion starts from")]
    WrongPacket {
        /// The packet.
        packet: u64,
    },
}

/// Converts a node to an index of a slice.
pub(super) fn at(node: Node) -> usize {
    usize::try_from(node.0).expect("a network whose nodes are listed fits the address space")
}

/// Converts an index of a slice, whose length was limited before, to a number of 32 bits.
pub(super) fn short(index: usize) -> u32 {
    u32::try_from(index).expect("the size was limited before")
}

/// Lists all nodes of a network.
pub(super) fn nodes(network: &Network) -> impl DoubleEndedIterator<Item = Node> + use<> {
    (0..network.nodes()).map(Node)
}

/// Refuses a task without a packet and nodes without a port.
pub(super) fn require(count: u64, ports: u32) -> Result<(), ConstructionError> {
    match (count, ports) {
        (0, _) => Err(ConstructionError::NoPacket),
        (_, 0) => Err(ConstructionError::NoPort),
        _ => Ok(()),
    }
}

/// Returns a number unless it exceeds a limit or did not fit 64 bits.
pub(super) fn limit(what: &'static str, found: Option<u64>, most: u64) -> Result<u64, ConstructionError> {
    match found {
        Some(found) if found <= most => Ok(found),
        _ => Err(ConstructionError::TooLarge { what, found: found.unwrap_or(u64::MAX), most }),
    }
}

/// Removes the slots after the last move, and sorts the moves of each slot.
pub(super) fn tidy<M: Ord>(mut slots: Vec<Vec<M>>) -> Vec<Vec<M>> {
    while slots.last().is_some_and(Vec::is_empty) {
        slots.pop();
    }
    for slot in &mut slots {
        slot.sort_unstable();
    }
    slots
}

/// Puts a move into a slot, and adds the slots up to it where they are missing.
pub(super) fn put<M>(slots: &mut Vec<Vec<M>>, slot: usize, step: M) {
    while slots.len() <= slot {
        slots.push(Vec::new());
    }
    slots[slot].push(step);
}
