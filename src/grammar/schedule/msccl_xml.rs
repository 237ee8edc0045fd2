//! A program of the runtimes of MSCCL: thread blocks whose steps send and receive.

use super::buffers::Buffers;
use super::cells::{Cells, Content};
use super::fault::ScheduleFault;
use super::packets::Packets;
use super::read::{MovePlace, Moves, ReadSchedule};
use super::reader::Reader;
use crate::grammar::shown;
use crate::model::{Node, Problem, plain};
use crate::wire::{Collective, Ports};
use roxmltree::{Document, Node as Element};
use std::collections::{BTreeMap, VecDeque};

pub(super) const READER: Reader = Reader {
    name: "a program of MSCCL in XML",
    recognizes: |text| text.trim_start().starts_with('<') && text.contains("<algo"),
    read,
};

/// The most steps of all thread blocks.
const MOST_STEPS: usize = 1 << 20;
/// The most chunks that one step moves.
const MOST_CHUNKS: u64 = 1 << 16;
/// The most slots that are played.
const MOST_SLOTS: usize = 1 << 20;

/// A chunk of the input (`i`), the output (`o`) or the scratch buffer (`s`).
type Place = (char, u64);

/// What a step does with one chunk, one after the other.
#[derive(Debug, Clone, Copy)]
enum Action {
    /// Waits until a step of another thread block is done.
    Wait { block: usize, step: usize },
    /// Copies, or adds, within the device.
    Local { from: Place, to: Place, add: bool },
    /// Sends what lies somewhere, or what this block has received and kept.
    Send { from: Option<Place> },
    /// Receives; adds it to what lies somewhere; keeps it, or puts it somewhere.
    Receive { plus: Option<Place>, to: Option<Place> },
    /// The step is done.
    Done,
}

/// A thread block.
#[derive(Debug)]
struct Block {
    gpu: u64,
    name: u64,
    send: Option<u64>,
    receive: Option<u64>,
    channel: u64,
    /// What it does, with the number of the step.
    actions: Vec<(u64, Action)>,
    next: usize,
    /// What it has received and not yet sent on.
    kept: VecDeque<Content>,
    /// The slot before which each of its steps was done.
    done: Vec<Option<usize>>,
}

impl Block {
    fn place(&self) -> MovePlace {
        let step = self.actions.get(self.next).or(self.actions.last()).map_or(0, |action| action.0);
        MovePlace::Step(self.gpu, self.name, step)
    }
}

/// Plays the program: in every slot each thread block sends at most one chunk and receives at most one, as
/// soon as what it waits for is done and the link and the ports are free.
fn read(text: &str, problem: &Problem) -> Result<Vec<ReadSchedule>, ScheduleFault> {
    if text.contains("<!ENTITY") {
        return Err(ScheduleFault::at("DOCTYPE", "entities of its own, expected none"));
    }
    let document = Document::parse(text).map_err(|fault| {
        let said: String = fault.to_string().chars().map(plain).take(120).collect();
        ScheduleFault::at(format_args!("line {}", fault.pos().row), said)
    })?;
    let source = Source { document: &document };
    let buffers = source.buffers(problem)?;
    let mut machine =
        Machine { blocks: source.blocks(&buffers)?, problem, cells: Cells::new(), on_way: BTreeMap::new() };
    let [input, output] = buffers.sizes().expect("a collective that MSCCL knows");
    let in_place = source.in_place();
    for device in 0..buffers.devices {
        for cell in 0..input {
            if let Some(content) = buffers.given(device, cell) {
                machine.cells.set(device, alias(&buffers, in_place, device, ('i', cell)), content);
            }
        }
    }
    let packets = Packets::of(problem)?;
    let mut moves = Moves::new(&packets);
    machine.play(&mut moves)?;
    for device in 0..buffers.devices {
        for cell in 0..output {
            if let Some(expected) = buffers.wanted(device, cell) {
                let place = alias(&buffers, in_place, device, ('o', cell));
                let named = |(buffer, chunk): Place| format!("chunk {chunk} of buffer {buffer}");
                machine.cells.require(device, place, &expected, named)?;
            }
        }
    }
    Ok(vec![moves.schedule(problem)])
}

/// Where a chunk lies if input and output are one buffer.
fn alias(buffers: &Buffers, in_place: bool, device: u64, (buffer, chunk): Place) -> Place {
    match (in_place, buffers.collective, buffer) {
        (true, Collective::AllGather | Collective::Gather, 'i') => ('o', device * buffers.count + chunk),
        (true, Collective::ReduceScatter | Collective::Scatter, 'o') => ('i', device * buffers.count + chunk),
        (true, Collective::Broadcast | Collective::Reduce, 'i') => ('o', chunk),
        _ => (buffer, chunk),
    }
}

/// The text of a program.
struct Source<'a> {
    document: &'a Document<'a>,
}

impl Source<'_> {
    fn fault(&self, element: Element<'_, '_>, message: impl Into<String>) -> ScheduleFault {
        let row = self.document.text_pos_at(element.range().start).row;
        ScheduleFault::at(format_args!("line {row}"), message)
    }

    fn number(&self, element: Element<'_, '_>, name: &str) -> Result<u64, ScheduleFault> {
        let text = element.attribute(name);
        let found = text.and_then(|text| text.parse::<u64>().ok());
        found.ok_or_else(|| {
            let found = text.map_or_else(|| "missing".to_owned(), shown);
            self.fault(element, format!("{name} {found}, expected a number"))
        })
    }

    /// A number, or none where −1 stands.
    fn peer(&self, element: Element<'_, '_>, name: &str) -> Result<Option<u64>, ScheduleFault> {
        if element.attribute(name) == Some("-1") { Ok(None) } else { self.number(element, name).map(Some) }
    }

    fn in_place(&self) -> bool {
        self.document.root_element().attribute("inplace") == Some("1")
    }

    /// The collective, which must be that of the task.
    fn buffers(&self, problem: &Problem) -> Result<Buffers, ScheduleFault> {
        let root = self.document.root_element();
        let buffers = Buffers::of(problem);
        let letters =
            |text: &str| text.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_lowercase();
        let coll = root.attribute("coll").unwrap_or_default();
        let devices = self.number(root, "ngpus")?;
        let is_of = letters(coll) == letters(buffers.collective.as_str()) || coll == "custom";
        let no_word = buffers.collective == Collective::Exchange;
        if no_word || !is_of || devices != buffers.devices {
            return Err(ScheduleFault::OtherTask {
                found: format!("a program for {} of {devices} devices", shown(coll)),
                expected: format!(
                    "{} of {} devices as in the task",
                    buffers.collective.as_str(),
                    buffers.devices
                ),
            });
        }
        if self.in_place() && buffers.collective == Collective::AllToAll {
            return Err(self.fault(root, "a total exchange in place, expected one out of place"));
        }
        if problem.network().switches().is_some() {
            return Err(
                self.fault(root, "a network of switches, through which the program does not say the ways")
            );
        }
        Ok(buffers)
    }

    fn blocks(&self, buffers: &Buffers) -> Result<Vec<Block>, ScheduleFault> {
        let named = |element: &Element<'_, '_>, name: &str| element.tag_name().name() == name;
        let mut blocks = Vec::new();
        let mut steps = 0;
        for gpu in self.document.root_element().children().filter(|child| named(child, "gpu")) {
            let device = self.number(gpu, "id")?;
            if device >= buffers.devices {
                return Err(self.fault(gpu, format!("gpu {device}, expected one below {}", buffers.devices)));
            }
            self.require_chunks(gpu, buffers)?;
            let first = blocks.len();
            for block in gpu.children().filter(|child| named(child, "tb")) {
                blocks.push(Block {
                    gpu: device,
                    name: self.number(block, "id")?,
                    send: self.peer(block, "send")?,
                    receive: self.peer(block, "recv")?,
                    channel: block.attribute("chan").map_or(Ok(0), |_| self.number(block, "chan"))?,
                    actions: Vec::new(),
                    next: 0,
                    kept: VecDeque::new(),
                    done: Vec::new(),
                });
            }
            let indices: BTreeMap<u64, usize> =
                blocks[first..].iter().zip(first..).map(|(block, index)| (block.name, index)).collect();
            for (index, block) in (first..).zip(gpu.children().filter(|child| named(child, "tb"))) {
                for step in block.children().filter(|child| named(child, "step")) {
                    steps += 1;
                    if steps > MOST_STEPS {
                        return Err(self.fault(step, format!("more than {MOST_STEPS} steps")));
                    }
                    let number = u64::try_from(blocks[index].done.len()).unwrap_or(u64::MAX);
                    let actions = self.actions(step, device, buffers, &indices)?;
                    blocks[index].actions.extend(actions.into_iter().map(|action| (number, action)));
                    blocks[index].done.push(None);
                }
            }
        }
        Ok(blocks)
    }

    /// Refuses a device whose blocks go in other chunks than the task has packets.
    fn require_chunks(&self, gpu: Element<'_, '_>, buffers: &Buffers) -> Result<(), ScheduleFault> {
        let sizes = buffers.sizes().expect("a collective that MSCCL knows");
        for (name, most) in [("i_chunks", sizes[0]), ("o_chunks", sizes[1])] {
            let found = self.number(gpu, name)?;
            // Where input and output are one buffer, or a device has none, either may be of any length.
            if found != 0 && !self.in_place() && found != most {
                let message = format!(
                    "{name} {found}, expected {most}: a block of the task is as many packets as its count says"
                );
                return Err(self.fault(gpu, message));
            }
        }
        Ok(())
    }

    /// What a step does, chunk by chunk.
    fn actions(
        &self,
        step: Element<'_, '_>,
        device: u64,
        buffers: &Buffers,
        names: &BTreeMap<u64, usize>,
    ) -> Result<Vec<Action>, ScheduleFault> {
        let mut actions = Vec::new();
        if let Some(block) = self.peer(step, "depid")? {
            let step_number = self.number(step, "deps")?;
            let block = *names.get(&block).ok_or_else(|| {
                self.fault(step, format!("depid {block}, expected a thread block of the gpu"))
            })?;
            actions.push(Action::Wait { block, step: usize::try_from(step_number).unwrap_or(usize::MAX) });
        }
        let word = step.attribute("type").unwrap_or_default();
        let chunks = if word == "nop" { 0 } else { self.number(step, "cnt")? };
        if chunks > MOST_CHUNKS {
            return Err(self.fault(step, format!("cnt {chunks}, expected at most {MOST_CHUNKS}")));
        }
        let at = |side: &str, chunk: u64| -> Result<Place, ScheduleFault> {
            let buffer = step.attribute(format!("{side}buf").as_str()).unwrap_or_default();
            let letter = buffer.chars().next().filter(|letter| "ios".contains(*letter) && buffer.len() == 1);
            let letter = letter.ok_or_else(|| {
                self.fault(step, format!("{side}buf {}, expected i, o or s", shown(buffer)))
            })?;
            let offset = self.number(step, &format!("{side}off"))?.saturating_add(chunk);
            Ok(alias(buffers, self.in_place(), device, (letter, offset)))
        };
        let mut sends = Vec::new();
        for chunk in 0..chunks {
            let (from, to) = (|| at("src", chunk), || at("dst", chunk));
            let receive = |plus, to| Action::Receive { plus, to };
            match word {
                "s" => actions.push(Action::Send { from: Some(from()?) }),
                "r" | "rcs" => actions.push(receive(None, Some(to()?))),
                "rrc" | "rrcs" => actions.push(receive(Some(from()?), Some(to()?))),
                "rrs" => actions.push(receive(Some(from()?), None)),
                "cpy" => actions.push(Action::Local { from: from()?, to: to()?, add: false }),
                "re" => actions.push(Action::Local { from: from()?, to: to()?, add: true }),
                _ => {
                    let message =
                        format!("type {}, expected s, r, rcs, rrc, rrs, rrcs, cpy, re or nop", shown(word));
                    return Err(self.fault(step, message));
                }
            }
            match word {
                "rcs" | "rrcs" => sends.push(Action::Send { from: Some(to()?) }),
                "rrs" => sends.push(Action::Send { from: None }),
                _ => {}
            }
        }
        actions.extend(sends);
        actions.push(Action::Done);
        Ok(actions)
    }
}

/// Devices that run a program.
struct Machine<'a> {
    blocks: Vec<Block>,
    problem: &'a Problem,
    cells: Cells<Place>,
    /// What has been sent from one device to another over a channel, with the slot.
    on_way: BTreeMap<(u64, u64, u64), VecDeque<Content>>,
}

/// What of links and ports is taken in a slot.
#[derive(Default)]
struct Taken {
    links: BTreeMap<(u64, u64), u64>,
    sends: BTreeMap<u64, u64>,
    receives: BTreeMap<u64, u64>,
}

impl Taken {
    /// Takes a link and a port at each end, if they are free.
    fn take(&mut self, problem: &Problem, from: u64, to: u64) -> bool {
        // A link that is not there is for the checker to refuse.
        let nodes = problem.network().nodes();
        let capacity =
            if from.max(to) < nodes { problem.network().capacity(Node(from), Node(to)).max(1) } else { 1 };
        let of = |counts: &BTreeMap<u64, u64>, node: u64| counts.get(&node).copied().unwrap_or(0);
        let most = match problem.ports() {
            Ports::All => u64::MAX,
            Ports::One | Ports::OneHalfDuplex => 1,
            Ports::AtMost(most) => most,
        };
        let half = problem.ports() == Ports::OneHalfDuplex;
        let is_full = |node: u64, sends: bool| {
            let (sent, received) = (of(&self.sends, node), of(&self.receives, node));
            if half {
                sent + received >= 1
            } else if sends {
                sent >= most
            } else {
                received >= most
            }
        };
        if self.links.get(&(from, to)).is_some_and(|&taken| taken >= capacity)
            || is_full(from, true)
            || is_full(to, false)
        {
            return false;
        }
        *self.links.entry((from, to)).or_default() += 1;
        *self.sends.entry(from).or_default() += 1;
        *self.receives.entry(to).or_default() += 1;
        true
    }
}

impl Machine<'_> {
    fn play(&mut self, moves: &mut Moves<'_>) -> Result<(), ScheduleFault> {
        for slot in 0.. {
            let is_done = |block: &Block| block.next == block.actions.len();
            let mut has_moved = false;
            let mut taken = Taken::default();
            let mut sent = Vec::new();
            while self.run_all(slot)? {
                has_moved = true;
            }
            for index in 0..self.blocks.len() {
                if let Some((ends, channel, content)) = self.send(index, &mut taken)? {
                    let place = self.blocks[index].place();
                    moves.push(slot, ends, content.key(), place)?;
                    sent.push((ends, channel, content));
                    self.blocks[index].next += 1;
                    has_moved = true;
                }
            }
            for ([from, to], channel, content) in sent {
                self.on_way.entry((from, to, channel)).or_default().push_back(content);
            }
            for index in 0..self.blocks.len() {
                has_moved |= self.receive(index)?;
            }
            if self.blocks.iter().all(is_done) {
                return Ok(());
            }
            if !has_moved || slot == MOST_SLOTS {
                let waits = self.blocks.iter().find(|block| !is_done(block)).expect("one is not done");
                return Err(ScheduleFault::wrong(waits.place(), format!("in slot {slot} it waits for ever")));
            }
        }
        Ok(())
    }

    /// Does what all blocks do within their devices before a slot. Says whether anything was done.
    fn run_all(&mut self, slot: usize) -> Result<bool, ScheduleFault> {
        let mut has_moved = false;
        for index in 0..self.blocks.len() {
            has_moved |= self.run(index, slot)?;
        }
        Ok(has_moved)
    }

    /// Does what a block does within its device before a slot. Says whether anything was done.
    fn run(&mut self, index: usize, slot: usize) -> Result<bool, ScheduleFault> {
        let mut has_moved = false;
        loop {
            let block = &self.blocks[index];
            let Some(&(step, action)) = block.actions.get(block.next) else { return Ok(has_moved) };
            let (gpu, place) = (block.gpu, block.place());
            match action {
                Action::Wait { block, step } => {
                    let done = self.blocks[block].done.get(step).copied().flatten();
                    if done.is_none_or(|before| before > slot) {
                        return Ok(has_moved);
                    }
                }
                Action::Local { from, to, add } => {
                    let fault = |message: String| ScheduleFault::wrong(place, message);
                    let content = self.cells.get(gpu, from).cloned();
                    let content = content.ok_or_else(|| fault(empty("copies", from, slot)))?;
                    if add {
                        self.cells.add(gpu, to, content).map_err(fault)?;
                    } else {
                        self.cells.set(gpu, to, content);
                    }
                }
                Action::Done => {
                    let step = usize::try_from(step).expect("a step of the block");
                    self.blocks[index].done[step] = Some(slot);
                }
                Action::Send { .. } | Action::Receive { .. } => return Ok(has_moved),
            }
            self.blocks[index].next += 1;
            has_moved = true;
        }
    }

    /// What a block sends next, if it may send in this slot.
    fn send(
        &mut self,
        index: usize,
        taken: &mut Taken,
    ) -> Result<Option<([u64; 2], u64, Content)>, ScheduleFault> {
        let block = &mut self.blocks[index];
        let Some(&(_, Action::Send { from })) = block.actions.get(block.next) else { return Ok(None) };
        let place = block.place();
        let to = block
            .send
            .ok_or_else(|| ScheduleFault::wrong(place, "it sends, but the thread block has no send peer"))?;
        if !taken.take(self.problem, block.gpu, to) {
            return Ok(None);
        }
        let content = match from {
            None => block.kept.pop_front(),
            Some(from) => self.cells.get(block.gpu, from).cloned(),
        };
        let content = content.ok_or_else(|| {
            let from = from.unwrap_or(('s', 0));
            ScheduleFault::wrong(
                place,
                format!("it sends chunk {} of buffer {}, in which nothing lies", from.1, from.0),
            )
        })?;
        Ok(Some(([block.gpu, to], block.channel, content)))
    }

    /// Receives at most one chunk. Says whether one came.
    fn receive(&mut self, index: usize) -> Result<bool, ScheduleFault> {
        let block = &mut self.blocks[index];
        let Some(&(_, Action::Receive { plus, to })) = block.actions.get(block.next) else {
            return Ok(false);
        };
        let place = block.place();
        let fault = |message: String| ScheduleFault::wrong(place, message);
        let from = block
            .receive
            .ok_or_else(|| fault("it receives, but the thread block has no recv peer".to_owned()))?;
        let come = self.on_way.get_mut(&(from, block.gpu, block.channel)).and_then(VecDeque::pop_front);
        let Some(mut content) = come else { return Ok(false) };
        if let Some(plus) = plus {
            let held = self.cells.get(block.gpu, plus).cloned();
            let held = held.ok_or_else(|| {
                fault(format!("it adds to chunk {} of buffer {}, in which nothing lies", plus.1, plus.0))
            })?;
            content = held.plus(content).map_err(fault)?;
        }
        match to {
            Some(to) => self.cells.set(block.gpu, to, content),
            None => block.kept.push_back(content),
        }
        block.next += 1;
        Ok(true)
    }
}

fn empty(does: &str, (buffer, chunk): Place, slot: usize) -> String {
    format!("before slot {slot} it {does} chunk {chunk} of buffer {buffer}, in which nothing lies")
}
