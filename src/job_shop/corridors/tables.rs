//! The tables of a task: corridors, resources, and the packets that may take each resource.

use super::cells::Resources;
use super::find::Corridors;
use crate::model::{DemandsTask, Packet, wide};

/// The tables of a task.
#[derive(Debug)]
pub(super) struct Tables<'a> {
    pub(super) task: &'a DemandsTask,
    pub(super) packets: Vec<Packet>,
    pub(super) corridors: Corridors,
    pub(super) resources: Resources,
    pub(super) users: Users,
}

impl<'a> Tables<'a> {
    /// Returns the tables of a task; none if some packet is copied or combined, or it was cancelled.
    pub(super) fn new(task: &'a DemandsTask, cancel: &(dyn Fn() -> bool + Sync)) -> Option<Self> {
        let mut packets = Vec::new();
        for load in task.loads() {
            let Packet::Personal { .. } = load.packet() else { return None };
            packets.extend(load.packets());
        }
        let corridors = Corridors::new(task, &packets, cancel)?;
        let resources = Resources::new(task, &corridors);
        let of_packet = |packet| {
            let taken = corridors.of(packet).iter().flat_map(|step| resources.taken_by(step.arc));
            taken.map(move |resource| (resource, packet))
        };
        let users = Users::new(resources.len(), (0..).take(corridors.len()).flat_map(of_packet));
        Some(Self { task, packets, corridors, resources, users })
    }
}

/// The packets whose corridors take each resource.
#[derive(Debug)]
pub(super) struct Users {
    /// By resource: where its packets begin, and their number at the end.
    first: Vec<usize>,
    packets: Vec<u32>,
}

impl Users {
    /// Groups packets by resource; `taken` lists pairs of a resource and a packet that may take it, in any
    /// order.
    pub(super) fn new(resources: usize, taken: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut first = vec![0; resources + 1];
        for (resource, _) in taken.clone() {
            first[wide(resource) + 1] += 1;
        }
        for at in 0..resources {
            first[at + 1] += first[at];
        }
        let mut place = first.clone();
        let mut packets = vec![0; first[resources]];
        for (resource, packet) in taken {
            packets[place[wide(resource)]] = packet;
            place[wide(resource)] += 1;
        }
        Self { first, packets }
    }

    /// Returns the packets that may take a resource, some more than once.
    pub(super) fn of(&self, resource: u32) -> &[u32] {
        &self.packets[self.first[wide(resource)]..self.first[wide(resource) + 1]]
    }
}
