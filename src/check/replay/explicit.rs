//! The replay of an explicit schedule: every move of every packet, literally.

use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::carry::{Carry, Hop};
use crate::replay::ports::require_ports;
use crate::replay::replayed::{Counts, Extent, Form, Run, Shape};
use crate::task::isotropic::Isotropic;
use crate::task::packets::{Ends, Mode};
use crate::task::problem::Problem;
use isotask_wire::{NodeRef, Transfer};

/// Replays an explicit schedule of any task.
///
/// # Complexity
/// Time O(moves · (dimensions + log moves) + packets · log packets), for an isotropic task also O(nodes ·
/// offsets · dimensions), which is no more than the packets; space O(document).
pub(crate) fn replay(
    problem: &Problem,
    packets: &[Vec<NodeRef>],
    slots: &[Vec<Transfer>],
) -> Result<Run, Rejection> {
    let packets = resolve_packets(problem, packets)?;
    match problem {
        Problem::Isotropic(task) => require_isotropic(task, &packets)?,
        Problem::Collective(task) => {
            require_packets(&packets, task.ends().map(|ends| (ends, task.count)))?;
        }
        Problem::Demands(task) => {
            require_packets(&packets, task.packets.iter().map(|demand| (demand.ends(), demand.count)))?;
        }
    }
    let nodes = problem.network().nodes;
    let moves = slots.iter().map(|slot| wide(slot.len())).sum();
    let mut carry = Carry::new(problem.mode(), nodes, &packets, moves)?;
    let mut counts = Counts::default();
    for (slot, transfers) in slots.iter().enumerate() {
        let hops = resolve_hops(problem, packets.len(), slot, transfers)?;
        require_ports(slot, &hops, problem.ports())?;
        carry.cross(slot, &hops)?;
        if !hops.is_empty() {
            counts.completion_time = wide(slot) + 1;
            counts.transmissions += wide(hops.len());
        }
    }
    carry.require_delivery(nodes)?;
    let shape = Shape { form: Form::Explicit, replay: Extent::EveryNode, packets: wide(packets.len()) };
    Ok(Run::new(problem.network(), problem.ports().each, shape, &counts))
}

/// Reads the ends of the packets: two where packets are personal, else one.
fn resolve_packets(problem: &Problem, packets: &[Vec<NodeRef>]) -> Result<Vec<Ends>, Rejection> {
    let network = problem.network();
    let mode = problem.mode();
    let one = |(packet, nodes): (usize, &Vec<NodeRef>)| {
        let expected = if mode == Mode::Personal { 2 } else { 1 };
        let found = nodes.len();
        if found != expected {
            return Err(Rejection::PacketForm { packet, found, expected });
        }
        let node = |end: usize| network.node(&nodes[end], &|| format!("schedule.packets[{packet}][{end}]"));
        Ok(match mode {
            Mode::Personal => Ends { from: Some(node(0)?), to: Some(node(1)?) },
            Mode::Copied => Ends { from: Some(node(0)?), to: None },
            Mode::Combined => Ends { from: None, to: Some(node(0)?) },
        })
    };
    packets.iter().enumerate().map(one).collect()
}

fn resolve_hops(
    problem: &Problem,
    packets: usize,
    slot: usize,
    transfers: &[Transfer],
) -> Result<Vec<Hop>, Rejection> {
    let network = problem.network();
    let one = |(index, transfer): (usize, &Transfer)| {
        let Some(packet) = narrow(u64::from(transfer.packet), packets) else {
            return Err(Rejection::NoSuchPacket { slot, index, packet: transfer.packet, packets });
        };
        let node = |node, end| network.node(node, &|| format!("schedule.slots[{slot}][{index}][{end}]"));
        let (from, to) = (node(&transfer.from, 1)?, node(&transfer.to, 2)?);
        if !network.are_neighbors(from, to) {
            return Err(Rejection::NotNeighbors { slot, index, from, to });
        }
        Ok(Hop { index, packet, from, to })
    };
    transfers.iter().enumerate().map(one).collect()
}

/// The packets in increasing order of their ends, each with its number.
fn runs(packets: &[Ends]) -> Vec<(Ends, u64)> {
    let mut sorted = packets.to_vec();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).map(|run| (run[0], wide(run.len()))).collect()
}

/// Refuses packets that are not those of the task, in any order; those of the task come with their numbers in
/// increasing order.
fn require_packets(packets: &[Ends], task: impl Iterator<Item = (Ends, u64)>) -> Result<(), Rejection> {
    let mismatch = |ends: Ends, found, expected| {
        let Ends { from, to } = ends;
        Err(Rejection::EndsMismatch { from, to, found, expected })
    };
    let mut listed = runs(packets).into_iter();
    for (wanted, count) in task {
        match listed.next() {
            Some((ends, found)) if ends < wanted => return mismatch(ends, found, 0),
            Some((ends, found)) if ends == wanted && found == count => {}
            Some((ends, found)) if ends == wanted => return mismatch(ends, found, count),
            _ => return mismatch(wanted, 0, count),
        }
    }
    listed.next().map_or(Ok(()), |(ends, found)| mismatch(ends, found, 0))
}

/// The same for an isotropic task: from every node the packets of its offsets.
fn require_isotropic(task: &Isotropic, packets: &[Ends]) -> Result<(), Rejection> {
    let network = &task.network;
    let ends = |ends: &Ends| (ends.from.unwrap_or_default(), ends.to.unwrap_or_default());
    let mut offsets: Vec<(u64, u64, u64)> = Vec::with_capacity(packets.len());
    for (packet, number) in runs(packets) {
        let (from, to) = ends(&packet);
        offsets.push((from, network.difference(from, to), number));
    }
    offsets.sort_unstable();
    let mut lists = offsets.chunk_by(|a, b| a.0 == b.0).peekable();
    // Without packets of the task nobody may list any; with some, the first node that lists none ends the
    // loop.
    let nodes = if task.rows == 0 { 0 } else { network.nodes };
    for from in 0..nodes {
        let list = lists.next_if(|list| list[0].0 == from).unwrap_or_default();
        let found: Vec<_> = list.iter().map(|&(_, offset, number)| (offset, number)).collect();
        task.require_packets(&found).map_err(|refusal| match refusal {
            Rejection::PacketsMismatch { offset, found, expected } => {
                let to = Some(network.translate(from, offset));
                Rejection::EndsMismatch { from: Some(from), to, found, expected }
            }
            other => other,
        })?;
    }
    match lists.next() {
        None => Ok(()),
        Some(list) => {
            let (from, offset, found) = list[0];
            let to = Some(network.translate(from, offset));
            Err(Rejection::EndsMismatch { from: Some(from), to, found, expected: 0 })
        }
    }
}
