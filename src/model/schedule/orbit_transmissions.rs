//! The transmissions of a schedule under a group: the translates of what one packet of each orbit does.

use super::transmission::Transmission;
use super::{OrbitSchedule, OrbitStep, Packet};
use crate::model::{Network, Node, wide};

/// Visits all transmissions of a slot, by sender and receiver, or those that a node sends or receives; with the
/// moves come the numbers of packets that are alike.
pub(super) fn visit_slot<E>(
    schedule: &OrbitSchedule,
    network: &Network,
    (moves, copies): (&[OrbitStep], &[Option<u64>]),
    node: Option<Node>,
    mut visit: impl FnMut(Transmission) -> Result<(), E>,
) -> Result<(), E> {
    if moves.is_empty() {
        return Ok(());
    }
    let sent = |by: Node, step: &OrbitStep| Transmission {
        from: network.shift(by, step.node),
        to: network.shift(by, there(network, step)),
        packet: shifted(network, by, schedule.packets[wide(step.packet)]),
        copy: copies[wide(step.packet)],
    };
    // The moves of a node are the translates of those of its class.
    let at_node = |found: &mut Vec<Transmission>, list: &[(u32, Node, &OrbitStep)], node: Node| {
        let class = schedule.group.class(node);
        let first = list.partition_point(|entry| entry.0 < class);
        let own = list[first..].iter().take_while(|entry| entry.0 == class);
        found.extend(own.map(|&(_, end, step)| sent(network.shift_between(end, node), step)));
    };
    let sends = by_class(schedule, moves, |step| step.node);
    let mut found = Vec::new();
    if let Some(node) = node {
        at_node(&mut found, &sends, node);
        at_node(&mut found, &by_class(schedule, moves, |step| there(network, step)), node);
        found.sort_unstable();
        return found.into_iter().try_for_each(visit);
    }
    for sender in (0..network.nodes()).map(Node) {
        at_node(&mut found, &sends, sender);
        found.sort_unstable();
        found.drain(..).try_for_each(&mut visit)?;
    }
    Ok(())
}

/// How many transmissions of a slot are sent or received by a node.
pub(super) fn count_of_node(
    schedule: &OrbitSchedule,
    network: &Network,
    moves: &[OrbitStep],
    node: Node,
) -> usize {
    let class = schedule.group.class(node);
    let own = |node: Node| usize::from(schedule.group.class(node) == class);
    moves.iter().map(|step| own(step.node) + own(there(network, step))).sum()
}

fn there(network: &Network, step: &OrbitStep) -> Node {
    network.adjacent(step.node, step.link).expect("the schedule is one of the network")
}

/// The moves by the class of one of their ends, which stands beside it.
fn by_class<'a>(
    schedule: &OrbitSchedule,
    moves: &'a [OrbitStep],
    end: impl Fn(&OrbitStep) -> Node,
) -> Vec<(u32, Node, &'a OrbitStep)> {
    let mut list: Vec<_> =
        moves.iter().map(|step| (schedule.group.class(end(step)), end(step), step)).collect();
    list.sort_unstable();
    list
}

/// The translate of a packet.
fn shifted(network: &Network, by: Node, packet: Packet) -> Packet {
    let at = |node| network.shift(by, node);
    match packet {
        Packet::Personal { from, to } => Packet::Personal { from: at(from), to: at(to) },
        Packet::Copied { from } => Packet::Copied { from: at(from) },
        Packet::Combined { to } => Packet::Combined { to: at(to) },
    }
}
