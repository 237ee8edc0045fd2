//! Equal packets, of which lists hold millions.

use crate::model::{Node, Packet};

/// Equal packets of a task in tables, in 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Load {
    packet: InTables,
    count: u32,
}

/// A packet by the indices of its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum InTables {
    Personal(u32, u32),
    Copied(u32),
    Combined(u32),
}

impl Load {
    /// So many of a packet.
    ///
    /// # Panics
    /// On nodes of no table, and counts from 2³² on.
    pub(crate) fn new(packet: Packet, count: u64) -> Self {
        let packet = match packet {
            Packet::Personal { from, to } => InTables::Personal(from.narrow(), to.narrow()),
            Packet::Copied { from } => InTables::Copied(from.narrow()),
            Packet::Combined { to } => InTables::Combined(to.narrow()),
        };
        Self { packet, count: u32::try_from(count).expect("tasks in tables have at most 2^22 packets") }
    }

    /// The packet.
    #[must_use]
    pub fn packet(&self) -> Packet {
        let node = |index: u32| Node(index.into());
        match self.packet {
            InTables::Personal(from, to) => Packet::Personal { from: node(from), to: node(to) },
            InTables::Copied(from) => Packet::Copied { from: node(from) },
            InTables::Combined(to) => Packet::Combined { to: node(to) },
        }
    }

    /// How many of them, at least 1.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count.into()
    }

    /// The packet as often as it is there.
    pub fn packets(&self) -> impl Iterator<Item = Packet> + use<> {
        std::iter::repeat_n(self.packet(), crate::model::wide(self.count))
    }
}
