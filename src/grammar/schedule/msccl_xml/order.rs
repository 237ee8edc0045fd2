//! Finds out whether a program terminates, and an order of its steps in which it does.

use super::program::Program;
use crate::grammar::schedule::fault::ScheduleFault;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Most steps of a circle of waits that a message lists.
const MAX_LISTED: usize = 6;

/// A possible order of all steps.
#[derive(Debug)]
pub(super) struct Order {
    /// The steps; a step that sends is before the one that receives.
    pub(super) steps: Vec<usize>,
    /// A description of the deadlock if steps send their chunks one by one, if there is one.
    pub(super) waits_by_chunk: Option<String>,
}

/// Returns a possible order of all steps.
///
/// Thread blocks wait for steps, for messages and for space in channels. They get equally far in every order,
/// so that one order tells whether all terminate. The protocol says how much a channel holds.
///
/// # Errors
/// [`ScheduleFault::Wrong`] with a circle of steps that wait for each other even if each sends its chunks at
/// once.
///
/// # Complexity
/// O((S + C) log S) for S steps and C chunks.
pub(super) fn order(program: &Program) -> Result<Order, ScheduleFault> {
    let carried_out = |by_chunk: bool, limit: u64| {
        let mut run = Run::new(program, by_chunk, limit);
        run.run();
        run
    };
    let run = carried_out(false, program.channel_portions);
    if let Some(stuck) = run.stuck() {
        let unlimited = carried_out(false, u64::MAX);
        let (circle, held) = match unlimited.stuck() {
            Some(stuck) => (unlimited.circle(stuck), None),
            None => (run.circle(stuck), Some("messages")),
        };
        let message = words(program, &circle, held);
        return Err(ScheduleFault::wrong(program.place(circle[0]), message));
    }
    let narrow = carried_out(true, program.channel_portions);
    let waits_by_chunk = narrow.stuck().map(|stuck| {
        let circle = narrow.circle(stuck);
        let words = words(program, &circle, Some("chunks"));
        format!(
            "where its chunks are so large that they are sent one by one, {} goes wrong: {words}",
            program.place(circle[0])
        )
    });
    Ok(Order { steps: run.order, waits_by_chunk })
}

/// Describes a circle of steps that wait for each other, perhaps because channels hold no more than their
/// limit.
fn words(program: &Program, circle: &[usize], held: Option<&str>) -> String {
    let why = held.map_or_else(String::new, |held| {
        format!(" where a channel holds no more than {} {held}", program.channel_portions)
    });
    let others = circle.iter().skip(1).take(MAX_LISTED);
    let others: Vec<String> = others.map(|&step| program.place(step).to_string()).collect();
    let more = if circle.len() > MAX_LISTED + 1 { ", …" } else { "" };
    match others.as_slice() {
        [] => format!("it waits for ever{why}: it waits for its own thread block"),
        _ => format!("it waits for ever{why}, in a circle with {}{more}", others.join(", ")),
    }
}

/// A run of the thread blocks, without values.
struct Run<'a> {
    program: &'a Program,
    /// Whether steps send and receive chunk by chunk, and not at once.
    by_chunk: bool,
    /// The portions in each channel, by the thread block that sends; and their limit.
    held: Vec<u64>,
    limit: u64,
    /// The current step of each thread block, and the portions of it that are done.
    at: Vec<(usize, u64)>,
    is_done: Vec<bool>,
    /// The thread blocks that wait for a step.
    waiting: BTreeMap<usize, Vec<usize>>,
    queue: VecDeque<usize>,
    order: Vec<usize>,
}

/// The reason for which a thread block waits.
enum Obstacle {
    /// The end of a step.
    Step(usize),
    /// Another thread block, which must send a message or receive one.
    Block(usize),
}

impl<'a> Run<'a> {
    fn new(program: &'a Program, by_chunk: bool, limit: u64) -> Self {
        Self {
            program,
            by_chunk,
            held: vec![0; program.blocks.len()],
            limit,
            at: program.blocks.iter().map(|block| (block.steps.start, 0)).collect(),
            is_done: vec![false; program.steps.len()],
            waiting: BTreeMap::new(),
            queue: (0..program.blocks.len()).collect(),
            order: Vec::with_capacity(program.steps.len()),
        }
    }

    /// Runs all thread blocks as far as they can get.
    fn run(&mut self) {
        while let Some(block) = self.queue.pop_front() {
            while self.advance(block) {}
        }
    }

    /// Returns the reason for which a thread block cannot do its next portion; the block must not be at its
    /// end.
    fn obstacle(&self, block: usize) -> Option<Obstacle> {
        let (step, _) = self.at[block];
        let (here, whole) = (&self.program.steps[step], &self.program.blocks[block]);
        if let Some(after) = here.after.filter(|&after| !self.is_done[after]) {
            return Some(Obstacle::Step(after));
        }
        if let Some(sender) =
            whole.sender.filter(|&sender| here.operation.receives() && self.held[sender] == 0)
        {
            return Some(Obstacle::Block(sender));
        }
        whole
            .receiver
            .filter(|_| here.operation.sends() && self.held[block] >= self.limit)
            .map(Obstacle::Block)
    }

    fn is_at_end(&self, block: usize) -> bool {
        self.at[block].0 == self.program.blocks[block].steps.end
    }

    /// Runs the next portion of a thread block; returns whether it could.
    fn advance(&mut self, block: usize) -> bool {
        if self.is_at_end(block) {
            return false;
        }
        match self.obstacle(block) {
            Some(Obstacle::Step(after)) => {
                self.waiting.entry(after).or_default().push(block);
                return false;
            }
            Some(Obstacle::Block(_)) => return false,
            None => {}
        }
        let (step, chunk) = self.at[block];
        let (here, whole) = (&self.program.steps[step], &self.program.blocks[block]);
        if let Some(sender) = whole.sender.filter(|_| here.operation.receives()) {
            self.held[sender] -= 1;
            self.queue.push_back(sender);
        }
        if let Some(receiver) = whole.receiver.filter(|_| here.operation.sends()) {
            self.held[block] += 1;
            self.queue.push_back(receiver);
        }
        self.at[block].1 = chunk + 1;
        if !self.by_chunk || chunk + 1 >= here.chunks {
            self.at[block] = (step + 1, 0);
            self.is_done[step] = true;
            self.order.push(step);
            self.queue.extend(self.waiting.remove(&step).unwrap_or_default());
        }
        true
    }

    /// Returns a thread block that is not at its end.
    fn stuck(&self) -> Option<usize> {
        (0..self.at.len()).find(|&block| !self.is_at_end(block))
    }

    /// Returns the steps of a circle of waiting thread blocks that is reached from a stuck one.
    fn circle(&self, stuck: usize) -> Vec<usize> {
        let next = |block: usize| match self.obstacle(block) {
            Some(Obstacle::Step(step)) => self.program.steps[step].block,
            Some(Obstacle::Block(other)) => other,
            None => block,
        };
        let (mut seen, mut block) = (BTreeSet::new(), stuck);
        while seen.insert(block) {
            block = next(block);
        }
        let mut circle = vec![self.at[block].0];
        let mut other = next(block);
        while other != block {
            circle.push(self.at[other].0);
            other = next(other);
        }
        circle
    }
}
