//! The replay of a schedule in slots, at node 0.

use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::every_node::{self, Expected, Step};
use crate::replay::replayed::{Counts, Detour, Extent, Form, Options, Run, Shape, small_enough};
use crate::task::isotropic::Isotropic;
use isotask_wire::{Move, NodeRef};

/// Replays node 0's packets (rules 1 to 4 of models/formats/schedule.md; every other node does the translate, P1
/// Theorem 2), and every node literally when that is small enough.
///
/// # Complexity
/// Time O(task + moves + packets · dimensions), space O(packets).
pub(crate) fn replay(
    task: &Isotropic,
    packets: &[NodeRef],
    slots: &[Vec<Move>],
    options: Options,
) -> Result<Run, Rejection> {
    let offsets = task.listed(packets)?;
    require_side_by_side(task, &offsets)?;
    let mut state = State {
        task,
        position: vec![0; offsets.len()],
        hops: vec![0; offsets.len()],
        moved: vec![None; offsets.len()],
        used: vec![None; task.network.links()],
    };
    let mut counts = Counts::default();
    for (slot, moves) in slots.iter().enumerate() {
        for (index, step) in moves.iter().enumerate() {
            state.apply(slot, index, *step)?;
        }
        if wide(moves.len()) > task.ports {
            let (found, ports) = (moves.len(), task.ports);
            return Err(Rejection::TooManyMoves { slot, found, ports });
        }
        if !moves.is_empty() {
            counts.completion_time = wide(slot) + 1;
            counts.transmissions += u128::from(wide(moves.len()));
        }
    }
    counts.detour = state.require_delivery(&offsets)?;
    counts.delay = Some(state.total_delay());
    let mut extent = Extent::NodeZero;
    if small_enough(task.network.nodes, counts.transmissions, options) {
        let expected = Expected { ports: task.ports, delay: counts.delay };
        every_node::replay(&task.network, &offsets, &steps(slots), expected)?;
        extent = Extent::EveryNode;
    }
    let shape = Shape { form: Form::Symmetric, replay: extent, packets: task.rows };
    Ok(Run::new(&task.network, task.ports, shape, &counts))
}

/// Refuses a list that is not the task's packets with equal offsets side by side.
fn require_side_by_side(task: &Isotropic, offsets: &[u64]) -> Result<(), Rejection> {
    // (offset, packets side by side, first of them)
    let mut runs: Vec<(u64, u64, u64)> = Vec::new();
    for (row, &offset) in offsets.iter().enumerate() {
        match runs.last_mut() {
            Some((last, length, _)) if *last == offset => *length += 1,
            _ => runs.push((offset, 1, wide(row))),
        }
    }
    runs.sort_unstable_by_key(|&(offset, _, row)| (offset, row));
    if let Some(pair) = runs.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let (offset, row, last) = (pair[0].0, pair[1].2, pair[0].2 + pair[0].1 - 1);
        return Err(Rejection::PacketsScattered { row, offset, last });
    }
    let found: Vec<_> = runs.into_iter().map(|(offset, length, _)| (offset, length)).collect();
    task.require_packets(&found)
}

fn steps(slots: &[Vec<Move>]) -> Vec<Step> {
    let mut steps = Vec::new();
    for (slot, moves) in slots.iter().enumerate() {
        for step in moves {
            // Both were indices into lists in the replay at node 0.
            let packet = usize::try_from(step.packet).unwrap_or(usize::MAX);
            let link = usize::try_from(step.link).unwrap_or(usize::MAX);
            steps.push(Step { slot: wide(slot), packet, link });
        }
    }
    steps
}

/// Node 0's packets on their way.
struct State<'a> {
    task: &'a Isotropic,
    position: Vec<u64>,
    hops: Vec<u64>,
    /// The last slot in which the packet moved.
    moved: Vec<Option<usize>>,
    /// The last slot in which the link was used.
    used: Vec<Option<usize>>,
}

impl State<'_> {
    fn apply(&mut self, slot: usize, index: usize, step: Move) -> Result<(), Rejection> {
        let Move { packet, link } = step;
        let packets = self.position.len();
        let Some(p) = narrow(u64::from(packet), packets) else {
            return Err(Rejection::NoSuchPacket { slot, index, packet, packets });
        };
        let links = self.used.len();
        let Some(j) = narrow(u64::from(link), links) else {
            let place = format!("schedule.slots[{slot}][{index}]");
            return Err(Rejection::NoSuchLink { place, link: u64::from(link), links });
        };
        if self.moved[p].replace(slot) == Some(slot) {
            return Err(Rejection::PacketTwice { slot, index, packet });
        }
        if self.used[j].replace(slot) == Some(slot) {
            return Err(Rejection::LinkTwice { slot, index, link });
        }
        self.position[p] = self.task.network.step(self.position[p], j);
        self.hops[p] += 1;
        Ok(())
    }

    /// Adds up the slots up to and including the last one of each packet; a packet that never moves adds
    /// none.
    fn total_delay(&self) -> u128 {
        self.moved.iter().map(|last| last.map_or(0, |slot| u128::from(wide(slot)) + 1)).sum()
    }

    /// Refuses a packet that is not at its offset; finds the first that took a longer way.
    fn require_delivery(&self, offsets: &[u64]) -> Result<Option<Detour>, Rejection> {
        let mut detour = None;
        let mut coordinates = Vec::new();
        for (packet, &expected) in offsets.iter().enumerate() {
            let found = self.position[packet];
            if found != expected {
                return Err(Rejection::NotDelivered { packet, found, expected });
            }
            self.task.network.coordinates_into(expected, &mut coordinates);
            let distance = self.task.network.distance(&coordinates);
            if self.hops[packet] != distance && detour.is_none() {
                detour = Some(Detour { row: wide(packet), hops: self.hops[packet], distance });
            }
        }
        Ok(detour)
    }
}
