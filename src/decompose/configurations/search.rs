//! Searches all sets of terms of a given number and length: first the multiplicities, then the places.

use super::greedy::entry;
use super::step::Place;
use crate::model::count_of;
use crate::wire::MatrixTerm;
use std::collections::BTreeSet;

/// Steps after which a search gives up.
const STEP_BUDGET: u64 = 1 << 24;
/// Most terms for which a search is made.
const MAX_SEARCHED_TERMS: u64 = 32;
/// Most nonzero entries of a matrix for which a search is made.
const MAX_SEARCHED_ENTRIES: usize = 64;
/// Most lists of multiplicities that are remembered as tried.
const MAX_REMEMBERED_MULTIPLICITIES: usize = 1 << 18;

/// The question of a search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) rows: &'a [Vec<u64>],
    pub(super) ports: u64,
    /// Whether the terms cover the matrix, or add up to it.
    pub(super) covers: bool,
    /// Most terms.
    pub(super) terms: u64,
    /// The sum of their multiplicities.
    pub(super) slots: u64,
}

/// The answer of a search.
#[derive(Debug)]
pub(super) enum Answer {
    /// Terms of this number, or fewer.
    Terms(Vec<MatrixTerm>),
    /// No such terms exist.
    None,
    /// The budget is spent.
    Unknown,
}

/// The budget is spent.
struct Spent;

impl Asked<'_> {
    /// Searches for terms.
    ///
    /// # Complexity
    /// At most 2²⁴ steps.
    pub(super) fn search(&self) -> Answer {
        let mut lines: Vec<Vec<(Place, u64)>> = Vec::new();
        for (row, entries) in self.rows.iter().enumerate() {
            let nonzero = entries.iter().enumerate().filter(|&(_, &units)| units > 0);
            lines.push(nonzero.map(|(column, &units)| ((row, column), units)).collect());
        }
        let entries: usize = lines.iter().map(Vec::len).sum();
        let terms = self.terms.min(self.slots);
        if entries == 0 {
            return Answer::Terms(Vec::new());
        }
        if count_of(entries) > terms.saturating_mul(self.ports) {
            return Answer::None;
        }
        if terms > MAX_SEARCHED_TERMS || entries > MAX_SEARCHED_ENTRIES {
            return Answer::Unknown;
        }
        // The row with most entries comes first: its entries are split into the multiplicities.
        let weight = |line: &[(Place, u64)]| (line.len(), line.iter().map(|cell| cell.1).sum::<u64>());
        lines.sort_by_key(|line| std::cmp::Reverse(weight(line)));
        for line in &mut lines {
            line.sort_by_key(|cell| std::cmp::Reverse(cell.1));
        }
        let first: Vec<u64> = lines[0].iter().map(|cell| cell.1).collect();
        let Some(idle) = self.slots.checked_sub(first.iter().sum()) else { return Answer::None };
        let shares = if self.covers { vec![self.slots] } else { first.into_iter().chain([idle]).collect() };
        let columns = self.rows.first().map_or(0, Vec::len);
        let mut search = Search {
            covers: self.covers,
            ports: self.ports,
            terms: usize::try_from(terms).expect("at most 32"),
            cells: lines.into_iter().flatten().collect(),
            shares,
            lines: (vec![0; self.rows.len()], vec![0; columns]),
            placed: Vec::new(),
            times: Vec::new(),
            tried: BTreeSet::new(),
            left: STEP_BUDGET,
        };
        let first = search.shares[0];
        match search.split_share(0, first, u64::MAX) {
            Ok(true) => Answer::Terms(search.found_terms()),
            Ok(false) => Answer::None,
            Err(Spent) => Answer::Unknown,
        }
    }
}

struct Search {
    covers: bool,
    ports: u64,
    terms: usize,
    cells: Vec<(Place, u64)>,
    shares: Vec<u64>,
    /// For every row and every column the terms that serve it, a bit for each.
    lines: (Vec<u32>, Vec<u32>),
    /// For every cell that is done its terms, a bit for each.
    placed: Vec<u32>,
    times: Vec<u64>,
    tried: BTreeSet<Vec<u64>>,
    left: u64,
}

impl Search {
    fn spend(&mut self, steps: usize) -> Result<(), Spent> {
        self.left = self.left.checked_sub(count_of(steps)).ok_or(Spent)?;
        Ok(())
    }

    /// Splits a share into multiplicities of at most `most`, then splits all shares after it.
    fn split_share(&mut self, at: usize, left: u64, most: u64) -> Result<bool, Spent> {
        self.spend(1)?;
        let room = self.terms - self.times.len();
        if left == 0 {
            return match self.shares.get(at + 1).copied() {
                Some(next) => self.split_share(at + 1, next, u64::MAX),
                None => Ok(room == 0 && self.find_places()?),
            };
        }
        let others = self.shares[at + 1..].iter().filter(|&&share| share > 0).count();
        if room <= others {
            return Ok(false);
        }
        let pieces = count_of(room - others);
        let kept = if at + 1 == self.shares.len() { pieces - 1 } else { 0 };
        let mut piece = left.saturating_sub(kept).min(most);
        while piece >= left.div_ceil(pieces) {
            self.times.push(piece);
            if self.split_share(at, left - piece, piece)? {
                return Ok(true);
            }
            self.times.pop();
            piece -= 1;
        }
        Ok(false)
    }

    /// Looks for places once the multiplicities are known; if it finds some, leaves the multiplicities in
    /// decreasing order.
    fn find_places(&mut self) -> Result<bool, Spent> {
        self.spend(self.terms)?;
        let mut times = self.times.clone();
        times.sort_unstable_by(|one, other| other.cmp(one));
        if self.tried.contains(&times) {
            return Ok(false);
        }
        if self.shares.len() > 1 && self.tried.len() < MAX_REMEMBERED_MULTIPLICITIES {
            self.tried.insert(times.clone());
        }
        let before = std::mem::replace(&mut self.times, times);
        let found = self.place_cell()?;
        if !found {
            self.times = before;
        }
        Ok(found)
    }

    /// Finds terms for the next cell and all cells after it.
    fn place_cell(&mut self) -> Result<bool, Spent> {
        let at = self.placed.len();
        let Some(&((row, column), units)) = self.cells.get(at) else { return Ok(true) };
        self.spend(at / 4 + 1)?;
        let used = self.lines.0[row] | self.lines.1[column];
        let load = |term: usize| count_of(self.placed.iter().filter(|&&set| set >> term & 1 == 1).count());
        let free: Vec<usize> =
            (0..self.terms).filter(|&term| used >> term & 1 == 0 && load(term) < self.ports).collect();
        self.add_terms(&free, units, 0)
    }

    /// Adds some of the free terms to the next cell until they are enough for it.
    fn add_terms(&mut self, free: &[usize], units: u64, chosen: u32) -> Result<bool, Spent> {
        self.spend(1)?;
        if units == 0 {
            let (row, column) = self.cells[self.placed.len()].0;
            self.placed.push(chosen);
            self.lines.0[row] ^= chosen;
            self.lines.1[column] ^= chosen;
            let found = self.place_cell()?;
            if !found {
                self.placed.pop();
                self.lines.0[row] ^= chosen;
                self.lines.1[column] ^= chosen;
            }
            return Ok(found);
        }
        for (at, &term) in free.iter().enumerate() {
            let within: u64 = free[at..].iter().map(|&term| self.times[term]).sum();
            if within < units {
                break;
            }
            let times = self.times[term];
            if (times > units && !self.covers) || self.is_repeated(term, chosen) {
                continue;
            }
            if self.add_terms(&free[at + 1..], units.saturating_sub(times), chosen | 1 << term)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether the term before has equal multiplicity and equal places so far and was not chosen, so
    /// that exchanging the two gives nothing new.
    fn is_repeated(&self, term: usize, chosen: u32) -> bool {
        term > 0
            && self.times[term - 1] == self.times[term]
            && chosen >> (term - 1) & 1 == 0
            && self.placed.iter().all(|&set| set >> (term - 1) & 1 == set >> term & 1)
    }

    /// Returns the terms that were found, equal ones merged.
    fn found_terms(&self) -> Vec<MatrixTerm> {
        let mut places: Vec<Vec<Place>> = vec![Vec::new(); self.terms];
        for (&(place, _), &set) in self.cells.iter().zip(&self.placed) {
            (0..self.terms).filter(|&term| set >> term & 1 == 1).for_each(|term| places[term].push(place));
        }
        let mut terms: Vec<MatrixTerm> = Vec::new();
        for (mut places, &times) in places.into_iter().zip(&self.times) {
            places.sort_unstable();
            let entries: Vec<_> = places.into_iter().map(entry).collect();
            match terms.iter_mut().find(|term| term.entries == entries) {
                Some(same) => same.times += times,
                None => terms.push(MatrixTerm { times, entries }),
            }
        }
        terms
    }
}
