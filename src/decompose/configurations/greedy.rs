//! Few terms that add up to a matrix in the least number of slots, by heuristics.

use super::step::{Place, Rest};
use crate::graph::Random;
use crate::model::count_of;
use crate::wire::{MatrixEntry, MatrixTerm};

/// Most cells of a matrix whose steps are found by flows.
const MAX_FLOW_CELLS: usize = 1600;
/// Most cells of a matrix for which several attempts are made.
const MAX_RETRIED_CELLS: usize = 100;
/// Attempts on a matrix of at most [`MAX_RETRIED_CELLS`] cells.
const ATTEMPTS_ON_SMALL_MATRIX: usize = 48;
/// In all attempts but the first, one step in this number of steps is made shorter than it could be.
const SHORTEN_ONE_STEP_IN: usize = 4;

/// Returns fewer terms that add up to a matrix in the same number of slots, or the given terms if none are
/// found.
pub(super) fn reduce(rows: &[Vec<u64>], ports: u64, slots: u64, given: Vec<MatrixTerm>) -> Vec<MatrixTerm> {
    if rows.len() * rows.first().map_or(0, Vec::len) > MAX_FLOW_CELLS {
        return given;
    }
    let found = terms(rows, ports, slots);
    if found.len() < given.len() { found } else { given }
}

/// Decomposes a matrix step by step; each step is served as long as possible and ends as many entries as
/// possible. On small matrices the fewest terms of several attempts are taken, in which some steps are
/// shorter.
///
/// # Complexity
/// O(terms · (log T + cells)) flows.
fn terms(rows: &[Vec<u64>], ports: u64, slots: u64) -> Vec<MatrixTerm> {
    let cells = rows.len() * rows.first().map_or(0, Vec::len);
    let attempts = if cells <= MAX_RETRIED_CELLS { ATTEMPTS_ON_SMALL_MATRIX } else { 1 };
    let mut random = Random::new(0);
    let mut best = attempt(rows, ports, slots, None);
    for _ in 1..attempts {
        let other = attempt(rows, ports, slots, Some(&mut random));
        if other.len() < best.len() {
            best = other;
        }
    }
    best
}

fn attempt(rows: &[Vec<u64>], ports: u64, slots: u64, mut random: Option<&mut Random>) -> Vec<MatrixTerm> {
    let mut rest = Rest::new(rows, ports, slots);
    let mut terms = Vec::new();
    while !rest.is_done() {
        let times = step_length(&rest, random.as_deref_mut());
        let places = step_ending_many(&rest, times, random.as_deref_mut());
        rest.serve(times, &places);
        terms.push(MatrixTerm { times, entries: places.into_iter().map(entry).collect() });
    }
    terms
}

pub(super) fn entry((row, column): Place) -> MatrixEntry {
    MatrixEntry { row: count_of(row), column: count_of(column) }
}

/// Returns for how many slots the next step is served: as long as possible, or as an entry below that.
fn step_length(rest: &Rest, random: Option<&mut Random>) -> u64 {
    let longest = rest.longest();
    let Some(random) = random else { return longest };
    if random.below(SHORTEN_ONE_STEP_IN) > 0 {
        return longest;
    }
    let mut entries: Vec<u64> =
        rest.rows.iter().flatten().copied().filter(|entry| (1..=longest).contains(entry)).collect();
    entries.sort_unstable();
    entries.dedup();
    if entries.is_empty() { longest } else { entries[random.below(entries.len())] }
}

/// Returns a step of `times` slots that ends many entries: greedily adds them one after the other, in random
/// order if `random` is given.
fn step_ending_many(rest: &Rest, times: u64, random: Option<&mut Random>) -> Vec<Place> {
    let mut places = rest.step(times, &[]).expect("a step of this length is possible");
    let mut ending: Vec<Place> = Vec::new();
    for (row, entries) in rest.rows.iter().enumerate() {
        ending.extend(
            entries.iter().enumerate().filter(|&(_, &entry)| entry == times).map(|(column, _)| (row, column)),
        );
    }
    if let Some(random) = random {
        random.shuffle(&mut ending);
    }
    let mut forced: Vec<Place> = Vec::new();
    for place in ending {
        if forced.iter().any(|other| other.0 == place.0 || other.1 == place.1) {
            continue;
        }
        forced.push(place);
        match rest.step(times, &forced) {
            Some(found) => places = found,
            None => {
                forced.pop();
            }
        }
    }
    places
}
