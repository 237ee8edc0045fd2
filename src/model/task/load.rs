//! Equal packets in 16 bytes, as lists hold millions of them.

use crate::model::{Node, Packet};

/// Equal packets of a task in tables, in 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Load {
    packet: PacketIndices,
    count: u32,
}

/// A packet by the indices of its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PacketIndices {
    Personal(u32, u32),
    Copied(u32),
    Combined(u32),
}

impl Load {
    /// Creates the load of `count` equal packets.
    ///
    /// # Panics
    /// On nodes and counts from 2³² on, and on blocks of an allreduce, which is no list of packets.
    pub(crate) fn new(packet: Packet, count: u64) -> Self {
        let packet = match packet {
            Packet::Personal { from, to } => PacketIndices::Personal(from.narrow(), to.narrow()),
            Packet::Copied { from } => PacketIndices::Copied(from.narrow()),
            Packet::Combined { to } => PacketIndices::Combined(to.narrow()),
            Packet::Summed { .. } => unreachable!("an allreduce has no list of packets"),
        };
        Self { packet, count: u32::try_from(count).expect("tasks in tables have at most 2^22 packets") }
    }

    /// Returns the packet.
    #[must_use]
    pub fn packet(&self) -> Packet {
        let node = |index: u32| Node(index.into());
        match self.packet {
            PacketIndices::Personal(from, to) => Packet::Personal { from: node(from), to: node(to) },
            PacketIndices::Copied(from) => Packet::Copied { from: node(from) },
            PacketIndices::Combined(to) => Packet::Combined { to: node(to) },
        }
    }

    /// Returns the node whose packets they are: the one that has them first, or that is to have the sums.
    #[must_use]
    pub fn home(&self) -> Node {
        let (PacketIndices::Personal(node, _) | PacketIndices::Copied(node) | PacketIndices::Combined(node)) =
            self.packet;
        Node(node.into())
    }

    /// Returns the number of packets, at least 1.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count.into()
    }

    /// Returns the packet, repeated as often as its count.
    pub fn packets(&self) -> impl Iterator<Item = Packet> + use<> {
        std::iter::repeat_n(self.packet(), crate::model::wide(self.count))
    }
}
