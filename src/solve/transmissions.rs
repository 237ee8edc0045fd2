//! Who sends which packet to whom, slot by slot, in a schedule of any form.

use super::local::{numbered, visit_crossings};
use crate::model::{Link, ModelError, Network, Node, Packet, Problem, count_of, wide};
use crate::wire::{Interval, NodeRef, ScheduleBody};
use std::convert::Infallible;
use std::ops::Range;

/// A packet goes from a node to a neighbour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transmission {
    /// The node that sends.
    pub from: Node,
    /// The neighbour that receives.
    pub to: Node,
    /// The packet.
    pub packet: Packet,
    /// Which of the packets with these ends, from 0, where there are several.
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
    /// Which of the packets with these ends, from 0, where there are several.
    pub copy: Option<u64>,
}

/// Calls `visit` with the slot and every transmission in some slots of a schedule that the checker has
/// accepted, by slot, sender and receiver, until it fails: those of the whole network, or those that a node
/// sends or receives.
///
/// # Errors
/// What `visit` fails with.
///
/// # Complexity
/// Beside one visit each: that of [`super::local_moves`]; for an explicit schedule O(packets · log packets +
/// moves of these slots · log moves). Of a symmetric one what one node sends in a slot is stored, never what
/// all do.
///
/// # Panics
/// If the checker refuses the schedule as one of the task.
pub fn visit_transmissions<E>(
    task: &Problem,
    schedule: &ScheduleBody,
    node: Option<Node>,
    slots: Range<u64>,
    mut visit: impl FnMut(u64, Transmission) -> Result<(), E>,
) -> Result<(), E> {
    let network = task.network();
    let collecting = task.is_combining();
    match schedule {
        ScheduleBody::Symmetric { .. } | ScheduleBody::Intervals { .. } => {
            visit_crossings(task, schedule, slots, |slot, crossings| {
                let steps = crossings.iter().map(|crossing| {
                    let packet = move |sender| {
                        let journey = crossing.journey(network, sender);
                        Packet::Personal { from: journey.origin, to: journey.destination }
                    };
                    Step { link: crossing.link, copy: crossing.copy, packet }
                });
                everywhere(network, &steps.collect::<Vec<_>>(), node, |sent| visit(slot, sent))
            })
        }
        ScheduleBody::Multinode { slots: all } => {
            for (slot, moves) in wanted(all, &slots) {
                let steps = moves.iter().map(|step| {
                    let back = network.offset(read(network, &step.position), Node(0));
                    // The node that the packet belongs to lies to the sender as node 0 lies to the position.
                    let packet = move |sender| {
                        let home = network.translate(sender, back);
                        if collecting { Packet::Combined { to: home } } else { Packet::Copied { from: home } }
                    };
                    Step { link: Link(step.link), copy: step.packet.map(u64::from), packet }
                });
                everywhere(network, &steps.collect::<Vec<_>>(), node, |sent| visit(slot, sent))?;
            }
            Ok(())
        }
        ScheduleBody::Explicit { packets, slots: all } => {
            let packet = |ends: &Vec<NodeRef>| match (ends.as_slice(), collecting) {
                ([from, to], _) => Packet::Personal { from: read(network, from), to: read(network, to) },
                ([to], true) => Packet::Combined { to: read(network, to) },
                ([from], false) => Packet::Copied { from: read(network, from) },
                _ => unreachable!("a packet has one or two ends"),
            };
            let packets: Vec<Packet> = packets.iter().map(packet).collect();
            let copies = numbered(&packets);
            for (slot, moves) in wanted(all, &slots) {
                let sent = moves.iter().map(|step| Transmission {
                    from: read(network, &step.from),
                    to: read(network, &step.to),
                    packet: packets[wide(step.packet)],
                    copy: copies[wide(step.packet)],
                });
                let own = |sent: &Transmission| node.is_none_or(|node| sent.from == node || sent.to == node);
                let mut sent: Vec<Transmission> = sent.filter(own).collect();
                sent.sort_unstable();
                sent.into_iter().try_for_each(|sent| visit(slot, sent))?;
            }
            Ok(())
        }
    }
}

/// What moves over one link of every node; `packet` says which packet a node sends.
struct Step<F> {
    link: Link,
    copy: Option<u64>,
    packet: F,
}

/// Visits the translates of what moves in a slot, by sender and receiver: those of all nodes, or those that a
/// node sends or receives.
fn everywhere<E, F: Fn(Node) -> Packet>(
    network: &Network,
    steps: &[Step<F>],
    node: Option<Node>,
    mut visit: impl FnMut(Transmission) -> Result<(), E>,
) -> Result<(), E> {
    let sent = |sender: Node, step: &Step<F>| Transmission {
        from: sender,
        to: network.neighbor(sender, step.link),
        packet: (step.packet)(sender),
        copy: step.copy,
    };
    let mut found = Vec::new();
    if let Some(node) = node {
        for step in steps {
            let before = network.neighbor(node, network.opposite(step.link));
            found.extend([sent(node, step), sent(before, step)]);
        }
        found.sort_unstable();
        return found.into_iter().try_for_each(visit);
    }
    if steps.is_empty() {
        return Ok(());
    }
    for sender in (0..network.nodes()).map(Node) {
        found.extend(steps.iter().map(|step| sent(sender, step)));
        found.sort_unstable();
        found.drain(..).try_for_each(&mut visit)?;
    }
    Ok(())
}

/// The slots of a range that a schedule has, with their numbers.
fn wanted<'a, M>(all: &'a [Vec<M>], slots: &Range<u64>) -> impl Iterator<Item = (u64, &'a Vec<M>)> {
    let slots = slots.clone();
    (0..slots.end).zip(all).filter(move |(slot, _)| slots.contains(slot))
}

fn read(network: &Network, node: &NodeRef) -> Node {
    network.node(node, String::new).expect("the checker has accepted the schedule")
}

/// How often [`visit_transmissions`] will visit; of a schedule in intervals at most so often, as slots of a
/// pool may stay idle. None above 2⁶⁴ − 1.
///
/// # Complexity
/// O(slots + intervals), for a node of an explicit schedule O(moves).
///
/// # Panics
/// If the checker refuses the schedule as one of the network.
#[must_use]
pub fn count_transmissions(
    network: &Network,
    schedule: &ScheduleBody,
    node: Option<Node>,
    slots: &Range<u64>,
) -> Option<u64> {
    fn moves<M>(all: &[Vec<M>], slots: &Range<u64>) -> u64 {
        wanted(all, slots).map(|(_, moves)| count_of(moves.len())).sum()
    }
    let of_node_0 = match schedule {
        ScheduleBody::Symmetric { slots: all, .. } => moves(all, slots),
        ScheduleBody::Multinode { slots: all } => moves(all, slots),
        ScheduleBody::Intervals { intervals, .. } => {
            let owned = |interval: &Interval| {
                let end = (interval.start + interval.width).min(slots.end);
                end.saturating_sub(interval.start.max(slots.start))
            };
            intervals.iter().map(owned).try_fold(0_u64, u64::checked_add)?
        }
        ScheduleBody::Explicit { slots: all, .. } => {
            let Some(node) = node else { return Some(moves(all, slots)) };
            let own = |place: &NodeRef| read(network, place) == node;
            let steps = wanted(all, slots).flat_map(|(_, moves)| moves);
            return Some(count_of(steps.filter(|step| own(&step.from) || own(&step.to)).count()));
        }
    };
    of_node_0.checked_mul(if node.is_some() { 2 } else { network.nodes() })
}

/// What a node sends and receives in each of some slots of a schedule that the checker has accepted:
/// receptions after sends, each by increasing neighbour.
///
/// # Complexity
/// That of [`visit_transmissions`].
///
/// # Panics
/// If the checker refuses the schedule as one of the task, or the slots are not its own.
#[must_use]
pub fn local_transfers(
    task: &Problem,
    schedule: &ScheduleBody,
    node: Node,
    slots: Range<u64>,
) -> Vec<Vec<LocalTransfer>> {
    let first = slots.start;
    let mut found: Vec<Vec<LocalTransfer>> = slots.clone().map(|_| Vec::new()).collect();
    let collect = |slot, Transmission { from, to, packet, copy }| -> Result<(), Infallible> {
        let receives = from != node;
        let neighbor = if receives { from } else { to };
        let own = &mut found[usize::try_from(slot - first).expect("an index of a list")];
        own.push(LocalTransfer { receives, neighbor, packet, copy });
        Ok(())
    };
    match visit_transmissions(task, schedule, Some(node), slots, collect) {
        Ok(()) => {}
        Err(never) => match never {},
    }
    for own in &mut found {
        own.sort_unstable();
    }
    found
}

/// Which of the packets with its ends each packet of an explicit schedule is, from 0; none for one that is
/// alone.
///
/// # Errors
/// [`ModelError`] if the schedule names what is no node.
///
/// # Complexity
/// O(packets · (D + log packets)) for D dimensions.
pub fn copy_numbers(network: &Network, packets: &[Vec<NodeRef>]) -> Result<Vec<Option<u64>>, ModelError> {
    let node = |reference: &NodeRef| network.node(reference, || "schedule".to_owned());
    let ends: Vec<Vec<Node>> =
        packets.iter().map(|ends| ends.iter().map(node).collect()).collect::<Result<_, _>>()?;
    Ok(numbered(&ends))
}
