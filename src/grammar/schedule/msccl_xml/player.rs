//! Runs a program whose orders all compute equal values, and assigns a slot to each chunk that moves.

use super::program::{Block, Program};
use crate::grammar::schedule::buffers::Buffers;
use crate::grammar::schedule::cells::{Cells, Content};
use crate::grammar::schedule::fault::ScheduleFault;
use crate::grammar::schedule::packets::Packets;
use crate::grammar::schedule::read::{Moves, ReadSchedule};
use crate::model::{Node, Problem};
use crate::wire::Ports;
use std::collections::{BTreeMap, VecDeque};

/// The note on the assignment of slots.
const SLOTS_NOTE: &str = "the program has no slots: each chunk got the earliest in which its step may send it and its \
                     link and ports are free, in the order of the thread blocks";

/// Runs the program, slot by slot.
///
/// A chunk that is sent in a slot has arrived when the slot is over. Operations within a device take no time,
/// so that a step is done in the slot of the last chunk that it or a step before it waits for.
///
/// # Errors
/// [`ScheduleFault::Wrong`] if an empty cell is read, if a sum is wrong, or if an output differs from that of
/// the collective.
///
/// # Complexity
/// O(C (log C + B)) for C chunks and B thread blocks of a device.
pub(super) fn play(
    program: &Program,
    problem: &Problem,
    buffers: &Buffers,
) -> Result<ReadSchedule, ScheduleFault> {
    let packets = Packets::of(problem)?;
    let mut moves = Moves::new(&packets);
    let mut player = Player::new(program, problem, buffers);
    player.play(&mut moves)?;
    let [_, output] = buffers.sizes().unwrap_or_default();
    for device in 0..buffers.devices {
        for chunk in 0..output {
            if let Some(expected) = buffers.wanted(device, chunk) {
                let cell = program.layout.cell(device, 1, chunk);
                player.cells.require(device, cell, &expected, |cell| program.layout.name(cell))?;
            }
        }
    }
    Ok(ReadSchedule { notes: vec![SLOTS_NOTE.to_owned()], ..moves.schedule(problem) })
}

/// Links and ports that are in use in a slot.
#[derive(Default)]
struct Taken {
    links: BTreeMap<[u64; 2], u64>,
    sends: BTreeMap<u64, u64>,
    receives: BTreeMap<u64, u64>,
}

impl Taken {
    /// Takes a link of this capacity and a port at each end, if they are free; returns whether they were.
    fn take(&mut self, ports: Ports, capacity: u64, [from, to]: [u64; 2]) -> bool {
        let link = self.links.entry([from, to]).or_default();
        let count = |counts: &BTreeMap<u64, u64>, node: u64| counts.get(&node).copied().unwrap_or(0);
        let (sent, received) = (count(&self.sends, from), count(&self.receives, to));
        let has_ports = match ports {
            Ports::All => true,
            Ports::One => sent.max(received) == 0,
            Ports::AtMost(most) => sent.max(received) < most,
            Ports::OneHalfDuplex => {
                sent + received + count(&self.receives, from) + count(&self.sends, to) == 0
            }
        };
        if *link >= capacity || !has_ports {
            return false;
        }
        *link += 1;
        *self.sends.entry(from).or_default() += 1;
        *self.receives.entry(to).or_default() += 1;
        true
    }
}

/// The state of a thread block.
#[derive(Default)]
struct Place {
    step: usize,
    /// The chunks of the step that are done.
    chunk: u64,
    /// The chunk that it has computed and not yet sent.
    made: Option<Content>,
    /// The chunks that it has sent and that were not received yet, and the number of those sent in this slot.
    channel: VecDeque<Content>,
    on_way: usize,
    /// The number of chunks that its link carries in a slot.
    capacity: u64,
    is_queued: bool,
}

struct Player<'a> {
    program: &'a Program,
    ports: Ports,
    cells: Cells<usize>,
    places: Vec<Place>,
    is_done: Vec<bool>,
    /// The thread blocks that wait for a step.
    waiting: BTreeMap<usize, Vec<usize>>,
    queue: VecDeque<usize>,
    /// The thread blocks that have sent in this slot, and those that found no free link or port.
    senders: Vec<usize>,
    late: Vec<usize>,
}

impl<'a> Player<'a> {
    fn new(program: &'a Program, problem: &Problem, buffers: &Buffers) -> Self {
        let mut cells = Cells::new();
        let [input, _] = buffers.sizes().unwrap_or_default();
        for device in 0..buffers.devices {
            for chunk in 0..input {
                if let Some(content) = buffers.given(device, chunk) {
                    cells.set(device, program.layout.cell(device, 0, chunk), content);
                }
            }
        }
        let place = |block: &Block| {
            // The checker refuses a link that does not exist.
            let capacity =
                block.peers[0].map_or(1, |to| problem.network().capacity(Node(block.gpu), Node(to)));
            Place { step: block.steps.start, capacity: capacity.max(1), ..Place::default() }
        };
        Self {
            program,
            ports: problem.ports(),
            cells,
            places: program.blocks.iter().map(place).collect(),
            is_done: vec![false; program.steps.len()],
            waiting: BTreeMap::new(),
            queue: VecDeque::new(),
            senders: Vec::new(),
            late: (0..program.blocks.len()).collect(),
        }
    }

    fn wake(&mut self, block: usize) {
        if !std::mem::replace(&mut self.places[block].is_queued, true) {
            self.queue.push_back(block);
        }
    }

    fn play(&mut self, moves: &mut Moves<'_>) -> Result<(), ScheduleFault> {
        for slot in 0.. {
            for block in std::mem::take(&mut self.late) {
                self.wake(block);
            }
            for sender in std::mem::take(&mut self.senders) {
                self.places[sender].on_way = 0;
                if let Some(receiver) = self.program.blocks[sender].receiver {
                    self.wake(receiver);
                }
            }
            if self.queue.is_empty() {
                break;
            }
            let mut taken = Taken::default();
            while let Some(block) = self.queue.pop_front() {
                self.places[block].is_queued = false;
                while self.advance(block, slot, &mut taken, moves)? {}
            }
        }
        Ok(())
    }

    /// Runs the next chunk of a thread block, or ends its step; returns whether it could.
    fn advance(
        &mut self,
        block: usize,
        slot: usize,
        taken: &mut Taken,
        moves: &mut Moves<'_>,
    ) -> Result<bool, ScheduleFault> {
        let step = self.places[block].step;
        if step == self.program.blocks[block].steps.end {
            return Ok(false);
        }
        let here = &self.program.steps[step];
        if let Some(after) = here.after.filter(|&after| !self.is_done[after]) {
            self.waiting.entry(after).or_default().push(block);
            return Ok(false);
        }
        if self.places[block].chunk < here.chunks {
            if self.places[block].made.is_none() && !self.compute_chunk(block)? {
                return Ok(false);
            }
            if here.operation.sends() && !self.send(block, slot, taken, moves)? {
                self.late.push(block);
                return Ok(false);
            }
            self.places[block].made = None;
            self.places[block].chunk += 1;
            return Ok(true);
        }
        self.places[block].step += 1;
        self.places[block].chunk = 0;
        self.is_done[step] = true;
        for waiting in self.waiting.remove(&step).unwrap_or_default() {
            self.wake(waiting);
        }
        Ok(true)
    }

    /// Receives, reads, adds and writes a chunk; returns whether the chunk to receive had arrived.
    fn compute_chunk(&mut self, block: usize) -> Result<bool, ScheduleFault> {
        let step = self.places[block].step;
        let (here, whole) = (&self.program.steps[step], &self.program.blocks[block]);
        let number = usize::try_from(self.places[block].chunk).expect("few chunks");
        let (from, to) = (here.from + number, here.to + number);
        let fault = |message: String| ScheduleFault::wrong(self.program.place(step), message);
        let mut content = None;
        if let Some(sender) = whole.sender.filter(|_| here.operation.receives()) {
            let channel = &mut self.places[sender];
            if channel.channel.len() == channel.on_way {
                return Ok(false);
            }
            content = channel.channel.pop_front();
        }
        let read = |cell: usize| {
            let name = || self.program.layout.name(cell);
            let held = self.cells.get(whole.gpu, cell).cloned();
            held.ok_or_else(|| fault(format!("it reads {}, in which nothing lies", name())))
        };
        let mut reads = Vec::new();
        if here.operation.reads() {
            reads.push(read(from)?);
        }
        if here.operation.adds_at_destination() {
            reads.push(read(to)?);
        }
        for held in reads {
            content = Some(match content {
                Some(content) => held.plus(content).map_err(fault)?,
                None => held,
            });
        }
        if let Some(content) = content.clone().filter(|_| here.operation.writes()) {
            self.cells.set(whole.gpu, to, content);
        }
        self.places[block].made = content;
        Ok(true)
    }

    /// Sends the chunk that was computed; returns whether its link and its ports were free.
    fn send(
        &mut self,
        block: usize,
        slot: usize,
        taken: &mut Taken,
        moves: &mut Moves<'_>,
    ) -> Result<bool, ScheduleFault> {
        let (whole, place) = (&self.program.blocks[block], &mut self.places[block]);
        let (Some(to), Some(content)) = (whole.peers[0], place.made.as_ref()) else { return Ok(true) };
        let ends = [whole.gpu, to];
        if !taken.take(self.ports, place.capacity, ends) {
            return Ok(false);
        }
        moves.push(slot, ends, content.key(), self.program.place(place.step))?;
        place.channel.extend(place.made.take());
        place.on_way += 1;
        self.senders.push(block);
        Ok(true)
    }
}
