//! A stage of a schedule with two classes of nodes at the pooled bound of its delay, by beam search.

use crate::graph::{Assignment, Random, augment, scattered};
use crate::model::{count_of, wide};
use std::collections::BTreeSet;

/// A packet with a fixed route: how often it takes each link. Every hop leads to the other class of nodes.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// The class of the node that it starts from, 0 or 1.
    pub(super) class: usize,
    /// How often it takes each link.
    pub(super) uses: Vec<u32>,
    /// Packets of a step wait until all packets of steps before the previous one have arrived.
    pub(super) step: usize,
}

impl Row {
    pub(super) fn hops(&self) -> u32 {
        self.uses.iter().sum()
    }
}

/// The moves of a slot: row and link.
pub(super) type Moves = Vec<(usize, usize)>;

/// States that are kept after every slot, and attempts to extend each by a slot.
const BEAM_WIDTH: usize = 60;
const ATTEMPTS_OF_A_STATE: usize = 6;
/// Marks a link that no row holds, and a state without a slot before it.
const UNSET: usize = usize::MAX;

/// The moves of a slot, and the index of the slot before it in the history.
#[derive(Debug)]
struct HistoryEntry {
    before: usize,
    moves: Moves,
}

/// The work that remains after some slots.
#[derive(Debug, Clone)]
struct State {
    /// For every row the uses of every link that are left, and their sum.
    uses: Vec<u32>,
    left: Vec<u32>,
    /// ΣC of the rows that have arrived.
    delay: u64,
    /// The index of its last slot in the history.
    made: usize,
}

/// A beam search for slots in which rows make all their hops with the least delay that pooled links allow, in
/// the least slots that the number of hops allows.
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
        Self { rows, links, slots, delay: pooled_delay(left, 2 * links, 0) }
    }

    /// Searches the slots of a schedule with the least delay; returns them if this seed leads to one.
    ///
    /// In every slot packets with the fewest hops left are matched to links of classes first, with random
    /// noise. The delay of the remaining work on pooled links is a lower bound: states whose bound exceeds
    /// the least delay are dropped, as are those with more work than slots.
    pub(super) fn search(&self, seed: u64, stop: &dyn Fn() -> bool) -> Option<Vec<Moves>> {
        let mut random = Random::new(seed);
        let uses = self.rows.iter().flat_map(|row| row.uses.iter().copied()).collect();
        let left: Vec<u32> = self.rows.iter().map(Row::hops).collect();
        let mut history: Vec<HistoryEntry> = Vec::new();
        let mut states = vec![State { uses, left, delay: 0, made: UNSET }];
        // Rows of a later step are ordered as if they had this many more hops left.
        let behind = 2 + u32::from(seed % 2 == 1);
        for slot in 1..=self.slots {
            let (mut next, mut known) = (Vec::new(), BTreeSet::new());
            for (index, state) in states.iter().enumerate() {
                if stop() {
                    return None;
                }
                for attempt in 0..ATTEMPTS_OF_A_STATE {
                    let noise = [8, 24, 24, 48, 48, 48][attempt];
                    let mut found = state.clone();
                    let moves = self.choose_moves(&mut found, slot, (noise, behind), &mut random);
                    if self.can_have_least_delay(&found, slot) && known.insert(self.state_hash(&found)) {
                        next.push((index, found, moves));
                    }
                }
            }
            random.shuffle(&mut next);
            next.truncate(BEAM_WIDTH);
            let made: Vec<usize> = states.iter().map(|state| state.made).collect();
            states = Vec::with_capacity(next.len());
            for (index, mut state, moves) in next {
                history.push(HistoryEntry { before: made[index], moves });
                state.made = history.len() - 1;
                states.push(state);
            }
        }
        let last = states.iter().find(|state| state.left.iter().all(|&left| left == 0))?;
        let mut slots = Vec::new();
        let mut made = last.made;
        while let Some(HistoryEntry { before, moves }) = history.get(made) {
            slots.push(moves.clone());
            made = *before;
        }
        slots.reverse();
        Some(slots)
    }

    /// Chooses the moves of a slot and applies them to a state.
    fn choose_moves(
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
                // Rows that need all remaining slots go first.
                order.push((u64::from(left) <= self.slots - slot, key, row));
            }
        }
        order.sort_unstable();
        let mut matching =
            Matching { beam: self, state, wishes: Vec::new(), holder: vec![UNSET; 2 * self.links], asked: 0 };
        matching.wishes = vec![Vec::new(); self.rows.len()];
        let mut free = 2 * self.links;
        for &(_, _, row) in &order {
            matching.wishes[row] = self.wanted_links(matching.state, row, random);
            matching.asked = 0;
            free -= usize::from(augment(&mut matching, row));
            if free == 0 {
                break;
            }
        }
        let holders = std::mem::take(&mut matching.holder);
        let taken = (0..).zip(holders).filter(|&(_, row)| row != UNSET);
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

    /// Returns the links of classes that a row may take, in random order; in half of the cases those first
    /// that it needs most often.
    fn wanted_links(&self, state: &State, row: usize, random: &mut Random) -> Vec<usize> {
        let uses = &state.uses[row * self.links..(row + 1) * self.links];
        let mut links: Vec<usize> = (0..self.links).filter(|&link| uses[link] > 0).collect();
        random.shuffle(&mut links);
        if random.bits(1) == 0 {
            links.sort_by_key(|&link| std::cmp::Reverse(uses[link]));
        }
        let class = self.class(state, row);
        links.into_iter().map(|link| class * self.links + link).collect()
    }

    /// Returns the class of the node where a row's packet is.
    fn class(&self, state: &State, row: usize) -> usize {
        let row_of = &self.rows[row];
        (row_of.class + wide(row_of.hops() - state.left[row])) % 2
    }

    /// Returns whether the remaining work fits into the remaining slots and may still have the least delay.
    fn can_have_least_delay(&self, state: &State, slot: u64) -> bool {
        let left: Vec<u32> = state.left.iter().copied().filter(|&left| left > 0).collect();
        let (slots, units) = (self.slots - slot, left.iter().map(|&left| u64::from(left)).sum::<u64>());
        let fits = left.iter().all(|&left| u64::from(left) <= slots);
        let room = units <= slots * count_of(2 * self.links);
        fits && room && state.delay + pooled_delay(left, 2 * self.links, slot) <= self.delay
    }

    /// Returns a hash of the remaining work that does not depend on which of equal rows has it.
    fn state_hash(&self, state: &State) -> u64 {
        let rows = state.uses.chunks_exact(self.links).enumerate();
        let one = |(row, uses): (usize, &[u32])| {
            let begin = count_of(self.class(state, row)) + 1;
            uses.iter().fold(begin, |name, &uses| scattered(name, uses.into()))
        };
        rows.map(one).fold(0, u64::wrapping_add)
    }
}

/// Returns ΣC of packets with these hops left after a slot, shortest first, each served by the first of
/// `servers` servers that is free.
pub(super) fn pooled_delay(mut left: Vec<u32>, servers: usize, slot: u64) -> u64 {
    left.sort_unstable();
    let mut ends: Vec<u64> = Vec::with_capacity(left.len());
    for (index, hops) in left.into_iter().enumerate() {
        let begin = index.checked_sub(servers).map_or(slot, |before| ends[before]);
        ends.push(begin + u64::from(hops));
    }
    ends.into_iter().sum()
}

/// A matching of rows to the links of the classes where their packets are.
struct Matching<'a, 'b> {
    beam: &'a Beam<'a>,
    state: &'b State,
    wishes: Vec<Vec<usize>>,
    holder: Vec<usize>,
    /// A bit for each link of a class: whether its holder was asked to leave.
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
        self.holder[place] == UNSET
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
