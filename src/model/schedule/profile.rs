//! The profile of a schedule in intervals over time, computed from its pools without its moves.

use super::{IntervalForm, IntervalRows, Schedule, ScheduleForm};
use crate::model::{Rows, wide};
use std::collections::BTreeMap;

/// Most entries of rows, zeros included, for which a profile is computed.
const MAX_PROFILED_ENTRIES: u64 = 1 << 31;

/// How busy the links are, and how many packets arrive, in parts of equally many slots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// Slots of a part; the last may have fewer.
    pub part: u64,
    /// Moves of node 0 in each part.
    pub used: Vec<u64>,
    /// Packets of node 0 that make their last move in each part.
    pub delivered: Vec<u64>,
}

impl Schedule {
    /// Computes the profile of a schedule in intervals in at most `parts` parts, at least one; none of
    /// another form, or if the matrix of its rows is too large.
    ///
    /// # Complexity
    /// O(entries of the rows + I · log I + I · parts) time and O(I + parts) space for I intervals: the moves
    /// are neither listed nor looked at one by one.
    #[must_use]
    pub fn profile(&self, parts: u64) -> Option<Profile> {
        let ScheduleForm::Intervals(rows, form, _) = self.form() else { return None };
        match rows {
            IntervalRows::Stored(matrix) => profile(matrix, form, parts),
            IntervalRows::Implied(rows) => profile(rows, form, parts),
        }
    }
}

fn profile(rows: &impl Rows, form: &IntervalForm, parts: u64) -> Option<Profile> {
    let entries = u64::try_from(rows.rows()).ok()?.checked_mul(rows.columns().into())?;
    if entries > MAX_PROFILED_ENTRIES {
        return None;
    }
    let part = form.length.div_ceil(parts.max(1)).max(1);
    let count = usize::try_from(form.length.div_ceil(part)).ok()?;
    let mut profile = Profile { part, used: vec![0; count], delivered: vec![0; count] };
    // By group and link: the slots that its units take, in their order.
    let mut pools: BTreeMap<(u32, u32), Vec<(u64, u64)>> = BTreeMap::new();
    for owned in &form.intervals {
        pools.entry((owned.group, owned.link)).or_default().push((owned.start, owned.width));
    }
    for pool in pools.values_mut() {
        pool.sort_unstable();
    }
    for (group, number) in (0..form.groups.len()).zip(0_u32..) {
        let mut cursors: Vec<Cursor<'_>> = (0..rows.columns())
            .map(|link| Cursor::new(pools.get(&(number, link)).map_or(&[], Vec::as_slice)))
            .collect();
        let mut current: Option<(usize, u64)> = None;
        let of_group = form.rows_of(group, rows.rows());
        rows.visit(of_group, |row, link, units| {
            let last = cursors[wide(link)].take(units, &mut profile);
            match &mut current {
                Some((known, slot)) if *known == row => *slot = (*slot).max(last),
                other => {
                    profile.count_delivery(other.replace((row, last)));
                }
            }
        });
        profile.count_delivery(current);
    }
    Some(profile)
}

impl Profile {
    fn at(&self, slot: u64) -> usize {
        usize::try_from(slot / self.part).expect("a slot of the schedule")
    }

    /// Counts the packet of a row as delivered in the slot of its last move.
    fn count_delivery(&mut self, row: Option<(usize, u64)>) {
        if let Some((_, slot)) = row {
            let at = self.at(slot);
            self.delivered[at] += 1;
        }
    }

    /// Counts a link as busy in `width` slots from `start` on.
    fn count_busy_slots(&mut self, start: u64, width: u64) {
        let (mut slot, end) = (start, start + width);
        while slot < end {
            let at = self.at(slot);
            let next = (slot / self.part + 1).saturating_mul(self.part).min(end);
            self.used[at] += next - slot;
            slot = next;
        }
    }
}

/// Takes the slots of a pool, one unit after the other.
struct Cursor<'a> {
    pool: &'a [(u64, u64)],
    /// Slots of the first interval that are taken.
    taken: u64,
}

impl<'a> Cursor<'a> {
    fn new(pool: &'a [(u64, u64)]) -> Self {
        Self { pool, taken: 0 }
    }

    /// Takes a slot for each unit, of which there is at least one; returns the last slot.
    ///
    /// # Panics
    /// If the pool has too few slots.
    fn take(&mut self, units: u64, profile: &mut Profile) -> u64 {
        let mut left = units;
        loop {
            let (&(start, width), rest) = self.pool.split_first().expect("a pool has a slot for every unit");
            let step = left.min(width - self.taken);
            profile.count_busy_slots(start + self.taken, step);
            self.taken += step;
            left -= step;
            let last = start + self.taken - 1;
            if self.taken == width {
                (self.pool, self.taken) = (rest, 0);
            }
            if left == 0 {
                return last;
            }
        }
    }
}
