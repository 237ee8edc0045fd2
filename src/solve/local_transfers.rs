//! What one node sends and receives in some slots of an explicit schedule, or of one in which packets are copied or combined.

use crate::model::{Link, ModelError, Network, Node, Packet};
use crate::wire::{NodeRef, ScheduleBody};
use std::ops::Range;

/// A packet that a node sends or receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LocalTransfer {
    /// Whether the node receives it; else it sends it.
    pub receives: bool,
    /// The neighbour at the other end of the link.
    pub neighbor: Node,
    /// The packet.
    pub packet: Packet,
    /// Which of the packets with these ends, where the schedule numbers them.
    pub copy: Option<u32>,
}

/// The transfers of a node in each of some slots, receptions after sends, each by increasing neighbour; `collecting` says that the packets of
/// a symmetric schedule are combined. Nothing for schedules of other kinds.
///
/// # Errors
/// [`ModelError`] if the schedule names what is no node.
///
/// # Complexity
/// O(moves of these slots · D + packets) for D dimensions.
pub fn local_transfers(
    network: &Network,
    collecting: bool,
    schedule: &ScheduleBody,
    node: Node,
    slots: Range<u64>,
) -> Result<Vec<Vec<LocalTransfer>>, ModelError> {
    let wanted = |slot: &u64| slots.contains(slot);
    let read = |reference: &NodeRef| network.node(reference, || "schedule".to_owned());
    let mut found = Vec::new();
    match schedule {
        ScheduleBody::Placed { slots } => {
            for (_, moves) in (0..).zip(slots).filter(|(slot, _)| wanted(slot)) {
                let mut own = Vec::new();
                for step in moves {
                    let (position, link) = (read(&step.position)?, Link(step.link));
                    let before = network.neighbor(node, network.opposite(link));
                    // The node that the packet belongs to lies to the sender as node 0 lies to the position.
                    let packet = |sender| {
                        let home = network.translate(sender, network.offset(position, Node(0)));
                        if collecting { Packet::Combined { to: home } } else { Packet::Copied { from: home } }
                    };
                    let to = network.neighbor(node, link);
                    let copy = step.packet;
                    own.push(LocalTransfer { receives: false, neighbor: to, packet: packet(node), copy });
                    own.push(LocalTransfer {
                        receives: true,
                        neighbor: before,
                        packet: packet(before),
                        copy,
                    });
                }
                own.sort_unstable();
                found.push(own);
            }
        }
        ScheduleBody::Explicit { packets, slots } => {
            let packet = |ends: &[NodeRef]| {
                Ok(match (ends, collecting) {
                    ([from, to], _) => Packet::Personal { from: read(from)?, to: read(to)? },
                    ([.., to], true) => Packet::Combined { to: read(to)? },
                    (ends, _) => Packet::Copied { from: ends.first().map_or(Ok(Node(0)), read)? },
                })
            };
            for (_, moves) in (0..).zip(slots).filter(|(slot, _)| wanted(slot)) {
                let mut own = Vec::new();
                for step in moves {
                    let (from, to) = (read(&step.from)?, read(&step.to)?);
                    let ends = usize::try_from(step.packet).ok().and_then(|packet| packets.get(packet));
                    let (Some(ends), true) = (ends, from == node || to == node) else { continue };
                    let receives = from != node;
                    let neighbor = if receives { from } else { to };
                    let copy = (packets.len() > 1 && ends.len() == 1).then_some(step.packet);
                    own.push(LocalTransfer { receives, neighbor, packet: packet(ends)?, copy });
                }
                own.sort_unstable();
                found.push(own);
            }
        }
        ScheduleBody::Symmetric { .. } | ScheduleBody::Intervals { .. } => {}
    }
    Ok(found)
}
