//! A packet on one link in one slot.

use super::Packet;
use crate::model::Node;

/// A packet goes from a node to a neighbour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transmission {
    /// The node that sends.
    pub from: Node,
    /// The neighbour that receives.
    pub to: Node,
    /// The packet.
    pub packet: Packet,
    /// The number of the packet among those with these ends, from 0, where there are several.
    pub copy: Option<u64>,
}

/// A packet that a node sends or receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LocalTransfer {
    /// Whether the node receives it; else it sends it.
    pub receives: bool,
    /// The neighbour at the other end of the link.
    pub neighbor: Node,
    /// The packet.
    pub packet: Packet,
    /// The number of the packet among those with these ends, from 0, where there are several.
    pub copy: Option<u64>,
}
