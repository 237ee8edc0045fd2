//! The replay of an explicit schedule: every move of every packet, literally.

use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::carry::Carry;
use crate::replay::ends::{Listed, require_ends, require_isotropic};
use crate::replay::hop::Hop;
use crate::replay::parcels::Underway;
use crate::replay::ports::require_ports;
use crate::replay::replayed::{Counts, Extent, Form, Run, Shape};
use crate::replay::slot_by_slot::SlotBySlot;
use crate::replay::tally::Tally;
use crate::task::packets::{Ends, Mode};
use crate::task::problem::Problem;
use isotask_wire::{self as wire, Transfer};
use std::borrow::Borrow;

/// Replays an explicit schedule of any task.
///
/// # Complexity
/// Time O(moves · (dimensions + log moves) + packets · log packets); in a graph moves take O(moves · log
/// degree). For an isotropic task also O(nodes · offsets · dimensions), which is no more than the packets.
/// Space O(packets and the greatest slot), in a graph O(nodes + links) besides; of packets that are copied or
/// combined as [`Carry::new`].
#[derive(Debug)]
pub(crate) struct Explicit<'a> {
    problem: &'a Problem,
    packets: usize,
    freight: Freight,
    slots: usize,
    counts: Counts,
    /// Counts the moves over the links and ports of a graph.
    tally: Option<Tally<'a>>,
    /// The moves of the slot.
    hops: Vec<Hop>,
}

/// The packets on their way.
#[derive(Debug)]
enum Freight {
    /// A move takes one slot.
    Equal(Carry),
    /// A move takes as many slots as the packet is long.
    Parcels(Underway),
}

impl<'a> Explicit<'a> {
    /// Places the packets before the first slot; refuses those that are not the task's. `moves` is a lower
    /// bound on the number of moves.
    pub(crate) fn new<E: Borrow<wire::Ends>>(
        problem: &'a Problem,
        packets: impl Iterator<Item = E>,
        moves: u64,
    ) -> Result<Self, Rejection> {
        let packets = Listed::new(problem, packets)?;
        match problem {
            Problem::Isotropic(task) => {
                let offset = |Ends { from, to }: Ends| {
                    let (from, to) = (from.unwrap_or_default(), to.unwrap_or_default());
                    (from, task.network.seen_from(from, to))
                };
                require_isotropic(task, packets.iter().map(offset), task.network.nodes, |node| node)?;
            }
            Problem::Collective(task) => {
                require_ends(packets.iter(), task.ends().map(|ends| (ends, task.count)))?;
            }
            Problem::Demands(task) => {
                let listed = task.packets.iter().map(|demand| (demand.ends(), demand.count));
                require_ends(packets.iter(), listed)?;
            }
            Problem::Allreduce(task) => require_ends(packets.iter(), std::iter::once(task.ends()))?,
            // Their list is compared one by one.
            Problem::Parcels { .. } => {}
        }
        let freight = match problem {
            Problem::Parcels { task, .. } => Freight::Parcels(Underway::new(task, packets.iter())?),
            Problem::Allreduce(_) => {
                let (blocks, apart) = (packets.len(), packets.apart());
                Freight::Equal(Carry::summed(problem.network(), blocks, apart, moves)?)
            }
            _ => Freight::Equal(Carry::new(problem.mode(), problem.network(), packets.iter(), moves)?),
        };
        let is_equal = matches!(freight, Freight::Equal(_));
        let tally = if is_equal { Tally::new(problem.network(), problem.ports()) } else { None };
        let (packets, counts, hops) = (packets.len(), Counts::default(), Vec::new());
        Ok(Self { problem, packets, freight, slots: 0, counts, tally, hops })
    }

    /// Finds the ends of the moves of a slot; refuses a move that does not follow a link.
    fn resolve(&mut self, slot: usize, transfers: &[Transfer]) -> Result<(), Rejection> {
        let (network, packets) = (self.problem.network(), self.packets);
        self.hops.clear();
        if let Some(tally) = &mut self.tally {
            tally.begin_slot();
        }
        for (index, transfer) in transfers.iter().enumerate() {
            let Some(packet) = narrow(u64::from(transfer.packet()), packets) else {
                return Err(Rejection::NoSuchPacket { slot, index, packet: transfer.packet(), packets });
            };
            let node = |node, end| network.node(node, &|| format!("schedule.slots[{slot}][{index}][{end}]"));
            let (from, to) = (node(&transfer.from(), 1)?, node(&transfer.to(), 2)?);
            let is_link = match &mut self.tally {
                Some(tally) => tally.add(from, to),
                None => network.are_neighbors(from, to),
            };
            if !is_link {
                return Err(Rejection::NotNeighbors { slot, index, from, to });
            }
            self.hops.push(Hop { index, packet, from, to });
        }
        Ok(())
    }
}

impl SlotBySlot<Transfer> for Explicit<'_> {
    fn slot(&mut self, transfers: &[Transfer]) -> Result<(), Rejection> {
        let slot = self.slots;
        self.slots += 1;
        self.resolve(slot, transfers)?;
        let moves = wide(self.hops.len());
        let network = self.problem.network();
        match &mut self.freight {
            Freight::Equal(carry) => {
                network.effort.spend_times(moves, carry.steps_of_a_move())?;
            }
            Freight::Parcels(underway) => {
                underway.cross(slot, &mut self.hops)?;
                network.effort.spend_times(wide(self.hops.len()), network.steps_of_a_look())?;
            }
        }
        // If the tally finds no excess the slot needs no second look; if it does, the fault is located.
        if self.tally.as_ref().is_none_or(Tally::is_over) {
            require_ports(slot, &self.hops, self.problem.network(), self.problem.ports())?;
        }
        let last = match &mut self.freight {
            Freight::Equal(carry) => {
                carry.cross(slot, &self.hops)?;
                wide(self.slots)
            }
            Freight::Parcels(underway) => underway.last,
        };
        if moves > 0 {
            self.counts.completion_time = last;
            self.counts.transmissions += u128::from(moves);
        }
        Ok(())
    }

    fn end(self) -> Result<Run, Rejection> {
        let network = self.problem.network();
        let delay = match &self.freight {
            Freight::Equal(carry) => {
                carry.require_delivery(network)?;
                (self.problem.mode() == Mode::Personal).then(|| carry.delay().into())
            }
            Freight::Parcels(underway) => {
                underway.require_delivery()?;
                None
            }
        };
        let shape = Shape { form: Form::Explicit, replay: Extent::EveryNode, packets: wide(self.packets) };
        Ok(Run::new(network, self.problem.ports().each, shape, &Counts { delay, ..self.counts }))
    }
}
