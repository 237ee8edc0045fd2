//! A schedule as a program of the runtimes of MSCCL.

use super::{Collective, Shape};
use crate::export::format::{Format, Writer};
use crate::export::plan::error::PlanError;
use crate::export::plan::{Plan, PlannedSend};
use crate::export::rights::RIGHTS;
use crate::model::{Node, Packet, count_of, counted};
use std::collections::BTreeMap;
use std::io::Write;

/// The format of the word `msccl-xml`.
pub(in crate::export) const MSCCL_XML: Format = Format {
    word: "msccl-xml",
    sentence: "The same as a program of the runtimes of MSCCL",
    source: "Microsoft, msccl, the parser of its runtime; AMD, rccl, msccl_parser.cc",
    writer: Writer::Plan(msccl_xml),
};

/// Most steps of a thread block that the runtimes read.
const MAX_STEPS: u64 = 256;
/// Most sending thread blocks of a channel that the runtimes read.
const MAX_PEERS: u64 = 32;

/// Writes for every node a thread block for each link that it sends over and for each that it receives over,
/// with steps in the order of the slots, and a block that copies the node's own data. A chunk in transit has
/// a scratch place of its own; a step waits for the step that brought what it sends. Parts of a sum are added
/// one after the other, and the input of the user stays unchanged.
///
/// # Errors
/// [`PlanError::NoCollective`], [`PlanError::TooMuch`] above 32 links of a node or 256 steps of a link,
/// [`PlanError::Output`].
///
/// # Complexity
/// O(n + S log S) for n nodes and S transmissions.
fn msccl_xml(plan: &Plan<'_>, out: &mut dyn Write) -> Result<String, PlanError> {
    let shape = Shape::of(plan)?;
    let (found, most) = (plan.problem.network().links().into(), MAX_PEERS);
    if found > most {
        return Err(PlanError::TooMuch { what: "links of a node", found, most });
    }
    let gpus = Program::new(shape).gpus_of(plan);
    let longest = gpus.iter().flat_map(|gpu| gpu.blocks.iter().map(|block| block.steps.len())).max();
    let (found, most) = (count_of(longest.unwrap_or(0)), MAX_STEPS);
    if found > most {
        return Err(PlanError::TooMuch { what: "steps of a thread block", found, most });
    }
    let title = attribute(&plan.problem.network().title());
    let (word, all) = (shape.word(), shape.nodes * shape.chunks);
    writeln!(out, "<!-- {RIGHTS} -->")?;
    writeln!(
        out,
        "<algo name=\"{word} on {title} by Isotask\" proto=\"Simple\" nchannels=\"1\" nchunksperloop=\"{all}\" \
         ngpus=\"{}\" coll=\"{word}\" inplace=\"0\" outofplace=\"1\" minBytes=\"0\" maxBytes=\"{}\">",
        shape.nodes,
        1_u64 << 62
    )?;
    let (input, output) = shape.buffers();
    for (id, gpu) in gpus.iter().enumerate() {
        let scratch = gpu.scratch;
        writeln!(
            out,
            "  <gpu id=\"{id}\" i_chunks=\"{input}\" o_chunks=\"{output}\" s_chunks=\"{scratch}\">"
        )?;
        for (id, block) in gpu.blocks.iter().enumerate() {
            block.write(id, out)?;
        }
        writeln!(out, "  </gpu>")?;
    }
    writeln!(out, "</algo>")?;
    let blocks = gpus.iter().map(|gpu| gpu.blocks.len()).max().unwrap_or(0);
    Ok(format!(
        "{word}, up to {} of {} on a node, {} beside input and output",
        counted(count_of(blocks), "thread block"),
        counted(found, "step"),
        counted(gpus.iter().map(|gpu| gpu.scratch).max().unwrap_or(0), "chunk")
    ))
}

/// Returns a title of Isotask as an attribute value, for a parser that does not decode entities.
fn attribute(text: &str) -> String {
    let letter = |letter: char| match letter {
        '×' => 'x',
        ' ' | ',' | '.' | '(' | ')' | '-' => letter,
        _ if letter.is_ascii_alphanumeric() => letter,
        _ => '?',
    };
    text.chars().map(letter).collect()
}

/// A chunk in the input (`i`), the output (`o`) or the scratch buffer (`s`) of a node.
#[derive(Debug, Clone, Copy)]
struct Place {
    buffer: char,
    offset: u64,
}

/// The thread block of a step, and the index of the step in it.
#[derive(Debug, Clone, Copy)]
struct StepId {
    block: usize,
    step: usize,
}

#[derive(Debug)]
struct Step {
    word: &'static str,
    from: Place,
    to: Place,
    after: Option<StepId>,
    is_awaited: bool,
}

/// A thread block, with the node that it sends to or receives from.
#[derive(Debug, Default)]
struct Block {
    send: Option<Node>,
    recv: Option<Node>,
    steps: Vec<Step>,
}

impl Block {
    fn write(&self, id: usize, out: &mut dyn Write) -> Result<(), PlanError> {
        let peer = |node: Option<Node>| node.map_or_else(|| "-1".to_owned(), |node| node.0.to_string());
        let (send, recv) = (peer(self.send), peer(self.recv));
        writeln!(out, "    <tb id=\"{id}\" send=\"{send}\" recv=\"{recv}\" chan=\"0\">")?;
        for (place, Step { word, from, to, after, is_awaited }) in self.steps.iter().enumerate() {
            let (block, step) = after.map_or_else(
                || ("-1".to_owned(), "-1".to_owned()),
                |after| (after.block.to_string(), after.step.to_string()),
            );
            writeln!(
                out,
                "      <step s=\"{place}\" type=\"{word}\" srcbuf=\"{}\" srcoff=\"{}\" dstbuf=\"{}\" dstoff=\"{}\" \
                 cnt=\"1\" depid=\"{block}\" deps=\"{step}\" hasdep=\"{}\"/>",
                from.buffer,
                from.offset,
                to.buffer,
                to.offset,
                u8::from(*is_awaited)
            )?;
        }
        writeln!(out, "    </tb>")?;
        Ok(())
    }
}

/// The thread blocks and buffers of a node.
#[derive(Debug, Default)]
struct Gpu {
    blocks: Vec<Block>,
    /// The number of chunks in its scratch buffer.
    scratch: u64,
    /// The indices of thread blocks, by the nodes that they send to and by those that they receive from.
    sending: BTreeMap<Node, usize>,
    receiving: BTreeMap<Node, usize>,
    /// The places of chunks that have arrived, and the step that completed each.
    held: BTreeMap<(Packet, Option<u64>), (Place, StepId)>,
}

impl Gpu {
    /// Returns the thread block that sends to a node, or receives from it; adds it if it is missing.
    fn block(&mut self, node: Node, sends: bool) -> usize {
        let known = if sends { &mut self.sending } else { &mut self.receiving };
        *known.entry(node).or_insert_with(|| {
            let (send, recv) = if sends { (Some(node), None) } else { (None, Some(node)) };
            self.blocks.push(Block { send, recv, steps: Vec::new() });
            self.blocks.len() - 1
        })
    }

    fn push(&mut self, block: usize, step: Step) -> StepId {
        if let Some(after) = step.after {
            self.blocks[after.block].steps[after.step].is_awaited = true;
        }
        let steps = &mut self.blocks[block].steps;
        steps.push(step);
        StepId { block, step: steps.len() - 1 }
    }
}

/// Builds the steps, slot by slot.
struct Program {
    shape: Shape,
    gpus: Vec<Gpu>,
}

impl Program {
    fn new(shape: Shape) -> Self {
        let gpus = (0..shape.nodes).map(|_| Gpu::default()).collect();
        Self { shape, gpus }
    }

    fn gpus_of(mut self, plan: &Plan<'_>) -> Vec<Gpu> {
        for slot in plan.sends.chunk_by(|a, b| a.slot == b.slot) {
            // A packet that arrives in a slot can be sent on only in a later one.
            for send in slot {
                self.send(send);
            }
            for send in slot {
                self.receive(send);
            }
        }
        self.copy_own_blocks();
        self.gpus
    }

    fn gpu(&mut self, node: Node) -> &mut Gpu {
        &mut self.gpus[usize::try_from(node.0).expect("a node of a list")]
    }

    /// Adds the step of the sender.
    fn send(&mut self, send: &PlannedSend) {
        let input = Place { buffer: 'i', offset: self.shape.input(send) };
        let gpu = self.gpu(send.sent.from);
        let block = gpu.block(send.sent.to, true);
        let held = gpu.held.get(&(send.sent.packet, send.sent.copy)).copied();
        let (from, after) = held.map_or((input, None), |(place, step)| (place, Some(step)));
        gpu.push(block, Step { word: "s", from, to: from, after, is_awaited: false });
    }

    /// Adds the step of the receiver.
    fn receive(&mut self, send: &PlannedSend) {
        let (to, shape) = (send.sent.to, self.shape);
        let key = (send.sent.packet, send.sent.copy);
        let is_sum = shape.collective == Collective::ReduceScatter;
        let gpu = self.gpu(to);
        let block = gpu.block(send.sent.from, false);
        let held = gpu.held.get(&key).copied();
        // A sum stays in its place; a second copy, or one that returns to its start, gets a scratch place.
        let starts_here = matches!(send.sent.packet, Packet::Copied { from } if from == to);
        let output = shape.output(send, to).filter(|_| is_sum || held.is_none() && !starts_here);
        let place = match (held, output) {
            (Some((place, _)), _) if is_sum => place,
            (_, Some(offset)) => Place { buffer: 'o', offset },
            _ => {
                gpu.scratch += 1;
                Place { buffer: 's', offset: gpu.scratch - 1 }
            }
        };
        let input = Place { buffer: 'i', offset: shape.input(send) };
        let (word, from, after) = match held {
            _ if !is_sum => ("r", place, None),
            None => ("rrc", input, None),
            Some((place, step)) => ("rrc", place, Some(step).filter(|step| step.block != block)),
        };
        let step = gpu.push(block, Step { word, from, to: place, after, is_awaited: false });
        let is_spare = matches!(send.sent.packet, Packet::Copied { .. }) && (held.is_some() || starts_here);
        if !is_spare {
            gpu.held.insert(key, (place, step));
        }
    }

    /// Adds the copies of each node's block for itself from input to output.
    fn copy_own_blocks(&mut self) {
        let Shape { collective, chunks, .. } = self.shape;
        for (node, gpu) in (0..).zip(&mut self.gpus) {
            let start = match collective {
                Collective::Alltoall => node * chunks,
                Collective::Allgather => 0,
                Collective::ReduceScatter => continue,
            };
            let copy = |chunk| Step {
                word: "cpy",
                from: Place { buffer: 'i', offset: start + chunk },
                to: Place { buffer: 'o', offset: node * chunks + chunk },
                after: None,
                is_awaited: false,
            };
            let steps = (0..chunks).map(copy).collect();
            gpu.blocks.push(Block { steps, ..Block::default() });
        }
    }
}
