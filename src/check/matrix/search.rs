//! Exhaustive search whether few terms, or cheap ones, are enough for a small matrix: all multiplicities and
//! places are tried.
//!
//! A term of several slots may be split, so that it is enough to try the greatest number of terms. The
//! multiplicities are fixed first; then each entry in order gets terms whose multiplicities add up to the
//! entry, or, where terms cover the matrix, to at least the entry.

use super::entries::Entries;
use crate::number::wide;
use crate::refusal::rejection::Rejection;
use std::cell::Cell;
use std::collections::BTreeSet;

/// Most steps of all searches for one certificate.
const SEARCH_STEP_LIMIT: u64 = 1 << 27;
/// Most terms that are searched for.
const SEARCHED_TERM_LIMIT: u64 = 32;
/// Most nonzero entries of a matrix that is searched.
const SEARCHED_ENTRY_LIMIT: usize = 64;
/// Most lists of multiplicities that are remembered, so that they are not tried again.
const REMEMBERED_LIST_LIMIT: usize = 1 << 18;

/// The steps that remain for the searches for one certificate.
pub(super) struct Steps(Cell<u64>);

impl Steps {
    pub(super) fn new() -> Self {
        Self(Cell::new(SEARCH_STEP_LIMIT))
    }

    pub(super) fn spend(&self, steps: u64, claim: usize) -> Result<(), Rejection> {
        let left = self.0.get().checked_sub(steps);
        self.0.set(left.ok_or(Rejection::TooMuchWork { claim, limit: SEARCH_STEP_LIMIT })?);
        Ok(())
    }
}

/// A matrix, and the limits of its terms.
pub(super) struct Instance<'a> {
    pub(super) entries: &'a Entries,
    /// Most entries of a term.
    pub(super) ports: u64,
    /// Whether a node takes part in one entry of a term, as its row or its column.
    pub(super) is_half_duplex: bool,
    /// The slots that a term costs beside its multiplicity, where terms cover the matrix.
    pub(super) switching: Option<u64>,
}

/// The claim that a search is made for.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    /// The claim whose bound it is.
    pub(super) claim: usize,
    /// The search is for a value below this one.
    pub(super) value: u64,
    /// A lower bound on the number of slots.
    pub(super) least_slots: u64,
    pub(super) steps: &'a Steps,
}

impl Asked<'_> {
    /// Returns the refusal of a search that would be too long.
    pub(super) fn too_much_work(&self) -> Rejection {
        Rejection::TooMuchWork { claim: self.claim, limit: SEARCH_STEP_LIMIT }
    }
}

/// A number of terms that is enough, and the slots that they take together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Enough {
    pub(super) terms: u64,
    pub(super) slots: u64,
}

impl Instance<'_> {
    /// Returns a number of terms below `value` that is enough within `slots` slots, if there is one.
    pub(super) fn has_fewer_terms(&self, asked: Asked, slots: u64) -> Result<Option<Enough>, Rejection> {
        let Some(terms) = asked.value.checked_sub(1) else { return Ok(None) };
        // Terms that cover the matrix still do if the multiplicity of one grows.
        let from = if self.switching.is_some() { slots } else { asked.least_slots };
        for slots in from..=slots {
            let enough = Enough { terms: terms.min(slots), slots };
            if self.is_possible(asked, enough)? {
                return Ok(Some(enough));
            }
        }
        Ok(None)
    }

    /// Returns terms whose cost is below `value` and that are enough, if there are any; at least
    /// `least_terms` are necessary.
    pub(super) fn has_lower_cost(&self, asked: Asked, least_terms: u64) -> Result<Option<Enough>, Rejection> {
        let Some(cost) = asked.value.checked_sub(1) else { return Ok(None) };
        let switching = self.switching.unwrap_or(0);
        for terms in least_terms.. {
            let slots = switching.checked_mul(terms).and_then(|switching| cost.checked_sub(switching));
            let Some(slots) = slots.filter(|&slots| slots >= asked.least_slots.max(terms)) else { break };
            let enough = Enough { terms, slots };
            if self.is_possible(asked, enough)? {
                return Ok(Some(enough));
            }
        }
        Ok(None)
    }

    /// Returns whether exactly `enough.terms` terms, whose multiplicities add up to exactly `enough.slots`,
    /// are enough.
    fn is_possible(&self, asked: Asked, enough: Enough) -> Result<bool, Rejection> {
        asked.steps.spend(1 + wide(self.entries.len()), asked.claim)?;
        let Enough { terms, slots } = enough;
        let (cells, first_row) = cells(self.entries);
        if terms == 0 || cells.is_empty() {
            return Ok(cells.is_empty());
        }
        if wide(cells.len()) > terms.saturating_mul(self.ports) || wide(first_row.len()) > terms {
            return Ok(false);
        }
        if terms > SEARCHED_TERM_LIMIT || cells.len() > SEARCHED_ENTRY_LIMIT {
            return Err(asked.too_much_work());
        }
        let used: u64 = first_row.iter().sum();
        let Some(idle) = slots.checked_sub(used) else { return Ok(false) };
        let covers = self.switching.is_some();
        let parts = if covers { vec![slots] } else { first_row.into_iter().chain([idle]).collect() };
        let lines = |of: &dyn Fn(&Entry) -> usize| cells.iter().map(of).max().map_or(0, |last| last + 1);
        let mut search = Search {
            parts,
            terms: usize::try_from(terms).expect("at most 32"),
            ports: self.ports,
            covers,
            row_uses: vec![0; lines(&|entry| entry.row)],
            column_uses: vec![0; lines(&|entry| entry.column)],
            terms_of: Vec::new(),
            times: Vec::new(),
            tried: BTreeSet::new(),
            cells,
            asked,
        };
        search.split(0, search.parts[0], u64::MAX)
    }
}

/// A nonzero entry of a matrix, or of its transpose.
#[derive(Debug, Clone, Copy)]
struct Entry {
    row: usize,
    column: usize,
    units: u64,
}

/// Returns the nonzero entries line by line, beginning with the line that has most of them, and the values of
/// that line.
fn cells(entries: &Entries) -> (Vec<Entry>, Vec<u64>) {
    let mut cells: Vec<Entry> =
        entries.all().map(|(row, column, units)| Entry { row, column, units }).collect();
    let weights = |cells: &[Entry], of: &dyn Fn(&Entry) -> usize| {
        let mut weights = vec![(0_u64, 0_u64); cells.iter().map(of).max().map_or(0, |last| last + 1)];
        for entry in cells {
            let weight = &mut weights[of(entry)];
            *weight = (weight.0 + 1, weight.1 + entry.units);
        }
        weights
    };
    let of_rows = weights(&cells, &|entry| entry.row);
    let of_columns = weights(&cells, &|entry| entry.column);
    let mut of_lines = of_rows;
    if of_columns.iter().max() > of_lines.iter().max() {
        for entry in &mut cells {
            std::mem::swap(&mut entry.row, &mut entry.column);
        }
        of_lines = of_columns;
    }
    // Lines with many entries and great entries leave fewest choices.
    cells.sort_by_key(|entry| {
        let weight = of_lines[entry.row];
        (std::cmp::Reverse(weight), entry.row, std::cmp::Reverse(entry.units), entry.column)
    });
    let first = cells.first().map(|entry| entry.row);
    let first_row = cells.iter().filter(|entry| Some(entry.row) == first).map(|entry| entry.units);
    let first_row = first_row.collect();
    (cells, first_row)
}

/// The search for terms of a fixed number and sum.
struct Search<'a> {
    asked: Asked<'a>,
    cells: Vec<Entry>,
    /// The numbers that are split into the multiplicities: the entries of the first line and the slots in
    /// which it is idle, or all slots together.
    parts: Vec<u64>,
    terms: usize,
    ports: u64,
    covers: bool,
    /// The multiplicities so far, in the end in decreasing order.
    times: Vec<u64>,
    /// The multiplicities that were tried.
    tried: BTreeSet<Vec<u64>>,
    /// For every entry that has terms a bit for each of them, and likewise for rows and columns.
    terms_of: Vec<u32>,
    row_uses: Vec<u32>,
    column_uses: Vec<u32>,
}

impl Search<'_> {
    fn spend(&self, steps: u64) -> Result<(), Rejection> {
        self.asked.steps.spend(steps, self.asked.claim)
    }

    /// Splits the remainder of a part, into pieces of at most `most`, and all parts behind it, so that there
    /// is a piece for every term; then assigns terms to the entries.
    fn split(&mut self, part: usize, left: u64, most: u64) -> Result<bool, Rejection> {
        self.spend(1)?;
        if left == 0 {
            return match self.parts.get(part + 1) {
                Some(&next) => self.split(part + 1, next, u64::MAX),
                None if self.times.len() == self.terms => self.try_times(),
                None => Ok(false),
            };
        }
        // Every part behind needs at least one piece.
        let behind = self.parts[part + 1..].iter().filter(|&&units| units > 0).count();
        let Some(room) = (self.terms - self.times.len()).checked_sub(behind).filter(|&room| room > 0) else {
            return Ok(false);
        };
        let room = wide(room);
        let is_last = part + 1 == self.parts.len();
        let kept = if is_last { room - 1 } else { 0 };
        let greatest = left.saturating_sub(kept).min(most);
        for piece in (left.div_ceil(room)..=greatest).rev() {
            self.times.push(piece);
            let found = self.split(part, left - piece, piece)?;
            self.times.pop();
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Assigns terms of these multiplicities to the entries, unless that was tried before.
    fn try_times(&mut self) -> Result<bool, Rejection> {
        self.spend(wide(self.terms))?;
        let mut sorted = self.times.clone();
        sorted.sort_unstable_by(|one, other| other.cmp(one));
        if self.tried.contains(&sorted) {
            return Ok(false);
        }
        // A single part is split in each way only once.
        if self.parts.len() > 1 && self.tried.len() < REMEMBERED_LIST_LIMIT {
            self.tried.insert(sorted.clone());
        }
        let unsorted = std::mem::replace(&mut self.times, sorted);
        let found = self.place();
        self.times = unsorted;
        found
    }

    /// Assigns terms to the next entry and all behind it.
    fn place(&mut self) -> Result<bool, Rejection> {
        let Some(&Entry { row, column, units }) = self.cells.get(self.terms_of.len()) else {
            return Ok(true);
        };
        self.spend(wide(self.terms_of.len()) / 4 + 1)?;
        let is_full = |term: usize| {
            wide(self.terms_of.iter().filter(|&set| set >> term & 1 == 1).count()) >= self.ports
        };
        let used = self.row_uses[row] | self.column_uses[column];
        let free = (0..self.terms).filter(|&term| used >> term & 1 == 0 && !is_full(term));
        let free = free.fold(0, |set, term| set | 1_u32 << term);
        self.choose(0, units, free, 0)
    }

    /// Adds terms from `from` on to those of the next entry, until their multiplicities cover it.
    fn choose(&mut self, from: usize, units: u64, free: u32, chosen: u32) -> Result<bool, Rejection> {
        self.spend(1)?;
        if units == 0 {
            let Entry { row, column, .. } = self.cells[self.terms_of.len()];
            self.terms_of.push(chosen);
            self.row_uses[row] |= chosen;
            self.column_uses[column] |= chosen;
            let found = self.place()?;
            self.row_uses[row] &= !chosen;
            self.column_uses[column] &= !chosen;
            self.terms_of.pop();
            return Ok(found);
        }
        let mut within: u64 =
            (from..self.terms).filter(|&term| free >> term & 1 == 1).map(|term| self.times[term]).sum();
        for term in from..self.terms {
            if within < units {
                break;
            }
            if free >> term & 1 == 0 {
                continue;
            }
            let times = self.times[term];
            within -= times;
            if (!self.covers && times > units) || self.has_twin_before(term, chosen) {
                continue;
            }
            if self.choose(term + 1, units.saturating_sub(times), free, chosen | 1 << term)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether the term before has an equal multiplicity and equal entries so far, and is not chosen.
    /// Exchanging the two from here on does not change the sum, so that it is enough to try the term before.
    fn has_twin_before(&self, term: usize, chosen: u32) -> bool {
        let Some(before) = term.checked_sub(1) else { return false };
        self.times[before] == self.times[term]
            && chosen >> before & 1 == 0
            && self.terms_of.iter().all(|set| (set >> before ^ set >> term) & 1 == 0)
    }
}
