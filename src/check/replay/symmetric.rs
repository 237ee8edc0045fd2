//! The replay of a schedule in slots, at node 0.

use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::every_node::{self, Expected, Step};
use crate::replay::places::Places;
use crate::replay::replayed::{Counts, Detour, Extent, Form, Options, Run, Shape, next_slot};
use crate::replay::slot_by_slot::{Kept, SlotBySlot, replay_all};
use crate::task::isotropic::Isotropic;
use isotask_wire::{Move, NodeRef, Slots};
use std::borrow::Borrow;
use std::iter::Peekable;

/// Replays a symmetric schedule that is in memory, and finds the first packet that does not take a shortest
/// path.
pub(crate) fn replay(
    task: &Isotropic,
    packets: &[NodeRef],
    slots: &Slots<Move>,
    options: Options,
) -> Result<Run, Rejection> {
    let mut run = replay_all(Symmetric::new(task, packets.iter(), options)?, slots)?;
    if run.detour.is_some() {
        run.detour = Some(first_detour(task, packets, slots)?);
    }
    Ok(run)
}

/// Replays node 0's packets (rules 1 to 4 of models/formats/schedule.md; every other node makes the
/// translated moves, P1 Theorem 2), and every node literally when that is small enough.
///
/// # Complexity
/// Time O(task + moves); space 12 bytes a packet, beside the moves that are replayed literally.
#[derive(Debug)]
pub(crate) struct Symmetric<'a> {
    task: &'a Isotropic,
    offsets: Places,
    position: Places,
    /// For every packet the number of slots up to and including the one in which it moved last; 0 before it
    /// moves.
    moved: Vec<u32>,
    /// For every link the number of slots up to and including the one in which it was used last; 0 before
    /// that.
    used: Vec<u32>,
    /// Number of slots so far.
    slots: u32,
    counts: Counts,
    kept: Kept<Move>,
}

impl<'a> Symmetric<'a> {
    /// Places the packets before the first slot; refuses those that are not the task's.
    pub(crate) fn new<N: Borrow<NodeRef>>(
        task: &'a Isotropic,
        packets: impl Iterator<Item = N>,
        options: Options,
    ) -> Result<Self, Rejection> {
        task.rule.require_full_duplex()?;
        let nodes = task.network.nodes;
        let offsets = Places::new(nodes, task.listed(packets))?;
        require_side_by_side(task, &offsets)?;
        let packets = offsets.len();
        Ok(Self {
            task,
            offsets,
            position: Places::all_at(0, nodes, packets),
            moved: vec![0; packets],
            used: vec![0; task.network.links()],
            slots: 0,
            counts: Counts::default(),
            kept: Kept::new(nodes, 0, options),
        })
    }
}

impl SlotBySlot<Move> for Symmetric<'_> {
    fn slot(&mut self, moves: &[Move]) -> Result<(), Rejection> {
        let slot = usize::try_from(self.slots).unwrap_or(usize::MAX);
        self.slots = next_slot(self.slots)?;
        for (index, step) in moves.iter().enumerate() {
            self.apply(slot, index, *step)?;
        }
        if wide(moves.len()) > self.task.ports {
            let (found, ports) = (moves.len(), self.task.ports);
            return Err(Rejection::TooManyMoves { slot, found, ports });
        }
        if !moves.is_empty() {
            self.counts.completion_time = self.slots.into();
            self.counts.transmissions += u128::from(wide(moves.len()));
        }
        self.kept.slot(moves.iter().copied(), self.counts.transmissions);
        Ok(())
    }

    fn end(mut self) -> Result<Run, Rejection> {
        self.require_delivery()?;
        // No packet makes fewer hops than its distance, so if all together make no more, each takes a
        // shortest path.
        let has_detour = self.counts.transmissions != self.task.distances;
        self.counts.detour = has_detour.then(Detour::default);
        let delays = self.moved.iter().map(|&slots| u128::from(slots));
        // Fewer than 2³² packets that take fewer than 2³² slots each.
        self.counts.delay = Some(delays.sum());
        let mut extent = Extent::NodeZero;
        if let Some(slots) = self.kept.few() {
            let offsets: Vec<u64> = self.offsets.iter().collect();
            let expected = Expected { ports: self.task.ports, delay: self.counts.delay };
            every_node::replay(&self.task.network, &offsets, &steps(&slots), expected)?;
            extent = Extent::EveryNode;
        }
        let shape = Shape { form: Form::Symmetric, replay: extent, packets: self.task.rows };
        Ok(Run::new(&self.task.network, self.task.ports, shape, &self.counts))
    }
}

/// A run of packets of one offset that are adjacent in the list.
#[derive(Debug)]
struct Together {
    offset: u64,
    length: u64,
    /// The first of them.
    row: u64,
}

/// The runs of a list of packets.
struct Runs<I: Iterator> {
    offsets: Peekable<I>,
    row: u64,
}

impl<I: Iterator<Item = u64>> Iterator for Runs<I> {
    type Item = Together;

    fn next(&mut self) -> Option<Together> {
        let (offset, row) = (self.offsets.next()?, self.row);
        self.row += 1;
        while self.offsets.next_if_eq(&offset).is_some() {
            self.row += 1;
        }
        Some(Together { offset, length: self.row - row, row })
    }
}

/// Refuses a list unless it has the packets of the task, those of equal offsets adjacent.
fn require_side_by_side(task: &Isotropic, offsets: &Places) -> Result<(), Rejection> {
    let runs = Runs { offsets: offsets.iter().peekable(), row: 0 };
    if offsets.iter().is_sorted() {
        return task.require_packets(runs.map(|run| (run.offset, run.length)));
    }
    let mut runs: Vec<Together> = runs.collect();
    runs.sort_unstable_by_key(|run| (run.offset, run.row));
    if let Some(pair) = runs.windows(2).find(|pair| pair[0].offset == pair[1].offset) {
        let (offset, row, last) = (pair[0].offset, pair[1].row, pair[0].row + pair[0].length - 1);
        return Err(Rejection::PacketsScattered { row, offset, last });
    }
    task.require_packets(runs.into_iter().map(|run| (run.offset, run.length)))
}

/// Returns the moves for the literal replay.
fn steps(slots: &Slots<Move>) -> Vec<Step> {
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

impl Symmetric<'_> {
    fn apply(&mut self, slot: usize, index: usize, step: Move) -> Result<(), Rejection> {
        let Move { packet, link } = step;
        let packets = self.moved.len();
        let Some(p) = narrow(u64::from(packet), packets) else {
            return Err(Rejection::NoSuchPacket { slot, index, packet, packets });
        };
        let links = self.used.len();
        let Some(j) = narrow(u64::from(link), links) else {
            let place = format!("schedule.slots[{slot}][{index}]");
            return Err(Rejection::NoSuchLink { place, link: u64::from(link), links });
        };
        if std::mem::replace(&mut self.moved[p], self.slots) == self.slots {
            return Err(Rejection::PacketTwice { slot, index, packet });
        }
        if std::mem::replace(&mut self.used[j], self.slots) == self.slots {
            return Err(Rejection::LinkTwice { slot, index, link });
        }
        self.position.put(p, self.task.network.step(self.position.at(p), j));
        Ok(())
    }

    /// Refuses a packet that is not at its offset.
    fn require_delivery(&self) -> Result<(), Rejection> {
        let mut packets = self.offsets.iter().zip(self.position.iter()).enumerate();
        match packets.find(|(_, (expected, found))| expected != found) {
            Some((packet, (expected, found))) => Err(Rejection::NotDelivered { packet, found, expected }),
            None => Ok(()),
        }
    }
}

/// Returns the first packet of a valid schedule that does not take a shortest path; there must be one.
///
/// # Complexity
/// Time O(moves + packets · dimensions); space O(packets).
fn first_detour(task: &Isotropic, packets: &[NodeRef], slots: &Slots<Move>) -> Result<Detour, Rejection> {
    let mut hops = vec![0_u64; packets.len()];
    for step in slots.moves() {
        if let Some(packet) = narrow(step.packet.into(), hops.len()) {
            // At most one in each slot.
            hops[packet] += 1;
        }
    }
    for ((offset, hops), row) in task.listed(packets.iter()).zip(hops).zip(0..) {
        let distance = task.network.hops(offset?);
        if hops != distance {
            return Ok(Detour { row, hops, distance });
        }
    }
    Ok(Detour::default())
}
