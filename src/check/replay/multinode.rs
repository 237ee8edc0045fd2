//! The replay of a symmetric schedule of a multinode broadcast or accumulation, at node 0.

use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::carry::{Carry, Hop};
use crate::replay::ports::require_ports;
use crate::replay::replayed::{Counts, Extent, Form, Options, Run, Shape, small_enough};
use crate::task::collective::Collective;
use crate::task::packets::{Ends, Mode};
use isotask_wire::MultinodeMove;

/// A move of the packets of node 0, and its link type.
#[derive(Debug, Clone, Copy)]
struct LinkHop {
    hop: Hop,
    link: usize,
}

/// Replays the packets that start at node 0, or that go to it; those of the other nodes do the translate.
/// Replays every node literally when that is small enough.
///
/// In a slot a node sends over each link type at most what one move says, and receives over it at most one
/// packet, since the moves of a slot have different link types: so rules for node 0 alone are rules for the
/// network.
///
/// # Complexity
/// Time O(moves · dimensions + packets · nodes), space O(document).
pub(crate) fn replay(
    task: &Collective,
    slots: &[Vec<MultinodeMove>],
    options: Options,
) -> Result<Run, Rejection> {
    if task.kind.root().is_some() {
        return Err(Rejection::ScheduleDoesNotFit { expected: "an explicit one" });
    }
    task.ports.require_full_duplex()?;
    let nodes = task.network.nodes;
    let moves = slots.iter().map(|slot| wide(slot.len())).sum();
    let packets = packets_of(task, moves)?;
    let mut carry = Carry::new(task.kind.mode(), nodes, &packets, moves)?;
    let (mut counts, mut all) = (Counts::default(), Vec::with_capacity(slots.len()));
    for (slot, moves) in slots.iter().enumerate() {
        let placed = resolve(task, packets.len(), slot, moves)?;
        require_links(task, slot, &placed)?;
        let hops: Vec<Hop> = placed.iter().map(|placed| placed.hop).collect();
        carry.cross(slot, &hops)?;
        if !placed.is_empty() {
            counts.completion_time = wide(slot) + 1;
            counts.transmissions += u128::from(wide(placed.len()));
        }
        all.push(placed);
    }
    carry.require_delivery(nodes)?;
    let mut extent = Extent::NodeZero;
    if small_enough(nodes, counts.transmissions, options) {
        replay_every_node(task, &all)?;
        extent = Extent::EveryNode;
    }
    let shape = Shape { form: Form::Symmetric, replay: extent, packets: task.count };
    Ok(Run::new(&task.network, task.ports.each, shape, &counts))
}

/// The packets of node 0: they start there, or go there. Every packet needs a move to or from each other
/// node.
fn packets_of(task: &Collective, moves: u64) -> Result<Vec<Ends>, Rejection> {
    // Below 2⁶³ by the size of the task.
    let expected = u128::from(task.count) * u128::from(task.network.nodes - 1);
    if task.count > moves {
        return Err(Rejection::TooFewMoves { found: moves, expected });
    }
    let ends = ends_of(task, 0);
    Ok((0..task.count).map(|_| ends).collect())
}

/// The ends of the packets of a node.
fn ends_of(task: &Collective, node: u64) -> Ends {
    match task.kind.mode() {
        Mode::Combined => Ends { from: None, to: Some(node) },
        Mode::Copied | Mode::Personal => Ends { from: Some(node), to: None },
    }
}

fn resolve(
    task: &Collective,
    packets: usize,
    slot: usize,
    moves: &[MultinodeMove],
) -> Result<Vec<LinkHop>, Rejection> {
    let one = |(index, step): (usize, &MultinodeMove)| {
        let packet = match step.packet {
            None if task.count == 1 => 0,
            Some(packet) if task.count > 1 => narrow(u64::from(packet), packets)
                .ok_or(Rejection::NoSuchPacket { slot, index, packet, packets })?,
            found => {
                let found = if found.is_some() { 3 } else { 2 };
                return Err(Rejection::MoveForm { slot, index, found, count: task.count });
            }
        };
        let place = || format!("schedule.slots[{slot}][{index}]");
        let from = task.network.node(&step.position, &place)?;
        let links = task.network.links();
        let Some(link) = narrow(u64::from(step.link), links) else {
            return Err(Rejection::NoSuchLink { place: place(), link: u64::from(step.link), links });
        };
        let to = task.network.step(from, link);
        Ok(LinkHop { hop: Hop { index, packet, from, to }, link })
    };
    moves.iter().enumerate().map(one).collect()
}

/// Refuses a link type that is used twice in a slot, and more moves than ports.
fn require_links(task: &Collective, slot: usize, placed: &[LinkHop]) -> Result<(), Rejection> {
    let mut used = vec![false; task.network.links()];
    for step in placed {
        if std::mem::replace(&mut used[step.link], true) {
            // It was read as one of 32 bits.
            let link = u32::try_from(step.link).unwrap_or(u32::MAX);
            return Err(Rejection::LinkTwice { slot, index: step.hop.index, link });
        }
    }
    if wide(placed.len()) > task.ports.each {
        return Err(Rejection::TooManyMoves { slot, found: placed.len(), ports: task.ports.each });
    }
    Ok(())
}

/// Writes the schedule out for every node and replays it without any argument by symmetry. The caller bounds
/// nodes × moves.
///
/// # Complexity
/// Time O(nodes · moves · (dimensions + log (nodes · links))), space O(nodes · moves).
fn replay_every_node(task: &Collective, slots: &[Vec<LinkHop>]) -> Result<(), Rejection> {
    let (network, nodes) = (&task.network, task.network.nodes);
    let count = usize::try_from(task.count).unwrap_or(usize::MAX);
    let packets: Vec<Ends> =
        (0..nodes).flat_map(|node| std::iter::repeat_n(ends_of(task, node), count)).collect();
    let moves = slots.iter().map(|slot| wide(slot.len())).sum::<u64>() * nodes;
    let mut carry = Carry::new(task.kind.mode(), nodes, &packets, moves)?;
    for (slot, placed) in slots.iter().enumerate() {
        let mut hops = Vec::with_capacity(packets.len());
        for (node, first) in (0..nodes).zip((0..).step_by(count)) {
            for step in placed {
                let from = network.translate(node, step.hop.from);
                let (packet, to) = (first + step.hop.packet, network.step(from, step.link));
                hops.push(Hop { index: step.hop.index, packet, from, to });
            }
        }
        require_ports(slot, &hops, task.ports)?;
        carry.cross(slot, &hops)?;
    }
    carry.require_delivery(nodes)
}
