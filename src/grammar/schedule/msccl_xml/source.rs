//! Reads a program from its file and checks it against the task.

use super::program::{Block, Layout, Operation, Program, Step};
use super::text::Tag;
use crate::grammar::schedule::buffers::Buffers;
use crate::grammar::schedule::fault::ScheduleFault;
use crate::grammar::shown;
use crate::model::Problem;
use crate::wire::Collective;
use std::collections::BTreeMap;
use std::ops::Range;

/// Most steps of all thread blocks, most chunks of one step, and most chunks of all steps.
const MAX_STEPS: usize = 1 << 20;
const MAX_CHUNKS_OF_STEP: u64 = 1 << 16;
const MAX_CHUNKS: u64 = 1 << 22;
/// Most cells of all devices, and most parts of sums in cells and messages.
const MAX_CELLS: u64 = 1 << 22;
const MAX_PARTS: u64 = 1 << 26;
/// The number of portions that a channel holds, with the protocol Simple and with the others.
const PORTIONS_OF_SIMPLE: u64 = 2;
const PORTIONS_OF_LL: u64 = 8;
/// Most devices of a program.
const MAX_DEVICES: u64 = 1 << 16;

/// Returns whether input and output are one buffer; both answers if the program declares that it runs both
/// ways.
///
/// # Errors
/// [`ScheduleFault::At`] if the attribute is missing or neither 0 nor 1.
pub(super) fn placements(root: Tag<'_>) -> Result<Vec<bool>, ScheduleFault> {
    let in_place = root.flag("inplace")?;
    let is_both = in_place && root.has("outofplace") && root.flag("outofplace")?;
    Ok(if is_both { vec![true, false] } else { vec![in_place] })
}

/// Reads a program for a task and connects its thread blocks.
///
/// # Errors
/// [`ScheduleFault`] with the line or the step that the runtime cannot run, or that does not fit the task.
pub(super) fn program(
    root: Tag<'_>,
    problem: &Problem,
    buffers: Buffers,
    in_place: bool,
) -> Result<Program, ScheduleFault> {
    require_collective(root, in_place, problem, &buffers)?;
    let sizes = buffers.sizes().ok_or_else(|| root.fault("no collective of MSCCL"))?;
    let portions = if root.word("proto").starts_with("LL") { PORTIONS_OF_LL } else { PORTIONS_OF_SIMPLE };
    let layout = Layout::new(buffers, sizes, in_place);
    let mut source = Source { root, buffers, sizes, layout: &layout, read: Read::default() };
    source.gpus()?;
    let Read { blocks, steps, gpus, .. } = source.read;
    let mut gpus: Vec<(u64, Range<usize>)> = gpus.into_iter().collect();
    gpus.sort_unstable_by_key(|gpu| gpu.0);
    let gpus = gpus.into_iter().map(|(_, blocks)| blocks).collect();
    let mut program = Program { blocks, steps, gpus, layout, channel_portions: portions };
    program.connect_waits()?;
    program.connect_channels()?;
    Ok(program)
}

/// Refuses a program for another collective, other devices, or blocks of another number of chunks than the
/// task.
fn require_collective(
    root: Tag<'_>,
    in_place: bool,
    problem: &Problem,
    buffers: &Buffers,
) -> Result<(), ScheduleFault> {
    let letters =
        |text: &str| text.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_lowercase();
    let (coll, devices) = (root.word("coll"), root.number("ngpus")?);
    let is_custom = coll == "custom";
    let is_of = letters(coll) == letters(buffers.collective.as_str()) || is_custom;
    let sizes = buffers.sizes().filter(|_| buffers.collective != Collective::Exchange);
    let (Some(sizes), true) = (sizes, is_of && devices == buffers.devices) else {
        return Err(ScheduleFault::OtherTask {
            found: format!("a program for {} of {devices} devices", shown(coll)),
            expected: format!(
                "{} of {} devices as in the task",
                buffers.collective.as_str(),
                buffers.devices
            ),
        });
    };
    if devices > MAX_DEVICES {
        return Err(ScheduleFault::TooMuch { what: "devices", found: devices, most: MAX_DEVICES });
    }
    if is_custom && in_place {
        return Err(root.fault("a custom program in place, expected one whose output is a buffer of its own"));
    }
    if problem.network().switches().is_some() {
        return Err(root.fault("a network of switches, through which the program does not say the ways"));
    }
    let (found, expected) = (root.number("nchunksperloop")?, sizes[0].max(sizes[1]));
    if found != expected {
        return Err(root.fault(format!(
            "nchunksperloop {found}, expected {expected} for the count {} of the task",
            buffers.count
        )));
    }
    Ok(())
}

/// The part of the program read so far.
#[derive(Default)]
struct Read {
    blocks: Vec<Block>,
    steps: Vec<Step>,
    gpus: BTreeMap<u64, Range<usize>>,
    /// The numbers of cells of all devices, and of chunks of all steps.
    cells: u64,
    chunks: u64,
}

/// A file that is being read.
struct Source<'a> {
    root: Tag<'a>,
    buffers: Buffers,
    sizes: [u64; 2],
    layout: &'a Layout,
    read: Read,
}

/// A device while its thread blocks are read.
#[derive(Clone, Copy)]
struct Gpu {
    id: u64,
    /// The numbers of its chunks in input, output and scratch.
    chunks: [u64; 3],
}

impl<'a> Source<'a> {
    /// Reads all devices, each of which must appear once.
    fn gpus(&mut self) -> Result<(), ScheduleFault> {
        for tag in self.root.children("gpu") {
            let tag = tag?;
            let gpu = self.gpu(tag)?;
            let first = self.read.blocks.len();
            for block in tag.children("tb") {
                self.block(block?, gpu)?;
            }
            let blocks = first..self.read.blocks.len();
            let mut names: Vec<u64> =
                self.read.blocks[blocks.clone()].iter().map(|block| block.name).collect();
            names.sort_unstable();
            if let Some((expected, found)) = (0..).zip(names).find(|(expected, found)| expected != found) {
                return Err(tag.fault(format!(
                    "gpu {} has tb {found} {}, expected ids 0, 1, 2, …, each once",
                    gpu.id,
                    if found < expected { "twice".to_owned() } else { format!("and no tb {expected}") }
                )));
            }
            if self.read.gpus.insert(gpu.id, blocks).is_some() {
                return Err(tag.fault(format!("gpu {} a second time, expected each once", gpu.id)));
            }
        }
        match (0..self.buffers.devices).find(|gpu| !self.read.gpus.contains_key(gpu)) {
            Some(missing) => Err(self.root.fault(format!("no gpu {missing}, expected each of ngpus"))),
            None => Ok(()),
        }
    }

    /// Reads the buffers of a device.
    fn gpu(&mut self, tag: Tag<'a>) -> Result<Gpu, ScheduleFault> {
        let id = tag.number("id")?;
        if id >= self.buffers.devices {
            return Err(tag.fault(format!("gpu {id}, expected one below {}", self.buffers.devices)));
        }
        let mut chunks = [0; 3];
        for (name, found) in ["i_chunks", "o_chunks", "s_chunks"].into_iter().zip(&mut chunks) {
            *found = tag.number(name)?;
        }
        for (name, (found, expected)) in
            ["i_chunks", "o_chunks"].into_iter().zip(chunks.iter().zip(self.sizes))
        {
            // A device may lack a buffer.
            if ![0, expected].contains(found) {
                return Err(tag.fault(format!(
                    "{name} {found}, expected {expected} for the count {} of the task",
                    self.buffers.count
                )));
            }
        }
        let cells = [self.sizes[0], self.sizes[1], chunks[2]].into_iter().fold(0, u64::saturating_add);
        self.read.cells = self.read.cells.saturating_add(cells);
        at_most("cells of all devices", self.read.cells, MAX_CELLS)?;
        self.require_few_parts()?;
        Ok(Gpu { id, chunks })
    }

    fn require_few_parts(&self) -> Result<(), ScheduleFault> {
        let all = self.read.cells.saturating_add(self.read.chunks).saturating_mul(self.buffers.devices);
        let parts = if self.buffers.collective.is_sum() { all } else { 0 };
        at_most("parts of sums in cells and messages", parts, MAX_PARTS)
    }

    /// Reads a thread block and its steps.
    fn block(&mut self, tag: Tag<'a>, gpu: Gpu) -> Result<(), ScheduleFault> {
        let mut peers = [None; 2];
        for (name, found) in ["send", "recv"].into_iter().zip(&mut peers) {
            *found = tag.optional(name)?;
            if let Some(peer) = found.filter(|&peer| peer == gpu.id || peer >= self.buffers.devices) {
                let most = self.buffers.devices;
                return Err(tag.fault(format!("{name} {peer}, expected another gpu below {most}, or -1")));
            }
        }
        // Thread blocks without peers need not name a channel.
        let is_local = peers == [None; 2];
        let channel = if is_local && !tag.has("chan") { None } else { tag.optional("chan")? };
        let channel = match channel {
            None if !is_local => return Err(tag.fault("chan -1, expected the number of a channel")),
            found => found.unwrap_or(0),
        };
        let (block, first) = (self.read.blocks.len(), self.read.steps.len());
        for (number, step) in (0..).zip(tag.children("step")) {
            let step = self.step(step?, gpu, peers, number)?;
            self.read.steps.push(Step { block, ..step });
        }
        let (name, steps) = (tag.number("id")?, first..self.read.steps.len());
        let block = Block { gpu: gpu.id, name, steps, peers, channel, receiver: None, sender: None };
        self.read.blocks.push(block);
        Ok(())
    }

    /// Reads a step.
    fn step(
        &mut self,
        tag: Tag<'a>,
        gpu: Gpu,
        peers: [Option<u64>; 2],
        number: u64,
    ) -> Result<Step, ScheduleFault> {
        if self.read.steps.len() == MAX_STEPS {
            return Err(tag.fault(format!("more than {MAX_STEPS} steps")));
        }
        let s = tag.number("s")?;
        if s != number {
            return Err(tag.fault(format!("step {s}, expected {number}: the runtime counts steps from 0")));
        }
        let word = tag.word("type");
        let operation = Operation::of(word).ok_or_else(|| {
            tag.fault(format!("type {}, expected s, r, rcs, rrc, rrs, rrcs, cpy, re or nop", shown(word)))
        })?;
        for (does, name, peer) in
            [(operation.sends(), "send", peers[0]), (operation.receives(), "recv", peers[1])]
        {
            if does && peer.is_none() {
                return Err(tag.fault(format!("type {word} in a thread block without {name}")));
            }
        }
        let waits = match tag.optional("depid")? {
            Some(block) => Some([block, tag.number("deps")?]),
            None => None,
        };
        let reports_done = tag.flag("hasdep")?;
        if operation == Operation::Nop && waits.is_none() {
            return Err(tag.fault("a nop that waits for nothing, which the runtime does not count"));
        }
        let chunks = self.chunks(tag, operation)?;
        let from = if operation.reads() { self.cell(tag, gpu, "src", chunks)? } else { 0 };
        let to = if operation.writes() { self.cell(tag, gpu, "dst", chunks)? } else { 0 };
        Ok(Step { block: 0, operation, chunks, from, to, waits, reports_done, after: None, sender: None })
    }

    /// Reads the number of chunks that a step moves.
    fn chunks(&mut self, tag: Tag<'a>, operation: Operation) -> Result<u64, ScheduleFault> {
        if operation == Operation::Nop {
            return Ok(0);
        }
        let chunks = tag.number("cnt")?;
        if !(1..=MAX_CHUNKS_OF_STEP).contains(&chunks) {
            return Err(tag.fault(format!("cnt {chunks}, expected 1 to {MAX_CHUNKS_OF_STEP}")));
        }
        self.read.chunks += chunks;
        at_most("chunks of all steps", self.read.chunks, MAX_CHUNKS)?;
        self.require_few_parts()?;
        Ok(chunks)
    }

    /// Reads the first cell of the source or the destination of a step; all its cells must be within the
    /// buffer.
    fn cell(&self, tag: Tag<'a>, gpu: Gpu, side: &str, chunks: u64) -> Result<usize, ScheduleFault> {
        let word = tag.word(&format!("{side}buf"));
        let buffer = ["i", "o", "s"]
            .into_iter()
            .position(|letter| letter == word)
            .ok_or_else(|| tag.fault(format!("{side}buf {}, expected i, o or s", shown(word))))?;
        let offset = tag.number(&format!("{side}off"))?;
        let (end, most) = (offset.saturating_add(chunks), gpu.chunks[buffer]);
        if end > most {
            return Err(tag.fault(format!(
                "{side}off {offset} with cnt {chunks}, expected an end within the {most} chunks of buffer {word} \
                 of gpu {}",
                gpu.id
            )));
        }
        Ok(self.layout.cell(gpu.id, buffer, offset))
    }
}

fn at_most(what: &'static str, found: u64, most: u64) -> Result<(), ScheduleFault> {
    if found > most { Err(ScheduleFault::TooMuch { what, found, most }) } else { Ok(()) }
}
