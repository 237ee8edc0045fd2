//! What a formula speaks of: packets, equal ones together, with the slots for which a move holds its link.

use crate::model::{DemandsTask, Packet, ParcelsTask};

/// Equal packets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Equal {
    pub(super) packet: Packet,
    /// Number of packets, at least 1.
    pub(super) count: u64,
    /// Slots for which a move holds its link.
    pub(super) length: u64,
    /// Slots that are over before they are there.
    pub(super) release: u64,
}

/// The packets of a task in increasing order, and the network.
#[derive(Debug, Clone)]
pub(super) struct Freight<'a> {
    /// A task on the network, with its tables and ports; its own packets do not count.
    pub(super) frame: &'a DemandsTask,
    pub(super) packets: Vec<Equal>,
}

impl Freight<'_> {
    /// Returns the number of packets.
    pub(super) fn packets(&self) -> u64 {
        self.packets.iter().map(|equal| equal.count).sum()
    }

    /// Returns whether some move takes several slots, or some packet starts late.
    pub(super) fn is_timed(&self) -> bool {
        self.packets.iter().any(|equal| equal.length > 1 || equal.release > 0)
    }
}

impl<'a> From<&'a DemandsTask> for Freight<'a> {
    fn from(task: &'a DemandsTask) -> Self {
        let equal = |load: &crate::model::Load| Equal {
            packet: load.packet(),
            count: load.count(),
            length: 1,
            release: 0,
        };
        Self { frame: task, packets: task.loads().iter().map(equal).collect() }
    }
}

impl<'a> From<&'a ParcelsTask> for Freight<'a> {
    fn from(task: &'a ParcelsTask) -> Self {
        let equal = |parcel: &crate::model::Parcel| Equal {
            packet: parcel.packet(),
            count: parcel.count,
            length: parcel.length,
            release: parcel.release,
        };
        Self { frame: task.parts(), packets: task.parcels().iter().map(equal).collect() }
    }
}
