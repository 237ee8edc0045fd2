//! Decides, distance by distance, which rows go into the groups that are no plain blocks, by a backtracking
//! search.

use super::cuts::{Cut, Shell, cuts};
use super::error::WindowsError;
use super::free::free_cuts;
use super::front::{Front, Joined};
use super::joint::Ends;
use super::opening::open;
use crate::delay::layout::{ColoredRow, Entries, decompose};
use crate::delay::orbits::RowOrbit;
use crate::delay::packing::pack;
use crate::model::{TaskMatrix, count_of, wide};

/// Cuts that are tried for one distance after one choice for the distances before, divided by the number of
/// links. The search begins with the least width and is repeated with the next.
const SEARCH_WIDTHS_IN_LINKS: [usize; 4] = [1, 4, 16, 64];
/// Most cuts that are tried in all with one width.
const MAX_TRIES_PER_WIDTH: u32 = 3_000;

/// The decisions on one distance.
#[derive(Debug)]
pub(super) struct Woven {
    /// Groups that are placed already: their rows, and for every row its units as `(link, slot)`.
    pub(super) joined: Vec<(Vec<usize>, Vec<ColoredRow>)>,
    /// The front before the blocks.
    pub(super) front: Front,
    /// Whole orbits that are cut or placed already, by their index among the whole ones.
    pub(super) cut_orbit: Vec<usize>,
    /// Blocks out of short orbits and of what is left of a cut one.
    pub(super) blocks: Vec<Vec<usize>>,
    /// How the rows that are in no block of short orbits alone are divided.
    pub(super) parts: Cut,
    /// The blocks of short orbits alone.
    pub(super) bins: Vec<Vec<usize>>,
    /// The links of the rows of the group that is completed in the slots at its ends.
    pub(super) ends: Vec<Ends>,
}

/// The state between two distances.
#[derive(Debug, Clone)]
struct State {
    front: Front,
    /// Rows that use the first slots, as many slots as their distance, while the next group is served too.
    opening: Vec<usize>,
    /// Rows that begin the next group.
    held: Vec<usize>,
    /// Places of the first group that no packet takes.
    vacant: usize,
}

/// The rows of one distance.
struct OrbitRows<'a> {
    distance: u64,
    whole: Vec<&'a [usize]>,
    bins: Vec<Vec<usize>>,
    rest: Vec<usize>,
}

/// The backtracking search over the distances.
#[derive(Debug)]
pub(super) struct Planner<'a> {
    matrix: &'a TaskMatrix,
    links: usize,
    /// Whether cuts with freely placed rows are tried too.
    is_free: bool,
    width: usize,
    tries: u32,
    /// The greatest distance that was reached.
    farthest: u64,
}

impl<'a> Planner<'a> {
    pub(super) fn new(matrix: &'a TaskMatrix) -> Self {
        Self { matrix, links: wide(matrix.columns()), is_free: false, width: 0, tries: 0, farthest: 0 }
    }

    /// Decides all distances; the orbits stand in order of distance.
    pub(super) fn plan(mut self, orbits: &[RowOrbit]) -> Result<Vec<Woven>, WindowsError> {
        let packets: usize = orbits.iter().map(|orbit| orbit.rows.len()).sum();
        let state = State {
            front: Front::new(self.links),
            opening: Vec::new(),
            held: Vec::new(),
            vacant: (self.links - packets % self.links) % self.links,
        };
        let shells: Vec<OrbitRows<'_>> = orbits
            .chunk_by(|a, b| a.distance == b.distance)
            .map(|shell| {
                let (whole, short): (Vec<&RowOrbit>, Vec<&RowOrbit>) =
                    shell.iter().partition(|orbit| orbit.rows.len() == self.links);
                let packing = pack(&short, self.links);
                let whole = whole.iter().map(|orbit| orbit.rows.as_slice()).collect();
                OrbitRows { distance: shell[0].distance, whole, bins: packing.bins, rest: packing.rest }
            })
            .collect();
        for (is_free, width) in
            [false, true].into_iter().flat_map(|is_free| SEARCH_WIDTHS_IN_LINKS.map(|width| (is_free, width)))
        {
            (self.is_free, self.width, self.tries) = (is_free, width, MAX_TRIES_PER_WIDTH);
            if let Some(mut woven) = self.search_from(&shells, &state) {
                woven.reverse();
                return Ok(woven);
            }
        }
        Err(WindowsError::NotJoined { distance: self.farthest })
    }

    /// Decides the distances from the first of `shells` on; the last comes first in the answer.
    fn search_from(&mut self, shells: &[OrbitRows<'_>], state: &State) -> Option<Vec<Woven>> {
        let Some((rows, others)) = shells.split_first() else {
            return (state.held.is_empty() && state.opening.is_empty()).then(Vec::new);
        };
        self.farthest = self.farthest.max(rows.distance);
        let shell = Shell { links: self.links, orbits: rows.whole.clone(), rest: &rows.rest };
        let wanted = (2 * self.links - state.held.len() - state.vacant) % self.links;
        let matrix = self.matrix;
        let row = move |row| matrix.row(row).collect();
        let patterns = cuts(&shell, wanted, row).map(Some);
        let free = self.is_free.then(|| free_cuts(&shell, wanted, row)).into_iter().flatten();
        for cut in interleave(patterns, free).take(self.width * self.links) {
            self.tries = self.tries.checked_sub(1)?;
            let Some(cut) = cut else { continue };
            let Some((woven, next)) = self.weave(rows, cut, state, others.is_empty()) else { continue };
            if let Some(mut after) = self.search_from(others, &next) {
                after.push(woven);
                return Some(after);
            }
        }
        None
    }

    /// Places the groups of one distance that are no plain blocks, for one cut.
    fn weave(&self, rows: &OrbitRows<'_>, cut: Cut, state: &State, is_last: bool) -> Option<(Woven, State)> {
        let mut state = state.clone();
        let (mut joined, mut ends) = (Vec::new(), Vec::new());
        let parts = cut.clone();
        let mut cut_orbit: Vec<usize> = cut.orbit.into_iter().collect();
        let mut blocks: Vec<Vec<usize>> = cut.block.into_iter().chain(rows.bins.iter().cloned()).collect();
        if state.vacant > 0 && rows.distance > 1 {
            state.opening = cut.first;
        } else if !cut.first.is_empty() {
            let group = [state.held.as_slice(), &cut.first].concat();
            joined.push(self.place(group, &mut state, &mut ends)?);
        }
        state.vacant = 0;
        state.held = cut.last;
        if !state.opening.is_empty() {
            let whole = (0..rows.whole.len()).find(|index| !cut_orbit.contains(index));
            if let Some(group) = blocks.pop() {
                joined.push(self.place(group, &mut state, &mut ends)?);
            } else if let Some(index) = whole {
                cut_orbit.push(index);
                joined.push(self.place(rows.whole[index].to_vec(), &mut state, &mut ends)?);
            } else if is_last {
                let alone = std::mem::take(&mut state.opening);
                let (placed, _) = decompose(&self.entries(&alone), self.matrix.columns());
                joined.push((alone, placed));
            }
        }
        let front = state.front.clone();
        state.front.end += rows.distance * count_of(blocks.len() + rows.whole.len() - cut_orbit.len());
        let bins = rows.bins.clone();
        Some((Woven { joined, front, cut_orbit, blocks, parts, bins, ends }, state))
    }

    /// Places a group at the front, with the opening if there is one; the front moves on.
    fn place(
        &self,
        group: Vec<usize>,
        state: &mut State,
        ends: &mut Vec<Ends>,
    ) -> Option<(Vec<usize>, Vec<ColoredRow>)> {
        let entries = self.entries(&group);
        let opening = std::mem::take(&mut state.opening);
        let Joined { placed, ends: own, front } = if opening.is_empty() {
            state.front.join(&entries)?
        } else {
            open(&self.entries(&opening), &entries, self.links)?
        };
        state.front = front;
        *ends = own;
        Some(([opening, group].concat(), placed))
    }

    fn entries(&self, rows: &[usize]) -> Vec<Entries> {
        rows.iter().map(|&row| self.matrix.row(row).collect()).collect()
    }
}

/// Interleaves two iterators: one item of each in turn, then the rest of the longer.
fn interleave<T>(one: impl Iterator<Item = T>, other: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    let (mut one, mut other) = (one.fuse(), other.fuse());
    std::iter::from_fn(move || Some((one.next(), other.next())))
        .take_while(|pair| pair.0.is_some() || pair.1.is_some())
        .flat_map(|pair| pair.0.into_iter().chain(pair.1))
}
