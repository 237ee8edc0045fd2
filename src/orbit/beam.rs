//! A stage of a schedule with two classes of nodes at the pooled bound of its delay, by beam search.

use crate::graph::{Assignment, Random, augment, scattered};
use crate::model::{count_of, wide};
use std::collections::BTreeSet;

/// A packet whose route is settled: how often it takes each link. Every hop leads to the other class of
/// nodes.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// The class of the node that it starts from, 0 or 1.
    pub(super) class: usize,
    /// How often it takes each link.
    pub(super) uses: Vec<u32>,
    /// Packets of a later step wait until all but the last step before have arrived.
    pub(super) step: usize,
}

impl Row {
    pub(super) fn hops(&self) -> u32 {
        self.uses.iter().sum()
    }
}

/// The moves of a slot: row and link.
pub(super) type Moves = Vec<(usize, usize)>;

/// States that are kept of every slot, and attempts to go on from each.
const WIDTH: usize = 60;
const ATTEMPTS: usize = 6;
/// No place.
const NOBODY: usize = usize::MAX;

/// What was moved, and after what.
#[derive(Debug)]
struct Moved {
    before: usize,
    moves: Moves,
}

/// What is left to do after some slots.
#[derive(Debug, Clone)]
struct State {
    /// For every row the uses of every link that are left, and their sum.
    uses: Vec<u32>,
    left: Vec<u32>,
    /// ΣC of the rows that have arrived.
    delay: u64,
    /// The last of what was made.
    made: usize,
}

/// A search for slots in which rows make all their hops with the least delay that pooled links allow, in the
/// least slots that their number allows.
#[derive(Debug)]
pub(super) struct Beam<'a> {
    rows: &'a [Row],
    links: usize,
    /// The most slots.
    slots: u64,
    /// The least delay.
    delay: u64,
}

impl<'a> Beam<'a> {
    pub(super) fn new(rows: &'a [Row], links: usize) -> Self {
        let left: Vec<u32> = rows.iter().map(Row::hops).collect();
        let units: u64 = left.iter().map(|&left| u64::from(left)).sum();
        let longest = left.iter().max().map_or(0, |&left| left.into());
        let slots = units.div_ceil(count_of(2 * links)).max(longest);
        Self { rows, links, slots, delay: pooled(left, 2 * links, 0) }
    }

    /// The slots of a schedule with the least delay, if this seed leads to one.
    ///
    /// In every slot packets of fewest hops left go first, with some chance, as matchings of packets and
    /// links of classes allow. What pooled links would make of what is left bounds the delay from below:
    /// states above the least are dropped, as are those with more work than slots.
    pub(super) fn search(&self, seed: u64, stop: &dyn Fn() -> bool) -> Option<Vec<Moves>> {
        let mut random = Random::new(seed);
        let uses = self.rows.iter().flat_map(|row| row.uses.iter().copied()).collect();
        let left: Vec<u32> = self.rows.iter().map(Row::hops).collect();
        let mut history: Vec<Moved> = Vec::new();
        let mut states = vec![State { uses, left, delay: 0, made: NOBODY }];
        // A later step is behind by so many hops.
        let behind = 2 + u32::from(seed % 2 == 1);
        for slot in 1..=self.slots {
            let (mut next, mut known) = (Vec::new(), BTreeSet::new());
            for (index, state) in states.iter().enumerate() {
                if stop() {
                    return None;
                }
                for attempt in 0..ATTEMPTS {
                    let noise = [8, 24, 24, 48, 48, 48][attempt];
                    let mut found = state.clone();
                    let moves = self.slot(&mut found, slot, (noise, behind), &mut random);
                    if self.is_hopeful(&found, slot) && known.insert(self.name(&found)) {
                        next.push((index, found, moves));
                    }
                }
            }
            random.shuffle(&mut next);
            next.truncate(WIDTH);
            let made: Vec<usize> = states.iter().map(|state| state.made).collect();
            states = Vec::with_capacity(next.len());
            for (index, mut state, moves) in next {
                history.push(Moved { before: made[index], moves });
                state.made = history.len() - 1;
                states.push(state);
            }
        }
        let last = states.iter().find(|state| state.left.iter().all(|&left| left == 0))?;
        let mut slots = Vec::new();
        let mut made = last.made;
        while let Some(Moved { before, moves }) = history.get(made) {
            slots.push(moves.clone());
            made = *before;
        }
        slots.reverse();
        Some(slots)
    }

    /// Makes the moves of a slot.
    fn slot(
        &self,
        state: &mut State,
        slot: u64,
        (noise, behind): (usize, u32),
        random: &mut Random,
    ) -> Moves {
        let waiting = |row: &usize| state.left[*row] > 0;
        let first = (0..self.rows.len()).filter(waiting).map(|row| self.rows[row].step).min().unwrap_or(0);
        let mut order: Vec<(bool, u64, usize)> = Vec::new();
        for row in (0..self.rows.len()).filter(waiting) {
            let step = self.rows[row].step;
            if step <= first + 1 {
                let left = state.left[row];
                let hops = left + if step > first { behind } else { 0 };
                let key = 16 * u64::from(hops) + count_of(random.below(noise));
                // Who needs all slots that are left goes first.
                order.push((u64::from(left) <= self.slots - slot, key, row));
            }
        }
        order.sort_unstable();
        let mut matching = Matching {
            beam: self,
            state,
            wishes: Vec::new(),
            holder: vec![NOBODY; 2 * self.links],
            asked: 0,
        };
        matching.wishes = vec![Vec::new(); self.rows.len()];
        let mut free = 2 * self.links;
        for &(_, _, row) in &order {
            matching.wishes[row] = self.wishes(matching.state, row, random);
            matching.asked = 0;
            free -= usize::from(augment(&mut matching, row));
            if free == 0 {
                break;
            }
        }
        let holders = std::mem::take(&mut matching.holder);
        let taken = (0..).zip(holders).filter(|&(_, row)| row != NOBODY);
        let moves: Moves = taken.map(|(machine, row): (usize, usize)| (row, machine % self.links)).collect();
        for &(row, link) in &moves {
            state.uses[row * self.links + link] -= 1;
            state.left[row] -= 1;
            if state.left[row] == 0 {
                state.delay += slot;
            }
        }
        moves
    }

    /// The links of classes that a row may take: in half of the cases those first that it needs most often.
    fn wishes(&self, state: &State, row: usize, random: &mut Random) -> Vec<usize> {
        let uses = &state.uses[row * self.links..(row + 1) * self.links];
        let mut links: Vec<usize> = (0..self.links).filter(|&link| uses[link] > 0).collect();
        random.shuffle(&mut links);
        if random.bits(1) == 0 {
            links.sort_by_key(|&link| std::cmp::Reverse(uses[link]));
        }
        let class = self.class(state, row);
        links.into_iter().map(|link| class * self.links + link).collect()
    }

    /// The class of the node where a row's packet is.
    fn class(&self, state: &State, row: usize) -> usize {
        let row_of = &self.rows[row];
        (row_of.class + wide(row_of.hops() - state.left[row])) % 2
    }

    /// Whether what is left fits into the slots that are left, and may still have the least delay.
    fn is_hopeful(&self, state: &State, slot: u64) -> bool {
        let left: Vec<u32> = state.left.iter().copied().filter(|&left| left > 0).collect();
        let (slots, units) = (self.slots - slot, left.iter().map(|&left| u64::from(left)).sum::<u64>());
        let fits = left.iter().all(|&left| u64::from(left) <= slots);
        let room = units <= slots * count_of(2 * self.links);
        fits && room && state.delay + pooled(left, 2 * self.links, slot) <= self.delay
    }

    /// A number for what is left, the same whichever of like rows has it.
    fn name(&self, state: &State) -> u64 {
        let rows = state.uses.chunks_exact(self.links).enumerate();
        let one = |(row, uses): (usize, &[u32])| {
            let begin = count_of(self.class(state, row)) + 1;
            uses.iter().fold(begin, |name, &uses| scattered(name, uses.into()))
        };
        rows.map(one).fold(0, u64::wrapping_add)
    }
}

/// ΣC of packets with so many hops left after a slot, each served by that of so many servers that is free
/// first.
pub(super) fn pooled(mut left: Vec<u32>, servers: usize, slot: u64) -> u64 {
    left.sort_unstable();
    let mut ends: Vec<u64> = Vec::with_capacity(left.len());
    for (index, hops) in left.into_iter().enumerate() {
        let begin = index.checked_sub(servers).map_or(slot, |before| ends[before]);
        ends.push(begin + u64::from(hops));
    }
    ends.into_iter().sum()
}

/// Rows look for links of the classes where they are.
struct Matching<'a, 'b> {
    beam: &'a Beam<'a>,
    state: &'b State,
    wishes: Vec<Vec<usize>>,
    holder: Vec<usize>,
    /// The links of classes whose holders have been asked, a bit each.
    asked: u64,
}

impl Assignment for Matching<'_, '_> {
    type Guest = usize;
    type Place = usize;

    fn next_place(&mut self, row: usize, step: &mut usize) -> Option<usize> {
        let place = *self.wishes[row].get(*step)?;
        *step += 1;
        debug_assert_eq!(place / self.beam.links, self.beam.class(self.state, row));
        Some(place)
    }

    fn has_room(&self, place: usize) -> bool {
        self.holder[place] == NOBODY
    }

    fn next_holder(&mut self, place: usize, _: &mut usize) -> Option<usize> {
        let bit = 1 << place;
        let is_new = self.asked & bit == 0;
        self.asked |= bit;
        is_new.then(|| self.holder[place])
    }

    fn give(&mut self, row: usize, place: usize) {
        self.holder[place] = row;
    }
}
