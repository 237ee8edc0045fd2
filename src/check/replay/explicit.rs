//! The replay of an explicit schedule: every move of every packet, literally.

use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::carry::{Carry, Hop};
use crate::replay::ends::{require_ends, require_isotropic, resolve_packets, runs};
use crate::replay::ports::require_ports;
use crate::replay::replayed::{Counts, Extent, Form, Run, Shape};
use crate::task::packets::Ends;
use crate::task::problem::Problem;
use isotask_wire::{self as wire, Transfer};

/// Replays an explicit schedule of any task.
///
/// # Complexity
/// Time O(moves · (dimensions + log moves) + packets · log packets), for an isotropic task also O(nodes ·
/// offsets · dimensions), which is no more than the packets; space O(document).
pub(crate) fn replay(
    problem: &Problem,
    packets: &[wire::Ends],
    slots: &[Vec<Transfer>],
) -> Result<Run, Rejection> {
    let packets = resolve_packets(problem, packets)?;
    match problem {
        Problem::Isotropic(task) => {
            let offset = |&Ends { from, to }: &Ends| {
                let (from, to) = (from.unwrap_or_default(), to.unwrap_or_default());
                (from, task.network.difference(from, to))
            };
            let keys = packets.iter().map(offset).collect();
            require_isotropic(task, &runs(keys), task.network.nodes, |node| node)?;
        }
        Problem::Collective(task) => {
            require_ends(packets.clone(), task.ends().map(|ends| (ends, task.count)))?;
        }
        Problem::Demands(task) => {
            let listed = task.packets.iter().map(|demand| (demand.ends(), demand.count));
            require_ends(packets.clone(), listed)?;
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
            counts.transmissions += u128::from(wide(hops.len()));
        }
    }
    carry.require_delivery(nodes)?;
    let shape = Shape { form: Form::Explicit, replay: Extent::EveryNode, packets: wide(packets.len()) };
    Ok(Run::new(problem.network(), problem.ports().each, shape, &counts))
}

fn resolve_hops(
    problem: &Problem,
    packets: usize,
    slot: usize,
    transfers: &[Transfer],
) -> Result<Vec<Hop>, Rejection> {
    let network = problem.network();
    let one = |(index, transfer): (usize, &Transfer)| {
        let Some(packet) = narrow(u64::from(transfer.packet()), packets) else {
            return Err(Rejection::NoSuchPacket { slot, index, packet: transfer.packet(), packets });
        };
        let node = |node, end| network.node(node, &|| format!("schedule.slots[{slot}][{index}][{end}]"));
        let (from, to) = (node(&transfer.from(), 1)?, node(&transfer.to(), 2)?);
        if !network.are_neighbors(from, to) {
            return Err(Rejection::NotNeighbors { slot, index, from, to });
        }
        Ok(Hop { index, packet, from, to })
    };
    transfers.iter().enumerate().map(one).collect()
}
