//! Thread blocks, their steps, and the channels between them.

use crate::grammar::schedule::buffers::Buffers;
use crate::grammar::schedule::fault::ScheduleFault;
use crate::grammar::schedule::read::MovePlace;
use crate::wire::Collective;
use std::collections::BTreeMap;
use std::ops::Range;

/// The operation of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    /// It only waits.
    Nop,
    Send,
    Receive,
    ReceiveCopySend,
    ReceiveReduceSend,
    ReceiveReduceCopy,
    ReceiveReduceCopySend,
    Copy,
    Reduce,
}

impl Operation {
    /// All operations, each with its word.
    const WORDS: [(&'static str, Self); 9] = [
        ("nop", Self::Nop),
        ("s", Self::Send),
        ("r", Self::Receive),
        ("rcs", Self::ReceiveCopySend),
        ("rrs", Self::ReceiveReduceSend),
        ("rrc", Self::ReceiveReduceCopy),
        ("rrcs", Self::ReceiveReduceCopySend),
        ("cpy", Self::Copy),
        ("re", Self::Reduce),
    ];

    /// Returns the operation of a word.
    pub(super) fn of(word: &str) -> Option<Self> {
        Self::WORDS.into_iter().find(|(known, _)| *known == word).map(|(_, operation)| operation)
    }

    pub(super) fn receives(self) -> bool {
        use Operation::{
            Receive, ReceiveCopySend, ReceiveReduceCopy, ReceiveReduceCopySend, ReceiveReduceSend,
        };
        matches!(
            self,
            Receive | ReceiveCopySend | ReceiveReduceSend | ReceiveReduceCopy | ReceiveReduceCopySend
        )
    }

    pub(super) fn sends(self) -> bool {
        use Operation::{ReceiveCopySend, ReceiveReduceCopySend, ReceiveReduceSend, Send};
        matches!(self, Send | ReceiveCopySend | ReceiveReduceSend | ReceiveReduceCopySend)
    }

    /// Returns whether it reads the value at its source.
    pub(super) fn reads(self) -> bool {
        !matches!(self, Self::Nop | Self::Receive | Self::ReceiveCopySend)
    }

    /// Returns whether it also reads the value at its destination, to add it.
    pub(super) fn adds_at_destination(self) -> bool {
        self == Self::Reduce
    }

    /// Returns whether it writes to its destination.
    pub(super) fn writes(self) -> bool {
        !matches!(self, Self::Nop | Self::Send | Self::ReceiveReduceSend)
    }
}

/// A step of a thread block.
#[derive(Debug)]
pub(super) struct Step {
    /// The thread block.
    pub(super) block: usize,
    pub(super) operation: Operation,
    pub(super) chunks: u64,
    /// The first cell that it reads, and the first that it writes, if it does so.
    pub(super) from: usize,
    pub(super) to: usize,
    /// The step that must be done before, by its thread block and its number there.
    pub(super) waits: Option<[u64; 2]>,
    /// Whether it reports that it is done.
    pub(super) reports_done: bool,
    /// The step of `waits`.
    pub(super) after: Option<usize>,
    /// The step that sends the message that it receives.
    pub(super) sender: Option<usize>,
}

/// A thread block.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) gpu: u64,
    pub(super) name: u64,
    pub(super) steps: Range<usize>,
    /// The devices that it sends to and receives from.
    pub(super) peers: [Option<u64>; 2],
    pub(super) channel: u64,
    /// The thread block at the other end of its sending channel, and that of its receiving channel.
    pub(super) receiver: Option<usize>,
    pub(super) sender: Option<usize>,
}

/// The layout of the cells of each device: its input, its output, and its scratch chunks.
#[derive(Debug)]
pub(super) struct Layout {
    buffers: Buffers,
    sizes: [u64; 2],
    in_place: bool,
}

impl Layout {
    pub(super) fn new(buffers: Buffers, sizes: [u64; 2], in_place: bool) -> Self {
        Self { buffers, sizes, in_place }
    }

    /// Returns the cell of a chunk in buffer 0, 1 or 2: input, output and scratch.
    ///
    /// # Panics
    /// If the chunk is not in the buffer, of at most 2^22 chunks.
    pub(super) fn cell(&self, gpu: u64, buffer: usize, chunk: u64) -> usize {
        let [input, output] = self.sizes;
        let own = gpu * self.buffers.count;
        let cell = match (buffer, self.buffers.collective, self.in_place) {
            (0, Collective::AllGather, true) => input + own + chunk,
            (1, Collective::ReduceScatter, true) => own + chunk,
            (0, Collective::AllToAll | Collective::Broadcast | Collective::Reduce, true) | (1, ..) => {
                input + chunk
            }
            (0, ..) => chunk,
            _ => input + output + chunk,
        };
        usize::try_from(cell).expect("few cells")
    }

    /// Returns the name of a cell.
    pub(super) fn name(&self, cell: usize) -> String {
        let [input, output] = self.sizes;
        let cell = u64::try_from(cell).unwrap_or(u64::MAX);
        let (letter, first) = match cell {
            _ if cell < input => ('i', 0),
            _ if cell < input + output => ('o', input),
            _ => ('s', input + output),
        };
        format!("chunk {} of buffer {letter}", cell - first)
    }
}

/// A program whose channels are connected.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) blocks: Vec<Block>,
    /// The steps of all thread blocks, one block after the other.
    pub(super) steps: Vec<Step>,
    /// The thread blocks of each device.
    pub(super) gpus: Vec<Range<usize>>,
    pub(super) layout: Layout,
    /// The number of portions that a channel can hold.
    pub(super) channel_portions: u64,
}

impl Program {
    /// Returns the place of a step in the file.
    pub(super) fn place(&self, step: usize) -> MovePlace {
        let block = &self.blocks[self.steps[step].block];
        let number = u64::try_from(step - block.steps.start).unwrap_or(u64::MAX);
        MovePlace::Step([block.gpu, block.name, number])
    }

    /// Returns the device of a step.
    pub(super) fn gpu(&self, step: usize) -> u64 {
        self.blocks[self.steps[step].block].gpu
    }

    /// Finds the step that each one waits for.
    ///
    /// # Errors
    /// [`ScheduleFault::At`] if `depid` and `deps` name no step, a `nop`, or a step without `hasdep="1"`; if
    /// two `re` that the runtime fuses differ in `cnt`; if the step after a `nop` does not wait.
    pub(super) fn connect_waits(&mut self) -> Result<(), ScheduleFault> {
        for step in 0..self.steps.len() {
            self.require_runtime_reads(step)?;
            let Some([name, number]) = self.steps[step].waits else { continue };
            let gpu = usize::try_from(self.gpu(step)).expect("a device of the task");
            let fault = |message: String| ScheduleFault::at(self.place(step), message);
            let blocks = self.gpus[gpu].clone();
            let block = self.blocks[blocks].iter().find(|block| block.name == name);
            let block =
                block.ok_or_else(|| fault(format!("depid {name}, expected a thread block of gpu {gpu}")))?;
            let found = usize::try_from(number).ok().and_then(|number| block.steps.clone().nth(number));
            let found = found.ok_or_else(|| {
                fault(format!("deps {number}, expected a step of tb {name}, which has {}", block.steps.len()))
            })?;
            if !self.steps[found].reports_done || self.steps[found].operation == Operation::Nop {
                let message = format!(
                    "it waits for step {number} of tb {name}, which does not tell that it is done; expected \
                     hasdep 1 there, and no nop"
                );
                return Err(fault(message));
            }
            self.steps[step].after = Some(found);
        }
        Ok(())
    }

    /// Refuses steps that the parser of the runtime would misread.
    fn require_runtime_reads(&self, step: usize) -> Result<(), ScheduleFault> {
        let here = &self.steps[step];
        let end = self.blocks[here.block].steps.end;
        let Some(next) = self.steps[..end].get(step + 1) else { return Ok(()) };
        let fault = |message: &str| Err(ScheduleFault::at(self.place(step), message));
        if here.operation == Operation::Nop && next.waits.is_none() {
            return fault("the runtime loses the wait of a nop, expected one of the step behind it as well");
        }
        let is_joined = [here, next].iter().all(|step| step.operation == Operation::Reduce)
            && here.to == next.to
            && !here.reports_done
            && next.waits.is_none();
        if is_joined && here.chunks != next.chunks {
            return fault("the runtime joins it with the re behind it, expected equal cnt");
        }
        Ok(())
    }

    /// Connects the thread blocks at the ends of each channel, and their steps.
    ///
    /// # Errors
    /// [`ScheduleFault::At`] if a channel has two thread blocks at one end; [`ScheduleFault::Wrong`] if a
    /// step has no counterpart, or one of another number of chunks.
    pub(super) fn connect_channels(&mut self) -> Result<(), ScheduleFault> {
        let mut ends: [BTreeMap<[u64; 3], usize>; 2] = [BTreeMap::new(), BTreeMap::new()];
        for (index, block) in self.blocks.iter().enumerate() {
            for (end, (peer, known)) in block.peers.iter().zip(&mut ends).enumerate() {
                let Some(peer) = *peer else { continue };
                let devices = if end == 0 { [block.gpu, peer] } else { [peer, block.gpu] };
                if let Some(other) = known.insert([devices[0], devices[1], block.channel], index) {
                    let does = ["sends to", "receives from"][end];
                    let message = format!(
                        "it {does} gpu {peer} on channel {} as tb {} does, expected one thread block at most",
                        block.channel, self.blocks[other].name
                    );
                    return Err(ScheduleFault::at(
                        format_args!("gpu {} tb {}", block.gpu, block.name),
                        message,
                    ));
                }
            }
        }
        let [senders, receivers] = ends;
        for key in senders.keys().chain(receivers.keys()) {
            self.connect(senders.get(key).copied(), receivers.get(key).copied(), *key)?;
        }
        Ok(())
    }

    /// Connects the steps at the ends of one channel.
    fn connect(
        &mut self,
        sender: Option<usize>,
        receiver: Option<usize>,
        [from, to, channel]: [u64; 3],
    ) -> Result<(), ScheduleFault> {
        let steps = |block: Option<usize>| block.map_or(0..0, |block| self.blocks[block].steps.clone());
        let sends: Vec<usize> = steps(sender).filter(|&step| self.steps[step].operation.sends()).collect();
        let taken: Vec<usize> =
            steps(receiver).filter(|&step| self.steps[step].operation.receives()).collect();
        let wrong = |step: usize, message: String| Err(ScheduleFault::wrong(self.place(step), message));
        for index in 0..sends.len().max(taken.len()) {
            match (sends.get(index), taken.get(index)) {
                (Some(&send), None) => {
                    return wrong(
                        send,
                        format!("gpu {to} never receives what it sends on channel {channel}"),
                    );
                }
                (None, Some(&receive)) => {
                    let message = format!("gpu {from} never sends what it receives on channel {channel}");
                    return wrong(receive, message);
                }
                (Some(&send), Some(&receive)) => {
                    let counts = [send, receive].map(|step| self.steps[step].chunks);
                    if counts[0] != counts[1] {
                        let message = format!(
                            "it receives cnt {} of what {} sends, expected {}",
                            counts[1],
                            self.place(send),
                            counts[0]
                        );
                        return wrong(receive, message);
                    }
                }
                (None, None) => {}
            }
        }
        for (send, receive) in sends.into_iter().zip(taken) {
            self.steps[receive].sender = Some(send);
        }
        if let (Some(sender), Some(receiver)) = (sender, receiver) {
            self.blocks[sender].receiver = Some(receiver);
            self.blocks[receiver].sender = Some(sender);
        }
        Ok(())
    }
}
