//! Exhaustive search whether few slots are enough for the messages of nodes with one half-duplex port.
//!
//! The messages are edges, the slots colours. The next edge is always one with the fewest colours that are
//! free at both its ends. Colours that no edge has yet are alike, so that one of them is tried.

use super::entries::Entries;
use super::search::Asked;
use crate::number::wide;
use crate::refusal::rejection::Rejection;

/// Most units of a matrix that is searched.
const SEARCHED_UNIT_LIMIT: u64 = 512;
/// Most slots that are searched for, each of which is a bit of a word.
const SEARCHED_SLOT_LIMIT: u64 = 64;

/// Returns whether all units can be served in `slots` slots, each of which is a matching of nodes.
pub(super) fn are_enough(entries: &Entries, slots: u64, asked: Asked) -> Result<bool, Rejection> {
    let units: u64 = entries.all().map(|(_, _, units)| units).sum();
    if slots == 0 || units == 0 {
        return Ok(units == 0);
    }
    if units > SEARCHED_UNIT_LIMIT || slots > SEARCHED_SLOT_LIMIT {
        return Err(asked.too_much_work());
    }
    let one = |(row, column, units): (usize, usize, u64)| (0..units).map(move |_| [row, column]);
    let mut search = Search {
        asked,
        edges: entries.all().flat_map(one).collect(),
        slots: u32::try_from(slots).expect("at most 64"),
        used: vec![0; entries.rows],
    };
    search.serve(0)
}

struct Search<'a> {
    asked: Asked<'a>,
    /// Those that are served first, in no order; a unit each.
    edges: Vec<[usize; 2]>,
    slots: u32,
    /// By node a bit for each slot in which it sends or receives.
    used: Vec<u64>,
}

impl Search<'_> {
    /// Serves the edges from `served` on.
    fn serve(&mut self, served: usize) -> Result<bool, Rejection> {
        let left = self.edges.len() - served;
        self.asked.steps.spend(wide(left) + 1, self.asked.claim)?;
        let all = u64::MAX >> (64 - self.slots);
        let free = |used: &[u64], [one, other]: [usize; 2]| !(used[one] | used[other]) & all;
        let fewest =
            (served..self.edges.len()).min_by_key(|&edge| free(&self.used, self.edges[edge]).count_ones());
        let Some(next) = fewest else { return Ok(true) };
        self.edges.swap(served, next);
        let [one, other] = self.edges[served];
        let mut choices = free(&self.used, [one, other]);
        let in_use = self.used.iter().fold(0, |all, used| all | used);
        let unused = choices & !in_use;
        choices &= in_use;
        choices |= unused & unused.wrapping_neg();
        while choices != 0 {
            let slot = choices & choices.wrapping_neg();
            choices &= !slot;
            self.used[one] |= slot;
            self.used[other] |= slot;
            let found = self.serve(served + 1)?;
            self.used[one] &= !slot;
            self.used[other] &= !slot;
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
