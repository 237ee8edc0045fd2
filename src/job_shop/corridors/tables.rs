//! All that packets in corridors share: their ways, what these take, and who takes it.

use super::cells::Resources;
use super::find::Corridors;
use crate::model::{DemandsTask, Packet, wide};

/// What packets may take.
#[derive(Debug)]
pub(super) struct Tables<'a> {
    pub(super) task: &'a DemandsTask,
    pub(super) packets: Vec<Packet>,
    pub(super) corridors: Corridors,
    pub(super) resources: Resources,
    pub(super) users: Users,
}

impl<'a> Tables<'a> {
    /// None if some packet is copied or combined, or it was cancelled.
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

/// Packets by what their corridors take.
#[derive(Debug)]
pub(super) struct Users {
    /// By resource: where its packets begin, and their number at the end.
    first: Vec<usize>,
    packets: Vec<u32>,
}

impl Users {
    /// Of all packets; `taken` are the resources that they may take, in any order, each with the packet.
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

    /// Those that may take a resource, some more than once.
    pub(super) fn of(&self, resource: u32) -> &[u32] {
        &self.packets[self.first[wide(resource)]..self.first[wide(resource) + 1]]
    }
}
