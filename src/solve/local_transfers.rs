//! What one node sends and receives in some slots of an explicit schedule, or of one in which packets are copied or combined.

use crate::model::{Link, ModelError, Network, Node, Packet, wide};
use crate::wire::{NodeRef, ScheduleBody};
use std::collections::{BTreeMap, BTreeSet};
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
            let copies = copy_numbers(network, packets)?;
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
                    let index = wide(step.packet);
                    let (Some(ends), true) = (packets.get(index), from == node || to == node) else {
                        continue;
                    };
                    let receives = from != node;
                    let neighbor = if receives { from } else { to };
                    let copy = copies[index];
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

/// Which of the packets with its ends each packet of an explicit schedule is, from 0; none for one that is alone.
///
/// # Errors
/// [`ModelError`] if the schedule names what is no node.
///
/// # Complexity
/// O(packets · (D + log packets)) for D dimensions.
pub fn copy_numbers(network: &Network, packets: &[Vec<NodeRef>]) -> Result<Vec<Option<u32>>, ModelError> {
    let node = |reference: &NodeRef| network.node(reference, || "schedule".to_owned());
    let ends: Vec<Vec<Node>> =
        packets.iter().map(|ends| ends.iter().map(node).collect()).collect::<Result<_, _>>()?;
    let mut number: BTreeMap<&[Node], u32> = BTreeMap::new();
    for ends in &ends {
        *number.entry(ends).or_default() += 1;
    }
    let alone: BTreeSet<&[Node]> =
        number.iter().filter(|&(_, &count)| count == 1).map(|(&ends, _)| ends).collect();
    let mut next: BTreeMap<&[Node], u32> = BTreeMap::new();
    let mut copies = Vec::with_capacity(ends.len());
    for ends in &ends {
        let next = next.entry(ends).or_default();
        copies.push((!alone.contains(ends.as_slice())).then_some(*next));
        *next += 1;
    }
    Ok(copies)
}
