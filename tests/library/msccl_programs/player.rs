//! Executes programs on numbers in many orders, independently of the reader.

use super::written::{Block, Program};
use isotask::graph::{Random, scattered};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A number for the part that a device has in an input chunk.
pub(super) fn part(device: usize, chunk: u64) -> u64 {
    scattered(u64::try_from(device).expect("few") + 1, chunk) >> 8
}

/// A chunk of a device, input and output being one buffer where they are.
pub(super) type Cell = (usize, char, u64);

/// The state of a program: the step and the chunk of each thread block, the cells, and the messages on the
/// way.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State {
    at: Vec<(usize, u64)>,
    cells: BTreeMap<Cell, u64>,
    channels: BTreeMap<(usize, usize, u64), VecDeque<Vec<u64>>>,
}

/// Carries a program out on numbers, chunk by chunk, or whole steps at once. It knows nothing of the reader.
pub(super) struct Player<'a> {
    program: &'a Program,
    blocks: Vec<(usize, usize, &'a Block)>,
    whole_steps: bool,
    room: usize,
}

impl<'a> Player<'a> {
    pub(super) fn new(program: &'a Program, whole_steps: bool, room: usize) -> Self {
        let blocks = program.gpus.iter().enumerate();
        let blocks = blocks
            .flat_map(|(gpu, blocks)| blocks.iter().enumerate().map(move |(id, block)| (gpu, id, block)))
            .collect();
        Self { program, blocks, whole_steps, room }
    }

    fn cell(&self, gpu: usize, (buffer, chunk): (char, u64), number: u64) -> Cell {
        let own = u64::try_from(gpu).expect("few") * self.program.count;
        match (self.program.in_place, self.program.coll, buffer) {
            (true, "allgather", 'i') => (gpu, 'o', own + chunk + number),
            _ => (gpu, buffer, chunk + number),
        }
    }

    fn start(&self) -> State {
        let mut cells = BTreeMap::new();
        for gpu in 0..self.program.gpus.len() {
            for chunk in 0..self.program.sizes()[0] {
                if self.program.coll != "broadcast" || gpu == 0 {
                    cells.insert(self.cell(gpu, ('i', chunk), 0), part(gpu, chunk));
                }
            }
        }
        State { at: vec![(0, 0); self.blocks.len()], cells, channels: BTreeMap::new() }
    }

    fn can(&self, state: &State, block: usize) -> bool {
        let (gpu, _, here) = self.blocks[block];
        let Some(step) = here.steps.get(state.at[block].0) else { return false };
        if let Some([other, number]) = step.after {
            let other = self.blocks.iter().position(|&(at, id, _)| (at, id) == (gpu, other));
            if other.is_none_or(|other| state.at[other].0 <= number) {
                return false;
            }
        }
        let held =
            |from: usize, to: usize| state.channels.get(&(from, to, here.channel)).map_or(0, VecDeque::len);
        let comes = !step.receives() || here.recv.is_some_and(|from| held(from, gpu) > 0);
        comes && (!step.sends() || here.send.is_some_and(|to| held(gpu, to) < self.room))
    }

    /// Does the next chunk of a block, or the next step; none if it reads where nothing lies.
    fn advance(&self, state: &mut State, block: usize) -> Option<()> {
        let (gpu, _, here) = self.blocks[block];
        let (number, chunk) = state.at[block];
        let step = &here.steps[number];
        let chunks = if step.word == "nop" { 0 } else { step.chunks };
        let portion = if self.whole_steps { 0..chunks } else { chunk..(chunk + 1).min(chunks) };
        let mut made = vec![0_u64; usize::try_from(portion.end - portion.start).expect("few")];
        if step.receives() {
            let come = state.channels.get_mut(&(here.recv?, gpu, here.channel))?.pop_front()?;
            if come.len() != made.len() {
                return None;
            }
            made = come;
        }
        for (chunk, value) in portion.clone().zip(&mut made) {
            let reads = [(!step.has(&["r", "rcs", "nop"]), step.from), (step.has(&["re"]), step.to)];
            for (_, place) in reads.into_iter().filter(|(is_read, _)| *is_read) {
                *value = value.wrapping_add(*state.cells.get(&self.cell(gpu, place, chunk))?);
            }
        }
        if !step.has(&["s", "rrs", "nop"]) {
            let written = portion.clone().zip(&made);
            state.cells.extend(written.map(|(chunk, value)| (self.cell(gpu, step.to, chunk), *value)));
        }
        if step.sends() {
            state.channels.entry((gpu, here.send?, here.channel)).or_default().push_back(made);
        }
        state.at[block] = if portion.end >= chunks { (number + 1, 0) } else { (number, portion.end) };
        Some(())
    }

    fn is_right(&self, state: &State) -> bool {
        let (program, count) = (self.program, self.program.count);
        let devices = program.gpus.len();
        let is_at_end = |(at, block): (&(usize, u64), &(usize, usize, &Block))| at.0 == block.2.steps.len();
        state.at.iter().zip(&self.blocks).all(is_at_end)
            && state.channels.values().all(VecDeque::is_empty)
            && (0..devices).all(|gpu| {
                let own = u64::try_from(gpu).expect("few") * count;
                (0..program.sizes()[1]).all(|chunk| {
                    let from = usize::try_from(chunk / count).expect("few");
                    let expected = match program.coll {
                        "allgather" => part(from, chunk % count),
                        "alltoall" => part(from, own + chunk % count),
                        "broadcast" => part(0, chunk),
                        _ => (0..devices).map(|d| part(d, own + chunk)).fold(0, u64::wrapping_add),
                    };
                    state.cells.get(&(gpu, 'o', chunk)) == Some(&expected)
                })
            })
    }

    /// Carries the program out in one order, by chance.
    pub(super) fn is_right_by_chance(&self, random: &mut Random) -> bool {
        let mut ranks: Vec<usize> = (0..self.blocks.len()).collect();
        let by_rank = random.below(2) == 0;
        let mut state = self.start();
        loop {
            // The block that moves is always the first that can, or a random one.
            if !by_rank || random.below(8) == 0 {
                for last in (1..ranks.len()).rev() {
                    ranks.swap(last, random.below(last + 1));
                }
            }
            let Some(&block) = ranks.iter().find(|&&block| self.can(&state, block)) else {
                return self.is_right(&state);
            };
            if self.advance(&mut state, block).is_none() {
                return false;
            }
        }
    }

    /// Returns whether all orders are correct; `None` if they have too many states.
    pub(super) fn is_right_in_all_orders(&self, most: usize) -> Option<bool> {
        let (mut seen, mut open) = (BTreeSet::new(), vec![self.start()]);
        while let Some(state) = open.pop() {
            if seen.contains(&state) {
                continue;
            }
            if seen.len() == most {
                return None;
            }
            let enabled: Vec<usize> =
                (0..self.blocks.len()).filter(|&block| self.can(&state, block)).collect();
            if enabled.is_empty() && !self.is_right(&state) {
                return Some(false);
            }
            for block in enabled {
                let mut next = state.clone();
                if self.advance(&mut next, block).is_none() {
                    return Some(false);
                }
                open.push(next);
            }
            seen.insert(state);
        }
        Some(true)
    }
}

/// Whether no order that is tried goes wrong, chunks going one by one and at once: some by chance, and all where they have at most `most` states.
pub(super) fn seems_right(program: &Program, random: &mut Random, most: usize) -> bool {
    let narrow = Player::new(program, true, 2);
    [true, false].into_iter().all(|whole_steps| {
        let player = Player::new(program, whole_steps, usize::MAX);
        narrow.is_right_by_chance(random)
            && (0..20).all(|_| player.is_right_by_chance(random))
            && player.is_right_in_all_orders(most) != Some(false)
    })
}
